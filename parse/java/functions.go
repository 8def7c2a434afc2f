package java

import "seedgraph/parse"

// lambda reads a lambda expression: its type is a function with one argument per
// parameter, zero if no type is written.
func (w *walk) lambda(n parse.Node) parse.Step {
	outer, returns := w.scope, w.returns
	w.blockEnd, w.sink, w.flow = n.End(), "", flow{patternEnd: n.End()}
	t := functionType(n.Start(), parse.FuncLambda|parse.FuncValue|parse.FuncVoid)
	params := n.Field("parameters")
	inferred := func(c parse.Node) {
		l := parse.Local{Kind: parse.LocalParam, Param: int16(len(t.Args))}
		if i := w.declare(c, l, n.Start(), n.End()); i >= 0 && !outer.target.IsZero() {
			w.Locals[i].Init = w.parameterOf(outer.target, len(t.Args))
		}
		t.Args = append(t.Args, parse.TypeRef{})
	}
	switch params.Kind() {
	case "identifier", "underscore_pattern":
		inferred(params)
	case "inferred_parameters":
		for c := range params.Named {
			if !isComment(c) {
				inferred(c)
			}
		}
	case "formal_parameters":
		for c := range params.Named {
			if !c.Is("formal_parameter", "spread_parameter") {
				continue
			}
			typ, i := w.parameter(c, parse.Range{Start: params.Start(), End: n.End()})
			if typ.IsZero() && i >= 0 && !outer.target.IsZero() {
				w.Locals[i].Init = w.parameterOf(outer.target, len(t.Args))
			}
			if i >= 0 {
				w.Locals[i].Param = int16(len(t.Args))
			}
			t.Args = append(t.Args, typ)
		}
	}
	w.target = parse.TypeRef{}
	w.inLambda, w.returns = true, nil
	body := n.Field("body")
	given := w.lambdaBody(body)
	switch {
	case body.Is("block") && len(w.returns) == 0 && completes(body):
		t.Func &^= parse.FuncValue
	case body.Is("block") && len(w.returns) > 0, !body.Is("block") && !isStatementExpression(body):
		t.Func &^= parse.FuncVoid
	}
	w.scope, w.returns = outer, returns
	w.given = given
	return functionStep(t)
}

// lambdaBody reads the body of a lambda and returns the steps of its return
// values.
func (w *walk) lambdaBody(body parse.Node) parse.Run {
	if !body.Is("block") {
		return w.expr(body)
	}
	w.statement(body)
	return w.choice(w.returns)
}

// isStatementExpression reports whether an expression may be a statement (JLS
// 14.8).
func isStatementExpression(n parse.Node) bool {
	switch n.Kind() {
	case "method_invocation", "object_creation_expression", "assignment_expression",
		"update_expression":
		return true
	}
	return false
}

// completes reports whether control may pass the end of statement n without a value
// (JLS 14.22, in short).
func completes(n parse.Node) bool {
	switch n.Kind() {
	case "block":
		last := lastNamed(n)
		return last.IsZero() || completes(last)
	case "throw_statement":
		return false
	case "if_statement":
		return n.Field("alternative").IsZero() || completes(n.Field("consequence")) ||
			completes(n.Field("alternative"))
	case "while_statement":
		return squeeze(n.Field("condition").Text()) != "(true)"
	case "try_statement":
		out := completes(n.Field("body"))
		for c := range n.Named {
			if c.Is("catch_clause") {
				out = out || completes(c.Field("body"))
			}
		}
		return out
	}
	return true
}

// parameterOf returns the type of parameter k of a value of a functional type t.
func (w *walk) parameterOf(t parse.TypeRef, k int) parse.Run {
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t},
		parse.Step{Kind: parse.StepFuncParam, Args: int16(k)})
	return parse.Run{Off: off, N: 2}
}

// methodReference reads X::name and X::new, and sets given to the steps of the
// result of a call.
func (w *walk) methodReference(n parse.Node) parse.Step {
	of := n.First()
	if !n.Child("new").IsZero() {
		return w.constructorReference(n, of)
	}
	name, target := lastNamed(n), w.target
	w.target = parse.TypeRef{}
	var recv parse.Run
	if of.Is("generic_type", "array_type", "scoped_type_identifier", "type_identifier",
		"integral_type", "floating_point_type", "boolean_type") {
		t := w.typeRef(of)
		recv = w.one(parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t})
	} else {
		recv = w.expr(of)
	}
	w.typeArguments(n)
	w.ref(parse.Reference{Kind: parse.RefMember, Name: name.Text(), Args: -1, At: name.Start(),
		Extra: targeted(target)}, recv)
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[recv.Off:recv.Off+recv.N]...)
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCall, Name: name.Text(), Args: -1,
		At: name.Start()})
	w.given = parse.Run{Off: off, N: recv.N + 1}
	return functionStep(functionType(name.Start(), parse.FuncReference))
}

// targeted returns the extra of a method reference: its target type.
func targeted(t parse.TypeRef) *parse.CallExtra {
	if t.IsZero() {
		return nil
	}
	return &parse.CallExtra{Target: t}
}

// constructorReference reads X::new; for an array type it is a function of the
// length.
func (w *walk) constructorReference(n, of parse.Node) parse.Step {
	var recv parse.Run
	var t parse.TypeRef
	at := of.Start()
	if of.Is("field_access") {
		recv = w.expr(of.Field("object"))
		at = of.Field("field").Start()
		t = parse.TypeRef{Name: squeeze(of.Text()), At: at}
		w.ref(parse.Reference{Kind: parse.RefType, Name: shortName(t.Name), Args: -1, At: at}, recv)
	} else {
		before := len(w.References)
		t = w.typeRef(of)
		for i := before; i < len(w.References); i++ {
			if x := &w.References[i]; x.Kind == parse.RefType && x.Name == shortName(t.Name) {
				at, recv = x.At, x.Recv
				break
			}
		}
	}
	if t.Form == parse.FormList {
		w.given = w.one(parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t})
		fn := functionType(n.Start(), parse.FuncLambda|parse.FuncValue)
		fn.Args = []parse.TypeRef{{Name: "int"}}
		return functionStep(fn)
	}
	if t.Name != "" {
		w.ref(parse.Reference{Kind: parse.RefCreate, Name: shortName(t.Name), Args: -1, At: at,
			Extra: targeted(w.target)}, recv)
	}
	w.given = w.one(parse.Step{Kind: parse.StepNew, Name: t.Name, Type: &t, Args: -1, At: at})
	return functionStep(functionType(at, parse.FuncReference))
}

// functionType returns the type of a function expression as an argument.
func functionType(at uint32, form parse.FuncForm) parse.TypeRef {
	return parse.TypeRef{Form: parse.FormFunc, At: at, Func: form}
}

func functionStep(t parse.TypeRef) parse.Step {
	return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
}
