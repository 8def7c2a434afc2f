package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// typ reads a written type, adds references for the names in it, and returns it.
// The members of an object type become definitions if e.members has an owner.
func (e *extractor) typ(n parse.Node) parse.TypeRef {
	// A repeated read is bounded in depth: otherwise the number of reads of nested
	// types would grow with their depth.
	if e.quiet {
		if e.again >= deepestAgain {
			return parse.TypeRef{}
		}
		e.again++
		defer func() { e.again-- }()
	}
	switch n.Kind() {
	case "":
		return parse.TypeRef{}
	case "type_annotation", "parenthesized_type", "readonly_type", "optional_type",
		"flow_maybe_type", "constraint", "default_type", "adding_type_annotation",
		"omitting_type_annotation", "opting_type_annotation":
		return e.typ(namedChild(n))
	case "type_identifier", "identifier":
		e.typeName(n)
		if bound, ok := e.generic[n.Text()]; ok {
			return bound
		}
		return parse.TypeRef{Name: n.Text(), At: n.Start()}
	case "predefined_type", "this_type", "this":
		return parse.TypeRef{Name: strings.Join(strings.Fields(n.Text()), " "), At: n.Start()}
	case "nested_type_identifier", "member_expression":
		return e.qualifiedType(n)
	case "generic_type":
		t := e.typ(n.Field("name"))
		t.Args = e.typeArgs(n.Field("type_arguments"))
		return t
	case "array_type":
		return parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{e.typ(namedChild(n))}, At: n.Start()}
	case "tuple_type":
		return parse.TypeRef{Form: parse.FormTuple, Args: e.typeList(n), At: n.Start()}
	case "union_type":
		return union(e.flatten(n, nil), n.Start())
	case "intersection_type":
		return parse.TypeRef{Form: parse.FormIntersection, Args: e.flatten(n, nil), At: n.Start()}
	case "literal_type":
		return literalType(n)
	case "template_literal_type":
		e.typeChildren(n)
		return parse.TypeRef{Name: n.Text(), At: n.Start()}
	case "function_type", "constructor_type":
		return e.functionTypeOf(n)
	case "object_type":
		return e.objectType(n)
	case "conditional_type":
		return e.conditional(n)
	case "lookup_type":
		return parse.TypeRef{Form: parse.FormLookup, Args: e.lookupArgs(n), At: n.Start()}
	case "type_query":
		return e.typeQuery(n)
	case "type_predicate_annotation", "asserts_annotation":
		return e.typ(namedChild(n))
	case "asserts":
		return e.asserts(n)
	case "type_predicate":
		name := n.Field("name").Text()
		return parse.TypeRef{Form: parse.FormGuard, Name: name, Args: []parse.TypeRef{e.typ(n.Field("type"))},
			At: n.Start()}
	case "infer_type":
		e.inferType(n)
		return parse.TypeRef{}
	case "required_parameter", "optional_parameter":
		return e.typ(n.Field("type"))
	case "rest_type":
		e.typeChildren(n)
		return parse.TypeRef{}
	case "string", "number", "comment":
		return parse.TypeRef{}
	}
	e.typeChildren(n)
	return parse.TypeRef{}
}

// deepestAgain bounds the depth to which a type is read without adding references.
const deepestAgain = 12

// typeChildren visits the types below n.
func (e *extractor) typeChildren(n parse.Node) {
	for c := range n.Named {
		if c.FieldName() == "name" && n.Is("type_predicate", "index_signature",
			"mapped_type_clause") {
			continue
		}
		e.typ(c)
	}
}

// typeList reads the types that are the children of n.
func (e *extractor) typeList(n parse.Node) []parse.TypeRef {
	var out []parse.TypeRef
	for c := range n.Named {
		if !c.Is("comment") {
			out = append(out, e.typ(c))
		}
	}
	return out
}

// typeArgs reads written type arguments.
func (e *extractor) typeArgs(n parse.Node) []parse.TypeRef {
	if n.IsZero() {
		return nil
	}
	return e.typeList(n)
}

// flatten reads the operands of nested unions or intersections.
func (e *extractor) flatten(n parse.Node, out []parse.TypeRef) []parse.TypeRef {
	for c := range n.Named {
		switch {
		case c.Is("comment"):
		case c.Kind() == n.Kind():
			out = e.flatten(c, out)
		default:
			out = append(out, e.typ(c))
		}
	}
	return out
}

// union drops null and undefined: a union with one remaining member is that
// member.
func union(args []parse.TypeRef, at uint32) parse.TypeRef {
	kept := args[:0]
	for _, a := range args {
		if a.Name != "null" && a.Name != "undefined" {
			kept = append(kept, a)
		}
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return parse.TypeRef{Form: parse.FormUnion, Args: kept, At: at}
}

func (e *extractor) typeName(n parse.Node) {
	if !e.quiet {
		e.ref(parse.RefType, n.Text(), nil, -1, n.Start())
	}
}

// qualifiedType reads A.B.C and import('./m').T.
func (e *extractor) qualifiedType(n parse.Node) parse.TypeRef {
	last := n.Field("name")
	before := n.Field("module")
	if n.Is("member_expression") {
		last, before = n.Field("property"), n.Field("object")
	}
	if before.Is("call_expression") {
		if path := namedChild(before.Field("arguments")); path.Is("string") {
			return e.importType(unquote(path.Text()), before, last)
		}
		return parse.TypeRef{}
	}
	if path := importedText(before.Text()); path != "" {
		return e.importType(path, before, last)
	}
	text := strings.Join(strings.Fields(n.Text()), "")
	if !e.quiet {
		var recv []parse.Step
		for i, name := range strings.Split(strings.Join(strings.Fields(before.Text()), ""), ".") {
			kind := parse.StepMember
			if i == 0 {
				kind = parse.StepName
			}
			recv = append(recv, parse.Step{Kind: kind, Name: name})
		}
		e.ref(parse.RefType, last.Text(), recv, -1, last.Start())
	}
	return parse.TypeRef{Name: text, At: n.Start()}
}

// importType reads import('./m').T: an import of T under a unique name.
func (e *extractor) importType(path string, from, name parse.Node) parse.TypeRef {
	if name.IsZero() {
		return parse.TypeRef{}
	}
	alias := "import:" + strings.ReplaceAll(path, ".", "_") + ":" + name.Text()
	if !e.quiet {
		e.f.Imports = append(e.f.Imports, parse.Import{Path: path, Name: name.Text(), Alias: alias,
			Type: true, Def: e.def, At: from.Start()})
		e.ref(parse.RefType, alias, nil, -1, name.Start())
	}
	return parse.TypeRef{Name: alias, At: name.Start()}
}

// importedText returns the module of an import type encoded in a name: with type
// arguments, an import type is a member of a name in the tree; see adapt.
func importedText(text string) string {
	rest, found := strings.CutPrefix(text, "import")
	rest = strings.TrimSpace(rest)
	if !found || !strings.HasPrefix(rest, "(") {
		return ""
	}
	path, _, _ := strings.Cut(rest[1:], ")")
	return unquote(strings.TrimSpace(path))
}

func literalType(n parse.Node) parse.TypeRef {
	return parse.TypeRef{Name: namedChild(n).Text(), At: n.Start()}
}

// functionTypeOf reads (a: A) => B: the last argument is the result.
func (e *extractor) functionTypeOf(n parse.Node) parse.TypeRef {
	keep, generic := e.members, e.generic
	e.members = -1
	e.typeParams(-1, n)
	e.generic = e.ownBounds(n)
	t := parse.TypeRef{Form: parse.FormFunc, At: n.Start()}
	if n.Is("constructor_type", "construct_signature") {
		t.Form = parse.FormConstructor
	}
	for p := range n.Field("parameters").Named {
		if p.Is("required_parameter", "optional_parameter") && !p.Field("pattern").Is("this") {
			t.Args = append(t.Args, e.paramType(p))
		}
	}
	result := n.Field("return_type")
	if result.IsZero() {
		result = n.Field("type")
	}
	t.Args = append(t.Args, e.typ(result))
	e.members, e.generic = keep, generic
	return t
}

// paramType reads the type of a parameter of a function type.
func (e *extractor) paramType(p parse.Node) parse.TypeRef {
	t := e.typ(p.Field("type"))
	switch {
	case p.Field("pattern").Is("rest_pattern"):
		return parse.TypeRef{Form: parse.FormRest, Args: []parse.TypeRef{t}}
	case p.Is("optional_parameter"):
		return parse.TypeRef{Form: parse.FormOptional, Args: []parse.TypeRef{t}}
	}
	return t
}

// asserts reads asserts x and asserts x is T.
func (e *extractor) asserts(n parse.Node) parse.TypeRef {
	inner := namedChild(n)
	if !inner.Is("type_predicate") {
		return parse.TypeRef{Form: parse.FormAssertion, Name: inner.Text(), At: n.Start()}
	}
	t := e.typ(inner)
	t.Form, t.Name = parse.FormAssertion, inner.Field("name").Text()
	return t
}

// ownBounds returns the constraints of the type parameters of a function type:
// they represent the parameters in it, since no caller can name them.
func (e *extractor) ownBounds(n parse.Node) map[string]parse.TypeRef {
	list := n.Field("type_parameters")
	if list.IsZero() {
		return e.generic
	}
	out := map[string]parse.TypeRef{}
	for name, t := range e.generic {
		out[name] = t
	}
	for p := range list.Named {
		if p.Is("type_parameter") {
			out[p.Field("name").Text()] = e.plainType(p.Field("constraint"))
		}
	}
	return out
}

// objectType reads { a: A; b(): B }: the name of the type lists the names of the
// members, {a,b}, and its arguments are their types.
func (e *extractor) objectType(n parse.Node) parse.TypeRef {
	t := e.indexed(n)
	var g parse.Group
	var types []parse.TypeRef
	keep := e.scope
	defines := !e.quiet && e.members >= 0 && !mapped(n)
	if defines {
		first := len(e.f.Definitions)
		e.owner, e.members = e.members, -1
		e.statements(n, -1)
		for i := first; i < len(e.f.Definitions); i++ {
			if d := &e.f.Definitions[i]; d.Parent == e.owner {
				g.Names, types = append(g.Names, d.Name), append(types, memberType(d))
			}
		}
		e.scope = keep
	} else {
		for c := range n.Named {
			m := e.objectTypeMember(c)
			if !c.Is("property_signature", "method_signature") {
				continue
			}
			name := propertyName(c.Field("name"))
			if i := slices.Index(g.Names, name); i >= 0 {
				types[i] = parse.TypeRef{} // overloads, of which the first is not always the right one
				continue
			}
			g.Names, types = append(g.Names, name), append(types, m)
		}
	}
	markOptional(n, g.Names, types)
	if t.Form == parse.FormObject && len(g.Names) > 0 {
		t.Name, t.Args = strings.Join(g.Names, ","), types
	}
	return t
}

// markOptional wraps the types of optional members.
func markOptional(n parse.Node, names []string, types []parse.TypeRef) {
	for c := range n.Named {
		if !hasToken(c, "?") {
			continue
		}
		if i := slices.Index(names, propertyName(c.Field("name"))); i >= 0 {
			types[i] = parse.TypeRef{Form: parse.FormOptional, Args: []parse.TypeRef{types[i]}}
		}
	}
}

// memberType returns the type of a member of an object type.
func memberType(d *parse.Definition) parse.TypeRef {
	if d.Kind != graph.KindMethod {
		return d.Type
	}
	t := parse.TypeRef{Form: parse.FormFunc, At: d.NameAt}
	for _, p := range d.Params {
		t.Args = append(t.Args, p.Type)
	}
	t.Args = append(t.Args, d.Type)
	return t
}

// signatures returns the type of the call and construct signatures of an object
// type or interface, combined by an intersection if there are several. It is zero
// without one.
func (e *extractor) signatures(n parse.Node) parse.TypeRef {
	keep := e.quiet
	e.quiet = true
	defer func() { e.quiet = keep }()
	var all []parse.TypeRef
	for c := range n.Named {
		if c.Is("call_signature", "construct_signature") {
			all = append(all, e.functionTypeOf(c))
		}
	}
	switch len(all) {
	case 0:
		return parse.TypeRef{}
	case 1:
		return all[0]
	}
	return parse.TypeRef{Form: parse.FormIntersection, Args: all, At: n.Start()}
}

// indexed returns the type of the index signature of an object type or interface: a
// map of key and value, the mapped type of T if it has all members of T unchanged, and
// otherwise an empty object.
func (e *extractor) indexed(n parse.Node) parse.TypeRef {
	t := parse.TypeRef{Form: parse.FormObject, At: n.Start()}
	sig := n.Child("index_signature")
	if sig.IsZero() {
		if call := e.signatures(n); !call.IsZero() {
			return call
		}
		return t
	}
	value := sig.Field("type")
	clause := sig.Child("mapped_type_clause")
	if clause.IsZero() {
		t.Form = parse.FormMap
		t.Args = []parse.TypeRef{e.plainType(sig.Field("index_type")), e.plainType(value)}
		return t
	}
	for value.Is("type_annotation", "opting_type_annotation", "adding_type_annotation",
		"omitting_type_annotation", "parenthesized_type") {
		value = namedChild(value)
	}
	keys := clause.Field("type")
	if keys.Is("index_type_query") && value.Is("lookup_type") &&
		strings.HasPrefix(value.Text(), namedChild(keys).Text()+"[") {
		t.Form = parse.FormMapped
		t.Args = []parse.TypeRef{e.plainType(namedChild(keys))}
		return t
	}
	t.Form = parse.FormMap
	t.Args = []parse.TypeRef{{}, e.plainType(value)}
	return t
}

// mapped reports whether an object type is a mapped one: { [K in T]: V }.
func mapped(n parse.Node) bool {
	return !n.Child("index_signature").Child("mapped_type_clause").IsZero()
}

// objectTypeMember visits a member of an object type without an owner, and returns
// the type of a property.
func (e *extractor) objectTypeMember(n parse.Node) parse.TypeRef {
	keep := e.scope
	e.members = -1
	e.typeParams(-1, n)
	e.mappedClause(n)
	if !e.quiet {
		e.params(n.Field("parameters"), -1, n.Range(), hint{})
	}
	var t parse.TypeRef
	for c := range n.Named {
		if c.Is("formal_parameters", "type_parameters", "property_identifier", "identifier",
			"mapped_type_clause", "accessibility_modifier") {
			continue
		}
		x := e.typ(c)
		switch {
		case n.Is("property_signature"), hasToken(n, "get"):
			t = x
		case n.Is("method_signature") && c.FieldName() == "return_type":
			t = *e.functionType(n, x)
		}
	}
	e.scope = keep
	return t
}

// mappedClause reads [K in T]: K is a type parameter of the object type.
func (e *extractor) mappedClause(n parse.Node) {
	clause := n.Child("mapped_type_clause")
	if clause.IsZero() {
		return
	}
	if name := clause.Field("name"); !e.quiet {
		e.local(parse.Local{Name: name.Text(), Scope: n.Range(), Kind: parse.LocalTypeParam})
	}
	for c := range clause.Named {
		if c.FieldName() != "name" {
			e.typ(c)
		}
	}
}

// conditional reads A extends B ? C : D; the
// scope of infer T in B is C.
func (e *extractor) conditional(n parse.Node) parse.TypeRef {
	keep := e.infer
	e.infer = n.Range()
	t := parse.TypeRef{Form: parse.FormConditional, At: n.Start(), Args: make([]parse.TypeRef, 0, 4)}
	for c := range n.Named {
		if !c.Is("comment") {
			t.Args = append(t.Args, e.typ(c))
		}
	}
	e.infer = keep
	if len(t.Args) != 4 {
		return parse.TypeRef{}
	}
	return t
}

func (e *extractor) inferType(n parse.Node) {
	first := true
	for c := range n.Named {
		if first && !e.quiet {
			e.local(parse.Local{Name: c.Text(), Scope: e.infer, Kind: parse.LocalTypeParam})
		} else if !first {
			e.typ(c)
		}
		first = false
	}
}

// lookupArgs reads T['name']: the type, and the quoted name.
func (e *extractor) lookupArgs(n parse.Node) []parse.TypeRef {
	var out []parse.TypeRef
	for c := range n.Named {
		if c.Is("comment") {
			continue
		}
		t := e.typ(c)
		if c.Is("index_type_query") {
			t = parse.TypeRef{Form: parse.FormKeys, At: c.Start()}
		}
		out = append(out, t)
	}
	return out
}

// typeQuery reads typeof x.y.
func (e *extractor) typeQuery(n parse.Node) parse.TypeRef {
	inner := namedChild(n)
	name := dotted(inner)
	if !e.quiet {
		for c := range n.Named {
			if c.Is("type_arguments") {
				e.typeArgs(c)
			} else {
				e.visit(c)
			}
		}
	}
	if name == "" {
		return parse.TypeRef{}
	}
	return parse.TypeRef{Form: parse.FormQuery, Name: name, At: inner.Start()}
}

// baseType reads a type of a base list: its own name is not a reference, the names
// in its arguments are.
func (e *extractor) baseType(n parse.Node) parse.TypeRef {
	switch n.Kind() {
	case "generic_type":
		name := n.Field("name")
		return parse.TypeRef{Name: strings.Join(strings.Fields(name.Text()), ""),
			Args: e.typeArgs(n.Field("type_arguments")), At: name.Start()}
	case "type_identifier", "nested_type_identifier", "identifier", "member_expression":
		return parse.TypeRef{Name: strings.Join(strings.Fields(n.Text()), ""), At: n.Start()}
	}
	e.typ(n)
	return parse.TypeRef{}
}

// typeParams declares the type parameters of n.
func (e *extractor) typeParams(def int32, n parse.Node) {
	list := n.Field("type_parameters")
	for p := range list.Named {
		if !p.Is("type_parameter") {
			continue
		}
		name := p.Field("name")
		if def >= 0 {
			d := &e.f.Definitions[def]
			if !has(d.TypeParams, name.Text()) {
				d.TypeParams = append(d.TypeParams, name.Text())
			}
		}
		bound := e.typ(p.Field("constraint"))
		l := parse.Local{Name: name.Text(), Scope: n.Range(), Type: bound,
			Kind: parse.LocalTypeParam}
		if t := e.typ(p.Field("value")); !t.IsZero() {
			l.Init = []parse.Step{{Kind: parse.StepType, Type: &t}}
		}
		if !e.quiet {
			e.local(l)
		}
	}
}

// plainTypes returns written type arguments without adding references.
func (e *extractor) plainTypes(n parse.Node) []parse.TypeRef {
	keep := e.quiet
	e.quiet = true
	list := e.typeArgs(n)
	e.quiet = keep
	return list
}

// plainType returns a type without adding references: for types that are
// visited elsewhere.
func (e *extractor) plainType(n parse.Node) parse.TypeRef {
	keep := e.quiet
	e.quiet = true
	t := e.typ(n)
	e.quiet = keep
	return t
}
