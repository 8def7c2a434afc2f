package data

import (
	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
)

// SaveOps returns what saving an object does to its table: it inserts the row of an object that is
// made in the tree, and updates that of one that is read there. One that may be either, such as a
// parameter, does both. isNew reports whether an expression makes an object without a row.
func SaveOps(t *eval.Tree, object eval.Expr, isNew func(x eval.Expr) bool) graph.Ops {
	var ops graph.Ops
	object = chainStart(object)
	isField := object.Kind == parse.ExprName && object.Local() == nil
	body := t.Table.Def(max(object.Def, 0)).Body
	for _, v := range t.Evaluate(object) {
		switch {
		case isField && !body.Contains(v.At): // set in another method, maybe before this one runs
			ops |= graph.Insert | graph.Update
		case isNew(v) || isNew(chainStart(v)):
			ops |= graph.Insert
		case v.Kind == parse.ExprCall || v.Kind == parse.ExprNew:
			ops |= graph.Update
		default:
			ops |= graph.Insert | graph.Update
		}
	}
	return ops
}

// chainStart returns the object that a chain of fluent calls begins with, unless that is a class.
//
//	$page->fill([…])->setOwner($user)    $page
func chainStart(x eval.Expr) eval.Expr {
	for at := x; at.Kind == parse.ExprCall && at.Recv != nil; {
		at = at.Sub(at.Recv)
		if at.Kind == parse.ExprName && at.Local() != nil || at.Kind == parse.ExprNew {
			return at
		}
	}
	return x
}
