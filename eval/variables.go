package eval

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// Variables lists the variables that an expression may denote: a variable, an attribute, a return
// value, or an element that a loop assigns.
func (t *Tree) Variables(x Expr) []Variable { return t.variablesOf(x, 0, map[Variable]bool{}) }

// variablesOf is Variables; a name that a loop sets is followed once.
func (t *Tree) variablesOf(x Expr, depth int, seen map[Variable]bool) []Variable {
	if depth > maxBases {
		return nil
	}
	if d := x.Referent().Def; d != resolve.None {
		if !t.Table.Def(d).Kind.IsCallable() || t.Table.Def(d).Kind == graph.KindProperty {
			return []Variable{{Def: d}}
		}
		return t.variablesOfAll(t.Values(d), depth, seen)
	}
	if x.Recv != nil || x.Expr.Text == "" {
		return nil
	}
	if given, ok := x.Env.Get(x.Expr.Text); ok {
		return t.variablesOf(given, depth+1, seen)
	}
	// A name that the innermost definition does not assign belongs to an enclosing one.
	for ; x.Def != resolve.None; x.Def = t.Table.Def(x.Def).Outer {
		name := Variable{Def: x.Def, Name: x.Expr.Text}
		if t.each[name] != nil {
			if seen[name] {
				return nil
			}
			seen[name] = true
			return t.variablesOfAll(t.Assigned(x), depth, seen)
		}
		if t.assigned[name] != nil {
			return []Variable{name}
		}
	}
	return nil
}

func (t *Tree) variablesOfAll(values []Expr, depth int, seen map[Variable]bool) []Variable {
	var out []Variable
	for _, v := range values {
		for _, r := range t.variablesOf(v, depth+1, seen) {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// Declared calls f for every variable and its assigned values, by (path, position).
func (t *Tree) Declared(f func(v Variable, value Expr)) {
	for _, x := range t.sets {
		f(x.to, x.value)
	}
}

// A set is an assignment of a value to a variable.
type set struct {
	to    Variable
	value Expr
}
