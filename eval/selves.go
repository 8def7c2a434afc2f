package eval

import (
	"slices"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// selfCalls is the key under which SelfCalls keeps its result.
type selfCalls struct{}

// SelfCalls lists the calls in a Python method whose receiver is self, in source order:
// self.add(…), super().add(…). The calls of the tree are indexed on first use.
func (t *Tree) SelfCalls(method resolve.DefID) []Expr {
	found := t.Memo(selfCalls{}, func() any {
		calls := map[resolve.DefID][]Expr{}
		t.EachCall("python", func(x Expr) {
			if x.Recv != nil && t.IsSelf(x.Sub(x.Recv)) {
				calls[x.Def] = append(calls[x.Def], x)
			}
		})
		return calls
	})
	return found.(map[resolve.DefID][]Expr)[method]
}

// IsSelf reports whether an expression is self, or super(), in the Python method around
// it.
func (t *Tree) IsSelf(x Expr) bool {
	if x.Kind == parse.ExprCall {
		return x.Expr.Text == "super" && x.Recv == nil
	}
	l := x.Local()
	return l != nil && l.Kind == parse.LocalParam &&
		!slices.ContainsFunc(t.Table.Def(x.Def).Params,
			func(p parse.Param) bool { return p.Name == l.Name })
}
