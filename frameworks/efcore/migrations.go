package efcore

import (
	"path"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An operation is a method of the migration builder that changes a table: the positions
// of its arguments, and its effect on the table or its rows.
type operation struct {
	table  string // the parameter's name
	at     int
	schema int
	ops    graph.Ops
	does   graph.SchemaOp
}

// operations are those of Entity Framework Core. Positions do not matter for named
// arguments, which generated code uses.
var operations = map[string]operation{
	"CreateTable":          {"name", 0, 2, 0, graph.CreatesObject},
	"DropTable":            {"name", 0, 1, 0, graph.DropsObject},
	"AlterTable":           {"name", 0, 1, 0, 0},
	"RenameTable":          {"name", 0, 1, 0, graph.RenamesObject},
	"AddColumn":            {"table", 1, 6, 0, graph.AddsColumn},
	"AlterColumn":          {"table", 1, 6, 0, 0},
	"DropColumn":           {"table", 1, 2, 0, graph.DropsColumn},
	"RenameColumn":         {"table", 1, 3, 0, graph.RenamesColumn},
	"AddForeignKey":        {"table", 1, 4, 0, graph.AddsForeignKey},
	"DropForeignKey":       {"table", 1, 2, 0, graph.DropsForeignKey},
	"AddPrimaryKey":        {"table", 1, 3, 0, 0},
	"DropPrimaryKey":       {"table", 1, 2, 0, 0},
	"AddUniqueConstraint":  {"table", 1, 3, 0, 0},
	"DropUniqueConstraint": {"table", 1, 2, 0, 0},
	"AddCheckConstraint":   {"table", 1, 3, 0, 0},
	"DropCheckConstraint":  {"table", 1, 2, 0, 0},
	"CreateIndex":          {"table", 1, 3, 0, 0},
	"DropIndex":            {"table", 1, 2, 0, 0},
	"RenameIndex":          {"table", 2, 3, 0, 0},
	"InsertData":           {"table", 0, 3, graph.Insert, 0},
	"UpdateData":           {"table", 0, 5, graph.Update, 0},
	"DeleteData":           {"table", 0, 3, graph.Delete, 0},
}

// olderOperations are those of Entity Framework 6, which a migration inherits: the
// first argument is the table, with its schema.
var olderOperations = map[string]graph.SchemaOp{
	"CreateTable": graph.CreatesObject, "DropTable": graph.DropsObject,
	"RenameTable": graph.RenamesObject, "AddColumn": graph.AddsColumn,
	"DropColumn": graph.DropsColumn, "RenameColumn": graph.RenamesColumn,
	"AddForeignKey": graph.AddsForeignKey, "DropForeignKey": graph.DropsForeignKey,
	"AlterColumn": 0, "AddPrimaryKey": 0, "DropPrimaryKey": 0, "CreateIndex": 0, "DropIndex": 0,
	"RenameIndex": 0, "MoveTable": 0}

// olderParts gives the position of the name of the changed part, for operations that
// take one.
var olderParts = map[string]int{"AlterColumn": 1, "AddPrimaryKey": 2, "DropPrimaryKey": 1, "CreateIndex": 3,
	"DropIndex": 1, "RenameIndex": 1}

// readMigrations adds the classes that change the schema.
func (r *reader) readMigrations(m *data.Model) {
	for _, c := range r.classes {
		line := r.lineage(r.self(c))
		last := line[len(line)-1]
		core := r.outsideName(last) == "Microsoft.EntityFrameworkCore.Migrations.Migration"
		if !core && r.outsideName(last) != "DbMigration" {
			continue
		}
		x := &migration{reader: r, out: m, core: core}
		x.Class = c
		x.Run, x.Key = path.Split(r.table.Def(c).File.Path)
		for _, id := range r.members[c] {
			x.method(id)
		}
		if len(x.Changes) > 0 {
			m.Migrations = append(m.Migrations, x.Migration)
		}
	}
}

// A migration is the state of reading one migration.
type migration struct {
	*reader
	data.Migration
	out  *data.Model
	core bool
	undo bool // in the part that reverts the migration
}

// method reads the calls in a method, including those in lambdas.
func (x *migration) method(id resolve.DefID) {
	d := x.table.Def(id)
	in := x.binders[d.File]
	x.undo = d.Name == "Down"
	for i := range in.File.Sites {
		s := &in.File.Sites[i]
		if s.Kind != parse.SiteAttribute && d.Range.Contains(s.Expr.At) {
			s.Walk(func(e *parse.Expr) {
				if e.Kind == parse.ExprCall {
					x.called(e, in)
				}
			})
		}
	}
}

func (x *migration) called(e *parse.Expr, in *resolve.Binder) {
	if !x.core {
		x.older(e, in)
		return
	}
	op, ok := operations[e.Text]
	if !ok || e.Recv == nil || !x.isNamed(in.ValueType(e.Recv.At), "MigrationBuilder") {
		return
	}
	args := x.arguments(e, in)
	t, ok := tableIn(at(args, op.at, op.table), at(args, op.schema, "schema"))
	if !ok {
		return
	}
	c := data.Change{Op: op.does}
	switch op.does {
	case graph.RenamesObject:
		c.Part = at(args, 2, "newName").text
	case graph.RenamesColumn:
		c.Part, c.To = at(args, 0, "name").text, at(args, 2, "newName").text
	case graph.AddsColumn, graph.DropsColumn, graph.AddsForeignKey, graph.DropsForeignKey:
		c.Part = at(args, 0, "name").text
	case graph.Alters:
		if op.ops == 0 && e.Text != "AlterTable" { // a column, an index, a constraint
			c.Part = at(args, 0, "name").text
		}
	}
	x.change(in, e.At, t, op.ops, c)
	switch e.Text {
	case "RenameTable":
		if to, ok := tableIn(at(args, 2, "newName"), at(args, 3, "newSchema")); ok {
			x.change(in, e.At, to, 0, data.Change{})
		}
	case "AddForeignKey":
		to, ok := tableIn(at(args, 3, "principalTable"), at(args, 5, "principalSchema"))
		x.key(t, to, ok)
	case "CreateTable":
		x.constraints(e, in, t)
	}
}

// arguments evaluates arguments without running code: only strings and constants are
// known.
func (r *reader) arguments(e *parse.Expr, in *resolve.Binder) []argument {
	m := &model{reader: r, tier: graph.Exact}
	return m.arguments(e, &frame{in: in})
}

func tableIn(name, schema value) (data.Table, bool) {
	return data.Table{Schema: schema.text, Name: name.text}, name.kind == text && name.text != ""
}

// change records the effect of a call on a table; c has the other details.
func (x *migration) change(in *resolve.Binder, at uint32, t data.Table, ops graph.Ops,
	c data.Change) {
	c.Use = data.Use{By: x.Class, File: in.File, At: at, Table: t, Ops: ops, Tier: graph.Exact}
	c.Undo = x.undo
	x.Changes = append(x.Changes, c)
}

func (x *migration) key(from, to data.Table, known bool) {
	if known {
		x.out.Keys = append(x.out.Keys, data.Key{From: from, To: to, Tier: graph.Exact,
			Via: graph.ViaMigration})
	}
}

// constraints reads the foreign keys in the lambda that declares a table.
func (x *migration) constraints(e *parse.Expr, in *resolve.Binder, t data.Table) {
	for i := range e.Args {
		fn := &e.Args[i].Value
		if fn.Kind != parse.ExprLambda {
			continue
		}
		for _, s := range x.blocks[block{in.File.ID(in.File.DefinitionAt(fn.Body.Start)),
			fn.Body.Start}] {
			if s.Expr.Kind != parse.ExprCall || s.Expr.Text != "ForeignKey" {
				continue
			}
			args := x.arguments(&s.Expr, in)
			to, ok := tableIn(at(args, 2, "principalTable"), at(args, 4, "principalSchema"))
			x.key(t, to, ok)
			x.change(in, s.Expr.At, t, 0, data.Change{Op: graph.AddsForeignKey,
				Part: at(args, 0, "name").text})
		}
	}
}

// older reads a call of Entity Framework 6.
func (x *migration) older(e *parse.Expr, in *resolve.Binder) {
	if e.Recv != nil && e.Recv.Text != "this" {
		x.olderKey(e, in)
		return
	}
	op, known := olderOperations[e.Text]
	if !known || in.Referent(e.At).Def != resolve.None {
		return
	}
	args := x.arguments(e, in)
	t, ok := olderTable(at(args, 0, "table"))
	if !ok { // operations on the table itself
		t, ok = olderTable(at(args, 0, "name"))
	}
	if !ok {
		t, ok = olderTable(at(args, 0, "dependentTable"))
	}
	if !ok {
		return
	}
	c := data.Change{Op: op}
	switch op {
	case graph.RenamesObject:
		c.Part = at(args, 1, "newName").text
	case graph.AddsColumn, graph.DropsColumn, graph.DropsForeignKey:
		c.Part = at(args, 1, "name").text
	case graph.RenamesColumn:
		c.Part, c.To = at(args, 1, "name").text, at(args, 2, "newName").text
	case graph.AddsForeignKey:
		c.Part = at(args, 5, "name").text
	case graph.Alters:
		if place, ok := olderParts[e.Text]; ok {
			c.Part = at(args, place, "name").text
		}
	}
	x.change(in, e.At, t, 0, c)
	if e.Text == "AddForeignKey" {
		to, ok := olderTable(at(args, 2, "principalTable"))
		x.key(t, to, ok)
	}
}

// olderKey reads a ForeignKey call chained to CreateTable.
func (x *migration) olderKey(e *parse.Expr, in *resolve.Binder) {
	if e.Text != "ForeignKey" {
		return
	}
	for r := e.Recv; r != nil; r = r.Recv {
		if r.Kind == parse.ExprCall && r.Text == "CreateTable" && r.Recv == nil {
			from, known := olderTable(at(x.arguments(r, in), 0, "name"))
			to, ok := olderTable(at(x.arguments(e, in), 0, "principalTable"))
			x.key(from, to, known && ok)
		}
	}
}

// olderTable reads a table name with a schema prefix.
func olderTable(v value) (data.Table, bool) {
	schema, name, ok := strings.Cut(v.text, ".")
	if !ok {
		schema, name = "", schema
	}
	return data.Table{Schema: schema, Name: name}, v.kind == text && name != ""
}
