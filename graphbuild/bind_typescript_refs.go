package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// bindFile resolves the references of one file.
func (r *typescriptRules) bindFile(b *binder) {
	s := newTSScope(b, r.tree)
	for i := range b.f.References {
		ref := &b.f.References[i]
		from := b.f.def(ref.Def)
		s.spent, s.cut = 0, false
		ids, tier, why := s.resolve(ref, from)
		b.settle(ref, from, ids, tier, why)
		if why == resolved && len(ids) == 1 {
			s.named(ref, from)
		}
	}
	s.holders()
}

// holders repeats what the functions of an object literal refer to on behalf of
// the value that the literal is: const plugin = { hooks: { init() { … } } }. It
// is passed around and run as a whole.
func (s *tsScope) holders() {
	for _, x := range s.b.bindings {
		if h := s.holder(x.from); h != none && h != x.to {
			x.from = h
			s.b.bindings = append(s.b.bindings, x)
		}
	}
}

// holder is the variable, or the class of the field, whose object literal has d
// as a member; none where d is no such member.
func (s *tsScope) holder(d defID) defID {
	for {
		p := s.b.ix.defs[d].parent
		if p == none {
			return none
		}
		switch s.b.ix.def(p).Kind {
		case graph.KindConstant, graph.KindVariable:
			return p
		case graph.KindField:
			return s.b.ix.defs[p].parent
		case graph.KindProperty:
			d = p
		default:
			return none
		}
	}
}

// named adds what a reference names beside what it means: new T() names the
// class of the constructor, A.B the namespace or enum A.
func (s *tsScope) named(r *parse.Reference, from defID) {
	switch {
	case r.Kind == parse.RefCreate && r.Name != "super" && r.Name != "this" && r.Name != "new":
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
	case l != nil && r.Kind == parse.RefCall:
		if fn := s.function(s.localType(s.b.f, l)); fn.def != none {
			return []defID{fn.def}, worse(fn.tier, graph.Typed), resolved
		}
		return nil, 0, local
	case l != nil:
		return nil, 0, local
	case len(f.defs) > 0:
		ids := s.firstDeclaration(s.valuesFirst(f.defs))
		if fn := s.heldFunction(r, ids, unknown); fn.def != none {
			return []defID{fn.def}, worse(fn.tier, f.tier), resolved
		}
		return ids, s.callTier(r, ids, f.tier), resolved
	case f.external || f.isModule:
		return nil, 0, external
	}
	return nil, 0, unfound
}

// heldFunction is the function that a called variable, field or property is
// declared to be or set to: { run: typeof run }, const say = log.info.
func (s *tsScope) heldFunction(r *parse.Reference, ids []defID, owner typ) typ {
	if r.Kind != parse.RefCall || len(ids) != 1 {
		return unknown
	}
	switch s.b.ix.def(ids[0]).Kind {
	case graph.KindConstant, graph.KindVariable, graph.KindField, graph.KindProperty:
		return s.function(s.valueType(ids[0], owner))
	}
	return unknown
}

// function is t if it is one function or method, unknown otherwise.
func (s *tsScope) function(t typ) typ {
	t = s.resolvedAlias(t)
	if !t.static || t.def == none {
		return unknown
	}
	switch s.b.ix.def(t.def).Kind {
	case graph.KindFunction, graph.KindMethod:
		return t.withTier(graph.Exact)
	}
	return unknown
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
		if fn := s.heldFunction(r, ids, hits[0].owner); fn.def != none {
			return []defID{fn.def}, worse(fn.tier, t.tier), resolved
		}
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
	case r.Name == "this" && r.Recv != nil:
		t = s.this(from)
	case r.Name == "new" && r.Recv != nil:
		if t = s.resolvedAlias(s.eval(s.b.f, r.Recv, r.At, from)); !t.static {
			return unknown, untyped
		}
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
