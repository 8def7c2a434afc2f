package sql

import "strings"

// A Dialect is a kind of SQL. It decides what quotes a name, what is a string,
// where a statement ends and which schema a name without one belongs to.
type Dialect uint8

const (
	Generic    Dialect = iota // nothing in the text tells, or another system's; read as standard SQL
	TSQL                      // Microsoft SQL Server, Sybase
	PostgreSQL                // with psql's commands
	MySQL                     // MariaDB too
	numDialects
)

var dialectNames = [numDialects]string{"", "tsql", "pgsql", "mysql"}

// String returns the name that Facts.Dialect has; empty for Generic.
func (d Dialect) String() string { return dialectNames[d] }

// Detect finds the dialect of a script from evidence in its text alone, so that
// the same bytes always give the same answer. In the order of what decides:
//
//  1. A line that is GO (T-SQL) or begins with DELIMITER (MySQL), a dollar
//     quote or a psql command at the start of a line (PostgreSQL): the first
//     one found settles it.
//  2. Marks, counted outside comments and strings: [name], @name and #name for
//     T-SQL; '::' and @name@ for PostgreSQL; backquotes for MySQL.
//  3. Words that only one dialect has, where marks do not decide. Words of
//     systems that have no dialect here speak for Generic.
//
// The dialect with the most evidence wins; a tie, or none, is Generic.
func Detect(text string) Dialect {
	var e evidence
	e.text = text
	if d := e.marks(); d != Generic {
		return d
	}
	best := e.best()
	if best == Generic {
		e.words()
		best = e.best()
	}
	return best
}

// best returns the dialect with the most evidence, Generic if several have it.
func (e *evidence) best() Dialect {
	best, tie := Generic, false
	for d := TSQL; d < numDialects; d++ {
		switch n := e.score[d]; {
		case n > e.score[best]:
			best, tie = d, false
		case n == e.score[best]:
			tie = best != Generic
		}
	}
	if tie {
		return Generic
	}
	return best
}

// evidence counts what speaks for each dialect.
type evidence struct {
	text  string
	score [numDialects]int
}

// marks reads rules 1 and 2 in one pass and returns the dialect that rule 1 gives.
func (e *evidence) marks() Dialect {
	text := e.text
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\'':
			i = skipTo(text, i+1, '\'')
		case '"':
			i = skipTo(text, i+1, '"')
		case '-':
			if i+1 < len(text) && text[i+1] == '-' {
				i += len(line(text[i:])) - 1
			}
		case '/':
			if i+1 < len(text) && text[i+1] == '*' {
				if n := strings.Index(text[i+2:], "*/"); n >= 0 {
					i += n + 3
				} else {
					return Generic
				}
			}
		case 'G', 'g', 'D', 'd', '\\':
			if i == 0 || text[i-1] <= ' ' {
				if d := e.client(i); d != Generic {
					return d
				}
			}
		case '$':
			if e.dollar(i) {
				return PostgreSQL
			}
		case '[', '@', '#', ':', '`':
			i = e.mark(i)
		}
	}
	return Generic
}

// client reads a command of a client at the start of a line.
func (e *evidence) client(i int) Dialect {
	if !startsLine(e.text, i) {
		return Generic
	}
	switch l := line(e.text[i:]); {
	case len(l) >= 2 && strings.EqualFold(l[:2], "GO") && isGoTail(l[2:]):
		return TSQL
	case len(l) > 10 && strings.EqualFold(l[:9], "DELIMITER") && (l[9] == ' ' || l[9] == '\t'):
		return MySQL
	case len(l) > 1 && l[0] == '\\' && bytesOf[l[1]] == cWord:
		return PostgreSQL
	}
	return Generic
}

// dollar reports whether the '$' at i opens a dollar quote.
func (e *evidence) dollar(i int) bool {
	if i > 0 && isWordByte(e.text[i-1]) {
		return false
	}
	n := i + 1
	for n < len(e.text) && bytesOf[e.text[n]]&(cWord|cDigit) != 0 {
		n++
	}
	return n < len(e.text) && e.text[n] == '$' && (n == i+1 || bytesOf[e.text[i+1]] == cWord)
}

// mark counts the mark at i and returns where to go on.
func (e *evidence) mark(i int) int {
	text := e.text
	next := byte(0)
	if i+1 < len(text) {
		next = text[i+1]
	}
	isName := bytesOf[next] == cWord
	apart := i == 0 || !isWordByte(text[i-1]) && text[i-1] != ']' && text[i-1] != ')' && text[i-1] != '"'
	switch text[i] {
	case '[':
		if apart && (isName || next == '$' || next == '#') {
			if n := strings.IndexByte(text[i:], ']'); n > 1 && n < 130 {
				e.score[TSQL] += 2
				return i + n
			}
		}
	case '@':
		if apart && (isName || next == '@' && i+2 < len(text) && bytesOf[text[i+2]] == cWord) {
			n := i + 1
			for n < len(text) && isWordByte(text[n]) {
				n++
			}
			if text[n-1] == '@' {
				e.score[PostgreSQL] += 2
			} else {
				e.score[TSQL] += 2
			}
			return n - 1
		}
	case '#':
		if apart && isName {
			e.score[TSQL] += 2
		}
	case ':':
		if next == ':' && i+2 < len(text) && (bytesOf[text[i+2]] == cWord || text[i+2] == '"') {
			e.score[PostgreSQL] += 2
			return i + 1
		}
	case '`':
		if isName {
			e.score[MySQL] += 4
			return skipTo(text, i+1, '`')
		}
	}
	return i
}

// skipTo returns the index of the next c at or after i, or the end.
func skipTo(text string, i int, c byte) int {
	if i >= len(text) {
		return len(text)
	}
	if n := strings.IndexByte(text[i:], c); n >= 0 {
		return i + n
	}
	return len(text)
}

// tellingWords are words that mostly one dialect has.
var tellingWords = func() map[string]Dialect {
	m := map[string]Dialect{}
	for d, words := range map[Dialect]string{
		TSQL: "nvarchar nchar datetime2 datetimeoffset smalldatetime uniqueidentifier bit money varbinary identity clustered nonclustered exec " +
			"sys dateadd try_convert getdate getutcdate sysutcdatetime isnull newid nolock top print proc raiserror nocount dbo ntext hierarchyid",
		PostgreSQL: "serial bigserial smallserial jsonb timestamptz bytea plpgsql returning ilike search_path setof conflict extension nextval " +
			"regclass tsvector unnest uuid bool int4 int8 citext similar lateral inherits uuid_generate_v4 gen_random_uuid " +
			"concurrently notnull stdin perform",
		Generic: "varchar2 nvarchar2 nvl sysdate dual rownum systimestamp pls_integer dbms_output decode sysibm autoincrement",
		MySQL:   "auto_increment engine unsigned mediumtext longtext mediumint longblob charset delimiter ifnull tinytext utf8mb4",
	} {
		for _, w := range strings.Fields(words) {
			m[w] = d
		}
	}
	return m
}()

// words reads rule 3.
func (e *evidence) words() {
	l := lexer{text: e.text, end: len(e.text), quote: 1}
	l.run()
	var low [longestWord]byte
	for _, t := range l.toks {
		n := int(t.end - t.start)
		if t.kind != tWord || n > longestWord || t.start > 0 && e.text[t.start-1] == '.' {
			continue
		}
		for i := range n {
			c := e.text[int(t.start)+i]
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			low[i] = c
		}
		d, ok := tellingWords[string(low[:n])]
		if ok && !(string(low[:n]) == "identity" && !(int(t.end) < len(e.text) && e.text[t.end] == '(')) { // AS IDENTITY is standard
			e.score[d]++
		}
	}
}
