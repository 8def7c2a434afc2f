package sql

import (
	"fmt"
	"strings"

	"seedgraph/parse"
)

// Limits on the kept part of a script that is too large to be held.
const (
	// keptStatements is the maximum number of kept bytes of statements other than
	// definitions.
	keptStatements = 16 << 20
	// keptScript is the maximum number of kept bytes in total.
	keptScript = 32 << 20
	// keptRow is the maximum number of bytes of one row, or of one word, that are held
	// before it is dropped.
	keptRow = 1 << 16
)

// Condense implements [parse.StreamReader]: the rows of INSERT and COPY in a
// script that is too large to be held are counted and left out. Consecutive
// INSERTs that differ only in their rows are merged. A row with a query or a
// variable stays, because it refers to something. Time is linear in the length of
// the script; memory is bounded by keptScript.
func (language) Condense(width func(string) int64) parse.StreamCondenser {
	return &condenser{keep: parse.CondensedBuilder{Width: width}, first: true}
}

// A place is the lexical context of a condenser.
type place uint8

const (
	inCode place = iota
	inLineComment
	inBlockComment
	inQuotes // a string or a quoted name; see condenser.closing
	inDollars
	inCopy // rows of COPY
)

// A condenser tracks the text of a script from piece to piece.
type condenser struct {
	keep    parse.CondensedBuilder
	dialect Dialect
	first   bool   // nothing was read yet
	carry   string // the end of a piece, to be continued by the next one

	place   place
	closing byte   // of quotes
	escapes bool   // a backslash escapes the next byte
	prefix  bool   // E, which enables escapes, precedes the next quote
	tag     string // of a dollar quote
	nested  int    // nesting depth of comments

	fresh bool   // only white space precedes the current position on its line
	delim string // MySQL: the delimiter that replaces ';'

	stmt    statement
	last    inserted
	rows    int // of the whole script
	dropped int // statements
	cut     int // truncated statements
	at      [3]uint32
}

// A statement is the state of the statement being read.
type statement struct {
	start int    // offset in the kept text, including comments before it
	begin int    // offset of its first word
	words int    // number so far
	verb  string // its first word, in lower case
	from  bool   // COPY … FROM
	stdin bool   // COPY … FROM stdin
	depth int    // of parentheses

	values bool // reading rows of INSERT
	from0  int  // where the rows begin, or their kept part ends
	header int  // where VALUES ends
	row    bool // inside a row
	pure   bool // the row contains no reference so far
	bare   bool // the last word of the row may be a name
	cast   bool // in the type of a cast
	count  int  // number of rows left out
	mixed  bool // a row was kept
	huge   bool // the row is too long to be kept
	over   bool // the rows, and their possible trailing clauses, were read
	lost   bool // it is too long, and the rest is left out
}

// An inserted is the last INSERT, if it consists of its header and rows.
type inserted struct {
	header string // may be empty
	note   int    // where its note begins in the kept text
	end    int    // where the statement ends there
	count  int
}

// Take implements [parse.StreamCondenser].
func (c *condenser) Take(text string) {
	if c.first {
		c.dialect, c.first, c.fresh = Detect(text), false, true
	}
	c.read(c.carry+text, false)
}

// Condensed implements [parse.StreamCondenser].
func (c *condenser) Condensed() parse.Condensed {
	c.read(c.carry, true)
	c.endRows()
	c.endStatement()
	out := c.keep.Condensed()
	out.Omissions = parse.Omissions(
		parse.Omission{Unit: "rows", Count: c.rows, At: c.at[0]},
		parse.Omission{Unit: "statements", Count: c.dropped, At: c.at[1]},
		parse.Omission{Unit: "ends of statements", Count: c.cut, At: c.at[2]})
	return out
}

// lookahead is the number of bytes after a position that determine the token
// there.
const lookahead = 256

// read reads a text up to where its end may affect the tokens.
func (c *condenser) read(text string, last bool) {
	for text != "" {
		n := 0
		if len(text) >= lookahead || last {
			n = c.next(text, last)
		}
		if n == 0 && !last {
			break
		}
		text = text[max(n, 1):]
	}
	c.carry = text
}

// next reads the token that the text begins with, and returns its length, or 0 if
// more text is needed.
func (c *condenser) next(text string, last bool) int {
	switch c.place {
	case inCode:
		return c.code(text, last)
	case inLineComment:
		return c.through(text, "\n", last)
	case inBlockComment:
		return c.comment(text, last)
	case inDollars:
		return c.through(text, c.tag, last)
	case inCopy:
		return c.copied(text, last)
	}
	return c.quoted(text, last)
}

// through reads to the end of a mark, after which code continues, or to where the
// mark may begin.
func (c *condenser) through(text, mark string, last bool) int {
	n := strings.Index(text, mark)
	switch {
	case n >= 0:
		n += len(mark)
		c.place = inCode
	case last:
		n = len(text)
	default:
		n = len(text) - len(mark) + 1
	}
	c.emit(text[:n])
	return n
}

// comment reads up to the next mark of a block comment.
func (c *condenser) comment(text string, last bool) int {
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '*' && text[i+1] == '/':
			c.nested--
		case text[i] == '/' && text[i+1] == '*' && c.dialect != MySQL:
			c.nested++
		default:
			continue
		}
		if c.nested == 0 {
			c.place = inCode
		}
		c.emit(text[:i+2])
		return i + 2
	}
	return c.through(text, "*/", last)
}

// quoted reads to the end of quotes.
func (c *condenser) quoted(text string, last bool) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && c.escapes:
			if i+1 == len(text) && !last {
				c.emit(text[:i])
				return i
			}
			i++
		case text[i] == c.closing:
			if i+1 == len(text) && !last {
				c.emit(text[:i])
				return i
			}
			if i+1 < len(text) && text[i+1] == c.closing {
				i++
				continue
			}
			c.place = inCode
			c.emit(text[:i+1])
			return i + 1
		}
	}
	c.emit(text)
	return len(text)
}

// copied reads rows of COPY, which end with a line "\.".
func (c *condenser) copied(text string, last bool) int {
	if c.fresh && strings.HasPrefix(text, `\.`) {
		if c.stmt.count > 0 {
			c.keep.Note(rowsNote(c.stmt.count) + "\n")
		}
		c.place = inCode
		c.endStatement()
		return c.code(text, last)
	}
	n := strings.IndexByte(text, '\n') + 1
	if c.fresh = n > 0; n > 0 {
		c.count()
	} else {
		n = len(text)
	}
	c.keep.Drop(text[:n])
	return n
}

// count counts a row.
func (c *condenser) count() {
	if c.rows == 0 {
		c.at[0] = uint32(c.keep.Len())
	}
	c.rows++
	c.stmt.count++
}

func rowsNote(n int) string {
	if n == 1 {
		return "/* 1 row */"
	}
	return fmt.Sprintf("/* %d rows */", n)
}

// code reads the token that a text begins with.
func (c *condenser) code(text string, last bool) int {
	ch := text[0]
	switch k := bytesOf[ch]; {
	case k == cSpace:
		c.emit(text[:1])
		c.fresh = c.fresh || ch == '\n'
		return 1
	case k&(cWord|cDigit) != 0:
		n := 1
		for n < len(text) && isWordByte(text[n]) {
			n++
		}
		if n == len(text) && !last && n < keptRow {
			return 0
		}
		n = c.word(text, n)
		c.fresh = false
		return n
	}
	fresh := c.fresh
	c.fresh = false
	if n := c.opens(text, fresh); n > 0 {
		return n
	}
	return c.punct(text, last)
}

// opens reads the opening of a comment or a string; it returns 0 for any other
// token.
func (c *condenser) opens(text string, fresh bool) int {
	quotes := func(closing byte, escapes bool) int {
		c.value()
		c.place, c.closing, c.escapes = inQuotes, closing, escapes
		c.emit(text[:1])
		return 1
	}
	switch two := text[:min(2, len(text))]; {
	case two == "--" || text[0] == '#' && c.dialect == MySQL:
		c.place = inLineComment
		c.emit(text[:1])
		c.fresh = fresh
		return 1
	case two == "/*" && c.dialect == MySQL && strings.HasPrefix(text, "/*!"):
		c.emit(text[:3])
		return 3
	case two == "/*":
		c.place, c.nested = inBlockComment, 1
		c.emit(two)
		c.fresh = fresh
		return 2
	case text[0] == '\'':
		return quotes('\'', c.dialect == MySQL || c.prefix)
	case text[0] == '"':
		return quotes('"', c.dialect == MySQL)
	case text[0] == '`':
		return quotes('`', false)
	case text[0] == '[' && c.dialect == TSQL:
		return quotes(']', false)
	case text[0] == '$' && c.dialect != TSQL && c.dialect != MySQL:
		n := 1
		for n < len(text) && bytesOf[text[n]]&(cWord|cDigit) != 0 {
			n++
		}
		if n < len(text) && text[n] == '$' {
			c.value()
			c.place, c.tag = inDollars, text[:n+1]
			c.emit(c.tag)
			return n + 1
		}
	}
	return 0
}

// value records a value in a row that refers to nothing.
func (c *condenser) value() { c.stmt.bare = false }

// punct reads one character.
func (c *condenser) punct(text string, last bool) int {
	s := &c.stmt
	if c.delim != "" {
		if strings.HasPrefix(text, c.delim) {
			c.endRows()
			c.emit(c.delim)
			c.endStatement()
			return len(c.delim)
		}
	}
	switch ch := text[0]; ch {
	case '(':
		c.opensParenthesis()
	case ')':
		c.emit(")")
		s.depth = max(0, s.depth-1)
		if s.values && s.depth == 0 && s.row {
			c.endRow()
		}
		return 1
	case ',':
		if s.row && s.depth == 1 {
			c.element()
		}
		if s.values && s.depth == 0 && s.from0 == s.header { // the rows before it were dropped
			c.keep.Cut(s.from0)
			c.keep.Drop(",")
			return 1
		}
	case '@', '?':
		s.pure = false
	case ':':
		if s.row && strings.HasPrefix(text, "::") {
			s.cast, s.bare = true, false
			c.emit("::")
			return 2
		}
		if s.row {
			s.pure = false
		}
	case ';':
		if c.delim == "" {
			return c.semicolon(text, last)
		}
	}
	if s.values && s.depth == 0 && !s.row && text[0] != ',' {
		c.endRows()
	}
	c.emit(text[:1])
	if text[0] == '(' {
		s.depth++
	}
	return 1
}

// opensParenthesis handles a '('.
func (c *condenser) opensParenthesis() {
	s := &c.stmt
	s.bare = false // the name of a function
	if s.values && s.depth == 0 {
		s.row, s.pure, s.cast = true, true, false
	}
}

// element ends an element of a row.
func (c *condenser) element() {
	if c.stmt.bare {
		c.stmt.pure = false
	}
	c.stmt.bare, c.stmt.cast = false, false
}

// endRow ends a row; it is dropped if it refers to nothing.
func (c *condenser) endRow() {
	s := &c.stmt
	c.element()
	huge := s.huge
	s.row, s.huge = false, false
	if !s.pure && !huge {
		s.mixed, s.from0 = true, c.keep.Len()
		return
	}
	c.keep.Cut(s.from0)
	c.count()
}

// endRows ends the rows of an INSERT with a note.
func (c *condenser) endRows() {
	s := &c.stmt
	if !s.values {
		return
	}
	s.values, s.row, s.over = false, false, true
	if s.count == 0 {
		return
	}
	c.keep.NoteAt(s.from0, " "+rowsNote(s.count))
	if !s.mixed {
		c.last = inserted{header: string(c.keep.Text[s.begin:s.header]), note: s.header,
			count: s.count, end: -1}
	}
}

// semicolon ends a statement.
func (c *condenser) semicolon(text string, last bool) int {
	s := &c.stmt
	if s.verb == "copy" && s.stdin && c.dialect != TSQL {
		eol := strings.IndexByte(text, '\n') + 1
		if eol == 0 && !last && len(text) < keptRow {
			return 0
		}
		c.emit(text[:max(eol, 1)])
		c.place, s.count, c.fresh = inCopy, 0, eol > 0
		return max(eol, 1)
	}
	c.endRows()
	c.emit(";")
	c.endStatement()
	return 1
}

// starts are words that begin a statement even if the previous one is not
// terminated.
var starts = set(`insert replace update delete create alter set go print select if begin exec declare drop use commit lock unlock merge truncate
	grant copy`)

// word reads a word of n bytes.
func (c *condenser) word(text string, n int) int {
	s, w := &c.stmt, text[:n]
	low := ""
	if n <= longestWord {
		low = strings.ToLower(w)
	}
	if c.fresh && s.depth == 0 && c.delim == "" && (low == "insert" ||
		(s.over || s.values && !s.row) && starts.has(low)) {
		c.endRows()
		c.endStatement()
	}
	if c.fresh && (low == "go" || low == "delimiter") {
		if end := c.clientLine(text, n, low); end > 0 {
			return end
		}
	}
	if s.row {
		c.rowWord(w, low, text[n:])
	} else if s.values && low != "row" { // MySQL: VALUES ROW(1, 2)
		c.endRows()
	}
	if s.words == 0 {
		s.verb, s.begin = low, c.keep.Len()
	}
	c.prefix = low == "e" && strings.HasPrefix(text[n:], "'")
	s.words++
	c.emit(w)
	switch low {
	case "values", "value":
		if (s.verb == "insert" || s.verb == "replace") && s.depth == 0 && c.delim == "" {
			c.beginRows()
		}
	case "from":
		s.from = true
	case "stdin":
		s.stdin = s.from
	}
	return n
}

// rowWord handles a word of a row.
func (c *condenser) rowWord(w, low, rest string) {
	s := &c.stmt
	switch {
	case low == "select" || low == "nextval" || low == "exec":
		s.pure = false
	case s.depth > 1 || s.cast || low == "null" || low == "true" || low == "false" ||
		low == "default" || strings.HasPrefix(low, "current_") || bytesOf[w[0]] == cDigit:
	default:
		s.bare = !strings.HasPrefix(rest, "'") // a string with a prefix
	}
}

// beginRows begins the rows of an INSERT. An INSERT that differs from the previous
// one only in its rows is merged with it.
func (c *condenser) beginRows() {
	s := &c.stmt
	s.values, s.header = true, c.keep.Len()
	s.from0 = s.header
	l := c.last
	if l.header == "" || l.end < 0 || l.header != string(c.keep.Text[s.begin:]) ||
		!separates(string(c.keep.Text[l.end:s.begin])) {
		return
	}
	c.keep.Cut(l.note)
	s.count, s.header, s.from0 = l.count, l.note, l.note
	s.begin = l.note - len(l.header)
	s.start = s.begin
}

// separates reports whether a text contains only separators of statements.
func separates(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r == ';' }) {
		if !strings.EqualFold(w, "go") {
			return false
		}
	}
	return true
}

// clientLine reads a line GO or DELIMITER; it returns 0 for any other.
func (c *condenser) clientLine(text string, n int, low string) int {
	rest := line(text[n:])
	if low == "go" && !isGoTail(rest) || low == "delimiter" && !isDelimiter(rest) || n+len(rest) == len(text) && len(rest) > lookahead/2 {
		return 0
	}
	c.endRows()
	c.endStatement()
	c.emit(text[:n+len(rest)])
	if low == "delimiter" {
		if c.delim = strings.TrimSpace(rest); c.delim == ";" {
			c.delim = ""
		}
	}
	c.stmt = statement{start: c.keep.Len()}
	return n + len(rest)
}

// emit keeps a text, unless the statement or the row is too long.
func (c *condenser) emit(text string) {
	s := &c.stmt
	if s.words == 0 && s.verb == "" && strings.TrimLeft(text, " \t\r\n") == "" &&
		s.start == c.keep.Len() {
		c.keep.Keep(text)
		s.start = c.keep.Len()
		return
	}
	switch {
	case s.lost:
		c.keep.Drop(text)
		return
	case s.row && c.keep.Len()-s.from0 > keptRow:
		c.keep.Cut(s.from0)
		s.huge = true
	case c.keep.Len()-s.start > keptStatements:
		if s.lost = true; c.cut == 0 {
			c.at[2] = uint32(s.start)
		}
		c.cut++
	}
	c.keep.Keep(text)
}

// endStatement ends a statement, which is dropped if there is no room for it.
func (c *condenser) endStatement() {
	s := &c.stmt
	if c.last.end < 0 {
		c.last.end = c.keep.Len()
	}
	stays := s.verb == "create" || s.verb == "alter" || s.lost
	if s.words > 0 && (c.keep.Len() > keptScript || c.keep.Len() > keptStatements && !stays) {
		if c.dropped == 0 {
			c.at[1] = uint32(s.start)
		}
		c.dropped++
		c.keep.Cut(s.start)
		c.last = inserted{}
	}
	c.stmt = statement{start: c.keep.Len()}
}
