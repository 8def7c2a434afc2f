package mikroorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/resolve"
)

// readMigrations records the changes by the library's migration classes, in file name
// order.
//
//	class Migration20240101 extends Migration {
//	  async up() { this.addSql('create table …') }
//	}
func (r *reader) readMigrations() {
	s := data.NewSteps(r.Tree, r.out)
	r.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text != "addSql" && x.Expr.Text != "execute" || x.Recv == nil ||
			x.Recv.Text != "this" || len(x.Args) == 0 || !s.InUp(x.Def) {
			return
		}
		class := r.Table.EnclosingType(x.Def)
		if class != resolve.None && r.isMigration(r.Table.Canon[class]) {
			s.SQL(s.Of(r.Table.Canon[class]), x.Sub(&x.Args[0].Value))
		}
	})
	s.Close()
}

// isMigration reports whether a class derives from the library's.
func (r *reader) isMigration(class resolve.DefID) bool {
	for _, base := range r.ExternalBases(class) {
		if i := strings.LastIndexByte(base, '.'); i > 0 && isLibrary(base[:i]) &&
			base[i+1:] == "Migration" {
			return true
		}
	}
	return false
}
