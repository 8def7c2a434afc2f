package csharp

// A token of the source, as detailed as mending needs it. Comments and white space
// are skipped; a string is one token including its holes.
type token struct {
	start, end uint32
	kind       tokenKind
	pair       int32 // of a bracket: index of its partner, or -1
}

type tokenKind uint8

const (
	tokWord tokenKind = iota + 1
	tokNumber
	tokString
	tokPunct     // one byte
	tokDirective // a whole line from its '#'
)

// lex splits text into tokens.
func lex(text string) []token { return appendTokens(make([]token, 0, len(text)/6+16), text) }

// appendTokens is like lex, but appends to a list.
func appendTokens(to []token, text string) []token {
	l := lexer{text: text, tokens: to}
	l.lineStart = true
	for l.at < len(text) {
		l.next()
	}
	return l.tokens
}

type lexer struct {
	text      string
	at        int
	lineStart bool // only white space so far in the line
	tokens    []token
	open      []int32 // indices of unclosed brackets
}

func (l *lexer) next() {
	c := l.text[l.at]
	switch {
	case c == '\n':
		l.lineStart = true
		l.at++
		return
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		l.at++
		return
	case c == '/' && l.peek(1) == '/':
		l.at = lineEnd(l.text, l.at)
		return
	case c == '/' && l.peek(1) == '*':
		l.at = after(l.text, l.at+2, "*/")
		return
	case c == '#' && l.lineStart:
		l.emit(tokDirective, lineEnd(l.text, l.at))
		return
	}
	l.lineStart = false
	switch {
	case isWordStart(c):
		l.emit(tokWord, wordEnd(l.text, l.at))
	case c >= '0' && c <= '9':
		l.emit(tokNumber, wordEnd(l.text, l.at))
	case c == '\'':
		l.emit(tokString, charEnd(l.text, l.at))
	case startsString(l.text, l.at):
		l.emit(tokString, stringEnd(l.text, l.at, 0))
	case c == '@' && l.at+1 < len(l.text) && isWordStart(l.text[l.at+1]):
		l.emit(tokWord, wordEnd(l.text, l.at+1))
	default:
		l.punct(c)
	}
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

func (l *lexer) emit(kind tokenKind, end int) {
	l.tokens = append(l.tokens, token{uint32(l.at), uint32(end), kind, -1})
	l.at = end
}

// punct emits one byte and pairs brackets. An unmatched closing bracket closes
// nothing.
func (l *lexer) punct(c byte) {
	i := int32(len(l.tokens))
	l.emit(tokPunct, l.at+1)
	switch c {
	case '(', '[', '{':
		l.open = append(l.open, i)
	case ')', ']', '}':
		n := len(l.open) - 1
		if n >= 0 && closes(l.text[l.tokens[l.open[n]].start], c) {
			l.tokens[i].pair = l.open[n]
			l.tokens[l.open[n]].pair = i
			l.open = l.open[:n]
		}
	}
}

func closes(open, c byte) bool {
	return open == '(' && c == ')' || open == '[' && c == ']' || open == '{' && c == '}'
}

func isWordStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func wordEnd(text string, at int) int {
	for at < len(text) && (isWordStart(text[at]) || text[at] >= '0' && text[at] <= '9') {
		at++
	}
	return at
}

func lineEnd(text string, at int) int {
	for at < len(text) && text[at] != '\n' {
		at++
	}
	return at
}

// after returns the offset after the next mark, or the end of text.
func after(text string, at int, mark string) int {
	for ; at+len(mark) <= len(text); at++ {
		if text[at:at+len(mark)] == mark {
			return at + len(mark)
		}
	}
	return len(text)
}

// charEnd returns the end of the character literal at at, at most the end of its
// line.
func charEnd(text string, at int) int {
	for at++; at < len(text) && text[at] != '\n'; at++ {
		switch text[at] {
		case '\\':
			at++
		case '\'':
			return at + 1
		}
	}
	return min(at, len(text))
}

// startsString reports whether a string literal, with or without prefix,
// starts at at.
func startsString(text string, at int) bool {
	for at < len(text) && (text[at] == '$' || text[at] == '@') {
		at++
	}
	return at < len(text) && text[at] == '"'
}

// A stringForm describes the opening of a string literal.
type stringForm struct {
	dollars  int  // number of '{' that open a hole; 0 for a string without holes
	quotes   int  // of a raw string, at least 3; otherwise 1
	verbatim bool // @"…"
}

// stringOpening reads the opening of the string literal at at and returns the
// offset of its content.
func stringOpening(text string, at int) (stringForm, int) {
	var form stringForm
	for ; text[at] == '$' || text[at] == '@'; at++ {
		if text[at] == '$' {
			form.dollars++
		} else {
			form.verbatim = true
		}
	}
	form.quotes = runOf(text, at, '"')
	if form.verbatim || form.quotes < 3 {
		form.quotes = 1
	}
	return form, at + form.quotes
}

// runOf returns the length of the run of c that begins at at.
func runOf(text string, at int, c byte) int {
	n := 0
	for at+n < len(text) && text[at+n] == c {
		n++
	}
	return n
}

// maxStringDepth bounds the nesting of strings in holes of strings.
const maxStringDepth = 50

// stringEnd returns the end of the string literal at at.
func stringEnd(text string, at, depth int) int {
	form, at := stringOpening(text, at)
	if !form.verbatim && form.quotes == 1 && at < len(text) && text[at] == '"' {
		return at + 1
	}
	for at < len(text) {
		c := text[at]
		switch {
		case c == '"' && form.quotes >= 3:
			n := runOf(text, at, '"')
			at += n
			if n >= form.quotes {
				return at
			}
		case c == '"' && form.verbatim && at+1 < len(text) && text[at+1] == '"':
			at += 2
		case c == '"':
			return at + 1
		case c == '\\' && !form.verbatim && form.quotes == 1:
			at += 2
		case c == '\n' && !form.verbatim && form.quotes == 1:
			return at
		case c == '{' && form.dollars > 0:
			at = holeEnd(text, at, form, depth)
		default:
			at++
		}
	}
	return len(text)
}

// holeEnd returns the offset after the braces at at: escaped ones, or a hole with
// its content.
func holeEnd(text string, at int, form stringForm, depth int) int {
	n := runOf(text, at, '{')
	at += n
	if form.quotes == 1 && n%2 == 0 || form.quotes > 1 && n < form.dollars ||
		depth > maxStringDepth {
		return at
	}
	for level := 0; at < len(text); {
		switch c := text[at]; {
		case c == '{' || c == '(' || c == '[':
			level++
			at++
		case c == '}' && level <= 0:
			return at + 1
		case c == '}' || c == ')' || c == ']':
			level--
			at++
		case c == '\'':
			at = charEnd(text, at)
		case c == '"' && form.quotes == 1 && !form.verbatim && depth > maxStringDepth:
			return at
		case startsString(text, at):
			at = stringEnd(text, at, depth+1)
		case c == '\n' && form.quotes == 1 && !form.verbatim && level <= 0:
			return at
		default:
			at++
		}
	}
	return len(text)
}
