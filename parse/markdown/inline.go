package markdown

import (
	"regexp"
	"strings"
	"unicode"
)

// A link is a link whose target may be within the tree.
type link struct {
	at     int
	target string // as written
}

// A marks reads links, line by line: multi-line links are left out.
type marks struct{ links []link }

var definition = regexp.MustCompile(`^ {0,3}\[[^\]^][^\]]*\]:[ \t]*(\S+)`)

// line reads the links of a line at an offset.
//
//	[text](target "title")   ![alt](<target>)   [name]: target
func (m *marks) line(at int, line string) {
	if d := definition.FindStringSubmatchIndex(line); d != nil {
		m.add(at+d[2], line[d[2]:d[3]])
		return
	}
	for i, open := 0, 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '`':
			i += codeSpan(line[i:]) - 1
		case c == '\\':
			i++
		case c == '[':
			open++
		case c == ']' && open > 0:
			open--
			if strings.HasPrefix(line[i:], "](") {
				i += m.target(at+i+2, line[i+2:min(len(line), i+2+maxSpan)])
			}
		}
	}
}

// maxSpan bounds the bytes of a code span and of a target.
const maxSpan = 2000

// codeSpan returns the length of the code span that a line begins with, or of its
// backticks if it is unterminated.
func codeSpan(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "`"))
	for at := n; at < min(len(line), maxSpan); at++ {
		if line[at] != '`' {
			continue
		}
		end := at + len(line[at:]) - len(strings.TrimLeft(line[at:], "`"))
		if end-at == n {
			return end
		}
		at = end
	}
	return n
}

// target reads the target of a link up to its end, and returns its length in
// bytes.
func (m *marks) target(at int, rest string) int {
	if inside, ok := strings.CutPrefix(rest, "<"); ok {
		target, _, closed := strings.Cut(inside, ">")
		if closed {
			m.add(at+1, target)
		}
		return len(target)
	}
	depth := 0
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')', c == ' ', c == '\t':
			m.add(at, rest[:i])
			return i
		}
	}
	return 0
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// add adds a link, unless its target is outside the tree.
func (m *marks) add(at int, target string) {
	target = strings.Trim(target, "<>")
	if target == "" || scheme.MatchString(target) || strings.HasPrefix(target, "//") ||
		strings.ContainsAny(target, "{}") {
		return
	}
	m.links = append(m.links, link{at, target})
}

var (
	image  = regexp.MustCompile(`!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?`)
	text   = regexp.MustCompile(`\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	tag    = regexp.MustCompile(`</?[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>]+))?)*\s*/?>|<!--.*?-->`)
	under1 = regexp.MustCompile(`(^|[^\pL\pN_])_{1,2}([^_]+)_{1,2}($|[^\pL\pN_])`)
	escape = regexp.MustCompile(`\\([[:punct:]])`)
)

// plain returns the text of a heading, without marks of emphasis, code, links and
// HTML.
func plain(heading string) string {
	var out strings.Builder
	for i, part := range strings.Split(heading, "`") {
		if i%2 == 1 {
			out.WriteString(part) // code
			continue
		}
		part = image.ReplaceAllString(part, "")
		part = text.ReplaceAllString(part, "$1")
		part = tag.ReplaceAllString(part, "")
		part = under1.ReplaceAllString(part, "$1$2$3")
		part = strings.ReplaceAll(part, "*", "")
		out.WriteString(escape.ReplaceAllString(part, "$1"))
	}
	return strings.TrimSpace(out.String())
}

// slug returns the anchor that GitHub generates for a heading: lower case, no
// punctuation except hyphens and underscores, hyphens for spaces.
func slug(heading string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-', c == '_', unicode.IsLetter(c), unicode.IsMark(c), unicode.IsDigit(c), unicode.Is(unicode.Nl, c),
			unicode.Is(unicode.Pc, c):
			return unicode.ToLower(c)
		}
		return -1
	}, heading)
}
