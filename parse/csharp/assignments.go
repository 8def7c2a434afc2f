package csharp

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

func (r *reader) assignment(n parse.Node, g goal) []parse.Step {
	left, right := n.Field("left"), n.Field("right")
	if left.Kind() == "tuple_expression" {
		return r.deconstruction(left, right)
	}
	needs := right.Is("implicit_object_creation_expression", "conditional_expression",
		"binary_expression", "switch_expression", "parenthesized_expression",
		"lambda_expression", "anonymous_method_expression")
	needs = needs || r.mayBeMethod(right)
	op := operator(n)
	if op != "=" && op != "??=" {
		steps := r.expr(left, goal{steps: true})
		r.implicitly(op, n.Start(), steps, r.expr(right, goal{to: steps, steps: true}))
		r.assigned(n, left, right)
		return steps
	}
	steps := r.expr(left, goal{steps: needs || g.steps})
	r.expr(right, goal{to: steps})
	r.assigned(n, left, right)
	return steps
}

// mayBeMethod reports whether an expression may be the name of a method.
func (r *reader) mayBeMethod(n parse.Node) bool {
	return n.Kind() == "member_access_expression" ||
		n.Kind() == "identifier" && r.local(r.str(n)) == nil
}

// target returns the extra of a name whose context converts it to another type:
// that type, which selects among the methods of the name.
//
//	Action<Order> close = Close;
//	till.Closed += Close;
func (r *reader) target(g goal) *parse.CallExtra {
	if g.typ != nil {
		if !mayBeDelegate(*g.typ) {
			return nil
		}
		return &parse.CallExtra{Target: bare(*g.typ)}
	}
	if len(g.to) == 0 {
		return nil
	}
	last := &g.to[len(g.to)-1]
	if len(g.to) == 1 {
		if l := r.local(last.Name); l != nil {
			if !mayBeDelegate(l.Type) {
				return nil
			}
			return &parse.CallExtra{Target: bare(l.Type)}
		}
	}
	if last.At == 0 {
		return nil
	}
	return &parse.CallExtra{Target: parse.TypeRef{Name: parse.TargetMember, At: last.At}}
}

// mayBeDelegate reports whether a written type may be a delegate type: a named
// type, not a keyword type.
func mayBeDelegate(t parse.TypeRef) bool {
	if t = bare(t); t.Form != parse.FormNamed {
		return t.Form != parse.FormList && t.Form != parse.FormTuple
	}
	switch t.Name {
	case "", "bool", "byte", "sbyte", "char", "decimal", "double", "float", "int",
		"uint", "nint", "nuint", "long", "ulong", "short", "ushort", "object", "string", "void",
		"dynamic":
		return false
	}
	return true
}

// deconstruction reads (T a, var b, c) = value.
func (r *reader) deconstruction(left, right parse.Node) []parse.Step {
	value := r.expr(right, goal{steps: true})
	count := int16(0)
	for c := range left.Named {
		if c.Kind() == "argument" {
			count++
		}
	}
	i := 0
	for c := range left.Named {
		if c.Kind() != "argument" {
			continue
		}
		i++
		target := argumentValue(c)
		if target.Kind() != "declaration_expression" {
			r.expr(target, goal{})
			r.setAgain(target, parse.Node{}, false)
			continue
		}
		name := target.Field("name")
		l := parse.Local{Name: r.str(name), Type: r.typ(target.Field("type")), Kind: parse.LocalVar}
		if l.Type.IsZero() {
			l.Init = partOf(value, i, count)
		}
		r.declare(name.Start(), l)
	}
	if count > 0 {
		r.implicitly(opDeconstruct, left.Start(), partOf(value, 1, count), nil)
	}
	return value
}

// assigned records an assignment to a local, of a string to a field in a
// constructor, and to a database command.
func (r *reader) assigned(n, left, right parse.Node) {
	r.assignedCommand(left, right)
	if left.Kind() == "member_access_expression" && r.str(left.Field("name")) == "CommandText" {
		r.grownText(compact(r.str(left)), operator(n) == "+=", right)
	}
	r.setAgain(left, right, operator(n) == "=")
	name := left
	if left.Kind() == "member_access_expression" &&
		left.Field("expression").Is("this", "this_expression") {
		name = left.Field("name")
	}
	if name.Kind() != "identifier" {
		return
	}
	if l := r.local(r.str(name)); l != nil && name == left {
		l.Set = true
		r.growing.Assign(r.def, r.str(name), operator(n) == "+=", right)
	} else if r.current().Kind == graph.KindConstructor {
		r.laterValueOf(name.Start(), right, r.paramType(right))
	}
}

// setAgain records that something other than a local is reassigned; whole means
// that the value replaces the previous one entirely.
func (r *reader) setAgain(left, value parse.Node, whole bool) {
	name := left
	switch {
	case left.Kind() == "member_access_expression":
		name = left.Field("name")
	case left.Kind() != "identifier" || r.local(r.str(left)) != nil:
		return
	}
	for value.Kind() == "parenthesized_expression" {
		value = argumentValue(value)
	}
	if !whole {
		value = parse.Node{}
	}
	r.f.Assign(name, value)
}

// paramType returns the type of the parameter that an expression refers to, or the
// zero value.
func (r *reader) paramType(n parse.Node) parse.TypeRef {
	if n.Is("identifier") {
		if l := r.local(r.str(n)); l != nil && l.Kind == parse.LocalParam {
			return l.Type
		}
	}
	return parse.TypeRef{}
}
