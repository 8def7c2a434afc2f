package xorm

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// migrators are the paths of the libraries that run migrations of xorm: a file that
// imports one declares migrations, or has helper functions for them.
//
//	migrations = append(migrations, &xormigrate.Migration{
//		ID:       "20200102",
//		Migrate:  func(tx *xorm.Engine) error { return tx.Sync2(orders20200102{}) },
//		Rollback: func(tx *xorm.Engine) error { return tx.DropTables(orders20200102{}) },
//	})
var migrators = []string{"src.techknowlogick.com/xormigrate", "github.com/techknowlogick/xormigrate",
	"xorm.io/xorm/migrate", "gitea.com/xorm/xorm/migrate"}

// changers are the methods that change the tables of beans, with the operation; the
// position of the first bean is 0 unless synchronisers has another.
var changers = map[string]graph.SchemaOp{"Sync": graph.Alters, "Sync2": graph.Alters,
	"SyncWithOptions": graph.Alters, "CreateTable": graph.CreatesObject,
	"CreateTables": graph.CreatesObject, "DropTable": graph.DropsObject, "DropTables": graph.DropsObject}

// readMigrations records the changes by migrations: of the tables of beans, and by
// statements. A helper function that is handed a bean changes its table for its caller.
func (r *reader) readMigrations() {
	files := map[*resolve.File]bool{}
	for _, f := range r.Table.Files {
		files[f] = slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return slices.Contains(migrators, im.Path) })
	}
	m := &migrating{reader: r, files: files, steps: data.NewSteps(r.Tree, r.out), undone: map[*resolve.File][]parse.Range{}}
	for x := range r.Family(data.Golang) {
		if files[x.In.File] {
			x.Walk(func(e *parse.Expr) { m.findRollback(x.In.File, e) })
		}
	}
	r.EachCall(data.Golang, m.call)
	m.steps.Close()
}

type migrating struct {
	*reader
	files  map[*resolve.File]bool // whether they import a migrator
	steps  *data.Steps
	undone map[*resolve.File][]parse.Range // the functions that revert migrations
}

// findRollback records the function that reverts a migration.
func (m *migrating) findRollback(f *resolve.File, e *parse.Expr) {
	if e.Kind != parse.ExprMap {
		return
	}
	if back := data.Within(e, "Rollback"); back != nil && back.Kind == parse.ExprLambda {
		m.undone[f] = append(m.undone[f], back.Body)
	}
}

// call records the changes of a call on a connection.
func (m *migrating) call(x eval.Expr) {
	op, changes := changers[x.Expr.Text]
	first := synchronisers[x.Expr.Text]
	if !changes && x.Expr.Text != "Exec" || len(x.Args) <= first || !m.isOfLibrary(x) || !m.onConnection(x) {
		return
	}
	if !changes {
		if at := m.migration(x); at != nil {
			m.steps.SQL(at, x.Sub(&x.Args[0].Value))
		}
		return
	}
	for _, f := range m.CallersOf(data.Golang).FramesAt(x) {
		for i := range x.Args[first:] {
			bean := x.Sub(&x.Args[first+i].Value)
			bean.Env = f.Env
			m.bean(bean, op)
		}
	}
}

// bean records a change of the table of a bean by the migration that has the bean: that
// around the call, or around the call of a helper function.
func (m *migrating) bean(x eval.Expr, op graph.SchemaOp) {
	for _, v := range m.Evaluate(x) {
		if v.Kind == parse.ExprList && len(v.Args) > 0 {
			for i := range v.Args {
				m.bean(v.Sub(&v.Args[i].Value), op)
			}
			continue
		}
		at := m.migration(v)
		if at == nil {
			continue
		}
		for _, of := range m.Objects(v) {
			if e := m.entity(of.Of.Def); e != nil && len(e.tables) == 1 {
				m.steps.Change(at, v, e.tables[0].Table, data.Operation{Op: op})
			}
		}
	}
}

// migration returns the migration that an expression belongs to; nil if its file declares
// none, or if the expression reverts one.
func (m *migrating) migration(x eval.Expr) *data.Migration {
	f := x.In.File
	if !m.files[f] || f.Test || slices.ContainsFunc(m.undone[f], func(r parse.Range) bool {
		return r.Start <= x.At && x.At < r.End
	}) {
		return nil
	}
	if x.Def > resolve.None && m.Table.Def(x.Def).Kind.IsCallable() {
		return m.steps.Of(x.Def)
	}
	return m.steps.Of(f.First)
}
