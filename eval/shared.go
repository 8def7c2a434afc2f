package eval

// CallersOf returns the callers in the files of a language family, without
// distinguishing methods by receiver. All users share one instance, because finding
// callers is expensive and each instance has its own maxSteps.
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
