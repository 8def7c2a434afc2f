package sql

import (
	"strings"

	"seedgraph/parse"
)

// starters are the words that begin a statement of T-SQL, which needs no ';'
// before it. All but THROW are reserved.
var starters = func() (t [numKeywords]bool) {
	for _, k := range []keyword{kSelect, kInsert, kUpdate, kDelete, kMerge, kExec, kExecute,
		kDeclare, kSet, kIf, kWhile, kBegin, kEnd, kElse, kReturn,
		kPrint, kRaiserror, kThrow, kCreate, kAlter, kDrop, kTruncate, kOpen, kFetch, kClose,
		kDeallocate, kWaitfor, kGoto, kCommit, kRollback, kSave,
		kGrant, kRevoke, kDeny, kUse, kKill, kBackup, kRestore, kDbcc, kBulk, kWith, kReconfigure,
		kCheckpoint} {
		t[k] = true
	}
	return t
}()

// starts reports whether a statement of T-SQL begins at i. In other dialects only
// a ';' separates statements, so it returns false.
func (r *reader) starts(i, end int) bool {
	k := r.kw(i)
	if r.s.dialect != TSQL || !starters[k] || i >= end {
		return false
	}
	prev := r.kw(i - 1)
	switch k {
	case kWith: // WITH name AS (, WITH name (a) AS (; not WITH (hints), WITH TIES, WITH option
		return r.isIdent(i+1) && (r.kw(i+2) == kAs && r.is(i+3, '(') ||
			r.is(i+2, '(') && (r.kw(r.past(i+2, end)) == kAs || r.wordIs(i+1, "xmlnamespaces")))
	case kUpdate, kDelete, kInsert:
		if prev == kOn && r.isAction(i+1) || r.is(i+1, '(') || prev == kFor || prev == kAfter ||
			prev == kOf {
			return false // ON DELETE CASCADE, IF UPDATE(a), FOR UPDATE, AFTER INSERT
		}
		return !(r.is(i-1, ',') && prev == kNone && (r.is(i+1, ',') || r.kw(i+1) == kAs))
	case kSet:
		return prev != kDelete && prev != kUpdate
	case kMerge: // INNER MERGE JOIN, ALTER PARTITION FUNCTION f() MERGE RANGE (1)
		return r.kw(i+1) != kJoin && r.kw(i+1) != kRange
	case kExec, kExecute:
		return !(prev == kWith && r.kw(i+1) == kAs)
	case kFetch:
		return !r.wordIs(i-1, "rows") && !r.wordIs(i-1, "row")
	case kIf: // DROP TABLE IF EXISTS t
		return !(r.kw(i+1) == kExists && !r.is(i+2, '('))
	case kThrow:
		return r.is(i-1, ';') || r.is(i+1, ';') || i+1 >= end || r.toks[i+1].kind == tNumber ||
			r.toks[i+1].kind == tVar || starters[r.kw(i+1)]
	case kEnd:
		return prev != kAs
	case kSave, kOpen, kClose, kUse, kKill, kGoto, kPrint:
		return !r.is(i+1, '=') && !r.is(i+1, ',')
	}
	return true
}

// isAction reports whether a referential action of a foreign key is at i.
func (r *reader) isAction(i int) bool {
	return r.wordIs(i, "cascade") || r.wordIs(i, "restrict") || r.wordIs(i, "no") && r.wordIs(i+1, "action") ||
		r.kw(i) == kSet && (r.kw(i+1) == kNull || r.kw(i+1) == kDefault)
}

// tsqlCode reads statements of T-SQL up to end.
func (r *reader) tsqlCode(i, end int) {
	first := true
	for i < end {
		start := i
		if r.is(i, ';') || r.toks[i].kind == tEnd {
			i++
			continue
		}
		r.s.addBreak(r.toks[i].start)
		i = r.tsqlStatement(i, end, first && r.code == scriptCode)
		first = false
		if i <= start {
			i = start + 1
		}
	}
}

// tsqlStatement reads one statement, or the head of one that contains others: IF,
// WHILE, BEGIN. The first statement of a batch may call a procedure without EXEC.
func (r *reader) tsqlStatement(i, end int, first bool) int {
	p := r.position()
	next := r.tsqlDispatch(i, end, first)
	r.leave(p)
	return next
}

func (r *reader) tsqlDispatch(i, end int, first bool) int {
	switch r.kw(i) {
	case kSelect, kWith:
		i, _ = r.query(i, end)
		return i
	case kInsert, kUpdate, kDelete, kMerge:
		return r.dml(i, end)
	case kReplace: // MySQL, in a string of unknown dialect
		if r.kw(i+1) == kInto {
			return r.dml(i, end)
		}
	case kTruncate:
		return r.truncate(i+1, end)
	case kCopy: // data warehouses, whose stages look like variables
		return r.copyRows(i+1, end)
	case kFrom:
		return r.fromFirst(i+1, end)
	case kBulk:
		if r.kw(i+1) == kInsert {
			c := r.chain(i+2, end)
			r.emit(parse.RefWrite, &c, opBulk)
			return r.skipStatement(max(c.to, i+2), end)
		}
	case kExec, kExecute:
		return r.exec(i+1, end)
	case kCall:
		return r.callStatement(i+1, end)
	case kBegin:
		return r.tsqlBegin(i+1, end)
	case kEnd:
		if r.wordIs(i+1, "try") || r.wordIs(i+1, "catch") || r.wordIs(i+1, "conversation") {
			return i + 2
		}
		return i + 1
	case kIf, kWhile:
		return r.expr(i+1, end, clAny)
	case kElse:
		return i + 1
	case kReturn, kPrint, kRaiserror, kThrow:
		return r.expr(i+1, end, clAny)
	case kDeclare:
		return r.tsqlDeclare(i+1, end)
	case kSet:
		return r.tsqlSet(i+1, end)
	case kCreate, kAlter:
		return r.ddl(i, end)
	case kDrop:
		return r.drop(i, end)
	case kGrant, kRevoke, kDeny:
		return r.skipGrant(i+1, end)
	case kWaitfor:
		if r.is(i+1, '(') {
			return r.past(i+1, end)
		}
	}
	switch {
	case r.is(i, '{'):
		return r.escapedCall(i, end)
	case r.is(i, '('):
		if r.isQuery(i, end) {
			i, _ = r.query(i, end)
			return i
		}
		return r.paren(i, end)
	}
	// Runners that split scripts at semicolons run each statement as a batch.
	renames := r.wordIs(i, "sp_rename") && i+1 < end &&
		(r.toks[i+1].kind == tString || r.isIdent(i+1) && r.is(i+2, ','))
	if renames || first && r.callsProcedure(i, end) {
		return r.exec(i, end)
	}
	if r.isIdent(i) && r.is(i+1, ':') { // a label
		return i + 2
	}
	return r.skipStatement(i+1, end)
}

// escapedCall returns the start of the call in an escape in braces.
//
//	{call p(?)}    {? = call f(?)}                // ODBC, JDBC
//	{#{sum, mode=OUT} = call f(#{id})}            // MyBatis
func (r *reader) escapedCall(i, end int) int {
	for j := i + 1; j < min(end, i+maxResult) && !r.wordIs(j, "call"); j++ {
		if r.is(j, '=') && r.wordIs(j+1, "call") {
			return j + 1
		}
	}
	return i + 1
}

// maxResult bounds the tokens before the call in an escape.
const maxResult = 40

// callsProcedure reports whether a batch that begins at i begins with the name of
// a procedure and its arguments, not with a statement of another kind or prose.
func (r *reader) callsProcedure(i, end int) bool {
	switch k := r.kw(i); {
	case !r.isIdent(i), starters[k], k == kEnable, k == kDisable, k == kRevert, k == kSend,
		k == kReceive, k == kGet, k == kMove:
		return false
	}
	c := r.chain(i, end)
	if c.n == 0 || c.to >= end {
		return c.n > 0
	}
	switch t := r.toks[c.to]; {
	case t.kind == tVar, t.kind == tString, t.kind == tNumber, r.is(c.to, ';'), r.is(c.to, '-'),
		r.starts(c.to, end):
		return true
	case r.isIdent(c.to): // a bare word is a string
		return c.to+1 >= end || r.is(c.to+1, ',') || r.is(c.to+1, ';') || r.starts(c.to+1, end)
	}
	return false
}

// clAny stops an expression only at ';' and at statements.
const clAny class = 1 << 15

// tsqlBegin reads the part after BEGIN: TRY, CATCH, TRAN and its name.
func (r *reader) tsqlBegin(i, end int) int {
	switch {
	case r.wordIs(i, "try"), r.wordIs(i, "catch"):
		return i + 1
	case r.wordIs(i, "tran"), r.wordIs(i, "transaction"), r.wordIs(i, "distributed"),
		r.wordIs(i, "dialog"), r.wordIs(i, "conversation"):
		return r.skipStatement(i+1, end)
	case r.kw(i) == kAtomic: // BEGIN ATOMIC WITH (…) of natively compiled code
		if i++; r.kw(i) == kWith {
			i++
		}
		return r.pastParen(i, end)
	}
	return i
}

// skipStatement skips to the end of a statement without relevant references.
func (r *reader) skipStatement(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd && !r.starts(i, end) {
		if r.is(i, '(') {
			i = r.past(i, end)
		} else {
			i++
		}
	}
	return i
}

// skipGrant skips GRANT SELECT, EXECUTE ON x TO y, whose permissions look like
// statements.
func (r *reader) skipGrant(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd && r.kw(i) != kTo && r.kw(i) != kFrom {
		i++
	}
	return r.skipStatement(min(i+1, end), end)
}

// tsqlSet reads SET @x = …, SET @c = CURSOR FOR …, SET option ON.
func (r *reader) tsqlSet(i, end int) int {
	if i >= end || r.toks[i].kind != tVar {
		return r.skipStatement(i, end)
	}
	r.s.assign(r, i, end)
	return r.cursor(r.expr(i, end, clAny|clClause), end)
}

// cursor reads the part after CURSOR up to the end of its query; an expression
// stopped at i.
func (r *reader) cursor(i, end int) int {
	if i < end && r.kw(i) == kFor {
		i++
		if r.kw(i) == kSelect || r.kw(i) == kWith || r.is(i, '(') {
			i, _ = r.query(i, end)
		}
	}
	return i
}

// tsqlDeclare reads DECLARE @x type = …, @t TABLE (…), and cursors.
func (r *reader) tsqlDeclare(i, end int) int {
	if r.isIdent(i) { // DECLARE c CURSOR options FOR query
		for i < end && r.kw(i) != kFor && !r.is(i, ';') {
			if r.starts(i, end) {
				return i
			}
			i++
		}
		return r.cursor(i, end)
	}
	for i < end && r.toks[i].kind == tVar {
		variable := i
		if i++; r.kw(i) == kAs {
			i++
		}
		switch {
		case r.kw(i) == kTable && r.is(i+1, '('):
			i = r.tableVariable(i+1, end)
		case r.wordIs(i, "cursor"):
			i++
		default:
			i = r.typeName(i, end)
		}
		if r.is(i, '=') {
			r.s.assignFrom(r, r.word(variable), i, end)
		}
		i = r.expr(i, end, clComma|clAny)
		if !r.is(i, ',') {
			return i
		}
		i++
	}
	return i
}

// tableVariable reads the columns of a table variable or of the result table of a
// function; i is at the '('.
func (r *reader) tableVariable(i, end int) int {
	r.columns(i, end, nil)
	return r.past(i, end)
}

// exec reads the part after EXEC: [@x =] procedure arguments, (string), @variable.
func (r *reader) exec(i, end int) int {
	if i < end && r.toks[i].kind == tVar && r.is(i+1, '=') {
		i += 2
	}
	if i >= end {
		return i
	}
	switch {
	case r.is(i, '('):
		r.s.runStrings(r, i+1, r.closing(i, end))
		i = r.paren(i, end)
		if r.wordIs(i, "at") {
			i += 2
		}
		return r.skipStatement(i, end)
	case r.kw(i) == kAs: // EXECUTE AS USER = 'x'
		return r.skipStatement(i+1, end)
	case r.toks[i].kind == tVar:
		r.s.runNamed(r, i)
		return r.arguments(i+1, end)
	}
	c := r.chain(i, end)
	if c.n == 0 {
		return r.skipStatement(i, end)
	}
	r.emit(parse.RefExec, &c, 0)
	switch strings.ToLower(c.name()) {
	case "sp_executesql":
		r.s.runStrings(r, r.statementArgument(c.to, end), end)
	case "sp_rename":
		r.noteRename(c.to, end)
	}
	return r.arguments(c.to, end)
}

// statementArgument returns the start of the statement argument of sp_executesql,
// which is named or the first one.
//
//	EXEC sp_executesql @params = N'@id int', @stmt = @sql
func (r *reader) statementArgument(i, end int) int {
	for j := i; j < end && !r.is(j, ';') && !r.starts(j, end); j++ {
		if r.toks[j].kind == tVar && strings.EqualFold(r.word(j), "@stmt") && r.is(j+1, '=') {
			return j + 2
		}
	}
	return i
}

// arguments skips the arguments of EXEC: constants, variables and bare words.
func (r *reader) arguments(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd && !r.starts(i, end) {
		if r.is(i, '(') {
			i = r.past(i, end)
		} else {
			i++
		}
	}
	return i
}

// namedTables reads the arguments of a table function that names its table.
//
//	VECTOR_SEARCH(TABLE = dbo.Doc AS d, COLUMN = emb, SIMILAR_TO = @q)
//	PREDICT(MODEL = @m, DATA = dbo.Doc AS d)
func (r *reader) namedTables(open, close int) {
	for i := open + 1; i < close; i++ {
		name, value := r.word(i), i+2
		if !r.is(i+1, '=') || value >= close {
			continue
		}
		if strings.EqualFold(name, "table") || strings.EqualFold(name, "data") {
			t := r.chain(value, close)
			i = r.alias(max(t.to, value), close, r.table(&t))
		} else {
			i = r.expr(value, close, clComma)
		}
	}
}
