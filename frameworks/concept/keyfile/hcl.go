package keyfile

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"seedgraph/internal/limited"
)

// A token is a word, a text or a sign of HCL.
type token struct {
	kind byte // 'a' a word, '"' a text, else the sign; '\n' the end of a line
	text string
	line int
	refs []string // variables that a text refers to
}

var (
	heredoc  = regexp.MustCompile(`^<<-?(\w+)\n`)
	variable = regexp.MustCompile(`\bvar\.([A-Za-z_][\w-]*)`)
)

// hclTokens splits the file. Time is linear in the text.
func (r *reader) hclTokens() []token {
	text := r.text
	var out []token
	line := 1
	for at := 0; at < len(text); {
		t, end := hclTokenAt(text, at)
		if t.kind != 0 {
			if t.line = line; len(out) == limited.MaxNodes {
				r.refuse("tokens", limited.MaxNodes)
				return nil
			}
			out = append(out, t)
		}
		line += strings.Count(text[at:end], "\n")
		at = end
	}
	return out
}

// hclTokenAt returns the token that begins at an offset, and where it ends; one without a kind
// is a blank or a comment.
func hclTokenAt(text string, at int) (t token, end int) {
	switch c, rest := text[at], text[at:]; {
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		return token{}, at + 1
	case c == '#' || strings.HasPrefix(rest, "//"):
		line, _, _ := strings.Cut(rest, "\n")
		return token{}, at + len(line)
	case strings.HasPrefix(rest, "/*"):
		inside, _, _ := strings.Cut(rest[2:], "*/")
		return token{}, min(at+len("/*")+len(inside)+len("*/"), len(text))
	case c == '"':
		end = textEnd(text, at+1)
		t = token{kind: '"', text: strings.TrimSuffix(text[at+1:end], `"`)}
		t.refs = variablesIn(t.text)
		return t, end
	case isWordByte(c) && c != '-':
		end = wordEnd(text, at)
		return token{kind: 'a', text: text[at:end]}, end
	case c == '<':
		if m := heredoc.FindStringSubmatch(rest); m != nil {
			end = heredocEnd(text, at+len(m[0]), m[1])
			return token{kind: '"', refs: variablesIn(text[at:end])}, end
		}
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return token{kind: text[at], text: text[at : at+size]}, at + size
}

// wordEnd is where the name that begins at an offset ends, with the names behind its points.
func wordEnd(text string, at int) int {
	for ; at < len(text); at++ {
		if isWordByte(text[at]) {
			continue
		}
		if text[at] != '.' || at+1 == len(text) || text[at+1] == '-' ||
			text[at+1] != '*' && !isWordByte(text[at+1]) {
			break
		}
		at++
	}
	return at
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// variablesIn lists the variables in the expressions of a text: "${var.x}-a".
func variablesIn(text string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(text, "${")
		if !ok {
			return out
		}
		// An expression within this one has its own turn.
		expr, _, _ := strings.Cut(rest, "${")
		expr, _, _ = strings.Cut(expr, "}")
		for _, m := range variable.FindAllStringSubmatch(expr, -1) {
			out = append(out, m[1])
		}
		text = rest
	}
}

// textEnd is where a text ends that begins before at: behind its quote. Expressions within
// may have quotes of their own.
func textEnd(text string, at int) int {
	for depth := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '\\':
			at++
		case c == '\n' && depth == 0:
			return at
		case c == '$' && strings.HasPrefix(text[at:], "${"):
			depth++
		case c == '}' && depth > 0:
			depth--
		case c == '"' && depth == 0:
			return at + 1
		}
	}
	return len(text)
}

// heredocEnd is where a text of several lines ends: behind the line that is its word alone.
func heredocEnd(text string, at int, word string) int {
	for at < len(text) {
		line, _, _ := strings.Cut(text[at:], "\n")
		at += len(line)
		if strings.TrimSpace(line) == word {
			return at
		}
		at++
	}
	return len(text)
}
