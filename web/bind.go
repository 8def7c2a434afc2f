package web

import (
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Bind says what the parameters of d are given by the arguments of x, the first of them
// parameter shift; fits is false if d does not take them. Strings that parameters have
// by default are among them.
func Bind(d *resolve.Def, x Term, shift int) (env Env, fits bool) {
	env = Env{}
	if !eachGiven(d, x, shift, func(name string, value Term) { env[name] = value }) {
		return nil, false
	}
	return env, true
}

// Given is what one parameter of d is given by the arguments of x, by the rules of Bind.
func Given(d *resolve.Def, x Term, param string) (arg Term, ok bool) {
	fits := eachGiven(d, x, 0, func(name string, value Term) {
		if name == param {
			arg, ok = value, true
		}
	})
	return arg, ok && fits
}

// eachGiven calls yield with each parameter that has a value, and its value, in the order
// of the parameters. It reports whether d takes the arguments, and stops where it does not.
func eachGiven(d *resolve.Def, x Term, shift int, yield func(name string, value Term)) bool {
	positional := 0
	for i := range x.Args {
		if x.Args[i].Name == "" {
			positional++
		}
	}
	if positional+shift > len(d.Params) {
		return false
	}
	for i, p := range d.Params {
		if i < shift {
			continue
		}
		if arg := x.Arg(i-shift, p.Name); arg != nil {
			yield(p.Name, x.Sub(arg))
		} else if value, ok := d.DefaultText(p.Name); ok {
			yield(p.Name, x.Sub(&parse.Expr{Kind: parse.ExprString, Text: value}))
		} else if !p.Optional && !p.Variadic {
			return false
		}
	}
	return true
}
