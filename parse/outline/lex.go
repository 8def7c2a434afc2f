package outline

import "strings"

// A Token is a token of a source. White space and comments are skipped, and a
// string is a single token.
type Token struct {
	Start, End uint32
	Kind       Kind
}

// A Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	Word   Kind = iota + 1
	Punct       // one byte
	String      // a string or character literal
	Number
)

// LexBraces splits a text of a language with C comments into tokens. Quotes are the
// bytes that open strings: a string in '"' or '\” ends with its line, one in '`'
// does not; triple-quoted strings do not. If regexps is set, a '/' may begin a
// regular expression.
func LexBraces(text, quotes string, regexps bool) []Token {
	l := lexer{text: text, quotes: quotes, regexps: regexps,
		tokens: make([]Token, 0, len(text)/5+8)}
	for l.at < len(text) {
		l.next()
	}
	return l.tokens
}

type lexer struct {
	text, quotes string
	at           int
	regexps      bool
	tokens       []Token
}

func (l *lexer) next() {
	c, rest := l.text[l.at], l.text[l.at:]
	switch {
	case isSpace(c):
		l.at++
	case strings.HasPrefix(rest, "//"):
		l.at = lineEnd(l.text, l.at)
	case strings.HasPrefix(rest, "/*"):
		l.at = after(l.text, l.at+2, "*/")
	case isWord(c):
		l.emit(Word, wordEnd(l.text, l.at))
	case c >= '0' && c <= '9':
		l.emit(Number, wordEnd(l.text, l.at))
	case strings.IndexByte(l.quotes, c) >= 0:
		l.emit(String, l.stringEnd(c))
	case c == '/' && l.regexps && l.mayBeRegexp():
		l.emit(String, regexpEnd(l.text, l.at))
	default:
		l.emit(Punct, l.at+1)
	}
}

func (l *lexer) emit(k Kind, end int) {
	l.tokens = append(l.tokens, Token{uint32(l.at), uint32(end), k})
	l.at = end
}

// stringEnd returns the end of the string at l.at, which is opened by the quote c.
func (l *lexer) stringEnd(c byte) int {
	if triple := strings.Repeat(string(c), 3); c == '"' &&
		strings.HasPrefix(l.text[l.at:], triple) {
		return after(l.text, l.at+3, triple)
	}
	for i := l.at + 1; i < len(l.text); i++ {
		switch b := l.text[i]; {
		case b == c:
			return i + 1
		case b == '\\' && (c != '`' || l.regexps): // a raw string of Go has no escapes
			i++
		case b == '\n' && c != '`':
			return i
		case c == '`' && l.regexps && strings.HasPrefix(l.text[i:], "${"):
			i = holeEnd(l.text, i+2) - 1
		}
	}
	return len(l.text)
}

// holeEnd returns the end of the template hole whose content begins at at.
func holeEnd(text string, at int) int {
	depth := 1
	for ; at < len(text) && depth > 0; at++ {
		switch text[at] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return at
}

// mayBeRegexp reports whether an expression may begin after the last token. A
// slash right after < belongs to a closing tag.
func (l *lexer) mayBeRegexp() bool {
	if len(l.tokens) == 0 {
		return true
	}
	last := l.tokens[len(l.tokens)-1]
	word := l.text[last.Start:last.End]
	switch last.Kind {
	case Punct:
		return strings.IndexByte(")]}", word[0]) < 0 && !(word == "<" && int(last.End) == l.at)
	case Word:
		return word == "return" || word == "typeof" || word == "case" || word == "in"
	}
	return false
}

// regexpEnd returns the end of the regular expression at at, or of the slash if
// none ends on its line.
func regexpEnd(text string, at int) int {
	class := false
	for i := at + 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return wordEnd(text, i+1)
			}
		}
	}
	return at + 1
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\v'
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || c >= 0x80
}

func wordEnd(text string, at int) int {
	for at < len(text) && (isWord(text[at]) || text[at] >= '0' && text[at] <= '9') {
		at++
	}
	return at
}

func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// after returns the offset after the next mark, or the end of the text.
func after(text string, at int, mark string) int {
	if i := strings.Index(text[min(at, len(text)):], mark); i >= 0 {
		return at + i + len(mark)
	}
	return len(text)
}
