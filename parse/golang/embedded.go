package golang

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// texts reads string expressions: literals, names of constants, sums and
// fmt.Sprintf.
var texts = parse.TextReader{
	Literal: literal, Name: constantName, Inner: inParentheses, Composed: formatted,
	Sum: "binary_expression", IsCode: sqltext.Is, MayBeCode: sqltext.MayBe,
	IsName: sqltext.IsName,
}

// literal returns the value of a string literal.
func literal(n parse.Node) (value string, ok bool) {
	if !n.Is("interpreted_string_literal", "raw_string_literal") {
		return "", false
	}
	return stringValue(n.Text()), true
}

func constantName(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "selector_expression":
		return n.Field("field")
	}
	return parse.Node{}
}

func inParentheses(n parse.Node) parse.Node {
	if !n.Is("parenthesized_expression") {
		return parse.Node{}
	}
	return firstNamed(n)
}

// firstNamed returns the first child that is not a comment, or the zero Node.
func firstNamed(n parse.Node) parse.Node {
	for c := range n.Named {
		if !c.Is("comment") {
			return c
		}
	}
	return parse.Node{}
}

// formatted appends the parts of fmt.Sprintf("…", …).
func formatted(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	if !n.Is("call_expression") {
		return p, false
	}
	switch n.Field("function").Text() {
	case "fmt.Sprintf":
		return filled(r, p, named(n.Field("arguments")))
	case "strings.Join":
		return joined(r, p, named(n.Field("arguments")))
	case "strings.ReplaceAll", "strings.Replace":
		return replaced(r, p, named(n.Field("arguments")))
	}
	return p, false
}

// filled appends a format filled with the other arguments.
func filled(r *parse.TextReader, p parse.TextParts, args []parse.Node) (parse.TextParts, bool) {
	if len(args) == 0 {
		return p, false
	}
	var parts []parse.TextParts
	for _, a := range args {
		parts = append(parts, r.Parts(a))
	}
	return p.AppendFilled(parts[0], &parse.TemplateArgs{Args: parts[1:]}), true
}

// replaced appends a template whose placeholder another string replaces.
//
//	strings.ReplaceAll("SELECT id FROM {table}", "{table}", table)
func replaced(r *parse.TextReader, p parse.TextParts, args []parse.Node) (parse.TextParts, bool) {
	if len(args) < 3 {
		return p, false
	}
	place, ok := literal(args[1])
	if !ok || !parse.IsPlaceholder(place) {
		return p, false
	}
	fill := &parse.TemplateArgs{Style: parse.TextPlaceholders, Names: []string{place},
		Args: []parse.TextParts{r.Parts(args[2])}}
	return p.AppendFilled(r.Parts(args[0]), fill), true
}

// joined appends the result of strings.Join for a literal list.
//
//	strings.Join([]string{"SELECT id", "FROM orders"}, " ")
func joined(r *parse.TextReader, p parse.TextParts, args []parse.Node) (parse.TextParts, bool) {
	if len(args) != 2 {
		return p, false
	}
	between, ok := literal(args[1])
	list := elements(args[0])
	if !ok || len(list) == 0 {
		return p, false
	}
	return r.Joined(p, list, between), true
}

// elements lists the elements of a slice literal, except those with keys.
func elements(n parse.Node) []parse.Node {
	var out []parse.Node
	if !n.Is("composite_literal") || !n.Field("type").Is("slice_type") {
		return nil
	}
	for _, c := range named(n.Field("body")) {
		if c.Is("literal_element") {
			out = append(out, firstNamed(c))
		}
	}
	return out
}

// embed keeps a string literal that reads as SQL, unless an enclosing expression
// was kept already.
func (w *walk) embed(n parse.Node) {
	texts.KeepLiteral(w.f, n, w.def, w.sink, strings.HasSuffix(w.sink, "f"))
}

// embedExpression keeps a composed string that reads as SQL, or may once its
// leading name is known. first is the leftmost operand of a sum, or the format.
func (w *walk) embedExpression(n, first parse.Node) {
	texts.KeepExpression(w.f, n, first, w.def, w.sink, w.isLocal)
}

// embedValue keeps the string value of constant d.
func (w *walk) embedValue(d int32, n parse.Node) {
	x := &w.Definitions[d]
	if x.Kind != graph.KindConstant || !isText(n) {
		return
	}
	if e, ok := texts.Value(x.NameAt, n); ok {
		e.Def = d
		w.f.Embedded = append(w.f.Embedded, e)
	}
}

// embedFile keeps the file embedded in a variable. Patterns that match several
// files are for variables of type embed.FS.
//
//	//go:embed find.sql
//	var find string
func (w *walk) embedFile(d int32, doc parse.Range) {
	for line := range strings.Lines(w.text[doc.Start:doc.End]) {
		file, ok := strings.CutPrefix(strings.TrimSpace(line), "//go:embed ")
		if !ok {
			continue
		}
		file = strings.Trim(strings.TrimSpace(file), "\"`")
		if file == "" || strings.ContainsAny(file, "*?[ ") {
			return
		}
		w.f.Embedded = append(w.f.Embedded, parse.Embedded{File: file, Use: parse.UseText,
			Range: doc, Def: d, IsValue: true, For: w.Definitions[d].NameAt})
	}
}

// embedArgument keeps an argument that the callee may run, or use as the name of
// an object: a literal, a composed string, the name of a constant or of a string.
func (w *walk) embedArgument(n parse.Node, as parse.Embedded) {
	switch n.Kind() {
	case "identifier":
		if s := n.Text(); predeclared[s] || constants[s] || w.isLocal(s) && !w.isString(s) {
			return
		}
	case "selector_expression":
		if pkg := n.Field("operand"); !pkg.Is("identifier") || !w.packages[pkg.Text()] ||
			w.isLocal(pkg.Text()) {
			return
		}
	case "interpreted_string_literal", "raw_string_literal":
	default:
		if !isComposed(n) {
			return
		}
	}
	as.Def = w.def
	texts.KeepArgument(w.f, n, as)
}

// constants are the names of values of the language.
var constants = map[string]bool{"nil": true, "true": true, "false": true, "iota": true}

// isString reports whether a local is known to be a string.
func (w *walk) isString(name string) bool {
	for i := len(w.Locals) - 1; i >= 0 && i >= len(w.Locals)-maxLocals; i-- {
		if l := &w.Locals[i]; l.Name == name {
			if l.Type.Name != "" || l.Init.N != 1 {
				return l.Type.Name == "string"
			}
			is := &w.Steps[l.Init.Off]
			return is.Kind == parse.StepType && is.Name == "string"
		}
	}
	return false
}

// maxLocals bounds the locals that are searched for a name.
const maxLocals = 100

// embedLocal keeps the initial string of a local, whose scope begins at scope.
func (w *walk) embedLocal(n parse.Node, scope uint32) {
	if isText(n) || isComposed(n) {
		texts.KeepLocal(w.f, n, w.def, scope)
	}
}

// isComposed reports whether an expression evidently composes a string.
func isComposed(n parse.Node) bool {
	if n.Is("call_expression") {
		switch n.Field("function").Text() {
		case "fmt.Sprintf", "strings.Join", "strings.ReplaceAll", "strings.Replace":
			return true
		}
		return false
	}
	return n.Is("binary_expression") && isText(n)
}

// setAgain records that the variable n is set to value after its declaration, or
// may be through its address; value is zero if it is unknown or not assigned to n
// only.
func (w *walk) setAgain(n, value parse.Node) {
	name := constantName(n)
	if name.IsZero() || n.Is("identifier") && (w.isLocal(name.Text()) || name.Text() == "_") {
		w.MarkReassigned(name.Text(), n.Start(), w.def)
		return
	}
	for inner := value; !inner.IsZero(); inner = inParentheses(inner) {
		value = inner
	}
	w.f.Assign(name, value)
}

// isText reports whether an expression is evidently a string.
func isText(n parse.Node) bool {
	for n.Is("binary_expression") && n.Field("operator").Is("+") {
		if _, ok := literal(n.Field("right")); ok {
			return true
		}
		n = n.Field("left")
	}
	_, ok := literal(n)
	return ok
}
