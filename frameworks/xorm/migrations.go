package xorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/resolve"
)

// migrators are the paths of the libraries that run migrations of xorm.
var migrators = []string{"src.techknowlogick.com/xormigrate", "github.com/techknowlogick/xormigrate",
	"xorm.io/xorm/migrate", "gitea.com/xorm/xorm/migrate"}

// changers are the methods that change the tables of beans. The position of the first
// bean is that in synchronisers, or 0.
var changers = map[string]data.Operation{"Sync": data.Alters, "Sync2": data.Alters,
	"SyncWithOptions": data.Alters, "CreateTable": data.Creates, "CreateTables": data.Creates,
	"DropTable": data.Drops, "DropTables": data.Drops}

// readMigrations records the changes by migrations.
func (r *reader) readMigrations() {
	steps := data.NewGoMigrations(&r.Structs, r.out, migrators, func(def resolve.DefID) []data.TableMapping {
		if e := r.entity(def); e != nil {
			return e.tables
		}
		return nil
	})
	r.EachCall(data.Golang, func(x eval.Expr) {
		o, changes := changers[x.Expr.Text]
		switch {
		case !changes && x.Expr.Text != "Exec", !r.isOfLibrary(x), !r.onConnection(x):
		case changes:
			steps.Beans(x, synchronisers[x.Expr.Text], len(x.Args), o)
		default:
			steps.Statement(x)
		}
	})
	steps.Close()
}
