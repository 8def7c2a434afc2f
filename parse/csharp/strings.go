package csharp

import (
	"strings"
	"unicode/utf8"

	"seedgraph/parse"
)

// stringLiteral reads the holes of a string and keeps its value if it is SQL.
func (r *reader) stringLiteral(n parse.Node) {
	if !r.folding {
		r.embed(n)
	}
	if n.Kind() == "interpolated_string_expression" {
		for c := range n.Named {
			if c.Kind() == "interpolation" {
				r.hole(c)
			}
		}
	}
}

// hole reads the expression in a hole of an interpolated string.
func (r *reader) hole(n parse.Node) {
	outer := r.folding
	r.folding = false
	for c := range n.Named {
		if !c.Is("interpolation_brace", "interpolation_format_clause") {
			r.implicitly(opHole, c.Start(), r.expr(c, goal{steps: true}), nil)
		}
	}
	r.folding = outer
}

// concatenation reads a chain of + as one string if one of its operands is a
// literal, and reports whether it was.
func (r *reader) concatenation(n parse.Node) bool {
	// If a chain has no literals, its subchains have none either. Long sums are chains
	// of calls or numbers, which join no names.
	if n.Start() == r.sum.Start && n.End() <= r.sum.End && !isName(n.Field("right")) {
		return false
	}
	parts := operands(n)
	text := false
	for _, p := range parts {
		text = text || r.literalType(p) == "string"
	}
	if !text {
		if !r.folding && r.joinsNames(parts) {
			r.keep(n, parse.UseText)
		}
		if n.Start() != r.sum.Start || n.End() > r.sum.End {
			r.sum = n.Range()
		}
		return false
	}
	if !r.folding {
		r.embed(n)
	}
	outer := r.folding
	for _, p := range parts {
		r.folding = r.literalType(p) == "string"
		if r.folding {
			r.expr(p, goal{})
			continue
		}
		r.implicitly(opHole, p.Start(), r.expr(p, goal{steps: true}), nil)
	}
	r.folding = outer
	return true
}

// joinsNames reports whether the operands of a chain of + may be constants: all
// are names, the first a member of a type.
func (r *reader) joinsNames(operands []parse.Node) bool {
	for _, o := range operands {
		if !isName(o) {
			return false
		}
	}
	first := operands[0]
	if first.Kind() == "member_access_expression" {
		owner := r.str(first.Field("expression"))
		return owner != "" && owner[0] >= 'A' && owner[0] <= 'Z'
	}
	name := r.str(first)
	return name != "" && name[0] >= 'A' && name[0] <= 'Z' && r.local(name) == nil
}

// operands lists the operands of a chain of +, from left to right.
func operands(n parse.Node) []parse.Node {
	var reversed []parse.Node
	for n.Kind() == "binary_expression" && operator(n) == "+" {
		reversed = append(reversed, n.Field("right"))
		n = n.Field("left")
	}
	out := append(reversed, n)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// literalValue returns the value of a string literal as written in the source,
// with hole in place of each hole.
func literalValue(s, hole string) string {
	if !startsString(s, 0) {
		return ""
	}
	form, at := stringOpening(s, 0)
	if at > len(s) {
		return ""
	}
	end := len(s)
	for end > at && (s[end-1] != '"' && end == len(s)) {
		end-- // the suffix u8
	}
	for q := 0; q < form.quotes && end > at && s[end-1] == '"'; q++ {
		end--
	}
	body := s[at:end]
	if form.dollars > 0 {
		body = withHoles(body, form, hole)
	}
	switch {
	case form.quotes >= 3:
		return dedent(body)
	case form.verbatim:
		return strings.ReplaceAll(body, `""`, `"`)
	}
	return unescape(body)
}

// withHoles replaces each hole by hole, and unescapes doubled braces.
func withHoles(body string, form stringForm, hole string) string {
	if strings.IndexByte(body, '{') < 0 {
		return body
	}
	var b strings.Builder
	for at := 0; at < len(body); {
		switch {
		case body[at] == '{':
			n := runOf(body, at, '{')
			end := holeEnd(body, at, form, 0)
			switch {
			case end > at+n:
				b.WriteString(hole)
			case form.quotes == 1:
				b.WriteString(body[at : at+n/2])
			default:
				b.WriteString(body[at:end])
			}
			at = end
		case strings.HasPrefix(body[at:], "}}") && form.quotes == 1:
			b.WriteByte('}')
			at += 2
		default:
			b.WriteByte(body[at])
			at++
		}
	}
	return b.String()
}

// dedent removes the indentation of the last line of a raw string.
func dedent(body string) string {
	i := strings.LastIndexByte(body, '\n')
	if i < 0 || strings.TrimSpace(body[i:]) != "" {
		return body
	}
	indent := body[i+1:]
	lines := strings.Split(strings.TrimPrefix(strings.TrimPrefix(body[:i], "\r"), "\n"), "\n")
	for j, l := range lines {
		lines[j] = strings.TrimPrefix(l, indent)
	}
	return strings.Join(lines, "\n")
}

// unescape replaces the escapes of a regular string.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '0', 'a', 'b', 'f', 'v', 'e':
			b.WriteByte(' ')
		case 'u', 'x', 'U':
			i += hexDigits(s[i+1:], s[i])
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// hexDigits counts the digits of an escape.
func hexDigits(s string, kind byte) int {
	limit := 4
	if kind == 'U' {
		limit = 8
	}
	n := 0
	for n < len(s) && n < limit && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
		n++
	}
	return n
}
