package dts

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
)

func named(name string, args ...external.TypeRef) external.TypeRef {
	return external.TypeRef{Form: external.Named, Name: name, Args: args}
}

func computed(name string, args ...external.TypeRef) external.TypeRef {
	return external.TypeRef{Form: external.Computed, Name: name, Args: args}
}

func literal(text string) external.TypeRef {
	return external.TypeRef{Form: external.Literal, Name: text}
}

// ref converts a type written in s; the zero value if it is missing.
func (r *reader) ref(s *scope, n parse.Node) external.TypeRef {
	switch n.Kind() {
	case "type_annotation", "parenthesized_type", "constraint", "default_type", "template_type",
		"omitting_type_annotation", "opting_type_annotation", "adding_type_annotation":
		return r.ref(s, firstNamed(n))
	case "type_identifier", "identifier", "predefined_type", "nested_type_identifier",
		"member_expression", "this_type", "this", "generic_type", "call_expression":
		return r.namedType(s, n)
	case "array_type":
		return external.TypeRef{Form: external.Array, Name: "[]", Args: r.list(s, n)}
	case "readonly_type":
		return readonly(r.ref(s, firstNamed(n)))
	case "tuple_type":
		return external.TypeRef{Form: external.Tuple, Args: r.tuple(s, n)}
	case "union_type":
		return external.TypeRef{Form: external.Union, Args: r.operands(s, n)}
	case "intersection_type":
		return external.TypeRef{Form: external.Intersection, Args: r.operands(s, n)}
	case "literal_type":
		return literalType(firstNamed(n))
	case "function_type", "constructor_type":
		return external.TypeRef{Form: external.Func, Members: []external.Member{r.functionType(s, n)}}
	case "object_type":
		return r.object(s, n)
	}
	return r.computedType(s, n)
}

// computedType converts the types that the compiler computes.
func (r *reader) computedType(s *scope, n parse.Node) external.TypeRef {
	switch n.Kind() {
	case "template_literal_type":
		return computed("template", r.template(s, n)...)
	case "conditional_type":
		return r.conditional(s, n)
	case "lookup_type":
		return computed("[]", r.list(s, n)...)
	case "index_type_query":
		return computed("keyof", r.list(s, n)...)
	case "type_query":
		return r.typeQuery(s, firstNamed(n))
	case "infer_type":
		args := r.list(s, n)
		args[0] = external.TypeRef{Form: external.TypeVar, Name: args[0].Name}
		return computed("infer", args...)
	case "type_predicate_annotation", "asserts_annotation":
		return r.ref(s, firstNamed(n))
	case "type_predicate":
		return computed("is", literal(n.Field("name").Text()), r.ref(s, n.Field("type")))
	case "asserts":
		if inner := firstNamed(n); inner.Is("type_predicate") {
			t := r.ref(s, inner)
			return computed("asserts", t.Args...)
		}
		return computed("asserts", literal(firstNamed(n).Text()))
	}
	return external.TypeRef{}
}

// namedType converts a type given by its name.
func (r *reader) namedType(s *scope, n parse.Node) external.TypeRef {
	switch n.Kind() {
	case "this_type", "this":
		return external.TypeRef{Form: external.Self}
	case "predefined_type":
		return named(strings.Join(strings.Fields(n.Text()), " "))
	case "call_expression":
		return named(r.importedName(r.importPath(n), "", asType))
	case "generic_type":
		t := r.ref(s, n.Field("name"))
		t.Args = r.list(s, n.Field("type_arguments"))
		return t
	}
	name := squeeze(n.Text())
	if call := importCall(n); !call.IsZero() {
		_, rest, _ := strings.Cut(name, ").")
		return named(r.importedName(r.importPath(call), rest, asType))
	}
	if slices.Contains(r.vars, name) {
		return external.TypeRef{Form: external.TypeVar, Name: name}
	}
	if name == "undefined" {
		return named(name)
	}
	return named(r.typeName(s, name))
}

// importCall returns the leading import("m") of a dotted name.
func importCall(n parse.Node) parse.Node {
	for n.Is("member_expression", "nested_type_identifier") {
		n = n.First()
	}
	if n.Is("call_expression") {
		return n
	}
	return parse.Node{}
}

func (r *reader) importPath(call parse.Node) string {
	return r.module(firstNamed(call.Field("arguments")).Text())
}

// list converts the types below n.
func (r *reader) list(s *scope, n parse.Node) []external.TypeRef {
	var out []external.TypeRef
	for c := range n.Named {
		if !c.Is("comment") {
			out = append(out, r.ref(s, c))
		}
	}
	return out
}

// operands converts the operands of a union or intersection, including nested ones.
func (r *reader) operands(s *scope, n parse.Node) []external.TypeRef {
	var out []external.TypeRef
	for c := range n.Named {
		switch {
		case c.Is("comment"):
		default:
			if t := r.ref(s, c); t.Form == forms[n.Kind()] {
				out = append(out, t.Args...)
			} else {
				out = append(out, t)
			}
		}
	}
	return out
}

// forms maps node types to the forms of types with operands.
var forms = map[string]external.Form{
	"union_type": external.Union, "intersection_type": external.Intersection,
}

// readonly returns readonly T[] for an array type t, and a tuple unchanged. The
// grammar parses readonly T[] | U as readonly (T[] | U).
func readonly(t external.TypeRef) external.TypeRef {
	switch t.Form {
	case external.Array:
		return named("ReadonlyArray", t.Args...)
	case external.Union, external.Intersection:
		t.Args[0] = readonly(t.Args[0])
	}
	return t
}

// tuple converts the elements of a tuple, without their names.
func (r *reader) tuple(s *scope, n parse.Node) []external.TypeRef {
	var out []external.TypeRef
	for c := range n.Named {
		var t external.TypeRef
		switch c.Kind() {
		case "comment":
			continue
		case "required_parameter":
			t = r.ref(s, c.Field("type"))
			if c.Field("name").Is("rest_pattern") {
				t = external.TypeRef{Form: external.Spread, Args: []external.TypeRef{t}}
			}
		case "optional_parameter":
			t = computed("?", r.ref(s, c.Field("type")))
		case "optional_type":
			t = computed("?", r.ref(s, firstNamed(c)))
		case "rest_type":
			t = external.TypeRef{Form: external.Spread, Args: r.list(s, c)}
		default:
			t = r.ref(s, c)
		}
		out = append(out, t)
	}
	return out
}

// literalType converts a value as a type. Strings get double quotes.
func literalType(n parse.Node) external.TypeRef {
	switch n.Kind() {
	case "null", "undefined":
		return named(n.Text())
	case "string":
		return literal(`"` + unquote(n.Text()) + `"`)
	}
	return literal(squeeze(n.Text()))
}

func (r *reader) template(s *scope, n parse.Node) []external.TypeRef {
	var out []external.TypeRef
	for c := range n.Named {
		if c.Is("template_type") {
			out = append(out, r.ref(s, c))
		} else {
			out = append(out, literal(`"`+c.Text()+`"`))
		}
	}
	return out
}

// conditional converts A extends B ? C : D. A name introduced by infer in B is a type
// variable in C. If the condition tests for global values with some names, as
// @types/node does for those of the DOM, it is evaluated.
func (r *reader) conditional(s *scope, n parse.Node) external.TypeRef {
	left, right := n.Field("left"), n.Field("right")
	kept := len(r.vars)
	defer func() { r.vars = r.vars[:kept] }()
	if right.Is("infer_type") {
		r.vars = append(r.vars, firstNamed(right).Text())
	}
	for d := range right.Descendants {
		if d.Is("infer_type") {
			r.vars = append(r.vars, firstNamed(d).Text())
		}
	}
	if squeeze(left.Text()) == "typeofglobalThis" && right.Is("object_type") {
		if r.globals(right) {
			return r.ref(s, n.Field("consequence"))
		}
		return r.ref(s, n.Field("alternative"))
	}
	yes, no := n.Field("consequence"), n.Field("alternative")
	return computed("?:", r.ref(s, left), r.ref(s, right), r.ref(s, yes), r.ref(s, no))
}

// globals reports whether all names in an object type are global values.
func (r *reader) globals(object parse.Node) bool {
	for c := range object.Named {
		if name := c.Field("name"); !name.IsZero() && !r.global.values[name.Text()] {
			return false
		}
	}
	return true
}

// typeQuery converts typeof x.y and typeof import("m").x.
func (r *reader) typeQuery(s *scope, n parse.Node) external.TypeRef {
	var args []external.TypeRef
	if n.Is("instantiation_expression") {
		args = r.list(s, n.Field("type_arguments"))
		n = n.First()
	}
	name := squeeze(n.Text())
	if call := importCall(n); !call.IsZero() {
		_, rest, _ := strings.Cut(name, ").")
		return computed("typeof", named(r.importedName(r.importPath(call), rest, asValue), args...))
	}
	return computed("typeof", named(r.valueName(s, name), args...))
}

// functionType converts (a: A) => B and new (a: A) => B.
func (r *reader) functionType(s *scope, n parse.Node) external.Member {
	m := external.Member{Name: external.CallName, Kind: external.Call}
	if n.Is("constructor_type") {
		m.Name, m.Kind = external.ConstructorName, external.Constructor
		if hasToken(n, "abstract") {
			m.Flags = external.Abstract
		}
	}
	r.signature(s, n, &m)
	return m
}

// object converts { a: A; b(): B } and { [K in T]: A }.
func (r *reader) object(s *scope, n parse.Node) external.TypeRef {
	if sig := n.Child("index_signature"); !sig.Child("mapped_type_clause").IsZero() {
		return r.mapped(s, sig)
	}
	out := external.TypeRef{Form: external.Object}
	for c := range n.Named {
		for _, m := range r.member1(s, c) {
			out.Members = append(out.Members, m.Member)
		}
	}
	out.Members = withAccessors(out.Members)
	return out
}

// mapped converts [K in T as N]: A.
func (r *reader) mapped(s *scope, sig parse.Node) external.TypeRef {
	clause, value := sig.Child("mapped_type_clause"), sig.Field("type")
	name := "mapped"
	switch value.Kind() {
	case "opting_type_annotation", "adding_type_annotation":
		name = "mapped?"
	case "omitting_type_annotation":
		name = "mapped-"
	}
	kept := len(r.vars)
	defer func() { r.vars = r.vars[:kept] }()
	key := clause.Field("name").Text()
	keys := r.ref(s, clause.Field("type"))
	r.vars = append(r.vars, key)
	args := []external.TypeRef{{Form: external.TypeVar, Name: key}, keys, r.ref(s, value)}
	if as := clause.Field("alias"); !as.IsZero() {
		args = append(args, r.ref(s, as))
	}
	return computed(name, args...)
}

func firstNamed(n parse.Node) parse.Node {
	for c := range n.Named {
		if !c.Is("comment") {
			return c
		}
	}
	return parse.Node{}
}

// hasToken reports whether n has a keyword or punctuation token as a child.
func hasToken(n parse.Node, token string) bool {
	for c := range n.Children {
		if c.Kind() == token {
			return true
		}
	}
	return false
}
