package java

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// texts reads string expressions: literals, names of constants, sums and
// String.format.
var texts = parse.TextReader{
	Literal: literal, Name: lastName, Inner: inParentheses, Composed: formatted,
	Sum: "binary_expression", IsCode: sqltext.Is, MayBeCode: sqltext.MayBe,
	IsName: sqltext.IsName,
}

// literal returns the value of a string literal.
func literal(n parse.Node) (value string, ok bool) {
	if !n.Is("string_literal") {
		return "", false
	}
	value = stringValue(n.Text())
	if isScript(value) {
		value = plainScript(value)
	}
	return value, true
}

// isScript reports whether the statement of an annotation has dynamic elements, as
// in a MyBatis mapper file.
//
//	@Select("<script>SELECT * FROM orders <where><if test='x'>…</if></where></script>")
func isScript(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<script>")
}

var (
	scriptClause = regexp.MustCompile(`<(where|set)>`)
	scriptTag    = regexp.MustCompile(
		`</?[A-Za-z!](?:[^<>"']|"[^"]*"|'[^']*')*>`)
	scriptEscape = strings.NewReplacer("<![CDATA[", "", "]]>", "", "&lt;", "<", "&gt;", ">")
)

// plainScript returns the text of a script without its elements.
func plainScript(text string) string {
	text = scriptClause.ReplaceAllString(scriptEscape.Replace(text), " $1 ")
	return scriptTag.ReplaceAllString(text, "")
}

func lastName(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "field_access":
		return n.Field("field")
	}
	return parse.Node{}
}

func inParentheses(n parse.Node) parse.Node {
	if !n.Is("parenthesized_expression") {
		return parse.Node{}
	}
	for c := range n.Named {
		if !isComment(c) {
			return c
		}
	}
	return parse.Node{}
}

// formatted appends the parts of a template filled by a call.
//
//	String.format("…", …), "…".formatted(…), MessageFormat.format("…", …), "…".replace("…", …)
func formatted(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	template := templateOf(n)
	if template.IsZero() {
		return chained(r, p, n)
	}
	var args []parse.TextParts
	for c := range n.Field("arguments").Named {
		if !isComment(c) && c.Start() > template.Start() {
			args = append(args, r.Parts(c))
		}
	}
	fill := &parse.TemplateArgs{Args: args}
	switch {
	case lastName(n.Field("object")).Text() == "MessageFormat":
		fill.Style = parse.BracePlaceholders
	case n.Field("name").Text() == "replace":
		fill.Style, fill.Names, fill.Args = parse.TextPlaceholders, []string{args[0].Text()}, args[1:]
	}
	return p.AppendFilled(r.Parts(template), fill), true
}

// templateOf returns the template filled by a call; zero for other calls.
func templateOf(n parse.Node) parse.Node {
	if !n.Is("method_invocation") {
		return parse.Node{}
	}
	object := n.Field("object")
	var args []parse.Node
	for c := range n.Field("arguments").Named {
		if !isComment(c) {
			args = append(args, c)
		}
	}
	switch n.Field("name").Text() {
	case "format":
		of := lastName(object).Text()
		if len(args) > 1 && of == "String" && isLocale(args[0]) {
			return args[1]
		}
		if len(args) > 0 && (of == "String" || of == "MessageFormat") {
			return args[0]
		}
	case "formatted":
		return object
	case "replace":
		if len(args) == 2 && !object.IsZero() {
			if text, ok := literal(args[0]); ok && parse.IsPlaceholder(text) {
				return object
			}
		}
	}
	return parse.Node{}
}

// isLocale reports whether the first argument of String.format is a locale.
//
//	String.format(Locale.ROOT, "…", …)
func isLocale(n parse.Node) bool {
	return n.Is("field_access") && lastName(n.Field("object")).Text() == "Locale"
}

// embed keeps a string literal that reads as SQL, unless an enclosing expression
// was kept already.
func (w *walk) embed(n parse.Node) {
	texts.KeepLiteral(w.f, n, w.def, w.sink, w.sink == "format" || w.sink == "printf")
}

// embedLines keeps the strings of an annotation that form one statement.
//
//	@Select({"SELECT *", "FROM orders"})
func (w *walk) embedLines(n parse.Node) {
	var p parse.TextParts
	script, count := false, 0
	for c := range n.Named {
		if isComment(c) {
			continue
		}
		if count++; count == 1 {
			script = c.Is("string_literal") && isScript(stringValue(c.Text()))
		}
		for _, part := range texts.Parts(c) {
			if script && part.At == 0 && part.Text != "" {
				p = p.Literal(plainScript(part.Text))
			} else {
				p = append(p, part)
			}
		}
		p = p.Literal(" ")
	}
	if text := p.Text(); count > 1 && sqltext.Is(text) {
		w.f.Embedded = append(w.f.Embedded, parse.Embedded{Text: text, Parts: p.Named(),
			Range: n.Range(), Def: w.def, Sink: w.sink})
	}
}

// embedExpression keeps a composed string that reads as SQL, or may once its
// leading name is known. first is the leftmost operand of a sum, or the format.
func (w *walk) embedExpression(n, first parse.Node) {
	texts.KeepExpression(w.f, n, first, w.def, w.sink, w.isLocal)
}

// embedValue keeps the string value of constant d.
func (w *walk) embedValue(d int32, n parse.Node) {
	x := &w.Definitions[d]
	if x.Kind != graph.KindConstant || x.Type.Name != "String" &&
		x.Type.Name != "java.lang.String" {
		return
	}
	if e, ok := texts.Value(x.NameAt, n); ok {
		e.Def = d
		w.f.Embedded = append(w.f.Embedded, e)
	}
}

// embedArgument keeps an argument that the callee may run, or use as the name of
// an object: a literal, a composed string, a local string. Constants are found by
// the call's arguments.
func (w *walk) embedArgument(n parse.Node, as parse.Embedded) {
	if n.Is("identifier") && w.isString(n.Text()) || n.Is("string_literal") || isComposed(n) {
		as.Def = w.def
		texts.KeepArgument(w.f, n, as)
	}
}

// embedLocal keeps the initial string of a local, or of a member set by a
// constructor; scope is where the scope of the local begins, or the name of the
// member.
func (w *walk) embedLocal(n parse.Node, scope uint32) {
	if isText(n) || isComposed(n) || w.Definitions[w.def].Kind == graph.KindConstructor &&
		n.Is("identifier") && w.isString(n.Text()) {
		texts.KeepLocal(w.f, n, w.def, scope)
	}
}

// isComposed reports whether an expression evidently composes a string.
func isComposed(n parse.Node) bool {
	return n.Is("binary_expression") && isText(n) || !templateOf(n).IsZero()
}

// isString reports whether a local is declared as a string, or initialized with
// one.
func (w *walk) isString(name string) bool {
	if !w.isLocal(name) {
		return false
	}
	for i := len(w.Locals) - 1; i >= 0 && i >= len(w.Locals)-maxLocals; i-- {
		if l := &w.Locals[i]; l.Name == name {
			if l.Type.Name != "" || l.Init.N != 1 {
				return l.Type.Name == "String"
			}
			is := &w.Steps[l.Init.Off]
			return is.Kind == parse.StepType && is.Name == stringType
		}
	}
	return false
}

// maxLocals bounds the locals that are searched for a name.
const maxLocals = 100

// setAgain records that the variable n is set to value after its declaration;
// value is zero for an append.
func (w *walk) setAgain(n, value parse.Node) {
	name := lastName(n)
	if name.IsZero() || n.Is("identifier") && w.isLocal(name.Text()) {
		w.MarkReassigned(name.Text(), n.Start(), w.def)
		return
	}
	for inner := value; !inner.IsZero(); inner = inParentheses(inner) {
		value = inner
	}
	w.f.Assign(name, value)
}

// isLocal reports whether a name is a local or parameter in scope.
func (w *walk) isLocal(name string) bool { return slices.Contains(w.names, name) }
