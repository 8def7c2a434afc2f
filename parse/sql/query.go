package sql

import (
	"strings"

	"seedgraph/parse"
)

// subquery reads a query in its own region: its sources and named queries are
// visible only inside it. It returns the read that a write through it goes to.
func (r *reader) subquery(i, end int) (base int) {
	p := r.position()
	_, base = r.query(i, end)
	r.leave(p)
	return base
}

// query reads a query expression with its WITH, set operations and ORDER BY, up to
// a ';', the end of the region, or a word that cannot belong to it. In the place
// of a query, it also reads INSERT, UPDATE, DELETE and MERGE, which WITH and
// T-SQL's FROM allow there.
func (r *reader) query(i, end int) (next, base int) {
	base, terms := noRef, 0
	outer, names := r.scope, []string(nil)
	defer func() { r.scope, r.names, r.aliases = outer, names, nil }()
	for i < end {
		start := i
		switch r.kw(i) {
		case kWith:
			if terms > 0 {
				return i, base
			}
			i = r.with(i+1, end)
		case kSelect, kPerform:
			var b int
			r.scope = outer
			if i, b = r.selectCore(i+1, end); terms == 0 {
				base, names = b, r.names
			} else {
				base, r.scope = manyRef, 0 // ORDER BY names outputs
			}
			terms++
		case kValues:
			i = r.expr(i+1, end, clClause|clInto)
			base = manyRef
		case kTable:
			c := r.chain(i+1, end)
			if r.kw(i+1) == kOnly {
				c = r.chain(i+2, end)
			}
			base = r.read(&c)
			i = max(c.to, i+1)
		case kUnion, kExcept, kIntersect, kMinus:
			if i++; r.kw(i) == kAll || r.kw(i) == kDistinct {
				i++
			}
			base = manyRef
			terms++
		case kOrder, kGroup, kLimit, kOffset, kFetch, kWindow, kHaving, kWhere, kQualify, kConnect,
			kStart:
			if r.kw(i) == kOrder {
				r.aliases = names
			}
			i = r.expr(i+1, end, clClause)
			r.aliases = nil
		case kFor:
			i = r.forClause(i+1, end)
		case kOption:
			if !r.is(i+1, '(') {
				return i, base
			}
			i = r.past(i+1, end)
		case kInsert, kUpdate, kDelete, kMerge:
			if terms == 0 {
				i = r.dml(i, end)
			}
			return i, base
		case kInto: // at the very end: SELECT … FROM t INTO v
			i = r.into(i+1, end)
		case kReturning:
			i = r.expr(i+1, end, clClause|clInto)
		default:
			if r.is(i, '(') && i+1 < end && (terms == 0 || r.follows(i)) {
				b := r.subqueryAt(i, end)
				if terms == 0 {
					base = b
				}
				terms++
				i = r.past(i, end)
				continue
			}
			return i, base
		}
		if i <= start {
			return start, base
		}
	}
	return i, base
}

// follows reports whether the token before i is a set operation.
func (r *reader) follows(i int) bool {
	switch r.kw(i - 1) {
	case kUnion, kExcept, kIntersect, kMinus, kAll, kDistinct:
		return true
	}
	return false
}

// subqueryAt reads the query in the parentheses at i.
func (r *reader) subqueryAt(i, end int) int {
	return r.subquery(i+1, r.closing(i, end))
}

// forClause reads FOR UPDATE OF a, FOR XML …, FOR JSON …: no object names.
func (r *reader) forClause(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		k := r.kw(i)
		if classOf[k]&clClause != 0 || k == kInto || classOf[k]&clBlock != 0 {
			return i
		}
		if k != kUpdate && r.starts(i, end) {
			return i
		}
		if r.is(i, '(') {
			i = r.past(i, end)
		} else {
			i++
		}
	}
	return i
}

// with reads the named queries of WITH, which stay visible until the caller
// removes them.
func (r *reader) with(i, end int) int {
	recursive := r.s.dialect == TSQL || r.s.dialect == Generic // the others need the word
	if r.kw(i) == kRecursive {
		recursive = true
		i++
	}
	for i < end && r.isIdent(i) {
		name := r.ident(i)
		columns := r.listed(i+1, end)
		if i++; r.is(i, '(') { // columns, or the namespaces of WITH XMLNAMESPACES
			i = r.past(i, end)
		}
		if r.kw(i) != kAs {
			if r.is(i, ',') {
				i++
				continue
			}
			return i
		}
		i++
		for r.kw(i) == kNot || r.kw(i) == kMaterialized {
			i++
		}
		if !r.is(i, '(') || i >= end {
			return i
		}
		at := len(r.ctes)
		if recursive {
			r.ctes = append(r.ctes, cte{name, noRef, columns})
		}
		base := r.subqueryAt(i, end)
		if columns == nil {
			columns = r.names
		}
		r.ctes = append(r.ctes[:at], cte{name, base, columns})
		i = r.past(i, end)
		for r.wordIs(i, "search") || r.wordIs(i, "cycle") {
			i = r.expr(i+1, end, clClause|clSet|clComma)
			for i < end && (r.kw(i) == kSet || r.is(i, ',') && !r.isCTE(i+1)) {
				i = r.expr(i+1, end, clClause|clComma)
			}
		}
		if !r.is(i, ',') {
			return i
		}
		i++
	}
	return i
}

// isCTE reports whether a named query begins at i.
func (r *reader) isCTE(i int) bool {
	return r.isIdent(i) && (r.kw(i+1) == kAs || r.is(i+1, '('))
}

// selectCore reads a SELECT from after the word to the end of its clauses.
func (r *reader) selectCore(i, end int) (next, base int) {
	first := len(r.sources)
	base = noRef
	r.openScope()
	if r.kw(i) == kDistinct && r.kw(i+1) == kOn && r.is(i+2, '(') {
		i = r.paren(i+2, end)
	}
	if r.kw(i) == kTop {
		i = r.top(i, end)
	}
	if r.kw(i) == kDistinct || r.kw(i) == kAll {
		i++
	}
	if r.kw(i) == kTop { // DISTINCT TOP (n)
		i = r.top(i, end)
	}
	names := []string(nil)
	defer func() { r.names = names }()
	for list := i; i < end; {
		start := i
		r.listAt = list
		if i = r.expr(i, end, clClause|clInto); start == list {
			names = r.outputs(list, i)
			r.s.assignSelected(r, list, i)
		}
		switch r.kw(i) {
		case kInto:
			i = r.into(i+1, end)
		case kFrom:
			i = r.from(i+1, end, clClause|clInto)
			base = r.baseOf(first)
			if r.endsInsert(i) {
				return i, base
			}
		case kWhere, kGroup, kHaving, kQualify, kConnect, kStart:
			i++
		case kWindow:
			i++
		default:
			return i, base
		}
		if i <= start {
			return i, base
		}
	}
	return i, base
}

// baseOf returns the read of the only source from index first on.
func (r *reader) baseOf(first int) int {
	if len(r.sources)-first != 1 {
		return manyRef
	}
	return r.sources[first].base
}

// top reads TOP (n) [PERCENT] [WITH TIES].
func (r *reader) top(i, end int) int {
	if i++; r.is(i, '(') {
		i = r.paren(i, end)
	} else if i < end && r.toks[i].kind != tWord {
		i++
	}
	if r.kw(i) == kPercent {
		i++
	}
	if r.kw(i) == kWith && r.kw(i+1) == kTies {
		i += 2
	}
	return i
}

// into reads the target of SELECT … INTO: a new table, or variables in dialects
// that allow them.
func (r *reader) into(i, end int) int {
	if r.s.dialect != TSQL && r.code == routineCode || i < end && r.toks[i].kind == tVar ||
		r.wordIs(i, "outfile") || r.wordIs(i, "dumpfile") {
		return r.variables(i, end)
	}
	temporary := false
	for r.kw(i) == kTemp || r.kw(i) == kTemporary || r.kw(i) == kUnlogged || r.kw(i) == kTable ||
		r.kw(i) == kLocal || r.kw(i) == kGlobal {
		temporary = temporary || r.kw(i) == kTemp || r.kw(i) == kTemporary
		i++
	}
	c := r.chain(i, end)
	if temporary && c.n == 1 {
		r.s.addTemp(c.name())
	}
	r.write(&c, opSelectInto)
	return max(c.to, i)
}

// variables skips a list of variables after INTO.
func (r *reader) variables(i, end int) int {
	for i < end {
		switch t := r.toks[i]; {
		case t.kind == tPunct && (t.ch == ';' || t.ch == '('), t.kind == tEnd:
			return i
		case classOf[t.kw]&(clClause|clBlock) != 0 || t.kw == kUsing || t.kw == kValues ||
			t.kw == kSelect || t.kw == kBulk:
			return i
		}
		i++
	}
	return i
}

// from reads the entries of FROM (USING, the tables of UPDATE) up to a word of
// the classes in stop. Each entry is added to r.sources.
func (r *reader) from(i, end int, stop class) int {
	for i < end {
		i = r.entry(i, end)
		// After an entry: joins and their conditions, until the next entry.
		for i < end {
			i = r.expr(i, end, stop|clJoin|clComma)
			if i >= end {
				return i
			}
			if r.is(i, ',') {
				i++
				break
			}
			switch r.kw(i) {
			case kJoin, kApply, kStraightJoin:
				i++
			case kOn:
				if r.endsInsert(i) {
					return i
				}
				i++
				continue
			case kUsing:
				if !r.is(i+1, '(') {
					return i
				}
				r.joined(i+1, end)
				i = r.past(i+1, end)
				continue
			case kPivot, kUnpivot:
				if !r.is(i+1, '(') {
					i++
					continue
				}
				i = r.pivot(i+1, end)
				continue
			case kTablesample:
				i = r.tablesample(i+1, end)
				continue
			case kInner, kLeft, kRight, kFull, kCross, kOuter, kNatural:
				if i++; r.kw(i+1) == kJoin &&
					(r.kw(i) == kMerge || r.kw(i) == kLoop || r.wordIs(i, "hash") ||
						r.wordIs(i, "remote")) {
					i++ // a join hint
				}
				continue
			default:
				if r.kw(i) == kFor && r.wordIs(i+1, "system_time") {
					i += 2
					continue
				}
				return i
			}
			break
		}
	}
	return i
}

// endsInsert reports whether the clause at i belongs to the INSERT around a query,
// not to its FROM: ON CONFLICT …, ON DUPLICATE KEY UPDATE …
func (r *reader) endsInsert(i int) bool {
	return r.kw(i) == kOn && (r.kw(i+1) == kConflict || r.wordIs(i+1, "duplicate"))
}

// pivot reads PIVOT (…) AS alias; i is at the '('.
func (r *reader) pivot(i, end int) int {
	i = r.paren(i, end)
	if k := len(r.sources); k > 0 {
		r.sources[k-1].base = manyRef
	}
	r.addUnknown() // its columns come from values
	return r.skipAlias(i, end)
}

func (r *reader) tablesample(i, end int) int {
	for i < end && !r.is(i, '(') && r.isIdent(i) {
		i++
	}
	if r.is(i, '(') {
		i = r.past(i, end)
	}
	if r.wordIs(i, "repeatable") && r.is(i+1, '(') {
		i = r.past(i+1, end)
	}
	return i
}

// entry reads one entry of FROM with its alias.
func (r *reader) entry(i, end int) int {
	for r.kw(i) == kLateral || r.kw(i) == kOnly {
		i++
	}
	if i >= end {
		return i
	}
	if r.is(i, '(') {
		return r.parenEntry(i, end)
	}
	if r.kw(i) == kRows && r.kw(i+1) == kFrom && r.is(i+2, '(') {
		close := r.closing(i+2, end)
		r.expr(i+3, close, 0)
		return r.alias(min(close+1, end), end, source{ref: noRef, base: manyRef})
	}
	if r.toks[i].kind == tVar {
		return r.variableEntry(i, end)
	}
	if !r.canBeEntry(i) {
		return i
	}
	c := r.chain(i, end)
	if c.n == 0 {
		return i
	}
	i = c.to
	if r.is(i, '*') { // ONLY's opposite: t*
		i++
	}
	if r.is(i, '(') && i < end && !r.isHints(i, end) {
		return r.functionEntry(&c, end)
	}
	i = r.alias(i, end, r.table(&c))
	return r.hints(i, end)
}

// target reads the name of a target table at i.
func (r *reader) target(i, end int) chain {
	if i < end && !r.canBeEntry(i) {
		return chain{from: i, to: i}
	}
	return r.chain(i, end)
}

// canBeEntry reports whether the token at i may begin the name of a table.
func (r *reader) canBeEntry(i int) bool {
	t := r.toks[i]
	switch t.kind {
	case tQuoted, tTemp:
		return true
	case tWord:
	default:
		return false
	}
	if r.is(i+1, '.') || r.is(i+1, '(') && t.kw == kIs {
		return true
	}
	switch t.kw {
	case kSelect, kWhere, kSet, kValues, kOn, kFrom, kGroup, kOrder, kJoin, kInner, kUnion, kHaving,
		kInto, kUsing, kWith, kAs, kAnd, kOr, kNot, kCase, kEnd,
		kThen, kLoop, kIf, kWhen, kNull, kIn, kIs, kExists:
		return false
	}
	return true
}

// parenEntry reads (query) alias or (a JOIN b …).
func (r *reader) parenEntry(i, end int) int {
	close := r.closing(i, end)
	next := min(close+1, end)
	if !r.isQuery(i+1, close) {
		r.from(i+1, close, 0)
		if i = r.skipAlias(next, end); i != next {
			r.addSource(source{ref: noRef, base: manyRef})
		}
		return i
	}
	base := r.subquery(i+1, close)
	return r.alias(next, end, source{ref: noRef, base: base, columns: r.names})
}

// variableEntry reads @t, and @x.nodes(…).
func (r *reader) variableEntry(i, end int) int {
	if i++; r.is(i, '.') && r.isIdent(i+1) {
		i = r.member(i+1, end)
	} else if r.is(i, '(') { // a function with a placeholder name
		i = r.paren(i, end)
	}
	i = r.alias(i, end, source{ref: noRef, base: manyRef})
	return r.hints(i, end)
}

// table returns the source for a name in FROM, and adds its read.
func (r *reader) table(c *chain) source {
	if q := r.findCTE(c); q != nil {
		return source{name: q.name, ref: noRef, base: q.base, columns: q.columns}
	}
	ref := r.read(c)
	base := ref
	if ref == noRef {
		base = manyRef
	}
	return source{name: c.name(), ref: ref, base: base}
}

// read adds a read of the object that c names, unless it is a named query.
func (r *reader) read(c *chain) int {
	if c.n == 0 || r.findCTE(c) != nil {
		return noRef
	}
	return r.emit(parse.RefRead, c, 0)
}

// functionEntry reads a function in FROM: its rows, or the table that a
// full-text function or CHANGETABLE searches.
func (r *reader) functionEntry(c *chain, end int) int {
	open := c.to
	close := r.closing(open, end)
	next := min(close+1, end)
	switch strings.ToLower(c.name()) {
	case "changetable", "containstable", "freetexttable", "semantickeyphrasetable",
		"semanticsimilaritytable", "semanticsimilaritydetailstable":
		i := open + 1
		if r.wordIs(i, "changes") || r.wordIs(i, "version") {
			i++
		}
		t := r.chain(i, close)
		r.read(&t)
		r.expr(max(t.to, i), close, 0)
	case "vector_search", "predict":
		r.namedTables(open, close)
	case "openrowset", "openquery", "opendatasource":
		r.expr(open+1, close, 0)
		for r.is(next, '.') && next < end { // OPENDATASOURCE(…).db.schema.name
			x := r.chain(next+1, end)
			next = max(x.to, next+1)
		}
	default:
		if c.n > 1 && r.s.dialect == TSQL && r.isMethod(c) {
			r.expr(open+1, close, 0)
		} else {
			if c.n > 1 || !isOperatorWord(r.toks[c.from]) {
				r.emit(parse.RefFunc, c, 0)
			}
			r.expr(open+1, close, 0)
		}
	}
	if r.kw(next) == kWith && r.wordIs(next+1, "ordinality") {
		next += 2
	}
	if r.kw(next) == kWith && r.is(next+1, '(') { // OPENJSON … WITH (columns)
		next = r.past(next+1, end)
	}
	return r.alias(next, end, source{ref: noRef, base: manyRef})
}

// alias reads [AS] name [(columns)] after an entry and adds the source.
func (r *reader) alias(i, end int, src source) int {
	if r.kw(i) == kFor && r.wordIs(i+1, "system_time") {
		i = r.systemTime(i+2, end)
	}
	if r.kw(i) == kWith && r.s.dialect == TSQL {
		i = r.hints(i, end)
	}
	if at := r.aliasAt(i, end); at >= 0 {
		src.alias = r.ident(at)
		if names := r.listed(at+1, end); names != nil {
			src.columns = names
		}
	} else if r.kw(i) == kAs {
		src.columns = r.listed(i+1, end)
	}
	r.addSource(src)
	return r.skipAlias(i, end)
}

// systemTime reads the rest of FOR SYSTEM_TIME AS OF x, FROM x TO y, ALL …
func (r *reader) systemTime(i, end int) int {
	switch {
	case r.kw(i) == kAll:
		return i + 1
	case r.kw(i) == kAs && r.kw(i+1) == kOf:
		return min(i+3, end)
	case r.kw(i) == kFrom, r.kw(i) == kBetween:
		return min(i+4, end)
	case r.wordIs(i, "contained"):
		return r.past(min(i+2, end-1), end)
	}
	return i
}

// aliasAt returns the position of the alias at i, or -1.
func (r *reader) aliasAt(i, end int) int {
	if r.kw(i) == kAs {
		if i++; i < end && r.isIdent(i) {
			return i
		}
		return -1
	}
	if i >= end || !r.isIdent(i) || r.toks[i].kind == tWord && !r.isAliasWord(i, end) {
		return -1
	}
	return i
}

// isAliasWord reports whether the unquoted word at i may be an alias without AS.
func (r *reader) isAliasWord(i, end int) bool {
	k := r.kw(i)
	if r.s.dialect == MySQL && r.kw(i+1) == kIndex &&
		(k == kUse || k == kIgnore || r.wordIs(i, "force")) {
		return false
	}
	if k == kNone {
		return true
	}
	if classOf[k]&(clClause|clJoin|clSet|clOutput|clInto|clBlock|clDo|clAs) != 0 {
		return classOf[k]&clJoin == 0 && !r.stops(i, end)
	}
	switch k {
	case kSelect, kWith, kAnd, kOr, kNot, kDelete, kUpdate, kInsert, kMerge, kBy, kIf, kWhile,
		kBegin, kDeclare, kCreate, kAlter, kDrop, kExec, kExecute,
		kLoop, kReturn, kPrint, kNull, kIn, kIs, kLike, kForeach, kOnly, kRows, kTruncate,
		kRaiserror, kThrow:
		return false
	}
	return !r.starts(i, end)
}

// skipAlias returns the position after [AS] name [(columns)].
func (r *reader) skipAlias(i, end int) int {
	at := r.aliasAt(i, end)
	if at < 0 {
		if r.kw(i) == kAs && r.is(i+1, '(') { // AS (a int, b text)
			return r.columnDefinitions(i+1, end)
		}
		return i
	}
	i = at + 1
	if r.is(i, '(') && i < end && !r.isHints(i, end) {
		return r.columnDefinitions(i, end)
	}
	return i
}

// columnDefinitions reads the (a, b) or (a type, b type) after an alias.
func (r *reader) columnDefinitions(i, end int) int {
	close := r.closing(i, end)
	for j := i + 1; j < close; {
		if r.isIdent(j) && r.isIdent(j+1) && j+1 < close {
			j = r.typeName(j+1, close)
		}
		for j < close && !r.is(j, ',') {
			j++
		}
		j++
	}
	return min(close+1, end)
}

var hintWords = set(`nolock holdlock updlock rowlock tablock tablockx paglock readpast readuncommitted readcommitted readcommittedlock
	repeatableread serializable snapshot xlock nowait noexpand forceseek forcescan keepidentity keepdefaults ignore_constraints ignore_triggers
	index fastfirstrow spatial_window_max_cells nowait`)

// isHints reports whether the parentheses at i hold hints of T-SQL: (NOLOCK).
func (r *reader) isHints(i, end int) bool {
	return r.s.dialect == TSQL && r.is(i, '(') && i+1 < end && r.toks[i+1].kind == tWord &&
		hintWords.has(r.word(i+1)) &&
		(r.is(i+2, ')') || r.is(i+2, ',') || r.is(i+2, '=') || r.is(i+2, '('))
}

// hints skips WITH (hints) and (hints) after an entry.
func (r *reader) hints(i, end int) int {
	for i < end {
		switch {
		case r.kw(i) == kWith && r.is(i+1, '(') && r.s.dialect == TSQL:
			i = r.past(i+1, end)
		case r.isHints(i, end):
			i = r.past(i, end)
		case r.s.dialect == MySQL && r.kw(i+1) == kIndex &&
			(r.kw(i) == kUse || r.kw(i) == kIgnore || r.wordIs(i, "force")):
			for i < end && !r.is(i, '(') && !r.is(i, ';') {
				i++
			}
			if r.is(i, '(') {
				i = r.past(i, end)
			}
		default:
			return i
		}
	}
	return i
}
