package nhibernate

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// join records a read of the target of a join path.
func (r *reader) join(x eval.Expr) {
	of := r.rows(x.Sub(x.Recv))
	if len(of.Args) == 0 {
		return
	}
	if to := r.joinedBy(x, of); to.Known() {
		r.Use(x, to.WithTier(resolve.WeakerTier(to.Tier, graph.Typed)), reads)
	}
}

// joinedBy returns the class at the end of a join path, which begins at the class of
// the query, at the last join, or at the alias variable of a join.
//
//	JoinQueryOver(o => o.Lines)    JoinAlias(() => line.Product, () => product)
//	CreateAlias("Lines", "l")      Fetch(o => o.Customer)
func (r *reader) joinedBy(x eval.Expr, of resolve.Type) resolve.Type {
	at := of.Args[len(of.Args)-1]
	if fromRoot[plain(x.Expr.Text)] {
		at = of.Args[0]
	}
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		var path []string
		switch arg.Kind {
		case parse.ExprLambda:
			if path = data.Path(arg); len(path) < 2 {
				continue
			}
			if len(arg.Args) == 0 {
				at = r.variable(arg, path[0])
			}
			path = path[1:]
		case parse.ExprString:
			text, _ := r.Text(arg)
			path = strings.Split(text, ".")
		default:
			continue
		}
		return r.along(at, path)
	}
	return resolve.Unknown
}

// variable returns the class of an alias variable.
func (r *reader) variable(x eval.Expr, name string) resolve.Type {
	l := x.In.LocalAt(name, x.Body.Start)
	if l == nil || l.Type.IsZero() {
		return resolve.Unknown
	}
	return x.In.TypeOf(l.Type, x.Def, x.At)
}

// along returns the class at the end of a property path.
func (r *reader) along(at resolve.Type, path []string) resolve.Type {
	for _, name := range path {
		if at.Def <= resolve.None {
			return resolve.Unknown
		}
		class := r.propertyClass(r.Table.Canon[at.Def], name)
		if class == resolve.None {
			return resolve.Unknown
		}
		at = resolve.Type{Def: class, Owner: resolve.None}
	}
	return at
}
