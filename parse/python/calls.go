package python

import (
	"seedgraph/parse"
)

// call reads a call. super(), type(self) and cast(T, x) are what they stand for.
func (w *walker) call(n parse.Node) []parse.Step {
	function, args := n.Field("function"), n.Field("arguments")
	w.runs(n.Start())
	switch function.Kind() {
	case "identifier":
		return w.plainCall(function, args)
	case "attribute":
		recv, name := w.expr(function.Field("object")), function.Field("attribute")
		if recv == nil {
			recv = opaqueSteps
		}
		count := countArguments(args)
		w.refer(parse.Reference{Kind: parse.RefCall, Name: name.Text(), Recv: recv, Args: count,
			At: name.Start()}, false)
		typ := w.arguments(args, name.Text())
		if name.Text() == "cast" && count == 2 && !typ.IsZero() {
			return w.cut(parse.Step{Kind: parse.StepType, Name: typ.Name, Type: &typ})
		}
		return w.extend(recv, parse.Step{Kind: parse.StepCall, Name: name.Text(), Args: count})
	}
	made := w.expr(function)
	w.arguments(args, "")
	if function.Kind() == "call" && len(made) == 1 && made[0].Kind == parse.StepThis {
		return made // type(self)(…)
	}
	if made == nil {
		return nil
	}
	return w.extend(made, parse.Step{Kind: parse.StepCall, Args: countArguments(args)})
}

func (w *walker) plainCall(function, args parse.Node) []parse.Step {
	name, count := function.Text(), countArguments(args)
	if name == "super" {
		w.arguments(args, name)
		return w.super(items(args))
	}
	w.refer(parse.Reference{Kind: parse.RefCall, Name: name, Args: count, At: function.Start()},
		false)
	if wrap := elementCalls[name]; wrap != 0 && count > 0 && !w.scope.isLocal(name) &&
		!w.defined[name] {
		return w.elementCall(args, name, wrap)
	}
	typ := w.arguments(args, name)
	switch first := items(args); {
	case name == "cast" && count == 2 && !typ.IsZero():
		return w.cut(parse.Step{Kind: parse.StepType, Name: typ.Name, Type: &typ})
	case name == "type" && count == 1 && first[0].Kind() == "identifier" &&
		w.scope.method(first[0].Text()) != nil:
		return selfSteps
	case w.scope.method(name) != nil:
		return w.fork(selfSteps, parse.Step{Kind: parse.StepCall, Args: count}) // cls(…)
	}
	return w.cut(parse.Step{Kind: parse.StepCall, Name: name, Args: count})
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

// elementCalls are the built-in functions whose result depends on the elements
// of their first argument, with the step that stands for it.
var elementCalls = map[string]parse.StepKind{
	"list": parse.StepListOf, "tuple": parse.StepListOf, "set": parse.StepListOf,
	"frozenset": parse.StepListOf, "sorted": parse.StepListOf, "reversed": parse.StepListOf,
	"iter": parse.StepListOf, "deque": parse.StepListOf, "filter": parse.StepListOf,
	"enumerate": parse.StepNumbered,
	"next":      parse.StepElement, "min": parse.StepElement, "max": parse.StepElement,
}

// elementCall reads the arguments of a call of such a function.
func (w *walker) elementCall(args parse.Node, name string, wrap parse.StepKind) []parse.Step {
	if args.Kind() == "generator_expression" {
		return w.wrapped(w.expr(args), parse.Step{Kind: wrap})
	}
	outer := w.sink
	w.sink = name
	defer func() { w.sink = outer }()
	var chain []parse.Step
	at := 0
	if name == "filter" {
		at = 1
	}
	for i, c := range items(args) {
		if got := w.expr(c); i == at && c.Kind() != "keyword_argument" && c.Kind() != "list_splat" {
			chain = got
		}
	}
	return w.wrapped(chain, parse.Step{Kind: wrap})
}

// wrapped goes on from a chain with a step that makes a collection of it, or takes an
// element. Of what is unknown only the collection remains.
func (w *walker) wrapped(chain []parse.Step, step parse.Step) []parse.Step {
	if chain == nil {
		switch step.Kind {
		case parse.StepElement:
			return nil
		case parse.StepInDict:
			return typeSteps["dictionary"]
		case parse.StepInList, parse.StepListOf:
			return typeSteps["list"]
		}
		return typeSteps["tuple"]
	}
	return w.extend(chain, step)
}

func countArguments(args parse.Node) int16 {
	if args.Kind() == "generator_expression" {
		return 1
	}
	return int16(min(len(items(args)), 1000))
}

// arguments reads the arguments of a call. Of a cast it returns the type.
func (w *walker) arguments(args parse.Node, sink string) parse.TypeRef {
	outer := w.sink
	w.sink = sink
	var typ parse.TypeRef
	if args.Kind() == "generator_expression" {
		w.expr(args)
	} else {
		first := true
		for c := range args.Named {
			if first && sink == "cast" && c.Is("string", "identifier", "attribute", "subscript",
				"binary_operator") {
				typ = w.annotation(c)
			} else {
				w.stmt(c, c.Start())
			}
			first = false
		}
	}
	w.sink = outer
	return typ
}
