package typescript

import "seedgraph/parse"

// Constructs that run members of a value.
const (
	opLoop      = "of" // for (const x of value), and [...value]
	opAsyncLoop = "await of"
	opText      = "${}" // a substitution in a template
	opAwait     = "await"
)

// implied records a construct that may run members of a value.
func (e *extractor) implied(op string, at uint32, value []parse.Step) {
	if n := len(value); n > 0 {
		e.f.AddImplicit(parse.Implicit{Op: op, Value: value[:n:n], At: at, Def: e.def})
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
