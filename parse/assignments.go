package parse

// An Assignment sets something other than a local after its declaration, or
// initializes it with a value that is evidently not a string.
//
//	Find = "SELECT id FROM archive"    // a package variable
//	Tables.changing = other()          // a static field
//	flag.StringVar(&table, "table")    // may set it
type Assignment struct {
	At uint32 // where the last name of the assigned expression begins

	// Def is the assigned definition, if the front end knows it and the assigned name
	// has no reference; 0: the referent of the name at At.
	Def int32

	// Value is the assigned expression, without parentheses; empty if there is no
	// single expression, as in a, b = f(), or if the assignment appends.
	Value Range
}

// Assign records an assignment to the expression whose last name is name. The
// value is the zero Node if not written.
func (f *Facts) Assign(name, value Node) {
	a := Assignment{At: name.Start()}
	if !value.IsZero() {
		a.Value = value.Range()
	}
	f.Assignments = append(f.Assignments, a)
}

// MarkReassigned records that a local of definition def is reassigned at a position
// after its declaration, or may be through its address. It reports whether there
// is a local of that name.
func (d *Draft) MarkReassigned(name string, at uint32, def int32) bool {
	for i := len(d.Locals) - 1; i >= 0; i-- {
		if l := &d.Locals[i]; l.Name == name && l.Scope.Contains(at) {
			l.Again = true
			return true
		} else if l.Def != def {
			return false
		}
	}
	return false
}
