package tags

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// groovy shares the symbol table of Java. It is read by a scanner: no grammar accepts
// enough of the language.
//
//   - A statement that begins with a modifier, a type, or def, and a name, is a declaration. Outside
//     of classes, a type begins with an upper-case letter or is a primitive one.
//   - A name that is followed by its arguments on the same line, without brackets, is a call; so is
//     one followed by a closure.
//   - A task of Gradle is a function of its script.
var groovy = Row{
	Name: "groovy", Family: "java", Accepts: "Groovy 4",
	Extensions: []string{".groovy", ".gvy", ".gsh", ".gradle", ".jenkins", ".jenkinsfile", "jenkinsfile"},
	Read: func(w *Walk) {
		g := &groovyReader{Walk: w}
		g.tokens, w.quotes = groovyTokens(w.Text)
		g.block(0, len(g.tokens))
	},
	This: "this", Base: "super",
	TestFile: func(p string) bool {
		return parse.IsJVMTest(p) || strings.HasSuffix(p, "Spec.groovy")
	},
	Scoping: Scoping{Implicit: true, ImportsFirst: true,
		Prelude: []string{"java.lang", "java.util", "java.io", "java.net", "groovy.lang", "groovy.util"}},
}

const groovyModifier = `(?:(?:public|private|protected|static|final|abstract|synchronized) +)`

// groovyHeads finds the types and methods.
var groovyHeads = parse.LineMend{Head: `[ \t]*(?:@\w+ +)*` + groovyModifier + `*` +
	`(?:(?:class|interface|enum|trait|record) +(\w+)|` +
	`def +(\w+) *\([^\n;]*\) *(?:throws [\w., ]+)?\{)|` +
	`[ \t]*(?:@\w+ +)*` + groovyModifier + `+` +
	`(?:[\w.<>\[\], ?]+ +)?(\w+) *\([^\n;]*\) *(?:throws [\w., ]+)?\{`}

// groovyWords are the keywords: they are no operands, and begin no type.
var groovyWords = newWords(`abstract as assert break case catch class const continue def default do else enum
	extends final finally for goto if implements import in instanceof interface native new null
	package private protected public record return sealed static strictfp super switch synchronized this
	throw throws trait transient true false try var volatile while yield`)

var groovyModifiers = newWords(`abstract def default final native private protected public sealed static
	strictfp synchronized transient var volatile`)

var groovyTypes = newWords("class interface enum trait record")

var groovyPrimitives = newWords("boolean byte char double float int long short void")

// A groovyReader reads one file.
type groovyReader struct {
	*Walk
	tokens []groovyToken
	depth  int
}

// maxDepth bounds the nesting of brackets that are read.
const maxDepth = 400

// text returns the text of a token, or "" after the last one.
func (g *groovyReader) text(i int) string {
	if i < 0 || i >= len(g.tokens) {
		return ""
	}
	return g.tokens[i].text
}

// is reports whether a token is of a kind.
func (g *groovyReader) is(i int, kind tokenKind) bool {
	return i >= 0 && i < len(g.tokens) && g.tokens[i].kind == kind
}

// isName reports whether a token is a word that is not a keyword.
func (g *groovyReader) isName(i int) bool {
	return g.is(i, tokenWord) && !groovyWords[g.tokens[i].text]
}

// sameLine reports whether a token is on the line of the one before it.
func (g *groovyReader) sameLine(i int) bool { return i < len(g.tokens) && !g.tokens[i].newLine }

// closing returns the index of the bracket that closes the one at i, or i.
func (g *groovyReader) closing(i int) int {
	if i < 0 || i >= len(g.tokens) {
		return i
	}
	return max(g.tokens[i].match, i)
}

// start and stop return the positions at which a token begins and ends.
func (g *groovyReader) start(i int) uint32 {
	if i < len(g.tokens) {
		return g.tokens[i].at
	}
	return uint32(len(g.Text))
}

func (g *groovyReader) stop(i int) uint32 {
	if i < len(g.tokens) {
		return g.tokens[i].end()
	}
	return uint32(len(g.Text))
}

// block reads the statements, members and expressions of tokens [i, end).
func (g *groovyReader) block(i, end int) {
	end = min(end, len(g.tokens))
	if g.depth++; g.depth < maxDepth {
		for first := i; i < end; {
			if g.begins(i, first) {
				if next := g.declaration(i, end); next > i {
					i = next
					continue
				}
			}
			i = max(g.expression(i, end, g.begins(i, first)), i+1)
		}
	}
	g.depth--
}

// begins reports whether a statement begins at a token of the block that begins at
// first.
func (g *groovyReader) begins(i, first int) bool {
	if i == first {
		return true
	}
	switch g.text(i - 1) {
	case ";", "}", "->", "else", "{":
		return true
	case ",", ".", "?.", "=", "(", "[", ":", "?", "&&", "||", "+":
		return false
	}
	return g.tokens[i].newLine
}

// A groovyHead is the start of a declaration: annotations and modifiers.
type groovyHead struct {
	at         int // its first token
	next       int
	modifiers  []string
	decorators []string
	notes      [][2]int // the annotations
	def        bool
}

// head reads annotations and modifiers.
func (g *groovyReader) head(i int) groovyHead {
	h := groovyHead{at: i}
	for {
		switch {
		case g.text(i) == "@" && g.is(i+1, tokenWord) && g.text(i+1) != "interface":
			from := i
			name := g.text(i + 1)
			for i += 2; g.text(i) == "." && g.is(i+1, tokenWord); i += 2 {
				name = g.text(i + 1)
			}
			if g.text(i) == "(" && g.sameLine(i) {
				i = g.closing(i) + 1
			}
			h.decorators = append(h.decorators, name)
			h.notes = append(h.notes, [2]int{from, i})
		case groovyModifiers[g.text(i)] && g.is(i, tokenWord):
			h.def = h.def || g.text(i) == "def" || g.text(i) == "var"
			h.modifiers = append(h.modifiers, g.text(i))
			i++
		default:
			h.next = i
			return h
		}
	}
}

// annotations adds the references of annotations.
func (g *groovyReader) annotations(h groovyHead) {
	for _, n := range h.notes {
		t, i := g.written(n[0] + 1)
		g.typeRefs(t)
		g.block(i, n[1])
	}
}

// declaration reads a declaration and returns the index behind it, or that of its
// token if nothing is declared there.
func (g *groovyReader) declaration(i, end int) int {
	switch g.text(i) {
	case "package":
		return g.packageName(i)
	case "import":
		return g.imports(i)
	}
	h := g.head(i)
	at := h.next
	inType := g.Definitions[g.def].Kind.IsType()
	switch {
	case at >= end:
		return i
	case g.text(at) == "@" && g.text(at+1) == "interface":
		return g.typeDefinition(h, at+1, end)
	case groovyTypes[g.text(at)] && g.isName(at+1):
		return g.typeDefinition(h, at, end)
	case g.text(at) == "task" && g.isName(at+1) && g.Definitions[g.def].Kind == graph.KindFile:
		return g.task(at, end)
	case inType && at > 0 && g.text(at) == "{": // static {}
		g.block(at+1, g.closing(at))
		return g.closing(at) + 1
	}
	if inType && g.Definitions[g.def].Kind == graph.KindEnum && len(h.modifiers) == 0 && g.isConstant(at) {
		return g.constant(h, at, end)
	}
	if g.text(at) == "<" { // type parameters of a method
		at = g.angles(at)
	}
	if h.def && g.text(at) == "(" && g.text(g.closing(at)+1) == "=" { // def (a, b) = c
		g.parameters(at+1, g.closing(at), nil)
		return g.closing(at) + 1
	}
	explicit := len(h.modifiers) > 0
	if g.isMethodName(at) && (explicit || inType && g.text(at) == g.Definitions[g.def].Name) {
		return g.method(h, parse.TypeRef{}, at, end)
	}
	typ, next := g.written(at)
	isType := !typ.IsZero() && (explicit || inType || startsUpper(lastPart(typ.Name)) || groovyPrimitives[typ.Name] || typ.Form == parse.FormList)
	if isType && g.sameLine(next) && g.isMethodName(next) && (inType || g.hasBody(next)) {
		return g.method(h, typ, next, end)
	}
	if isType && g.sameLine(next) && g.isVariable(next, end) {
		return g.variable(h, typ, next, end)
	}
	if explicit && g.isVariable(at, end) {
		return g.variable(h, parse.TypeRef{}, at, end)
	}
	return i
}

// isMethodName reports whether a name, or a string, is followed by a list of parameters.
func (g *groovyReader) isMethodName(i int) bool {
	return (g.isName(i) || g.is(i, tokenString)) && g.text(i+1) == "(" && g.sameLine(i+1) &&
		g.text(g.closing(i+1)+1) != "."
}

// hasBody reports whether the parameters after a name are followed by a body.
func (g *groovyReader) hasBody(i int) bool {
	after := g.closing(i+1) + 1
	return g.text(after) == "{" || g.text(after) == "throws"
}

// isVariable reports whether the declaration of a variable ends after a name.
func (g *groovyReader) isVariable(i, end int) bool {
	if !g.isName(i) {
		return false
	}
	switch next := g.text(i + 1); {
	case i+1 >= end, next == "=", next == ";", next == "," && g.def != 0, next == "in", next == ":":
		return true
	}
	return g.tokens[i+1].newLine || g.text(i+1) == "}"
}

// packageName reads package a.b.
func (g *groovyReader) packageName(i int) int {
	name, next := g.dotted(i + 1)
	g.F.Module = name
	return next
}

// dotted reads a qualified name.
func (g *groovyReader) dotted(i int) (string, int) {
	if !g.is(i, tokenWord) {
		return "", i
	}
	name := g.text(i)
	for i++; g.text(i) == "." && g.is(i+1, tokenWord); i += 2 {
		name += "." + g.text(i+1)
	}
	return name, i
}

// imports reads import a.b.C, import static a.b.C.d, import a.b.*, import a.b.C as D.
func (g *groovyReader) imports(i int) int {
	im := parse.Import{At: g.tokens[i].at}
	i++
	if g.text(i) == "static" {
		im.Static = true
		i++
	}
	name, i := g.dotted(i)
	switch {
	case name == "":
		return i
	case g.text(i) == "." && g.text(i+1) == "*":
		im.Path, im.All = name, true
		i += 2
	default:
		im.Path, im.Name = name[:max(strings.LastIndexByte(name, '.'), 0)], lastPart(name)
		im.Alias = im.Name
		if g.text(i) == "as" {
			im.Alias = g.text(i + 1)
			i += 2
		}
	}
	g.F.Imports = append(g.F.Imports, im)
	return i
}

// angles returns the index behind a list in angle brackets, or i if it is not one.
func (g *groovyReader) angles(i int) int {
	depth := 0
	for k := i; k < len(g.tokens) && k < i+maxAngles; k++ {
		switch t := g.text(k); {
		case t == "<":
			depth++
		case t == ">":
			if depth--; depth == 0 {
				return k + 1
			}
		case !g.is(k, tokenWord) && !strings.Contains(",.?&[]", t):
			return i
		}
	}
	return i
}

// maxAngles bounds the length of a list of type arguments.
const maxAngles = 64

// written reads a type and returns the index behind it.
func (g *groovyReader) written(i int) (parse.TypeRef, int) {
	if !g.isName(i) {
		return parse.TypeRef{}, i
	}
	at := i
	name, i := g.dotted(i)
	t := parse.TypeRef{Name: name, At: g.tokens[i-1].at}
	if lastPart(name) != g.text(i-1) {
		t.At = g.tokens[at].at
	}
	if g.text(i) == "<" {
		if next := g.angles(i); next > i {
			for k := i + 1; k < next-1; {
				arg, after := g.written(k)
				if !arg.IsZero() {
					t.Args = append(t.Args, arg)
				}
				k = max(after, k+1)
			}
			i = next
		}
	}
	for g.text(i) == "[" && g.text(i+1) == "]" {
		t = parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{t}, At: t.At}
		i += 2
	}
	return t, i
}

// typeRefs adds the references of a written type.
func (g *groovyReader) typeRefs(t parse.TypeRef) {
	if t.Form == parse.FormNamed && t.Name != "" && !groovyPrimitives[t.Name] {
		g.addNamed(t.Name, t.At, parse.RefType)
	}
	for _, a := range t.Args {
		g.typeRefs(a)
	}
}

// typeDefinition reads a class, interface, enumeration, trait or record, whose keyword is at i.
func (g *groovyReader) typeDefinition(h groovyHead, i, end int) int {
	kinds := map[string]graph.NodeKind{"interface": graph.KindInterface, "enum": graph.KindEnum, "trait": graph.KindInterface, "record": graph.KindRecord}
	d := g.definition(h, graph.KindClass, i+1)
	if k, ok := kinds[g.text(i)]; ok {
		d.Kind = k
	}
	at := i + 2
	if g.text(at) == "<" {
		next := g.angles(at)
		for k := at + 1; k < next; k++ {
			if g.isName(k) && (g.text(k-1) == "<" || g.text(k-1) == ",") {
				d.TypeParams = append(d.TypeParams, g.text(k))
			}
		}
		at = max(next, at+1)
	}
	params := 0
	if g.text(at) == "(" { // of a record
		params = at
		at = g.closing(at) + 1
	}
	for at < end && g.text(at) != "{" {
		switch t, next := g.written(at); {
		case !t.IsZero():
			d.Bases = append(d.Bases, t)
			at = next
		case g.is(at, tokenWord) || g.text(at) == ",":
			at++
		default:
			return at
		}
	}
	body := at
	return g.within(h, d, body, func() {
		if params > 0 {
			g.parameters(params+1, g.closing(params), nil)
		}
		for _, b := range d.Bases {
			for _, a := range b.Args {
				g.typeRefs(a)
			}
		}
		g.block(body+1, g.closing(body))
	})
}

// definition starts a definition whose name is the token at i.
func (g *groovyReader) definition(h groovyHead, kind graph.NodeKind, i int) parse.Definition {
	d := parse.Definition{Kind: kind, Name: g.text(i), NameAt: g.start(i), Modifiers: h.modifiers, Decorators: h.decorators,
		Exported: !slices.Contains(h.modifiers, "private"), Range: parse.Range{Start: g.start(h.at)}}
	if g.is(i, tokenString) {
		d.Name = strings.Trim(d.Name, `"'`)
	}
	if h.at < len(g.tokens) {
		if doc := g.tokens[h.at].doc; !doc.IsEmpty() {
			d.Doc, d.Range.Start = docText(g.Text[doc.Start:doc.End]), doc.Start
		}
	}
	return d
}

// within adds a definition whose body begins at a bracket, and reads its contents. It
// returns the index behind it. Without a body, the definition ends before that token.
func (g *groovyReader) within(h groovyHead, d parse.Definition, body int, read func()) int {
	next := body
	d.Range.End = g.stop(body - 1)
	if g.text(body) == "{" {
		next = g.closing(body) + 1
		d.Range.End = g.stop(next - 1)
		d.Body, d.Complexity = parse.Range{Start: g.start(body), End: d.Range.End}, 1
	}
	d.Parent, d.Module = g.def, ""
	if d.Symbol == "" {
		d.Symbol = d.Name
	}
	if g.symbol != "" {
		d.Symbol = g.symbol + "." + d.Symbol
	}
	head := g.Text[g.start(h.at):max(g.start(h.at), min(g.stop(body-1), d.Range.End))]
	d.Signature = shortened(strings.Join(strings.Fields(head), " "), maxSignature)
	before := g.place
	g.Definitions = append(g.Definitions, d)
	g.place = place{def: int32(len(g.Definitions) - 1), symbol: d.Symbol, scope: d.Range}
	g.annotations(h)
	read()
	g.place = before
	return next
}

// method reads a method, function or constructor, whose name is the token at i.
func (g *groovyReader) method(h groovyHead, typ parse.TypeRef, i, end int) int {
	d := g.definition(h, graph.KindFunction, i)
	d.Type = typ
	if typ.Name == "void" {
		d.Type = parse.TypeRef{}
	}
	if parent := g.Definitions[g.def]; parent.Kind.IsType() {
		d.Kind = graph.KindMethod
		if typ.IsZero() && !h.def && d.Name == parent.Name {
			d.Kind = graph.KindConstructor
		}
		d.Test = slices.Contains(h.decorators, "Test")
	}
	list := i + 1
	after := g.closing(list) + 1
	d.Params = g.parameterList(list+1, g.closing(list))
	d.Symbol = d.Name + signatureOf(d.Params)
	body := after
	if g.text(body) == "throws" {
		for body++; body < end && (g.is(body, tokenWord) || g.text(body) == "," || g.text(body) == "."); {
			body++
		}
	}
	if g.text(body) != "{" {
		body = after
	}
	return g.within(h, d, body, func() {
		g.typeRefs(typ)
		g.parameters(list+1, g.closing(list), nil)
		if g.text(body) == "{" {
			g.block(body+1, g.closing(body))
		}
	})
}

// parameterList returns the parameters in tokens [i, end).
func (g *groovyReader) parameterList(i, end int) []parse.Param {
	var out []parse.Param
	g.parameters(i, end, &out)
	return out
}

// parameters reads parameters: into a list, or, if that is nil, as locals of the
// innermost scope, with the references of their types and default values.
func (g *groovyReader) parameters(i, end int, into *[]parse.Param) {
	end = min(end, len(g.tokens))
	for i < end {
		h := g.head(i)
		typ, next := g.written(h.next)
		p := parse.Param{Type: typ}
		if g.text(next) == "..." {
			p.Variadic = true
			next++
		}
		if !g.isName(next) || next >= end { // no type
			p.Type, next = parse.TypeRef{}, h.next
		}
		if !g.isName(next) || next >= end {
			return
		}
		p.Name = g.text(next)
		value := next + 1
		p.Optional = g.text(value) == "="
		stop := value
		for stop < end && g.text(stop) != "," {
			stop = max(g.closingOr(stop), stop) + 1
		}
		if into != nil {
			*into = append(*into, p)
		} else {
			g.annotations(h)
			g.typeRefs(p.Type)
			if p.Variadic && !p.Type.IsZero() {
				p.Type = parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{p.Type}, At: p.Type.At}
			}
			g.Local(p.Name, g.scope.Start, parse.LocalParam, p.Type, parse.Run{}, 0)
			g.block(value, min(stop, end))
		}
		i = stop + 1
	}
}

// closingOr returns the index of the bracket that closes an open one at i, or i.
func (g *groovyReader) closingOr(i int) int {
	switch g.text(i) {
	case "(", "[", "{", "${":
		return g.closing(i)
	}
	return i
}

// isConstant reports whether an enumeration constant is at i.
func (g *groovyReader) isConstant(i int) bool {
	if !g.isName(i) {
		return false
	}
	next := i + 1
	if g.text(next) == "(" {
		next = g.closing(next) + 1
	}
	switch g.text(next) {
	case ",", ";", "}", "{":
		return g.text(i-1) == "{" || g.text(i-1) == ","
	}
	return false
}

// constant reads an enumeration constant and the comma after it.
func (g *groovyReader) constant(h groovyHead, i, end int) int {
	d := g.definition(h, graph.KindConstant, i)
	args := i + 1
	body := args
	if g.text(args) == "(" {
		body = g.closing(args) + 1
	}
	next := g.within(h, d, body, func() {
		if g.text(args) == "(" {
			g.block(args+1, g.closing(args))
		}
		if g.text(body) == "{" {
			g.block(body+1, g.closing(body))
		}
	})
	for next < end && g.text(next) == "," {
		next++
		if after := g.head(next).next; g.isName(after) {
			return g.constant(g.head(next), after, end)
		}
	}
	return next
}

// variable reads a field or a local, whose name is the token at i.
func (g *groovyReader) variable(h groovyHead, typ parse.TypeRef, i, end int) int {
	value := i + 1
	if g.text(value) != "=" {
		value = 0
	}
	isField := g.Definitions[g.def].Kind.IsType() || slices.Contains(h.decorators, "Field")
	if !isField {
		g.annotations(h)
		g.typeRefs(typ)
		if value == 0 {
			take := parse.StepKind(0)
			run := parse.Run{}
			next := i + 1
			if t := g.text(next); t == "in" || t == ":" {
				run, next = g.initializer(next+1, end)
				take = parse.StepElement
			}
			g.Local(g.text(i), g.stop(i), parse.LocalVar, typ, run, take)
			return next
		}
		run, next := g.initializer(value+1, end)
		g.Local(g.text(i), g.start(next-1)+1, parse.LocalVar, typ, run, 0)
		return next
	}
	d := g.definition(h, graph.KindField, i)
	if !g.Definitions[g.def].Kind.IsType() {
		d.Kind = graph.KindVariable
	}
	d.Type = typ
	next := i + 1
	stop := g.within(h, d, i+1, func() {
		g.typeRefs(typ)
		if value > 0 {
			var run parse.Run
			run, next = g.initializer(value+1, end)
			if run.N > 0 {
				g.Values = append(g.Values, parse.DraftValue{Def: g.def, At: g.start(value + 1), Is: run})
			}
			g.Definitions[g.def].Range.End = max(g.stop(next-1), g.Definitions[g.def].Range.End)
		}
	})
	return max(next, stop)
}

// initializer reads an expression up to the end of its statement. The steps are those
// of a single chain.
func (g *groovyReader) initializer(i, end int) (parse.Run, int) {
	run, next := parse.Run{}, i
	if g.isOperand(i) {
		run, next = g.chain(i, end, false)
	}
	for first := next; next < end && !g.begins(next, first-1) && g.text(next) != ")"; first = -1 {
		run = parse.Run{} // an operator
		next = max(g.expression(next, end, false), next+1)
	}
	return run, next
}

// task reads task NAME(…) {…} of Gradle.
func (g *groovyReader) task(i, end int) int {
	h := groovyHead{at: i, next: i}
	d := g.definition(h, graph.KindFunction, i+1)
	body := i + 2
	if g.text(body) == "(" {
		body = g.closing(body) + 1
	}
	if g.text(body) != "{" {
		return i
	}
	return g.within(h, d, body, func() {
		if g.text(i+2) == "(" {
			g.block(i+3, g.closing(i+2))
		}
		g.closure(body)
	})
}
