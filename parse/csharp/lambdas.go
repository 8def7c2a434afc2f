package csharp

import (
	"seedgraph/parse"
)

// lambda reads a lambda or an anonymous method.
func (r *reader) lambda(n parse.Node, g goal) []parse.Step {
	outer, outerYield, outerArg := r.result, r.yield, r.lambdaArg
	r.result, r.yield, r.lambdaArg = nil, &yielded{}, g.arg
	target := r.targetOf(g)
	natural := g.steps && g.arg == nil && target == nil
	var declared []parse.Step
	r.push(r.end(n))
	for c := range n.Children {
		if !isOperand(c) {
			continue
		}
		switch c.Kind() {
		case "implicit_parameter":
			r.lambdaParameter(c, 0, g, target)
		case "parameter_list":
			r.lambdaParameters(c, g, target)
		case "modifier", "comment":
		case "attribute_list":
			r.attributesOf(c)
		default:
			switch {
			case c.FieldName() == "type":
				t := r.typ(c)
				declared = r.typed(goal{steps: natural}, t)
			case c.Kind() == "block":
				r.statement(c)
			default:
				r.yield.add(c, r.expr(c, goal{steps: g.arg != nil || natural, arg: g.arg, gives: true,
					to: resultOf(target, n)}))
			}
		}
	}
	r.pop()
	if g.arg != nil && !g.gives {
		g.arg.returns = *r.yield
	}
	if declared == nil {
		declared = r.yield.steps
	}
	r.result, r.yield, r.lambdaArg = outer, outerYield, outerArg
	if natural && len(declared) > 0 && declared[0].Kind != parse.StepOpaque {
		return extend(declared, r.naturalType(n))
	}
	return r.typed(g, parse.TypeRef{Form: parse.FormFunc})
}

// naturalType returns the step that makes a function of its result: of a lambda without a target,
// whose type is that of its parameters and its result (C# 10).
//
//	var make = (int n) => new Order(n);    // Func<int, Order>
func (r *reader) naturalType(n parse.Node) parse.Step {
	s := parse.Step{Kind: parse.StepLambda,
		Type: &parse.TypeRef{Form: parse.FormFunc, Args: r.lambdaTypes(n)}}
	if isAsync(n) {
		s.Name = "async"
	}
	return s
}

// targetOf returns the chain of the target of an expression that is not an
// argument: a written type, or the assigned expression.
func (r *reader) targetOf(g goal) []parse.Step {
	switch {
	case g.typ != nil && !g.typ.IsZero():
		return []parse.Step{{Kind: parse.StepType, Name: g.typ.Name, Type: g.typ}}
	case len(g.to) > 0:
		return g.to
	}
	return nil
}

// maxLambdas bounds the nesting of lambdas that return lambdas for which the
// innermost has a target: each level adds a step. Nobody writes more than a few.
const maxLambdas = 50

// resultOf returns the chain of the return value of the lambda n if it is
// converted to the delegate type target.
func resultOf(target []parse.Step, n parse.Node) []parse.Step {
	if target == nil || len(target) > maxLambdas {
		return nil
	}
	steps := extend(target, parse.Step{Kind: parse.StepFuncResult})
	if isAsync(n) {
		steps = append(steps, parse.Step{Kind: parse.StepAwait})
	}
	return steps
}

func (r *reader) lambdaParameters(list parse.Node, g goal, target []parse.Step) {
	i := int16(0)
	for c := range list.Named {
		if c.Kind() != "parameter" {
			continue
		}
		if c.Field("type").IsZero() {
			r.lambdaParameter(c.Field("name"), i, g, target)
		} else {
			r.parameter(c)
		}
		i++
	}
}

// lambdaParameter declares a parameter without a written type: its type is that of
// the parameter of the delegate that the lambda is converted to (C# 12.19.2).
func (r *reader) lambdaParameter(name parse.Node, i int16, g goal, target []parse.Step) {
	l := parse.Local{Name: r.str(name), Kind: parse.LocalParam, Param: i}
	if g.arg != nil && !g.gives {
		l.Callee, l.Arg = g.arg.callee, g.arg.index
	} else if target != nil {
		l.Init = extend(target, parse.Step{Kind: parse.StepFuncParam, Args: i})
	}
	r.declare(name.Start(), l)
}
