package parse

// An Implicit is a construct that may run members of a value without naming them: an
// operator, a loop over the value, a block that it closes. Which members run depends on
// the type of the value, so the resolver decides. It is not a reference: most values have
// a type of the language, whose members are no code.
//
//	a + b                  // Op "+", Value a, Arg b
//	for x in orders: …     // Op "for", Value orders
type Implicit struct {
	Op    string // of the language, as its front end names it
	Value []Step
	Arg   []Step // of an operator with two operands the right one, of a member that is set its name; may be nil
	At    uint32 // of the construct
	Def   int32  // the definition that contains it
}

// AddImplicit records a construct, unless nothing is known of its value or that has a
// type of the language.
func (f *Facts) AddImplicit(x Implicit) {
	if HasMembers(x.Value) || HasMembers(x.Arg) {
		f.Implicit = append(f.Implicit, x)
	}
}

// HasMembers reports whether the value of an expression may have members that a tree
// declares: it is known, and no literal.
func HasMembers(steps []Step) bool {
	return len(steps) > 0 && steps[0].Kind != StepOpaque && (len(steps) > 1 || steps[0].Kind != StepType)
}
