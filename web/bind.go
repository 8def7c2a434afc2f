package web

import (
	"strings"

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
		} else if value, ok := defaultValue(d, p.Name); ok {
			env[p.Name] = x.Sub(&parse.Expr{Kind: parse.ExprString, Text: value})
		} else if !p.Optional && !p.Variadic {
			return nil, false
		}
	}
	return env, true
}

// defaultValue reads the string that a parameter has by default off the signature.
func defaultValue(d *resolve.Def, param string) (string, bool) {
	for rest := d.Signature; ; {
		_, after, found := strings.Cut(rest, param)
		if !found {
			return "", false
		}
		rest = after
		if nameLen(after) > 0 {
			continue // a longer name
		}
		of, value, found := strings.Cut(after, "=")
		if !found || strings.ContainsAny(of, ",(") {
			continue
		}
		value = strings.TrimLeft(value, " ")
		if value == "" || value[0] != '"' && value[0] != '\'' {
			return "", false
		}
		text, _, closed := strings.Cut(value[1:], value[:1])
		return text, closed && !strings.Contains(text, "\\")
	}
}
