package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// objectKinds are the kinds of objects by their keyword in CREATE, ALTER and DROP.
var objectKinds = map[keyword]graph.NodeKind{kTable: graph.KindTable, kView: graph.KindView,
	kProc: graph.KindProc, kProcedure: graph.KindProc, kFunction: graph.KindFunc,
	kTrigger: graph.KindTrigger, kType: graph.KindType, kDomain: graph.KindType,
	kSequence: graph.KindSequence, kSynonym: graph.KindSynonym}

// note records a change of the object that c names, unless it is made later by a
// trigger, an event or a package.
func (r *reader) note(op graph.SchemaOp, kind graph.NodeKind, c *chain, part, to string) {
	if c.n == 0 || kind == "" || r.s.inner >= 0 || r.s.later || r.isTemp(c) {
		return
	}
	owner := r.s.owner
	if k := r.s.facts.Definitions[owner].Kind; owner > 0 && k != graph.KindProc &&
		k != graph.KindFunc {
		return
	}
	schema := c.schema()
	if schema == "" && (c.n < 2 || c.parts[c.n-2] == "") {
		schema = r.s.home()
	}
	r.s.facts.Changes = append(r.s.facts.Changes, parse.Change{Op: op, Kind: kind, Schema: schema,
		Name: c.name(), Part: part, To: to, In: owner, At: c.at})
}

// noteDDL records the changes of a table by a CREATE or ALTER that ends before the
// token end. A complete definition is a Definition, unless a block creates it when
// it runs.
//
//	BEGIN EXECUTE IMMEDIATE 'CREATE TABLE orders (id int)'; END;
func (r *reader) noteDDL(h *head, end int) {
	switch {
	case r.inBody() && h.form != formAlter && !h.temp && objectKinds[h.what] != "":
		r.note(graph.CreatesObject, objectKinds[h.what], &h.name, "", "")
	case h.what == kIndex:
		r.noteIndex(h.next, end)
	case h.what == kTable && h.form == formAlter:
		a := alteration{reader: r, table: &h.name, end: end}
		a.read(h.next)
	}
}

// noteAltered records the changes by an ALTER of a view, routine, type or sequence
// that is not a definition.
//
//	ALTER TYPE state ADD VALUE 'open'    ALTER FUNCTION total(int) RENAME TO sum
func (r *reader) noteAltered(h *head, end int) {
	kind := objectKinds[h.what]
	params := -1
	for i := h.next; i < end && !r.is(i, ';'); i++ {
		if r.is(i, '(') {
			if i == h.next {
				params = i
			}
			i = r.past(i, end) - 1
		}
		if home := r.newSchema(i, end); home != "" {
			r.noteMove(kind, &h.name, home)
			if params > 0 {
				r.noteParameters(params, end, &h.name)
			}
			return
		}
		if r.wordIs(i, "rename") && r.kw(i+1) == kTo && i+2 < end && r.isIdent(i+2) {
			r.note(graph.RenamesObject, kind, &h.name, r.ident(i+2), "")
			r.noteTable(h.next, end, &h.name)
			return
		}
	}
	r.note(graph.Alters, kind, &h.name, "", "")
}

// newSchema returns the target schema of SET SCHEMA at i, or "".
func (r *reader) newSchema(i, end int) string {
	if r.wordIs(i, "set") && r.kw(i+1) == kSchema && i+2 < end && r.isIdent(i+2) {
		return r.ident(i + 2)
	}
	return ""
}

// noteMove records the move of an object to another schema.
func (r *reader) noteMove(kind graph.NodeKind, c *chain, home string) {
	n := len(r.s.facts.Changes)
	if r.note(graph.RenamesObject, kind, c, c.name(), ""); len(r.s.facts.Changes) > n {
		r.s.facts.Changes[n].TargetSchema = home
	}
}

// noteSchema records the changes of objects by ALTER SCHEMA: the move of one in
// T-SQL, or of all, which has no kind and no name.
//
//	ALTER SCHEMA sales TRANSFER dbo.Orders    ALTER SCHEMA sales RENAME TO shop
func (r *reader) noteSchema(h *head, end int) {
	i, kind := h.next, graph.KindTable
	switch {
	case r.wordIs(i, "transfer"):
		if i++; i+1 < end && r.toks[i+1].kind == tCast {
			if r.wordIs(i, "type") {
				kind = graph.KindType
			}
			i += 2
		}
		c := r.chain(i, end)
		r.noteMove(kind, &c, h.name.name())
	case r.wordIs(i, "rename") && r.kw(i+1) == kTo && i+2 < end && r.isIdent(i+2) && r.s.inner < 0 &&
		!r.s.later && r.s.owner == 0:
		r.s.facts.Changes = append(r.s.facts.Changes, parse.Change{Op: graph.RenamesObject,
			Schema: h.name.name(), TargetSchema: r.ident(i + 2), At: h.name.at})
	}
}

// noteIndex records that an index changes its table; i is after the name of the
// index.
func (r *reader) noteIndex(i, end int) {
	for ; i < end && !r.is(i, '('); i++ {
		if r.kw(i) == kOn {
			c := r.indexed(i, end)
			r.note(graph.Alters, graph.KindTable, &c, "", "")
			return
		}
	}
}

// drop reads DROP at i.
func (r *reader) drop(i, end int) int {
	next := r.skipOther(i+1, end)
	changes := len(r.s.facts.Changes)
	defer func() { r.noteCascade(changes, i, next) }()
	i++
	for r.wordIs(i, "materialized") || r.kw(i) == kForeign {
		i++
	}
	kind := objectKinds[r.kw(i)]
	index := r.kw(i) == kIndex
	if r.kw(i) == kSchema {
		r.dropSchemas(i+1, next)
	}
	i = r.skipWords(i+1, kIf, kExists)
	for kind != "" && i < next {
		c := r.chain(i, next)
		r.note(graph.DropsObject, kind, &c, "", "")
		i = max(c.to, i+1)
		r.noteTable(i, next, &c)
		if r.is(i, '(') { // the parameters of a function
			r.noteParameters(i, next, &c)
			i = r.past(i, next)
		}
		if !r.is(i, ',') {
			break
		}
		i++
	}
	if index {
		r.dropIndexes(r.skipWords(i, kIf, kExists), next)
	}
	return next
}

// noteCascade marks the changes from n on if their statement ends in CASCADE, in
// the tokens from i to end. Oracle's CASCADE CONSTRAINTS is not meant.
//
//	DROP TABLE orders, lines CASCADE    // and the views that read them
func (r *reader) noteCascade(n, i, end int) {
	for ; i < end && (r.s.dialect == PostgreSQL || r.s.dialect == Generic); i++ {
		if r.wordIs(i, "cascade") && !r.wordIs(i+1, "constraints") {
			for k := n; k < len(r.s.facts.Changes); k++ {
				r.s.facts.Changes[k].Cascades = true
			}
		}
	}
}

// dropSchemas records the schemas that are dropped with all their objects: the
// change has no kind and no name. A schema that has to be empty had its objects
// dropped or moved before.
//
//	DROP SCHEMA IF EXISTS shop, billing CASCADE
func (r *reader) dropSchemas(i, end int) {
	cascades := false
	for k := i; k < end; k++ {
		cascades = cascades || r.wordIs(k, "cascade")
	}
	if !cascades || r.s.inner >= 0 || r.s.later || r.s.owner > 0 {
		return
	}
	for i = r.skipWords(i, kIf, kExists); i < end; i++ {
		c := r.chain(i, end)
		if c.n == 0 {
			return
		}
		r.s.facts.Changes = append(r.s.facts.Changes,
			parse.Change{Op: graph.DropsObject, Schema: c.name(), At: c.at})
		if i = c.to; !r.is(i, ',') {
			return
		}
	}
}

// RolledBack is the modifier of a definition that a script reverts: its
// transaction is not committed.
const RolledBack = "rolled back"

// transact tracks transactions of a PostgreSQL script, which include definitions:
// the effects of one that is rolled back do not count. Other systems commit before
// each definition, or roll back if something fails.
//
//	BEGIN; DROP TABLE orders; CREATE TABLE lines (…); ROLLBACK;    // orders exists, lines does not
func (r *reader) transact(i int) {
	if r.s.dialect != PostgreSQL || r.code != scriptCode || r.s.inner >= 0 {
		return
	}
	definitions, changes := len(r.s.facts.Definitions), len(r.s.facts.Changes)
	switch {
	case r.kw(i) == kBegin, r.kw(i) == kStart:
		if r.beginsTransaction(i + 1) {
			r.s.since = point{definitions, changes}
		}
		return
	case r.kw(i) == kRollback && r.kw(i+1) == kTo: // a savepoint
		return
	case r.kw(i) == kRollback && r.s.since.definitions > 0:
		for k := r.s.since.definitions; k < definitions; k++ {
			if d := &r.s.facts.Definitions[k]; !d.Kind.IsBatch() || d.RareFields().Form != "" {
				d.Modifiers = append(d.Modifiers, RolledBack)
			}
		}
		r.s.facts.Changes = r.s.facts.Changes[:min(changes, r.s.since.changes)]
	}
	r.s.since = point{}
}

// A point is a point in a script: the number of definitions and changes before it.
type point struct{ definitions, changes int }

// noteTable sets the schema of the last change, if it is a change of c, to that of
// the table after ON at i: a trigger has no schema of its own.
//
//	DROP TRIGGER touch ON shop.orders    // shop.orders.touch
func (r *reader) noteTable(i, end int, c *chain) {
	n := len(r.s.facts.Changes)
	if n == 0 || r.s.facts.Changes[n-1].At != c.at || r.kw(i) != kOn {
		return
	}
	if table := r.chain(i+1, end); table.schema() != "" {
		r.s.facts.Changes[n-1].Schema = table.schema()
	}
}

// noteParameters records the parameter types that select the overload to be
// dropped, for the last change if it is a change of c.
//
//	DROP FUNCTION total(bigint, text)    DROP FUNCTION total(id bigint, OUT sum int)
func (r *reader) noteParameters(i, end int, c *chain) {
	n := len(r.s.facts.Changes)
	if n == 0 || r.s.facts.Changes[n-1].At != c.at {
		return
	}
	params := []parse.Param{}
	r.parameters(i, end, &params)
	r.s.facts.Changes[n-1].Params = params
}

// dropIndexes reads the names after DROP INDEX. In systems that identify an index
// by its own name, the change has no table.
//
//	DROP INDEX a ON orders, b ON lines    DROP INDEX orders.a    -- T-SQL, the first MySQL, too
//	DROP INDEX CONCURRENTLY shop.a, b                            -- others: the schema
func (r *reader) dropIndexes(i, end int) {
	if r.wordIs(i, "concurrently") {
		i = r.skipWords(i+1, kIf, kExists)
	}
	for i < end {
		c := r.chain(i, end)
		if c.n == 0 {
			return
		}
		table := c
		table.n-- // the schema of the index, or its table in T-SQL
		named := r.s.dialect == TSQL && table.n > 0
		if i = c.to; r.kw(i) == kOn {
			table, named = r.indexed(i, end), true
			i = max(table.to, i+1)
			for i < end && !r.is(i, ',') { // WITH (ONLINE = ON)
				if r.is(i, '(') {
					i = r.past(i, end)
				} else {
					i++
				}
			}
		}
		r.noteDropped(&c, &table, named)
		if !r.is(i, ',') {
			return
		}
		i++
	}
}

// noteDropped records the drop of an index; without a named table, by its schema.
func (r *reader) noteDropped(index, table *chain, named bool) {
	n := len(r.s.facts.Changes)
	if named {
		r.note(graph.Alters, graph.KindTable, table, "", "")
	} else {
		r.note(graph.Alters, graph.KindTable, index, "", "")
	}
	if len(r.s.facts.Changes) > n {
		x := &r.s.facts.Changes[n]
		if x.Index = index.name(); !named {
			x.Name = ""
		}
	}
}

// renameTables reads RENAME TABLE a TO b, c TO d of MySQL, or RENAME a TO b of
// Oracle and DB2, after its first word.
func (r *reader) renameTables(i, end int) {
	if r.kw(i) == kTable {
		i++
	}
	for ; i < end; i++ {
		from := r.chain(i, end)
		if r.kw(from.to) != kTo {
			return
		}
		to := r.chain(from.to+1, end)
		r.note(graph.RenamesObject, graph.KindTable, &from, to.name(), "")
		if i = to.to; !r.is(i, ',') {
			return
		}
	}
}

// noteRename records the change by sp_rename, whose arguments begin at i:
// 'dbo.T.Old', 'New', 'COLUMN', or 'dbo.T', 'New', optionally of an 'OBJECT'.
func (r *reader) noteRename(i, end int) {
	var args []string
	at := uint32(0)
	for ; i < end && !r.is(i, ';') && !r.starts(i, end) && len(args) < 3; i++ {
		switch {
		case r.toks[i].kind == tString:
			from, to := r.s.content(r.toks[i])
			args = append(args, r.s.text[from:to])
			at = max(at, r.toks[i].start)
		case r.isIdent(i): // an unquoted constant
			c := r.chain(i, end)
			args = append(args, strings.Join(c.parts[:c.n], "."))
			at, i = max(at, r.toks[i].start), max(c.to, i+1)-1
		}
	}
	if len(args) < 2 {
		return
	}
	l := lexer{text: args[0], end: len(args[0]), dialect: TSQL, quote: 1}
	l.run()
	name := (&reader{s: &script{text: args[0]}, toks: l.toks}).chain(0, len(l.toks))
	name.at = at
	switch {
	case len(args) == 2, strings.EqualFold(args[2], "object"):
		r.note(graph.RenamesObject, graph.KindTable, &name, args[1], "")
	case strings.EqualFold(args[2], "column") && name.n > 1:
		column := name.name()
		name.n--
		r.note(graph.RenamesColumn, graph.KindTable, &name, column, args[1])
	}
}

// An alteration is an ALTER TABLE whose actions are being read.
type alteration struct {
	*reader
	table *chain
	end   int
	verb  keyword // ADD or DROP: the verb that applies to the next item of a list in T-SQL
	any   bool    // something was recorded
}

// read records the actions that begin at i.
func (a *alteration) read(i int) {
	for i < a.end && !a.is(i, ';') {
		i = a.action(i)
		for i < a.end && !a.is(i, ',') {
			if a.is(i, '(') {
				i = a.past(i, a.end)
			} else {
				i++
			}
		}
		i++
	}
	if !a.any {
		a.note(graph.Alters, "", "")
	}
}

func (a *alteration) note(op graph.SchemaOp, part, to string) {
	a.any = true
	a.reader.note(op, graph.KindTable, a.table, part, to)
}

// action reads the head of one action and returns where its rest begins.
func (a *alteration) action(i int) int {
	if a.kw(i) == kWith { // WITH CHECK ADD …
		i += 2
	}
	switch {
	case a.kw(i) == kAdd:
		a.verb = kAdd
		if i = a.skipWords(i+1, kColumn, kIf, kNot, kExists); a.is(i, '(') {
			return a.list(i)
		}
		return a.added(i)
	case a.kw(i) == kDrop:
		a.verb = kDrop
		return a.dropped(i + 1)
	case a.kw(i) == kAlter || a.wordIs(i, "modify"):
		a.verb = kNone
		return i + 1
	case a.wordIs(i, "change"): // [COLUMN] old new type
		a.verb = kNone
		i = a.skipWords(i+1, kColumn)
		if a.isIdent(i) && a.isIdent(i+1) {
			if from, to := a.ident(i), a.ident(i+1); !strings.EqualFold(from, to) {
				a.note(graph.RenamesColumn, from, to)
			}
		}
		return i + 2
	case a.wordIs(i, "rename"):
		return a.renamed(i + 1)
	case a.newSchema(i, a.end) != "":
		a.any = true
		a.noteMove(graph.KindTable, a.table, a.newSchema(i, a.end))
		return i + 3
	case a.verb == kAdd && a.s.dialect == TSQL:
		return a.added(i)
	case a.verb == kDrop && a.s.dialect == TSQL:
		return a.dropped(i)
	}
	a.verb = kNone
	return i + 1
}

// list reads ADD (a int, b int), the form of MySQL and Oracle.
func (a *alteration) list(i int) int {
	close := a.closing(i, a.end)
	for i++; i < close; i++ {
		i = a.added(i)
		for i < close && !a.is(i, ',') {
			if a.is(i, '(') {
				i = a.past(i, close)
			} else {
				i++
			}
		}
	}
	return min(close+1, a.end)
}

// added reads the operand of ADD: a column, whose name is at i, or a constraint.
func (a *alteration) added(i int) int {
	switch a.kw(i) {
	case kConstraint, kPrimary, kUnique, kForeign, kCheck, kIndex, kKey, kDefault:
		if a.isTypeAt(i + 1) {
			break
		}
		name := ""
		if a.kw(i) == kConstraint && a.isIdent(i+1) {
			name = a.ident(i + 1)
		}
		a.foreignKey(i, name)
		if !a.any {
			a.note(graph.Alters, "", "")
		}
		return i
	}
	if !a.isIdent(i) {
		return i
	}
	a.note(graph.AddsColumn, a.ident(i), "")
	a.foreignKey(i+1, "")
	return i + 1
}

// foreignKey records the foreign key of an item, if it is or has one.
func (a *alteration) foreignKey(i int, name string) {
	for ; i < a.end && !a.is(i, ',') && !a.is(i, ';'); i++ {
		if a.kw(i) == kConstraint && a.isIdent(i+1) {
			name = a.ident(i + 1)
		}
		if a.kw(i) == kReferences {
			a.note(graph.AddsForeignKey, name, "")
			return
		}
		if a.is(i, '(') {
			i = a.past(i, a.end) - 1
		}
	}
}

// dropped reads the operand of DROP: [COLUMN] a, CONSTRAINT b, FOREIGN KEY c.
func (a *alteration) dropped(i int) int {
	op := graph.DropsColumn
	switch a.kw(i) {
	case kIndex, kKey:
		a.verb = kNone
		next := a.skipWords(i+1, kIf, kExists)
		a.note(graph.Alters, "", "")
		if n := len(a.s.facts.Changes); n > 0 && a.isIdent(next) {
			a.s.facts.Changes[n-1].Index = a.ident(next)
		}
		return i + 1
	case kConstraint, kPrimary, kCheck, kDefault, kPartition:
		a.verb = kNone
		next := a.skipWords(i+1, kKey, kIf, kExists)
		if a.kw(i) != kConstraint || !a.isIdent(next) ||
			!strings.HasPrefix(strings.ToLower(a.ident(next)), "fk") {
			a.note(graph.Alters, "", "")
			return i + 1
		}
		op, i = graph.DropsForeignKey, next
	case kForeign:
		a.verb, op = kNone, graph.DropsForeignKey
		i = a.skipWords(i+1, kKey, kIf, kExists)
	default:
		i = a.skipWords(i, kColumn, kIf, kExists)
	}
	if a.isIdent(i) {
		a.note(op, a.ident(i), "")
	}
	return i + 1
}

// renamed reads RENAME TO b, RENAME [COLUMN] a TO b.
func (a *alteration) renamed(i int) int {
	if a.kw(i) == kTo || a.kw(i) == kAs {
		to := a.chain(i+1, a.end)
		a.note(graph.RenamesObject, to.name(), "")
		return max(to.to, i+1)
	}
	if a.kw(i) == kConstraint || a.kw(i) == kIndex || a.kw(i) == kKey {
		a.note(graph.Alters, "", "")
		return i + 1
	}
	i = a.skipWords(i, kColumn)
	if a.isIdent(i) && a.kw(i+1) == kTo && a.isIdent(i+2) {
		a.note(graph.RenamesColumn, a.ident(i), a.ident(i+2))
		return i + 3
	}
	return i + 1
}
