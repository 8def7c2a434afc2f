package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A reader reads a token list: a script, or the body of a routine in a string of
// it. Its methods take a position in toks and the end of the region they may read,
// and return the position where they stopped; they always make progress, whatever
// the tokens are.
type reader struct {
	s    *script
	toks []token
	code codeKind

	slashes bool     // a '/' by itself on a line ends routines
	batch   int      // the end of the batch found last
	sources []source // of the queries around the current position, innermost last
	ctes    []cte    // visible at the current position, innermost last

	inserted int // 1 + index in script.refs of the write of the enclosing INSERT, or 0

	// of columns; see columns.go
	scope   int32    // at the current position, from 1; or 0
	exprAt  int      // where the innermost expression began
	listAt  int      // where the last select list began
	names   []string // the output names of the last query
	aliases []string // outputs that the current clause may refer to
}

// A codeKind is the kind of code that a reader reads.
type codeKind uint8

const (
	scriptCode  codeKind = iota // statements of a script: they define objects
	routineCode                 // the body of a procedure: statements with control flow
	sqlCode                     // the body of a function in plain SQL
)

// A source is an entry of FROM: the referent of an alias.
type source struct {
	alias string // empty if not written
	name  string // last part of the object's name; empty if it has none
	ref   int    // the read of the source, an index in script.refs; or -1
	base  int    // the read that a write through it goes to; -1 if there is no single one

	columns []string // of a subquery; nil if unknown
	place   int32    // index among the sources of its scope
}

// A cte is a named query of WITH.
type cte struct {
	name string
	base int // as in source

	columns []string // as in source
}

const (
	noRef   = -1
	manyRef = -2 // more than one table, or something other than a table
)

// A chain is a dotted name: toks[from:to], with its parts in order. A missing part
// (db..name) is an empty string.
type chain struct {
	from, to int
	parts    [4]string
	n        int
	at       uint32 // where the last part begins
	quoted   bool   // the last part is quoted
}

// name returns the last part, or "" if the name is missing.
func (c *chain) name() string {
	if c.n == 0 {
		return ""
	}
	return c.parts[c.n-1]
}

func (c *chain) schema() string {
	if c.n < 2 || strings.HasPrefix(c.parts[c.n-2], extensionSchema) {
		return ""
	}
	return c.parts[c.n-2]
}

// extensionSchema is the prefix of the schema placeholder that PostgreSQL replaces
// in the script of an extension.
const extensionSchema = "@extschema"

// isIdent reports whether the token at i may be a name, reserved or not.
func (r *reader) isIdent(i int) bool {
	return i < len(r.toks) && (r.toks[i].kind == tWord || r.toks[i].kind == tQuoted)
}

func (r *reader) kw(i int) keyword {
	if i < 0 || i >= len(r.toks) {
		return kNone
	}
	return r.toks[i].kw
}

func (r *reader) is(i int, c byte) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == tPunct && r.toks[i].ch == c
}

// closing returns the index of the ')' for the '(' at i, or end if it has no
// partner before it.
func (r *reader) closing(i, end int) int {
	if l := int(r.toks[i].link); l >= 0 && l < end {
		return l
	}
	return end
}

// past returns the position after the parenthesis at i.
func (r *reader) past(i, end int) int { return min(r.closing(i, end)+1, end) }

// pastParen returns the position after an optional parenthesis at i.
func (r *reader) pastParen(i, end int) int {
	if i < end && r.is(i, '(') {
		return r.past(i, end)
	}
	return min(i, end)
}

// word returns the text of the token at i, empty past the end.
func (r *reader) word(i int) string {
	if i >= len(r.toks) {
		return ""
	}
	t := r.toks[i]
	return r.s.text[t.start:t.end]
}

// wordIs reports whether the token at i is the unquoted word w,
// case-insensitively.
func (r *reader) wordIs(i int, w string) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == tWord && strings.EqualFold(r.word(i), w)
}

// ident returns the name of the token at i, without its quotes.
func (r *reader) ident(i int) string {
	t := r.toks[i]
	s := r.s.text[t.start:t.end]
	if t.kind != tQuoted {
		return s
	}
	s = s[1:]
	mark := byte('"')
	switch t.ch {
	case '[':
		mark = ']'
	case '`':
		mark = '`'
	}
	if s != "" && s[len(s)-1] == mark {
		s = s[:len(s)-1]
	}
	if strings.IndexByte(s, mark) >= 0 {
		s = strings.ReplaceAll(s, string([]byte{mark, mark}), string(mark))
	}
	return s
}

// chain reads a dotted name at i. It returns n 0 if there is no name.
func (r *reader) chain(i, end int) (c chain) {
	c.from, c.to = i, i
	if i >= end || !r.isIdent(i) && r.toks[i].kind != tTemp {
		return c
	}
	for {
		if c.n == len(c.parts) { // longer than any name: keep the last parts
			copy(c.parts[:], c.parts[1:])
			c.n--
		}
		t := r.toks[i]
		c.parts[c.n], c.at, c.quoted = r.ident(i), t.start, t.kind == tQuoted
		if c.quoted && t.ch == '`' {
			c.splitPath()
		}
		if strings.Contains(c.parts[c.n], "$(") {
			c.parts[c.n] = r.s.withVariables(c.parts[c.n])
		}
		c.n++
		c.to = i + 1
		if !r.is(c.to, '.') || c.to >= end {
			return c
		}
		i = c.to + 1
		for r.is(i, '.') && i < end && c.n < len(c.parts)-1 { // db..name, server...name
			c.parts[c.n] = ""
			c.n++
			i++
		}
		if i >= end || !r.isIdent(i) && r.toks[i].kind != tTemp {
			c.to, c.n = min(i, end), 0 // a.*, or a name that continues with a placeholder
			return c
		}
	}
}

// splitPath splits the last part: BigQuery writes the whole path of a table in one
// pair of quotes.
//
//	`project.dataset.orders`
func (c *chain) splitPath() {
	path := c.parts[c.n]
	for k := strings.IndexByte(path, '.'); k > 0 && k+1 < len(path) && c.n+1 < len(c.parts); {
		c.parts[c.n], c.parts[c.n+1] = path[:k], path[k+1:]
		c.n++
		path = path[k+1:]
		k = strings.IndexByte(path, '.')
	}
}

// isTemp reports whether c names a temporary object or one visible only in a
// trigger.
func (r *reader) isTemp(c *chain) bool {
	name := c.name()
	if name == "" || r.s.isMarkedTemp(name) {
		return true
	}
	if c.n > 1 {
		schema := c.schema()
		return strings.EqualFold(schema, "pg_temp")
	}
	if r.s.dialect == TSQL && (strings.EqualFold(name, "inserted") ||
		strings.EqualFold(name, "deleted")) {
		return true
	}
	return r.s.isTempName(name)
}

// findCTE returns the named query that an unqualified name refers to, or nil.
func (r *reader) findCTE(c *chain) *cte {
	if c.n != 1 {
		return nil
	}
	for k := len(r.ctes) - 1; k >= 0; k-- {
		if strings.EqualFold(r.ctes[k].name, c.name()) {
			return &r.ctes[k]
		}
	}
	return nil
}

// emit adds a reference to the object that c names and returns its index, or noRef
// if the object is not recorded: a system object or a temporary one.
func (r *reader) emit(kind parse.RefKind, c *chain, op graph.Ops) int {
	if r.s.mute > 0 && kind != parse.RefUse || c.n == 0 || r.isTemp(c) || isSystem(r.s.dialect, c) {
		return noRef
	}
	r.s.refs = append(r.s.refs, r.reference(kind, c, op))
	return len(r.s.refs) - 1
}

// reference returns a reference to the object that c names.
func (r *reader) reference(kind parse.RefKind, c *chain, op graph.Ops) parse.Reference {
	ref := parse.Reference{Kind: kind, Name: c.name(), Args: -1, At: c.at, Op: op, Def: r.s.own(),
		Dynamic: r.s.dynamic}
	if c.n > 1 {
		ref.Recv = make([]parse.Step, c.n-1)
		for k := range ref.Recv {
			ref.Recv[k] = parse.Step{Kind: parse.StepMember, Name: c.parts[k]}
		}
		ref.Recv[0].Kind = parse.StepName
		if c.n == 2 && strings.HasPrefix(c.parts[0], extensionSchema) {
			ref.Recv = nil
		}
	}
	return ref
}

// A class is a set of kinds of words that end a construct. A rule names the
// classes that end it.
type class uint16

const (
	clClause class = 1 << iota // begins a clause of a query: FROM, WHERE, ORDER …
	clJoin                     // continues a join: JOIN, LEFT, ON …
	clBlock                    // separates control flow: THEN, ELSE, LOOP, END, WHEN
	clSet                      // SET
	clOutput                   // OUTPUT, RETURNING, VALUES, WHEN
	clInto                     // INTO
	clDo                       // DO
	clComma                    // ','
	clAs                       // AS
	clRef                      // REFERENCES
)

var classOf = func() (t [numKeywords]class) {
	for c, kws := range map[class][]keyword{
		clClause: {kFrom, kWhere, kGroup, kHaving, kOrder, kUnion, kExcept, kIntersect, kMinus,
			kLimit, kOffset, kFetch, kFor, kWindow, kOption,
			kReturning, kQualify, kStart, kConnect},
		clJoin: {kJoin, kInner, kLeft, kRight, kFull, kCross, kOuter, kNatural, kApply, kOn,
			kUsing, kStraightJoin, kPivot, kUnpivot, kTablesample},
		clBlock:  {kThen, kElse, kElsif, kElseif, kLoop, kEnd, kWhen},
		clSet:    {kSet},
		clOutput: {kOutput, kReturning, kValues, kWhen},
		clInto:   {kInto},
		clDo:     {kDo},
		clAs:     {kAs},
		clRef:    {kReferences},
	} {
		for _, k := range kws {
			t[k] |= c
		}
	}
	return t
}()

// expr reads an expression, or anything built from one, up to a word of the
// classes in stop, a ';', the end of the region, or in T-SQL a word that begins a
// statement (unless stop is 0: inside parentheses). It finds the queries, calls,
// types and sequences in it.
func (r *reader) expr(i, end int, stop class) int {
	cases := 0
	r.exprAt = i
	if stop != 0 && r.code == routineCode && r.s.dialect != TSQL {
		stop |= clBlock
	}
	for i < end {
		t := r.toks[i]
		switch t.kind {
		case tPunct:
			switch t.ch {
			case ';':
				return i
			case ',':
				if stop&clComma != 0 {
					return i
				}
			case '(':
				i = r.paren(i, end)
				continue
			case '.':
				i++ // .name of a value: x[1].name, (f(x)).name
				if i < end && r.isIdent(i) {
					i = r.member(i, end)
				}
				continue
			}
			i++
		case tCast:
			i = r.castTo(i, end)
		case tQuoted:
			i = r.named(i, end)
		case tWord:
			if t.kw == kNone {
				i = r.named(i, end)
				continue
			}
			if t.kw == kCase && !r.is(i+1, '.') {
				cases++
				i++
				continue
			}
			if cases > 0 && classOf[t.kw]&clBlock != 0 {
				if t.kw == kEnd {
					cases--
				}
				i++
				continue
			}
			if classOf[t.kw]&stop != 0 && r.stops(i, end) {
				return i
			}
			if stop != 0 && r.starts(i, end) {
				return i
			}
			i = r.exprWord(i, end)
		case tEnd:
			return i
		default:
			i++
			if t.kind == tVar && r.is(i, '.') && i+1 < end && r.isIdent(i+1) {
				i = r.member(i+1, end) // @x.value(…)
			}
		}
	}
	return i
}

// stops reports whether the word at i, which is of a class that ends an
// expression, does so here: it is not the name of a function or an argument.
func (r *reader) stops(i, end int) bool {
	switch r.kw(i) {
	case kLeft, kRight:
		return !r.is(i+1, '(')
	case kFrom: // IS [NOT] DISTINCT FROM
		return !(r.kw(i-1) == kDistinct && (r.kw(i-2) == kIs || r.kw(i-2) == kNot))
	case kStart, kConnect, kQualify, kMinus, kLimit, kOffset, kWindow, kOption:
		// Words that some dialects do not reserve: a name if the next token cannot
		// continue the clause.
		if r.is(i+1, '.') || r.is(i+1, ',') || r.is(i+1, '=') || r.is(i+1, ')') {
			return false
		}
		switch r.kw(i) {
		case kStart:
			return r.kw(i+1) == kWith
		case kConnect:
			return r.kw(i+1) == kBy
		case kQualify, kWindow:
			return i+1 < end && r.isIdent(i+1)
		case kOption:
			return r.s.dialect == TSQL && r.is(i+1, '(')
		case kMinus, kLimit, kOffset:
			return r.s.dialect != TSQL || r.kw(i) == kOffset
		}
	case kSet, kOutput, kWhen, kDo, kValues:
		return !r.is(i+1, '.')
	case kUsing: // CONVERT(x USING utf8) is in parentheses
		return true
	}
	return true
}

// exprWord reads the keyword at i inside an expression.
func (r *reader) exprWord(i, end int) int {
	switch r.kw(i) {
	case kNext:
		if r.wordIs(i+1, "value") && r.kw(i+2) == kFor {
			c := r.chain(i+3, end)
			r.emit(parse.RefUse, &c, 0)
			return max(c.to, i+3)
		}
	case kAs: // a name for the value, optionally with columns; a type in CAST is read there
		i++
		if i < end && r.isIdent(i) && !r.is(i+1, '.') {
			if i++; r.is(i, '(') {
				return r.past(i, end)
			}
		}
		return i
	case kCast:
		if r.is(i+1, '(') {
			return r.castCall(i+1, end)
		}
	case kOver:
		if r.isIdent(i + 1) {
			return i + 2
		}
		return i + 1
	case kFor: // substring(x FOR n), FOR XML
		return i + 1
	case kIs: // is(…) may be a function, IS never precedes a parenthesis
		if !r.is(i+1, '(') {
			return i + 1
		}
	case kAnd, kOr, kNot, kIn, kExists, kAny, kSome, kAll, kBetween, kLike, kIlike, kNull, kOn,
		kWhere, kBy, kWhen, kThen, kElse, kEnd, kFrom,
		kSelect, kDistinct, kHaving, kGroup, kOrder, kArray, kFilter, kWithin, kRow, kValues,
		kUnion, kExcept, kIntersect, kUsing, kInto, kWith,
		kReturning, kLimit, kOffset, kFetch, kSimilar, kEscape, kSet, kDefault, kJoin, kInner,
		kCross, kNatural, kLateral, kCase, kGroups, kCheck, kUnique,
		kReferences, kPrimary, kConstraint, kIf, kWhile, kReturn, kInsert, kDelete:
		return i + 1
	}
	return r.named(i, end)
}

// paren reads the contents of the parentheses at i: a query or an expression.
func (r *reader) paren(i, end int) int {
	close := r.closing(i, end)
	if r.isQuery(i+1, close) {
		r.subquery(i+1, close)
	} else {
		r.expr(i+1, close, 0)
	}
	return min(close+1, end)
}

// maxParens bounds the parentheses before a query that isQuery skips: it is called
// at each of them.
const maxParens = 32

// isQuery reports whether a query begins at i, after any parentheses.
func (r *reader) isQuery(i, end int) bool {
	for begin := i; i < end && r.is(i, '('); { // (SELECT …) UNION …, but not (SELECT …), x
		if i-begin == maxParens {
			return false
		}
		close := r.closing(i, end)
		if close+1 < end && !r.goesOn(close+1) {
			return false
		}
		i, end = i+1, close
	}
	if i >= end {
		return false
	}
	switch r.kw(i) {
	case kSelect:
		return true
	case kWith, kInsert, kUpdate, kDelete, kMerge:
		return i+1 < end && r.isIdent(i+1) && !r.is(i+1, '.')
	case kValues:
		return r.is(i+1, '(') || r.kw(i+1) == kRow
	case kTable:
		return i+1 < end && r.isIdent(i+1) && r.s.dialect != TSQL
	}
	return false
}

// goesOn reports whether a query in parentheses may continue at i.
func (r *reader) goesOn(i int) bool {
	switch r.kw(i) {
	case kUnion, kExcept, kIntersect, kMinus, kOrder, kLimit, kOffset, kFetch, kFor:
		return true
	}
	return r.is(i, ';')
}

// named reads a dotted name in an expression, and the call if it is called.
func (r *reader) named(i, end int) int {
	c := r.chain(i, end)
	if c.n == 0 {
		return max(c.to, i+1)
	}
	if c.to < end && r.toks[c.to].kind == tCast && r.s.dialect == TSQL {
		if c.n > 1 || !isBuiltinType(c.name()) {
			r.emit(parse.RefUse, &c, 0)
		}
		return c.to
	}
	switch {
	case !r.is(c.to, '(') || c.to >= end:
		if c.n > 1 && r.s.dialect != TSQL && isSequenceValue(c.name()) {
			r.columnOwner(&c)
		} else {
			r.column(&c, i)
		}
		return c.to
	case r.is(c.to+1, '+') && r.is(c.to+2, ')'): // Oracle's outer join: a.id = b.id (+)
		r.column(&c, i)
		return min(c.to+3, end)
	}
	return r.call(&c, end, parse.RefFunc)
}

// isSequenceValue reports whether name is a pseudo-column of Oracle and DB2 for a
// value of the sequence before it.
func isSequenceValue(name string) bool {
	return strings.EqualFold(name, "nextval") || strings.EqualFold(name, "currval")
}

// member reads .name after a value: a field, or a method and its arguments.
func (r *reader) member(i, end int) int {
	c := r.chain(i, end)
	if r.is(c.to, '(') && c.to < end {
		return r.paren(c.to, end)
	}
	return max(c.to, i+1)
}

// call reads a call of c, whose '(' is at c.to.
func (r *reader) call(c *chain, end int, kind parse.RefKind) int {
	open := c.to
	close := r.closing(open, end)
	if c.n <= 2 && !c.quoted {
		if next, ok := r.builtin(c, open, close); ok {
			return min(next, end)
		}
	}
	switch {
	case r.s.dialect == TSQL:
		if c.n > 1 && !r.isMethod(c) {
			r.emit(kind, c, 0)
		}
		r.methodOf(c)
	case c.n > 1 || !isOperatorWord(r.toks[c.from]):
		r.emit(kind, c, 0)
	}
	if r.isQuery(open+1, close) {
		r.subquery(open+1, close)
	} else {
		r.expr(r.argument(c, open, close), close, 0)
	}
	return min(close+1, end)
}

// isOperatorWord reports whether t is a word of the grammar that may precede a
// parenthesis and is not a function.
func isOperatorWord(t token) bool {
	switch t.kw {
	case kNone, kReplace, kIs, kLeft, kRight, kRow, kRepeat, kReverse, kTime:
		return false
	}
	return t.kind == tWord && classOf[t.kw] != 0
}

// isMethod reports whether a call a.b() calls a method of a column or a value, not
// a function b in the schema a.
func (r *reader) isMethod(c *chain) bool {
	switch strings.ToLower(c.name()) {
	case "value", "nodes", "exist", "query", "modify", "write", "tostring", "getancestor",
		"getdescendant", "getlevel", "isdescendantof",
		"getreparentedvalue", "lat", "long", "filter":
		return true
	}
	if strings.HasPrefix(c.name(), "ST") && len(c.name()) > 3 && c.name()[2] >= 'A' &&
		c.name()[2] <= 'Z' {
		return true
	}
	for k := len(r.sources) - 1; k >= 0; k-- {
		if strings.EqualFold(r.sources[k].alias, c.parts[0]) {
			return true
		}
	}
	return false
}

// builtin reads calls whose arguments have a special grammar or meaning.
func (r *reader) builtin(c *chain, open, close int) (int, bool) {
	name := c.name()
	if c.n == 2 && !strings.EqualFold(c.parts[0], "pg_catalog") {
		return 0, false
	}
	switch len(name) {
	case 4, 5, 6, 7, 8, 9, 10, 11:
	default:
		return 0, false
	}
	switch strings.ToLower(name) {
	case "cast", "try_cast", "parse", "try_parse":
		return r.castCall(open, close+1), true
	case "convert", "try_convert":
		if r.s.dialect == TSQL {
			return r.convertCall(open, close), true
		}
	case "nextval", "currval", "setval":
		if open+1 < close && r.toks[open+1].kind == tString {
			r.nameInString(open+1, parse.RefUse)
		}
		r.expr(open+1, close, 0)
		return close + 1, true
	case "set_config":
		r.setConfig(open, close)
		r.expr(open+1, close, 0)
		return close + 1, true
	}
	return 0, false
}

// castCall reads CAST(x AS type); open is its '('.
func (r *reader) castCall(open, end int) int {
	close := r.closing(open, end)
	i := r.expr(open+1, close, clAs)
	for i < close && r.kw(i) != kAs { // a statement keyword stopped it
		i = r.expr(i+1, close, clAs)
	}
	if i < close {
		i = r.typeName(i+1, close)
		r.expr(i, close, 0)
	}
	return min(close+1, end)
}

// convertCall reads T-SQL's CONVERT(type, x); open is its '('.
func (r *reader) convertCall(open, close int) int {
	i := r.typeName(open+1, close)
	r.expr(i, close, 0)
	return close + 1
}

// columnOwner adds a use of the table in table.column%TYPE.
func (r *reader) columnOwner(c *chain) {
	if c.n < 2 {
		return // a variable
	}
	t := *c
	t.n--
	t.at = r.toks[c.from].start
	r.emit(parse.RefUse, &t, 0)
}

// nameInString adds a reference to the object named by the string at i.
func (r *reader) nameInString(i int, kind parse.RefKind) {
	from, to := r.s.content(r.toks[i])
	l := lexer{text: r.s.text, pos: from, end: to, dialect: r.s.dialect, quote: 2, body: true}
	l.run()
	sub := reader{s: r.s, toks: l.toks, ctes: nil}
	if c := sub.chain(0, len(sub.toks)); c.n > 0 && c.to == len(sub.toks) {
		sub.emit(kind, &c, 0)
	}
}
