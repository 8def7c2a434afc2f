package message

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A Name is the name of a topic at a place in the code.
type Name struct {
	Text string
	By   resolve.DefID // the constant that holds it, if the place refers to one; otherwise 0
}

// NamesOf lists the names in an expression, a single one or a list. ok is false if one
// of them is unknown.
func NamesOf(t *eval.Tree, x eval.Expr) (names []Name, ok bool) {
	if x.Kind != parse.ExprList {
		text, ok := t.Text(x)
		return []Name{{text, constant(t, x)}}, ok
	}
	for i := range x.Args {
		of := x.Sub(&x.Args[i].Value)
		text, ok := t.Text(of)
		if !ok {
			return nil, false
		}
		names = append(names, Name{text, constant(t, of)})
	}
	return names, true
}

// constant returns the constant, the enumeration member or the static field that an
// expression names; 0 for others, as that is the id of a file.
func constant(t *eval.Tree, x eval.Expr) resolve.DefID {
	if x.Kind != parse.ExprName && x.Kind != parse.ExprMember {
		return 0
	}
	d := x.Referent().Def
	if d <= resolve.None {
		return 0
	}
	switch def := t.Table.Def(d); def.Kind {
	case graph.KindConstant:
		return d
	case graph.KindField, graph.KindProperty, graph.KindVariable:
		if resolve.HasModifier(def, "static") {
			return d
		}
	}
	return 0
}

// ConstantWords are those of TypeScript and JavaScript files that may have objects of
// constants: the values in such an object are known only if the sites of its file are.
//
//	export const Events = { Paid: 'order.paid' } as const
var ConstantWords = []string{"as const", "Object.freeze(", "Events =", "EVENTS"}

// A Link connects a constant with an end of the topic whose name it holds.
type Link struct {
	Constant resolve.DefID
	End      int // in the list of ends
}

// Links lists, for each constant by which an end names its topic, all ends of that
// topic: a user knows the constant, while other places may name the topic by another
// constant or by a string. Links are sorted by end and constant; ends are those of
// [Set.Ends].
func Links(ends []ChannelEnd) []Link {
	constants := map[Topic][]resolve.DefID{}
	for _, e := range ends {
		if e.By != 0 && !slices.Contains(constants[e.Topic], e.By) {
			constants[e.Topic] = append(constants[e.Topic], e.By)
		}
	}
	var out []Link
	for i, e := range ends {
		if e.States {
			continue
		}
		for _, d := range slices.Sorted(slices.Values(constants[e.Topic])) {
			out = append(out, Link{d, i})
		}
	}
	return out
}
