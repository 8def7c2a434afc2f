package python

import (
	"strings"

	"seedgraph/parse"
)

// annotation reads a written type and emits a reference for every name in it.
func (w *walker) annotation(n parse.Node) parse.TypeRef {
	t := w.typeRef(n)
	w.typeNames(t)
	return simplify(t)
}

// typeRef reads the type that an expression denotes. Anything else, such as the
// further arguments of Annotated, is read as an expression.
func (w *walker) typeRef(n parse.Node) parse.TypeRef {
	switch n.Kind() {
	case "type", "parenthesized_expression", "splat_type", "list_splat", "constrained_type":
		for c := range n.Named {
			return w.typeRef(c)
		}
	case "identifier", "attribute", "dotted_name", "member_type":
		if isDotted(n) {
			return parse.TypeRef{Name: dotted(n), At: n.Start()}
		}
		w.expr(n)
	case "ellipsis":
		return parse.TypeRef{Form: parse.FormRest, At: n.Start()}
	case "none":
		return parse.TypeRef{Name: "None", At: n.Start()}
	case "generic_type", "subscript":
		return w.genericType(n)
	case "binary_operator", "union_type":
		if n.Kind() == "binary_operator" && n.Field("operator").Kind() != "|" {
			return parse.TypeRef{}
		}
		return w.listType(n, parse.FormUnion)
	case "list", "tuple", "expression_list":
		return w.listType(n, parse.FormTuple)
	case "string", "concatenated_string":
		at := n.Start()
		if c := n.Child("string_content"); !c.IsZero() && n.Kind() == "string" {
			return parseType(c.Text(), c.Start())
		}
		return parse.TypeRef{At: at}
	case "comment":
	default:
		w.expr(n)
	}
	return parse.TypeRef{}
}

func isDotted(n parse.Node) bool {
	for n.Kind() == "attribute" {
		n = n.Field("object")
	}
	return n.Is("identifier", "dotted_name")
}

func (w *walker) listType(n parse.Node, form parse.TypeForm) parse.TypeRef {
	out := parse.TypeRef{Form: form, At: n.Start()}
	for c := range n.Named {
		if c.Kind() == "comment" {
			continue
		}
		a := w.typeRef(c)
		if a.Form == parse.FormUnion && form == parse.FormUnion {
			out.Args = append(out.Args, a.Args...)
			continue
		}
		out.Args = append(out.Args, a)
	}
	return out
}

// genericType reads name[args].
func (w *walker) genericType(n parse.Node) parse.TypeRef {
	head := n.First()
	t := w.typeRef(head)
	if t.IsZero() {
		return t
	}
	last := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
	if last == "Literal" {
		return t
	}
	args := n
	if c := n.Child("type_parameter"); !c.IsZero() {
		args = c
	}
	for c := range args.Named {
		if c == head || c.Kind() == "comment" {
			continue
		}
		if last == "Annotated" && len(t.Args) > 0 {
			w.metadata(c)
			continue
		}
		t.Args = append(t.Args, w.typeRef(c))
	}
	return t
}

// metadata reads an argument of Annotated after the first: an expression.
func (w *walker) metadata(n parse.Node) {
	if n.Kind() == "type" {
		n = n.First()
	}
	w.expr(n)
}

// typeNames emits a reference for each name in t.
func (w *walker) typeNames(t parse.TypeRef) {
	if t.Name != "" && t.Name != "None" && t.At > 0 {
		w.typeName(t)
	}
	for _, a := range t.Args {
		w.typeNames(a)
	}
}

// typeName emits a reference for each part of a dotted name; the last is the type,
// the others are modules or classes.
func (w *walker) typeName(t parse.TypeRef) {
	parts := strings.Split(t.Name, ".")
	var recv []parse.Step
	at := t.At
	for i, part := range parts {
		r := parse.Reference{Kind: parse.RefMember, Name: part, Recv: recv, Args: -1, At: at}
		if i == len(parts)-1 {
			r.Kind, r.TypeArgs = parse.RefType, int8(min(len(t.Args), 100))
		}
		w.refer(r, i == 0)
		at += uint32(len(part)) + 1
		if i == 0 {
			recv = w.cut(parse.Step{Kind: parse.StepName, Name: part})
		} else {
			recv = w.extend(recv, parse.Step{Kind: parse.StepMember, Name: part})
		}
	}
}

// simplify removes parts of a type that do not affect the members of a value.
func simplify(t parse.TypeRef) parse.TypeRef {
	for i := range t.Args {
		t.Args[i] = simplify(t.Args[i])
	}
	if t.Form == parse.FormUnion {
		return withoutNone(t)
	}
	switch t.Name[strings.LastIndexByte(t.Name, '.')+1:] {
	case "Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly",
		"InitVar", "Unpack":
		if len(t.Args) == 0 {
			return parse.TypeRef{} // left to the value
		}
		return t.Args[0]
	case "Union":
		t.Name, t.Form = "", parse.FormUnion
		return withoutNone(t)
	case "Tuple", "tuple":
		if n := len(t.Args); n > 0 && !(n == 2 && t.Args[1].Form == parse.FormRest) {
			t.Name, t.Form = "", parse.FormTuple
		}
	}
	return t
}

func withoutNone(t parse.TypeRef) parse.TypeRef {
	var args []parse.TypeRef
	for _, a := range t.Args {
		if a.Name != "None" {
			args = append(args, a)
		}
	}
	if len(args) == 1 {
		return args[0]
	}
	t.Args = args
	return t
}

// parseType parses a type in a string, which begins at an offset of the file.
func parseType(s string, at uint32) parse.TypeRef {
	p := typeParser{s: s, at: at}
	t := p.union(0)
	p.blanks()
	if p.i < len(p.s) || p.bad {
		return parse.TypeRef{}
	}
	return t
}

type typeParser struct {
	s   string
	i   int
	at  uint32
	bad bool // s is not a type
}

// maxTypeDepth bounds the nesting of types in strings.
const maxTypeDepth = 50

func (p *typeParser) blanks() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t' || p.s[p.i] == '\n' ||
		p.s[p.i] == '\r') {
		p.i++
	}
}

func (p *typeParser) take(c byte) bool {
	p.blanks()
	if p.i < len(p.s) && p.s[p.i] == c {
		p.i++
		return true
	}
	return false
}

func (p *typeParser) union(depth int) parse.TypeRef {
	p.blanks()
	start := p.i
	t := p.one(depth)
	if !p.take('|') {
		return t
	}
	out := parse.TypeRef{Form: parse.FormUnion, Args: []parse.TypeRef{t}, At: p.at + uint32(start)}
	for {
		out.Args = append(out.Args, p.one(depth))
		if !p.take('|') {
			return out
		}
	}
}

func (p *typeParser) one(depth int) parse.TypeRef {
	p.blanks()
	if depth > maxTypeDepth || p.i >= len(p.s) {
		return parse.TypeRef{}
	}
	start := p.i
	switch c := p.s[p.i]; {
	case c == '[' || c == '(':
		return parse.TypeRef{Form: parse.FormTuple, Args: p.list(depth), At: p.at + uint32(start)}
	case c == '\'' || c == '"':
		end := strings.IndexByte(p.s[p.i+1:], c)
		if end < 0 {
			return parse.TypeRef{}
		}
		p.i += end + 2
		return parseType(p.s[start+1:start+1+end], p.at+uint32(start)+1)
	}
	for p.i < len(p.s) && isNameByte(p.s[p.i]) {
		p.i++
	}
	t := parse.TypeRef{Name: p.s[start:p.i], At: p.at + uint32(start)}
	if t.Name == "..." {
		t.Name, t.Form = "", parse.FormRest
	}
	p.blanks()
	if t.Name != "" && p.i < len(p.s) && p.s[p.i] == '[' {
		if strings.HasSuffix(t.Name, "Literal") {
			p.skip()
		} else {
			t.Args = p.list(depth)
		}
	}
	return t
}

// skip skips bracketed text.
func (p *typeParser) skip() {
	if end := strings.IndexByte(p.s[p.i:], ']'); end >= 0 {
		p.i += end + 1
		return
	}
	p.i, p.bad = len(p.s), true
}

// list reads the types between brackets.
func (p *typeParser) list(depth int) []parse.TypeRef {
	closing := byte(']')
	if p.s[p.i] == '(' {
		closing = ')'
	}
	p.i++
	var out []parse.TypeRef
	for p.i < len(p.s) {
		if p.take(closing) {
			return out
		}
		before := p.i
		out = append(out, p.union(depth+1))
		p.take(',')
		if p.i == before {
			p.i, p.bad = len(p.s), true
		}
	}
	return out
}

func isNameByte(c byte) bool {
	return c == '_' || c == '.' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' ||
		'A' <= c && c <= 'Z'
}
