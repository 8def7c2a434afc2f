package csharp

import "seedgraph/parse"

// Constructs that run members of a value, apart from operators, which have their own text
// as the name. The asynchronous ones begin with await.
const (
	opForeach     = "foreach"
	opUsing       = "using"
	opAwait       = "await"
	opIndex       = "[]"
	opHole        = "$" // $"{x}"
	opDeconstruct = "deconstruct"
	opConvert     = "convert" // to the type in Arg
	opCast        = "cast"
)

// implicitly records a construct that may run members of a value.
func (r *reader) implicitly(op string, at uint32, value, arg []parse.Step) {
	r.f.AddImplicit(parse.Implicit{Op: op, Value: value, Arg: arg, At: at, Def: r.def})
}

// converted records that a value is converted to a written type.
func (r *reader) converted(op string, n parse.Node, value []parse.Step, to parse.TypeRef) {
	if !to.IsZero() && parse.HasMembers(value) {
		r.implicitly(op, n.Start(), value, []parse.Step{{Kind: parse.StepType, Name: to.Name, Type: &to}})
	}
}

// isConvertible reports whether an expression may have a type that declares a conversion.
func isConvertible(n parse.Node) bool {
	return n.Is("identifier", "member_access_expression", "invocation_expression", "element_access_expression",
		"await_expression", "binary_expression")
}

// postfix reads x++, x-- and x!.
func (r *reader) postfix(n parse.Node, g goal) []parse.Step {
	op := operator(n)
	if op != "++" && op != "--" {
		return r.last(n, g)
	}
	steps := r.last(n, goal{steps: true})
	r.implicitly(op, n.Start(), steps, nil)
	if !g.steps {
		return nil
	}
	return steps
}

// disposed records the disposal of what a statement or a declaration holds: at its end the
// locals are disposed of, or the value of an expression.
//
//	using (var a = Open()) { }    using var b = Open();    await using (c) { }
func (r *reader) disposed(n parse.Node) {
	op, isUsing := opUsing, n.Kind() == "using_statement"
	for c := range n.Children {
		switch {
		case c.Kind() == "await":
			op = opAwait + " " + opUsing
		case c.Kind() == "using":
			isUsing = true
		case c.Kind() == "variable_declaration" && isUsing:
			for d := range c.Named {
				if name := declaratorName(d); d.Kind() == "variable_declarator" {
					r.implicitly(op, name.End(), []parse.Step{{Kind: parse.StepName, Name: r.str(name)}}, nil)
				}
			}
		}
	}
}
