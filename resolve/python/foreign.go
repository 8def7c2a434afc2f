package python

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// addForeign adds one external name as a meaning of a reference. Objects count by the
// name of their class, which distinguishes several of them.
func (m *referents) addForeign(vals set) {
	for _, v := range vals {
		if v.kind != kindExternal && v.kind != kindMethod && v.kind != kindObject {
			continue
		}
		if m.foreign != "" && m.foreign != v.name {
			m.foreigns++
		}
		m.foreign = v.name
	}
}

// useForeign records the use of an external name, if the reference has only that one.
// Python has no `new`: the call of a class corresponds to a creation in other
// languages, and is recorded as one if it is known to be a class.
func (p *evaluator) useForeign(b *resolve.Binder, r *parse.Reference, from resolve.DefID,
	m *referents) {
	if m.foreigns > 0 || m.foreign == "" { // several, or no external name
		return
	}
	name, tier, ok := p.foreignName(m.foreign)
	if !ok {
		return
	}
	use := *r
	if e := p.entity(m.foreign); r.Kind == parse.RefCall && e != nil && e.typ != nil {
		use.Kind = parse.RefCreate
	}
	b.Foreign(&use, from, name, resolve.WeakerTier(m.tier, tier))
}

// foreignName splits a full name into the distributed or standard package, its
// modules and types, and the last name. The result of calling an unknown class is an
// object of it: requests.Session().get. Other calls have unknown results.
func (p *evaluator) foreignName(full string) (resolve.ForeignName, graph.Tier, bool) {
	tier := graph.Exact
	if !p.mayBe(full) {
		return resolve.ForeignName{}, tier, false
	}
	parts := strings.Split(full, ".")
	for i, part := range parts {
		called, ok := strings.CutSuffix(part, "()")
		if !ok {
			continue
		}
		// PEP 8: class names are capitalized. A call of anything else may return
		// anything.
		if called == "" || called[0] < 'A' || called[0] > 'Z' {
			return resolve.ForeignName{}, tier, false
		}
		parts[i], tier = called, graph.Unique
	}
	name := resolve.ForeignName{Package: parts[0]}
	if n := len(parts); n > 1 {
		name.Type, name.Member = strings.Join(parts[1:n-1], "."), parts[n-1]
	}
	return name, tier, true
}

// mayBe reports whether a full name may exist: a fully known module or class has no
// other members, and "builtins" also represents an unknown base class.
func (p *evaluator) mayBe(full string) bool {
	if p.entity(full) != nil {
		return true
	}
	i := lastDot(full)
	if i < 0 {
		return true
	}
	if full[:i] == "builtins" || strings.HasPrefix(full, "builtins.object.") {
		return false
	}
	e := p.entity(full[:i])
	return e == nil || e.typ == nil || e.typ.Flags&external.Partial != 0
}

// ForeignType names a base class. A base is any expression; only names and attributes
// are resolved, since the result of a call such as namedtuple(…) has no name.
func (r *rules) ForeignType(b *resolve.Binder, written parse.TypeRef, from resolve.DefID,
	at uint32, _ resolve.Type) (name resolve.ForeignName, isInterface, ok bool) {
	p := r.python(b)
	first, rest, dotted := strings.Cut(written.Name, ".")
	if first == "" {
		return name, false, false
	}
	refs := p.name(first, at, from)
	for dotted {
		first, rest, dotted = strings.Cut(rest, ".")
		var next []ref
		for _, v := range p.value(refs) {
			next = append(next, p.attr(v, first)...)
		}
		refs = next
	}
	// A conditionally chosen base (try: from a import B …) has no single name.
	vals := p.value(refs)
	if len(vals) != 1 || vals[0].kind != kindExternal {
		return name, false, false
	}
	name, _, ok = p.foreignName(vals[0].name)
	e := p.entity(vals[0].name)
	return name, e != nil && e.typ != nil && e.typ.Kind == external.Interface, ok
}

// foreignPackage returns the package of an imported module: its first part, which is
// a distributed package or one of the standard library.
func foreignPackage(module string) string {
	pkg, _, _ := strings.Cut(module, ".")
	return pkg
}
