package eval

// CallersOf returns the callers in the files of a family of languages, of which methods are
// not told apart by objects. All who ask have the same ones, which take long to find, each
// with the whole of maxSteps.
func (t *Tree) CallersOf(family string) *Callers {
	if t.callers == nil {
		t.callers = map[string]*Callers{}
	}
	if t.callers[family] == nil {
		t.callers[family] = NewCallers(t, family)
	}
	t.callers[family].steps = 0
	return t.callers[family]
}
