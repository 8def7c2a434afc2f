package efcore

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A genericUse is a use of the rows of a type parameter.
type genericUse struct {
	at  statement
	pos uint32
	of  target
	ops graph.Ops
}

// bindGenerics records the uses through type parameters, for each class that the tree
// binds to them: by a subclass of the generic class, a variable or parameter of such a
// type, or a call. Those through type parameters of a method belong to the callers that give the
// type arguments.
func (u *uses) bindGenerics(tree *eval.Tree) {
	if len(u.generic) == 0 {
		return
	}
	all := data.GenericsOf(tree, language)
	for _, g := range u.generic {
		v := resolve.TypeVar{Owner: g.of.of.Owner, Param: g.of.of.Param}
		given, settled := all.GivenBy(tree, v)
		for _, by := range given {
			use := g.of
			use.of, use.tier = by.Type, graph.Typed
			at := statement{in: by.Call.In, def: by.Call.Def}
			u.useOf(&at, by.Call.At, use, g.ops)
		}
		if settled {
			// The callers have the uses. Of the method alone, the table is not known.
			owner := tree.Table.Def(v.Owner)
			g.at.in.Open(g.at.def, owner.TypeParams[v.Param], resolve.OutcomeNames[resolve.OpenName], g.pos)
			continue
		}
		for _, t := range all.BoundTypes(v) {
			use := g.of
			use.of, use.tier = t, graph.Hierarchy
			first := len(u.out.Uses)
			u.useOf(&g.at, g.pos, use, g.ops)
			for i := first; i < len(u.out.Uses); i++ {
				u.out.Uses[i].Where = data.Where(tree.Table, v, t)
			}
		}
	}
}
