package python

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// addForeign notes one name outside the tree that a reference may mean. Objects count
// with the name of their class, so that several of them are told apart by that.
func (m *meaning) addForeign(vals set) {
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

// useForeign notes the use of a name outside the tree, if the reference means one alone.
// Python has no `new`: the call of a class is what other languages write as a creation,
// and is recorded as one where the class is known to be one.
func (p *evaluator) useForeign(b *resolve.Binder, r *parse.Reference, from resolve.DefID,
	m *meaning) {
	if m.foreigns > 0 || m.foreign == "" { // several, or none
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
	b.Foreign(&use, from, name, resolve.Worse(m.tier, tier))
}

// foreignName splits a full name into the package that one installs or that comes with
// Python, its modules and types, and the last name. What a class that nothing is known of
// makes is an object of it: requests.Session().get. Of other calls nothing is known.
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
		// PEP 8: classes begin with a capital. A call of anything else may return anything.
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

// mayBe reports whether there may be something of a full name: a module or class of which
// all members are known has no others, and "builtins" stands for an unknown base class too.
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
// are followed, for what a call such as namedtuple(…) returns has no name of its own.
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
	// A base that a test chooses (try: from a import B …) has no name of its own.
	vals := p.value(refs)
	if len(vals) != 1 || vals[0].kind != kindExternal {
		return name, false, false
	}
	name, _, ok = p.foreignName(vals[0].name)
	e := p.entity(vals[0].name)
	return name, e != nil && e.typ != nil && e.typ.Kind == external.Interface, ok
}

// foreignPackage is the package of an imported module: its first part, which is what one
// installs or what comes with Python.
func foreignPackage(module string) string {
	pkg, _, _ := strings.Cut(module, ".")
	return pkg
}
