package spring

import (
	"seedgraph/eval"
	"seedgraph/parse"
)

// A frequency is how often code runs: never, perhaps or always.
type frequency uint8

const (
	never frequency = iota
	perhaps
	always
)

// runs reports whether the code of a site runs, by the conditions around it. It ignores
// loops over lists, which the caller handles.
func (r *flow) runs(x eval.Expr, s *scope, depth int) frequency {
	out := always
	for c := x.If; c != nil; c = c.Outer {
		is, ok := r.holds(x.Sub(&c.Expr), s, depth)
		switch {
		case !ok:
			out = perhaps
		case is == c.Not:
			return never
		}
	}
	return out
}

// holds evaluates a condition; ok is false if the result is unknown.
func (r *flow) holds(x eval.Expr, s *scope, depth int) (is, ok bool) {
	if x.Kind != parse.ExprTest {
		v := r.eval(x, s, depth)
		return v.text == "true", v.kind == literal && (v.text == "true" || v.text == "false")
	}
	switch x.Expr.Text {
	case "!":
		is, ok = r.holds(x.Sub(&x.Args[0].Value), s, depth)
		return !is, ok
	case "&&", "||":
		either := x.Expr.Text == "||"
		left, okLeft := r.holds(x.Sub(&x.Args[0].Value), s, depth)
		right, okRight := r.holds(x.Sub(&x.Args[1].Value), s, depth)
		if okLeft && left == either || okRight && right == either {
			return either, true
		}
		return !either, okLeft && okRight
	}
	is, ok = same(r.eval(x.Sub(&x.Args[0].Value), s, depth), r.eval(x.Sub(&x.Args[1].Value), s, depth))
	return is == (x.Expr.Text == "=="), ok
}

// same reports whether two values are identical; ok is false if that is unknown.
func same(a, b value) (is, ok bool) {
	if a.kind == null || b.kind == null {
		return a.kind == b.kind, a.kind != unknown && a.kind != library && b.kind != unknown &&
			b.kind != library
	}
	if a.kind == literal && b.kind == literal || a.known() && b.known() {
		return a.text == b.text, true
	}
	return false, false
}
