package data

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// GoMigrations collects the migrations of libraries of Go that keep them in literals with
// the functions that apply and revert each, like xormigrate and gormigrate. A file that
// imports such a library declares migrations, or has helper functions for them.
//
//	{ID: "1", Migrate: func(tx *gorm.DB) error { return tx.AutoMigrate(&Order{}) },
//		Rollback: func(tx *gorm.DB) error { return tx.Migrator().DropTable("orders") }}
type GoMigrations struct {
	*Steps
	structs *Structs
	table   func(resolve.DefID) []TableMapping // of a struct; empty if unknown
	files   map[*resolve.File]bool             // whether they import a library
	undone  map[*resolve.File][]parse.Range    // the functions that revert migrations
}

// NewGoMigrations returns an empty collection of the migrations of libraries, given by
// their paths.
func NewGoMigrations(s *Structs, m *Model, paths []string, table func(resolve.DefID) []TableMapping) *GoMigrations {
	g := &GoMigrations{Steps: NewSteps(s.Tree, m), structs: s, table: table,
		files: map[*resolve.File]bool{}, undone: map[*resolve.File][]parse.Range{}}
	for _, f := range s.Table.Files {
		g.files[f] = slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return slices.Contains(paths, im.Path) })
	}
	for x := range s.Family(Golang) {
		if g.files[x.In.File] {
			x.Walk(func(e *parse.Expr) { g.findRollback(x.In.File, e) })
		}
	}
	return g
}

// findRollback records the function that reverts a migration.
func (g *GoMigrations) findRollback(f *resolve.File, e *parse.Expr) {
	if back := Within(e, "Rollback"); back.Kind == parse.ExprLambda {
		g.undone[f] = append(g.undone[f], back.Body)
	}
}

// Statement records the changes by the SQL in the first argument of a call.
func (g *GoMigrations) Statement(x eval.Expr) {
	if at := g.migration(x); at != nil && len(x.Args) > 0 {
		g.SQL(at, x.Sub(&x.Args[0].Value))
	}
}

// Beans records the change of the tables of the objects that are the arguments of a call
// from first up to but excluding last. A helper function that is handed an object changes its table for its
// caller.
func (g *GoMigrations) Beans(x eval.Expr, first, last int, o Operation) {
	last = min(last, len(x.Args))
	if first >= last {
		return
	}
	for _, f := range g.CallersOf(Golang).FramesAt(x) {
		for i := range x.Args[first:last] {
			bean := x.Sub(&x.Args[first+i].Value)
			bean.Env = f.Env
			g.bean(x, bean, o)
		}
	}
}

// bean records the change of the table of an object, or with a name, by the migration
// that has the object: that around the call, or around the call of a helper function.
func (g *GoMigrations) bean(call, x eval.Expr, o Operation) {
	for _, v := range g.Evaluate(x) {
		if v.Kind == parse.ExprList && len(v.Args) > 0 {
			for i := range v.Args {
				g.bean(call, v.Sub(&v.Args[i].Value), o)
			}
			continue
		}
		at := g.migration(v)
		if at == nil {
			continue
		}
		line := call // its arguments name the column
		if v.In.File != call.In.File || v.Def != call.Def {
			line, o.Part, o.To = v, 0, 0
		}
		if text, ok := g.Text(v); ok && text != "" {
			g.Change(at, line, TableNamed(text), o)
			continue
		}
		for _, of := range g.structs.Objects(v) {
			if tables := g.table(of.Of.Def); len(tables) == 1 {
				g.Change(at, line, tables[0].Table, o)
			}
		}
	}
}

// migration returns the migration that an expression belongs to; nil if its file declares
// none, or if the expression reverts one.
func (g *GoMigrations) migration(x eval.Expr) *Migration {
	f := x.In.File
	if !g.files[f] || f.Test || slices.ContainsFunc(g.undone[f], func(r parse.Range) bool {
		return r.Start <= x.At && x.At < r.End
	}) {
		return nil
	}
	if x.Def > resolve.None && g.Table.Def(x.Def).Kind.IsCallable() {
		return g.Of(x.Def)
	}
	return g.Of(f.First)
}

// Creates, drops and alters describe calls on the tables of objects.
var (
	Creates = Operation{Op: graph.CreatesObject}
	Drops   = Operation{Op: graph.DropsObject}
	Alters  = Operation{Op: graph.Alters}
)
