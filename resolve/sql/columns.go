package sql

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// This file resolves columns, if a build requests them.
//
//   - The columns of a table are those of its definition in force, those an ALTER adds,
//     and the new names of renamed ones. Dropped columns are kept: an older script may
//     use them.
//   - A name qualified by an alias or a table is a column of that source in the innermost
//     scope that has such a source; an unqualified name belongs to the only source of the
//     innermost scope that declares it, unless the scope has a source with unknown columns.
//   - Everything else makes no edge: *, columns of views and functions, and names that are
//     parameters.

// columnsOf holds the columns of one table.
type columnsOf struct {
	byName map[string]int32 // by name in lower case: indices in database.columns
	open   bool             // there may be more
}

// declareColumns collects the columns of all tables.
func (db *database) declareColumns(ix *resolve.Table) {
	db.tables = map[resolve.DefID]*columnsOf{}
	// Columns of CREATE TABLE come before those added by ALTER, whichever script is
	// first: a column in both belongs to the CREATE.
	var added []resolve.Column
	for _, f := range ix.Files {
		if !slices.Contains(languages, f.Language) {
			continue
		}
		for _, c := range declaredIn(ix, f) {
			switch in, replaced, ok := db.Revised(ix.Def(c.Table)); {
			case replaced, db.dead[c.Table]: // an older definition may have columns that no longer exist
			case ok:
				c.Table = in
				added = append(added, c)
			default:
				db.addColumn(ix, c)
			}
		}
		// The old name stays, too: scripts before the change used it.
		for _, c := range db.changesOf(f) {
			if c.Op == graph.RenamesColumn {
				if id := db.changed(f, c); id != resolve.None {
					added = append(added, resolve.Column{Table: id, Name: c.To, File: f, At: c.At,
						Range: parse.Range{Start: c.At, End: c.At}})
				}
			}
		}
	}
	for _, c := range added {
		db.addColumn(ix, c)
	}
	db.sortColumns()
	// Tables with unknown columns are determined last: only those that declare some
	// have an entry.
	db.openTables(ix)
}

// declaredIn lists the columns that the definitions of a file declare. If only their
// names are known, they have the position of the table.
func declaredIn(ix *resolve.Table, f *resolve.File) []resolve.Column {
	var out []resolve.Column
	if f.Columns != nil {
		for _, c := range f.Columns.Declared {
			out = append(out, resolve.Column{Table: f.ID(c.Def), Name: c.Name, File: f, At: c.At,
				Range: c.Range})
		}
		return out
	}
	for i := range f.Definitions {
		if d := ix.Def(f.ID(int32(i))); isTable(d) {
			for _, p := range d.Params {
				out = append(out, resolve.Column{Table: d.ID, Name: p.Name, File: f, At: d.NameAt,
					Range: parse.Range{Start: d.NameAt, End: d.NameAt}})
			}
		}
	}
	return out
}

// changed returns the table of a change, or None if the tree does not define it.
func (db *database) changed(f *resolve.File, c *parse.Change) resolve.DefID {
	return db.findIn(f, cmp.Or(c.Schema, db.homes[f], defaultSchema), c.Name, true, spaceOf[c.Kind])
}

// addColumn adds a column, unless its table already has one of that name: repeatable
// scripts add a column each time if it is missing.
func (db *database) addColumn(ix *resolve.Table, c resolve.Column) {
	t := db.tables[c.Table]
	if t == nil {
		// If only an ALTER of a table is known, most of its columns are not.
		t = &columnsOf{byName: map[string]int32{}, open: changes(ix.Def(c.Table))}
		db.tables[c.Table] = t
	}
	name := strings.ToLower(c.Name)
	if _, ok := t.byName[name]; !ok && name != "" {
		t.byName[name] = int32(len(db.columns))
		db.columns = append(db.columns, c)
	}
}

// sortColumns sorts the columns by table and position, so that their numbers, and
// with them the artifacts, do not depend on map iteration order or on the order in
// which scripts add to a table.
func (db *database) sortColumns() {
	slices.SortStableFunc(db.columns, func(a, b resolve.Column) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), strings.Compare(a.File.Path, b.File.Path),
			cmp.Compare(a.At, b.At))
	})
	for i, c := range db.columns {
		db.tables[c.Table].byName[strings.ToLower(c.Name)] = int32(i)
	}
}

// openTables marks the tables that take columns from others: LIKE, INHERITS,
// PARTITION OF. Their declared columns are certain; any other name may be a column,
// too.
func (db *database) openTables(ix *resolve.Table) {
	for _, f := range ix.Files {
		if f.Columns == nil {
			continue
		}
		for _, d := range f.Columns.Open {
			if t := db.tables[db.object(ix.Def(f.ID(d)))]; t != nil {
				t.open = true
			}
		}
	}
}

// Columns lists the columns of all tables, by table, then by position.
func (r *rules) Columns() []resolve.Column { return r.data.columns }

// bindColumns resolves the uses of columns in one script.
func (b binder) bindColumns() {
	c := b.File.Columns
	if c == nil {
		return
	}
	// The sources of queries are looked up like reads, with the search path and the
	// schema of the enclosing module.
	s := b.data.scoped(c, func(r *parse.Reference) (resolve.DefID, graph.Tier) {
		from := b.Table.Def(b.File.ID(r.Def))
		if database, schema := writtenSchema(r.Recv); database == "" {
			return b.findObject(r, from, schema, []objectSpace{relations})
		}
		return resolve.None, 0
	})
	for i := range c.Uses {
		u := &c.Uses[i]
		from := b.Table.Def(b.File.ID(u.Def))
		if u.Qualifier == "" && u.Op == 0 && isParameter(from, u.Name) {
			continue
		}
		for _, x := range s.settle(u) {
			if u.Dynamic {
				x.Tier = graph.Heuristic
			}
			x.From, x.Via = b.data.object(from), graph.ViaSQL
			b.ColumnUses = append(b.ColumnUses, x)
		}
	}
}

// isParameter reports whether d has a parameter of the name, to which a query in it
// may refer. MySQL takes the parameter, SQL functions of PostgreSQL the column, and
// in PL/pgSQL it is an error. None of them is worth a wrong edge.
func isParameter(d *resolve.Def, name string) bool {
	return slices.ContainsFunc(d.Params,
		func(p parse.Param) bool { return strings.EqualFold(p.Name, name) })
}

// ColumnsIn resolves the columns used by the SQL in a string.
func (r *rules) ColumnsIn(c *parse.Columns) []resolve.ColumnUse {
	if c == nil {
		return nil
	}
	s := r.data.scoped(c, func(t *parse.Reference) (resolve.DefID, graph.Tier) {
		if database, schema := writtenSchema(t.Recv); database == "" {
			return r.data.embedded(t, schema, []objectSpace{relations}), graph.Heuristic
		}
		return resolve.None, 0
	})
	var out []resolve.ColumnUse
	for i := range c.Uses {
		for _, x := range s.settle(&c.Uses[i]) {
			x.Tier, x.Via = graph.Heuristic, graph.ViaInline
			out = append(out, x)
		}
	}
	return out
}

// scopes holds the scopes of one script, with the tables of their sources. Each
// source is looked up once, however many names its query has.
type scopes struct {
	*parse.Columns
	sources [][]sourceTable // by scope
}

// A sourceTable is the table of a source.
type sourceTable struct {
	*columnsOf // nil if it is not a table of the tree
	tier       graph.Tier
}

// scoped finds the tables of all sources.
func (db *database) scoped(c *parse.Columns,
	find func(*parse.Reference) (resolve.DefID, graph.Tier)) scopes {
	s := scopes{c, make([][]sourceTable, len(c.Scopes))}
	for i := range c.Scopes {
		list := make([]sourceTable, len(c.Scopes[i].Sources))
		for k := range list {
			x := &c.Scopes[i].Sources[k]
			if x.Table == nil || x.Names != nil { // f() AS t (a): columns with other names
				continue
			}
			id, tier := find(x.Table)
			list[k] = sourceTable{db.tables[id], tier}
		}
		s.sources[i] = list
	}
	return s
}

// settle returns the columns of a use, with their tiers: one, except for USING.
func (s *scopes) settle(u *parse.ColumnUse) []resolve.ColumnUse {
	switch scope := &s.Scopes[u.Scope]; {
	case u.UsingSources > 0:
		var out []resolve.ColumnUse
		for _, t := range s.sources[u.Scope][:u.UsingSources] {
			out = append(out, t.use(u)...)
		}
		return out
	case u.Target:
		if scope.Target < 0 {
			return nil
		}
		return s.sources[u.Scope][scope.Target].use(u)
	case u.Qualifier != "":
		return s.qualified(u)
	}
	// Without a qualifier, SQL searches all sources of a query before the enclosing
	// one.
	return s.bare(u)
}

// use returns the use of the column of t, if t has it. Case is ignored, also in
// PostgreSQL: two columns that differ only in case would be one node.
func (t sourceTable) use(u *parse.ColumnUse) []resolve.ColumnUse {
	if t.columnsOf == nil {
		return nil
	}
	c, ok := t.byName[strings.ToLower(u.Name)]
	if !ok {
		return nil
	}
	return []resolve.ColumnUse{{Column: c, Ops: u.Op, Tier: t.tier, At: u.At}}
}

// A qualifier is an alias, or the name of a table without one, with at most its
// schema. The first scope that has it decides, even if that source lacks the column:
// an inner alias hides an outer one.
//
//	SELECT (SELECT o.Id FROM Log o) FROM Orders o    // Log.Id
//
// qualified finds the source of a qualified name, in the innermost scope that has one
// of that name.
func (s *scopes) qualified(u *parse.ColumnUse) []resolve.ColumnUse {
	for i := u.Scope; i >= 0; i = s.Scopes[i].Outer {
		for k := range s.Scopes[i].Sources {
			x := &s.Scopes[i].Sources[k]
			if strings.EqualFold(x.Name, u.Qualifier) &&
				(u.Schema == "" || x.Schema == "" || strings.EqualFold(x.Schema, u.Schema)) {
				return s.sources[i][k].use(u)
			}
		}
	}
	return nil
}

// bare finds the source of an unqualified column: the only one of the innermost scope
// that declares it. The enclosing scope is searched if no source in a scope may have
// the name.
//
//	SELECT Total FROM Orders, Customers    // Orders.Total, if Customers has none
//	SELECT Total FROM Orders, #ids         // unknown: #ids may have it
//	SELECT Total FROM Orders, (SELECT 1 AS Total) t    // ambiguous, an error
//
// A view has the columns of its query, which are not computed: it blocks unqualified
// names as a temporary table does.
func (s *scopes) bare(u *parse.ColumnUse) []resolve.ColumnUse {
	for i := u.Scope; i >= 0; i = s.Scopes[i].Outer {
		var found []resolve.ColumnUse
		for k, t := range s.sources[i] {
			x := &s.Scopes[i].Sources[k]
			switch use := t.use(u); {
			case use != nil:
				found = append(found, use...)
			case t.columnsOf == nil && x.Names == nil, t.columnsOf != nil && t.open:
				return nil // it may have the column
			case t.columnsOf == nil && slices.ContainsFunc(x.Names,
				func(n string) bool { return strings.EqualFold(n, u.Name) }):
				return nil // a column of a subquery, whose own reads are resolved there
			}
		}
		if len(found) > 0 {
			if len(found) > 1 {
				return nil
			}
			return found
		}
	}
	return nil
}
