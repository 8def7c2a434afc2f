package tags

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// ocaml has files as modules, and modules in them as classes. It is read by a
// scanner: the grammar at hand is 34 MB of C.
//
//   - A let binding of a structure is a function if it has parameters or is a function literal. Those
//     in expressions are locals, to whose enclosing definition their calls belong.
//   - Constructors and exceptions are constants. Record fields, and methods of objects, are not
//     references.
//   - `open M` and `include M` are imports of all names, `module N = M` one of M as N.
var ocaml = Row{
	Name: "ocaml", Accepts: "OCaml 5", Extensions: []string{".ml", ".mli"},
	Read: func(w *Walk) {
		o := &ocamlReader{Walk: w}
		o.tokens, w.quotes = ocamlTokens(w.Text)
		o.structure(0, len(o.tokens))
	},
	Module: func(w *Walk, _ parse.Node) string {
		name := path.Base(w.F.Path)
		name, _, _ = strings.Cut(name, ".")
		return upperFirst(name)
	},
	Silent:   "_ int string bool char unit list option array float exn bytes ref result int32 int64 nativeint lazy_t in_channel out_channel",
	TestFile: func(p string) bool { return strings.HasPrefix(p, "test/") || strings.Contains(p, "/test/") },
	Scoping:  Scoping{Implicit: true, Outward: true, ProjectFiles: []string{"dune"}},
}

// ocamlHeads finds the items at the beginning of a line.
var ocamlHeads = parse.LineMend{Head: `(?:let +(?:open|module|exception)\b|module +type +of\b)|` +
	`(?:let(?: +rec)?|and|exception|external|val|module(?: +rec| +type)?|` +
	`type(?: +nonrec)?(?: +[-+!]*'\w+| +\([^()\n]*\))?|class(?: +virtual| +type)?) +(\w+'*)`}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

var ocamlWords = newWords(`and as assert begin class constraint do done downto else end exception external
	false for fun function functor if in include inherit initializer lazy let match method module
	mutable new nonrec object of open or private rec sig struct then to true try type val virtual when
	while with mod land lor lxor lsl lsr asr let* let+ and* and+`)

// ocamlItems begin an item of a structure.
var ocamlItems = newWords("let type module open include exception external val class ;; end method inherit initializer")

// An ocamlReader reads one file.
type ocamlReader struct {
	*Walk
	tokens []ocamlToken
	depth  int
}

func (o *ocamlReader) text(i int) string {
	if i < 0 || i >= len(o.tokens) || o.tokens[i].kind == tokenString {
		return ""
	}
	return o.tokens[i].text
}

// isValue and isUpper report whether a token is the name of a value or type, or of a
// module or constructor.
func (o *ocamlReader) isValue(i int) bool {
	t := o.text(i)
	return t != "" && o.tokens[i].kind == tokenWord && !ocamlWords[t] && !startsUpper(t)
}

func (o *ocamlReader) isUpper(i int) bool {
	return o.text(i) != "" && o.tokens[i].kind == tokenWord && startsUpper(o.text(i))
}

func (o *ocamlReader) start(i int) uint32 {
	if i < len(o.tokens) {
		return o.tokens[i].at
	}
	return uint32(len(o.Text))
}

// skip returns the index behind a token, or behind the group that it opens.
func (o *ocamlReader) skip(i int) int {
	if i < len(o.tokens) && ocamlBrackets[o.text(i)] != "" {
		return max(o.tokens[i].match, i) + 1
	}
	return i + 1
}

// endsOperand reports whether an operand ends before a token: a keyword of an item
// begins one there.
func (o *ocamlReader) endsOperand(i int) bool {
	switch t := o.text(i - 1); {
	case i == 0, t == ")", t == "]", t == "|]", t == "}", t == "end", t == "done", t == "true", t == "false", t == ";;":
		return true
	case t == "":
		return true // a string
	default:
		return o.tokens[i-1].kind != tokenOperator && (o.tokens[i-1].kind == tokenNumber || !ocamlWords[t])
	}
}

// itemEnd returns the index of the item after the one at i.
func (o *ocamlReader) itemEnd(i, end int) int {
	for k := o.skip(i); k < end; k = o.skip(k) {
		t := o.text(k)
		if ocamlItems[t] && (o.endsOperand(k) || t != "let" && t != "module" && t != "open" && t != "exception" && t != "type") ||
			t == "and" && o.endsOperand(k) && o.text(i) != "let" {
			if t == "type" && (o.text(k-1) == "module" || o.text(k-1) == ":") || t == "module" && o.text(k-1) == "=" {
				continue
			}
			return k
		}
	}
	return end
}

// structure reads the items in tokens [i, end).
func (o *ocamlReader) structure(i, end int) {
	if o.depth++; o.depth < maxDepth {
		for i < end {
			next := o.itemEnd(i, end)
			o.item(i, next)
			i = next
		}
	}
	o.depth--
}

// item reads one item.
func (o *ocamlReader) item(i, end int) {
	switch t := o.text(i); t {
	case "open", "include":
		o.opened(i, end, t == "include")
	case "module":
		o.module(i, end)
	case "type":
		o.types(i+1, end)
	case "exception":
		if o.isUpper(i + 1) {
			o.define(i, end, parse.Definition{Kind: graph.KindConstant, Name: o.text(i + 1), NameAt: o.start(i + 1)}, func() { o.typeRefs(i+2, end) })
		}
	case "external", "val":
		at := i + 1
		if o.text(at) == "mutable" || o.text(at) == "virtual" {
			at++
		}
		o.declared(i, at, end)
	case "class":
		o.class(i, end)
	case "method":
		o.bindings(i, end)
	case "let":
		o.bindings(i, end)
	case "and":
		if o.isValue(i+1) && o.text(i+2) != "=" || o.isValue(i+1) {
			o.types(i+1, end)
		}
	case "inherit", "initializer", ";;":
		o.expressions(i+1, end)
	default:
		o.expressions(i, end)
	}
}

// modulePath reads A.B.C and returns the index behind it.
func (o *ocamlReader) modulePath(i int) (string, int) {
	if !o.isUpper(i) {
		return "", i
	}
	name := o.text(i)
	for i++; o.text(i) == "." && o.isUpper(i+1); i += 2 {
		name += "." + o.text(i+1)
	}
	return name, i
}

// opened reads open M and include M; a structure in its place is read for itself.
func (o *ocamlReader) opened(i, end int, isInclude bool) {
	at := i + 1
	if o.text(at) == "!" {
		at++
	}
	if name, _ := o.modulePath(at); name != "" {
		o.F.Imports = append(o.F.Imports, parse.Import{Path: name, All: true, Export: isInclude, At: o.start(i), Def: o.def, Scope: o.useScope()})
		return
	}
	if t := o.text(at); t == "struct" || t == "sig" {
		o.structure(at+1, min(o.tokens[at].match, end))
		return
	}
	o.expressions(at, end)
}

// module reads a module, a functor, a module type, or an alias.
func (o *ocamlReader) module(i, end int) {
	at, kind := i+1, graph.KindClass
	if o.text(at) == "type" {
		at, kind = at+1, graph.KindInterface
	}
	if o.text(at) == "rec" {
		at++
	}
	if !o.isUpper(at) {
		return
	}
	name, body := at, -1
	for k := at + 1; k < end; k = o.skip(k) {
		if t := o.text(k); t == "struct" || t == "sig" && (kind == graph.KindInterface || o.text(k-1) != ":" || body < 0) {
			body = k
		}
	}
	if alias, next := o.modulePath(at + 2); o.text(at+1) == "=" && alias != "" && body < 0 {
		if next == end {
			o.F.Imports = append(o.F.Imports, parse.Import{Path: alias, Alias: o.text(name), Export: true, At: o.start(i), Def: o.def, Scope: o.useScope()})
			return
		}
	}
	o.define(i, end, parse.Definition{Kind: kind, Name: o.text(name), NameAt: o.start(name)}, func() {
		for k := name + 1; k < end && o.text(k) == "("; k = o.skip(k) { // of a functor
			typ, next := o.modulePath(k + 3)
			ref := parse.TypeRef{Name: typ, At: o.start(max(next-1, k))}
			if o.isUpper(k+1) && o.text(k+2) == ":" {
				o.Local(o.text(k+1), o.start(k+1), parse.LocalParam, ref, parse.Run{}, 0)
			}
		}
		if body >= 0 {
			o.structure(body+1, min(o.tokens[body].match, end))
		}
	})
}

// define adds a definition of tokens [i, end) and reads its contents.
func (o *ocamlReader) define(i, end int, d parse.Definition, read func()) {
	if d.Name == "" {
		return
	}
	last := o.tokens[end-1]
	d.Parent, d.Range, d.Exported = o.def, parse.Range{Start: o.start(i), End: last.end()}, true
	head := o.Text[d.Range.Start:d.Range.End]
	if k := strings.IndexByte(head, '\n'); k >= 0 {
		head = head[:k]
	}
	head = shortened(head, maxSignature)
	d.Signature = strings.TrimRight(strings.Join(strings.Fields(head), " "), " =")
	if doc := o.tokens[i].doc; !doc.IsEmpty() {
		text := strings.TrimSuffix(strings.TrimPrefix(o.Text[doc.Start:doc.End], "(**"), "*)")
		d.Doc, d.Range.Start = strings.TrimSpace(text), doc.Start
	}
	if d.Symbol = d.Name; o.symbol != "" {
		d.Symbol = o.symbol + "." + d.Name
	}
	before := o.place
	o.Definitions = append(o.Definitions, d)
	o.place = place{def: int32(len(o.Definitions) - 1), symbol: d.Symbol, scope: d.Range}
	read()
	o.place = before
}

// declared reads val f : t and external f : t = "c".
func (o *ocamlReader) declared(i, at, end int) {
	if o.text(at) == "(" {
		at++ // an operator
	}
	kind := graph.KindVariable
	for k := at; k < end; k = o.skip(k) {
		if o.text(k) == "->" {
			kind = graph.KindFunction
		}
	}
	if at < end {
		o.define(i, end, parse.Definition{Kind: kind, Name: o.text(at), NameAt: o.start(at)}, func() { o.typeRefs(at+1, end) })
	}
}

// class reads class c = object … end.
func (o *ocamlReader) class(i, end int) {
	at := i + 1
	for at < end && !o.isValue(at) {
		at = o.skip(at)
	}
	if at >= end {
		return
	}
	o.define(i, end, parse.Definition{Kind: graph.KindClass, Name: o.text(at), NameAt: o.start(at)}, func() {
		for k := at + 1; k < end; k = o.skip(k) {
			if o.text(k) == "object" {
				o.structure(k+1, min(o.tokens[k].match, end))
			}
		}
	})
}

// types reads the definition of a type after its keyword.
func (o *ocamlReader) types(i, end int) {
	if o.text(i) == "nonrec" {
		i++
	}
	at := i
	for at < end && !o.isValue(at) {
		at = o.skip(at)
	}
	for at < end && o.text(at+1) == "." { // an extension of M.t
		at += 2
	}
	if at >= end || !o.isValue(at) {
		return
	}
	kind, value := graph.KindTypeAlias, at+1
	if o.text(value) == "+=" {
		return
	}
	switch first := o.text(value + 1); {
	case o.text(value) != "=":
	case first == "{":
		kind = graph.KindStruct
	case first == "|" || o.isUpper(value+1) && o.text(value+2) != ".":
		kind = graph.KindEnum
	}
	o.define(max(i-1, 0), end, parse.Definition{Kind: kind, Name: o.text(at), NameAt: o.start(at)}, func() {
		if kind != graph.KindEnum {
			o.typeRefs(value, end)
			return
		}
		for k := value; k < end; k = o.skip(k) {
			if o.isUpper(k) && o.text(k+1) != "." && (o.text(k-1) == "|" || o.text(k-1) == "=") {
				last := k + 1
				for last < end && o.text(last) != "|" {
					last = o.skip(last)
				}
				o.define(k, min(last, end), parse.Definition{Kind: graph.KindConstant, Name: o.text(k), NameAt: o.start(k)}, func() { o.typeRefs(k+1, min(last, end)) })
			}
		}
	})
}

// typeRefs adds references to the types in tokens [i, end).
func (o *ocamlReader) typeRefs(i, end int) {
	for i < end {
		switch name, next := o.modulePath(i); {
		case name != "" && o.text(next) == "." && o.isValue(next+1):
			o.addNamed(name+"."+o.text(next+1), o.start(next+1), parse.RefType)
			i = next + 2
		case name != "":
			i = next
		case o.isValue(i) && o.text(i+1) != ":" && o.text(i-1) != "'" && o.text(i-1) != "~" && o.text(i-1) != "?":
			if !o.silent[o.text(i)] {
				o.addNamed(o.text(i), o.start(i), parse.RefType)
			}
			i++
		default:
			i++
		}
	}
}

// bindings reads let and method items: let f x = e and g y = e.
func (o *ocamlReader) bindings(i, end int) {
	isRec := o.text(i+1) == "rec"
	for i < end {
		next := i + 1
		for next < end && !(o.text(next) == "and" && o.endsOperand(next)) {
			next = o.skip(next)
		}
		o.binding(i, min(next, end), isRec)
		i = next
	}
}

// binding reads one binding of a structure, whose keyword is at i. isRec means that its name
// is visible in all bindings of its group.
func (o *ocamlReader) binding(i, end int, isRec bool) {
	at := i + 1
	for slices.Contains([]string{"rec", "private", "virtual", "!", "nonrec"}, o.text(at)) {
		at++
	}
	for o.text(at) == "[" { // an attribute
		at = o.skip(at)
	}
	for o.text(at) == "%" || o.text(at) == "." { // let%test
		at += 2
	}
	equals := at
	for equals < end && o.text(equals) != "=" {
		equals = o.skip(equals)
	}
	name := at
	if o.text(at) == "(" && o.tokens[at].match == at+2 && o.tokens[at+1].kind == tokenOperator {
		name = at + 1
	}
	if !o.isValue(at) && name == at || o.text(at+1) == "," || o.text(at) == "_" {
		o.pattern(at, equals) // let () = e
		o.expressions(equals+1, end)
		return
	}
	params := o.skip(at)
	d := parse.Definition{Kind: graph.KindFunction, Name: o.text(name), NameAt: o.start(name), Complexity: 1}
	if isRec {
		d.Modifiers = []string{"rec"}
	}
	if o.text(i) == "method" {
		d.Kind = graph.KindMethod
	}
	if first := o.text(equals + 1); (params == equals || o.text(params) == ":") && first != "fun" && first != "function" && d.Kind == graph.KindFunction {
		d.Kind = graph.KindVariable
	}
	for k := params; k < equals && o.text(k) != ":"; k = o.skip(k) {
		if t := o.text(k); t != "~" && t != "?" {
			d.Params = append(d.Params, parse.Param{Name: o.Text[o.start(k):o.tokens[min(o.skip(k), len(o.tokens))-1].end()]})
		}
	}
	if equals < end {
		d.Body = parse.Range{Start: o.start(equals), End: o.tokens[end-1].end()}
	}
	o.define(i, end, d, func() {
		o.pattern(params, equals)
		o.expressions(equals+1, end)
	})
}

// pattern declares the names in a pattern or in parameters, and reads the types and
// constructors in it.
func (o *ocamlReader) pattern(i, end int) {
	for i < end {
		name, next := o.modulePath(i)
		switch {
		case name != "":
			if o.text(next) != "." {
				o.addNamed(name, o.start(next-1), parse.RefMember)
			}
			i = next
		case o.text(i) == ":" || o.text(i) == ":>":
			stop := i + 1
			for stop < end && !slices.Contains([]string{")", "=", ",", "}", "|"}, o.text(stop)) {
				stop = o.skip(stop)
			}
			o.typeRefs(i+1, stop)
			i = stop
		case o.isValue(i) && o.text(i) != "_":
			if next := o.text(i + 1); (o.text(i-1) == "{" || o.text(i-1) == ";") && next == "=" || o.text(i-1) == "~" && next == ":" {
				i += 2 // a field or a label
				continue
			}
			o.Local(o.text(i), o.start(i), parse.LocalVar, parse.TypeRef{}, parse.Run{}, 0)
			i++
		default:
			i++
		}
	}
}
