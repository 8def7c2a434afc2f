package python

import (
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
)

// builtinCalls are the functions of the language that call special methods of their first
// argument.
var builtinCalls = words(`len str repr bool int float complex bytes hash iter next aiter anext abs round
	reversed format print list tuple set frozenset sorted sum min max any all enumerate divmod dict index ascii`)

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
			w.implied("in", n, right, nil)
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
	if vals := w.f.Groups[group-1].Values; len(vals) > 0 {
		w.implied(name, at, vals[0].Steps, nil)
	}
}
