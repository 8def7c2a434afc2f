package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// createRoutine reads CREATE PROCEDURE and CREATE FUNCTION.
func (r *reader) createRoutine(h *head, end int) int {
	if r.inBody() {
		if r.s.dialect == TSQL {
			return r.batchEnd(h.next, end)
		}
		return r.toSemicolon(h.next, end)
	}
	if h.name.n == 0 || h.form == formAlter && !r.altersBody(h.next, end) {
		return r.skipOther(h.next, end)
	}
	kind := graph.KindProc
	if h.what == kFunction {
		kind = graph.KindFunc
	}
	d := r.define(h, kind, "", h.name.name(), h.name.name())
	var i int
	if r.s.dialect == TSQL {
		i = r.tsqlRoutine(h, r.batchEnd(h.next, end), d)
	} else {
		i = r.function(h, end, d)
	}
	r.close(d, i)
	return i
}

// altersBody reports whether the ALTER from i to end replaces the body of a
// routine or trigger: always in T-SQL, in other dialects if it has a block.
func (r *reader) altersBody(i, end int) bool {
	for ; i < end && r.s.dialect != TSQL; i++ {
		if r.kw(i) == kBegin {
			return true
		}
	}
	return r.s.dialect == TSQL
}

// tsqlRoutine reads the parameters, the result and the body, which extends to the
// end of the batch.
func (r *reader) tsqlRoutine(h *head, end int, d int32) int {
	i := h.next
	if r.is(i, ';') && i+1 < end && r.toks[i+1].kind == tNumber { // name;1
		i += 2
	}
	var params []parse.Param
	if r.is(i, '(') {
		close := r.closing(i, end)
		r.tsqlParameters(i+1, close, &params)
		i = min(close+1, end)
	} else {
		i = r.tsqlParameters(i, end, &params)
	}
	if r.kw(i) == kReturns {
		i = r.tsqlReturns(i+1, end, d)
	}
	// WITH options, FOR REPLICATION
	for i < end && r.kw(i) != kAs && !r.starts(i, end) && !r.is(i, ';') {
		if r.is(i, '(') {
			i = r.past(i, end)
		} else if r.kw(i) == kExecute || r.kw(i) == kExec {
			i += 3
		} else {
			i++
		}
	}
	if r.kw(i) == kAs {
		i++
	}
	def := &r.s.facts.Definitions[d]
	def.Params = params
	def.Test = r.s.isTest(def.Name)
	r.describe(d, h.at, min(i, end))
	r.tsqlBody(i, end, d)
	return end
}

// batchEnd returns where the statement at i ends within a batch: at the next
// routine, view or trigger, which could not be in it, so a missing GO does little
// harm.
func (r *reader) batchEnd(i, end int) int {
	for ; i < end; i++ {
		if k := r.kw(i); k != kCreate && k != kAlter {
			continue
		}
		switch r.kw(i - 1) {
		case kGrant, kDeny, kRevoke:
			continue
		}
		next := i + 1
		if r.kw(next) == kOr && r.kw(next+1) == kAlter {
			next += 2
		}
		switch r.kw(next) {
		case kProc, kProcedure, kFunction, kView, kTrigger:
			if r.isIdent(next+1) && r.kw(next+1) != kTo && !r.is(i-1, ',') {
				return i
			}
		}
	}
	return end
}

// tsqlBody reads the body of a routine or trigger from i to end.
func (r *reader) tsqlBody(i, end int, d int32) {
	i = min(i, end)
	if r.kw(i) == kExternal { // EXTERNAL NAME assembly.class.method
		return
	}
	r.s.facts.Definitions[d].Body = r.rangeOf(i, end)
	code, breaks := r.code, r.s.breaks
	r.code, r.s.breaks = routineCode, nil
	r.tsqlCode(i, end)
	def := &r.s.facts.Definitions[d]
	def.Breaks, def.Complexity = r.s.breaks, r.complexity(i, end)
	r.code, r.s.breaks = code, breaks
}

// tsqlParameters reads @name [AS] type [= default] [OUT], …
func (r *reader) tsqlParameters(i, end int, out *[]parse.Param) int {
	for i < end && r.toks[i].kind == tVar {
		p := parse.Param{Name: r.word(i)}
		if i++; r.kw(i) == kAs {
			i++
		}
		p.Type, i = r.typeRef(i, end)
		for i < end && !r.is(i, ',') && !r.is(i, ')') && r.kw(i) != kAs && r.kw(i) != kWith &&
			r.kw(i) != kFor && r.kw(i) != kReturns {
			if r.is(i, '=') {
				p.Optional = true
			}
			if r.toks[i].kind == tEnd || r.starts(i, end) {
				break
			}
			i++
		}
		*out = append(*out, p)
		if !r.is(i, ',') || i >= end {
			return i
		}
		i++
	}
	return i
}

// tsqlReturns reads RETURNS type, RETURNS TABLE, RETURNS @t TABLE (columns).
func (r *reader) tsqlReturns(i, end int, d int32) int {
	if i < end && r.toks[i].kind == tVar {
		i++
	}
	if r.kw(i) == kTable {
		at := r.toks[i].start
		if i++; r.is(i, '(') && i < end {
			i = r.tableVariable(i, end)
		}
		r.s.facts.Definitions[d].Type = parse.TypeRef{Name: "TABLE", At: at}
		return i
	}
	t, i := r.typeRef(i, end)
	r.s.facts.Definitions[d].Type = t
	return i
}

// function reads a routine of PostgreSQL, whose body is a string or follows BEGIN
// ATOMIC or RETURN, or of MySQL, whose body is not quoted.
func (r *reader) function(h *head, end int, d int32) int {
	i := h.next
	var params []parse.Param
	if r.is(i, '(') && i < end {
		r.parameters(i, end, &params)
		i = r.past(i, end)
	}
	r.s.facts.Definitions[d].Params = params
	body, language, signature := -1, "", i
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		switch {
		case r.kw(i) == kReturns, r.kw(i) == kReturn && r.isReturnType(i+1, end):
			i = r.returns(i+1, end, d)
			signature = i
		case r.kw(i) == kLanguage && i+1 < end:
			language = r.plainString(i + 1)
			i += 2
		case r.kw(i) == kAs && i+1 < end && r.toks[i+1].kind == tString:
			body = i + 1
			i += 2
		case r.kw(i) == kSet && r.wordIs(i+1, "search_path"):
			r.s.pathOf(d, r.schemas(i+3, end))
			i += 4
			for r.is(i, ',') && i+1 < end {
				i += 2
			}
		case r.kw(i) == kBegin, r.kw(i) == kReturn,
			(r.kw(i) == kAs || r.kw(i) == kIs) && !(i+1 < end && r.toks[i+1].kind == tVar),
			r.s.dialect == MySQL && r.isBodyVerb(i):
			r.describe(d, h.at, signature)
			return r.plainBody(i, end, d)
		default:
			i++
		}
	}
	r.describe(d, h.at, signature)
	if body >= 0 {
		from, to := r.s.content(r.toks[body])
		r.s.facts.Definitions[d].Body = parse.Range{Start: uint32(from), End: uint32(to)}
		if language == "" {
			language = "sql"
		}
		r.s.routineBody(d, r.toks[body], language)
	}
	return i
}

// isReturnType reports whether a type is at i, followed by the body: PL/SQL's
// FUNCTION f RETURN type IS.
func (r *reader) isReturnType(i, end int) bool {
	c := r.chain(i, end)
	if c.n == 0 || r.s.dialect == PostgreSQL {
		return false
	}
	i = r.pastParen(c.to, end)
	return r.kw(i) == kIs || r.kw(i) == kAs || r.wordIs(i, "deterministic") ||
		r.wordIs(i, "pipelined")
}

// isBodyVerb reports whether the body of a routine of MySQL, a single
// statement, begins at i.
func (r *reader) isBodyVerb(i int) bool {
	switch r.kw(i) {
	case kSelect, kInsert, kUpdate, kDelete, kSet, kCall, kIf, kCase, kWith, kReplace, kTruncate:
		return !r.wordIs(i-1, "sql")
	}
	return false
}

// plainBody reads a body that is not a string, from i to the end of the statement.
func (r *reader) plainBody(i, end int, d int32) int {
	r.s.facts.Definitions[d].Body = r.rangeOf(i, end)
	code, breaks := r.code, r.s.breaks
	r.code, r.s.breaks = routineCode, nil
	if r.kw(i) == kAs || r.kw(i) == kIs { // PL/SQL: IS declarations BEGIN …
		if i++; r.kw(i) != kBegin {
			i = r.declarations(i, end)
		}
	}
	r.routine(i, end)
	def := &r.s.facts.Definitions[d]
	def.Breaks, def.Complexity = r.s.breaks, r.complexity(i, end)
	r.code, r.s.breaks = code, breaks
	return end
}

// returns reads RETURNS type, SETOF type, TABLE (columns).
func (r *reader) returns(i, end int, d int32) int {
	at := i
	if r.is(i, '(') && i < end { // Firebird: RETURNS (a int, b int)
		r.parameters(i, end, nil)
		return r.past(i, end)
	}
	if r.kw(i) == kTable && r.is(i+1, '(') {
		r.parameters(i+1, end, nil)
		i = r.past(i+1, end)
		r.s.facts.Definitions[d].Type = parse.TypeRef{Name: "TABLE", At: r.toks[at].start}
		return i
	}
	t, i := r.typeRef(i, end)
	r.s.facts.Definitions[d].Type = t
	return i
}

// parameters reads ([mode] [name] type [DEFAULT x], …) at i.
func (r *reader) parameters(i, end int, out *[]parse.Param) {
	close := r.closing(i, end)
	for i++; i < close; i++ {
		var p parse.Param
		for r.kw(i) == kIn || r.kw(i) == kOut || r.kw(i) == kInout || r.kw(i) == kVariadic {
			p.Variadic = p.Variadic || r.kw(i) == kVariadic
			p.Out = r.kw(i) == kOut
			i++
		}
		if i < close && r.toks[i].kind == tVar {
			p.Name = r.word(i)
			i++
		} else if r.namesParameter(i, close) {
			p.Name = r.ident(i)
			i++
			// name IN type
			for r.kw(i) == kIn || r.kw(i) == kOut || r.kw(i) == kInout || r.kw(i) == kVariadic {
				p.Out = r.kw(i) == kOut
				i++
			}
		}
		if i < close && r.isIdent(i) {
			p.Type, i = r.typeRef(i, close)
		}
		p.Optional = i < close && !r.is(i, ',')
		i = r.expr(i, close, clComma)
		if out != nil {
			*out = append(*out, p)
		}
	}
}

// namesParameter reports whether the word at i is a parameter name before a type,
// not the first word of a type.
func (r *reader) namesParameter(i, end int) bool {
	if i+1 >= end || !r.isIdent(i) {
		return false
	}
	switch next := r.toks[i+1]; {
	case next.kind == tQuoted:
		return true
	case next.kind != tWord, next.kw == kDefault:
		return false
	case r.kw(i) == kSetof:
		return false
	}
	if r.toks[i].kind == tQuoted {
		return true
	}
	switch r.kw(i + 1) {
	case kPrecision, kVarying, kArray:
		return false
	case kWith:
		return false
	}
	return !r.wordIs(i+1, "without") && !r.wordIs(i+1, "character") && !r.wordIs(i+1, "char") ||
		!r.wordIs(i, "national")
}

func (r *reader) createTrigger(h *head, end int) int {
	i := h.next
	if h.name.n == 0 || r.inBody() || h.form == formAlter && !r.altersBody(h.next, end) {
		return r.skipOther(i, end)
	}
	table := r.triggerTable(h, end)
	schema, symbol := "", h.name.name()
	if h.name.n == 1 && table.n > 1 {
		schema = table.schema()
	}
	if table.n > 0 && r.s.dialect != TSQL {
		symbol = table.name() + "." + symbol // a separate name on every table
	}
	d := r.define(h, graph.KindTrigger, schema, h.name.name(), symbol)
	if table.n > 0 {
		r.emit(parse.RefOn, &table, r.events(h.next, end))
	}
	if r.s.dialect == TSQL {
		i = r.tsqlTrigger(h, r.batchEnd(h.next, end), d)
	} else {
		i = r.trigger(h, max(table.to, i), end, d)
	}
	r.close(d, i)
	return i
}

// events returns the operations that fire a trigger, which precede its body.
func (r *reader) events(i, end int) graph.Ops {
	var ops graph.Ops
	for ; i < end && !r.is(i, ';') && !r.wordIs(i, "each"); i++ {
		switch r.kw(i) {
		case kInsert:
			ops |= graph.Insert
		case kUpdate:
			ops |= graph.Update
		case kDelete:
			ops |= graph.Delete
		case kAs, kExecute, kBegin, kWhen:
			return ops
		}
	}
	return ops
}

// triggerTable returns the table of a trigger, with n 0 if it has no table.
func (r *reader) triggerTable(h *head, end int) (table chain) {
	// Firebird: FOR table BEFORE INSERT AS
	if r.kw(h.next) == kFor && r.s.dialect == Generic && !r.wordIs(h.next+1, "each") {
		return r.chain(h.next+1, end)
	}
	on := -1
	for j := h.next; j < end && on < 0 && !r.is(j, ';') && r.toks[j].kind != tEnd &&
		r.kw(j) != kAs; j++ {
		if r.kw(j) == kOn {
			on = j + 1
		}
	}
	if on >= 0 && !h.event && !(r.kw(on) == kAll && r.wordIs(on+1, "server")) &&
		!(r.wordIs(on, "database") && !r.is(on+1, '.')) {
		table = r.chain(on, end)
	}
	return table
}

// tsqlTrigger reads the part from the name on: ON table AFTER events AS body.
func (r *reader) tsqlTrigger(h *head, end int, d int32) int {
	i := h.next
	for i < end && r.kw(i) != kAs {
		if (r.kw(i) == kExecute || r.kw(i) == kExec) && r.kw(i+1) == kAs {
			i += 2
		}
		i++
	}
	i = min(i+1, end)
	r.describe(d, h.at, i)
	r.tsqlBody(i, end, d)
	return end
}

// trigger reads the part after the table: REFERENCING, WHEN, EXECUTE FUNCTION, or
// a body of MySQL or SQLite.
func (r *reader) trigger(h *head, i, end int, d int32) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		switch {
		case r.kw(i) == kReferencing:
			i = r.transitionTables(i+1, end)
		case r.kw(i) == kWhen:
			if i++; r.is(i, '(') {
				i = r.paren(i, end)
			}
		case r.kw(i) == kExecute && (r.kw(i+1) == kFunction || r.kw(i+1) == kProcedure):
			c := r.chain(i+2, end)
			r.emit(parse.RefExec, &c, 0)
			i = r.pastParen(max(c.to, i+2), end)
		case r.kw(i) == kAs && (r.kw(i+1) == kBegin || r.kw(i+1) == kDeclare), // Firebird
			r.kw(i) == kDeclare, r.wordIs(i, "compound") && r.kw(i+1) == kTrigger: // Oracle
			r.describe(d, h.at, i)
			return r.plainBody(i, end, d)
		case r.kw(i) == kFrom: // of a constraint trigger: another table, only for its timing
			i = max(r.chain(i+1, end).to, i+1)
		case r.kw(i) == kBegin, r.s.dialect != PostgreSQL && r.isBodyVerb(i) && !r.isEvent(i):
			r.describe(d, h.at, i)
			return r.plainBody(i, end, d)
		default:
			i++
		}
	}
	r.describe(d, h.at, i)
	return i
}

// isEvent reports whether the verb at i is an event of a trigger: BEFORE INSERT OR
// UPDATE, UPDATE OF a.
func (r *reader) isEvent(i int) bool {
	switch r.kw(i - 1) {
	case kOf, kAfter, kOr:
		return true
	}
	return r.wordIs(i-1, "before")
}

// transitionTables records the names of OLD TABLE AS a NEW TABLE AS b: they are
// visible in the function that the trigger executes.
func (r *reader) transitionTables(i, end int) int {
	for i < end && (r.wordIs(i, "old") || r.wordIs(i, "new")) {
		i = r.skipWords(i+1, kTable, kRow, kAs)
		if i < end && r.isIdent(i) {
			r.s.transition = append(r.s.transition, r.ident(i))
			i++
		}
	}
	return i
}

// describe sets the signature of d, toks[from:to] on one line.
func (r *reader) describe(d int32, from, to int) {
	var b strings.Builder
	for i := from; i < to && i < len(r.toks); i++ {
		if i > from && r.toks[i].start > r.toks[i-1].end {
			b.WriteByte(' ')
		}
		b.WriteString(collapse(r.word(i)))
	}
	sig := strings.TrimSuffix(b.String(), ";")
	if r.s.dialect == TSQL {
		sig = strings.TrimSuffix(strings.TrimSuffix(sig, " AS"), " as")
	}
	r.s.facts.Definitions[d].Signature = strings.TrimSpace(sig)
}

// complexity returns 1 + the number of decisions in toks[i:end].
func (r *reader) complexity(i, end int) int {
	n := 1
	for ; i < end && i < len(r.toks); i++ {
		switch r.kw(i) {
		case kIf, kElsif, kElseif, kWhile, kWhen, kFor, kForeach, kRepeat:
			if r.kw(i-1) != kEnd && !(r.kw(i) == kIf && r.kw(i+1) == kExists && !r.is(i+2, '(')) &&
				!(r.kw(i) == kFor && r.s.dialect == TSQL) {
				n++
			}
		}
	}
	return n
}
