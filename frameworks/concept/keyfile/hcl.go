package keyfile

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"seedgraph/internal/limited"
)

// A token is a word, a string or a punctuation mark of HCL.
type token struct {
	kind byte // 'a' for a word, '"' for a string, '\n' for the end of a line, otherwise the punctuation mark
	text string
	line int
	refs []string // variables that a string refers to
}

var (
	heredoc  = regexp.MustCompile(`^<<-?(\w+)\n`)
	variable = regexp.MustCompile(`\bvar\.([A-Za-z_][\w-]*)`)
)

// hclTokens tokenizes the file in linear time.
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

// hclTokenAt returns the token at an offset, and its end; a token without a kind is
// white space or a comment.
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

// wordEnd returns the end of the dotted name at an offset.
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

// variablesIn lists the variables in the interpolations of a string: "${var.x}-a".
func variablesIn(text string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(text, "${")
		if !ok {
			return out
		}
		// A nested interpolation is processed separately.
		expr, _, _ := strings.Cut(rest, "${")
		expr, _, _ = strings.Cut(expr, "}")
		for _, m := range variable.FindAllStringSubmatch(expr, -1) {
			out = append(out, m[1])
		}
		text = rest
	}
}

// textEnd returns the end of the string that begins before at, after its closing quote.
// Interpolations may contain quotes.
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

// heredocEnd returns the end of a heredoc, after the line that consists of its
// delimiter.
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
