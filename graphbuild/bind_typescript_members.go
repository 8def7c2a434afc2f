package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A tsHit is a member found, and the type that declares it.
type tsHit struct {
	id    defID
	owner typ
}

// hits finds the members of t with a name. outside reports that a part of t
// lies outside the tree and may have such a member.
func (s *tsScope) hits(t typ, name string) (out []tsHit, outside bool) {
	return s.find(t, t, name, map[defID]bool{}, 0)
}

// find is hits for a type that is a part of the receiver self.
func (s *tsScope) find(t, self typ, name string, seen map[defID]bool, depth int) ([]tsHit, bool) {
	if depth > 16 || s.exhausted() {
		return nil, true
	}
	switch t = s.atBound(t); {
	case t.isModule:
		return s.exportedHits(t.module, name)
	case t.owner != none:
		if b := s.boundOf(t); b.known() {
			return s.find(b, self, name, seen, depth+1)
		}
		return nil, true
	case t.def != none:
		return s.findIn(t, self, name, seen, depth)
	case t.form == "|":
		return s.findInAll(t.args, name, depth)
	case t.form == "&":
		return s.findInFirst(t.args, self, name, seen, depth)
	}
	return nil, true
}

func (s *tsScope) exportedHits(module, name string) ([]tsHit, bool) {
	f := s.tree.inModule(module, name)
	var out []tsHit
	for _, id := range s.inSpace(f.defs, tsValues) {
		out = append(out, tsHit{id, unknown})
	}
	return out, f.external
}

// atBound settles a type that waits for a type parameter by what that must
// extend.
func (s *tsScope) atBound(t typ) typ {
	if t.def == none && t.owner == none && len(t.args) == 1 && (t.form == "ReturnType" || strings.HasPrefix(t.form, "lookup ")) {
		of := s.atBound(t.args[0])
		if of.owner != none {
			of = s.boundOf(of)
		}
		if !of.known() {
			return unknown
		}
		t.args = []typ{of}
		return s.settled(t)
	}
	return t
}

// boundOf is what a type parameter must extend.
func (s *tsScope) boundOf(t typ) typ {
	ref, ok := s.tree.bounds[tsParam{t.owner, t.form}]
	if !ok || s.depth >= deepest {
		return unknown
	}
	d := s.b.ix.def(t.owner)
	return s.typeOf(d.file, ref, t.owner, d.NameAt)
}

// findIn finds a member in a definition and what it is based on.
func (s *tsScope) findIn(t, self typ, name string, seen map[defID]bool, depth int) ([]tsHit, bool) {
	if seen[t.def] {
		return nil, false
	}
	seen[t.def] = true
	d := s.b.ix.def(t.def)
	if own := s.own(d, name, t.static); len(own) > 0 {
		out := make([]tsHit, len(own))
		for i, id := range own {
			out[i] = tsHit{id, t}
		}
		return out, false
	}
	if t.static && d.Kind != graph.KindClass {
		return nil, d.Kind != graph.KindEnum && d.Kind != graph.KindNamespace
	}
	if d.Kind == graph.KindTypeAlias {
		target := s.expanded(t)
		if !target.known() {
			return nil, d.Type.Name != "{}"
		}
		return s.find(target, self, name, seen, depth+1)
	}
	outside := false
	for _, base := range s.basesOf(t) {
		base.static = t.static
		out, o := s.find(base, self, name, seen, depth+1)
		if len(out) > 0 {
			return out, false
		}
		outside = outside || o
	}
	return nil, outside
}

// own lists the members of a definition; of a class those of the instance or of
// the class itself.
func (s *tsScope) own(d *defn, name string, static bool) []defID {
	var out []defID
	for _, part := range s.parts(d) {
		for _, id := range s.b.ix.own(part, name) {
			m := s.b.ix.def(id)
			if m.Kind == graph.KindConstructor || !static && d.Kind == graph.KindEnum {
				continue
			}
			if d.Kind == graph.KindClass && s.b.ix.def(m.parent).Kind == graph.KindClass && hasModifier(m, "static") != static {
				continue
			}
			out = append(out, id)
		}
	}
	return s.b.declarations(out)
}

// parts lists a definition and what merges with it as a value: a namespace of
// the same name.
func (s *tsScope) parts(d *defn) []defID {
	out := []defID{d.id}
	if d.parent == none || d.Kind != graph.KindClass && d.Kind != graph.KindFunction && d.Kind != graph.KindEnum && d.Kind != graph.KindNamespace {
		return out
	}
	for _, id := range s.b.ix.own(d.parent, d.Name) {
		if id != d.id && s.b.ix.def(id).Kind == graph.KindNamespace {
			out = append(out, id)
		}
	}
	return out
}

// expanded is what a type alias stands for.
func (s *tsScope) expanded(t typ) typ {
	d := s.b.ix.def(t.def)
	if d.Type.IsZero() || s.depth >= deepest {
		return unknown
	}
	return s.b.subst(s.declared(t.def), t).withTier(t.tier)
}

// basesOf lists what a class or interface is based on, declarations merged.
func (s *tsScope) basesOf(t typ) []typ {
	d := s.b.ix.def(t.def)
	var out []typ
	for _, part := range s.declarationsOf(d) {
		p := s.b.ix.def(part)
		for i, ref := range p.Bases {
			if p.Kind == graph.KindClass && i < len(p.BaseKind) && p.BaseKind[i] {
				continue // what a class implements gives it no members
			}
			out = append(out, s.bound(s.typeOf(p.file, ref, p.id, p.NameAt), t))
		}
	}
	return out
}

// declarationsOf lists the declarations that merge with d.
func (s *tsScope) declarationsOf(d *defn) []defID {
	if d.parent == none {
		return []defID{d.id}
	}
	if d.module == tsGlobal { // declared in several files
		return s.b.ix.filter(s.b.ix.byName[nameKey{"typescript", d.Name}], func(o *defn) bool { return s.b.ix.canon[o.id] == s.b.ix.canon[d.id] })
	}
	return s.b.ix.filter(s.b.ix.own(d.parent, d.Name), func(o *defn) bool { return s.b.ix.canon[o.id] == s.b.ix.canon[d.id] })
}

// findInAll finds a member in the alternatives of a union.
func (s *tsScope) findInAll(all []typ, name string, depth int) ([]tsHit, bool) {
	var out []tsHit
	outside := false
	for _, a := range all {
		hits, o := s.find(a, a, name, map[defID]bool{}, depth+1)
		outside = outside || o && len(hits) == 0
	next:
		for _, h := range hits {
			for _, have := range out {
				if have.id == h.id {
					continue next
				}
			}
			out = append(out, h)
		}
	}
	return out, outside
}

// findInFirst finds a member in the first part of an intersection that has it.
func (s *tsScope) findInFirst(all []typ, self typ, name string, seen map[defID]bool, depth int) ([]tsHit, bool) {
	outside := false
	for _, a := range all {
		if !a.known() {
			outside = true
			continue
		}
		hits, o := s.find(a, self, name, seen, depth+1)
		if len(hits) > 0 {
			return hits, false
		}
		outside = outside || o
	}
	return nil, outside
}

// memberType is the type of a member of t.
func (s *tsScope) memberType(t typ, name string) typ {
	if s.exhausted() {
		return unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	if t.isModule {
		if f := s.tree.inModule(t.module, name); f.isModule && len(f.defs) == 0 {
			return typ{def: none, owner: none, module: f.module, isModule: true, tier: worse(t.tier, f.tier)}
		}
	}
	hits, outside := s.hits(t, name)
	var all []typ
	for _, h := range hits {
		all = append(all, s.memberOf(h, t))
	}
	if u := s.union(all); u.known() {
		return u.withTier(t.tier)
	}
	if len(hits) > 0 {
		return unknown
	}
	if m := s.mapValue(t, 0); m.known() {
		return m.withTier(t.tier)
	}
	if isPlatform(t) {
		return typ{def: none, owner: none, form: "method " + name, args: []typ{t}, tier: t.tier}
	}
	if outside && t.external {
		return typ{def: none, owner: none, external: true, form: name}
	}
	return unknown
}

// memberOf is the type of a member that was found on receiver t.
func (s *tsScope) memberOf(h tsHit, t typ) typ {
	owner := h.owner
	out := s.valueType(h.id, owner)
	if owner.def != none {
		if out.static && len(out.args) == 1 { // a method: it returns `this` of the receiver
			return typ{def: out.def, owner: none, static: true, args: []typ{owner, t}}
		}
		out = s.withThis(out, t)
	}
	return out
}

// mapValue is the type of any member of { [k: K]: V }.
func (s *tsScope) mapValue(t typ, depth int) typ {
	switch {
	case depth > 4:
	case t.form == "map" && len(t.args) == 2:
		return t.args[1]
	case t.form == "|" || t.form == "&":
		for _, a := range t.args {
			if m := s.mapValue(a, depth+1); m.known() {
				return m
			}
		}
	case t.def != none && !t.static && !s.b.ix.def(t.def).Type.IsZero():
		return s.mapValue(s.expanded(t), depth+1)
	case t.def != none && !t.static && s.b.ix.def(t.def).Kind == graph.KindInterface:
		for _, base := range s.basesOf(t) {
			if m := s.mapValue(base, depth+1); m.known() {
				return m
			}
		}
	case t.owner != none:
		return s.mapValue(s.boundOf(t), depth+1)
	}
	return unknown
}

// resolvedAlias follows aliases and bounds to a type that is neither.
func (s *tsScope) resolvedAlias(t typ) typ {
	for range 8 {
		switch t = s.atBound(t); {
		case t.owner != none:
			t = s.boundOf(t)
		case t.def != none && !t.static && s.standsFor(s.b.ix.def(t.def)):
			t = s.expanded(t)
		default:
			return t
		}
	}
	return unknown
}

// standsFor reports whether a definition is another type under its name: an
// alias, or an interface of a function.
func (s *tsScope) standsFor(d *defn) bool {
	return d.Kind == graph.KindTypeAlias && d.Type.Name != "{}" || d.Kind == graph.KindInterface && d.Type.Name == "func"
}

// called is what calling a value of type fn gives. recv is what it was taken
// from, st the call as written in file f.
func (s *tsScope) called(f *file, fn, recv typ, st *parse.Step, at uint32, from defID) typ {
	fn = s.resolvedAlias(fn)
	switch {
	case fn.static && fn.def != none:
		d := s.b.ix.def(fn.def)
		if d.Kind != graph.KindFunction && d.Kind != graph.KindMethod {
			return unknown
		}
		t := s.declared(fn.def)
		if len(st.Written().Args) > 0 {
			own := typ{def: s.b.ix.canon[fn.def], owner: none, args: s.typesOf(f, st.Written().Args, from, at)}
			t = s.b.subst(t, own)
		}
		if len(fn.args) > 0 {
			t = s.bound(t, fn.args[0])
			t = s.withThis(t, fn.args[len(fn.args)-1])
		}
		return t.withTier(worse(fn.tier, graph.Typed))
	case fn.form == "func" && len(fn.args) > 0:
		return fn.args[len(fn.args)-1].withTier(worse(fn.tier, graph.Typed))
	case len(fn.form) > 7 && fn.form[:7] == "method ":
		return s.platformCall(fn.args[0], fn.form[7:]).withTier(graph.Typed)
	case fn.form == "|":
		var all []typ
		for _, a := range fn.args {
			all = append(all, s.called(f, a, recv, st, at, from))
		}
		return s.union(all)
	case fn.external:
		return typ{def: none, owner: none, external: true, form: "call"}
	}
	return unknown
}

// awaited is what awaiting t gives.
func (s *tsScope) awaited(t typ) typ {
	t = s.resolvedAliasOr(t)
	switch {
	case t.form == "Promise" && len(t.args) > 0:
		return s.awaited(t.args[0].withTier(t.tier))
	case t.form == "|" || t.form == "()":
		out := t
		out.args = make([]typ, len(t.args))
		for i, a := range t.args {
			out.args[i] = s.awaited(a)
		}
		if t.form == "|" {
			return s.union(out.args).withTier(t.tier)
		}
		return out
	case t.form == "[]" && len(t.args) == 1:
		t.args = []typ{s.awaited(t.args[0])}
	}
	return t
}

// resolvedAliasOr follows an alias where it leads to a promise or union, and
// returns t itself elsewhere.
func (s *tsScope) resolvedAliasOr(t typ) typ {
	if t.def != none && !t.static && s.b.ix.def(t.def).Kind == graph.KindTypeAlias {
		if r := s.resolvedAlias(t); r.form == "Promise" || r.form == "|" {
			return r
		}
	}
	return t
}

// callbackParam is parameter i of the callback that is argument arg of a call
// of fn on recv.
func (s *tsScope) callbackParam(f *file, fn, recv typ, st *parse.Step, arg, i int, from defID) typ {
	if recv.isModule && st.Name == "then" && !fn.known() {
		return recv // import('./m').then(m => …)
	}
	fn = s.resolvedAlias(fn)
	switch {
	case fn.static && fn.def != none:
		d := s.b.ix.def(fn.def)
		if arg >= len(d.Params) {
			return unknown
		}
		p := s.typeOf(d.file, d.Params[arg].Type, fn.def, d.NameAt)
		if len(fn.args) > 0 {
			p = s.withThis(s.bound(p, fn.args[0]), fn.args[len(fn.args)-1])
		}
		p = s.b.subst(p, s.instantiated(f, d, st, from))
		return s.funcParam(p, i).withTier(graph.Typed)
	case fn.form == "func" && arg < len(fn.args)-1:
		return s.funcParam(fn.args[arg], i).withTier(graph.Typed)
	case len(fn.form) > 7 && fn.form[:7] == "method ":
		return s.platformCallback(fn.args[0], fn.form[7:], arg, i).withTier(graph.Typed)
	}
	return unknown
}

// instantiated is a function with its type arguments: as written at the call,
// or as what the call is declared to give tells.
func (s *tsScope) instantiated(f *file, d *defn, st *parse.Step, from defID) typ {
	out := typ{def: s.b.ix.canon[d.id], owner: none}
	if len(st.Written().Args) > 0 {
		out.args = s.typesOf(f, st.Written().Args, from, st.Written().At)
		return out
	}
	if from == none || len(d.TypeParams) == 0 {
		return out
	}
	want := s.b.ix.def(from)
	if want.Type.IsZero() || d.Type.IsZero() || want.Kind != graph.KindConstant && want.Kind != graph.KindVariable {
		return out
	}
	args := make([]typ, len(d.TypeParams))
	for i := range args {
		args[i] = typ{def: none, owner: out.def, param: i, form: d.TypeParams[i]}
	}
	out.args = args
	s.unify(s.declared(d.id), s.declared(from), out, 0)
	for i, a := range out.args {
		if ref, ok := s.tree.presets[tsParam{out.def, d.TypeParams[i]}]; ok && a.owner == out.def {
			out.args[i] = s.b.subst(s.typeOf(d.file, ref, d.id, d.NameAt), out)
		}
	}
	return out
}

// unify finds the type arguments of fn that make its type p the type t.
func (s *tsScope) unify(p, t, fn typ, depth int) {
	switch {
	case depth > 8:
	case p.owner == fn.def && p.owner != none:
		if p.param < len(fn.args) && fn.args[p.param].owner == fn.def {
			fn.args[p.param] = t
		}
	case p.def == t.def && p.form == t.form:
		for i := 0; i < len(p.args) && i < len(t.args); i++ {
			s.unify(p.args[i], t.args[i], fn, depth+1)
		}
	}
}

// funcParam is parameter i of a function type.
func (s *tsScope) funcParam(t typ, i int) typ {
	t = s.resolvedAlias(t)
	if t.form == "|" || t.form == "&" {
		for _, a := range t.args {
			if p := s.funcParam(a, i); p.known() {
				return p
			}
		}
	}
	if t.form == "func" && i < len(t.args)-1 {
		return t.args[i]
	}
	return unknown
}
