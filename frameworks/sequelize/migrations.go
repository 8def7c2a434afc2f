package sequelize

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readMigrations records the changes by files that export a migration.
//
//	module.exports = { up: (queryInterface, Sequelize) => queryInterface.createTable('users', {}) }
func (r *reader) readMigrations() {
	s := data.NewSteps(r.Tree, r.out)
	r.EachCall(data.Script, func(x eval.Expr) {
		if x.Recv == nil || x.Callee() != resolve.None || !s.InUp(x.Def) {
			return
		}
		o, known := operations[x.Expr.Text]
		if x.Expr.Text == "query" && strings.HasSuffix(strings.ToLower(x.Recv.Text), "sequelize") &&
			len(x.Args) > 0 {
			s.SQL(s.Of(x.In.File.First), x.Sub(&x.Args[0].Value))
		}
		if !known || len(x.Args) == 0 || !r.isInterface(x.Sub(x.Recv)) {
			return
		}
		t, ok := r.tableAt(x.Sub(&x.Args[0].Value))
		if !ok {
			return
		}
		m := s.Of(x.In.File.First)
		r.constraint(s, x, t, &o)
		s.Change(m, x, t, o)
		if o.Op == graph.RenamesObject {
			if to, ok := r.tableAt(x.Sub(argAt(x, 1))); ok {
				s.Change(m, x, to, data.Operation{})
			}
		}
	})
	s.Close()
}

// isInterface reports whether an expression is the query interface passed to a
// migration: a parameter of the enclosing function without a different type, or a
// variable with that name.
func (r *reader) isInterface(x eval.Expr) bool {
	if x.Kind != parse.ExprName {
		return false
	}
	if strings.HasSuffix(strings.ToLower(x.Expr.Text), "interface") {
		return true
	}
	params := r.Table.Def(x.Def).Params
	if len(params) == 0 || params[0].Name != x.Expr.Text || x.Expr.Text == "queryRunner" {
		return false
	}
	of := resolve.LastName(params[0].Type.Name)
	return of == "" || of == "any" || of == "QueryInterface"
}

func argAt(x eval.Expr, at int) *parse.Expr {
	if at >= len(x.Args) {
		return &parse.Expr{}
	}
	return &x.Args[at].Value
}

// constraint adds the foreign keys that a call creates.
//
//	createTable('lines', { order: { references: { model: 'orders' } } })
//	addConstraint('lines', { type: 'foreign key', references: { table: 'orders' } })
func (r *reader) constraint(s *data.Steps, x eval.Expr, t data.Table, o *data.Operation) {
	keyed := false
	for i := range x.Args[1:] {
		x.Sub(&x.Args[i+1].Value).Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprMap || e.Arg(-1, "references") == nil {
				return
			}
			to := e.Arg(-1, "references")
			for _, name := range []string{"model", "table"} {
				if v := data.Within(to, name); v.Kind != parse.ExprOpaque {
					to = v
				}
			}
			if of, ok := r.tableAt(x.Sub(to)); ok {
				s.Key(t, of)
				keyed = true
			}
		})
	}
	if keyed && x.Expr.Text == "addConstraint" {
		o.Op = graph.AddsForeignKey
	}
}
