package eval

import (
	"slices"

	"seedgraph/parse"
)

// A sum is the text of a variable after some appends to its value: which of the
// appended parts are included, up to the last one. It is memoized as one expression, so
// that its text is computed once.
type sum struct {
	value, last *parse.Expr
	parts       uint64 // one bit for each included part
}

// maxParts bounds the parts appended to one value.
const maxParts = 60

// summed lists the texts of x after the appends to its values. Of the parts that
// branches add, any single one may be present, or all, or none. If the value is
// assigned or x is used in a branch too, no part is taken to be missing.
//
//	url := "/orders"
//	if open {
//		url += "/open"
//	}
//	get(url)    // "/orders/open" or "/orders"
func (t *Tree) summed(x Expr, values []Expr) []Expr {
	if !slices.ContainsFunc(values, func(v Expr) bool { return v.Adds }) ||
		!slices.ContainsFunc(values, func(v Expr) bool { return v.Kind == parse.ExprString }) ||
		slices.ContainsFunc(values, isCollection) {
		return values
	}
	var out []Expr
	for _, v := range values {
		if v.Adds {
			continue
		}
		var parts []Expr
		for _, p := range values {
			if p.Adds && p.At > v.At && len(parts) < maxParts {
				parts = append(parts, p)
			}
		}
		for _, which := range mayBe(parts, v.Branch || x.Branch) {
			out = append(out, t.sumOf(v, parts, which))
		}
	}
	return out
}

// partsOf lists the parts appended to the value of a local before x, in source order.
func (t *Tree) partsOf(x Expr, l *parse.Local) []Expr {
	var out []Expr
	for _, v := range t.assigned[Variable{Def: x.Def, Name: x.Expr.Text}] {
		if v.Adds && v.At < x.At && l.Scope.Contains(v.At) {
			v.Env = x.Env
			out = append(out, v)
		}
	}
	return out
}

func isCollection(x Expr) bool { return x.Kind == parse.ExprList || x.Kind == parse.ExprMap }

// mayBe lists the possible sets of parts, as bit sets: all parts, and the parts outside
// branches, both without and with a single part from a branch.
func mayBe(parts []Expr, whole bool) []uint64 {
	all := uint64(1)<<len(parts) - 1
	out, sure := []uint64{all}, all
	for i, p := range parts {
		if p.Branch {
			sure &^= 1 << i
		}
	}
	if whole || sure == all {
		return out
	}
	out = append(out, sure)
	for i, p := range parts {
		if one := sure | 1<<i; p.Branch && one != all {
			out = append(out, one)
		}
	}
	return out
}

// sumOf returns a value with some parts appended.
func (t *Tree) sumOf(v Expr, parts []Expr, which uint64) Expr {
	if which == 0 {
		return v
	}
	key := sum{v.Expr, parts[len(parts)-1].Expr, which}
	e := t.sums[key]
	if e == nil {
		e = &parse.Expr{At: v.At, Args: []parse.ExprArg{{Value: *v.Expr}}}
		e.SetText(parse.TextParts{{}})
		for i, p := range parts {
			if which&(1<<i) != 0 {
				e.Args = append(e.Args, parse.ExprArg{Value: *p.Expr})
			}
		}
		t.sums[key] = e
	}
	return v.Sub(e)
}
