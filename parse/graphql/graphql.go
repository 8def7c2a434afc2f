// Package graphql reads schemas and documents of GraphQL (.graphql, .graphqls,
// .gql), by the specification of October 2021. It uses no grammar.
//
//	graphql.go   the language; definitions of a schema
//	document.go  operations, fragments and their selections
//	scan.go      tokens
package graphql

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// Languages returns the language of GraphQL schemas and documents.
func Languages() []parse.Language { return []parse.Language{language{}} }

type language struct{}

// Name implements [parse.Language].
func (language) Name() string { return "graphql" }

// Extensions implements [parse.Language].
func (language) Extensions() []string { return []string{".graphql", ".graphqls", ".gql"} }

// Facts implements [parse.Language].
//
// An object type is a class, an input a struct, a union or scalar a type alias, a
// directive, an operation or a fragment a function. An extension is a part of the
// type that its receiver names, with the symbol of that type. A reference to a
// member is
//
//   - the name of a directive after "@", or of a fragment after "...";
//   - a selected field, whose receiver is the type of a condition ([parse.StepType]), the keyword of
//     the operation, or the enclosing field at its [parse.Step.At] ([parse.StepName]).
//
// A root operation type of a schema is a reference whose receiver is the keyword
// of the operation. A comment #import "other.graphql", which build tools
// interpret, is an import.
//
// Time and memory are linear in the length of the file.
func (language) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	r := &reader{s: scanner{text: src.Text}, f: &parse.Facts{Path: src.Path, Language: "graphql",
		Text: src.Text, Gaps: src.Gaps, Module: strings.TrimSuffix(src.Path, path.Ext(src.Path)),
		Definitions: []parse.Definition{{Kind: graph.KindFile, Name: path.Base(src.Path),
			Symbol: "<module>", Parent: -1,
			Range: parse.Range{End: uint32(len(src.Text))}}}}}
	r.advance()
	for r.t.kind != tokenEnd {
		r.definition()
	}
	r.f.Imports = r.s.imports
	r.f.Sort()
	return r.f, nil
}

// A reader turns the tokens of a file into facts, with one token of lookahead.
type reader struct {
	s    scanner
	t    token
	last int // where the previous token ends
	f    *parse.Facts
}

func (r *reader) advance() token {
	t := r.t
	r.last = t.end
	r.t = r.s.next()
	return t
}

func (r *reader) is(text string) bool {
	return r.t.text == text && (r.t.kind == tokenName || r.t.kind == tokenMark)
}

// take skips a token if it is the given one.
func (r *reader) take(text string) bool {
	if !r.is(text) {
		return false
	}
	r.advance()
	return true
}

// expect skips a required token.
func (r *reader) expect(text string) {
	if !r.take(text) {
		r.f.HasError = true
	}
}

// maxDepth bounds the nesting of values, types and selections.
const maxDepth = 200

// kinds are the node kinds of types, by their keyword.
var kinds = map[string]graph.NodeKind{"type": graph.KindClass, "interface": graph.KindInterface,
	"input": graph.KindStruct, "enum": graph.KindEnum, "union": graph.KindTypeAlias,
	"scalar": graph.KindTypeAlias}

// A head is the start of a definition.
type head struct {
	start int    // position of its description, or of its first word
	word  int    // position of its first word
	doc   string // its description
}

// definition reads one definition. A token that cannot begin one is skipped, and
// an error.
func (r *reader) definition() {
	h := head{start: r.t.start, word: r.t.start}
	if r.t.kind == tokenString {
		h.doc = r.advance().text
		h.word = r.t.start
	}
	extends := r.take("extend")
	word := r.t.text
	switch {
	case r.t.kind == tokenName && kinds[word] != "":
		r.advance()
		r.typeDefinition(h, kinds[word], extends)
	case r.is("schema"):
		r.advance()
		r.directives(0)
		r.roots()
	case r.is("directive"):
		r.advance()
		r.directive(h)
	case r.is("query") || r.is("mutation") || r.is("subscription"):
		r.operation(h, r.advance().text)
	case r.is("{"):
		r.selections(0, []parse.Step{{Kind: parse.StepName, Name: "query"}}, 0)
	case r.is("fragment"):
		r.advance()
		r.fragment(h)
	default:
		r.f.HasError = true
		r.advance()
	}
}

// define begins a definition with the next token as its name; it returns false if
// that is not a name.
func (r *reader) define(kind graph.NodeKind, h head, parent int32) (int32, bool) {
	if r.t.kind != tokenName {
		r.f.HasError = true
		return 0, false
	}
	name := r.advance()
	d := parse.Definition{Kind: kind, Name: name.text, Symbol: name.text, Parent: parent,
		NameAt: uint32(name.start), Doc: h.doc, Exported: true,
		Range: parse.Range{Start: uint32(h.start)}}
	if parent > 0 {
		d.Symbol = r.f.Definitions[parent].Symbol + "." + name.text
	}
	r.f.Definitions = append(r.f.Definitions, d)
	return int32(len(r.f.Definitions) - 1), true
}

// finish ends a definition after the last token. The text before from is its
// signature.
func (r *reader) finish(i int32, h head, from int) {
	d := &r.f.Definitions[i]
	d.Range.End = uint32(r.last)
	if from > r.last {
		from = r.last
	}
	d.Signature = strings.Join(strings.Fields(r.s.text[h.word:max(from, h.word)]), " ")
}

// typeDefinition reads the part after the keyword of a type.
//
//	Order implements Node & Entity @key(fields: "id") { … }    Pet = Cat | Dog
func (r *reader) typeDefinition(h head, kind graph.NodeKind, extends bool) {
	i, ok := r.define(kind, h, 0)
	if !ok {
		return
	}
	if extends {
		d := &r.f.Definitions[i]
		d.Partial = true
		d.SetReceiver(parse.TypeRef{Name: d.Name, At: d.NameAt})
		r.refer(parse.Reference{Name: d.Name, Kind: parse.RefType, At: d.NameAt}, i)
	}
	if r.take("implements") {
		r.take("&")
		r.bases(i)
	}
	end := r.last
	r.directives(i)
	if r.take("=") {
		r.take("|")
		for r.named(i, parse.RefType) && r.take("|") {
		}
		end = r.last
	}
	if r.is("{") {
		body := r.advance().start
		for r.t.kind != tokenEnd && !r.is("}") {
			if kind == graph.KindEnum {
				r.member(graph.KindConstant, i)
			} else {
				r.member(graph.KindField, i)
			}
		}
		r.expect("}")
		r.f.Definitions[i].Body = parse.Range{Start: uint32(body), End: uint32(r.last)}
	}
	r.finish(i, h, end)
}

// bases reads the interfaces that a type implements. Schemas from before 2018
// separate them by commas, which are ignored.
func (r *reader) bases(i int32) {
	r.f.HasError = r.f.HasError || r.t.kind != tokenName
	for more := true; more && r.t.kind == tokenName; {
		t := r.advance()
		d := &r.f.Definitions[i]
		d.Bases = append(d.Bases, parse.TypeRef{Name: t.text, At: uint32(t.start)})
		d.AddRare().BaseKind = append(d.RareFields().BaseKind, true)
		more = r.take("&") || strings.Contains(r.s.text[t.end:r.t.start], ",")
	}
}

// member reads a field of a type or input, or a value of an enum.
//
//	orders(first: Int = 10): [Order!]! @deprecated
func (r *reader) member(kind graph.NodeKind, parent int32) {
	h := head{start: r.t.start, word: r.t.start}
	if r.t.kind == tokenString {
		h.doc = r.advance().text
		h.word = r.t.start
	}
	i, ok := r.define(kind, h, parent)
	if !ok {
		r.advance()
		return
	}
	r.arguments(i)
	if kind != graph.KindConstant {
		r.expect(":")
		r.f.Definitions[i].Type = r.typeOf(i, 0)
	}
	end := r.last
	r.value()
	r.directives(i)
	r.finish(i, h, end)
}

// arguments reads the arguments declared by a field or directive, if any.
func (r *reader) arguments(of int32) {
	if !r.take("(") {
		return
	}
	for r.t.kind != tokenEnd && !r.is(")") && !r.is("}") {
		if r.t.kind == tokenString {
			r.advance()
		}
		name := r.advance()
		if name.kind != tokenName || !r.is(":") {
			r.f.HasError = true
			continue
		}
		r.advance()
		p := parse.Param{Name: name.text, Type: r.typeOf(of, 0)}
		p.Optional = r.value()
		r.directives(of)
		d := &r.f.Definitions[of]
		d.Params = append(d.Params, p)
	}
	r.expect(")")
}

// value skips a default value, and reports whether there is one.
func (r *reader) value() bool {
	if !r.take("=") {
		return false
	}
	r.skipValue()
	return true
}

// skipValue skips a value: a token, or a bracketed group.
func (r *reader) skipValue() {
	for depth := 0; r.t.kind != tokenEnd; {
		switch {
		case r.is("["), r.is("{"):
			depth++
		case r.is("]"), r.is("}"):
			depth--
		case r.is(")") && depth > 0: // of the enclosing construct
			r.f.HasError = true
			return
		case r.is("$"): // a variable; its name follows
			r.advance()
		}
		r.advance()
		if depth <= 0 {
			return
		}
	}
}

// typeOf reads a type, and adds a reference to its name. Lists and non-null marks
// are dropped.
func (r *reader) typeOf(of int32, depth int) parse.TypeRef {
	if r.take("[") {
		if depth >= maxDepth {
			r.f.HasError = true
			return parse.TypeRef{}
		}
		t := r.typeOf(of, depth+1)
		r.expect("]")
		r.take("!")
		if t.IsZero() {
			return t
		}
		return parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{t}}
	}
	t := parse.TypeRef{Name: r.t.text, At: uint32(r.t.start)}
	if !r.named(of, parse.RefType) {
		return parse.TypeRef{}
	}
	r.take("!")
	return t
}

// scalars are the built-in types of every schema.
var scalars = map[string]bool{"Int": true, "Float": true, "String": true, "Boolean": true, "ID": true}

// named reads a name and adds a reference to it, or returns false if there is no
// name.
func (r *reader) named(of int32, kind parse.RefKind) bool {
	if r.t.kind != tokenName {
		r.f.HasError = true
		return false
	}
	t := r.advance()
	if kind != parse.RefType || !scalars[t.text] {
		r.refer(parse.Reference{Name: t.text, Kind: kind, At: uint32(t.start)}, of)
	}
	return true
}

// refer adds a reference.
func (r *reader) refer(ref parse.Reference, of int32) {
	ref.Def, ref.Args = of, -1
	r.f.References = append(r.f.References, ref)
}

// builtIn are the built-in directives of every schema.
var builtIn = map[string]bool{"skip": true, "include": true, "deprecated": true,
	"specifiedBy": true, "oneOf": true}

// directives reads the directives applied here.
func (r *reader) directives(of int32) {
	for r.take("@") {
		if builtIn[r.t.text] {
			r.advance()
		} else {
			r.named(of, parse.RefMember)
		}
		r.given()
	}
}

// given skips arguments in parentheses.
func (r *reader) given() {
	if !r.take("(") {
		return
	}
	for r.t.kind == tokenName {
		r.advance()
		r.expect(":")
		r.skipValue()
	}
	r.expect(")")
}

// roots reads the root operation types.
//
//	schema { query: Query mutation: Mutation }
func (r *reader) roots() {
	if !r.take("{") {
		return
	}
	for r.t.kind == tokenName {
		word := r.advance().text
		r.expect(":")
		if r.named(0, parse.RefType) {
			root := &r.f.References[len(r.f.References)-1]
			root.Recv = []parse.Step{{Kind: parse.StepName, Name: word}}
		}
	}
	r.expect("}")
}

// directive reads the definition of a directive.
//
//	directive @auth(requires: Role = ADMIN) repeatable on OBJECT | FIELD_DEFINITION
func (r *reader) directive(h head) {
	r.expect("@")
	i, ok := r.define(graph.KindFunction, h, 0)
	if !ok {
		return
	}
	r.f.Definitions[i].Symbol = "@" + r.f.Definitions[i].Name
	r.f.Definitions[i].Modifiers = []string{"directive"}
	r.arguments(i)
	r.take("repeatable")
	r.expect("on")
	r.take("|")
	for r.t.kind == tokenName {
		r.advance()
		if !r.take("|") {
			break
		}
	}
	r.finish(i, h, r.last)
}
