package parse

// An Assignment sets a value that is no local behind its declaration, or there to what is seen to be
// no string.
//
//	Find = "SELECT id FROM archive"    // a variable of the package
//	Tables.changing = other()          // a static field
//	flag.StringVar(&table, "table")    // may set it
type Assignment struct {
	At uint32 // where the last name of what is set begins

	// Def is the definition that is set, where the front end knows it and what it sets has no
	// reference; 0: what the name at At means.
	Def int32

	// Value is what it is set to, without parentheses; empty where that is no expression of its
	// own, as in a, b = f(), or where it is added.
	Value Range
}

// Assign notes an assignment to what has its last name at name. The value is the zero Node where
// none is written.
func (f *Facts) Assign(name, value Node) {
	a := Assignment{At: name.Start()}
	if !value.IsZero() {
		a.Value = value.Range()
	}
	f.Assignments = append(f.Assignments, a)
}

// SetAgain notes that a local of definition def is set at a place behind its declaration, or may
// be through its address. It reports whether there is a local of that name.
func (d *Draft) SetAgain(name string, at uint32, def int32) bool {
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
