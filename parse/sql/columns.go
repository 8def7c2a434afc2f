package sql

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file records the names in queries that may refer to columns. None of it
// runs in a build without columns: then script.columns is nil.
//
//   - A query is a scope with the entries of its FROM; a subquery sees the enclosing scopes.
//     A select list precedes its FROM, so finding the table of a name is left to the
//     resolver, which also knows the declarations of other scripts.
//   - A name is not recorded if it is an alias, a variable of the routine, a date part, or an
//     output that ORDER BY names.
//   - The targets of SET and of the column list of INSERT are written, all other columns read.

// A columns collects the column uses while a script is read.
type columns struct {
	parse.Columns
	locals  []string        // variables of the routine
	written map[uint32]bool // where the names of SET targets begin
	run     int             // the first use in the current run of statements
	table   int32           // the definition that declares columns, or noDefinition
}

func newColumns() *columns { return &columns{written: map[uint32]bool{}, table: noDefinition} }

// beginRun and endRun assign the uses between them to the definition of the run. A
// run without a definition refers to nothing.
func (k *columns) beginRun() {
	if k != nil {
		k.run = len(k.Uses)
	}
}

func (k *columns) endRun(def int32) {
	if k == nil {
		return
	}
	kept := k.Uses[:k.run]
	for _, u := range k.Uses[k.run:] {
		if u.Def == 0 {
			u.Def = def
		}
		if u.Def > 0 {
			kept = append(kept, u)
		}
	}
	k.Uses, k.run = kept, len(kept)
}

// enterRoutine forgets the variables of the previous routine.
func (k *columns) enterRoutine() {
	if k != nil {
		k.locals = k.locals[:0]
	}
}

// local records the variable that the token at i names.
func (k *columns) local(r *reader, i int) {
	if k != nil && r.isIdent(i) {
		k.locals = append(k.locals, r.ident(i))
	}
}

func (k *columns) isLocal(name string) bool {
	return slices.ContainsFunc(k.locals, func(l string) bool { return strings.EqualFold(l, name) })
}

// A position is the scope state at a place: the additions of a statement are
// discarded at its end.
type position struct {
	sources, ctes int
	scope         int32
}

func (r *reader) position() position { return position{len(r.sources), len(r.ctes), r.scope} }

func (r *reader) leave(p position) {
	r.sources, r.ctes, r.scope = r.sources[:p.sources], r.ctes[:p.ctes], p.scope
}

// openScope begins the scope of a query, within the enclosing one, which it
// returns.
func (r *reader) openScope() (outer int32) {
	outer = r.scope
	if k := r.s.columns; k != nil {
		k.Scopes = append(k.Scopes, parse.ColumnScope{Outer: outer - 1, Target: -1})
		r.scope = int32(len(k.Scopes))
	}
	return outer
}

// addSource adds an entry of FROM to the current scope, too.
func (r *reader) addSource(src source) {
	if r.s.columns != nil && r.scope > 0 {
		scope := &r.s.columns.Scopes[r.scope-1]
		src.place = int32(len(scope.Sources))
		x := parse.ColumnSource{Name: src.alias, Names: src.columns}
		if src.ref >= 0 {
			table := r.s.refs[src.ref]
			x.Table = &table
		}
		if x.Name == "" {
			x.Name, x.Schema = src.name, schemaOf(x.Table)
		}
		scope.Sources = append(scope.Sources, x)
	}
	r.sources = append(r.sources, src)
}

// addUnknown adds a source with unknown columns to the current scope.
func (r *reader) addUnknown() {
	if k := r.s.columns; k != nil && r.scope > 0 {
		scope := &k.Scopes[r.scope-1]
		scope.Sources = append(scope.Sources, parse.ColumnSource{})
	}
}

// schemaOf returns the written schema of the name of a table.
func schemaOf(table *parse.Reference) string {
	if table == nil || len(table.Recv) == 0 {
		return ""
	}
	return table.Recv[len(table.Recv)-1].Name
}

// addTarget adds the target of a statement to the sources of the current scope:
// the table that c names, under its alias if it has one.
func (r *reader) addTarget(c *chain, alias string) {
	if r.s.columns == nil || r.scope == 0 || c.n == 0 {
		return
	}
	x := parse.ColumnSource{Name: alias}
	if q := r.findCTE(c); q != nil {
		x.Names = q.columns
	} else if r.s.mute == 0 && !r.isTemp(c) && !isSystem(r.s.dialect, c) {
		table := r.reference(parse.RefRead, c, 0)
		x.Table = &table
	}
	if x.Name == "" {
		x.Name, x.Schema = c.name(), schemaOf(x.Table)
	}
	scope := &r.s.columns.Scopes[r.scope-1]
	scope.Target = int32(len(scope.Sources))
	scope.Sources = append(scope.Sources, x)
}

// writesAny records that the statement of the current scope may write to any of
// its sources.
func (r *reader) writesAny() {
	if r.s.columns != nil {
		r.s.columns.Scopes[r.scope-1].Target = noTarget
	}
}

// aliasNamed returns the alias at i, or "".
func (r *reader) aliasNamed(i, end int) string {
	if at := r.aliasAt(i, end); r.s.columns != nil && at >= 0 {
		return r.ident(at)
	}
	return ""
}

// settleTarget determines the source that an UPDATE or DELETE of c writes to: an
// entry of FROM, read into r.sources[first:], or an additional one.
func (r *reader) settleTarget(c *chain, alias string, first int) {
	if r.s.columns == nil || r.scope == 0 || c.n == 0 {
		return
	}
	if src := r.sourceOf(c, first); src != nil {
		r.s.columns.Scopes[r.scope-1].Target = src.place
		return
	}
	r.addTarget(c, alias)
}

// column records that the name c, at the token i of an expression, may refer to a
// column.
func (r *reader) column(c *chain, i int) {
	k := r.s.columns
	if k == nil || r.scope == 0 || r.s.mute > 0 || c.n == 0 || c.name() == "" ||
		i != r.exprAt && r.endsOperand(i-1) || k.written[r.toks[i].start] {
		return
	}
	if c.n == 1 {
		switch {
		case r.is(c.to, '=') && r.is(c.to+1, '>'), r.is(c.to, ':') && r.is(c.to+1, '='):
			return // a named argument
		case r.is(c.to, '=') && (r.s.dialect == TSQL || r.s.dialect == Generic) &&
			(i == r.listAt || r.is(i-1, ',')):
			return // SELECT total = SUM(price)
		case i+1 < len(r.toks) && r.toks[i+1].kind == tString && r.s.dialect != TSQL:
			return // DATE '2024-01-01'
		case r.is(i-1, '(') && r.kw(i-2) == kValues && r.s.dialect == MySQL:
			return // ON DUPLICATE KEY UPDATE a = VALUES(a)
		case k.isLocal(c.name()) || containsFold(r.aliases, c.name()):
			return
		}
	}
	r.useColumn(c, 0)
}

// useColumn records a use of the column that c names.
func (r *reader) useColumn(c *chain, op graph.Ops) *parse.ColumnUse {
	k := r.s.columns
	u := parse.ColumnUse{Name: c.name(), Scope: r.scope - 1, At: c.at, Op: op,
		Def: max(r.s.inner, r.s.owner, 0), Dynamic: r.s.dynamic}
	if r.s.inner >= 0 {
		u.Def = r.s.inner
	}
	if c.n > 1 {
		u.Qualifier = c.parts[c.n-2]
	}
	if c.n > 2 {
		u.Schema = c.parts[c.n-3]
	}
	k.Uses = append(k.Uses, u)
	return &k.Uses[len(k.Uses)-1]
}

func containsFold(list []string, name string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, name) })
}

// infixWords are operators, and words before an operand, that are not keywords
// here.
var infixWords = set(`div mod regexp rlike xor binary prior overlaps glob match sounds separator`)

// endsOperand reports whether an operand ends with the token at i: a word after it
// is an alias, or belongs to it, like DESC.
func (r *reader) endsOperand(i int) bool {
	if i < 0 {
		return false
	}
	switch t := r.toks[i]; t.kind {
	case tNumber, tString, tVar, tQuoted, tTemp:
		return true
	case tPunct:
		return t.ch == ')' || t.ch == ']'
	case tWord:
		return t.kw == kNone && !infixWords.has(strings.ToLower(r.word(i))) || t.kw == kEnd ||
			t.kw == kNull
	}
	return false
}

// dateCalls are the functions whose first argument is a date part.
var dateCalls = set(`dateadd datediff datediff_big datename datepart datetrunc date_bucket extract
	timestampadd timestampdiff`)

// argument returns where the first argument of a call that is an expression
// begins: after the date part.
func (r *reader) argument(c *chain, open, close int) int {
	if r.s.columns != nil && c.n == 1 && open+2 < close && r.isIdent(open+1) &&
		(r.is(open+2, ',') || r.kw(open+2) == kFrom) && dateCalls.has(strings.ToLower(c.name())) {
		return open + 2
	}
	return open + 1
}

// setTargets records the columns that the list of SET at i assigns to.
//
//	SET a = 1, o.b = b + 1, @v = c = 2, (d, e) = (SELECT …)
func (r *reader) setTargets(i, end int, op graph.Ops) {
	if r.s.columns == nil || r.scope == 0 || r.s.mute > 0 {
		return
	}
	for cases := 0; i < end; i++ {
		if i < end && r.toks[i].kind == tVar && r.is(i+1, '=') {
			i += 2
		}
		if r.is(i, '(') {
			close := r.closing(i, end)
			for j := i + 1; r.is(close+1, '=') && j < close; j++ {
				r.writeColumn(j, close, op)
			}
		} else if c := r.chain(i, end); c.n > 0 && r.assigns(c.to, end) {
			r.writeColumn(i, end, op)
		}
		for i < end && (cases > 0 || !r.is(i, ',')) {
			switch k := r.kw(i); {
			case k == kCase:
				cases++
			case k == kEnd && cases > 0:
				cases--
			case r.is(i, ';'), r.toks[i].kind == tEnd, cases == 0 && (r.starts(i, end) ||
				classOf[k]&(clClause|clOutput) != 0 && r.stops(i, end)):
				return
			}
			if r.is(i, '(') {
				i = r.past(i, end)
			} else {
				i++
			}
		}
	}
}

// assigns reports whether an assignment sign is at i, after any subscripts.
func (r *reader) assigns(i, end int) bool {
	for r.is(i, '[') {
		for i < end && !r.is(i, ']') {
			i++
		}
		i++
	}
	return i < end && (r.is(i, '=') || r.toks[i].kind == tPunct && r.is(i+1, '='))
}

// writeColumn records a write of the column named at i.
func (r *reader) writeColumn(i, end int, op graph.Ops) {
	c := r.chain(i, end)
	if c.n == 0 {
		return
	}
	r.s.columns.written[r.toks[i].start] = true
	if r.s.dialect == PostgreSQL && c.n > 1 { // a field of the column: PostgreSQL never writes the table there
		c = chain{from: c.from, to: c.from + 1, parts: [4]string{c.parts[0]}, n: 1,
			at: r.toks[c.from].start}
	}
	u := r.useColumn(&c, op)
	u.Target = c.n == 1 && r.s.columns.Scopes[r.scope-1].Target != noTarget
}

// noTarget marks a scope any of whose tables may be written to: MySQL's UPDATE a
// JOIN b.
const noTarget = -2

// insertList records the columns in the parentheses at i, which an INSERT writes.
func (r *reader) insertList(i, end int, op graph.Ops) {
	if r.s.columns == nil || r.scope == 0 || r.s.mute > 0 {
		return
	}
	close := r.closing(i, end)
	for i++; i < close; i++ {
		r.writeColumn(i, close, op)
		for i < close && !r.is(i, ',') {
			i++
		}
	}
}

// joined records the columns that USING names; i is at its '('.
func (r *reader) joined(i, end int) {
	if r.s.columns == nil || r.scope == 0 || r.s.mute > 0 {
		return
	}
	n := len(r.s.columns.Scopes[r.scope-1].Sources)
	for j := i + 1; j < r.closing(i, end); j++ {
		if c := r.chain(j, end); c.n == 1 {
			r.useColumn(&c, 0).UsingSources = int32(n)
		}
	}
}

// outputs lists the output names of the select list toks[i:end]; nil if they
// depend on a *.
func (r *reader) outputs(i, end int) []string {
	if r.s.columns == nil {
		return nil
	}
	names := []string{}
	for i < end {
		first := i
		for i < end && !r.is(i, ',') {
			if r.is(i, '(') {
				i = r.past(i, end)
			} else {
				i++
			}
		}
		if r.is(i-1, '*') && (i-1 == first || r.is(i-2, '.')) {
			return nil
		}
		if name := r.outputName(first, i); name != "" {
			names = append(names, name)
		}
		i++
	}
	return names
}

// outputName returns the name of the item toks[i:end] of a select list, or "".
func (r *reader) outputName(i, end int) string {
	if i >= end {
		return ""
	}
	if r.isIdent(i) && r.is(i+1, '=') && r.s.dialect == TSQL {
		return r.ident(i)
	}
	last := end - 1
	switch c := r.chain(i, end); {
	case c.n > 0 && c.to == end, c.n > 0 && r.is(c.to, '(') && r.past(c.to, end) == end:
		return c.name()
	case r.kw(last-1) == kAs && last > i && r.toks[last].kind == tString:
		return strings.Trim(r.word(last), "N'")
	case r.isIdent(last) && last > i && (r.kw(last-1) == kAs || r.endsOperand(last-1)):
		return r.ident(last)
	}
	return ""
}

// listed returns the names in the parentheses after an alias: d (a, b), f() AS d
// (a int).
func (r *reader) listed(i, end int) []string {
	if r.s.columns == nil || i >= end || !r.is(i, '(') || r.isHints(i, end) {
		return nil
	}
	var names []string
	close := r.closing(i, end)
	for j := i + 1; j < close; j++ {
		if r.isIdent(j) {
			names = append(names, r.ident(j))
		}
		for j < close && !r.is(j, ',') {
			if r.is(j, '(') {
				j = r.past(j, close) - 1
			}
			j++
		}
	}
	return names
}

// declare records the declaration of the column at i, which extends to the next
// ','.
func (r *reader) declare(i, end int) {
	k := r.s.columns
	if k == nil || k.table == noDefinition || r.s.mute > 0 || i >= end || !r.isIdent(i) {
		return
	}
	last := i
	for j := i; j < end && !r.is(j, ',') && !r.is(j, ';') && r.toks[j].kind != tEnd &&
		(j == i || !r.starts(j, end)); j++ {
		if r.is(j, '(') {
			j = r.past(j, end) - 1
		}
		last = j
	}
	k.Declared = append(k.Declared, parse.Column{Def: k.table, Name: r.ident(i),
		At: r.toks[i].start, Range: r.rangeOf(i, last+1)})
}

// declaring makes d the definition of the columns that are declared from here on.
func (k *columns) declaring(d int32) {
	if k != nil {
		k.table = d
	}
}

// open records that the table d has the columns of another one, too.
func (k *columns) open(d int32) {
	if k != nil && d != noDefinition {
		k.Open = append(k.Open, d)
	}
}

// like records that the table being declared has the columns of another one, too.
func (k *columns) like() {
	if k != nil {
		k.open(k.table)
	}
}

// methodOf records the column on which the method c is called: doc.value('…'),
// t.doc.nodes('…').
func (r *reader) methodOf(c *chain) {
	if r.s.columns == nil || c.n < 2 || !r.isMethod(c) {
		return
	}
	column := *c
	column.n, column.to = c.n-1, c.to-2
	column.at = r.toks[column.to-1].start
	r.column(&column, c.from)
}

// withoutWritten clears the set of written tokens while another text is read, and
// returns it for restoreWritten.
func (k *columns) withoutWritten() map[uint32]bool {
	if k == nil {
		return nil
	}
	written := k.written
	k.written = map[uint32]bool{}
	return written
}

func (k *columns) restoreWritten(written map[uint32]bool) {
	if k != nil {
		k.written = written
	}
}

// settleRun is the counterpart of script.settleRun for columns.
func (k *columns) settleRun(m runMark, place func(uint32) uint32) {
	if k == nil {
		return
	}
	uses := k.Uses[:m.uses]
	for _, u := range k.Uses[m.uses:] {
		u.At = place(u.At)
		if !strings.Contains(u.Name+u.Qualifier+u.Schema, hole) {
			uses = append(uses, u)
		}
	}
	k.Uses = uses
	for _, scope := range k.Scopes[m.scopes:] {
		for _, source := range scope.Sources {
			if source.Table != nil {
				source.Table.At = place(source.Table.At)
			}
		}
	}
	for i := range k.Declared[m.declared:] {
		d := &k.Declared[m.declared+i]
		d.At, d.Range = place(d.At), parse.Range{Start: place(d.Range.Start), End: place(d.Range.End)}
	}
}
