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
	positional := 0
	for i := range x.Args {
		if x.Args[i].Name == "" {
			positional++
		}
	}
	if positional+shift > len(d.Params) {
		return nil, false
	}
	for i, p := range d.Params {
		if i < shift {
			continue
		}
		if arg := x.Arg(i-shift, p.Name); arg != nil {
			env[p.Name] = x.Sub(arg)
		} else if value, ok := d.DefaultText(p.Name); ok {
			env[p.Name] = x.Sub(&parse.Expr{Kind: parse.ExprString, Text: value})
		} else if !p.Optional && !p.Variadic {
			return nil, false
		}
	}
	return env, true
}
