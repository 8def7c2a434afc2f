package resolve

import (
	"slices"
	"sort"

	"seedgraph/parse"
)

// chainReach bounds how many preceding references are searched for the one that names a
// member's receiver, and maxInits how many locals are followed to their initializers.
const (
	chainReach = 250
	maxInits   = 8
)

// beyond reports whether a member of unknown receiver type belongs to an external symbol:
// its chain begins at an external name, or at a local initialized with such a chain. Type
// arguments may bring a type of the tree back into a chain, so chains with type arguments
// remain undecided.
func (b *Binder) beyond(r *parse.Reference, from DefID) bool {
	chain := r.Recv
	for range maxInits {
		switch {
		case len(chain) == 0 || hasTypeArgs(chain):
			return false
		case b.outside(chain, r.At):
			return true
		case chain[0].Kind != parse.StepName:
			return false
		}
		local := b.LocalOf(chain[0].Name, r.At, from)
		if local == nil || !local.Type.IsZero() {
			return false
		}
		chain = local.Init
	}
	return false
}

// outside reports whether the last name of a chain before the position at was resolved to
// an external symbol.
func (b *Binder) outside(chain []parse.Step, at uint32) bool {
	last := len(chain) - 1
	for last >= 0 && !named(chain[last].Kind) {
		last--
	}
	if last < 0 {
		return false
	}
	refs := b.File.References
	end := sort.Search(len(refs), func(i int) bool { return refs[i].At >= at })
	for i := end - 1; i >= max(0, end-chainReach); i-- {
		if refs[i].Name == chain[last].Name && sameNames(refs[i].Recv, chain[:last]) {
			_, found := slices.BinarySearch(b.beyondAt, refs[i].At)
			return found
		}
	}
	return false
}

// sameNames reports whether two chains have the same names.
func sameNames(a, b []parse.Step) bool {
	return slices.EqualFunc(a, b, func(x, y parse.Step) bool { return x.Name == y.Name })
}

// named reports whether a step is a name with its own reference.
func named(k parse.StepKind) bool {
	switch k {
	case parse.StepName, parse.StepMember, parse.StepCall, parse.StepNew:
		return true
	}
	return false
}

// hasTypeArgs reports whether a chain has explicit type arguments.
func hasTypeArgs(chain []parse.Step) bool {
	return slices.ContainsFunc(chain, func(s parse.Step) bool {
		return s.Kind != parse.StepLambda && s.Type != nil && len(s.Type.Args) > 0
	})
}
