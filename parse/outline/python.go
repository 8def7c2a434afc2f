package outline

import (
	"bytes"
	"strings"
)

// LexPython splits a Python text into tokens. A line that begins with a word that
// only statements begin with ends all brackets, which stay unpaired then.
func LexPython(text string) []Token {
	l := lexer{text: text, tokens: make([]Token, 0, len(text)/5+8)}
	for l.at < len(text) {
		c := text[l.at]
		switch {
		case isSpace(c):
			l.at++
		case c == '\\':
			l.at++
		case c == '#':
			l.at = lineEnd(text, l.at)
		case c == '"' || c == '\'':
			l.emit(String, pythonString(text, l.at))
		case isWord(c):
			end := wordEnd(text, l.at)
			if q := end; q < len(text) && (text[q] == '"' || text[q] == '\'') && end-l.at <= 2 &&
				strings.Trim(strings.ToLower(text[l.at:end]), "rbfut") == "" {
				l.emit(String, pythonString(text, q))
				continue
			}
			l.emit(Word, end)
		case c >= '0' && c <= '9':
			l.emit(Number, wordEnd(text, l.at))
		default:
			l.emit(Punct, l.at+1)
		}
	}
	return l.tokens
}

// pythonString returns the end of the string whose quote is at at.
func pythonString(text string, at int) int {
	q := text[at]
	if triple := strings.Repeat(string(q), 3); strings.HasPrefix(text[at:], triple) {
		for i := at + 3; i < len(text); i++ {
			if text[i] == '\\' {
				i++
			} else if strings.HasPrefix(text[i:], triple) {
				return i + 3
			}
		}
		return len(text)
	}
	for i := at + 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case q:
			return i + 1
		}
	}
	return lineEnd(text, at)
}

// indentedEnd finds the token after the last one of an item: the item extends up
// to the first line that is not further indented.
func (r *reader) indentedEnd(it *Item, to int) int {
	it.to = r.lastLine(it, to)
	r.pythonHeader(it)
	return it.to
}

// lastLine finds the token after the last one of an item, and the colon that opens
// its block.
func (r *reader) lastLine(it *Item, to int) int {
	column := r.lines.indent[it.from]
	depth := 0
	decorated := r.byteAt(it.from) == '@'
	for j := it.from; j < to; j++ {
		if j > it.from && r.lines.first[j] {
			statement := among(r.word(j), pythonStatements)
			if statement || r.lines.indent[j] <= column && !r.closes(j) && !r.goesOn(j) {
				depth = 0 // lines within brackets are rarely so little indented
			}
			if depth == 0 && r.lines.indent[j] <= column &&
				!(decorated || among(r.word(j), r.Continues)) {
				return j
			}
			decorated = decorated && !(depth == 0 && statement)
		}
		switch r.byteAt(j) {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		case ':':
			if depth == 0 && it.Open < 0 && !decorated && (j+1 >= to || r.lines.first[j+1]) {
				it.Open, it.header = j, j
			}
		}
	}
	return to
}

// closes reports whether the token at i is a closing bracket.
func (r *reader) closes(i int) bool {
	c := r.byteAt(i)
	return c == ')' || c == ']' || c == '}'
}

// goesOn reports whether an expression continues after the token before i, and no
// assignment begins there.
func (r *reader) goesOn(i int) bool {
	assigns := r.byteAt(i+1) == '=' && r.byteAt(i+2) != '='
	return i > 0 && !assigns && (strings.IndexByte(".,+-*/%=<>&|^~!:([{", r.byteAt(i-1)) >= 0 ||
		among(r.word(i-1), " and or not in is if else lambda for await "))
}

// pythonHeader sets Open to the last token of the first line of a definition
// without a colon.
func (r *reader) pythonHeader(it *Item) {
	i := r.skipDecorators(it.from, it.to)
	if !among(r.word(i), " def class async ") {
		return
	}
	for i++; i < it.to && !r.lines.first[i]; i++ {
	}
	if it.Open < 0 && i < it.to {
		it.Open, it.header = i-1, i-1
	}
}

// skipDecorators returns the first token from i on outside decorators.
func (r *reader) skipDecorators(i, to int) int {
	if r.byteAt(i) != '@' {
		return i
	}
	for j := i; j < to; j++ {
		if r.lines.first[j] && among(r.word(j), " def class async ") {
			return j
		}
	}
	return i
}

// mendColon reduces the header of a definition to its sound parts: a class without
// bases, and a function with the accepted parameters.
func (m *mender) mendColon(it *Item, ctx Context) bool {
	if it.Name == "" {
		return m.mendCondition(it, ctx)
	}
	if it.Inner != Class && m.byteAt(it.Open) == ':' && m.mendParameters(it, ctx) {
		return true
	}
	at, end := it.At+uint32(len(it.Name)), m.tokens[it.Open].End
	header := ":"
	if it.Inner != Class {
		header = "():"
	}
	if int(end-at) < len(header) {
		return false
	}
	m.blankBytes(at, end)
	copy(m.out[end-uint32(len(header)):], header)
	return m.acceptsHeader(it, ctx)
}

// mendCondition replaces the condition of a statement by 0, and reports whether
// its header is accepted then.
//
//	if a = b:    // becomes if 0    :
func (m *mender) mendCondition(it *Item, ctx Context) bool {
	if !among(m.word(it.from), " if while ") || m.byteAt(it.Open) != ':' || it.Open == it.from+1 {
		return false
	}
	from, to := m.tokens[it.from+1].Start, m.tokens[it.Open].Start
	was := bytes.Clone(m.out[from:to])
	m.blankBytes(from, to)
	m.out[from] = '0'
	if m.acceptsHeader(it, ctx) {
		return true
	}
	copy(m.out[from:], was)
	return false
}

// pythonStatements are words that begin a statement, and cannot continue one.
const pythonStatements = " def class async return import with while try raise pass del" +
	" assert global "
