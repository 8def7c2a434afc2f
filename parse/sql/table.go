package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

func (r *reader) createTable(h *head, end int) int {
	i := h.next
	if h.name.n == 0 {
		return r.skipOther(i, end)
	}
	if h.temp || r.s.isMarkedTemp(h.name.name()) ||
		strings.EqualFold(h.name.schema(), "pg_temp") {
		r.s.addTemp(h.name.name())
		return r.tableParts(i, end, noDefinition)
	}
	if r.inBody() {
		return r.tableParts(i, end, noDefinition)
	}
	d := r.define(h, graph.KindTable, "", h.name.name(), h.name.name())
	i = r.tableParts(i, end, d)
	r.describe(d, h.at, h.next)
	r.close(d, i)
	return i
}

const noDefinition int32 = -1

// tableParts reads the part after the name in CREATE TABLE.
func (r *reader) tableParts(i, end int, d int32) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		switch {
		case r.is(i, '('):
			close := r.closing(i, end)
			if r.isQuery(i+1, close) {
				r.subquery(i+1, close)
			} else if d == noDefinition {
				r.s.mute++
				r.columns(i, end, nil)
				r.s.mute--
			} else {
				var columns []parse.Param
				r.s.columns.declaring(d)
				r.columns(i, end, &columns)
				r.s.columns.declaring(noDefinition)
				r.tableBody(d, i, close, columns)
			}
			i = min(close+1, end)
		case r.kw(i) == kAs:
			if i++; r.is(i, '(') {
				continue
			}
			if r.isQuery(i, end) {
				i, _ = r.query(i, end)
			}
		case r.kw(i) == kSelect && r.s.dialect != TSQL: // MySQL: CREATE TABLE t SELECT …
			i, _ = r.query(i, end)
		case r.kw(i) == kPartition && r.kw(i+1) == kOf, r.kw(i) == kLike:
			if r.kw(i) == kPartition {
				i++
			}
			r.s.columns.open(d)
			i = r.use(i+1, end)
		case r.kw(i) == kInherits && r.is(i+1, '('):
			r.s.columns.open(d)
			i = r.useList(i+1, end)
		case r.kw(i) == kOf && d != noDefinition:
			i = r.typeName(i+1, end)
		case r.kw(i) == kPartition:
			if i++; r.kw(i) == kBy { // PARTITION BY RANGE (f(a))
				for i < end && !r.is(i, '(') && !r.is(i, ';') {
					i++
				}
				if r.is(i, '(') && i < end {
					i = r.paren(i, end)
				}
			}
		case r.kw(i) == kFor && r.kw(i+1) == kValues:
			i = r.expr(i+1, end, clAny|clClause)
		case r.kw(i) == kWith && r.is(i+1, '('):
			i = r.past(i+1, end)
		case r.starts(i, end):
			return i
		default:
			i++
		}
	}
	return i
}

// tableBody records the columns and where the text of a table may be split.
func (r *reader) tableBody(d int32, open, close int, columns []parse.Param) {
	def := &r.s.facts.Definitions[d]
	if def.Params != nil || !def.Body.IsEmpty() {
		return
	}
	def.Params = columns
	def.Body = r.rangeOf(open, min(close+1, len(r.toks)))
	for i := open + 1; i < close; i++ {
		def.Breaks = append(def.Breaks, r.toks[i].start)
		for i < close && !r.is(i, ',') {
			if r.is(i, '(') {
				i = r.past(i, close) - 1
			}
			i++
		}
	}
}

// columns reads the elements in the parentheses at i: columns, whose names and
// types are added to out, and constraints.
func (r *reader) columns(i, end int, out *[]parse.Param) {
	close := r.closing(i, end)
	for i++; i < close; {
		for i = r.element(i, close, out); i < close && !r.is(i, ','); i++ {
			if r.is(i, '(') {
				i = r.past(i, close) - 1
			}
		}
		i++
	}
}

// element reads one column or constraint of a table.
func (r *reader) element(i, end int, out *[]parse.Param) int {
	switch r.kw(i) {
	case kConstraint, kPrimary, kUnique, kForeign, kCheck, kIndex, kKey:
		if !r.isTypeAt(i + 1) {
			return r.constraint(r.keyColumns(i, end), end)
		}
	case kLike:
		r.s.columns.like()
		return r.constraint(r.use(i+1, end), end)
	}
	if r.wordIs(i, "period") && r.kw(i+1) == kFor || r.wordIs(i, "exclude") ||
		r.wordIs(i, "fulltext") || r.wordIs(i, "spatial") || r.isConnection(i) {
		return r.constraint(r.keyColumns(i, end), end)
	}
	if i >= end || !r.isIdent(i) {
		return r.constraint(i, end)
	}
	r.declare(i, end)
	p := parse.Param{Name: r.ident(i)}
	if i++; i < end && r.isIdent(i) && r.kw(i) != kAs && r.kw(i) != kWith && r.kw(i) != kGenerated {
		p.Type, i = r.typeRef(i, end)
	} else if r.kw(i) == kAs { // computed
		i++
	}
	if out != nil {
		*out = append(*out, p)
	}
	return r.constraint(i, end)
}

// isConnection reports whether an edge constraint of T-SQL begins at i, after its name.
func (r *reader) isConnection(i int) bool {
	return r.s.dialect == TSQL && r.wordIs(i, "connection") && r.is(i+1, '(')
}

// connected reads the tables of an edge constraint of T-SQL, in the parentheses at i.
//
//	CONNECTION (dbo.Person TO dbo.Person, dbo.Person TO dbo.Place)
func (r *reader) connected(i, end int) int {
	close := r.closing(i, end)
	for i++; i < close; {
		c := r.chain(i, close)
		r.emit(parse.RefUse, &c, 0)
		i = max(c.to, i) + 1
	}
	return min(close+1, end)
}

// keyColumns skips the head of a table constraint and the columns of a key or an
// index.
func (r *reader) keyColumns(i, end int) int {
	if r.kw(i) == kConstraint {
		i += 2
	}
	if r.isConnection(i) {
		return r.connected(i+1, end)
	}
	switch r.kw(i) {
	case kPrimary, kUnique, kForeign, kIndex, kKey:
	default:
		if r.wordIs(i, "exclude") && r.kw(i+1) == kUsing {
			return min(i+3, end)
		}
		if !r.wordIs(i, "fulltext") && !r.wordIs(i, "spatial") {
			return min(i, end)
		}
	}
	for i < end && !r.is(i, '(') && !r.is(i, ',') && !r.is(i, ';') && r.kw(i) != kReferences &&
		r.toks[i].kind != tEnd && !r.starts(i, end) {
		i++
	}
	return r.pastParen(i, end)
}

// isTypeAt reports whether the token at i is the type of a column whose name looks
// like a constraint: key text, index int.
func (r *reader) isTypeAt(i int) bool {
	return i < len(r.toks) && r.toks[i].kind == tWord && isBuiltinType(r.word(i))
}

// constraint reads an element up to its ',': foreign keys, defaults, checks.
func (r *reader) constraint(i, end int) int {
	for i < end {
		i = r.expr(i, end, clComma|clRef|clAny)
		if r.kw(i) != kReferences || i >= end {
			return i
		}
		i = r.references(i+1, end)
	}
	return i
}

// references reads the table, and skips the columns, of a foreign key.
func (r *reader) references(i, end int) int {
	c := r.chain(i, end)
	switch {
	case !r.inBody():
		r.emit(parse.RefForeignKey, &c, 0)
	case r.s.inner < 0: // a key created by a routine when it is called
		r.emit(parse.RefUse, &c, 0)
	}
	return r.pastParen(max(c.to, i), end)
}

// alterTable reads ALTER TABLE. Its additions and changes belong to the table; a
// table without CREATE is defined by it.
func (r *reader) alterTable(h *head, end int) int {
	i := h.next
	if h.name.n == 0 || r.isTemp(&h.name) || r.inBody() {
		r.s.mute++
		i = r.alterParts(i, end)
		r.s.mute--
		return i
	}
	if r.is(i, '*') {
		i++
	}
	if !r.altersShape(i, end) {
		return r.alterParts(i, end)
	}
	d := r.define(h, graph.KindTable, "", h.name.name(), h.name.name())
	r.s.columns.declaring(d)
	i = r.alterParts(i, end)
	r.s.columns.declaring(noDefinition)
	r.describe(d, h.at, h.next)
	r.close(d, i)
	return i
}

// altersShape reports whether an ALTER TABLE adds, changes or attaches something.
func (r *reader) altersShape(i, end int) bool {
	if r.kw(i) == kWith { // WITH CHECK ADD …
		i += 2
	}
	for {
		if r.kw(i) == kAdd || r.kw(i) == kAlter || r.wordIs(i, "attach") ||
			r.wordIs(i, "inherit") || r.wordIs(i, "modify") || r.wordIs(i, "change") {
			return true
		}
		for i < end && !r.is(i, ',') && !r.is(i, ';') {
			if r.is(i, '(') {
				i = r.past(i, end) - 1
			}
			i++
		}
		if i >= end || !r.is(i, ',') || r.s.dialect == TSQL {
			return false
		}
		i++
	}
}

func (r *reader) alterParts(i, end int) int {
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		switch {
		case r.kw(i) == kReferences:
			i = r.references(i+1, end)
		case r.kw(i) == kAdd:
			i = r.alterAdd(i+1, end)
		case r.kw(i) == kAlter && (r.kw(i+1) == kColumn || r.s.dialect != TSQL):
			if i++; r.kw(i) == kColumn {
				i++
			}
			i = r.alterColumn(i, end)
		case r.wordIs(i, "modify") || r.wordIs(i, "change"):
			if i++; r.kw(i) == kColumn {
				i++
			}
			i = r.element(i, end, nil)
		case r.wordIs(i, "attach") && r.kw(i+1) == kPartition, r.wordIs(i, "inherit"):
			if r.kw(i+1) == kPartition {
				i++
			} else {
				r.s.columns.like()
			}
			i = r.use(i+1, end)
		case r.kw(i) == kDrop, r.kw(i) == kSet, r.kw(i) == kEnable, r.kw(i) == kDisable,
			r.kw(i) == kCheck, r.kw(i) == kWith && !r.starts(i, end):
			for i++; i < end && !r.is(i, ';') && !r.is(i, ',') && !r.starts(i, end) &&
				r.kw(i) != kAdd && r.toks[i].kind != tEnd; i++ {
				if r.is(i, '(') {
					i = r.past(i, end) - 1
				}
			}
		case r.s.dialect == TSQL && r.wordIs(i, "switch"): // SWITCH PARTITION 2 TO t
			for i++; i < end && r.kw(i) != kTo && !r.is(i, ';') && !r.starts(i, end); i++ {
			}
			if r.kw(i) == kTo {
				i = r.use(i+1, end)
			}
		case r.starts(i, end):
			return i
		default:
			next := r.expr(i, end, clComma|clRef|clAny)
			if r.is(next, ',') && next < end {
				next++
			}
			i = max(next, i+1)
		}
	}
	return i
}

// alterAdd reads the operands of ADD: columns and constraints, in parentheses in
// MySQL.
func (r *reader) alterAdd(i, end int) int {
	for r.kw(i) == kColumn || r.kw(i) == kIf || r.kw(i) == kNot || r.kw(i) == kExists {
		i++
	}
	if r.is(i, '(') {
		r.columns(i, end, nil)
		return r.past(i, end)
	}
	switch r.kw(i) {
	case kConstraint, kPrimary, kUnique, kForeign, kCheck, kIndex, kDefault, kKey:
		return r.alterConstraint(r.keyColumns(i, end), end)
	}
	if r.isIdent(i) && i < end {
		r.declare(i, end)
		if i++; r.isIdent(i) && i < end && r.kw(i) != kAs {
			i = r.typeName(i, end)
		}
	}
	return r.alterConstraint(i, end)
}

// alterConstraint reads up to the ',' or the end of an action of ALTER TABLE.
func (r *reader) alterConstraint(i, end int) int {
	for i < end {
		i = r.expr(i, end, clComma|clRef|clAny)
		if i < end && r.kw(i) == kReferences {
			i = r.references(i+1, end)
			continue
		}
		if i < end && r.is(i, ',') {
			i++
			switch r.kw(i) { // T-SQL: ADD a int, b int, CONSTRAINT …
			case kAdd, kAlter, kDrop, kSet:
				return i
			}
			if r.s.dialect == TSQL && r.isIdent(i) {
				i = r.element(i, end, nil)
				continue
			}
			return i
		}
		return i
	}
	return i
}

// alterColumn reads ALTER [COLUMN] name TYPE type | SET DEFAULT x | type.
func (r *reader) alterColumn(i, end int) int {
	if i < end && r.isIdent(i) {
		i++
	}
	if r.kw(i) == kSet && r.wordIs(i+1, "data") {
		i += 2
	}
	switch {
	case r.kw(i) == kType:
		i = r.typeName(i+1, end)
	case r.s.dialect == TSQL && r.isIdent(i) && i < end && r.kw(i) != kAdd && r.kw(i) != kDrop:
		i = r.typeName(i, end)
	case r.kw(i) == kSet || r.kw(i) == kDrop:
		i++
	}
	i = r.expr(i, end, clComma|clAny|clRef)
	if i < end && r.is(i, ',') {
		i++
	}
	return i
}
