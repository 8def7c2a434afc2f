package python

import (
	"strings"

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
	return nil
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
	var b strings.Builder
	f := folder{text: &b}
	f.fold(n, false)
	if f.literals == 0 || !sqltext.Is(b.String()) {
		return
	}
	w.f.Embedded = append(w.f.Embedded, parse.Embedded{Text: b.String(), Range: n.Range(), Def: w.def, Sink: w.sink})
}

// A folder writes down the value of a string expression.
type folder struct {
	text     *strings.Builder
	literals int
}

// fold writes the value of n, with {} for what only a run can tell. formatted
// says that placeholders of % are filled in.
func (f *folder) fold(n parse.Node, formatted bool) {
	switch n.Kind() {
	case "string":
		f.literal(n, formatted)
		return
	case "concatenated_string", "parenthesized_expression":
		for c := range n.Named {
			if c.Kind() != "comment" {
				f.fold(c, formatted)
			}
		}
		return
	case "binary_operator":
		switch n.Field("operator").Kind() {
		case "+":
			f.fold(n.Field("left"), formatted)
			f.fold(n.Field("right"), formatted)
			return
		case "%":
			f.fold(n.Field("left"), true)
			return
		}
	}
	f.text.WriteString("{}")
}

func (f *folder) literal(n parse.Node, formatted bool) {
	f.literals++
	start := strings.ToLower(n.First().Text())
	raw := strings.ContainsRune(start, 'r')
	for c := range n.Named {
		switch c.Kind() {
		case "string_content":
			s := c.Text()
			if !raw && strings.IndexByte(s, '\\') >= 0 {
				s = unescape(s)
			}
			if formatted && strings.IndexByte(s, '%') >= 0 {
				s = fillPercent(s)
			}
			if strings.ContainsRune(start, 'f') {
				s = strings.NewReplacer("{{", "{", "}}", "}").Replace(s)
			}
			f.text.WriteString(s)
		case "interpolation":
			f.text.WriteString("{}")
		}
	}
}

// unescape undoes the escapes that SQL in strings has.
func unescape(s string) string {
	return strings.NewReplacer("\\\\", "\\", "\\\r\n", "", "\\\n", "", "\\n", "\n", "\\t", "\t", "\\r", "\r", "\\'", "'", "\\\"", "\"").Replace(s)
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
