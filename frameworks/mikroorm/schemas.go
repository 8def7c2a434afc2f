package mikroorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A schema is an entity declared by a call, with the object that describes it.
type schema struct {
	of      *data.Entity
	options eval.Expr
}

// findSchema adds an entity declared by a call.
//
//	const Order = defineEntity({ name: 'Order', properties: { … } })
//	const Order = new EntitySchema({ class: OrderClass, tableName: 'orders' })
func (r *reader) findSchema(d *resolve.Def) {
	for _, x := range r.Values(d.ID) {
		name := r.library(x)
		if name != "defineEntity" && name != "EntitySchema" || len(x.Args) == 0 {
			continue
		}
		options := x.Sub(&x.Args[0].Value)
		class := options.Sub(data.Within(options.Expr, "class")).Referent().Def
		title, ok := r.Text(options.Sub(data.Within(options.Expr, "name")))
		if class > resolve.None {
			title, ok = r.Table.Def(class).Name, true
		}
		if !ok || isAbstract(options.Expr) {
			continue
		}
		e := r.Add(data.ClassOf(d.ID), d.ID, title)
		r.Alias(e, d.Name)
		r.place(e, options)
		r.schemas = append(r.schemas, schema{e, options})
		if class > resolve.None {
			r.MapClass(r.Table.Canon[class], e)
		}
	}
}

// setClasses maps classes to the schemas that they are assigned to:
// Schema.setClass(Order).
func (r *reader) setClasses() {
	r.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text != "setClass" || x.Recv == nil || len(x.Args) == 0 {
			return
		}
		e := r.Of(x.Sub(x.Recv).Referent().Def)
		class := x.Sub(&x.Args[0].Value).Referent().Def
		if e != nil && class > resolve.None && r.Table.Def(class).Kind.IsType() {
			r.MapClass(r.Table.Canon[class], e)
		}
	})
}

// schemaRelations adds the relations of an entity declared by a call. Relations to
// entities of other files are written in functions, whose bodies are separate sites.
//
//	properties: { lines: () => p.oneToMany(Line).mappedBy('order'), … }
//	properties: { lines: { kind: '1:m', entity: 'Line', mappedBy: 'order' } }
func (r *reader) schemaRelations(s schema, calls map[*resolve.File][]data.Chain) {
	list := s.options.Sub(data.Within(s.options.Expr, "properties"))
	if list.Kind == parse.ExprLambda && list.Recv != nil {
		list = list.Sub(list.Recv) // properties: (p) => ({ … })
	}
	if list.Kind != parse.ExprMap {
		return
	}
	for i := range list.Args {
		name, v := list.Args[i].Name, list.Sub(&list.Args[i].Value)
		switch v.Kind {
		case parse.ExprMap:
			r.relate(s.of, name, r.byOptions(v))
		case parse.ExprCall:
			r.relate(s.of, name, r.byCalls(data.ChainOf(v)))
		case parse.ExprLambda:
			for _, c := range calls[v.In.File] {
				if v.Body.Contains(c.Calls[0].At) {
					r.relate(s.of, name, r.byCalls(c))
					break
				}
			}
		}
	}
}

// relationCalls finds the chains that declare relations, by file.
func (r *reader) relationCalls() map[*resolve.File][]data.Chain {
	out := map[*resolve.File][]data.Chain{}
	if len(r.schemas) == 0 {
		return out
	}
	data.EachChain(r.Tree, family, func(c data.Chain) {
		if kindOf(c.Calls[0].Expr.Text) != "" && c.Base != nil {
			f := c.Calls[0].In.File
			out[f] = append(out[f], c)
		}
	})
	return out
}
