// Package sqltext distinguishes SQL from prose in the strings of other
// languages. Values inserted at run time are represented by holes, written {}.
package sqltext

import "strings"

// MayBe is a quick check that rejects most strings that are not SQL. It looks at the
// first letter, and at the whole first word where many other words share its first
// letter. Is rejects every string that MayBe rejects.
func MayBe(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n(;")
	return s != "" && (len(s) > len(printWord) && strings.EqualFold(s[:len(printWord)], printWord) ||
		strings.IndexByte("SIUDMECATWRB", s[0]&^0x20) >= 0 || s[0] == '-' ||
		s[0] == '/' || s[0] == '{' && mayEscape(s[1:]))
}

// mayEscape is a quick check of the text after a brace: it reports whether that may
// be an escaped call, or the beginning of one.
func mayEscape(s string) bool {
	s = strings.TrimLeft(s, " ")
	return s != "" && (s[0] == '?' || s[0] == '#' || s[0]|0x20 == 'c')
}

const printWord = "print"

// Is reports whether text, the value of a string literal with "{}" for its
// holes, reads as an SQL statement or the beginning of one: it starts with a
// verb, goes on with the clause that the verb needs, and is not an English
// sentence. A fragment without a verb (such as a single WHERE clause) is
// rejected.
func Is(text string) bool {
	if call := escaped(text); call != "" {
		return isEscaped(call)
	}
	s := sqlScan{rest: text}
	verb := s.next()
	for verb == "(" || verb == ";" {
		verb = s.next()
	}
	if len(verb) < 4 && !strings.EqualFold(verb, "IF") && !strings.EqualFold(verb, "SET") &&
		!strings.EqualFold(verb, "USE") || len(verb) > 8 {
		return false
	}
	check := sqlVerbs[strings.ToUpper(verb)]
	if check == nil {
		return false
	}
	words := make([]string, 0, 32)
	for len(words) < maxSQLWords {
		w := s.next()
		if w == "" {
			break
		}
		words = append(words, w)
	}
	return check(sqlText{loud: verb == strings.ToUpper(verb), title: isTitle(verb), words: words})
}

// escaped returns the call in a text with an escape of ODBC or JDBC; empty for other
// texts.
//
//	{call dbo.Close(?)}    {? = call dbo.Total(?)}    // call dbo.Close(?), call dbo.Total(?)
//	{#{sum, mode=OUT} = call dbo.Total(#{id})}        // the same, with parameters of MyBatis
func escaped(text string) string {
	text = strings.TrimSpace(text)
	if len(text) < len("{call p}") || text[0] != '{' || text[len(text)-1] != '}' {
		return ""
	}
	call := strings.TrimSpace(text[1 : len(text)-1])
	if n := resultLen(call); n > 0 {
		after, ok := strings.CutPrefix(strings.TrimSpace(call[n:]), "=")
		if !ok {
			return ""
		}
		call = strings.TrimSpace(after)
	}
	const verb = "call"
	if len(call) <= len(verb) || !strings.EqualFold(call[:len(verb)], verb) {
		return ""
	}
	return call
}

// resultLen returns the length of the result parameter at the start of a call.
func resultLen(call string) int {
	switch {
	case strings.HasPrefix(call, "?"):
		return 1
	case strings.HasPrefix(call, "#{"):
		return strings.IndexByte(call, '}') + 1
	}
	return 0
}

// isEscaped reports whether an escaped call has a procedure name. Without arguments it
// may be prose: {call me}.
func isEscaped(call string) bool {
	call = call[len("call"):]
	name, args, open := strings.Cut(strings.TrimSpace(call), "(")
	name = strings.TrimSpace(name)
	if !open {
		return call[0] <= ' ' && IsName(name) && strings.ContainsAny(name, "._[{")
	}
	return call[0] <= ' ' && (IsName(name) || name == "{}") && strings.HasSuffix(args, ")")
}

// IsName reports whether a text may be the name of a table or a procedure: words,
// dots, brackets and holes, with a letter outside the holes.
func IsName(s string) bool {
	letters := false
	if len(s) < 2 || len(s) > 200 {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
			letters = true
		case c >= '0' && c <= '9' || strings.IndexByte("._[]{}$#", c) >= 0:
		default:
			return false
		}
	}
	return letters && s[0] != '.' && s[len(s)-1] != '.'
}

// maxSQLWords limits the search for a clause.
const maxSQLWords = 600

// sqlText is the text after the verb of a statement.
type sqlText struct {
	loud  bool // the verb is in upper case
	title bool // the verb is capitalized, as in a sentence
	words []string
}

var sqlVerbs map[string]func(sqlText) bool

func init() { // not an initializer: isBegin refers to sqlVerbs
	sqlVerbs = map[string]func(sqlText) bool{
		"SELECT": isSelect, "INSERT": isInsert, "UPDATE": isUpdate, "DELETE": isDelete,
		"MERGE": isMerge, "EXEC": isExec, "EXECUTE": isExec,
		"CALL": isCall, "CREATE": isDDL, "ALTER": isDDL, "DROP": isDDL, "WITH": isWith,
		"TRUNCATE": isTruncate, "REPLACE": isReplace,
		"DECLARE": isDeclare, "IF": isIfExists, "SET": isSetOption,
		"BEGIN": isBegin, "USE": isUse, "WHILE": isWhile, "PRINT": isPrint,
		"WAITFOR": isWait, "BULK": isBulkInsert,
	}
}

// at returns the word at i in upper case, empty past the end.
func (t sqlText) at(i int) string {
	if i < 0 || i >= len(t.words) {
		return ""
	}
	return strings.ToUpper(t.words[i])
}

// find returns the first position of word from i on, or -1.
func (t sqlText) find(word string, i int) int {
	for ; i < len(t.words); i++ {
		if strings.EqualFold(t.words[i], word) {
			return i
		}
	}
	return -1
}

// names reports whether the word at i can be the name of an object: not
// punctuation, and not an article or similar word that follows an English verb.
func (t sqlText) names(i int) bool {
	w := t.at(i)
	if w == "" || len(w) == 1 && !isWordByte(w[0]) {
		return false
	}
	return !englishWords[w] || t.loud
}

var englishWords = map[string]bool{
	"THE": true, "A": true, "AN": true, "THIS": true, "THAT": true, "THESE": true, "THOSE": true,
	"YOUR": true, "ITS": true, "ANY": true,
	"EACH": true, "EVERY": true, "ONE": true, "WHICH": true, "WHETHER": true, "HOW": true,
	"WHAT": true,
}

func isSelect(t sqlText) bool {
	if englishWords[t.at(0)] && t.at(1) != "FROM" && t.at(1) != "," && t.at(1) != "." {
		return false
	}
	from := t.find("FROM", 0)
	if from < 0 {
		return !t.title && isBareSelect(t)
	}
	if t.title && t.words[from] == "from" && !hasPunctuation(t.words[:from]) {
		return false
	}
	if from+1 >= len(t.words) {
		return from > 0
	}
	return from > 0 && (t.names(from+1) || t.at(from+1) == "(") && !proseRun(t.words[:from])
}

// isBareSelect accepts a SELECT without FROM: one of a call, a variable or a
// number, or an upper-case one that breaks off.
func isBareSelect(t sqlText) bool {
	first := t.at(0)
	switch {
	case first == "":
		return false
	case t.at(1) == "(" || t.at(1) == "." && t.at(3) == "(":
		return !englishWords[first]
	case first[0] == '@' || first[0] >= '0' && first[0] <= '9':
		return len(t.words) < 12
	case first == "*" || first == "TOP" || first == "DISTINCT":
		return t.loud
	}
	return t.loud && t.at(1) == ","
}

// proseRun reports whether words has three plain words in a row. A select list
// has none: a column with an alias is two.
func proseRun(words []string) bool {
	run := 0
	for _, w := range words {
		switch {
		case !isLetter(w[0]) || len(w) > 2 && w[0] == '{':
			run = 0
		case selectWords[strings.ToUpper(w)]:
			run = 0
		default:
			if run++; run >= 3 {
				return true
			}
		}
	}
	return false
}

// hasPunctuation reports whether one of the words is a sign that occurs in
// select lists but not in sentences.
func hasPunctuation(words []string) bool {
	for _, w := range words {
		if w == "*" || w == "." || w == "(" || w[0] == '[' {
			return true
		}
	}
	return false
}

var selectWords = map[string]bool{
	"DISTINCT": true, "ALL": true, "TOP": true, "AS": true, "CASE": true, "WHEN": true,
	"THEN": true, "ELSE": true, "END": true, "AND": true,
	"OR": true, "NOT": true, "NULL": true, "IS": true, "IN": true, "LIKE": true, "BETWEEN": true,
	"OVER": true, "PARTITION": true, "ORDER": true,
	"BY": true, "PERCENT": true, "DESC": true, "ASC": true, "INTO": true, "FOR": true,
	"INTERVAL": true, "WITH": true, "TIES": true, "ON": true,
	"FILTER": true, "WHERE": true, "WITHIN": true, "GROUP": true, "COLLATE": true, "EXISTS": true,
	"SQL_CALC_FOUND_ROWS": true,
}

func isInsert(t sqlText) bool {
	i := 0
	if t.at(0) == "INTO" || t.at(0) == "IGNORE" || t.at(0) == "OVERWRITE" {
		i++
	}
	if !t.names(i) || i == 0 && !t.loud && t.find("VALUES", 0) < 0 &&
		(t.title || t.at(t.skipName(0)) != "(" || t.find("SELECT", 0) < 0) {
		return false
	}
	for _, clause := range []string{"VALUES", "VALUE", "SELECT", "DEFAULT", "EXEC", "EXECUTE",
		"OUTPUT"} {
		if t.find(clause, i) > 0 {
			return !t.title || t.find("(", i) > 0
		}
	}
	end := t.skipName(i)
	return i > 0 && (t.at(end) == "(" || t.loud && end >= len(t.words))
}

// skipName returns the position after the dotted name at i.
func (t sqlText) skipName(i int) int {
	for i++; t.at(i) == "."; i += 2 {
	}
	return i
}

func isUpdate(t sqlText) bool {
	set := t.find("SET", 1)
	if set < 0 || !t.names(0) || set > 30 {
		return t.loud && t.names(0) && t.skipName(0) >= len(t.words) && len(t.words) > 0 &&
			strings.ContainsAny(t.words[0], "{[\"`_")
	}
	return t.find("=", set) > 0 || set+1 >= len(t.words) || t.loud && t.at(set+1) == "{}"
}

func isDelete(t sqlText) bool {
	i := 0
	if t.at(i) == "TOP" {
		i = t.find(")", i) + 1
	}
	if t.at(i) == "FROM" {
		i++
	} else if t.find("FROM", i) < 0 && t.find("WHERE", i) < 0 {
		return false
	}
	if !t.names(i) {
		return false
	}
	end := t.skipName(i)
	if t.loud || t.aliased(end) {
		return true
	}
	return end >= len(t.words) && i > 0 && !t.title || t.at(end) == ";" ||
		t.find("WHERE", end) > 0 && t.find("WHERE", end) <= end+2
}

// aliased reports whether the target of a DELETE occurs in a later FROM, as a table or
// as an alias of one; i is the end of its name.
//
//	delete o from dbo.Orders o where …
//	delete top (1) q output deleted.Id from Queue q
func (t sqlText) aliased(i int) bool {
	from := i
	if t.at(i) == "OUTPUT" {
		from = t.find("FROM", i)
	}
	if t.title || from < 0 || t.at(from) != "FROM" || !t.names(from+1) {
		return false
	}
	end := t.skipName(from + 1)
	if t.at(end-1) == t.at(i-1) {
		return t.at(end) != ""
	}
	if t.at(end) == "AS" {
		end++
	}
	return t.at(end) == t.at(i-1)
}

// isMerge accepts MERGE INTO t USING s ON …, and H2's MERGE INTO t KEY (id) VALUES (1).
func isMerge(t sqlText) bool {
	return t.find("USING", 1) > 0 && t.find("ON", 2) > 0 ||
		t.loud && t.at(0) == "INTO" && t.names(1) && t.find("VALUES", 2) > 0
}

func isExec(t sqlText) bool {
	i := 0
	if strings.HasPrefix(t.at(0), "@") && t.at(1) == "=" {
		i = 2
	}
	if !t.names(i) && t.at(i) != "(" {
		return false
	}
	end := t.skipName(i)
	dotted := end > i+1 || strings.ContainsAny(t.words[i], "_[{\"")
	next := t.at(end)
	if next == "N" && strings.HasPrefix(t.at(end+1), "'") {
		next = t.at(end + 1) // EXEC sp_executesql N'…'
	}
	plain := next == "" || next == ";" || next[0] == '@' || next[0] == '\'' || next == "{}" ||
		next[0] >= '0' && next[0] <= '9'
	// EXEC dbo.Close {0}: messages of programs have such placeholders, too.
	plain = plain || next[0] == '{' && (dotted || t.loud)
	return plain && (dotted || !t.title) || t.at(i) == "(" && t.loud
}

// isCall accepts CALL name(…) at the end of a statement. In lower case the arguments
// must look like SQL: prose has asides in parentheses.
//
//	call orders (again)
func isCall(t sqlText) bool {
	open := t.skipName(0)
	if !t.names(0) || t.at(open) != "(" || t.title {
		return false
	}
	depth := 0
	for i := open; i < len(t.words); i++ {
		if next := t.at(i + 1); !t.loud && isLetter(t.words[i][0]) && t.words[i-1] != ":" &&
			!callWords[t.at(i)] && next != "(" && next != "." && next != "=" && next != ":" {
			return false
		}
		switch t.words[i] {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return t.at(i+1) == "" || t.at(i+1) == ";" || t.at(i+1) == "}"
			}
		}
	}
	return true
}

// callWords are the words that may be arguments.
var callWords = map[string]bool{"NULL": true, "TRUE": true, "FALSE": true, "DEFAULT": true,
	"AS": true, "INT": true, "INTEGER": true, "TEXT": true, "OUT": true}

var ddlObjects = map[string]bool{
	"TABLE": true, "VIEW": true, "INDEX": true, "PROCEDURE": true, "PROC": true, "FUNCTION": true,
	"TRIGGER": true, "SCHEMA": true,
	"SEQUENCE": true, "TYPE": true, "DATABASE": true, "EXTENSION": true, "SYNONYM": true,
	"ROLE": true, "USER": true, "LOGIN": true,
}

var ddlPrefixes = map[string]bool{
	"OR": true, "REPLACE": true, "ALTER": true, "TEMP": true, "TEMPORARY": true, "UNIQUE": true,
	"CLUSTERED": true, "NONCLUSTERED": true,
	"MATERIALIZED": true, "GLOBAL": true, "LOCAL": true, "UNLOGGED": true, "EXTERNAL": true,
	"FULLTEXT": true, "COLUMNSTORE": true,
}

func isDDL(t sqlText) bool {
	i := 0
	for ddlPrefixes[t.at(i)] {
		i++
	}
	if !ddlObjects[t.at(i)] || !t.names(i+1) {
		return false
	}
	if t.loud {
		return true
	}
	return !t.title && (t.find("(", i) > 0 || t.find("ON", i) > 0 || t.find("AS", i) > 0 ||
		t.at(i) == "TABLE" && len(t.words) <= i+6)
}

func isWith(t sqlText) bool {
	i := 0
	if t.at(0) == "RECURSIVE" {
		i++
	}
	as := t.find("AS", i+1)
	if as < 0 || t.title {
		return false
	}
	next := t.at(as + 1)
	return (next == "(" || next == "MATERIALIZED" || next == "NOT") &&
		(as == i+1 || t.at(i+1) == "(")
}

func isTruncate(t sqlText) bool {
	return t.at(0) == "TABLE" && t.names(1) && (t.loud || t.skipName(1) >= len(t.words))
}

func isReplace(t sqlText) bool { return t.at(0) == "INTO" && t.find("VALUES", 1) > 0 }

// isBegin accepts the beginning of a transaction or a block, and a block that calls one
// procedure.
//
//	BEGIN billing.close_month(:m); END;
func isBegin(t sqlText) bool {
	switch t.at(0) {
	case "TRAN", "TRANSACTION", "TRY", ";":
		return t.leads(1)
	}
	last := len(t.words) - 1
	if t.at(last) == ";" {
		last--
	}
	next := t.at(t.skipName(0))
	return !t.title && t.names(0) && (next == "(" || next == ";") && t.at(last) == "END"
}

// leads reports whether a statement begins at one of the words from i on.
func (t sqlText) leads(i int) bool {
	for ; i < len(t.words); i++ {
		if check := sqlVerbs[t.at(i)]; check != nil && t.at(i) != "BEGIN" &&
			check(sqlText{loud: t.words[i] == t.at(i), words: t.words[i+1:]}) {
			return true
		}
	}
	return false
}

// isUse accepts the choice of a database before a statement: USE shop; SELECT …
func isUse(t sqlText) bool {
	return !t.title && t.names(0) && (t.at(1) == ";" || t.loud && sqlVerbs[t.at(1)] != nil) &&
		t.leads(1)
}

// isPrint accepts a message before a statement: PRINT 'x'; DELETE FROM t.
func isPrint(t sqlText) bool {
	i := 0
	if t.at(i) == "N" {
		i++
	}
	said := t.at(i)
	return !t.title && said != "" && (said[0] == '\'' || said[0] == '@') &&
		(t.at(i+1) == ";" || t.loud && sqlVerbs[t.at(i+1)] != nil) && t.leads(i+1)
}

// isWhile accepts a loop around statements.
func isWhile(t sqlText) bool {
	begin := t.find("BEGIN", 1)
	return !t.title && begin > 0 && (t.loud || t.find("END", begin) > 0) && t.leads(begin+1)
}

// isWait accepts a delay before a statement: WAITFOR DELAY '00:00:01'; DELETE FROM t.
func isWait(t sqlText) bool {
	return !t.title && (t.at(0) == "DELAY" || t.at(0) == "TIME") && t.leads(1)
}

// isBulkInsert accepts BULK INSERT t FROM 'file'.
func isBulkInsert(t sqlText) bool {
	from := t.skipName(1)
	return !t.title && t.at(0) == "INSERT" && t.names(1) && t.at(from) == "FROM" &&
		t.at(from+1) != "" && (t.loud || strings.ContainsAny(t.at(from + 1)[:1], "'{@"))
}

func isDeclare(t sqlText) bool { return strings.HasPrefix(t.at(0), "@") }

func isIfExists(t sqlText) bool {
	i := 0
	if t.at(0) == "NOT" {
		i++
	}
	if t.at(i) == "OBJECT_ID" || t.at(i) == "COL_LENGTH" {
		return t.at(i+1) == "("
	}
	return t.at(i) == "EXISTS" && t.at(i+1) == "(" && t.at(i+2) == "SELECT"
}

// isSetOption accepts the setting of a session option that is specific to SQL. In lower
// case its value must be present, too.
func isSetOption(t sqlText) bool {
	next := t.at(1)
	if strings.HasPrefix(t.at(0), "@") { // SET @x = (SELECT …
		return next == "=" && !t.title && t.leads(2)
	}
	switch t.at(0) {
	case "STATISTICS":
		return t.loud && (next == "IO" || next == "TIME")
	case "TRAN", "TRANSACTION":
		return !t.title && next == "ISOLATION" && (t.loud || t.at(2) == "LEVEL")
	case "NOCOUNT", "XACT_ABORT":
		return t.loud || !t.title && (next == "ON" || next == "OFF")
	case "DEADLOCK_PRIORITY", "LOCK_TIMEOUT", "IDENTITY_INSERT", "ANSI_NULLS", "ANSI_WARNINGS",
		"ARITHABORT", "QUOTED_IDENTIFIER":
		return !t.title && next != "" && next != "="
	}
	return false
}

// sqlScan splits text into words, quoted names, strings and single characters,
// skipping white space and comments.
type sqlScan struct{ rest string }

// next returns the next token; empty at the end.
func (s *sqlScan) next() string {
	s.skip()
	if s.rest == "" {
		return ""
	}
	n := 1
	switch c := s.rest[0]; {
	case isWordByte(c):
		for n < len(s.rest) && isWordByte(s.rest[n]) {
			n++
		}
	case c == '\'' || c == '"' || c == '`':
		n = closing(s.rest, c)
	case c == '[':
		n = closing(s.rest, ']')
	}
	token := s.rest[:n]
	s.rest = s.rest[n:]
	return token
}

// closing returns the length of the quoted token that s begins with.
func closing(s string, quote byte) int {
	if i := strings.IndexByte(s[1:], quote); i >= 0 {
		return i + 2
	}
	return len(s)
}

func (s *sqlScan) skip() {
	for s.rest != "" {
		switch {
		case s.rest[0] <= ' ':
			s.rest = s.rest[1:]
		case strings.HasPrefix(s.rest, "--"):
			_, s.rest, _ = strings.Cut(s.rest, "\n")
		case strings.HasPrefix(s.rest, "/*"):
			_, s.rest, _ = strings.Cut(s.rest, "*/")
		default:
			return
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

func isWordByte(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '{' || c == '}' || c == '@' || c == '#' ||
		c == '$'
}

func isTitle(w string) bool { return len(w) > 1 && w[0] < 'a' && w[1] >= 'a' }
