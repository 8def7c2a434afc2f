package python

import (
	"seedgraph/resolve"
)

// narrowed returns a declared type, or the assigned values if they are known to be of
// subclasses.
//
//	x: Animal = Dog()
//	x.bark()    # a Dog, until it is assigned again
func (p *evaluator) narrowed(declared, set set) set {
	if set.isPartial() || len(declared) != 1 || declared[0].kind != kindInstance {
		return declared
	}
	for _, v := range set {
		// One value that is not more specific than the declaration suffices to keep
		// that.
		if v.kind != kindInstance || v.def == declared[0].def || !p.isSubclass(v, declared[0].def) {
			return declared
		}
	}
	return set
}

// guard returns the value of a tested name after the test has succeeded, or, with
// Not, failed. In a loop, the value before the test may be the result of the same
// test in the previous iteration: that adds nothing.
//
//	if not isinstance(x, Order): return
//	x.ship()    # an Order
func (p *evaluator) guard(r *ref) set {
	keep := r.self == nil && p.isPlain()
	return p.memo(key{binding: r.value, within: !keep}, keep, func() set {
		if !p.enter() {
			return nil
		}
		defer p.budget.Leave()
		return p.guarded(r)
	})
}

// guarded is guard without memoization. The alternatives before the test that pass it
// remain. If no alternative passes, the test is more informative than the known alternatives, and
// the name has the tested type (typing specification, "Type narrowing").
func (p *evaluator) guarded(r *ref) set {
	b := r.value
	owner := r.file.ID(r.flow.Def)
	before := p.bounded(p.value(p.unguarded(r)))
	tested := p.typeRef(b.Type, b.Type.At, p.scopeFor(r.file, b.Type.At, owner))
	is := func(v val) bool {
		for _, t := range tested {
			if t.kind != v.kind {
				continue
			}
			if t.def != resolve.None && p.isSubclass(v, t.def) ||
				t.def == resolve.None && t.name == v.name {
				return true
			}
		}
		return false
	}
	var u union
	for _, v := range before {
		if v.kind != kindUnknown && v.kind != kindNothing && is(v) != b.Not {
			u.add(set{v})
		}
	}
	if b.Not {
		// The rest when the test failed: an unknown part may remain, and if all
		// alternatives are known, possibly nothing does.
		u.unknown = before.isPartial()
		u.nothing = !u.unknown
		return u.done()
	}
	if s := u.done(); len(s) > 0 {
		return s
	}
	return tested
}

// unguarded lists the meanings of a tested name before the test.
//
//	while node is not None:
//	    node = node.next    # before the test, node has its value at the end of the loop
func (p *evaluator) unguarded(r *ref) []ref {
	refs, outwards := p.boundToAny(r.flow, r.value.Prev, 0)
	if outwards {
		refs = append(refs, p.outerRefs(r)...)
	}
	return refs
}

// outerRefs lists the meanings of a tested name outside the scope of the test: a
// global that a function tests, or a member of an object, which the object's class
// defines.
func (p *evaluator) outerRefs(r *ref) []ref {
	name := r.flow.Name
	i := lastDot(name)
	if i < 0 {
		e := p.table.Def(r.file.ID(r.flow.Def))
		if e.Outer == resolve.None {
			refs, _ := p.starred(r.file, name, 0, anywhere, true, 0)
			return refs
		}
		return p.name(name, e.NameAt, e.Outer)
	}
	from := r.file.ID(r.flow.Def)
	at := r.value.Type.At
	var s set
	if name[:i] == "this" {
		s = p.this(from)
	} else {
		s = p.dotted(name[:i], at, from)
	}
	var refs []ref
	for _, v := range s {
		refs = append(refs, p.attr(v, name[i+1:])...)
	}
	return refs
}
