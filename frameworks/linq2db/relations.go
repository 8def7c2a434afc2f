package linq2db

import (
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// findRelations adds the foreign keys of associations: for a to-one association in the
// table of the class, for a to-many one in the target table.
//
//	[Association(ThisKey = "CustomerId", OtherKey = "Id")] public Customer Customer { get; set; }
func (r *reader) findRelations() {
	for _, id := range r.order {
		for d := range data.Members(r.Table, id) {
			if _, ok := r.attribute(d.ID, "Association"); ok {
				r.relate(id, d.Name)
			}
		}
	}
	data.EachChain(r.Tree, data.CSharp, func(c data.Chain) {
		if !imports(c.Calls[0].In.File) {
			return
		}
		for _, x := range c.Calls {
			if x.Expr.Text != "Association" || len(x.Args) < 2 {
				continue
			}
			path := data.Path(x.Sub(&x.Args[0].Value))
			if of := r.builds(c); of != resolve.None && len(path) == 2 {
				r.relate(of, path[1])
			}
		}
	})
}

func (r *reader) relate(class resolve.DefID, name string) {
	t := r.Property(resolve.Type{Def: class, Owner: resolve.None}, name)
	from := class
	of, isList := data.ElementOf(r.Table.Def(class).File, t)
	if isList {
		t = of
	}
	if t.Def <= resolve.None {
		return
	}
	to := r.Table.Canon[t.Def]
	if isList {
		from, to = to, from
	}
	r.Out.Key(r.Entities[from], r.Entities[to], graph.Typed)
}
