package tags

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// An ocamlToken is a token of OCaml.
type ocamlToken struct {
	kind  tokenKind
	text  string
	at    uint32
	match int         // of a bracket: the index of its counterpart; of one never closed the number of tokens
	doc   parse.Range // the documentation right before it
}

func (t *ocamlToken) end() uint32 { return t.at + uint32(len(t.text)) }

// ocamlBrackets maps opening brackets and keywords to those that close them.
var ocamlBrackets = map[string]string{"(": ")", "[": "]", "[|": "|]", "{": "}", "begin": "end", "struct": "end", "sig": "end",
	"object": "end", "do": "done"}

// An ocamlLexer splits a text into tokens, in time linear in its length.
type ocamlLexer struct {
	text   string
	i      int
	tokens []ocamlToken
	open   []int
	doc    parse.Range
	quotes
}

// ocamlTokens returns the tokens of a text, and its strings and comments.
func ocamlTokens(text string) ([]ocamlToken, *quotes) {
	l := &ocamlLexer{text: text, quotes: quotes{heads: &ocamlHeads}}
	if l.run(); l.broken {
		*l = ocamlLexer{text: text, quotes: quotes{heads: &ocamlHeads, broken: true, short: true}}
		l.run()
	}
	l.broken = l.broken || len(l.open) > 0
	l.closeOpen()
	return l.tokens, &l.quotes
}

// run reads all tokens.
func (l *ocamlLexer) run() {
	if strings.HasPrefix(l.text, "#!") {
		l.i = parse.After(l.text, 0, "\n")
	}
	for l.i < len(l.text) {
		l.next()
	}
}

// closeOpen ends the groups that are not closed before the next item at the beginning of a line: otherwise all
// definitions behind one forgotten bracket would be local to its group.
func (l *ocamlLexer) closeOpen() {
	at, next := len(l.tokens)-1, len(l.tokens)
	for _, i := range slices.Backward(l.open) {
		for ; at > i; at-- {
			t := &l.tokens[at]
			if t.kind == tokenWord && ocamlItems[t.text] && l.text[t.at-1] == '\n' {
				next = at
			}
		}
		l.tokens[i].match = next
		if next < len(l.tokens) {
			l.tokens[i].match = next - 1 // the token before the item is the last one of the group
		}
	}
}

const ocamlSymbols = "!$%&*+-./:<=>?@^|~#"

// next reads one token, or a blank or comment.
func (l *ocamlLexer) next() {
	rest := l.text[l.i:]
	switch c := rest[0]; {
	case c <= ' ':
		l.i++
	case strings.HasPrefix(rest, "(*") && !strings.HasPrefix(rest, "(*)"):
		l.comment()
	case c == '"':
		l.add(tokenString, l.quote(quotedEnd(rest, 0)))
	case c == '{' && quotedText(rest) > 0:
		l.add(tokenString, l.quote(quotedText(rest)))
	case c == '\'' && charEnd(rest) > 0:
		l.add(tokenString, charEnd(rest))
	case c >= '0' && c <= '9':
		l.add(tokenNumber, 1+len(rest[1:])-len(strings.TrimLeft(rest[1:], "0123456789_abcdefxABCDEFXoO.nlL")))
	case isOCamlWord(c):
		n := ocamlWordEnd(rest)
		if (rest[:n] == "let" || rest[:n] == "and") && n < len(rest) && strings.IndexByte("*+", rest[n]) >= 0 {
			n++ // a binding operator
		}
		l.add(tokenWord, n)
	case strings.HasPrefix(rest, "[|"), strings.HasPrefix(rest, "|]"):
		l.add(tokenOperator, 2)
	case strings.IndexByte(ocamlSymbols, c) >= 0:
		n := 1
		for n < len(rest) && strings.IndexByte(ocamlSymbols, rest[n]) >= 0 && c != '.' && !strings.HasPrefix(rest[n:], "|]") {
			n++
		}
		l.add(tokenOperator, n)
	default:
		l.add(tokenOperator, 1)
	}
}

// isOCamlWord reports whether a byte can begin a word; other scripts than Latin can.
func isOCamlWord(c byte) bool { return c == '_' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' }

// ocamlWordEnd returns the length of the word at the beginning of a text, with its primes.
func ocamlWordEnd(s string) int {
	n := 1
	for n < len(s) && (isOCamlWord(s[n]) || s[n] == '\'' || s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}

// quote adds a string of n bytes, see [quotes.endString], and returns its length.
func (l *ocamlLexer) quote(n int) int { return l.endString(l.text, l.i, l.i+n) - l.i }

// quotedEnd returns the length of a string that begins at i, more than that of s if it
// has no end.
func quotedEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s) + 1
}

// quotedText returns the length of {id|…|id}, or 0; more than that of s if it has no end.
func quotedText(s string) int {
	n := 1
	for n < len(s) && (s[n] == '_' || s[n] >= 'a' && s[n] <= 'z') {
		n++
	}
	if n >= len(s) || s[n] != '|' {
		return 0
	}
	end := "|" + s[1:n] + "}"
	if !strings.Contains(s[n+1:], end) {
		return len(s) + 1
	}
	return parse.After(s, n+1, end)
}

// charEnd returns the length of a character literal, or 0 for a type variable.
func charEnd(s string) int {
	if len(s) > 3 && s[1] == '\\' {
		if i := strings.IndexByte(s[3:min(len(s), 12)], '\''); i >= 0 {
			return 4 + i
		}
		return 0
	}
	if i := strings.IndexByte(s[1:min(len(s), 6)], '\''); i == 1 || i > 1 && s[1] >= 0x80 {
		return i + 2
	}
	return 0
}

// comment skips a comment; comments nest, and strings, characters and words in them hide their marks, as in the
// lexer of OCaml.
func (l *ocamlLexer) comment() {
	start, depth := l.i, 0
	for l.i < len(l.text) {
		rest := l.text[l.i:]
		switch {
		case strings.HasPrefix(rest, "(*"):
			depth++
			l.i += 2
		case strings.HasPrefix(rest, "*)"):
			l.i += 2
			if depth--; depth == 0 {
				if strings.HasPrefix(l.text[start:], "(**") && l.i-start > len("(***)") {
					l.doc = parse.Range{Start: uint32(start), End: uint32(l.i)}
				}
				l.endComment(l.text, start, l.i)
				return
			}
		case rest[0] == '"':
			l.i += l.quote(quotedEnd(rest, 0))
		case rest[0] == '{' && quotedText(rest) > 0:
			l.i += l.quote(quotedText(rest))
		case rest[0] == '\'' && charEnd(rest) > 0:
			l.i += charEnd(rest)
		case isOCamlWord(rest[0]):
			l.i += ocamlWordEnd(rest)
		default:
			l.i++
		}
	}
	l.i = l.endComment(l.text, start, len(l.text)+1)
}

// add adds a token of n bytes.
func (l *ocamlLexer) add(kind tokenKind, n int) {
	t := ocamlToken{kind: kind, text: l.text[l.i : l.i+n], at: uint32(l.i), match: -1, doc: l.doc}
	l.i += n
	l.doc = parse.Range{}
	l.tokens = append(l.tokens, t)
	at := len(l.tokens) - 1
	if ocamlBrackets[t.text] != "" && kind != tokenString {
		l.open = append(l.open, at)
		return
	}
	for k := len(l.open) - 1; k >= 0 && k >= len(l.open)-maxUnclosed; k-- {
		if ocamlBrackets[l.tokens[l.open[k]].text] == t.text {
			for _, i := range l.open[k+1:] {
				l.tokens[i].match = at
			}
			l.tokens[l.open[k]].match, l.tokens[at].match = at, l.open[k]
			l.open = l.open[:k]
			return
		}
	}
}
