package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

const (
	opInsert     = graph.Insert
	opUpdate     = graph.Update
	opDelete     = graph.Delete
	opMerge      = graph.Merge
	opTruncate   = graph.Truncate
	opSelectInto = graph.SelectInto
	opBulk       = graph.Bulk
)

// dml reads INSERT, UPDATE, DELETE or MERGE at i, also as REPLACE. Its sources are
// visible only inside it.
func (r *reader) dml(i, end int) int {
	p := r.position()
	switch r.kw(i) {
	case kInsert, kReplace:
		i = r.insert(i+1, end)
	case kUpdate:
		i = r.update(i+1, end)
	case kDelete:
		i = r.delete(i+1, end)
	case kMerge:
		i = r.merge(i+1, end)
	}
	r.sources, r.scope = r.sources[:p.sources], p.scope
	return i
}

// write adds a write of the object that c names; a write through a named query
// goes to the single table that the query reads.
func (r *reader) write(c *chain, op graph.Ops) {
	if c.n == 0 {
		return
	}
	if q := r.findCTE(c); q != nil {
		r.writeRef(q.base, c, op)
		return
	}
	r.emit(parse.RefWrite, c, op)
}

// writeRef adds a write to the object of the read at index ref; c is its name in
// the statement.
func (r *reader) writeRef(ref int, c *chain, op graph.Ops) {
	if ref < 0 || r.s.mute > 0 {
		return
	}
	w := r.s.refs[ref]
	w.Kind, w.Op, w.At = parse.RefWrite, op, c.at
	r.s.refs = append(r.s.refs, w)
}

// skipWords skips the given keywords.
func (r *reader) skipWords(i int, words ...keyword) int {
	for {
		found := false
		for _, w := range words {
			found = found || r.kw(i) == w
		}
		if !found {
			return i
		}
		i++
	}
}

func (r *reader) insert(i, end int) int {
	defer func(outer int) { r.inserted = outer }(r.inserted)
	r.inserted = 0
	if r.kw(i) == kOr { // SQLite: INSERT OR REPLACE
		i += 2
	}
	i = r.skipWords(i, kLowPriority, kHighPriority, kDelayed, kIgnore)
	if next := r.kw(i + 1); (r.kw(i) == kAll || r.wordIs(i, "first")) &&
		(next == kInto || next == kWhen) {
		return r.insertAll(i+1, end)
	}
	if r.kw(i) == kTop {
		i = r.top(i, end)
	}
	if r.wordIs(i, "overwrite") && !r.is(i+1, '(') { // Hive, Spark, Snowflake
		i++
		if r.kw(i) == kLocal || r.wordIs(i, "directory") { // rows exported from the database
			for i < end && r.kw(i) != kSelect && r.kw(i) != kWith && !r.is(i, ';') {
				i++
			}
			return r.insertSource(i, end, r.openScope())
		}
	}
	i = r.skipWords(i, kInto, kOnly, kTable)
	c := r.target(i, end)
	if c.n == 0 {
		if i < end && r.toks[i].kind == tVar {
			i++
		}
	} else if i = c.to; r.is(i, '(') && isRowset(c.name()) {
		i = r.paren(i, end) // INSERT OPENQUERY(…) …
	} else {
		n := len(r.s.refs)
		if r.write(&c, opInsert); len(r.s.refs) > n {
			r.inserted = n + 1
		}
	}
	i = r.hints(i, end)
	alias := ""
	if r.kw(i) == kAs && r.isIdent(i+1) && !r.isQuery(i+1, end) {
		alias = r.ident(i + 1)
		i += 2
	}
	outer := r.openScope()
	r.addTarget(&c, alias)
	if r.is(i, '(') && i < end && !r.isQuery(i+1, r.closing(i, end)) {
		r.insertList(i, end, opInsert)
	}
	return r.insertSource(i, end, outer)
}

// insertAll reads the part after INSERT ALL or INSERT FIRST of Oracle: targets
// with their values, under conditions, and their source query.
//
//	INSERT ALL INTO a (id) VALUES (x) WHEN y > 1 THEN INTO b VALUES (x) SELECT x, y FROM c
func (r *reader) insertAll(i, end int) int {
	for i < end && r.kw(i) != kSelect && r.kw(i) != kWith {
		switch {
		case r.kw(i) == kInto:
			c := r.target(i+1, end)
			r.write(&c, opInsert)
			if i = max(i+1, c.to); r.is(i, '(') {
				i = r.past(i, end)
			}
		case r.is(i, ';'):
			return i
		case r.is(i, '('):
			i = r.past(i, end)
		default:
			i++
		}
	}
	i, _ = r.query(i, end)
	return i
}

// fromFirst reads a statement that begins with its sources: those of Hive with
// several targets, and queries of DuckDB.
//
//	FROM src s INSERT OVERWRITE TABLE a SELECT s.x INSERT INTO TABLE b SELECT s.y WHERE s.z > 1
func (r *reader) fromFirst(i, end int) int {
	stop := i
	for ; stop < end && !r.is(stop, ';'); stop++ {
		if r.is(stop, '(') {
			stop = r.closing(stop, end)
		}
	}
	r.openScope()
	for first := true; i < stop; first = false {
		next := i + 1
		for ; next < stop && r.kw(next) != kInsert; next++ {
			if r.is(next, '(') {
				next = r.closing(next, stop)
			}
		}
		next = min(next, stop)
		switch {
		case r.kw(i) == kInsert:
			r.dml(i, next)
		case first:
			if j := r.from(i, next, clClause|clInto); r.kw(j) == kSelect {
				r.query(j, next)
			} else {
				r.expr(j, next, 0)
			}
		}
		i = next
	}
	return stop
}

func isRowset(name string) bool {
	return strings.EqualFold(name, "openquery") || strings.EqualFold(name, "openrowset") ||
		strings.EqualFold(name, "opendatasource")
}

// insertSource reads the part after the target of an INSERT. The values are in the
// enclosing scope, all the rest in the scope of the target.
func (r *reader) insertSource(i, end int, outer int32) int {
	for scope := r.scope; i < end; {
		start := i
		if r.scope = outer; r.kw(i) == kOn || r.kw(i) == kReturning || r.kw(i) == kSet {
			r.scope = scope
		}
		switch r.kw(i) {
		case kValues:
			i = r.expr(i+1, end, clOutput|clClause|clInto|clJoin)
		case kOutput:
			i = r.output(i+1, end)
		case kDefault:
			if r.kw(i+1) != kValues {
				return i
			}
			i += 2
		case kWith, kSelect, kTable:
			if r.kw(i) == kWith && r.s.dialect == TSQL {
				return i // the next statement
			}
			i, _ = r.query(i, end)
		case kExec, kExecute:
			return r.exec(i+1, end)
		case kSet:
			r.setTargets(i+1, end, opInsert)
			i = r.expr(i+1, end, clOutput|clJoin)
		case kOn: // CONFLICT (a) DO UPDATE SET …, DUPLICATE KEY UPDATE …
			i = r.onConflict(i+1, end)
		case kReturning:
			i = r.expr(i+1, end, clInto)
		case kInto:
			i = r.variables(i+1, end)
		case kUnion, kExcept, kIntersect:
			i, _ = r.query(i, end)
		default:
			switch {
			case r.is(i, '('):
				if r.isQuery(i+1, r.closing(i, end)) {
					i, _ = r.query(i, end)
				} else {
					i = r.past(i, end)
				}
			case r.wordIs(i, "overriding"):
				i += 3
			case r.s.dialect == TSQL || r.is(i, ';') || r.toks[i].kind == tEnd ||
				classOf[r.kw(i)]&clBlock != 0:
				return i
			default:
				i++
			}
		}
		if i <= start {
			return i
		}
	}
	return i
}

// onConflict reads the part after ON in an INSERT.
func (r *reader) onConflict(i, end int) int {
	if r.wordIs(i, "duplicate") {
		i++
	}
	for i < end && !r.is(i, ';') {
		switch k := r.kw(i); k {
		case kReturning:
			return i
		case kUpdate, kSet, kWhere, kDo, kNothing, kKey, kConstraint:
			if k == kUpdate && r.inserted > 0 {
				r.s.refs[r.inserted-1].Op |= opUpdate
			}
			if i++; k == kSet || k == kUpdate && r.kw(i) != kSet {
				r.setTargets(i, end, opUpdate)
			}
		case kConflict:
			i = r.conflict(i+1, end)
		default:
			next := r.expr(i, end, clOutput|clSet|clClause|clDo|clBlock)
			if next == i {
				if classOf[k]&(clBlock) != 0 || r.starts(i, end) {
					return i
				}
				next++
			}
			i = next
		}
	}
	return i
}

// conflict reads (a, b) after ON CONFLICT: names of columns that are not read as
// values.
func (r *reader) conflict(i, end int) int {
	if !r.is(i, '(') || i >= end {
		return i
	}
	scope := r.scope
	r.scope = 0
	i = r.paren(i, end)
	r.scope = scope
	return i
}

// output reads OUTPUT list [INTO target [(columns)]].
func (r *reader) output(i, end int) int {
	i = r.outputList(i, end)
	if r.kw(i) != kInto {
		return i
	}
	i++
	c := r.target(i, end)
	if c.n == 0 {
		i++
	} else {
		r.emit(parse.RefWrite, &c, opInsert)
		i = c.to
	}
	if r.is(i, '(') && i < end && !r.isQuery(i+1, r.closing(i, end)) {
		i = r.past(i, end)
	}
	return i
}

// outputList reads the expressions of OUTPUT. Unlike other lists it may be
// followed by the source query of the INSERT.
func (r *reader) outputList(i, end int) int {
	return r.expr(i, end, clInto|clClause|clOutput|clSet)
}

func (r *reader) update(i, end int) int {
	if r.kw(i) == kOr {
		i += 2
	}
	i = r.skipWords(i, kLowPriority, kIgnore)
	if r.kw(i) == kTop {
		i = r.top(i, end)
	}
	if r.wordIs(i, "statistics") && r.s.dialect == TSQL {
		return r.skipStatement(i, end)
	}
	if r.s.dialect == MySQL || r.joinsTarget(i, end) {
		return r.updateJoin(i, end)
	}
	r.openScope()
	i = r.skipWords(i, kOnly)
	c := r.target(i, end)
	first := len(r.sources)
	switch {
	case c.n > 0:
		i = c.to
		if r.is(i, '(') && isRowset(c.name()) {
			i = r.paren(i, end)
		}
	case i < end && r.toks[i].kind == tVar:
		i++
	case r.is(i, '('):
		i = r.paren(i, end)
	}
	if r.is(i, '*') {
		i++
	}
	i = r.hints(i, end)
	alias := r.aliasNamed(i, end)
	i = r.skipAlias(i, end)
	if r.kw(i) == kSet {
		i++
	}
	r.setTargets(i, end, opUpdate)
	i = r.changeClauses(i, end)
	r.settleTarget(&c, alias, first)
	r.change(&c, first, opUpdate)
	return i
}

// changeClauses reads the part after the target of UPDATE and DELETE: the new
// values, OUTPUT, FROM, WHERE, RETURNING.
func (r *reader) changeClauses(i, end int) int {
	for i < end {
		start := i
		i = r.expr(i, end, clClause|clOutput|clInto|clBlock|clJoin)
		if i >= end {
			return i
		}
		switch r.kw(i) {
		case kFrom, kUsing:
			i = r.from(i+1, end, clClause|clOutput|clInto|clSet|clBlock)
		case kWhere, kOrder, kLimit, kOn:
			i++
			if r.kw(i) == kCurrent && r.kw(i+1) == kOf { // a cursor
				i += 3
			}
		case kOption:
			i = r.pastParen(i+1, end)
		case kOutput:
			i = r.output(i+1, end)
		case kReturning:
			i++
		case kInto:
			i = r.variables(i+1, end)
		case kLeft, kRight, kInner, kCross, kJoin, kOuter, kFull:
			i++
		default:
			return i
		}
		if i <= start {
			return i
		}
	}
	return i
}

// change adds the write of UPDATE or DELETE. The target c may be the alias or the
// name of an entry of FROM, read into r.sources[first:]; then that entry is
// written and not read.
func (r *reader) change(c *chain, first int, op graph.Ops) {
	if c.n == 0 {
		return
	}
	if src := r.sourceOf(c, first); src != nil {
		if src.ref >= 0 {
			r.writeRef(src.ref, c, op)
			r.s.refs[src.ref].Kind = 0
		} else if src.base >= 0 {
			r.writeRef(src.base, c, op)
		}
		return
	}
	r.write(c, op)
}

// sourceOf finds the entry of FROM that the target c of a change refers to.
func (r *reader) sourceOf(c *chain, first int) *source {
	if r.s.dialect == PostgreSQL {
		return nil // the target of UPDATE and DELETE is never an alias
	}
	if c.n == 1 {
		for k := first; k < len(r.sources); k++ {
			if r.sources[k].alias != "" && strings.EqualFold(r.sources[k].alias, c.name()) {
				return &r.sources[k]
			}
		}
	}
	for k := first; k < len(r.sources); k++ {
		if src := &r.sources[k]; src.alias == "" && strings.EqualFold(src.name, c.name()) &&
			r.sameSchema(c, src.ref) {
			return src
		}
	}
	return nil
}

// sameSchema reports whether the schemas of c and of the read ref agree, if both
// are written.
func (r *reader) sameSchema(c *chain, ref int) bool {
	if ref < 0 || c.n < 2 {
		return true
	}
	recv := r.s.refs[ref].Recv
	return len(recv) == 0 || strings.EqualFold(recv[len(recv)-1].Name, c.schema())
}

// joinsTarget reports whether the target of an UPDATE at i is joined to another
// table, which only MySQL supports: the system of an embedded string is unknown.
//
//	UPDATE orders o INNER JOIN customers c ON …
func (r *reader) joinsTarget(i, end int) bool {
	c := r.target(i, end)
	if c.n == 0 {
		return false
	}
	switch r.kw(r.skipAlias(c.to, end)) {
	case kJoin, kInner, kLeft, kRight, kCross:
		return true
	}
	return false
}

// updateJoin reads MySQL's UPDATE a JOIN b … SET a.x = …: the tables of the
// assigned columns are written, or else the first table.
func (r *reader) updateJoin(i, end int) int {
	first := len(r.sources)
	r.openScope()
	r.writesAny()
	i = r.from(i, end, clSet)
	if r.kw(i) == kSet {
		i++
	}
	set := i
	r.setTargets(i, end, opUpdate)
	i = r.changeClauses(i, end)
	if len(r.sources) == first {
		return i
	}
	target := first
	if c := r.chain(set, end); c.n > 1 {
		for k := first; k < len(r.sources); k++ {
			if s := r.sources[k]; strings.EqualFold(s.alias, c.parts[c.n-2]) ||
				s.alias == "" && strings.EqualFold(s.name, c.parts[c.n-2]) {
				target = k
				break
			}
		}
	}
	if src := r.sources[target]; src.ref >= 0 {
		r.s.refs[src.ref].Kind, r.s.refs[src.ref].Op = parse.RefWrite, opUpdate
	}
	return i
}

func (r *reader) delete(i, end int) int {
	i = r.skipWords(i, kLowPriority, kIgnore)
	if r.kw(i) == kTop {
		i = r.top(i, end)
	}
	i = r.skipWords(i, kFrom, kOnly)
	if r.kw(i) == kTop {
		i = r.top(i, end)
	}
	var targets [4]chain
	n := 0
	for i < end {
		c := r.target(i, end)
		if c.n == 0 {
			if i < end && r.toks[i].kind == tVar {
				i++
			}
			break
		}
		if i = c.to; r.is(i, '(') && isRowset(c.name()) {
			i = r.paren(i, end)
			break
		}
		if r.is(i, '*') {
			i++
		}
		if n < len(targets) {
			targets[n] = c
			n++
		}
		if !r.is(i, ',') || r.s.dialect != MySQL {
			break
		}
		i++
	}
	i = r.hints(i, end)
	alias := r.aliasNamed(i, end)
	i = r.skipAlias(i, end)
	first := len(r.sources)
	r.openScope()
	i = r.changeClauses(i, end)
	for k := range targets[:n] {
		r.settleTarget(&targets[k], alias, first)
		r.change(&targets[k], first, opDelete)
	}
	return i
}

func (r *reader) merge(i, end int) int {
	if r.kw(i) == kTop {
		i = r.top(i, end)
	}
	i = r.skipWords(i, kInto, kOnly)
	c := r.target(i, end)
	if c.n == 0 {
		i++
	} else {
		i = c.to
		r.write(&c, opMerge)
	}
	i = r.hints(i, end)
	r.openScope()
	r.addTarget(&c, r.aliasNamed(i, end))
	i = r.skipAlias(i, end)
	if r.kw(i) == kUsing {
		i = r.from(i+1, end, clOutput|clClause)
	}
	for i < end {
		switch r.kw(i) {
		case kWhen:
			i = r.expr(i+1, end, clBlock)
			i = r.mergeAction(i, end)
		case kOutput, kReturning:
			i = r.output(i+1, end)
		case kOption:
			i = r.pastParen(i+1, end)
		default:
			return i
		}
	}
	return i
}

// mergeAction reads THEN UPDATE SET …, THEN DELETE, THEN INSERT … VALUES …
func (r *reader) mergeAction(i, end int) int {
	if r.kw(i) != kThen {
		return i
	}
	i++
	switch r.kw(i) {
	case kUpdate:
		i = r.skipWords(i+1, kSet)
		r.setTargets(i, end, opMerge)
		return r.expr(i, end, clOutput|clClause|clBlock)
	case kDelete:
		return i + 1
	case kInsert:
		if i++; r.is(i, '(') {
			r.insertList(i, end, opMerge)
			i = r.past(i, end)
		}
		for r.wordIs(i, "overriding") || r.kw(i) == kDefault {
			i++
		}
		if r.kw(i) == kValues {
			i = r.expr(i+1, end, clOutput|clClause|clBlock)
		}
		return i
	case kDo:
		return i + 2
	}
	return i
}

// truncate reads TRUNCATE [TABLE] a, b …
func (r *reader) truncate(i, end int) int {
	i = r.skipWords(i, kTable)
	for {
		i = r.skipWords(i, kOnly)
		c := r.target(i, end)
		if c.n == 0 {
			return i
		}
		r.emit(parse.RefWrite, &c, opTruncate)
		if i = c.to; r.is(i, '*') {
			i++
		}
		if !r.is(i, ',') || i >= end {
			return i
		}
		i++
	}
}

// copyInto reads the part after COPY INTO of Snowflake: a table from files of a
// stage, or files from a table or query.
//
//	COPY INTO orders FROM @stage/new    COPY INTO @stage/out FROM orders
func (r *reader) copyInto(i, end int) int {
	if c := r.chain(i, end); c.n > 0 {
		r.emit(parse.RefWrite, &c, opBulk)
	}
	for i < end && r.kw(i) != kFrom && !r.is(i, ';') {
		i++
	}
	switch {
	case r.kw(i) != kFrom:
		return i
	case r.is(i+1, '('):
		return r.paren(i+1, end)
	}
	c := r.chain(i+1, end)
	r.read(&c)
	return max(c.to, i+1)
}

// copyRows reads COPY t FROM, COPY t TO, COPY (query) TO.
func (r *reader) copyRows(i, end int) int {
	if r.is(i, '(') {
		return r.paren(i, end)
	}
	if r.wordIs(i, "binary") && r.isIdent(i+1) {
		i++
	}
	if r.kw(i) == kInto { // Snowflake
		return r.copyInto(i+1, end)
	}
	c := r.chain(i, end)
	if i = c.to; r.is(i, '(') && i < end {
		i = r.past(i, end)
	}
	switch r.kw(i) {
	case kFrom:
		r.emit(parse.RefWrite, &c, opBulk)
	case kTo:
		r.read(&c)
	}
	return i
}
