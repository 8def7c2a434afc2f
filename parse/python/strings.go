package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/sqltext"
)

// stringLiteral reads a string: the expressions in it, and SQL.
func (w *walker) stringLiteral(n parse.Node) {
	w.embedded(n)
	for c := range n.Named {
		switch c.Kind() {
		case "string":
			w.interpolations(c)
		case "interpolation":
			w.children(c)
		}
	}
}

func (w *walker) interpolations(n parse.Node) {
	for c := range n.Named {
		if c.Kind() == "interpolation" {
			w.children(c)
		}
	}
}

// binary reads a + b and the like. Of strings it is one string.
func (w *walker) binary(n parse.Node) []parse.Step {
	op := n.Field("operator").Kind()
	if op == "+" || op == "%" {
		w.embedded(n)
	}
	left := w.expr(n.Field("left"))
	w.expr(n.Field("right"))
	if len(left) == 1 && left[0].Kind == parse.StepType && left[0].Name == "str" {
		return left
	}
	if method := operators[op]; method != "" && left != nil {
		return w.extend(left, parse.Step{Kind: parse.StepCall, Name: method, Args: 1})
	}
	return nil
}

// operators are the methods that the left operand of an operator is asked for.
var operators = map[string]string{
	"+": "__add__", "-": "__sub__", "*": "__mul__", "@": "__matmul__", "/": "__truediv__",
	"//": "__floordiv__", "%": "__mod__",
	"**": "__pow__", "<<": "__lshift__", ">>": "__rshift__", "&": "__and__", "^": "__xor__",
	"|": "__or__",
}

// minSQL is the length of the shortest string that is looked at.
const minSQL = 12

// embedded keeps the value of a string expression that is SQL. It is called
// for the outermost expression first; what was part of that is passed over.
func (w *walker) embedded(n parse.Node) {
	if n.Start() < w.folded || n.End()-n.Start() < minSQL {
		return
	}
	w.folded = n.End()
	e, ok := texts.Embedded(n, w.isLocal)
	if !ok {
		return
	}
	e.Def, e.Sink = w.def, w.sink
	w.f.Embedded = append(w.f.Embedded, e)
}

// embedValue keeps the string n that constant d is set to. A name in capitals is
// that of a constant (PEP 8).
func (w *walker) embedValue(d int32, n parse.Node) {
	x := &w.f.Definitions[d]
	if x.Kind != graph.KindConstant || n.Start() < w.folded || !isText(n) {
		return
	}
	if e, ok := texts.Value(x.NameAt, n); ok {
		e.Def = d
		w.f.Embedded = append(w.f.Embedded, e)
		w.folded = n.End()
	}
}

// isLocal reports whether a name is that of a local of the function around.
func (w *walker) isLocal(name string) bool {
	for s := w.scope; s != nil && s.kind != moduleScope && s.kind != classScope; s = s.parent {
		if s.names[name] {
			return true
		}
	}
	return false
}

// isText reports whether an expression can be seen to be a string.
func isText(n parse.Node) bool {
	for n.Kind() == "binary_operator" {
		if n.Field("right").Kind() == "string" {
			return true
		}
		n = n.Field("left")
	}
	return n.Kind() == "string" || n.Kind() == "concatenated_string"
}

// texts reads string expressions: literals, f-strings, names of constants, sums
// and the operator %.
var texts = parse.TextReader{
	Literal: func(parse.Node) (string, bool) { return "", false }, Name: nameOf,
	Inner: inParentheses, Composed: composed,
	Sum: "binary_operator", IsCode: sqltext.Is,
}

// nameOf returns the last name of a name or an attribute.
func nameOf(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "attribute":
		return n.Field("attribute")
	}
	return parse.Node{}
}

func inParentheses(n parse.Node) parse.Node {
	if n.Kind() != "parenthesized_expression" {
		return parse.Node{}
	}
	for c := range n.Named {
		if c.Kind() != "comment" {
			return c
		}
	}
	return parse.Node{}
}

// composed appends the parts of a string, of several in a row, and of a format
// whose placeholders the operator % fills.
func composed(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	switch n.Kind() {
	case "string":
		return stringParts(p, n), true
	case "concatenated_string":
		for c := range n.Named {
			if c.Kind() == "string" {
				p = stringParts(p, c)
			}
		}
		return p, true
	case "binary_operator":
		if n.Field("operator").Kind() == "%" {
			return filled(r, p, n.Field("left"), n.Field("right")), true
		}
	}
	return p, false
}

// filled appends the parts of format % values. Values with names of their own,
// in a dictionary, are holes.
func filled(r *parse.TextReader, p parse.TextParts, format, values parse.Node) parse.TextParts {
	var args []parse.TextParts
	switch values.Kind() {
	case "tuple":
		for c := range values.Named {
			if c.Kind() != "comment" {
				args = append(args, r.Parts(c))
			}
		}
	case "dictionary":
	default:
		args = []parse.TextParts{r.Parts(values)}
	}
	for _, part := range r.Parts(format) {
		if part.At != 0 || part.Text == "" {
			p = append(p, part)
			continue
		}
		if strings.Contains(part.Text, "%(") {
			p = p.Literal(fillPercent(part.Text))
			continue
		}
		n := verbs(part.Text)
		p = p.Printf(part.Text, args)
		args = args[min(n, len(args)):]
	}
	return p
}

// verbs counts the placeholders of a format.
func verbs(format string) int {
	return strings.Count(format, "%") - 2*strings.Count(format, "%%")
}

// stringParts appends the parts of one string.
func stringParts(p parse.TextParts, n parse.Node) parse.TextParts {
	start := strings.ToLower(n.First().Text())
	raw := strings.ContainsRune(start, 'r')
	for c := range n.Named {
		switch c.Kind() {
		case "string_content":
			s := c.Text()
			if !raw && strings.IndexByte(s, '\\') >= 0 {
				s = unescape(s)
			}
			if strings.ContainsRune(start, 'f') {
				s = strings.NewReplacer("{{", "{", "}}", "}").Replace(s)
			}
			p = p.Literal(s)
		case "interpolation":
			if name := nameOf(c.Field("expression")); !name.IsZero() {
				p = p.Name(name)
			} else {
				p = p.Hole()
			}
		}
	}
	return p
}

// unescape undoes the escapes that SQL in strings has.
func unescape(s string) string {
	return strings.NewReplacer("\\\\", "\\", "\\\r\n", "", "\\\n", "", "\\n", "\n", "\\t", "\t",
		"\\r", "\r", "\\'", "'", "\\\"", "\"").Replace(s)
}

// fillPercent puts {} for %s, %d, %(name)s.
func fillPercent(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		j := i + 1
		if s[j] == '(' {
			if end := strings.IndexByte(s[j:], ')'); end > 0 && j+end+1 < len(s) {
				j += end + 1
			}
		}
		switch {
		case s[j] == '%':
			b.WriteByte('%')
		case strings.IndexByte("sdrifx", s[j]) >= 0:
			b.WriteString("{}")
		default:
			b.WriteByte('%')
			continue
		}
		i = j
	}
	return b.String()
}
