package sql

import (
	"strings"
	"sync"
)

// A tokenKind is the kind of a token as far as the reader distinguishes it.
type tokenKind uint8

const (
	tWord   tokenKind = iota // an unquoted name or keyword; kw is set for a keyword
	tQuoted                  // [x], "x", `x`: always a name
	tString                  // a string constant of any form
	tNumber
	tVar   // @x, :x, $1, ?: filled at run time
	tTemp  // #x, ##x: a temporary object of T-SQL
	tPunct // one character, in ch
	tCast  // ::
	// an unambiguous end of a statement or batch: GO, a DELIMITER, a psql command such
	// as \gset
	tEnd
)

// A token is a piece of SQL without white space and comments.
type token struct {
	start, end uint32
	// of a '(': the index of its ')', or -1; of a string: the length of its opening
	// mark
	link  int32
	kind  tokenKind
	kw    keyword
	ch    byte // of tPunct; of tString the quote: ' or $; of tQuoted the opening mark
	inner bool // a ';' that does not end the statement because of a DELIMITER
}

// A span is a range of bytes of the text.
type span struct{ start, end uint32 }

// A lexer splits text into tokens. It never fails: unreadable characters are
// punctuation, and unterminated tokens end with the text.
type lexer struct {
	text     string
	pos, end int
	dialect  Dialect
	quote    int  // number of ' that represent one: 2 inside a string, whose quotes are doubled
	holes    bool // "{}" is part of a name
	formats  bool // %s and the like are placeholders
	body     bool // the body of a routine: no GO, no psql commands

	toks     []token
	comments []span
	open     []int32 // indices of unclosed '('
	first    int     // index of the first token of the statement
	delim    string  // MySQL: the delimiter that replaces ';'
	slashes  bool    // there are lines that consist of a '/'
}

// Classes of bytes.
const (
	cSpace = 1 << iota
	cWord  // may begin a name
	cDigit
)

var bytesOf = func() (t [256]uint8) {
	for _, c := range " \t\r\n\f\v\x00" {
		t[c] = cSpace
	}
	for c := 0; c < 256; c++ {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c >= 0x80:
			t[c] = cWord
		case c >= '0' && c <= '9':
			t[c] = cDigit
		}
	}
	return t
}()

func isWordByte(c byte) bool {
	return bytesOf[c]&(cWord|cDigit) != 0 || c == '$' || c == '#' || c == '@'
}

// run splits the text from pos to end.
func (l *lexer) run() {
	for l.pos < l.end {
		c := l.text[l.pos]
		switch k := bytesOf[c]; {
		case k == cSpace:
			l.pos++
		case c == 0xC2 && l.peek(1) == 0xA0: // a no-break space
			l.pos += 2
		case k == cWord:
			l.word()
		case k == cDigit:
			l.number()
		default:
			l.mark(c)
		}
	}
}

func (l *lexer) add(kind tokenKind, start int) *token {
	l.toks = append(l.toks, token{start: uint32(start), end: uint32(l.pos), kind: kind, link: -1})
	return &l.toks[len(l.toks)-1]
}

// peek returns the byte at offset n from the current one, 0 beyond the end.
func (l *lexer) peek(n int) byte {
	if l.pos+n < l.end {
		return l.text[l.pos+n]
	}
	return 0
}

// mark reads the token that begins with a byte that begins no name or number.
func (l *lexer) mark(c byte) {
	if l.delim != "" && l.atDelimiter() {
		return
	}
	switch c {
	case '-':
		if l.peek(1) == '-' {
			l.lineComment()
			return
		}
	case '/':
		if l.peek(1) == '*' {
			l.blockComment()
			return
		}
		if l.dialect == Generic && l.peek(1) == '/' && startsLine(l.text, l.pos) { // HSQLDB
			l.lineComment()
			return
		}
		if l.dialect == Generic && !l.body && l.slashLine() {
			return
		}
	case '\'':
		l.str(l.pos)
		return
	case '"':
		if l.dialect == MySQL {
			l.quotedString(l.pos, '"')
		} else {
			l.quoted('"')
		}
		return
	case '`':
		l.quoted('`')
		return
	case '[':
		if l.bracketName() {
			l.quoted(']')
			return
		}
	case '@':
		if l.runsFile() || l.at() {
			return
		}
	case '#':
		l.hash()
		return
	case '$':
		if l.dollar() {
			return
		}
	case ':':
		if l.colon() {
			return
		}
	case '?':
		l.pos++
		l.add(tVar, l.pos-1)
		return
	case '<':
		if l.dialect == TSQL && l.template() {
			return
		}
	case '%':
		if l.formats && l.format() {
			return
		}
	case '{':
		if l.holes && l.peek(1) == '}' || l.placeholder() > 0 {
			l.word()
			return
		}
	case '\\':
		if l.dialect != TSQL && !l.body && l.psqlCommand() {
			return
		}
	}
	l.punct(c)
}

// punct adds one character, matches parentheses and ends statements.
func (l *lexer) punct(c byte) {
	l.pos++
	t := l.add(tPunct, l.pos-1)
	t.ch = c
	n := int32(len(l.toks) - 1)
	switch c {
	case '(':
		l.open = append(l.open, n)
	case ')':
		if k := len(l.open); k > 0 {
			l.toks[l.open[k-1]].link = n
			l.open = l.open[:k-1]
		}
	case ';':
		if l.delim != "" {
			t.inner = true
			l.open = l.open[:0]
			return
		}
		if len(l.open) > 0 && l.isRule() {
			return
		}
		l.endStatement(true)
	}
}

// endStatement discards open parentheses and, after COPY … FROM stdin, skips the
// rows.
func (l *lexer) endStatement(rows bool) {
	l.open = l.open[:0]
	if rows && l.dialect != TSQL && !l.body && l.first < len(l.toks) &&
		l.toks[l.first].kw == kCopy {
		for _, t := range l.toks[l.first:] {
			if t.kw == kStdin {
				l.copyRows()
				break
			}
		}
	}
	l.first = len(l.toks)
}

// isRule reports whether the statement is a CREATE RULE, whose parenthesized
// actions are separated by ';'.
func (l *lexer) isRule() bool {
	for i := l.first; i < len(l.toks) && i < l.first+4; i++ {
		if l.toks[i].kw == kRule {
			return true
		}
	}
	return false
}

func (l *lexer) lineComment() {
	start := l.pos
	if eol := strings.IndexByte(l.text[l.pos:l.end], '\n'); eol < 0 {
		l.pos = l.end
	} else {
		l.pos += eol
	}
	if l.dialect != Generic || l.body || !l.setTerminator(l.text[start:l.pos]) {
		l.comments = append(l.comments, span{uint32(start), uint32(l.pos)})
	}
}

// blockComment reads a comment, with nested ones (except in MySQL, whose
// conditional comments are code).
func (l *lexer) blockComment() {
	start, depth := l.pos, 1
	if l.dialect == MySQL && l.peek(2) == '!' {
		l.pos += 3
		for l.pos < l.end && bytesOf[l.text[l.pos]] == cDigit {
			l.pos++
		}
		return
	}
	l.pos += 2
	for l.pos < l.end && depth > 0 {
		switch c := l.text[l.pos]; {
		case c == '*' && l.peek(1) == '/':
			depth--
			l.pos += 2
		case c == '/' && l.peek(1) == '*' && l.dialect != MySQL:
			depth++
			l.pos += 2
		default:
			l.pos++
		}
	}
	l.comments = append(l.comments, span{uint32(start), uint32(l.pos)})
}

// str reads a string between single quotes that begins, prefix included, at start.
func (l *lexer) str(start int) {
	if l.quote == 2 {
		l.doubledString(start)
		return
	}
	prefix := l.text[start:l.pos]
	escapes := l.dialect == MySQL || prefix == "E" || prefix == "e"
	opening := l.pos + 1 - start
	l.pos++
	for l.pos < l.end {
		c := l.text[l.pos]
		if c == '\\' && escapes && l.pos+1 < l.end {
			l.pos += 2
			continue
		}
		l.pos++
		if c == '\'' {
			if l.peek(0) != '\'' {
				break
			}
			l.pos++
		}
	}
	t := l.add(tString, start)
	t.ch, t.link = '\'', int32(opening)
}

// doubledString reads a string inside a string: its quotes are doubled.
func (l *lexer) doubledString(start int) {
	if l.peek(1) != '\'' {
		l.punct('\'')
		return
	}
	opening := l.pos + 2 - start
	l.pos += 2
	for l.pos < l.end {
		if l.text[l.pos] != '\'' || l.peek(1) != '\'' {
			l.pos++
			continue
		}
		if l.peek(2) == '\'' && l.peek(3) == '\'' {
			l.pos += 4
			continue
		}
		l.pos += 2
		break
	}
	t := l.add(tString, start)
	t.ch, t.link = '"', int32(opening) // '"': its own quotes are quadrupled
}

// quotedString reads a double-quoted string of MySQL.
func (l *lexer) quotedString(start int, q byte) {
	l.pos++
	for l.pos < l.end {
		c := l.text[l.pos]
		if c == '\\' && l.pos+1 < l.end {
			l.pos++
		}
		l.pos++
		if c == q {
			break
		}
	}
	t := l.add(tString, start)
	t.ch, t.link = '$', 1
}

// quoted reads a quoted name up to the closing mark.
func (l *lexer) quoted(closing byte) {
	start := l.pos
	for l.pos++; l.pos < l.end; l.pos++ {
		if l.text[l.pos] == closing {
			if l.peek(1) != closing {
				l.pos++
				break
			}
			l.pos++
		}
	}
	t := l.add(tQuoted, start)
	t.ch = l.text[start]
}

// bracketName reports whether the '[' here opens a name: always in T-SQL, never in
// PostgreSQL, otherwise if it does not follow a value and holds more than digits.
func (l *lexer) bracketName() bool {
	switch l.dialect {
	case TSQL:
		return true
	case PostgreSQL:
		return false
	}
	if l.pos > 0 {
		if c := l.text[l.pos-1]; isWordByte(c) || c == ']' || c == ')' || c == '"' || c == '}' {
			return false
		}
	}
	close := strings.IndexByte(l.text[l.pos:l.end], ']')
	if close < 2 || close > 130 {
		return false
	}
	c := l.text[l.pos+1]
	return bytesOf[c]&cWord != 0 || c == '{' || c == '$' || c == '#' || c == '@'
}

// at reads a variable, or the @name@ placeholder of an extension script.
func (l *lexer) at() bool {
	n := l.pos + 1
	if n < l.end && l.text[n] == '@' {
		n++
	}
	if n >= l.end || bytesOf[l.text[n]]&(cWord|cDigit) == 0 {
		return false
	}
	start := l.pos
	if n := markedSchema(l.text[:l.end], start); n > 0 {
		l.pos += n
		l.add(tWord, start)
		return true
	}
	for n < l.end && isWordByte(l.text[n]) {
		n++
	}
	l.pos = n
	if l.dialect == PostgreSQL && l.text[n-1] == '@' {
		l.add(tWord, start)
		return true
	}
	l.add(tVar, start)
	return true
}

// hash reads a temporary name of T-SQL or a comment of MySQL.
func (l *lexer) hash() {
	start := l.pos
	if l.dialect == MySQL || l.dialect == Generic && isHashComment(l.text[:l.end], start) {
		l.lineComment()
		return
	}
	n := l.pos + 1
	for n < l.end && isWordByte(l.text[n]) {
		n++
	}
	if n == l.pos+1 || l.dialect == PostgreSQL {
		l.punct('#')
		return
	}
	l.pos = n
	l.add(tTemp, start)
}

// dollar reads a dollar-quoted string, a parameter or a variable of sqlcmd.
func (l *lexer) dollar() bool {
	start, n := l.pos, l.pos+1
	if n < l.end && l.text[n] == '(' && l.dialect != PostgreSQL {
		if close := strings.IndexByte(l.text[n:l.end], ')'); close > 1 {
			l.pos = n + close + 1
			l.restOfWord()
			l.add(tWord, start)
			return true
		}
	}
	if n < l.end && l.text[n] == '{' { // ${name} of a migration tool
		if close := strings.IndexByte(l.text[n:l.end], '}'); close > 1 && close < 60 {
			l.pos = n + close + 1
			l.restOfWord()
			l.add(tWord, start)
			return true
		}
	}
	for n < l.end && bytesOf[l.text[n]]&(cWord|cDigit) != 0 {
		n++
	}
	if n < l.end && l.text[n] == '$' && l.dialect != TSQL && l.dialect != MySQL &&
		(n == l.pos+1 || bytesOf[l.text[l.pos+1]] == cWord) {
		tag := l.text[l.pos : n+1]
		l.pos = n + 1
		if close := strings.Index(l.text[l.pos:l.end], tag); close < 0 {
			l.pos = l.end
		} else {
			l.pos += close + len(tag)
		}
		t := l.add(tString, start)
		t.ch, t.link = '$', int32(len(tag))
		return true
	}
	if n == l.pos+1 {
		return false
	}
	l.pos = n
	l.add(tVar, start)
	return true
}

// colon reads '::' or a variable of psql or a driver: :x, :'x', :"x".
func (l *lexer) colon() bool {
	start := l.pos
	switch c := l.peek(1); {
	case c == ':':
		l.pos += 2
		l.add(tCast, start)
		return true
	case l.dialect == TSQL:
		return false
	case bytesOf[c] == cWord:
		if start > 0 && isWordByte(l.text[start-1]) {
			return false // a[lo:hi], JSON paths
		}
		l.pos++
		for l.pos < l.end && bytesOf[l.text[l.pos]]&(cWord|cDigit) != 0 {
			l.pos++
		}
		l.add(tVar, start)
		return true
	case c == '\'' && l.quote == 1 || c == '"':
		if close := strings.IndexByte(l.text[start+2:l.end], c); close > 0 && close < 64 &&
			bytesOf[l.text[start+2]] == cWord {
			l.pos = start + 2 + close + 1
			l.add(tVar, start)
			return true
		}
	}
	return false
}

func (l *lexer) number() {
	start := l.pos
	for l.pos < l.end {
		c := l.text[l.pos]
		if bytesOf[c]&(cDigit|cWord) == 0 && !(c == '.' && bytesOf[l.peek(1)]&cDigit != 0) {
			break
		}
		l.pos++
	}
	l.add(tNumber, start)
}

func (l *lexer) restOfWord() {
	for l.pos < l.end {
		c := l.text[l.pos]
		if l.holes && c == '{' && l.peek(1) == '}' {
			l.pos += 2
			continue
		}
		if n := l.placeholder(); n > 0 {
			l.pos += n
			continue
		}
		if !isWordByte(c) || c == 0xC2 && l.peek(1) == 0xA0 {
			return
		}
		l.pos++
	}
}

// placeholder returns the length of a placeholder of a script runner within a name
// here, or 0.
//
//	{$NAMESPACE}_chat.orders    {prefix}orders    orders_{suffix}    but not {table}
func (l *lexer) placeholder() int {
	if l.holes || l.body || l.peek(0) != '{' {
		return 0
	}
	i := l.pos + 1
	if i < l.end && l.text[i] == '$' {
		i++
	}
	start := i
	for i < l.end && bytesOf[l.text[i]]&(cWord|cDigit) != 0 {
		i++
	}
	if i == start || bytesOf[l.text[start]]&cWord == 0 || i+1 >= l.end || l.text[i] != '}' {
		return 0
	}
	joined := l.pos > 0 && bytesOf[l.text[l.pos-1]]&(cWord|cDigit) != 0
	if next := l.text[i+1]; !joined && next != '.' && bytesOf[next]&(cWord|cDigit) == 0 {
		return 0
	}
	return i + 1 - l.pos
}

// word reads a name, a keyword, a prefixed string, or a line that is a command of
// the client: GO, DELIMITER.
func (l *lexer) word() {
	start := l.pos
	l.restOfWord()
	if l.pos == start {
		l.pos++
	}
	if l.delim != "" {
		// A delimiter may begin with letters: d//
		near := l.text[start:min(l.pos+len(l.delim)-1, l.end)]
		if i := strings.Index(near, l.delim); i > 0 {
			l.pos = start + i
		} else if i == 0 {
			l.pos = start
			l.atDelimiter()
			return
		}
	}
	n := l.pos - start
	if n <= 2 && l.pos < l.end {
		if l.text[l.pos] == '\'' && isPrefix(l.text[start:l.pos]) {
			l.str(start)
			return
		}
		if n == 1 && l.text[l.pos] == '&' && l.text[start]|32 == 'u' &&
			(l.peek(1) == '\'' || l.peek(1) == '"') {
			l.pos++ // U&'…', U&"…": the next iteration reads the rest
			return
		}
	}
	kw := lookup(l.text[start:l.pos])
	if !l.body {
		if kw == kNone && (n == 2 || n == 9) && l.clientLine(start) ||
			l.dialect == Generic && l.first == len(l.toks) && l.commandLine(start) {
			return
		}
		if kw == kNone && n == 8 && l.dialect == Generic &&
			strings.EqualFold(l.text[start:l.pos], "recreate") {
			kw = kCreate // Firebird: CREATE that replaces an existing object
		}
	}
	l.add(tWord, start).kw = kw
}

func isPrefix(s string) bool {
	switch s {
	case "N", "n", "E", "e", "B", "b", "X", "x":
		return true
	}
	return false
}

// keywordTable is a hash table of keywords with linear probing.
var keywordTable = func() (t [1024]keyword) {
	for k := keyword(1); k < numKeywords; k++ {
		h := uint32(0)
		for i := range len(words[k]) {
			h = h*31 + uint32(words[k][i])
		}
		for h &= 1023; t[h] != kNone; h = (h + 1) & 1023 {
		}
		t[h] = k
	}
	return t
}()

const longestWord = 16

// lookup returns the keyword that s spells, case-insensitively.
func lookup(s string) keyword {
	if len(s) > longestWord || len(s) < 2 {
		return kNone
	}
	var low [longestWord]byte
	h := uint32(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		low[i] = c
		h = h*31 + uint32(c)
	}
	for h &= 1023; keywordTable[h] != kNone; h = (h + 1) & 1023 {
		if k := keywordTable[h]; words[k] == string(low[:len(s)]) {
			return k
		}
	}
	return kNone
}

// tokenBuffers pools token slices across files.
var tokenBuffers = sync.Pool{New: func() any { return new([]token) }}

// lex splits the text of l into tokens, in a buffer that release returns to the
// pool.
func (l *lexer) lex() (release func()) {
	buf := tokenBuffers.Get().(*[]token)
	l.toks = (*buf)[:0]
	l.run()
	return func() {
		*buf = l.toks
		tokenBuffers.Put(buf)
	}
}
