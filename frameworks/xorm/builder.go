package xorm

import (
	"strconv"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// statement begins the name of a [data.LibraryValue] that is a statement of the builder;
// the operations on rows follow.
const statement = "builder:"

func stated(ops graph.Ops, tier graph.Tier) []data.Value {
	return []data.Value{data.NewLibraryValue(statement+strconv.Itoa(int(ops)), resolve.None, tier)}
}

func isStatement(v data.Value) bool {
	return v.Kind == data.LibraryValue && strings.HasPrefix(v.Of.Name, statement)
}

// started returns the statement that a function of the builder begins.
//
//	builder.Select("id").From("orders")    builder.Dialect(builder.MYSQL).Delete(cond).From("orders")
func (r *reader) started(x eval.Expr, full string) []data.Value {
	for _, lib := range builders {
		if full != lib+"."+x.Expr.Text {
			continue
		}
		if ops, ok := starts[x.Expr.Text]; ok {
			return stated(ops, graph.Exact)
		}
		if dialects[x.Expr.Text] {
			return stated(0, graph.Exact)
		}
	}
	return nil
}

// continued returns the value of a statement method: the statement.
func (r *reader) continued(x eval.Expr, of data.Value) []data.Value {
	if ops, ok := starts[x.Expr.Text]; ok {
		return stated(ops, of.Tier)
	}
	return []data.Value{of}
}

// stated records the table that a call sets for a statement.
func (r *reader) stated(x eval.Expr, of data.Value) {
	ops, _ := strconv.Atoi(strings.TrimPrefix(of.Of.Name, statement))
	at, joined := joins[x.Expr.Text]
	if joined {
		ops = 0
	}
	if len(x.Args) > at {
		r.use(x, r.tableAt(x.Sub(&x.Args[at].Value), of.Tier), graph.Ops(ops))
	}
}
