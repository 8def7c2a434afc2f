package python

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// maxSignature bounds the bytes of a value in a signature.
const maxSignature = 160

// signature returns the text before the body of a definition, on one line.
func (w *walker) signature(n, body parse.Node) string {
	end := n.End()
	if !body.IsZero() {
		end = body.Start()
	}
	s := w.text[n.Start():max(end, n.Start())]
	if body.Start() == body.End() {
		s, _, _ = strings.Cut(s, "\n") // broken code
	}
	return strings.TrimRight(squeeze(s), ": ")
}

// valueSignature returns an assignment on one line, without a long value.
func (w *walker) valueSignature(stmt parse.Node) string {
	s := stmt.Text()
	if len(s) > 4*maxSignature {
		s = s[:4*maxSignature]
	}
	s = squeeze(s)
	if len(s) <= maxSignature {
		return s
	}
	if i := strings.Index(s, " = "); i > 0 && i < maxSignature {
		return s[:i] + " = …"
	}
	return strings.ToValidUTF8(s[:maxSignature], "") + "…"
}

// squeeze puts code on one line: white space is collapsed, comments and line
// continuations are removed.
func squeeze(s string) string {
	if !strings.ContainsAny(s, "\n\t#\\") && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\r', '\n', '\\':
			gap = true
		case '#':
			for i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
		case '\'', '"':
			b.WriteString(blank(&b, gap, c))
			gap = false
			end := literalEnd(s, i)
			b.WriteString(onLine(s[i:end]))
			i = end - 1
		default:
			b.WriteString(blank(&b, gap, c))
			gap = false
			b.WriteByte(c)
		}
	}
	return strings.NewReplacer(",)", ")", ",]", "]").Replace(b.String())
}

// blank returns the replacement of a run of white space before c.
func blank(b *strings.Builder, gap bool, c byte) string {
	s := b.String()
	if !gap || s == "" || strings.IndexByte("([{", s[len(s)-1]) >= 0 ||
		strings.IndexByte(")]}", c) >= 0 {
		return ""
	}
	return " "
}

// onLine puts a multi-line literal on one line: each run of white space with a
// line end becomes a blank.
func onLine(literal string) string {
	if !strings.ContainsAny(literal, "\r\n") {
		return literal
	}
	lines := strings.FieldsFunc(literal, func(r rune) bool { return r == '\r' || r == '\n' })
	for i := range lines {
		lines[i] = strings.TrimSpace(strings.TrimSuffix(lines[i], "\\"))
	}
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), " ")
}

// literalEnd returns where the string that begins at s[i] ends: a triple-quoted
// one at three quotes.
func literalEnd(s string, i int) int {
	quote := s[i : i+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s[i:], triple) {
		quote = triple
	}
	for j := i + len(quote); j < len(s); j++ {
		if s[j] == '\\' {
			j++
		} else if strings.HasPrefix(s[j:], quote) {
			return j + len(quote)
		}
	}
	return len(s)
}

// lead returns where the comments directly above a statement begin: those with its
// indentation, without a blank line in between, after the previous statement.
func (w *walker) lead(start, prevEnd uint32) uint32 {
	line := strings.LastIndexByte(w.text[:start], '\n') + 1
	indent := w.text[line:start]
	if strings.Trim(indent, " \t") != "" {
		return start
	}
	at := start
	for line > 0 {
		before := strings.LastIndexByte(w.text[:line-1], '\n') + 1
		if uint32(before) < prevEnd || !strings.HasPrefix(w.text[before:line], indent+"#") {
			break
		}
		line = before
		at = uint32(before + len(indent))
	}
	return at
}

// docOf returns the text of a docstring, or else of the comments above.
func docOf(body parse.Node, above string) string {
	if s := docstring(body); s != "" {
		return s
	}
	return commentText(above)
}

// docstring returns the text of the string that a block begins with.
func docstring(block parse.Node) string {
	for c := range block.Named {
		if c.Kind() == "comment" {
			continue
		}
		return stringStatement(c)
	}
	return ""
}

// stringStatement returns the text of a statement that is a plain string.
func stringStatement(n parse.Node) string {
	if n.Kind() != "expression_statement" {
		return ""
	}
	s := n.First()
	if s.Kind() != "string" || strings.ContainsAny(s.First().Text(), "fFbB") {
		return ""
	}
	from, to := s.First().End(), s.End()
	if last := s.Child("string_end"); !last.IsZero() {
		to = last.Start()
	}
	if from >= to {
		return ""
	}
	return dedent(s.Text()[from-s.Start() : to-s.Start()])
}

// dedent removes the common indentation of all lines but the first, and blank
// lines at both ends, from a docstring.
func dedent(s string) string {
	if !strings.Contains(s, "\n") {
		return strings.TrimSpace(s)
	}
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	margin := -1
	for _, l := range lines[1:] {
		if t := strings.TrimLeft(l, " \t"); t != "" && (margin < 0 || len(l)-len(t) < margin) {
			margin = len(l) - len(t)
		}
	}
	lines[0] = strings.TrimSpace(lines[0])
	for i, l := range lines[1:] {
		lines[i+1] = strings.TrimRight(l[min(max(margin, 0), len(l)):], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// commentText strips the marks from a run of comments. Lines without a letter are
// rules and banners.
func commentText(s string) string {
	if s == "" {
		return ""
	}
	var out []string
	for _, l := range strings.Split(s, "\n") {
		l = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(l), "#: "))
		if strings.ContainsFunc(l, func(r rune) bool {
			return r >= 0x80 ||
				'a' <= r|0x20 && r|0x20 <= 'z'
		}) {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// valueDoc returns the documentation of a value: the comments above it, or a
// comment `#: …` after it.
func (w *walker) valueDoc(stmt parse.Node, lead uint32) string {
	if lead < stmt.Start() {
		return commentText(w.text[lead:stmt.Start()])
	}
	rest := w.text[stmt.End():]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	if rest = strings.TrimLeft(rest, " \t"); strings.HasPrefix(rest, "#:") {
		return commentText(rest)
	}
	return ""
}
