package python

import (
	"slices"
	"strconv"
	"strings"

	"seedgraph/parse"
)

// Constructs that run special methods of a value, apart from operators, which have their
// own text as the name. A function of the language that does has its name: len.
const (
	opLoop      = "for"
	opAsyncLoop = "async for"
	opWith      = "with"
	opAsyncWith = "async with"
	opAwait     = "await"
	opTest      = "if" // a condition
	opItem      = "[]"
	opSetItem   = "[]="
	opDelItem   = "del []"
	opFormat    = "f" // f"{x}"; with the conversions !s and !r: str and repr

	opSetMember = ".="        // x.name = value; the name is in Arg
	opDelMember = "del ."     // del x.name
	opUpdate    = ".+="       // x.name += value, which also reads it
	opArgument  = "argument " // of a function of the library
	opKey       = "key"       // a key of a dictionary, or an element of a set
	opMapping   = "**x"       // f(**x)
	opSort      = "[] <"      // the elements of x are compared, by the function with the name before it
	opBetter    = " <>"       // an argument of max or min, the name before it, is compared with the one before
)

// keyMethods are the methods of containers of the language that compare their first argument
// with elements. As a construct they begin with a dot.
var keyMethods = words("add discard remove get pop setdefault index count")

// builtinCalls are the functions of the language that call special methods of their first
// argument.
var builtinCalls = words(`len str repr bool int float complex bytes hash iter next aiter anext abs round
	reversed format print list tuple set frozenset sorted sum min max any all enumerate divmod dict index ascii
	isinstance open`)

// libraryCalls are the names of functions of the library that call special methods of their
// arguments. As a construct they are opArgument and the number of the argument.
var libraryCalls = words(`copy deepcopy dumps dump fspath join exists floor ceil trunc heappush heapify`)

// words returns the set of the words in a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(text) {
		out[word] = true
	}
	return out
}

// implied records a construct that may run special methods of a value.
func (w *walker) implied(op string, at parse.Node, value, arg []parse.Step) {
	w.f.AddImplicit(parse.Implicit{Op: op, Value: value, Arg: arg, At: at.Start(), Def: w.def})
}

// impliedOfAll is implied for each of the possible values of an expression.
func (w *walker) impliedOfAll(op string, at parse.Node, vals []parse.Value) {
	for _, v := range vals {
		w.implied(op, at, v.Steps, nil)
	}
}

// condition reads an expression whose truth is tested.
func (w *walker) condition(n parse.Node) {
	steps := w.expr(n)
	if n.Is("identifier", "attribute", "call", "subscript", "await") {
		w.implied(opTest, n, steps, nil)
	}
}

// unary reads -x, +x and ~x.
func (w *walker) unary(n parse.Node) []parse.Step {
	op, value := n.Field("operator").Kind(), w.expr(n.Field("argument"))
	w.implied(op+"x", n, value, nil)
	return nil
}

// comparison reads a < b, a in b, and a < b < c.
func (w *walker) comparison(n parse.Node) []parse.Step {
	var left []parse.Step
	op := ""
	for c := range n.Children {
		if !c.IsNamed() {
			op = strings.TrimSpace(op + " " + c.Kind()) // not in, is not
			continue
		}
		if c.Kind() == "comment" {
			continue
		}
		right := w.expr(c)
		switch op {
		case "", "is", "is not":
		case "in", "not in":
			w.implied("in", n, right, left)
		default:
			w.implied(op, n, left, right)
		}
		left, op = right, ""
	}
	return typeSteps["comparison_operator"]
}

// interpolation reads an expression in an f-string.
func (w *walker) interpolation(n parse.Node) {
	op := opFormat
	switch n.Child("type_conversion").Text() {
	case "!s":
		op = "str"
	case "!r", "!a":
		op = "repr"
	}
	for c := range n.Named {
		switch {
		case c.Kind() == "format_specifier":
			w.children(c)
		case c.Kind() == "type_conversion" || c.Kind() == "comment":
		default:
			w.implied(op, c, w.expr(c), nil)
		}
	}
}

// builtinCall records a call of a function of the language that runs special methods of
// its first argument, the first value of the group.
func (w *walker) builtinCall(name string, at parse.Node, group uint32) {
	if group == 0 || !builtinCalls[name] || w.isLocal(name) {
		return
	}
	g := &w.f.Groups[group-1]
	if len(g.Values) == 0 {
		return
	}
	if name == "isinstance" {
		w.impliedOfAll(name, at, g.Values[1:])
		return
	}
	isChoice := name == "min" || name == "max"
	compares := (name == "sorted" || isChoice) && !slices.Contains(g.Names, "key")
	count := len(g.Values)
	if i := slices.IndexFunc(g.Names, func(name string) bool { return name != "" }); i >= 0 {
		count = i
	}
	if isChoice && count > 1 {
		for i := 1; i < count && compares; i++ {
			w.implied(name+opBetter, at, g.Values[i].Steps, g.Values[i-1].Steps)
		}
		return
	}
	w.implied(name, at, g.Values[0].Steps, nil)
	if compares {
		w.implied(name+opSort, at, g.Values[0].Steps, nil)
	}
}

// libraryCall records the arguments of a call of what may be a function of the library.
func (w *walker) libraryCall(name string, at parse.Node, group uint32) {
	if group == 0 || !libraryCalls[name] {
		return
	}
	for i, v := range w.f.Groups[group-1].Values {
		w.implied(opArgument+strconv.Itoa(i), at, v.Steps, nil)
	}
}

// methodCall records a call of a method that, as one of a container or of a string of the
// language, runs special methods of its arguments.
//
//	prices[order]  prices.get(order)  orders.sort()  "{}".format(order)
func (w *walker) methodCall(object, name parse.Node, recv []parse.Step, group uint32) {
	text := name.Text()
	if text == "sort" && (group == 0 || !slices.Contains(w.f.Groups[group-1].Names, "key")) {
		w.implied(opSort, name, recv, nil)
	}
	if group == 0 {
		return
	}
	vals := w.f.Groups[group-1].Values
	switch {
	case text == "format" && object.Is("string", "concatenated_string"):
		w.impliedOfAll(opFormat, name, vals)
	case keyMethods[text] && len(vals) > 0:
		w.implied("."+text, name, recv, vals[0].Steps)
	}
}

// member records that a statement sets, updates or deletes the attribute at the end of a chain.
func (w *walker) member(op string, attribute parse.Node, chain []parse.Step) {
	if last := len(chain) - 1; last > 0 && chain[last].Kind == parse.StepMember {
		w.implied(op, attribute.Field("attribute"), chain[:last:last], named(chain[last].Name))
	}
}

// named returns a name as an operand.
func named(name string) []parse.Step { return []parse.Step{{Kind: parse.StepName, Name: name}} }

// namedMember reads getattr(x, "name"), which refers to the member.
func (w *walker) namedMember(function string, args parse.Node, group uint32) {
	if function != "getattr" || group == 0 || w.isLocal(function) {
		return
	}
	recv := w.f.Groups[group-1].Values[0].Steps
	if list := items(args); len(list) > 1 && list[1].Is("string") && parse.HasMembers(recv) {
		w.refer(parse.Reference{Kind: parse.RefMember, Name: list[1].Child("string_content").Text(),
			Recv: recv, Args: -1, At: list[1].Start()}, false)
	}
}

// deleted reads the targets of a del statement.
func (w *walker) deleted(n parse.Node) {
	switch n.Kind() {
	case "expression_list", "tuple", "list", "parenthesized_expression":
		for c := range n.Named {
			w.deleted(c)
		}
	case "attribute":
		w.member(opDelMember, n, w.expr(n))
	default:
		w.stmt(n, n.Start())
	}
}

// interpolated records the operands of a format string.
//
//	"%s of %s" % (order, total)
func (w *walker) interpolated(left, operands parse.Node, right []parse.Step) {
	if !left.Is("string", "concatenated_string") {
		return
	}
	if n := len(right); n == 1 && right[0].Kind == parse.StepArray && right[0].Name == "tuple" {
		w.impliedOfAll("str", operands, w.f.Groups[right[0].At-1].Values)
		return
	}
	w.implied("str", operands, right, nil)
}
