package laravel

import (
	"regexp"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Queries of the facade DB name their tables:
//
//	DB::table('orders as o')->join('users', 'users.id', '=', 'o.user_id')->get()

// joining are the methods of queries whose first argument is a further table that they read.
var joining = resolve.WordSet(`join leftJoin rightJoin crossJoin fullOuterJoin joinWhere
	leftJoinWhere rightJoinWhere`)

// aliased matches a table, and maybe its alias.
var aliased = regexp.MustCompile(`(?i)^([\w.]+)(?:\s+as\s+\w+|\s+\w+)?$`)

// readQueries records the tables of queries.
func readQueries(t *eval.Tree, out *data.Model) {
	data.EachChain(t, family, func(c data.Chain) {
		ofFacade := isFacade(c.Base)
		if !ofFacade && c.Base == nil {
			return
		}
		var ops graph.Ops
		var table []data.TableMapping
		var at eval.Expr
		for _, x := range c.Calls {
			switch {
			case ofFacade && (x.Expr.Text == "table" || x.Expr.Text == "from"):
				table, at = namedTable(t, x), x
			case joining[x.Expr.Text] && (ofFacade || isModel(x.Sub(c.Base))):
				out.Use(x, namedTable(t, x), 0, graph.Typed)
			}
			ops |= operations[x.Expr.Text]
		}
		if table != nil {
			out.Use(at, table, ops, graph.Typed)
		}
	})
}

// isFacade reports whether a chain begins with the facade of queries.
func isFacade(base *parse.Expr) bool {
	return base != nil && base.Text == "DB" &&
		(base.Kind == parse.ExprName || base.Kind == parse.ExprMember)
}

// isModel reports whether an expression is the name of a class.
func isModel(x eval.Expr) bool {
	return x.Expr.Text != "" && 'A' <= x.Expr.Text[0] && x.Expr.Text[0] <= 'Z'
}

// namedTable returns the table that the first argument of a call names.
func namedTable(t *eval.Tree, x eval.Expr) []data.TableMapping {
	if len(x.Args) == 0 {
		return nil
	}
	m := aliased.FindStringSubmatch(data.TextOf(t, x.Sub(&x.Args[0].Value)))
	if m == nil {
		return nil
	}
	return []data.TableMapping{{Table: data.TableNamed(m[1]), Tier: graph.Typed}}
}
