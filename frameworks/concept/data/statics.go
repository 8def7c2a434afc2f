package data

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Operations are the operations of methods of classes that are mapped to tables, and of the
// queries that these methods return.
//
//	Order.where(paid: true).update_all(sent: true)    Order::find($id)
type Operations map[string]graph.Ops

// NewOperations returns the operations of lists of methods.
func NewOperations(lists map[graph.Ops]string) Operations {
	out := Operations{}
	for op, names := range lists {
		for name := range strings.FieldsSeq(names) {
			out[name] |= op
		}
	}
	return out
}

// ReadModels maps the classes of a family that are models to their tables, and records the queries
// that begin with a model. It returns the models; tableOf returns the zero Table for other classes.
func (o Operations) ReadModels(t *eval.Tree, out *Model, family string,
	tableOf func(*eval.Tree, *resolve.Def) (Table, graph.Tier)) Entities {
	entities := Entities{}
	for d := range t.Definitions(family) {
		if d.Kind != graph.KindClass || t.Table.Canon[d.ID] != d.ID {
			continue
		}
		if table, tier := tableOf(t, d); table.Name != "" {
			entities.Add(d.ID, table, tier)
			out.Map(d.ID, entities[d.ID])
		}
	}
	o.read(t, out, family, entities)
	return entities
}

// read records the uses of tables by the chains of calls that begin with an entity. A chain that
// writes does not read: it only selects the rows.
func (o Operations) read(t *eval.Tree, out *Model, family string, entities Entities) {
	seen := map[*parse.Expr]bool{}
	t.EachCall(family, func(x eval.Expr) {
		if seen[x.Expr] {
			return
		}
		var ops graph.Ops
		known, root := false, x.Expr
		for root.Kind == parse.ExprCall && root.Recv != nil {
			seen[root] = true
			op, ok := o[root.Text]
			ops, known = ops|op, known || ok
			root = root.Recv
		}
		if !known || root.Kind != parse.ExprName && root.Kind != parse.ExprMember {
			return
		}
		class := x.Sub(root).Referent().Def
		if class <= resolve.None || !t.Table.Def(class).Kind.IsType() {
			return
		}
		out.Use(x, entities[t.Table.Canon[class]], ops, graph.Typed)
	})
}
