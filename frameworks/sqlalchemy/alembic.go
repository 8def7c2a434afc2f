package sqlalchemy

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A change is an operation of Alembic: the position of the table name, and the effect
// on the table or its rows.
type change struct {
	at   int
	name string
	ops  graph.Ops
	does graph.SchemaOp
}

// changes are the operations of alembic.op.
var changes = map[string]change{
	"create_table":              {0, "table_name", 0, graph.CreatesObject},
	"drop_table":                {0, "table_name", 0, graph.DropsObject},
	"rename_table":              {0, "old_table_name", 0, graph.RenamesObject},
	"add_column":                {0, "table_name", 0, graph.AddsColumn},
	"drop_column":               {0, "table_name", 0, graph.DropsColumn},
	"alter_column":              {0, "table_name", 0, 0},
	"create_table_comment":      {0, "table_name", 0, 0},
	"drop_table_comment":        {0, "table_name", 0, 0},
	"create_index":              {1, "table_name", 0, 0},
	"drop_index":                {1, "table_name", 0, 0},
	"create_foreign_key":        {1, "source_table", 0, graph.AddsForeignKey},
	"create_unique_constraint":  {1, "table_name", 0, 0},
	"create_check_constraint":   {1, "table_name", 0, 0},
	"create_primary_key":        {1, "table_name", 0, 0},
	"create_exclude_constraint": {1, "table_name", 0, 0},
	"drop_constraint":           {1, "table_name", 0, 0},
	"batch_alter_table":         {0, "table_name", 0, 0},
	"bulk_insert":               {0, "table", graph.Insert, 0},
}

// isMigration reports whether a file is a migration, that is, declares its revision.
func isMigration(f *resolve.File) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool {
		return im.Path == "alembic" && im.Name == "op" || im.Path == "alembic.op"
	}) || path.Base(path.Dir(f.Path)) == "versions" && strings.Contains(f.Text, "down_revision")
}

// readMigrations records the changes by the migrations of the tree, with the function
// that makes them. Downgrades are not part of the history.
func (r *reader) readMigrations() {
	order := r.revisions()
	for _, f := range r.Table.Files {
		if f.Family != family || len(f.Sites) == 0 || !isMigration(f) {
			continue
		}
		m := data.Migration{Class: f.First, Run: path.Dir(f.Path), Key: order.key(f)}
		for x := range r.fileTerms(f) {
			if r.isUndone(x.Def) {
				continue
			}
			x.Walk(func(e *parse.Expr) {
				if e.Kind == parse.ExprCall {
					r.operation(x.Sub(e), &m)
				}
			})
		}
		if len(m.Changes) > 0 {
			r.out.Migrations = append(r.out.Migrations, m)
		}
	}
}

// fileTerms yields the sites of a file.
func (r *reader) fileTerms(f *resolve.File) func(func(eval.Expr) bool) {
	b := r.Binder(f)
	return func(yield func(eval.Expr) bool) {
		for i := range f.Sites {
			s := &f.Sites[i]
			if !yield(eval.Expr{Expr: &s.Expr, In: b, Def: f.ID(s.Def)}) {
				return
			}
		}
	}
}

// isUndone reports whether a definition is in the downgrade of a migration.
func (r *reader) isUndone(d resolve.DefID) bool {
	for ; d != resolve.None; d = r.Table.Def(d).Outer {
		if r.Table.Def(d).Name == "downgrade" {
			return true
		}
	}
	return false
}

// operation reads one call: of alembic.op, or of a batch operations object, which
// changes the table passed to batch_alter_table.
func (r *reader) operation(x eval.Expr, m *data.Migration) {
	name, ok := strings.CutPrefix(r.ExternalName(x), "alembic.op.")
	if !ok {
		return
	}
	if name == "execute" {
		r.executes(x, m)
		return
	}
	c, ok := changes[name]
	if !ok {
		return
	}
	t, ok := r.tableArg(x, c.at, c.name)
	if !ok {
		return
	}
	at := len(m.Changes)
	r.enter(x, t, c.ops, m)
	m.Changes[at].Op = c.does
	m.Changes[at].Part, m.Changes[at].To = r.partOf(x, name)
	if m.Changes[at].To != "" {
		m.Changes[at].Op = graph.RenamesColumn
	}
	if name == "drop_constraint" && r.argText(x, 2, "type_") == "foreignkey" {
		m.Changes[at].Op = graph.DropsForeignKey
	}
	switch name {
	case "rename_table":
		if to, ok := r.tableArg(x, 1, "new_table_name"); ok {
			r.enter(x, to, 0, m)
		}
	case "create_foreign_key":
		if to, ok := r.tableArg(x, 2, "referent_table"); ok {
			r.migrated(t, to)
		}
	case "create_table", "add_column":
		r.columnKeys(x, t)
	}
}

// executes records the changes by SQL that a migration runs.
//
//	op.execute("UPDATE orders …")    op.execute(sa.text("UPDATE orders …"))
func (r *reader) executes(x eval.Expr, m *data.Migration) {
	arg := x.Arg(0, "sqltext")
	if arg == nil {
		return
	}
	for _, v := range r.Evaluate(x.Sub(arg)) {
		if v.Kind == parse.ExprCall && r.ExternalName(v) == "sqlalchemy.text" && len(v.Args) > 0 {
			v = v.Sub(&v.Args[0].Value)
		}
		data.NewSteps(r.Tree, r.out).SQL(m, v)
	}
}

// partOf returns the column, constraint or index that an operation changes, or the new
// name of the table, and the new name of a column.
func (r *reader) partOf(x eval.Expr, op string) (part, to string) {
	switch op {
	case "rename_table":
		return r.argText(x, 1, "new_table_name"), ""
	case "add_column":
		if column := x.Arg(1, "column"); column != nil && column.Kind == parse.ExprCall &&
			len(column.Args) > 0 {
			part, _ = r.Text(x.Sub(&column.Args[0].Value))
		}
		return part, ""
	case "drop_column":
		return r.argText(x, 1, "column_name"), ""
	case "alter_column":
		return r.argText(x, 1, "column_name"), r.argText(x, -1, "new_column_name")
	case "create_foreign_key", "drop_constraint", "create_unique_constraint", "create_check_constraint",
		"create_primary_key", "create_exclude_constraint":
		return r.argText(x, 0, "constraint_name"), ""
	case "create_index", "drop_index":
		return r.argText(x, 0, "index_name"), ""
	}
	return "", ""
}

// argText returns a string argument, or "" if it is unknown.
func (r *reader) argText(x eval.Expr, at int, name string) string {
	arg := x.Arg(at, name)
	if arg == nil {
		return ""
	}
	text, _ := r.Text(x.Sub(arg))
	return text
}

// tableArg returns the table that an argument of an operation names.
func (r *reader) tableArg(x eval.Expr, at int, name string) (t data.Table, ok bool) {
	arg := x.Arg(at, name)
	if arg == nil {
		return t, false
	}
	for _, v := range r.Evaluate(x.Sub(arg)) {
		if v.Kind == parse.ExprCall && (v.Expr.Text == "table" || v.Expr.Text == "Table") &&
			len(v.Args) > 0 {
			text, ok := r.Text(v.Sub(&v.Args[0].Value))
			return data.Table{Name: text}, ok
		}
	}
	text, ok := r.Text(x.Sub(arg))
	if !ok || text == "" {
		return t, false
	}
	t.Name = text
	if arg := x.Arg(-1, "schema"); arg != nil {
		t.Schema = data.TextOf(r.Tree, x.Sub(arg))
	}
	return t, true
}

func (r *reader) enter(x eval.Expr, t data.Table, ops graph.Ops, m *data.Migration) {
	m.Changes = append(m.Changes, data.Change{Use: data.Use{By: m.Class, File: x.In.File, At: x.At,
		Table: t, Ops: ops, Tier: graph.Exact}})
}

// columnKeys adds the foreign keys of the columns that an operation creates.
func (r *reader) columnKeys(x eval.Expr, t data.Table) {
	x.Walk(func(e *parse.Expr) {
		if e.Kind != parse.ExprCall {
			return
		}
		at := 0
		switch e.Text {
		case "ForeignKey":
		case "ForeignKeyConstraint":
			at = 1
		default:
			return
		}
		key := x.Sub(e)
		if r.outside(key) != "sqlalchemy."+e.Text || len(e.Args) <= at {
			return
		}
		arg := &e.Args[at].Value
		if arg.Kind == parse.ExprList && len(arg.Args) > 0 {
			arg = &arg.Args[0].Value
		}
		if text, ok := r.Text(key.Sub(arg)); ok {
			if to, ok := r.referred(text); ok {
				r.migrated(t, to)
			}
		}
	})
}

func (r *reader) migrated(from, to data.Table) {
	r.out.Keys = append(r.out.Keys, data.Key{From: from, To: to, Tier: graph.Exact,
		Via: graph.ViaMigration})
}
