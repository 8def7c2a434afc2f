package python

import (
	"slices"

	"seedgraph/parse"
)

// call reads a call, and sets the expected types of its lambda arguments.
//
//	sorted(orders, key=lambda o: o.price())    # o is the parameter that sorted passes to its key function
func (w *walker) call(n parse.Node) []parse.Step {
	outer := w.waiting
	w.waiting = nil
	chain := w.callChain(n)
	if last := len(chain) - 1; last >= 0 && chain[last].Kind == parse.StepCall && chain[last].At > 0 {
		for _, x := range w.waiting {
			w.expect(x, chain, n.Start())
		}
	}
	w.waiting = outer
	return chain
}

// expect sets the types of the parameters of a lambda to those that a call expects
// of the argument.
func (w *walker) expect(x lambdaArg, call []parse.Step, at uint32) {
	for k := range x.count {
		l := &w.f.Locals[x.first+k]
		if l.Init == nil && l.Type.IsZero() {
			l.Init, l.At = append(slices.Clip(call),
				parse.Step{Kind: parse.StepExpected, Args: int16(x.arg)},
				parse.Step{Kind: parse.StepFuncParam, Args: int16(k)}), at
		}
	}
}

// callChain reads a call. super(), type(self) and cast(T, x) are replaced by their
// meaning.
func (w *walker) callChain(n parse.Node) []parse.Step {
	function, args := n.Field("function"), n.Field("arguments")
	w.runs(n.Start())
	switch function.Kind() {
	case "identifier":
		return w.plainCall(function, args)
	case "attribute":
		w.embedTemplate(n)
		w.growList(function.Field("object"), function.Field("attribute").Text(), args)
		recv, name := w.expr(function.Field("object")), function.Field("attribute")
		if recv == nil {
			recv = opaqueSteps
		}
		step := parse.Step{Kind: parse.StepCall, Name: name.Text(), Args: countArguments(args)}
		w.refer(parse.Reference{Kind: parse.RefCall, Name: step.Name, Recv: recv, Args: step.Args,
			At: name.Start()}, false)
		var typ parse.TypeRef
		step.At, typ = w.arguments(args, step.Name)
		w.methodCall(function.Field("object"), name, recv, step.At)
		w.libraryCall(step.Name, name, step.At)
		if step.Name == "cast" && step.Args == 2 && !typ.IsZero() {
			return w.cut(parse.Step{Kind: parse.StepType, Name: typ.Name, Type: &typ})
		}
		return w.extend(recv, step)
	}
	made := w.expr(function)
	group, _ := w.arguments(args, "")
	if function.Kind() == "call" && len(made) == 1 && made[0].Kind == parse.StepThis {
		return made // type(self)(…)
	}
	if made == nil {
		return nil
	}
	return w.extend(made, parse.Step{Kind: parse.StepCall, Args: countArguments(args), At: group})
}

func (w *walker) plainCall(function, args parse.Node) []parse.Step {
	name, count := function.Text(), countArguments(args)
	if name == "super" {
		w.arguments(args, name)
		return w.super(items(args))
	}
	w.refer(parse.Reference{Kind: parse.RefCall, Name: name, Args: count, At: function.Start()},
		false)
	group, typ := w.arguments(args, name)
	w.builtinCall(name, function, group)
	w.libraryCall(name, function, group)
	w.namedMember(name, args, group)
	switch first := items(args); {
	case name == "cast" && count == 2 && !typ.IsZero():
		return w.cut(parse.Step{Kind: parse.StepType, Name: typ.Name, Type: &typ})
	case name == "type" && count == 1 && first[0].Kind() == "identifier" &&
		w.scope.method(first[0].Text()) != nil:
		return selfSteps
	case w.scope.method(name) != nil:
		// cls(…)
		return w.fork(selfSteps, parse.Step{Kind: parse.StepCall, Args: count, At: group})
	}
	return w.cut(parse.Step{Kind: parse.StepCall, Name: name, Args: count, At: group})
}

// super reads super() and super(C, self), whose step has the name C.
func (w *walker) super(args []parse.Node) []parse.Step {
	switch {
	case len(args) == 0:
		return baseSteps
	case len(args) == 2 && isDotted(args[0]) && args[1].Kind() == "identifier" &&
		w.scope.method(args[1].Text()) != nil:
		return w.cut(parse.Step{Kind: parse.StepBase, Name: dotted(args[0])})
	}
	return opaqueSteps
}

func countArguments(args parse.Node) int16 {
	if args.Kind() == "generator_expression" {
		return 1
	}
	return int16(min(len(items(args)), 1000))
}

// arguments reads the arguments of a call. It returns their group, 0 if all of
// them are unknown, and the type of a cast.
func (w *walker) arguments(args parse.Node, sink string) (uint32, parse.TypeRef) {
	outer := w.sink
	w.sink = sink
	defer func() { w.sink = outer }()
	if args.Kind() == "generator_expression" {
		v := w.argument(args)
		return w.group(parse.Group{Values: []parse.Value{v}}), parse.TypeRef{}
	}
	var typ parse.TypeRef
	var g parse.Group
	known := false
	for c := range args.Named {
		switch {
		case c.Kind() == "comment":
			continue
		case sink == "cast" && len(g.Values) == 0 && c.Is("string", "identifier", "attribute",
			"subscript", "binary_operator"):
			typ = w.annotation(c)
			g.Values = append(g.Values, parse.Value{At: c.Start()})
			continue
		case c.Kind() == "keyword_argument":
			if g.Names == nil {
				g.Names = make([]string, len(g.Values), len(g.Values)+4)
			}
			g.Names = append(g.Names, c.Field("name").Text())
		case g.Names != nil:
			g.Names = append(g.Names, "")
		}
		if c.Is("lambda") || c.Is("keyword_argument") && c.Field("value").Is("lambda") {
			w.lambdaArg, known = len(g.Values)+1, true
		}
		v := w.argument(c)
		known = known || v.Steps != nil
		g.Values = append(g.Values, v)
	}
	if !known {
		return 0, typ
	}
	return w.group(g), typ
}
