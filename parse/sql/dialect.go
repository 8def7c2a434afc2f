package sql

import "strings"

// A Dialect is a variant of SQL. It determines how names and strings are quoted,
// where a statement ends, and the default schema.
type Dialect uint8

const (
	// no evidence in the text, or another system; read as standard SQL
	Generic    Dialect = iota
	TSQL               // Microsoft SQL Server, Sybase
	PostgreSQL         // with psql's commands
	MySQL              // MariaDB too
	numDialects
)

var dialectNames = [numDialects]string{"", "tsql", "pgsql", "mysql"}

// String returns the name used in Facts.Dialect; empty for Generic.
func (d Dialect) String() string { return dialectNames[d] }

// Detect determines the dialect of a script only from evidence in its text, so the
// result is deterministic. In the order of precedence:
//
//  1. A line GO (T-SQL) or one that begins with DELIMITER (MySQL), PREPARE a FROM @b and a comment
//     that is code, /*!40101 … */ (MySQL), a dollar
//     quote or a psql command at the start of a line (PostgreSQL), a '/' by itself
//     on the line after a ';' (Oracle) or SET TERM (Firebird), which are
//     Generic: the first one found decides.
//  2. Marks, counted outside comments and strings: [name], @name and #name for
//     T-SQL; '::' and @name@ for PostgreSQL; backquotes for MySQL.
//  3. Words specific to one dialect, if marks do not decide. Words of
//     systems without a dialect here count for Generic.
//
// Syntax invalid in T-SQL (the name of a query of sqlc, FOR EACH ROW, CREATE OR
// REPLACE, a trigger without AS …) discards the evidence for it, including GO:
// SQLite quotes names with brackets, too, and some tools split the scripts of
// every system at GO.
//
// The dialect with the most evidence wins; a tie or no evidence is Generic.
func Detect(text string) Dialect {
	var e evidence
	e.text = text
	if d, ok := e.marks(); ok {
		return d
	}
	switch best := e.best(); {
	case e.goLine && !e.foreign && (!e.replaces || best == TSQL || best == Generic):
		return TSQL
	case e.foreign || e.replaces:
		e.score[Generic] += e.score[TSQL]
		e.score[TSQL] = 0
	}
	best := e.best()
	if best == Generic {
		e.words()
		if e.foreign || e.replaces {
			e.score[TSQL] = 0
		}
		best = e.best()
	}
	return best
}

// best returns the dialect with the most evidence, Generic in case of a tie.
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

// An evidence scores each dialect.
type evidence struct {
	text     string
	score    [numDialects]int
	goLine   bool // there is a line GO, the first one at goAt
	goAt     int
	foreign  bool // there is syntax invalid in T-SQL
	replaces bool // there is CREATE OR REPLACE: Sybase supports it, SQL Server does not
}

// marks evaluates rules 1 and 2 in one pass and returns the dialect determined by
// rule 1, if it is certain.
func (e *evidence) marks() (Dialect, bool) {
	text := e.text
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\'':
			i = skipTo(text, i+1, '\'')
		case '"':
			i = skipTo(text, i+1, '"')
		case '-':
			if i+1 < len(text) && text[i+1] == '-' {
				comment := line(text[i:])
				e.foreign = e.foreign || isQueryName(comment)
				i += len(comment) - 1
			}
		case '/':
			if i+1 < len(text) && text[i+1] == '*' {
				if isExecuted(text[i:]) && !e.goLine {
					return MySQL, true
				}
				if n := strings.Index(text[i+2:], "*/"); n >= 0 {
					i += n + 3
				} else {
					return Generic, !e.goLine
				}
			} else if e.slash(i) {
				return Generic, true
			}
		case 'G', 'g', 'D', 'd', '\\':
			if e.begins(i, 'e') {
				e.definer(i)
			}
			if i == 0 || text[i-1] <= ' ' {
				switch d := e.client(i); d {
				case Generic:
				case TSQL:
					if !e.goLine {
						e.goLine, e.goAt = true, i
					} else if i-e.goAt > foreignReach {
						return Generic, false
					}
				default:
					if !e.goLine {
						return d, true
					}
				}
			}
		case 'A', 'a', 'C', 'c', 'F', 'f', 'I', 'i', 'L', 'l', 'M', 'm', 'P', 'p', 'R', 'r', 'S', 's':
			if !e.beginsOne(i, second[c|0x20]) {
				break
			}
			if e.phrase(i) {
				return Generic, true
			}
			if e.prepares(i) && !e.goLine {
				return MySQL, true
			}
		case '$':
			if e.dollar(i) {
				if !e.goLine {
					return PostgreSQL, true
				}
				e.score[PostgreSQL] += 4
			}
		case '[', '@', '#', ':', '`':
			i = e.mark(i)
		}
	}
	return Generic, false
}

// isExecuted reports whether a comment is version-specific code of MySQL, which
// its dumps begin with.
//
//	/*!40101 SET NAMES utf8 */    /*M!999999 … */
func isExecuted(comment string) bool {
	rest, ok := strings.CutPrefix(comment, "/*!")
	if !ok {
		rest, ok = strings.CutPrefix(comment, "/*M!")
	}
	return ok && rest != "" && '0' <= rest[0] && rest[0] <= '9'
}

// isQueryName reports whether a comment names a query for sqlc, which supports
// PostgreSQL, MySQL and SQLite, and writes @name for a parameter in each.
//
//	-- name: GetOrder :one
func isQueryName(comment string) bool {
	rest, ok := strings.CutPrefix(comment, "-- name: ")
	_, command, found := strings.Cut(rest, " :")
	return ok && found && command != "" && !strings.ContainsAny(strings.TrimSpace(command), " :")
}

// foreignReach is the distance after the first GO within which syntax invalid in
// T-SQL is searched for.
const foreignReach = 16 << 10

// definer scores DEFINER = user at i, which is MySQL syntax.
func (e *evidence) definer(i int) {
	if n := e.blanks(i + len("definer")); e.says(i, "definer") && n < len(e.text) &&
		e.text[n] == '=' {
		e.score[MySQL] += 8
	}
}

// phrase scores the words at i and reports whether they are SET TERM.
func (e *evidence) phrase(i int) bool {
	e.foreign = e.foreign || e.isForeign(i)
	e.replaces = e.replaces || e.says(i, "create", "or", "replace")
	return e.says(i, "set", "term") || e.says(i, "set", "terminator")
}

// prepares reports whether PREPARE name FROM @variable or a string is at i.
func (e *evidence) prepares(i int) bool {
	if !e.says(i, "prepare") {
		return false
	}
	i = e.blanks(i + len("prepare"))
	for i < len(e.text) && isWordByte(e.text[i]) {
		i++
	}
	if i = e.blanks(i); !e.says(i, "from") {
		return false
	}
	i = e.blanks(i + len("from"))
	return i < len(e.text) && strings.IndexByte(`@'"`, e.text[i]) >= 0
}

// second are the second letters of indicative words, by their first.
var second = [256]string{'a': "ud", 'c': "rh", 'f': "o", 'i': "n", 'l': "a", 'm': "o", 'p': "r",
	'r': "e", 's': "e"}

// beginsOne reports whether a word begins at i whose second letter is one of the given ones.
func (e *evidence) beginsOne(i int, second string) bool {
	return i+1 < len(e.text) && (i == 0 || !isWordByte(e.text[i-1])) &&
		strings.IndexByte(second, e.text[i+1]|0x20) >= 0
}

// begins reports whether a word begins at i whose second letter is the given one.
func (e *evidence) begins(i int, second byte) bool {
	return i+1 < len(e.text) && e.text[i+1]|0x20 == second && (i == 0 || !isWordByte(e.text[i-1]))
}

// slash reports whether the '/' at i ends its line after the end of a statement.
func (e *evidence) slash(i int) bool {
	return endsLine(e.text, i) && strings.HasSuffix(strings.TrimSpace(e.text[max(0, i-80):i]), ";")
}

// says reports whether the words, in lower case, are at i.
func (e *evidence) says(i int, words ...string) bool {
	for k, w := range words {
		if k > 0 {
			i = e.blanks(i)
		}
		n := i + len(w)
		if n > len(e.text) || !strings.EqualFold(e.text[i:n], w) ||
			n < len(e.text) && isWordByte(e.text[n]) {
			return false
		}
		i = n
	}
	return true
}

// blanks returns the index of the first byte at or after i that is not white
// space.
func (e *evidence) blanks(i int) int {
	for i < len(e.text) && bytesOf[e.text[i]] == cSpace {
		i++
	}
	return i
}

// foreignWords are phrases invalid in T-SQL.
var foreignWords = [][]string{
	{"create", "temp"}, {"create", "temporary"}, {"create", "virtual", "table"},
	{"create", "table", "if"},
	{"create", "view", "if"}, {"create", "index", "if"}, {"create", "unique", "index", "if"},
	{"create", "trigger", "if"},
	{"for", "each", "row"}, {"for", "each", "statement"}, {"insert", "or", "replace"},
	{"insert", "or", "ignore"}, {"insert", "ignore"}, {"autoincrement"},
	{"add", "column"}, {"change", "column"}, {"modify", "column"}, {"rename", "table"},
	{"replace", "into"},
	{"language", "plpgsql"}, {"language", "sqlscript"}, {"language", "sql"}, {"pragma"},
}

// isForeign reports whether the syntax at i is invalid in T-SQL.
func (e *evidence) isForeign(i int) bool {
	for _, words := range foreignWords {
		if words[0][0] == e.text[i]|0x20 && e.says(i, words...) {
			return true
		}
	}
	return e.says(i, "create", "trigger") && e.lacksAs(i)
}

// lacksAs reports whether the trigger at i has no AS before its block.
func (e *evidence) lacksAs(i int) bool {
	l := lexer{text: e.text, pos: i, end: min(i+1000, len(e.text)), dialect: TSQL, quote: 1,
		body: true}
	l.run()
	for _, t := range l.toks {
		switch {
		case t.kw == kBegin:
			return true
		case t.kw == kAs, t.kind == tPunct && t.ch == ';':
			return false
		}
	}
	return false
}

// client reads a command of a client at the start of a line.
func (e *evidence) client(i int) Dialect {
	if !startsLine(e.text, i) {
		return Generic
	}
	switch l := line(e.text[i:]); {
	case len(l) >= 2 && strings.EqualFold(l[:2], "GO") && isGoTail(l[2:]):
		return TSQL
	case len(l) > 10 && strings.EqualFold(l[:9], "DELIMITER") && (l[9] == ' ' || l[9] == '\t') &&
		isDelimiter(l[9:]):
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

// mark scores the mark at i and returns where to continue.
func (e *evidence) mark(i int) int {
	text := e.text
	next := byte(0)
	if i+1 < len(text) {
		next = text[i+1]
	}
	isName := bytesOf[next] == cWord
	apart := i == 0 || !isWordByte(text[i-1]) && text[i-1] != ']' && text[i-1] != ')' &&
		text[i-1] != '"'
	switch text[i] {
	case '[':
		// [[name]] is a placeholder of a script generator.
		if apart && (i == 0 || text[i-1] != '[') && (isName || next == '$' || next == '#') {
			if n := strings.IndexByte(text[i:], ']'); n > 1 && n < 130 {
				e.score[TSQL] += 2
				return i + n
			}
		}
	case '@':
		if n := markedSchema(text, i); n > 0 {
			return i + n
		}
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
		if isHashComment(text, i) { // Hive has such comments, too
			return i + len(line(text[i:])) - 1
		}
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

// tellingWords are words mostly specific to one dialect.
var tellingWords = func() map[string]Dialect {
	m := map[string]Dialect{}
	for d, words := range map[Dialect]string{
		TSQL: "nvarchar nchar datetime2 datetimeoffset smalldatetime uniqueidentifier bit money varbinary identity clustered nonclustered exec " +
			"sys dateadd try_convert getdate getutcdate sysutcdatetime isnull newid nolock top print proc raiserror nocount dbo ntext hierarchyid",
		PostgreSQL: "serial bigserial smallserial jsonb timestamptz bytea plpgsql returning ilike search_path setof conflict extension nextval " +
			"regclass tsvector unnest uuid bool int4 int8 citext similar lateral inherits uuid_generate_v4 gen_random_uuid " +
			"concurrently notnull stdin perform",
		Generic: "varchar2 nvarchar2 nvl sysdate dual rownum systimestamp pls_integer dbms_output decode sysibm autoincrement",
		MySQL:   "auto_increment engine unsigned mediumtext longtext mediumint longblob charset tinytext utf8mb4",
	} {
		for _, w := range strings.Fields(words) {
			m[w] = d
		}
	}
	return m
}()

// words evaluates rule 3.
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
		// AS IDENTITY is standard
		if ok && !(string(low[:n]) == "identity" &&
			!(int(t.end) < len(e.text) && e.text[t.end] == '(')) {
			e.score[d]++
		}
	}
}
