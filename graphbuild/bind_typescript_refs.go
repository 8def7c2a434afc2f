package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// bindFile resolves the references of one file.
func (typescriptRules) bindFile(b *binder) {
	s := newTSScope(b)
	for i := range b.f.References {
		ref := &b.f.References[i]
		from := b.f.def(ref.Def)
		ids, tier, why := s.resolve(ref, from)
		b.settle(ref, from, ids, tier, why)
		if why == resolved && len(ids) == 1 {
			s.named(ref, from)
		}
	}
}

// named adds what a reference names beside what it means: new T() names the
// class of the constructor, A.B the namespace or enum A.
func (s *tsScope) named(r *parse.Reference, from defID) {
	switch {
	case r.Kind == parse.RefCreate && r.Name != "super" && r.Name != "this":
		if class, _ := s.createdClass(r, from); class.def != none {
			s.b.bindings = append(s.b.bindings, binding{from: from, to: class.def, kind: graph.References, tier: graph.Exact, at: r.At})
		}
	case r.Kind == parse.RefType && len(r.Recv) > 0:
		f, l := s.name(s.b.f, r.Recv[0].Name, r.At, from, tsTypes)
		if l == nil && len(f.defs) > 0 {
			s.b.bindings = append(s.b.bindings, binding{from: from, to: f.defs[0], kind: graph.References, tier: graph.Exact, at: r.At})
		}
	}
}

// resolve finds what a reference means.
func (s *tsScope) resolve(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	switch {
	case r.Kind == parse.RefType:
		return s.typeRef(r, from)
	case r.Kind == parse.RefCreate:
		return s.createRef(r, from)
	case r.Recv == nil:
		return s.plainRef(r, from)
	}
	return s.memberRef(r, s.eval(s.b.f, r.Recv, r.At, from))
}

// typeRef finds what a written type name means.
func (s *tsScope) typeRef(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	name := r.Name
	for i := len(r.Recv) - 1; i >= 0; i-- {
		name = r.Recv[i].Name + "." + name
	}
	if r.Recv == nil {
		if _, ok := s.typeParam(name, from); ok {
			return nil, 0, local
		}
	}
	ids, outside, isLocal := s.typeDefs(s.b.f, name, from, r.At)
	switch {
	case isLocal:
		return nil, 0, local
	case len(ids) > 0:
		return s.firstDeclaration(ids), graph.Exact, resolved
	case outside:
		return nil, 0, external
	}
	return nil, 0, unfound
}

// firstDeclaration keeps one declaration of each thing: those of one name in
// one module are one.
func (s *tsScope) firstDeclaration(ids []defID) []defID {
	var out []defID
	for _, id := range ids {
		id = s.b.ix.canon[id]
		same := false
		for _, o := range out {
			a, b := s.b.ix.def(o), s.b.ix.def(id)
			same = same || o == id || a.Symbol == b.Symbol && a.module == b.module
		}
		if !same {
			out = append(out, id)
		}
	}
	return out
}

// plainRef finds what a plain name, used or called, means.
func (s *tsScope) plainRef(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	f, l := s.name(s.b.f, r.Name, r.At, from, tsValues)
	switch {
	case l != nil:
		return nil, 0, local
	case len(f.defs) > 0:
		ids := s.firstDeclaration(s.valuesFirst(f.defs))
		return ids, s.callTier(r, ids, f.tier), resolved
	case f.external || f.isModule:
		return nil, 0, external
	}
	return nil, 0, unfound
}

// callTier is the tier of a call. What is called through a variable of a
// written type is an implementation of that type.
func (s *tsScope) callTier(r *parse.Reference, ids []defID, tier graph.Tier) graph.Tier {
	if r.Kind == parse.RefCall && len(ids) == 1 && annotated(s.b.ix.def(ids[0])) {
		tier = worse(tier, graph.Hierarchy)
	}
	return worse(tier, graph.Exact)
}

// annotated reports whether a function is held by a variable or field with a
// written type: const f: Handler = () => …
func annotated(d *defn) bool {
	if d.Kind != graph.KindFunction && d.Kind != graph.KindMethod {
		return false
	}
	text := d.file.Text
	for i := int(d.NameAt) + len(d.Name); i < len(text); i++ {
		switch text[i] {
		case ' ', '\t', '\n', '\r', '!', '?':
		default:
			return text[i] == ':'
		}
	}
	return false
}

// valuesFirst drops namespaces where a class or function has their name.
func (s *tsScope) valuesFirst(ids []defID) []defID {
	if rest := s.b.ix.filter(ids, func(d *defn) bool { return d.Kind != graph.KindNamespace }); len(rest) > 0 {
		return rest
	}
	return ids
}

// memberRef finds what a member of a value of type t means.
func (s *tsScope) memberRef(r *parse.Reference, t typ) ([]defID, graph.Tier, outcome) {
	if !t.known() {
		return nil, 0, untyped
	}
	hits, outside := s.hits(t, r.Name)
	var ids []defID
	for _, h := range hits {
		ids = append(ids, h.id)
	}
	ids = s.firstDeclaration(ids)
	switch {
	case len(ids) > 0:
		return ids, s.callTier(r, ids, t.tier), resolved
	case outside:
		return nil, 0, external
	}
	return nil, 0, unfound
}

// createRef finds the constructor that new T() or super() calls, own or
// inherited; the class where none is declared.
func (s *tsScope) createRef(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	t, why := s.createdClass(r, from)
	if why != resolved {
		return nil, 0, why
	}
	tier := worse(t.tier, graph.Exact)
	if c := s.constructorOf(t, 0); c != none {
		return []defID{c}, tier, resolved
	}
	if r.Name == "super" {
		return nil, 0, external // a constructor that nobody wrote
	}
	return []defID{t.def}, tier, resolved
}

// createdClass is the class that a creation names.
func (s *tsScope) createdClass(r *parse.Reference, from defID) (typ, outcome) {
	t := unknown
	switch {
	case len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepBase:
		t = s.super(from)
	case r.Name == "this":
		t = s.this(from)
	case r.Recv == nil:
		f, l := s.name(s.b.f, r.Name, r.At, from, tsValues)
		switch {
		case l != nil:
			return unknown, local
		case len(f.defs) > 0:
			t = s.valueOfAny(f.defs)
		case f.external:
			return unknown, external
		}
	default:
		t = s.memberType(s.eval(s.b.f, r.Recv, r.At, from), r.Name)
	}
	switch {
	case t.def != none && s.b.ix.def(t.def).Kind == graph.KindClass:
		return t, resolved
	case t.external:
		return unknown, external
	}
	return unknown, untyped
}

// constructorOf finds the constructor of a class: its own, else that of its
// base.
func (s *tsScope) constructorOf(t typ, depth int) defID {
	if t.def == none || depth > 16 {
		return none
	}
	d := s.b.ix.def(t.def)
	for _, id := range s.b.ix.own(t.def, d.Name) {
		if s.b.ix.def(id).Kind == graph.KindConstructor {
			return id
		}
	}
	for _, base := range s.basesOf(t) {
		if base.def != none && s.b.ix.def(base.def).Kind == graph.KindClass {
			return s.constructorOf(base, depth+1)
		}
	}
	return none
}
