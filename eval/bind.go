package eval

import (
	"slices"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// Bind maps the parameters of d to the arguments of x, the first argument being
// parameter number shift; fits is false if d does not accept the arguments. String
// defaults of parameters are included.
func Bind(d *resolve.Def, x Expr, shift int) (env Env, fits bool) {
	if !eachGiven(d, x, shift, func(name string, value Expr) { env = env.With(name, value) }) {
		return Env{}, false
	}
	return env, true
}

// Given returns the argument of x that binds one parameter of d, by the rules of Bind.
func Given(d *resolve.Def, x Expr, param string) (arg Expr, ok bool) {
	fits := eachGiven(d, x, 0, func(name string, value Expr) {
		if name == param {
			arg, ok = value, true
		}
	})
	return arg, ok && fits
}

// eachGiven calls yield with each bound parameter and its value, in parameter order. It
// reports whether d accepts the arguments, and stops where it does not.
func eachGiven(d *resolve.Def, x Expr, shift int, yield func(name string, value Expr)) bool {
	positional := 0
	for i := range x.Args {
		if x.Args[i].Name == "" {
			positional++
		}
	}
	python := d.File.Family == "python"
	if positional+shift > len(d.Params) && !(python && slices.ContainsFunc(d.Params, takesRest)) {
		return false
	}
	for i, p := range d.Params {
		if i < shift {
			continue
		}
		if python && p.Variadic {
			yield(p.Name, restOf(d, p, x, i-shift))
			continue
		}
		if p.Named {
			i = -1
		}
		if arg := x.Arg(i-shift, p.Name); arg != nil {
			yield(p.Name, x.Sub(arg))
			if p.Name == "" && arg.Kind == parse.ExprMap {
				eachTaken(d, x.Sub(arg), yield)
			}
		} else if value, ok := d.DefaultText(p.Name); ok {
			yield(p.Name, x.Sub(&parse.Expr{Kind: parse.ExprString, Text: value}))
		} else if !p.Optional && !p.Variadic {
			return false
		}
	}
	return true
}

// eachTaken calls yield with the members of an object literal that a parameter of d takes
// out of it, and their values. Members that it renames are not known.
//
//	function load({ app, log }) { … }    load({ app: express(), log })
func eachTaken(d *resolve.Def, object Expr, yield func(name string, value Expr)) {
	for i := range object.Args {
		a := &object.Args[i]
		if a.Name != "" && slices.ContainsFunc(d.File.Locals, func(l parse.Local) bool {
			return l.Kind == parse.LocalParam && l.Name == a.Name && d.File.ID(l.Def) == d.ID
		}) {
			yield(a.Name, object.Sub(&a.Value))
		}
	}
}

// takesRest reports whether a Python parameter takes all remaining positional
// arguments: *urls.
func takesRest(p parse.Param) bool { return p.Variadic && !p.Named }

// restOf returns the value of a variadic parameter of d: a list of the positional
// arguments from the i-th on, or a dictionary of the keyword arguments that match no
// parameter.
func restOf(d *resolve.Def, p parse.Param, x Expr, i int) Expr {
	e := &parse.Expr{Kind: parse.ExprList, At: x.At}
	if !takesRest(p) {
		e.Kind, i = parse.ExprMap, 0
	}
	for _, arg := range x.Args[min(i, len(x.Args)):] {
		positional := arg.Name == "" || arg.Name == "*"
		named := slices.ContainsFunc(d.Params, func(p parse.Param) bool { return p.Name == arg.Name })
		if positional == (e.Kind == parse.ExprList) && !named {
			e.Args = append(e.Args, arg)
		}
	}
	return x.Sub(e)
}
