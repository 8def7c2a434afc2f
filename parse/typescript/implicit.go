package typescript

import (
	"strings"

	"seedgraph/parse"
)

// Constructs that run members of a value.
const (
	opLoop       = "of" // for (const x of value), and [...value]
	opAsyncLoop  = "await of"
	opText       = "${}" // a substitution in a template
	opAwait      = "await"
	opPrimitive  = "+x"         // an operand of an operator of the language
	opInstance   = "instanceof" // the right side
	opJSON       = "json"       // JSON.stringify(value)
	opUsing      = "using"      // using value = …
	opAwaitUsing = "await using"
	opGet        = "get" // const { name } = value; the name is in Arg
)

// implied records a construct that may run members of a value.
func (e *extractor) implied(op string, at uint32, value []parse.Step) {
	if n := len(value); n > 0 {
		e.f.AddImplicit(parse.Implicit{Op: op, Value: value[:n:n], At: at, Def: e.def})
	}
}

// operand visits an operand of an operator, which converts it to a primitive value.
func (e *extractor) operand(n parse.Node) []parse.Step {
	chain := e.chain(n)
	e.implied(opPrimitive, n.Start(), chain)
	return chain
}

// value returns the chain of the value of a binding.
func (b binding) value() []parse.Step {
	switch {
	case !b.typ.IsZero():
		typ := b.typ
		return []parse.Step{{Kind: parse.StepType, Name: typ.Name, Type: &typ}}
	case b.iter && len(b.init) > 0:
		return append(b.init[:len(b.init):len(b.init)], parse.Step{Kind: parse.StepElement})
	}
	return b.init
}

// destructured records that a pattern iterates over a value, or reads one of its properties.
//
//	const [a, b] = lines      // lines[Symbol.iterator]
//	const { total } = order   // the getter of total
func (e *extractor) destructured(n parse.Node, b binding, property string) {
	value := b.value()
	if len(value) == 0 {
		return
	}
	switch value[0].Kind {
	case parse.StepOpaque, parse.StepMember, parse.StepIndex, parse.StepRest, parse.StepElement:
		return // a part of an unknown value
	}
	x := parse.Implicit{Op: opLoop, Value: value[:len(value):len(value)], At: n.Start(), Def: e.def}
	if property != "" {
		x.Op, x.Arg = opGet, []parse.Step{{Kind: parse.StepName, Name: property}}
	}
	e.f.Implicit = append(e.f.Implicit, x)
}

// disposed records that a variable of a using declaration is disposed of at the end of its block. In
// the text of the tree it is a const declaration.
//
//	using file = open()    await using session = connect()
func (e *extractor) disposed(declaration, variable parse.Node) {
	name := variable.Field("name")
	if !name.Is("identifier") || !strings.HasPrefix(e.text[declaration.Start():], opUsing) {
		return
	}
	op := opUsing
	if before := strings.TrimRight(e.text[:declaration.Start()], " \t"); strings.HasSuffix(before, "await") {
		op = opAwaitUsing
	}
	e.implied(op, variable.End(), []parse.Step{{Kind: parse.StepName, Name: name.Text()}})
}

// conversions are functions of the language that run members of their first argument.
var conversions = map[string]string{
	"String": opText, "Number": opPrimitive, "BigInt": opPrimitive, "JSON.stringify": opJSON,
	"Array.from": opLoop, "Object.fromEntries": opLoop, "new Set": opLoop, "new Map": opLoop,
	"new WeakSet": opLoop, "new WeakMap": opLoop,
}

// converts records a call of a function of the language that runs members of its argument.
func (e *extractor) converts(name string, callee parse.Node, call []parse.Step) {
	op := conversions[name]
	if op == "" || len(call) == 0 || call[len(call)-1].At == 0 {
		return
	}
	if vals := e.f.Groups[call[len(call)-1].At-1].Values; len(vals) > 0 {
		e.implied(op, callee.Start(), vals[0].Steps)
	}
}

// substitutions visits the substitutions of a template string.
func (e *extractor) substitutions(n parse.Node) {
	for c := range n.Children {
		if value := namedChild(c); c.Is("template_substitution") && !value.IsZero() {
			e.implied(opText, value.Start(), e.chain(value))
		} else {
			e.visit(c)
		}
	}
}
