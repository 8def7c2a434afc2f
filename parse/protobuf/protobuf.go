// Package protobuf reads Protocol Buffers definitions of messages and services
// (.proto): proto2, proto3 and editions. It uses no grammar.
//
//	protobuf.go  the language; messages, enums, services and their members as definitions
//	scan.go      tokens, with the comments before them
package protobuf

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// Languages returns the language of .proto files.
func Languages() []parse.Language { return []parse.Language{language{}} }

type language struct{}

// Name implements [parse.Language].
func (language) Name() string { return "protobuf" }

// Extensions implements [parse.Language].
func (language) Extensions() []string { return []string{".proto"} }

// Facts implements [parse.Language].
//
// A message is a struct, a service an interface and a method of it a method, whose
// request is its parameter. The module is the package. A field of a oneof is a
// field of the message, and so is one that an extend adds to another message.
//
// Time and memory are linear in the length of the file.
func (language) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	r := &reader{s: scanner{text: src.Text}, f: &parse.Facts{Path: src.Path, Language: "protobuf",
		Text: src.Text, Gaps: src.Gaps, Module: strings.TrimSuffix(src.Path, ".proto"),
		Definitions: []parse.Definition{{Kind: graph.KindFile, Name: path.Base(src.Path),
			Symbol: "<module>", Parent: -1,
			Range: parse.Range{End: uint32(len(src.Text))}}}}}
	r.advance()
	for r.t.kind != tokenEnd {
		r.element(0, 0)
		if r.is("}") { // closes nothing
			r.f.HasError = true
			r.advance()
		}
	}
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

// maxDepth bounds the nesting of messages.
const maxDepth = 100

// element reads one element of a file or of a message.
func (r *reader) element(parent int32, depth int) {
	switch {
	case r.is("import"):
		r.imported()
	case r.is("package") && parent == 0:
		r.advance()
		if r.t.kind == tokenName {
			r.f.Module = r.t.text
		}
		r.skip()
	case r.is("export") || r.is("local"): // editions from 2024 on
		r.advance()
	case r.named("message", parent, graph.KindStruct, depth, r.element),
		r.named("enum", parent, graph.KindEnum, depth, r.constant),
		r.named("service", parent, graph.KindInterface, depth, r.method):
	case r.is("extend") || r.is("oneof"):
		r.within(parent, depth)
	case r.is("syntax") || r.is("edition") || r.is("option") || r.is("reserved") ||
		r.is("extensions"):
		r.skip()
	case r.t.kind == tokenName:
		r.field(parent, depth)
	case !r.is("}"):
		r.advance()
	}
}

// imported reads an import.
func (r *reader) imported() {
	r.advance()
	for r.t.kind == tokenName {
		r.advance() // public, weak, option
	}
	if r.t.kind == tokenString {
		r.f.Imports = append(r.f.Imports, parse.Import{Path: r.t.text, At: uint32(r.t.start) + 1})
	}
	r.skip()
}

// named reads a definition with a body: word Name { … }. It returns false for
// anything else.
func (r *reader) named(word string, parent int32, kind graph.NodeKind, depth int,
	inside func(int32, int)) bool {
	if !r.is(word) {
		return false
	}
	saved := *r
	first := r.advance()
	name := r.advance()
	if name.kind != tokenName || !r.is("{") {
		*r = saved
		return false // a field whose type has that name
	}
	i := r.define(kind, name, first, parent)
	r.f.Definitions[i].Signature = word + " " + name.text
	r.body(i, depth, inside)
	return true
}

// define begins a definition; first is its first token.
func (r *reader) define(kind graph.NodeKind, name, first token, parent int32) int32 {
	d := parse.Definition{Kind: kind, Name: name.text, Symbol: name.text, Parent: parent,
		NameAt: uint32(name.start), Doc: first.doc, Exported: true,
		Range: parse.Range{Start: uint32(first.docStart)}}
	if parent > 0 {
		d.Symbol = r.f.Definitions[parent].Symbol + "." + name.text
	}
	r.f.Definitions = append(r.f.Definitions, d)
	return int32(len(r.f.Definitions) - 1)
}

// body reads the contents of braces.
func (r *reader) body(of int32, depth int, inside func(int32, int)) {
	start := r.advance().start
	for r.t.kind != tokenEnd && !r.is("}") {
		if depth >= maxDepth {
			r.skip()
		} else {
			inside(of, depth+1)
		}
	}
	r.f.HasError = r.f.HasError || r.t.kind == tokenEnd
	r.advance()
	d := &r.f.Definitions[of]
	d.Body = parse.Range{Start: uint32(start), End: uint32(r.last)}
	d.Range.End = uint32(r.last)
}

// within reads the fields of a oneof, or of an extend.
func (r *reader) within(parent int32, depth int) {
	word := r.advance().text
	if r.t.kind == tokenName && word == "extend" {
		r.refer(r.t, parent)
	}
	r.advance()
	if !r.is("{") {
		r.skip()
		return
	}
	r.advance()
	for r.t.kind != tokenEnd && !r.is("}") {
		if r.is("option") || depth >= maxDepth {
			r.skip()
		} else {
			r.field(parent, depth)
		}
	}
	r.advance()
}

// constant reads a value of an enum.
func (r *reader) constant(parent int32, _ int) {
	if r.t.kind != tokenName || r.is("option") || r.is("reserved") {
		r.skip()
		return
	}
	name := r.advance()
	if !r.is("=") {
		r.skip()
		return
	}
	r.finish(r.define(graph.KindConstant, name, name, parent), name.start)
}

// labels are the labels before the type of a field.
var labels = map[string]bool{"repeated": true, "optional": true, "required": true}

// field reads a field of a message.
//
//	repeated Item items = 1 [deprecated = true];    map<string, Item> by = 2;
func (r *reader) field(parent int32, depth int) {
	first := r.t
	typ := r.advance()
	if labels[typ.text] && r.t.kind == tokenName {
		typ = r.advance()
	}
	value := typ
	if typ.text == "map" && r.is("<") {
		r.advance()
		for r.t.kind != tokenEnd && !r.is(">") && !r.is(";") && !r.is("}") {
			if r.t.kind == tokenName {
				value = r.t
			}
			r.advance()
		}
		r.advance()
	}
	name := r.t
	if typ.kind != tokenName || name.kind != tokenName {
		r.skip()
		return
	}
	r.advance()
	if typ.text == "group" && r.is("=") { // proto2
		r.group(name, first, parent, depth)
		return
	}
	if !r.is("=") {
		r.f.HasError = true
		r.skip()
		return
	}
	i := r.define(graph.KindField, name, first, parent)
	r.f.Definitions[i].Type = parse.TypeRef{Name: value.text, At: uint32(value.start)}
	r.refer(value, i)
	r.finish(i, first.start)
}

// group reads a field that declares its own message.
func (r *reader) group(name, first token, parent int32, depth int) {
	for r.t.kind != tokenEnd && !r.is("{") && !r.is(";") && !r.is("}") {
		r.advance()
	}
	if r.is("{") {
		i := r.define(graph.KindStruct, name, first, parent)
		r.f.Definitions[i].Signature = "group " + name.text
		r.body(i, depth, r.element)
	}
}

// method reads a method of a service.
//
//	rpc Place(stream Order) returns (Receipt) { option …; }
func (r *reader) method(parent int32, _ int) {
	if !r.is("rpc") {
		r.skip()
		return
	}
	first := r.advance()
	name := r.advance()
	if name.kind != tokenName || !r.is("(") {
		r.skip()
		return
	}
	i := r.define(graph.KindMethod, name, first, parent)
	request := r.message(i)
	var reply parse.TypeRef
	if r.is("returns") {
		r.advance()
		reply = r.message(i)
	}
	d := &r.f.Definitions[i]
	d.Params, d.Type = []parse.Param{{Type: request}}, reply
	r.finish(i, first.start)
}

// message reads the message of a method, in parentheses.
func (r *reader) message(of int32) parse.TypeRef {
	var typ token
	if !r.is("(") {
		return parse.TypeRef{}
	}
	for r.advance(); r.t.kind == tokenName; r.advance() {
		typ = r.t
	}
	if r.is(")") {
		r.advance()
	}
	r.refer(typ, of)
	return parse.TypeRef{Name: typ.text, At: uint32(typ.start)}
}

// finish ends a definition at the end of its statement. Its options, in brackets
// or braces, are not part of the signature.
func (r *reader) finish(i int32, start int) {
	end := r.last
	for !r.is("[") && !r.is("{") && !r.is(";") && !r.is("}") && r.t.kind != tokenEnd {
		r.advance()
		end = r.last
	}
	r.skip()
	d := &r.f.Definitions[i]
	d.Range.End = uint32(r.last)
	d.Signature = strings.Join(strings.Fields(r.s.text[start:end]), " ")
}

// skip skips the rest of a statement: up to its semicolon, or the braces that end
// it.
func (r *reader) skip() {
	for depth := 0; r.t.kind != tokenEnd; {
		switch {
		case r.is("{"), r.is("["), r.is("("):
			depth++
		case r.is("}") && depth == 0:
			return
		case r.is("}"), r.is("]"), r.is(")"):
			depth--
			if depth == 0 && r.is("}") {
				r.advance()
				if r.is(";") {
					r.advance()
				}
				return
			}
		case r.is(";") && depth == 0:
			r.advance()
			return
		}
		r.advance()
	}
}

// scalars are the types that are not messages.
var scalars = map[string]bool{"double": true, "float": true, "int32": true, "int64": true,
	"uint32": true, "uint64": true, "sint32": true, "sint64": true, "fixed32": true,
	"fixed64": true, "sfixed32": true, "sfixed64": true, "bool": true, "string": true,
	"bytes": true}

// refer adds a reference to a message or an enum. The leading dot of a fully
// qualified name is dropped.
func (r *reader) refer(t token, from int32) {
	if whole, ok := strings.CutPrefix(t.text, "."); ok {
		t.text = whole
		t.start++
	}
	if t.kind == tokenName && !scalars[t.text] {
		r.f.References = append(r.f.References, parse.Reference{Name: t.text, Kind: parse.RefType,
			Def: from, At: uint32(t.start), Args: -1})
	}
}
