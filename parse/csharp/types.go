package csharp

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// typ reads a written type and emits a reference for each name in it.
func (r *reader) typ(n parse.Node) parse.TypeRef { return r.typeRef(n, true) }

// typeRef reads a written type; emit makes its names references. It is zero for
// `var`.
func (r *reader) typeRef(n parse.Node, emit bool) parse.TypeRef {
	switch n.Kind() {
	case "identifier":
		return r.namedType(n, nil, emit)
	case "predefined_type":
		return parse.TypeRef{Name: r.str(n), At: n.Start()}
	case "generic_name":
		return r.genericType(n, nil, emit)
	case "qualified_name", "member_access_expression", "alias_qualified_name":
		return r.qualifiedType(n, emit)
	case "array_type":
		elem := r.typeRef(n.Field("type"), emit)
		if rank := n.Field("rank"); !rank.IsZero() {
			r.children(rank)
		}
		return parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{elem}, At: n.Start()}
	case "tuple_type":
		return r.tupleType(n, emit)
	case "nullable_type":
		return parse.TypeRef{Form: parse.FormOptional, Args: []parse.TypeRef{r.typeRef(n.Field("type"), emit)},
			At: n.Start()}
	case "pointer_type", "ref_type", "scoped_type":
		if t := n.Field("type"); !t.IsZero() {
			return r.typeRef(t, emit)
		}
		return r.lastType(n, emit)
	case "function_pointer_type":
		r.lastType(n, emit)
		return parse.TypeRef{Form: parse.FormFunc, At: n.Start()}
	case "implicit_type", "":
		return parse.TypeRef{}
	}
	return r.lastType(n, emit)
}

// lastType reads the types below a node of unknown shape and returns the last.
func (r *reader) lastType(n parse.Node, emit bool) parse.TypeRef {
	var t parse.TypeRef
	for c := range n.Named {
		t = r.typeRef(c, emit)
	}
	return t
}

// namedType reads a plain name with its qualifier.
func (r *reader) namedType(n parse.Node, qualifier []parse.Step, emit bool) parse.TypeRef {
	name := r.str(n)
	if name == "var" || name == "" {
		return parse.TypeRef{}
	}
	if emit && (qualifier != nil || !r.isTypeParam(name)) {
		r.refer(parse.Reference{Kind: parse.RefType, Name: name, Recv: qualifier, Args: -1,
			At: n.Start()})
	}
	return parse.TypeRef{Name: name, At: n.Start()}
}

func (r *reader) isTypeParam(name string) bool {
	l := r.local(name)
	return l != nil && l.Kind == parse.LocalTypeParam
}

func (r *reader) genericType(n parse.Node, qualifier []parse.Step, emit bool) parse.TypeRef {
	id := n.Child("identifier")
	list := n.Child("type_argument_list")
	name := r.str(id)
	t := parse.TypeRef{Name: name, At: id.Start()}
	if emit && name != "" {
		r.refer(parse.Reference{Kind: parse.RefType, Name: name, Recv: qualifier, Args: -1,
			At: id.Start(), TypeArgs: arity(list)})
	}
	for c := range list.Named {
		if c.Kind() != "comment" {
			t.Args = append(t.Args, r.typeRef(c, emit))
		}
	}
	return t
}

// arity counts the arguments of a type argument list, written or omitted.
func arity(list parse.Node) int8 {
	if list.IsZero() {
		return 0
	}
	n := int8(1)
	for c := range list.Children {
		if c.Kind() == "," && n < 100 {
			n++
		}
	}
	return n
}

// qualifiedType reads A.B<C>.D. The qualifier is in Recv of the reference to the
// last name; the resolver determines its referent.
func (r *reader) qualifiedType(n parse.Node, emit bool) parse.TypeRef {
	qualifier := n.Field("qualifier")
	if qualifier.IsZero() {
		qualifier = n.Field("expression")
	}
	name := n.Field("name")
	var steps []parse.Step
	var before string
	if n.Kind() != "alias_qualified_name" {
		steps = r.qualifier(qualifier, emit)
		before = dotted(steps)
	}
	var t parse.TypeRef
	if name.Kind() == "generic_name" {
		t = r.genericType(name, steps, emit)
	} else {
		t = r.namedType(name, steps, emit)
	}
	switch {
	case slices.ContainsFunc(steps, func(s parse.Step) bool { return s.Type != nil }):
		t = parse.TypeRef{Form: parse.FormNested, Args: []parse.TypeRef{r.typeRef(qualifier, false), t}, At: t.At}
	case before != "":
		t.Name = before + "." + t.Name
	}
	return t
}

// qualifierSteps splits the names before the last of A.B<C>.D.
func (r *reader) qualifierSteps(t parse.TypeRef) []parse.Step {
	var steps []parse.Step
	name := t.Name
	if t.Form == parse.FormNested {
		q := t.Args[0]
		last := flat(q)
		step := parse.Step{Kind: parse.StepMember, Name: lastName(last.Name)}
		if len(last.Args) > 0 {
			step.Type = &last
		}
		if steps = r.qualifierSteps(q); len(steps) == 0 {
			step.Kind = parse.StepName
		}
		return append(steps, step)
	}
	for start, i := 0, 0; i < len(name); i++ {
		if name[i] == '.' {
			kind := parse.StepMember
			if steps == nil {
				kind = parse.StepName
			}
			steps = append(steps, parse.Step{Kind: kind, Name: name[start:i]})
			start = i + 1
		}
	}
	return steps
}

// flat returns a type nested in an instance of a generic one as a dotted name, A.C
// for A<B>.C, with only its own type arguments.
func flat(t parse.TypeRef) parse.TypeRef {
	if t.Form != parse.FormNested {
		return t
	}
	last := t.Args[1]
	last.Name = flat(t.Args[0]).Name + "." + last.Name
	return last
}

// qualifier returns the names before the last of a qualified type as steps.
func (r *reader) qualifier(n parse.Node, emit bool) []parse.Step {
	switch n.Kind() {
	case "identifier":
		return r.chain(parse.Step{Kind: parse.StepName, Name: r.str(n)})
	case "generic_name":
		t := r.genericType(n, nil, emit)
		return r.chain(parse.Step{Kind: parse.StepName, Name: t.Name, Type: &t})
	case "alias_qualified_name":
		return r.chain(parse.Step{Kind: parse.StepName, Name: r.str(n.Field("name"))})
	case "qualified_name", "member_access_expression":
		first := n.Field("qualifier")
		if first.IsZero() {
			first = n.Field("expression")
		}
		steps := r.qualifier(first, emit)
		name := n.Field("name")
		step := parse.Step{Kind: parse.StepMember, Name: r.str(name)}
		if name.Kind() == "generic_name" {
			t := r.genericType(name, steps, emit)
			step.Type, step.Name = &t, t.Name
		}
		return append(steps, step)
	}
	return nil
}

func dotted(steps []parse.Step) string {
	var b strings.Builder
	for i, s := range steps {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	}
	return b.String()
}

func (r *reader) tupleType(n parse.Node, emit bool) parse.TypeRef {
	t := parse.TypeRef{Form: parse.FormTuple, At: n.Start()}
	for c := range n.Named {
		if c.Kind() != "tuple_element" {
			continue
		}
		e := r.typeRef(c.Field("type"), emit)
		if name := c.Field("name"); !name.IsZero() {
			e = parse.TypeRef{Form: parse.FormElement, Args: []parse.TypeRef{e, {Name: r.str(name)}}, At: e.At}
		}
		t.Args = append(t.Args, e)
	}
	return t
}

// bare returns a written type without the nullable mark.
func bare(t parse.TypeRef) parse.TypeRef {
	if t.Form == parse.FormOptional && len(t.Args) == 1 {
		return t.Args[0]
	}
	return t
}

// compact returns a written type without white space, for symbols.
func compact(s string) string {
	if strings.IndexByte(s, ' ') < 0 && strings.IndexByte(s, '\n') < 0 &&
		strings.IndexByte(s, '\t') < 0 {
		return s
	}
	return strings.Join(strings.Fields(s), "")
}

// lastName returns the part of a dotted name after the last dot.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// awaited returns the type of `await` of a value of type t: the result type of a
// task.
func awaited(t parse.TypeRef) *parse.TypeRef {
	switch lastName(t.Name) {
	case "Task", "ValueTask":
		if len(t.Args) == 1 {
			return &t.Args[0]
		}
	}
	return nil
}
