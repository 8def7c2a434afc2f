package tags

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/parse"
)

// A groovyToken is a token of Groovy: a word, a string, a number, or one operator
// or bracket.
type groovyToken struct {
	kind    tokenKind
	text    string
	at      uint32
	newLine bool        // the first one of its line
	match   int         // of a bracket: the index of its counterpart; of an open one the number of tokens
	doc     parse.Range // the documentation right before it
}

func (t *groovyToken) end() uint32 { return t.at + uint32(len(t.text)) }

// A tokenKind is the kind of a groovyToken.
type tokenKind uint8

const (
	tokenWord tokenKind = iota + 1
	tokenString
	tokenNumber
	tokenOperator
)

// A groovyLexer splits a text into tokens, in time linear in its length. The code
// in a string, "${code}", yields tokens after that of the string, in the brackets
// ${ and }.
type groovyLexer struct {
	text    string
	i       int
	tokens  []groovyToken
	open    []int // indices of open brackets
	newLine bool
	doc     parse.Range
	depth   int // of strings in code in strings
	quotes
}

// groovyTokens returns the tokens of a text, and its strings and comments.
func groovyTokens(text string) ([]groovyToken, *quotes) {
	l := &groovyLexer{text: text, newLine: true, quotes: quotes{heads: &groovyHeads}}
	if l.file(); l.broken {
		*l = groovyLexer{text: text, newLine: true,
			quotes: quotes{heads: &groovyHeads, broken: true, short: true}}
		l.file()
	}
	l.broken = l.broken || len(l.open) > 0
	for _, i := range l.open {
		l.tokens[i].match = len(l.tokens)
	}
	return l.tokens, &l.quotes
}

// file reads all tokens.
func (l *groovyLexer) file() {
	if strings.HasPrefix(l.text, "#!") {
		l.i = parse.After(l.text, 0, "\n")
	}
	l.run(false)
}

// run reads tokens up to the end of the text, or of the code in a string.
func (l *groovyLexer) run(inString bool) {
	depth := 0
	for l.i < len(l.text) {
		rest := l.text[l.i:]
		c := rest[0]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case c == '\n':
			l.newLine = true
			l.i++
		case c == '\\' && len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r'):
			l.i = parse.After(l.text, l.i, "\n")
		case c <= ' ':
			l.i++
		case strings.HasPrefix(rest, "//"):
			l.i += strings.IndexByte(rest+"\n", '\n')
		case strings.HasPrefix(rest, "/*"):
			l.comment()
		case c == '"' || c == '\'' || strings.HasPrefix(rest, "$/") || c == '/' && l.beginsPattern(rest):
			l.quoted()
		case c >= '0' && c <= '9':
			l.add(tokenNumber, 1+len(rest[1:])-len(strings.TrimLeft(rest[1:], "0123456789_abcdefxABCDEFXgGlLiIoO")))
		case c == '_' || c == '$' || unicode.IsLetter(r):
			n := size
			for n < len(rest) {
				r, size := utf8.DecodeRuneInString(rest[n:])
				if r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
					break
				}
				n += size
			}
			l.add(tokenWord, n)
		case inString && c == '}' && depth == 0:
			return
		default:
			switch c {
			case '{':
				depth++
			case '}':
				depth--
			}
			l.operator(rest)
		}
	}
}

// comment skips a comment, which may be documentation.
func (l *groovyLexer) comment() {
	end := parse.After(l.text, l.i+2, "*/")
	if !strings.HasSuffix(l.text[min(l.i+2, end):end], "*/") {
		end = len(l.text) + 1
	}
	end = l.endComment(l.text, l.i, end)
	if strings.HasPrefix(l.text[l.i:], "/**") {
		l.doc = parse.Range{Start: uint32(l.i), End: uint32(end)}
	}
	l.newLine = l.newLine || strings.Contains(l.text[l.i:end], "\n")
	l.i = end
}

// groovyOperators are the operators of several characters that a reader needs to
// tell from others, the longest first.
var groovyOperators = []string{"?.", "??.", "*.", ".&", ".@", "...", "..", "->", "::", "==", "=~", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "?:", "&&", "||"}

// operator adds an operator or a bracket.
func (l *groovyLexer) operator(rest string) {
	for _, o := range groovyOperators {
		if strings.HasPrefix(rest, o) {
			l.add(tokenOperator, len(o))
			return
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	l.add(tokenOperator, size)
}

// add adds a token of n bytes.
func (l *groovyLexer) add(kind tokenKind, n int) {
	t := groovyToken{kind: kind, text: l.text[l.i : l.i+n], at: uint32(l.i), newLine: l.newLine, doc: l.doc, match: -1}
	l.i += n
	l.newLine, l.doc = false, parse.Range{}
	l.tokens = append(l.tokens, t)
	at := len(l.tokens) - 1
	if kind != tokenOperator {
		return
	}
	switch t.text {
	case "(", "[", "{", "${":
		l.open = append(l.open, at)
	case ")", "]", "}":
		l.close(at)
	}
}

// close matches a closing bracket with the innermost open one of its kind.
func (l *groovyLexer) close(at int) {
	wanted := map[string]string{")": "(", "]": "[", "}": "{"}[l.tokens[at].text]
	for k := len(l.open) - 1; k >= 0 && k >= len(l.open)-maxUnclosed; k-- {
		if strings.HasSuffix(l.tokens[l.open[k]].text, wanted) {
			for _, i := range l.open[k+1:] {
				l.tokens[i].match = at // never closed
			}
			l.tokens[l.open[k]].match, l.tokens[at].match = at, l.open[k]
			l.open = l.open[:k]
			return
		}
	}
}

// maxUnclosed bounds the number of open brackets that a closing one is compared with.
const maxUnclosed = 64

// beginsPattern reports whether a slash begins a string: not after an operand, and
// with another one on its line.
func (l *groovyLexer) beginsPattern(rest string) bool {
	if n := len(l.tokens); n > 0 {
		switch t := l.tokens[n-1]; {
		case t.kind == tokenWord && !groovyWords[t.text], t.kind == tokenNumber, t.kind == tokenString,
			t.text == ")", t.text == "]", t.text == "}":
			return false
		}
	}
	i := strings.IndexAny(rest[1:], "/\n")
	return i > 0 && rest[1+i] == '/'
}

// quoted reads a string of any form, with the code in it.
func (l *groovyLexer) quoted() {
	rest, start := l.text[l.i:], l.i
	mark, code := rest[:1], rest[0] != '\''
	switch {
	case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, "'''"):
		mark = rest[:3]
	case rest[0] == '$':
		mark = "/$"
	}
	var holes []int
	n := len(mark)
	for n < len(rest) && !strings.HasPrefix(rest[n:], mark) {
		switch {
		case rest[n] == '\n' && (mark == `"` || mark == "'"): // not closed
			mark = ""
			continue
		case rest[n] == '\\' && mark != "/$":
			n += 2
		case code && strings.HasPrefix(rest[n:], "${") && l.depth < maxHoles:
			holes = append(holes, start+n)
			n += groovyHole(rest[n:])
		default:
			n++
		}
	}
	end := l.endString(l.text, start, start+n+len(mark))
	l.add(tokenString, end-start)
	for _, hole := range holes {
		l.i = hole
		l.add(tokenOperator, 2)
		l.depth++
		l.run(true)
		l.depth--
		if l.i >= end {
			break
		}
		l.add(tokenOperator, 1)
	}
	l.i = end
}

// maxHoles bounds the depth of strings in the code of strings.
const maxHoles = 4

// groovyHole returns the length of code in a string, brackets included; a bracket in
// a string of it counts like any other.
func groovyHole(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}
