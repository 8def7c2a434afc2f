package r

import (
	"seedgraph/parse"
)

// pipe reads x |> f(y) and x %>% f: x is the first argument of the call on the
// right.
func (w *walker) pipe(n parse.Node, op string) []parse.Step {
	left, right := n.Field("lhs"), unwrapped(n.Field("rhs"))
	switch {
	case op == "%$%": // with(left, right)
		w.expr(left)
		return w.mask(right)
	case right.Is("call"):
		steps := w.call(right, left)
		if op == "%T>%" {
			return w.quiet(left)
		}
		return steps
	case op == "|>" || !right.Is("identifier", "namespace_operator", "extract_operator"):
		w.expr(left) // x %>% { . + 1 }
		return w.expr(right)
	}
	given := w.argument(argument{value: left})
	return w.invoke(right, nil, [][]parse.Step{given})
}

// call reads a call; piped is its first argument from a pipe, if any.
func (w *walker) call(n, piped parse.Node) []parse.Step {
	name := calleeName(n)
	if steps, ok := w.special(name, n, piped); ok {
		return steps
	}
	args := arguments(n)
	if !piped.IsZero() && !hasPlaceholder(args) {
		args = append([]argument{{value: piped}}, args...)
	} else if !piped.IsZero() {
		w.expr(piped)
	}
	given := w.given(name, args, !piped.IsZero())
	w.stringFunction(name, args)
	steps := w.invoke(n.Field("function"), args, given)
	if transparent[name] && len(given) > 0 {
		return given[0]
	}
	if class := w.classAttribute(name, args); class != nil {
		return class
	}
	return steps
}

// hasPlaceholder reports whether an argument marks the position of the piped
// value: f(x, data = _), f(x, .).
func hasPlaceholder(args []argument) bool {
	for _, a := range args {
		if a.value.Is("identifier") && (a.value.Text() == "_" || a.value.Text() == ".") {
			return true
		}
	}
	return false
}

// given reads the arguments of a call, and returns their chains.
func (w *walker) given(name string, args []argument, piped bool) [][]parse.Step {
	out := make([][]parse.Step, len(args))
	sink := w.sink
	w.sink = name
	own, masks := ownBlocks[name], masking[name]
	t, takes := takers[name]
	function := pick(args, t.at, t.names...)
	for i, a := range args {
		switch {
		case a.value.IsZero():
		case quoting[name]:
			w.mask(a.value)
		case takes && a.value == function && a.value.Is("identifier"):
			out[i] = w.nameStep(a.value)
		case masks && (i > 0 || piped && i > 0):
			w.masked++
			out[i] = w.argument(a)
			w.masked--
		case own && a.value.Is("braced_expression", "call"):
			out[i] = w.block(a.value)
		default:
			out[i] = w.argument(a)
		}
	}
	w.sink = sink
	return out
}

// argument reads an argument. The meaning of a plain name depends on the callee.
func (w *walker) argument(a argument) []parse.Step {
	if a.value.Is("identifier") {
		if w.masked > 0 && !w.isLocal(identifier(a.value)) {
			return nil
		}
		return w.nameStep(a.value)
	}
	if a.value.Is("binary_operator") { // f(x <- 1)
		return w.statement(a.value, a.value.Start())
	}
	return w.expr(a.value)
}

// invoke emits the call of f, and returns its result.
func (w *walker) invoke(f parse.Node, args []argument, given [][]parse.Step) []parse.Step {
	r := parse.Reference{Kind: parse.RefCall, Args: int16(min(len(given), 1000))}
	switch f = unwrapped(f); f.Kind() {
	case "identifier", "string":
		r.Name, r.At = identifier(f), nameAt(f)
		if w.isDelegate(r.Name) {
			r.Recv = thisSteps
		}
	case "namespace_operator":
		r.Recv, r.Name, r.At = w.packageStep(f), identifier(f.Field("rhs")), nameAt(f.Field("rhs"))
	case "extract_operator":
		r.Recv, r.Name, r.At = opaqueIf(w.expr(f.Field("lhs"))), identifier(f.Field("rhs")),
			nameAt(f.Field("rhs"))
	default:
		return w.applied(f, r.Args)
	}
	if r.Name == "" {
		return nil
	}
	r.SetArgs(nil, kept(given))
	if r.Extra != nil {
		for i, a := range args {
			if a.name != "" {
				if r.Extra.ArgNames == nil {
					r.Extra.ArgNames = make([]string, len(given))
				}
				r.Extra.ArgNames[i] = a.name
			}
		}
	}
	w.refer(r)
	return w.chain(r.Recv, parse.Step{Kind: parse.StepCall, Name: r.Name, Args: r.Args, At: r.At})
}

// isDelegate reports whether a plain name refers to a method of the enclosing
// reference class, as in a plain call there.
func (w *walker) isDelegate(name string) bool {
	return w.class != nil && w.class.maker == "setRefClass" && !w.isLocal(name) && w.class.methods[name]
}

// applied reads the call of an expression: f(1)(2), (\(x) x)(1), get("f")(1). The
// value of the expression is called under the name "()".
func (w *walker) applied(f parse.Node, args int16) []parse.Step {
	steps := w.expr(f)
	n := len(steps)
	switch {
	case n == 0 || steps[n-1].Kind == parse.StepType:
		return nil
	case n == 1 && steps[0].Kind == parse.StepName:
		w.refer(parse.Reference{Kind: parse.RefCall, Name: steps[0].Name, Args: args, At: steps[0].At})
		return nil
	}
	w.refer(parse.Reference{Kind: parse.RefCall, Name: "()", Recv: steps, Args: args, At: f.End()})
	return nil
}

// kept returns the chains of arguments, or nil if they cannot matter.
func kept(given [][]parse.Step) [][]parse.Step {
	for _, g := range given {
		if len(g) > 0 {
			return given
		}
	}
	return nil
}

// stringFunction emits the call of a function that is passed to a taker as a
// string.
//
//	do.call("line", list(1, 2))
func (w *walker) stringFunction(name string, args []argument) {
	t, ok := takers[name]
	if !ok {
		return
	}
	f := pick(args, t.at, t.names...)
	if s, ok := literal(f); ok && s != "" {
		w.refer(parse.Reference{Kind: parse.RefCall, Name: s, Args: -1, At: nameAt(f), Dynamic: true})
	} else if f.Is("call") && name == "do.call" {
		w.openName(f)
	}
}

// openName records a call by a name computed at run time.
//
//	do.call(paste0("fmt_", kind), list(x))
func (w *walker) openName(f parse.Node) {
	switch calleeName(f) {
	case "paste0", "paste", "sprintf", "glue", "str_c":
		p := texts.Parts(f)
		w.refer(parse.Reference{Kind: parse.RefCall, Name: p.Text(), Args: -1, At: f.Start(),
			Dynamic: true, Recv: opaqueSteps})
	}
}

// classAttribute returns the value of a call that sets the class of its return
// value, and records the class.
//
//	structure(list(r = r), class = c("circle", "shape"))
func (w *walker) classAttribute(name string, args []argument) []parse.Step {
	var class parse.Node
	for _, a := range args {
		if a.name == "class" || a.name == ".Class" && name == "structure" {
			class = a.value
		}
	}
	if class.IsZero() || name == "inherits" || name == "setClass" || w.masked > 0 {
		return nil
	}
	names := words(class)
	if len(names) == 0 {
		return nil
	}
	if name == "structure" || name == "new_vctr" || name == "new_rcrd" || len(names) > 0 && isMaker(name) {
		return w.created(names, class)
	}
	return nil
}

// isMaker reports whether a function creates a value of the class named by its
// argument class.
func isMaker(name string) bool {
	return len(name) > 4 && name[:4] == "new_"
}

// created records the creation of a value of an S3 class, and returns it.
func (w *walker) created(names []string, at parse.Node) []parse.Step {
	steps := ofClass(names...)
	w.refer(parse.Reference{Kind: parse.RefCreate, Name: names[0], Recv: steps, Args: -1, At: at.Start()})
	return steps
}

// setClass reads an assignment of the class of a variable, which has that class
// from then on.
//
//	class(x) <- c("circle", class(x))
func (w *walker) setClass(n parse.Node, value []parse.Step, end uint32) {
	if !n.Is("call") {
		return
	}
	switch calleeName(n) {
	case "class", "oldClass":
	case "attr":
		if s, _ := literal(argumentAt(n, 1)); s != "class" {
			return
		}
	default:
		return
	}
	stmt := n.Parent()
	_, given := assignment(stmt)
	names := words(given)
	if len(names) == 0 {
		return
	}
	steps := w.created(names, given)
	if object := argumentAt(n, 0); object.Is("identifier") {
		w.local(identifier(object), end, steps, parse.LocalVar, given.Start())
	}
}
