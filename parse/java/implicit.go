package java

import "seedgraph/parse"

// Constructs that run members of a value.
const (
	opLoop  = "for"
	opClose = "try" // a resource
	opText  = "+"   // a string concatenation

	opRecord = "record" // a record pattern; the value is an object of its type
)

// implied records a construct that may run members of a value.
func (w *walk) implied(op string, at uint32, value parse.Run) {
	if value.N > 0 && !w.isOpaque(value) {
		w.Implicit = append(w.Implicit, parse.DraftImplicit{
			Implicit: parse.Implicit{Op: op, At: at, Def: w.def}, Value: value})
	}
}
