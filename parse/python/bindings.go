package python

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// isPattern reports whether a target takes a value apart.
func isPattern(n parse.Node) bool {
	return n.Is("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list")
}

// declare defines the variables and fields that an assignment in a module or
// class body sets, and returns the first, or 0.
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

// targetRefs emits the references of what an assignment sets that is not a
// plain name. A field that is defined by it is not one.
func (w *walker) targetRefs(target parse.Node) {
	switch {
	case target.Kind() == "attribute":
		if s := w.fieldScope(target); s != nil {
			if _, ok := s.defs[target.Field("attribute").Text()]; !ok {
				return
			}
		}
		w.expr(target)
	case target.Kind() == "subscript":
		w.expr(target)
	case isPattern(target) || target.Is("list_splat_pattern", "parenthesized_expression", "as_pattern_target"):
		for c := range target.Named {
			w.targetRefs(c)
		}
	}
}

// fieldScope returns the class that an attribute of the first parameter of a
// method is a field of, nil for other attributes.
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

// pairwise binds a, b = x, y element by element. It reports whether it did.
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

// bind binds what a target names to the values that it may be set to.
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
				w.bind(c, nil, parse.TypeRef{}, stmt)
				continue
			}
			w.bind(c, w.indexed(vals, strconv.Itoa(i)), parse.TypeRef{}, stmt)
		}
	case target.Kind() == "list_splat_pattern":
		for c := range target.Named {
			w.bind(c, nil, parse.TypeRef{}, stmt)
		}
	}
}

// indexed is what taking the element at index of each value gives.
func (w *walker) indexed(vals []parse.Value, index string) []parse.Value {
	out := make([]parse.Value, 0, len(vals))
	for _, v := range vals {
		if len(v.Steps) < maxSteps {
			out = append(out, parse.Value{Steps: w.fork(v.Steps, parse.Step{Kind: parse.StepIndex, Name: index}), At: v.At})
		}
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
			w.locals(s, target, vals, parse.TypeRef{}, iterable.End(), true)
			return
		}
	}
	vals = w.indexed(vals, "*")
	if w.scope.kind == innerScope {
		w.bindInner(target, vals, iterable)
		return
	}
	w.bind(target, vals, parse.TypeRef{}, iterable)
}

// bindInner binds the names of a comprehension in the comprehension.
func (w *walker) bindInner(target parse.Node, vals []parse.Value, iterable parse.Node) {
	if target.Kind() == "identifier" {
		w.locals(w.scope, target, vals, parse.TypeRef{}, iterable.End(), false)
		return
	}
	for i, c := range items(target) {
		w.bindInner(c, w.indexed(vals, strconv.Itoa(i)), iterable)
	}
}

// bindName binds a plain name: a definition of the module or class, or a local.
func (w *walker) bindName(name parse.Node, vals []parse.Value, t parse.TypeRef, stmt parse.Node) {
	s := w.scope.binding(name.Text())
	if i, ok := s.defs[name.Text()]; ok && s.kind != functionScope {
		w.addValues(i, vals, t)
		return
	}
	w.locals(s, name, vals, t, stmt.End(), false)
}

// locals enters a local for each value that a name may be set to.
func (w *walker) locals(s *scope, name parse.Node, vals []parse.Value, t parse.TypeRef, end uint32, iter bool) {
	n := len(w.f.Locals)
	l := parse.Local{Type: t, Kind: parse.LocalVar}
	if len(vals) > 0 && t.IsZero() {
		l.Init, l.At, l.Iter = vals[0].Steps, vals[0].At, iter
	}
	w.local(s, name.Text(), end, l)
	if !t.IsZero() || len(vals) < 2 {
		return
	}
	for i, last := n, len(w.f.Locals); i < last; i++ {
		for _, v := range vals[1:] {
			if l := w.f.Locals[i]; l.Init != nil {
				l.Init, l.At = v.Steps, v.At
				w.f.Locals = append(w.f.Locals, l)
			}
		}
	}
}

// addValues adds what a definition is set to.
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

// bindField sets an attribute: of a method's first parameter it is a field.
func (w *walker) bindField(attribute parse.Node, vals []parse.Value, t parse.TypeRef, stmt parse.Node) {
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
	}
}

// bindMember notes what x.y was set to, for as long as no other way leads
// there: as a local by the name of the whole.
func (w *walker) bindMember(attribute parse.Node, vals []parse.Value, t parse.TypeRef, stmt parse.Node) {
	s := w.scope
	for s.kind == innerScope {
		s = s.parent
	}
	name := w.memberName(attribute)
	if name == "" || s.kind != functionScope {
		return
	}
	l := parse.Local{Name: name, Def: s.def, Type: t, Kind: parse.LocalVar, Scope: s.body}
	l.Scope.Start = min(stmt.End(), s.body.End)
	if w.branch != nil && w.branch.scope == s {
		l.Scope.End = max(l.Scope.Start, w.branch.end)
	}
	if len(vals) == 0 || !t.IsZero() {
		w.f.Locals = append(w.f.Locals, l)
		return
	}
	for _, v := range vals {
		l.Init, l.At = v.Steps, v.At
		w.f.Locals = append(w.f.Locals, l)
	}
}

// memberName is how a chain of attributes of a name is called among the
// locals: this.x.y, or x.y. It is empty for all others.
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
