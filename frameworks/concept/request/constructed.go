package request

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// constructed replaces the parameters of constructors among the values of x by what the
// creations of the object pass for them. A field that a parameter declares has these
// values besides those assigned to it.
//
//	class Orders extends Service { constructor() { super("/orders"); } }
func (r *Reader) constructed(x eval.Expr, values []eval.Expr, left *int) []eval.Expr {
	var out []eval.Expr
	unset := false
	for _, v := range values {
		unset = unset || v.Expr == x.Expr
		if given := r.passed(v, left); given != nil {
			out = append(out, given...)
		} else {
			out = append(out, v)
		}
	}
	if !unset {
		out = append(out, r.passed(x, left)...)
	}
	return out[:min(len(out), maxAddresses)]
}

// passed lists the values of a parameter of a constructor, for the creations of the object
// in the Env of x; nil for other expressions, and where nothing is known to create one.
func (r *Reader) passed(x eval.Expr, left *int) []eval.Expr {
	constructor, name := r.parameterOf(x)
	if constructor == resolve.None || *left < 0 {
		return nil
	}
	this, known := x.Env.Get(eval.Self)
	var out []eval.Expr
	for _, f := range r.Frames(constructor) {
		if of, ok := f.Env.Get(eval.Self); ok && known && r.Class(of) != r.Class(this) {
			continue
		}
		if given, ok := f.Env.Get(name); ok && given.Expr != x.Expr {
			out = append(out, r.reduce(given, left)...)
		}
	}
	return out
}

// parameterOf returns the constructor and the name of the parameter of it that x is: by
// its name, or by the field that the parameter declares.
//
//	constructor(private url: string) {}
func (r *Reader) parameterOf(x eval.Expr) (constructor resolve.DefID, name string) {
	if x.Kind != parse.ExprName && x.Kind != parse.ExprMember || x.In == nil {
		return resolve.None, ""
	}
	d := x.Referent().Def
	if d == resolve.None {
		if _, bound := x.Env.Get(x.Expr.Text); bound || x.Def == resolve.None ||
			r.Table.Def(x.Def).Kind != graph.KindConstructor ||
			!declares(r.Table.Def(x.Def), x.Expr.Text) {
			return resolve.None, ""
		}
		return x.Def, x.Expr.Text
	}
	field := r.Table.Def(d)
	if field.Kind != graph.KindField || field.Outer == resolve.None {
		return resolve.None, ""
	}
	return r.declaring(field), field.Name
}

// declaring returns the constructor with a parameter that declares a field; None if the
// field is declared elsewhere.
func (r *Reader) declaring(field *resolve.Def) resolve.DefID {
	for _, name := range []string{"constructor", r.Table.Def(field.Outer).Name} {
		for _, c := range r.Table.Own(field.Outer, name) {
			d := r.Table.Def(c)
			if d.Kind == graph.KindConstructor && d.File == field.File &&
				d.Range.Contains(field.NameAt) && !d.Body.Contains(field.NameAt) && declares(d, field.Name) {
				return c
			}
		}
	}
	return resolve.None
}

// declares reports whether a callable has a parameter of a name.
func declares(d *resolve.Def, name string) bool {
	return slices.ContainsFunc(d.Params, func(p parse.Param) bool { return p.Name == name })
}
