package sql

import "seedgraph/parse"

// routine reads the body of a procedure in PL/pgSQL, MySQL's or standard SQL's
// procedural language up to end. It does not check how blocks nest: the words that
// separate them only mark where a statement begins.
func (r *reader) routine(i, end int) {
	for i < end {
		start := i
		p := r.position()
		i = r.routineStatement(i, end)
		r.leave(p)
		if i <= start {
			i = start + 1
		}
	}
}

func (r *reader) routineStatement(i, end int) int {
	switch r.kw(i) {
	case kNone:
		if r.kw(i+1) == kFunction || r.kw(i+1) == kProcedure { // MEMBER FUNCTION
			return i + 1
		}
		if r.wordIs(i, "rename") && r.kw(i+1) == kTable {
			break
		}
		return r.assignment(i, end)
	case kFunction, kProcedure:
		return r.nested(i+1, end)
	case kDeclare:
		return r.declarations(i+1, end)
	case kBegin, kThen, kElse, kLoop, kException, kDo, kRepeat, kAtomic:
		return i + 1
	case kEnd:
		if r.s.dialect == Generic && !r.endsStatement(i) { // Firebird: no ';' after END
			return i + 1
		}
		return r.toSemicolon(i, end)
	case kIf, kElsif, kElseif, kWhile, kWhen, kCase, kUntil:
		r.addBreak(i)
		i, _ = r.selectCore(i+1, end)
		return i
	case kFor:
		r.addBreak(i)
		return r.forLoop(i+1, end)
	case kForeach, kReturn:
		r.addBreak(i)
		return r.returned(i+1, end)
	case kOpen:
		return r.open(i+1, end)
	case kFetch, kMove, kClose, kGet:
		return r.toSemicolon(i, end)
	case kExecute:
		r.addBreak(i)
		if r.kw(i+1) == kProcedure { // Firebird
			return r.rest(r.callStatement(i+2, end), end)
		}
		r.s.runStrings(r, i+1, end)
		i, _ = r.selectCore(i+1, end)
		return r.rest(i, end)
	case kRaise, kAssert, kExit, kContinue:
		r.addBreak(i)
		return r.rest(i+1, end)
	}
	r.addBreak(i)
	return r.rest(r.statement(i, end), end)
}

// endsStatement reports whether the END at i, with the words that may follow it
// (IF, LOOP, a name), is a whole statement.
func (r *reader) endsStatement(i int) bool {
	for n := 0; n < 3; n++ {
		if i++; i >= len(r.toks) || r.is(i, ';') || r.toks[i].kind == tEnd {
			return true
		}
	}
	return false
}

func (r *reader) addBreak(i int) { r.s.addBreak(r.toks[i].start) }

// rest reads the remainder of a statement, up to its ';'.
func (r *reader) rest(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		next := r.expr(i, end, clBlock|clDo)
		if next < end && classOf[r.kw(next)]&(clBlock|clDo) != 0 {
			return next
		}
		i = max(next, i+1)
	}
	return i
}

func (r *reader) toSemicolon(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		i++
	}
	return i
}

// assignment reads name := expression, whose right side may continue like a
// SELECT.
func (r *reader) assignment(i, end int) int {
	if !r.isIdent(i) {
		return i + 1
	}
	r.addBreak(i)
	r.s.assign(r, i, end)
	i, _ = r.selectCore(i, end)
	return r.rest(i, end)
}

// declarations reads the part after DECLARE: in PL/pgSQL all variables up to
// BEGIN, in MySQL one, elsewhere all up to a statement.
func (r *reader) declarations(i, end int) int {
	for i < end && r.kw(i) != kBegin && r.kw(i) != kDeclare &&
		!(r.s.dialect == Generic && r.isVerb(i)) {
		start := i
		if r.wordIs(i, "variable") && r.isIdent(i+1) { // Firebird
			i++
		}
		// DECLARE EXIT HANDLER FOR condition statement
		if r.kw(i) == kContinue || r.kw(i) == kExit {
			for i < end && r.kw(i) != kFor {
				i++
			}
			for i++; i < end && !r.is(i, ';') && !r.isVerb(i); i++ {
			}
			return i
		}
		if r.kw(i) == kFunction || r.kw(i) == kProcedure {
			i = r.nested(i, end)
			continue
		}
		for r.isIdent(i) && r.is(i+1, ',') { // MySQL: DECLARE a, b INT
			r.s.columns.local(r, i)
			i += 2
		}
		i = r.declaration(i, end)
		i = r.toSemicolon(i, end)
		if r.is(i, ';') {
			i++
		}
		if r.s.dialect == MySQL || i <= start {
			return max(i, start+1)
		}
	}
	return i
}

// isVerb reports whether the word at i begins a statement, such as the one of a
// handler.
func (r *reader) isVerb(i int) bool {
	switch r.kw(i) {
	case kSet, kBegin, kSelect, kInsert, kUpdate, kDelete, kCall, kRollback, kLeave, kIterate, kIf,
		kClose, kOpen, kFor, kWhile, kReturn, kEnd:
		return true
	}
	return false
}

// nested reads the head of a routine within a routine or package, with i at its
// name, and its declarations.
func (r *reader) nested(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd && r.kw(i) != kBegin {
		switch {
		case r.is(i, '('):
			r.parameters(i, end, nil)
			i = r.past(i, end)
		case r.kw(i) == kIs, r.kw(i) == kAs:
			return r.declarations(i+1, end)
		default:
			i++
		}
	}
	return i
}

// declaration reads a variable, its type and value, or a cursor.
func (r *reader) declaration(i, end int) int {
	variable := i
	if r.s.dialect == Generic {
		switch {
		case r.kw(i) == kType, r.wordIs(i, "pragma"), r.wordIs(i, "subtype"):
			return i
		case r.wordIs(i, "cursor") && r.isIdent(i+1): // PL/SQL has the words in the other order
			i++
			if r.is(i+1, '(') {
				r.parameters(i+1, end, nil)
				i = r.past(i+1, end) - 1
			}
			if i++; r.kw(i) == kIs {
				r.subquery(i+1, r.toSemicolon(i, end))
			}
			return i
		}
	}
	i++
	for r.kw(i) == kConstant || r.wordIs(i, "no") || r.wordIs(i, "scroll") {
		i++
	}
	if r.wordIs(i, "alias") {
		return i
	}
	if r.wordIs(i, "cursor") {
		if i++; r.is(i, '(') {
			r.parameters(i, end, nil)
			i = r.past(i, end)
		}
		for r.s.dialect != PostgreSQL && (r.kw(i) == kWith || r.kw(i) == kReturn ||
			r.kw(i) == kTo ||
			// DB2
			r.wordIs(i, "client") || r.wordIs(i, "caller") || r.wordIs(i, "hold") ||
			r.wordIs(i, "without")) {
			i++
		}
		if r.kw(i) == kFor || r.kw(i) == kIs {
			r.subquery(i+1, r.toSemicolon(i, end))
		}
		return i
	}
	if i >= end || !r.isIdent(i) {
		return i
	}
	r.s.columns.local(r, variable)
	i = r.typeName(i, end)
	r.s.assignFrom(r, r.word(variable), i, end)
	i, _ = r.selectCore(i, end)
	return i
}

// forLoop reads FOR x IN query LOOP, FOR i IN a..b LOOP, FOR x IN EXECUTE …
func (r *reader) forLoop(i, end int) int {
	if r.kw(i) == kSelect || r.kw(i) == kWith { // Firebird: FOR SELECT … DO
		return r.returned(i, end)
	}
	for i < end && r.kw(i) != kIn && !r.is(i, ';') {
		r.s.columns.local(r, i)
		i++
	}
	return r.returned(i+1, end)
}

// returned reads a query, EXECUTE, or an expression: the operand of RETURN or FOR.
func (r *reader) returned(i, end int) int {
	if r.kw(i) == kNext || r.wordIs(i, "query") {
		i++
	}
	for r.wordIs(i, "reverse") {
		i++
	}
	if r.kw(i) == kExecute {
		r.s.runStrings(r, i+1, end)
		i++
	}
	if r.isQuery(i, end) {
		i, _ = r.query(i, end)
	} else {
		i, _ = r.selectCore(i, end)
	}
	return r.rest(i, end)
}

// open reads OPEN c [(arguments)] [FOR query].
func (r *reader) open(i, end int) int {
	for i < end && !r.is(i, ';') && r.kw(i) != kFor {
		if r.is(i, '(') {
			i = r.paren(i, end)
		} else {
			i++
		}
	}
	if r.kw(i) == kFor {
		return r.returned(i+1, end)
	}
	return i
}

// statement reads one statement of SQL in any dialect except T-SQL, up to where
// its rule ends.
func (r *reader) statement(i, end int) int {
	p := r.position()
	next := r.dispatch(i, end)
	r.leave(p)
	return next
}

func (r *reader) dispatch(i, end int) int {
	switch r.kw(i) {
	case kSelect, kWith, kValues, kTable:
		i, _ = r.query(i, end)
	case kFrom:
		i = r.fromFirst(i+1, end)
	case kPerform:
		i = r.perform(i, end)
	case kInsert, kUpdate, kDelete, kMerge:
		i = r.dml(i, end)
	case kReplace:
		if r.kw(i+1) == kInto || r.s.dialect == MySQL {
			i = r.dml(i, end)
		}
	case kTruncate:
		i = r.truncate(i+1, end)
	case kCopy:
		i = r.copyRows(i+1, end)
	case kCall:
		i = r.callStatement(i+1, end)
	case kExec:
		i = r.exec(i+1, end)
	case kExecute:
		if r.s.dialect == PostgreSQL { // a prepared statement
			return r.toSemicolon(i, end)
		}
		if r.kw(i+1) == kProcedure { // Firebird
			i++
		}
		i = r.exec(i+1, end)
	case kExplain, kAnalyze:
		i = r.explain(i+1, end)
	case kPrepare:
		for i < end && r.kw(i) != kAs && r.kw(i) != kFrom {
			i++
		}
		switch r.kw(i) {
		case kAs:
			i = r.statement(i+1, end)
		case kFrom: // MySQL
			r.s.runStrings(r, i+1, end)
		}
	case kDeclare:
		for i < end && r.kw(i) != kFor && !r.is(i, ';') {
			i++
		}
		i, _ = r.query(min(i+1, end), end)
	case kDo:
		i = r.doBlock(i+1, end)
	case kSet:
		i = r.setStatement(i+1, end)
	case kUse:
		if r.s.dialect == MySQL && r.code == scriptCode && i+1 < end && r.isIdent(i+1) {
			r.s.setPath([]string{r.ident(i + 1)}, r.toks[i].start)
		}
	case kCreate, kAlter:
		i = r.ddl(i, end)
	case kDrop:
		i = r.drop(i, end)
	case kGrant, kRevoke, kComment, kLock, kRefresh:
		i = r.toSemicolon(i, end)
	case kBegin, kStart, kCommit, kRollback:
		r.transact(i)
	default:
		switch {
		case r.is(i, '(') && r.isQuery(i, end):
			i, _ = r.query(i, end)
		case r.wordIs(i, "rename"):
			r.renameTables(i+1, end)
		case r.wordIs(i, "sp_rename") && i+1 < end && r.toks[i+1].kind == tString: // EXEC may be omitted
			r.noteRename(i+1, end)
		}
	}
	return i
}

// perform reads PL/pgSQL's PERFORM, a SELECT whose first call is an execution.
func (r *reader) perform(i, end int) int {
	c := r.chain(i+1, end)
	if c.n > 0 && r.is(c.to, '(') && !isOperatorWord(r.toks[c.from]) {
		next := r.call(&c, end, parse.RefExec)
		i, _ = r.selectCore(next, end)
		return i
	}
	i, _ = r.query(i, end)
	return i
}

// callStatement reads CALL procedure(arguments).
func (r *reader) callStatement(i, end int) int {
	c := r.chain(i, end)
	if c.n == 0 {
		return i
	}
	r.emit(parse.RefExec, &c, 0)
	if r.is(c.to, '(') && c.to < end {
		return r.paren(c.to, end)
	}
	return c.to
}

// explain reads the statement that EXPLAIN [ANALYZE] [(options)] explains.
func (r *reader) explain(i, end int) int {
	for i < end {
		switch {
		case r.is(i, '(') && !r.isQuery(i, end):
			i = r.past(i, end)
		case r.kw(i) == kAnalyze, r.wordIs(i, "verbose"), r.wordIs(i, "extended"):
			i++
		case r.kw(i) == kSelect, r.kw(i) == kInsert, r.kw(i) == kUpdate, r.kw(i) == kDelete,
			r.kw(i) == kWith, r.kw(i) == kMerge, r.is(i, '('):
			return r.statement(i, end)
		default:
			return i
		}
	}
	return i
}

// doBlock reads DO [LANGUAGE x] 'body'.
func (r *reader) doBlock(i, end int) int {
	body, language := -1, "plpgsql"
	for ; i < end && !r.is(i, ';'); i++ {
		switch {
		case r.kw(i) == kLanguage && i+1 < end:
			i++
			language = r.plainString(i)
		case r.toks[i].kind == tString:
			body = i
		}
	}
	if body >= 0 {
		r.s.readBody(r.toks[body], language)
	}
	return i
}

// setStatement reads SET: only search_path is relevant; MySQL assigns queries.
func (r *reader) setStatement(i, end int) int {
	for r.kw(i) == kLocal || r.wordIs(i, "session") {
		i++
	}
	switch {
	case r.s.dialect == MySQL && i < end && r.toks[i].kind == tVar:
		r.s.assign(r, i, end)
	case r.wordIs(i, "search_path"):
		i += 2
		if r.code == scriptCode {
			r.s.setPath(r.schemas(i, end), r.toks[min(i, len(r.toks)-1)].start)
		}
		return r.toSemicolon(i, end)
	case r.kw(i) == kSchema && i+1 < end && r.toks[i+1].kind == tString:
		if r.code == scriptCode {
			r.s.setPath([]string{r.plainString(i + 1)}, r.toks[i].start)
		}
		return i + 2
	}
	return i
}
