package gorm

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// migrators are the paths of the libraries that run migrations of GORM.
var migrators = []string{"github.com/go-gormigrate/gormigrate/v2", "github.com/go-gormigrate/gormigrate",
	"gopkg.in/gormigrate.v1", "gopkg.in/gormigrate.v2"}

// A changer is a method of a connection or migrator that changes tables.
type changer struct {
	data.Operation
	one bool // only the first argument is a model or the name of a table
}

var changers = map[string]changer{
	"AutoMigrate": {Operation: data.Alters},
	"CreateTable": {Operation: data.Creates},
	"DropTable":   {Operation: data.Drops}, "DropTableIfExists": {Operation: data.Drops},
	"RenameTable":  {data.Operation{Op: graph.RenamesObject, Part: 1}, true},
	"AddColumn":    {data.Operation{Op: graph.AddsColumn, Part: 1}, true},
	"DropColumn":   {data.Operation{Op: graph.DropsColumn, Part: 1}, true},
	"RenameColumn": {data.Operation{Op: graph.RenamesColumn, Part: 1, To: 2}, true},
	"AlterColumn":  {data.Alters, true}, "CreateIndex": {data.Alters, true}, "DropIndex": {data.Alters, true},
	"CreateConstraint": {data.Alters, true}, "DropConstraint": {data.Alters, true},
}

// readMigrations records the changes by migrations.
//
//	tx.AutoMigrate(&Order{})    tx.Migrator().DropColumn(&Order{}, "city")    tx.Exec("ALTER TABLE …")
func (r *reader) readMigrations() {
	steps := data.NewGoMigrations(&r.Structs, r.out, migrators, func(def resolve.DefID) []data.TableMapping {
		if m := r.model(def); m != nil {
			return m.tables
		}
		return nil
	})
	r.EachCall(family, func(x eval.Expr) {
		c, changes := changers[x.Expr.Text]
		if x.Recv == nil || x.Callee() != resolve.None || !changes && x.Expr.Text != "Exec" {
			return
		}
		if x.Recv.Text != "Migrator" && !slices.ContainsFunc(r.Values.Of(x.Sub(x.Recv)), data.IsConnection) {
			return
		}
		switch {
		case !changes:
			steps.Statement(x)
		case c.one:
			steps.Beans(x, 0, 1, c.Operation)
		default:
			steps.Beans(x, 0, len(x.Args), c.Operation)
		}
	})
	steps.Close()
}
