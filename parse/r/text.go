package r

import (
	"strings"

	"seedgraph/parse"
)

// maxSignature bounds a signature, in bytes.
const maxSignature = 160

// line puts code on one line: white space is collapsed, comments are removed.
func (w *walker) line(r parse.Range) string {
	s := w.text[r.Start:max(r.Start, r.End)]
	cut := len(s) > 4*maxSignature
	if cut {
		s = s[:4*maxSignature]
	}
	if s = squeeze(s); len(s) > maxSignature {
		return strings.ToValidUTF8(s[:maxSignature], "") + "…"
	}
	return s
}

// head returns the text before the body of a function in a statement.
func (w *walker) head(stmt, f parse.Node) string {
	return w.line(parse.Range{Start: stmt.Start(), End: f.Field("body").Start()})
}

// squeeze collapses the white space of code and removes its comments. Strings
// stay.
func squeeze(s string) string {
	var b strings.Builder
	gap := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case strings.IndexByte(" \t\r\n\v\f", c) >= 0:
			gap = true
			continue
		case c == '#':
			for i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
			continue
		case strings.HasPrefix(s[i:], "\u0085"), strings.HasPrefix(s[i:], "\u2028"),
			strings.HasPrefix(s[i:], "\u2029"):
			gap = true
			i += len("\u0085") - 1
			if c == 0xe2 {
				i++
			}
			continue
		}
		if gap && b.Len() > 0 && c != ')' && !strings.HasSuffix(b.String(), "(") {
			b.WriteByte(' ')
		}
		gap = false
		end := i + 1
		if c == '"' || c == '\'' || c == '`' {
			end = quoted(s, i)
		}
		b.WriteString(strings.NewReplacer("\r", "", "\n", `\n`).Replace(s[i:end]))
		i = end - 1
	}
	return b.String()
}

// quoted returns where the string that begins at s[i] ends.
func quoted(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case s[i]:
			return j + 1
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
		if uint32(before) < prevEnd || !strings.HasPrefix(w.text[before:line], indent+"#") ||
			isDocument(w.f.Path) && strings.HasPrefix(w.text[before:line], "# ") {
			break
		}
		line = before
		at = uint32(before + len(indent))
	}
	return at
}

// document sets the doc and the tags of a definition from the comments above it.
func (w *walker) document(d *parse.Definition, lead, start uint32) {
	if lead >= start {
		return
	}
	var out []string
	for l := range strings.Lines(w.text[lead:start]) {
		l = strings.TrimSpace(l)
		if roxygen, ok := strings.CutPrefix(l, "#'"); ok {
			l = strings.TrimSpace(roxygen)
			if tag, ok := registers(l); ok {
				d.Decorators = append(d.Decorators, tag)
			}
		} else {
			l = strings.TrimSpace(strings.TrimLeft(l, "#*|+ "))
			if !strings.ContainsFunc(l, isLetter) {
				continue // a rule or a banner
			}
		}
		out = append(out, l)
	}
	d.Doc = strings.TrimSpace(strings.Join(out, "\n"))
}

func isLetter(r rune) bool { return r >= 0x80 || 'a' <= r|0x20 && r|0x20 <= 'z' }

// headDoc returns the comment at the start of a file, if a blank line follows.
func (w *walker) headDoc(root parse.Node) string {
	first := root.First()
	if !first.Is("comment") {
		return ""
	}
	var d parse.Definition
	end := first.End()
	for c := first; c.Is("comment") && strings.Count(w.text[end:max(end, c.Start())], "\n") < 2; c = c.Next() {
		end = c.End()
	}
	if strings.Count(w.text[end:min(int(end)+3, len(w.text))], "\n") < 2 {
		return "" // it documents the statement below
	}
	w.document(&d, first.Start(), end)
	return d.Doc
}
