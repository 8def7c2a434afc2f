package python

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A kind is the kind of value of an expression.
type kind uint8

const (
	kindInstance kind = iota + 1 // an object of class def
	kindClass                    // class def itself
	kindFunction                 // function def, bound to self if it was accessed through an object
	kindModule                   // the module at path name
	kindSuper                    // super() in class def; self is the object
	// an object of the external class name; args are its type arguments
	kindObject
	kindTuple    // a tuple of the elements args
	kindCallable // a callable that returns args[0], and whose parameters are the other args
	kindMethod   // the member with the full name, of the object self
	kindExternal // any other external symbol, by its full name
	// the type variable name: of the tree if it has a definition, otherwise of the
	// external declaration being resolved
	kindTypeVar
	// None, or a value being evaluated: it adds nothing to others
	kindNothing
	kindUnknown // among other values: an unknown alternative
	kindWrapped // the function that a decorator is applied to
	kindResult  // the result of that function
	kindAwaited // the result, awaited
	kindElement // an element of the result
)

// A val is one possible value of an expression.
type val struct {
	kind kind
	def  resolve.DefID
	name string
	args []set // of a container, by position
	self *val
	tier graph.Tier
}

// A set is all possible values of an expression. It is empty if nothing is known; if
// some alternatives are unknown, it contains a value of kind unknown.
type set []val

// withTier returns s with no value of a better tier than t. It copies s only to
// change it: sets are shared by all users.
func (s set) withTier(t graph.Tier) set {
	surer := func(v val) bool { return resolve.WeakerTier(v.tier, t) != max(v.tier, graph.Exact) }
	if !slices.ContainsFunc(s, surer) {
		return s
	}
	out := make(set, len(s))
	for i, v := range s {
		v.tier = resolve.WeakerTier(v.tier, t)
		out[i] = v
	}
	return out
}

// is reports whether s is one value of a kind.
func (s set) is(k kind) bool { return len(s) == 1 && s[0].kind == k }

// isPartial reports whether s may have unknown alternatives. The unknown part is the
// last one, see [union.done].
func (s set) isPartial() bool { return len(s) == 0 || s[len(s)-1].kind == kindUnknown }

// A union merges the alternatives of an expression.
type union struct {
	set     set
	nothing bool
	unknown bool
}

// add merges an alternative. An unknown one makes the union partial.
//
//	list[A] merged with list[B]    # one list of both
func (u *union) add(t set) {
	if len(t) == 0 {
		u.unknown = true
	}
next:
	for _, v := range t {
		switch v.kind {
		case kindUnknown:
			u.unknown = true
			continue
		case kindNothing:
			u.nothing = true
			continue
		}
		for i, o := range u.set {
			same := o.kind == v.kind && o.def == v.def && o.name == v.name
			if same && (len(o.args) == 0) == (len(v.args) == 0) {
				// A list with known and a list with unknown elements stay two
				// alternatives.
				u.set = append(set(nil), u.set...)
				u.set[i].args = mergeArgs(o.args, v.args)
				u.set[i].tier = resolve.WeakerTier(o.tier, v.tier)
				continue next
			}
		}
		if len(u.set) < 2*maxAlternatives {
			u.set = append(u.set[:len(u.set):len(u.set)], v)
		} else {
			u.unknown = true
		}
	}
}

// done returns the union. None counts only if it is the only alternative: a member
// access uses one of the others, or the program fails.
func (u *union) done() set {
	switch {
	case len(u.set) > 0 && u.unknown:
		return append(u.set[:len(u.set):len(u.set)], val{kind: kindUnknown, def: resolve.None})
	case len(u.set) == 0 && u.nothing && !u.unknown:
		return nothing
	}
	return u.set
}

// mergeArgs merges the known elements of two tuples, or type arguments of two objects
// of a class.
func mergeArgs(a, b []set) []set {
	if len(a) == 0 {
		return b
	}
	out := make([]set, max(len(a), len(b)))
	for i := range out {
		var u union
		for _, list := range [][]set{a, b} {
			if i < len(list) {
				u.add(list[i])
			}
		}
		out[i] = u.done()
	}
	return out
}

// nothing is the value None, or one being evaluated.
var nothing = set{{kind: kindNothing, def: resolve.None}}

// maxAlternatives bounds the alternatives of one expression.
const maxAlternatives = 4
