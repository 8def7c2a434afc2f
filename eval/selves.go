package eval

import (
	"slices"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// selfCalls is the key of what SelfCalls found.
type selfCalls struct{}

// SelfCalls lists the calls in a method of Python that are made on its object, in source order:
// self.add(…), super().add(…). The calls of the tree are read once, when first asked for.
func (t *Tree) SelfCalls(method resolve.DefID) []Term {
	found := t.Keep(selfCalls{}, func() any {
		calls := map[resolve.DefID][]Term{}
		t.EachCall("python", func(x Term) {
			if x.Recv != nil && t.IsSelf(x.Sub(x.Recv)) {
				calls[x.Def] = append(calls[x.Def], x)
			}
		})
		return calls
	})
	return found.(map[resolve.DefID][]Term)[method]
}

// IsSelf reports whether an expression is the object of the method of Python around it, or what it
// is to the next class that it derives from.
func (t *Tree) IsSelf(x Term) bool {
	if x.Kind == parse.ExprCall {
		return x.Expr.Text == "super" && x.Recv == nil
	}
	l := x.Local()
	return l != nil && l.Kind == parse.LocalParam &&
		!slices.ContainsFunc(t.Table.Def(x.Def).Params,
			func(p parse.Param) bool { return p.Name == l.Name })
}
