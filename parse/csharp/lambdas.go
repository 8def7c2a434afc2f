package csharp

import (
	"seedgraph/parse"
)

// lambda reads a lambda or an anonymous method.
func (r *reader) lambda(n parse.Node, g goal) []parse.Step {
	outer, outerYield, outerArg := r.result, r.yield, r.lambdaArg
	r.result, r.yield, r.lambdaArg = nil, &yielded{}, g.arg
	r.push(r.end(n))
	for c := range n.Children {
		if !isOperand(c) {
			continue
		}
		switch c.Kind() {
		case "implicit_parameter":
			r.lambdaParameter(c, 0, g)
		case "parameter_list":
			r.lambdaParameters(c, g)
		case "modifier", "comment":
		case "attribute_list":
			r.attributesOf(c)
		default:
			switch {
			case c.FieldName() == "type":
				r.typ(c)
			case c.Kind() == "block":
				r.statement(c)
			default:
				r.yield.add(c, r.expr(c, goal{steps: g.arg != nil, arg: g.arg, gives: true}))
			}
		}
	}
	r.pop()
	if g.arg != nil && !g.gives {
		g.arg.returns = *r.yield
	}
	r.result, r.yield, r.lambdaArg = outer, outerYield, outerArg
	return r.typed(g, parse.TypeRef{Name: "func"})
}

func (r *reader) lambdaParameters(list parse.Node, g goal) {
	i := int16(0)
	for c := range list.Named {
		if c.Kind() != "parameter" {
			continue
		}
		if c.Field("type").IsZero() {
			r.lambdaParameter(c.Field("name"), i, g)
		} else {
			r.parameter(c)
		}
		i++
	}
}

// lambdaParameter declares a parameter without a written type.
func (r *reader) lambdaParameter(name parse.Node, i int16, g goal) {
	l := parse.Local{Name: r.str(name), Kind: parse.LocalParam, Param: i}
	if g.arg != nil && !g.gives {
		l.Callee, l.Arg = g.arg.callee, g.arg.index
	}
	r.declare(name.Start(), l)
}
