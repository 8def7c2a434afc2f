package python

import (
	"seedgraph/resolve"
)

// narrowed is a declared type, as far as what the name was set to does not tell
// that it is a subclass.
//
//	x: Animal = Dog()
//	x.bark()    # a Dog, until it is assigned again
func (p *evaluator) narrowed(declared, set set) set {
	if set.isPartial() || len(declared) != 1 || declared[0].kind != kindInstance {
		return declared
	}
	for _, v := range set {
		// One value that tells no more than the declaration is enough to keep that.
		if v.kind != kindInstance || v.def == declared[0].def || !p.isSubclass(v, declared[0].def) {
			return declared
		}
	}
	return set
}

// guard is what a tested name stands for where the test has succeeded, or, with
// Not, failed. In a loop, what the name was before the test may be what the same
// test left of it on the way around: that adds nothing.
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

// guarded is guard without its memory. Of what the name meant before, the alternatives
// that pass the test remain. If none does, the test tells more than what was known, and
// the name is of the tested type (typing specification, "Type narrowing").
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
		// What is left when the test failed: a part that is unknown may be left as well, and
		// where all is known nothing may.
		u.unknown = before.isPartial()
		u.nothing = !u.unknown
		return u.done()
	}
	if s := u.done(); len(s) > 0 {
		return s
	}
	return tested
}

// unguarded lists what a tested name meant before the test.
//
//	while node is not None:
//	    node = node.next    # node before the test is what the loop left of it
func (p *evaluator) unguarded(r *ref) []ref {
	refs, outwards := p.boundToAny(r.flow, r.value.Prev, 0)
	if outwards {
		refs = append(refs, p.outerRefs(r)...)
	}
	return refs
}

// outerRefs lists what a tested name means outside of the scope of the test: a global that
// a function tests, or a member of an object, which the object's class tells.
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
