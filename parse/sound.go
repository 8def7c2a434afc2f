package parse

// IsSound reports whether the indices of definitions in the facts are in range and the ranges of definitions
// are in the text, as those of every front end are. Facts that were stored are checked before they are used.
func (f *Facts) IsSound() bool {
	n := int32(len(f.Definitions))
	in := func(i int32) bool { return 0 <= i && i < n }
	if n == 0 || f.around != nil && len(f.around) != len(f.Definitions) {
		return false
	}
	for i, outer := range f.around {
		if outer < 0 || int(outer) >= max(i, 1) {
			return false
		}
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Parent < -1 || int(d.Parent) >= i || d.Parent < 0 && i > 0 || !f.holds(d.Range) || !f.holds(d.Body) {
			return false
		}
	}
	for i := range f.Declarations {
		if !in(f.Declarations[i].Parent) {
			return false
		}
	}
	for i := range f.References {
		if !in(f.References[i].Def) {
			return false
		}
	}
	for i := range f.Implicit {
		if !in(f.Implicit[i].Def) {
			return false
		}
	}
	for i := range f.Locals {
		if !in(f.Locals[i].Def) {
			return false
		}
	}
	for i := range f.Guards {
		if !in(f.Guards[i].Def) {
			return false
		}
	}
	for i := range f.Sites {
		if !in(f.Sites[i].Def) {
			return false
		}
	}
	return f.isSoundInside(in)
}

// isSoundInside is IsSound for the lists that few files have.
func (f *Facts) isSoundInside(in func(int32) bool) bool {
	for i := range f.Changes {
		if !in(f.Changes[i].In) {
			return false
		}
	}
	for i := range f.Imports {
		if !in(f.Imports[i].Def) {
			return false
		}
	}
	for i := range f.Embedded {
		if !in(f.Embedded[i].Def) || !f.holds(f.Embedded[i].Range) {
			return false
		}
	}
	for i := range f.Assignments {
		if !in(f.Assignments[i].Def) || !f.holds(f.Assignments[i].Value) {
			return false
		}
	}
	for i := range f.LiveBindings {
		if !in(f.LiveBindings[i].Def) {
			return false
		}
	}
	for _, r := range f.Inactive {
		if !f.holds(r) {
			return false
		}
	}
	return true
}

// holds reports whether a range is in the text.
func (f *Facts) holds(r Range) bool { return r.Start <= r.End && int64(r.End) <= int64(len(f.Text)) }
