package python

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// isPattern reports whether a target unpacks a value.
func isPattern(n parse.Node) bool {
	return n.Is("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list")
}

// declare defines the variables and fields that an assignment in a module or class
// body binds, and returns the first, or 0.
func (w *walker) declare(target, stmt parse.Node, lead uint32) int32 {
	switch {
	case target.Kind() == "identifier":
		s := w.scope.binding(target.Text())
		if target.Text() == "" {
			return 0
		}
		if s.kind == moduleScope || s.kind == classScope {
			i := w.variable(s, target, stmt, lead)
			if s == w.scope && w.isValue(i) {
				return i
			}
		}
	case isPattern(target) || target.Is("list_splat_pattern", "parenthesized_expression"):
		first := int32(0)
		for c := range target.Named {
			if i := w.declare(c, stmt, lead); first == 0 {
				first = i
			}
		}
		return first
	}
	return 0
}

// targetRefs emits the references in an assignment target that is not a plain
// name. A field that it defines is not one.
func (w *walker) targetRefs(target parse.Node) {
	switch {
	case target.Kind() == "attribute":
		if s := w.fieldScope(target); s != nil {
			name := target.Field("attribute")
			if _, ok := s.defs[name.Text()]; !ok {
				w.implied(opSetMember, name, selfSteps, named(name.Text()))
				return
			}
		}
		w.member(opSetMember, target, w.expr(target))
	case target.Kind() == "subscript":
		w.expr(target)
	case isPattern(target) || target.Is("list_splat_pattern", "parenthesized_expression",
		"as_pattern_target"):
		for c := range target.Named {
			w.targetRefs(c)
		}
	}
}

// fieldScope returns the class of a field that is an attribute of the first
// parameter of a method, or nil for other attributes.
func (w *walker) fieldScope(attribute parse.Node) *scope {
	object := attribute.Field("object")
	if object.Kind() != "identifier" {
		return nil
	}
	s := w.scope.method(object.Text())
	if s == nil || s.parent.kind != classScope {
		return nil
	}
	return s.parent
}

// pairwise binds a, b = x, y element by element, and reports whether it did.
func (w *walker) pairwise(target, value, stmt parse.Node) bool {
	if !value.Is("expression_list", "tuple", "list") {
		return false
	}
	left, right := items(target), items(value)
	if len(left) != len(right) {
		return false
	}
	for i := range left {
		if left[i].Kind() == "list_splat_pattern" || right[i].Kind() == "list_splat" {
			return false
		}
	}
	vals := make([][]parse.Value, len(right))
	for i := range right {
		vals[i] = w.values(right[i])
	}
	for i := range left {
		w.bind(left[i], vals[i], parse.TypeRef{}, stmt)
	}
	return true
}

func items(n parse.Node) []parse.Node {
	var out []parse.Node
	for c := range n.Named {
		if c.Kind() != "comment" {
			out = append(out, c)
		}
	}
	return out
}

// bind binds the names in a target to its possible values.
func (w *walker) bind(target parse.Node, vals []parse.Value, t parse.TypeRef, stmt parse.Node) {
	switch {
	case target.Kind() == "identifier":
		w.bindName(target, vals, t, stmt)
	case target.Kind() == "attribute":
		w.bindField(target, vals, t, stmt)
		w.bindMember(target, vals, t, stmt)
	case target.Is("as_pattern_target", "parenthesized_expression"):
		for c := range target.Named {
			w.bind(c, vals, t, stmt)
		}
	case isPattern(target):
		splat := false
		for i, c := range items(target) {
			if splat = splat || c.Kind() == "list_splat_pattern"; splat {
				w.bind(c, opaqueValues, parse.TypeRef{}, stmt)
				continue
			}
			w.bind(c, w.indexed(vals, elementAt(i)), parse.TypeRef{}, stmt)
		}
	case target.Kind() == "list_splat_pattern":
		for c := range target.Named {
			w.bind(c, []parse.Value{{Steps: builtinList, At: c.Start()}}, parse.TypeRef{}, stmt)
		}
	}
}

// builtinList is a list with unknown elements.
var builtinList = builtin("list")

// elementAt returns the step to the element at an index.
func elementAt(i int) parse.Step {
	return parse.Step{Kind: parse.StepIndex, Args: int16(min(i, 1000) + 1)}
}

// anyElement is the step to the element type of an iteration.
var anyElement = parse.Step{Kind: parse.StepElement}

// indexed extends each value with a step to an element of it.
func (w *walker) indexed(vals []parse.Value, step parse.Step) []parse.Value {
	out := make([]parse.Value, 0, len(vals))
	for _, v := range vals {
		if len(v.Steps) >= maxSteps {
			return opaqueValues
		}
		out = append(out, parse.Value{Steps: w.fork(v.Steps, step), At: v.At})
	}
	return out
}

// bindElements binds the target of a loop.
func (w *walker) bindElements(target parse.Node, vals []parse.Value, iterable parse.Node) {
	if target.Kind() == "identifier" {
		s := w.scope
		if s.kind != innerScope {
			s = s.binding(target.Text())
		}
		if s.kind == innerScope || s.kind == functionScope {
			if s.kind == innerScope || !s.names[target.Text()] {
				w.locals(s, target, vals, parse.TypeRef{}, true)
			}
			if s.kind == functionScope {
				w.bindIn(s, target.Text(), parse.FlowBinding{Kind: parse.FlowValue, Values: vals,
					Iter: true}, iterable.End())
			}
			return
		}
	}
	vals = w.indexed(vals, anyElement)
	if w.scope.kind == innerScope {
		w.bindInner(target, vals, iterable)
		return
	}
	w.bind(target, vals, parse.TypeRef{}, iterable)
}

// bindInner binds the target names of a comprehension in the scope of the
// comprehension.
func (w *walker) bindInner(target parse.Node, vals []parse.Value, iterable parse.Node) {
	if target.Kind() == "identifier" {
		w.locals(w.scope, target, vals, parse.TypeRef{}, false)
		return
	}
	for i, c := range items(target) {
		w.bindInner(c, w.indexed(vals, elementAt(i)), iterable)
	}
}

// bindName binds a plain name: a definition of the module or class, or a local.
func (w *walker) bindName(name parse.Node, vals []parse.Value, t parse.TypeRef, stmt parse.Node) {
	text := name.Text()
	s := w.scope.binding(text)
	b := parse.FlowBinding{Kind: parse.FlowValue, Type: t, Values: vals}
	if i, ok := s.defs[text]; ok && s.kind != functionScope {
		w.addValues(i, vals, t)
		b.Index = i
		if w.redecorates(i, text, stmt) {
			return
		}
	} else if !s.names[text] {
		w.locals(s, name, vals, t, false)
	}
	w.bindIn(s, text, b, stmt.End())
}

// bindIn records a binding that a statement makes in s. If s is an outer scope, by
// global or nonlocal, the name is bound in the scope of the statement, too.
func (w *walker) bindIn(s *scope, name string, b parse.FlowBinding, at uint32) {
	inner := w.scope
	for inner.kind == innerScope {
		inner = inner.parent
	}
	if inner != s {
		s.bindLate(name, b)
	}
	w.bindFlow(inner, name, b, at)
}

// redecorates reports whether a statement rebinds the name of a function or class
// to the result of a call on it: f = decorate(f). The name still refers to that
// definition then.
func (w *walker) redecorates(i int32, name string, stmt parse.Node) bool {
	if w.isValue(i) {
		return false
	}
	value := stmt.First().Field("right")
	if value.Kind() != "call" {
		return false
	}
	return slices.ContainsFunc(items(value.Field("arguments")),
		func(n parse.Node) bool { return n.Text() == name })
}

// locals adds one local for each possible value of a name.
func (w *walker) locals(s *scope, name parse.Node, vals []parse.Value, t parse.TypeRef, iter bool) {
	l := parse.Local{Name: name.Text(), Type: t, Kind: parse.LocalVar}
	if l.Name == "" {
		return
	}
	if len(vals) == 0 || !t.IsZero() && len(vals) > 1 {
		w.local(s, l)
		return
	}
	for _, v := range vals {
		l.Init, l.At, l.LastStep = v.Steps, v.At, parse.ElementIf(iter)
		w.local(s, l)
	}
}

// addValues adds possible values of a definition.
func (w *walker) addValues(i int32, vals []parse.Value, t parse.TypeRef) {
	d := &w.f.Definitions[i]
	if !w.isValue(i) {
		return
	}
	if d.Type.IsZero() {
		d.Type = t
	}
	if d.Type.IsZero() {
		d.Init = append(d.Init, vals...)
	} else {
		d.Init = nil
	}
}

// bindField binds an attribute: a field, if it is an attribute of a method's first
// parameter.
func (w *walker) bindField(attribute parse.Node, vals []parse.Value, t parse.TypeRef,
	stmt parse.Node) {
	s := w.fieldScope(attribute)
	if s == nil {
		return
	}
	name := attribute.Field("attribute")
	i, ok := s.defs[name.Text()]
	if !ok && name.Text() != "" {
		i = w.variable(s, name, stmt, stmt.Start())
	}
	if i > 0 {
		w.addValues(i, vals, t)
		s.bindLate(name.Text(), parse.FlowBinding{Kind: parse.FlowValue, Index: i, Type: t,
			Values: vals})
	}
}

// bindMember records the values of x.y, under the dotted name.
func (w *walker) bindMember(attribute parse.Node, vals []parse.Value, t parse.TypeRef,
	stmt parse.Node) {
	if name := w.memberName(attribute); name != "" {
		w.bindFlow(w.scope.binding(""), name,
			parse.FlowBinding{Kind: parse.FlowValue, Type: t, Values: vals}, stmt.End())
	}
}

// memberName returns the name of a chain of attributes among the locals: this.x.y,
// or x.y. It is empty for other expressions.
func (w *walker) memberName(n parse.Node) string {
	if n.Kind() != "attribute" || !isDotted(n) {
		return ""
	}
	name := dotted(n)
	first, rest, _ := strings.Cut(name, ".")
	if w.scope.method(first) != nil {
		return "this." + rest
	}
	return name
}
