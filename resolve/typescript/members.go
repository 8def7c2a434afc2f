package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A hit is a member found, and the type that declares it.
type hit struct {
	id    resolve.DefID
	owner resolve.Type
}

// hits finds the members of t with a name. outside reports that a part of t
// lies outside the tree and may have such a member.
func (s *scope) hits(t resolve.Type, name string) (out []hit, outside bool) {
	return s.find(t, t, name, map[resolve.DefID]bool{}, 0)
}

// find is hits for a type that is a part of the receiver self.
func (s *scope) find(t, self resolve.Type, name string, seen map[resolve.DefID]bool, depth int) ([]hit, bool) {
	if depth > 16 || s.exhausted() {
		return nil, true
	}
	switch t = s.atBound(t); {
	case t.IsModule:
		return s.exportedHits(t.Module, name)
	case t.Owner != resolve.None:
		if b := s.boundOf(t); b.Known() {
			return s.find(b, self, name, seen, depth+1)
		}
		return nil, true
	case t.Def != resolve.None:
		return s.findIn(t, self, name, seen, depth)
	case t.Form == "|":
		return s.findInAll(t.Args, name, depth)
	case t.Form == "&":
		return s.findInFirst(t.Args, self, name, seen, depth)
	}
	return nil, true
}

func (s *scope) exportedHits(module, name string) ([]hit, bool) {
	f := s.tree.inModule(module, name)
	var out []hit
	for _, id := range s.inSpace(f.Defs, values) {
		out = append(out, hit{id, resolve.Unknown})
	}
	return out, f.External
}

// atBound settles a type that waits for a type parameter by what that must
// extend.
func (s *scope) atBound(t resolve.Type) resolve.Type {
	if t.Def == resolve.None && t.Owner == resolve.None && len(t.Args) == 1 && (t.Form == "ReturnType" || strings.HasPrefix(t.Form, "lookup ")) {
		of := s.atBound(t.Args[0])
		if of.Owner != resolve.None {
			of = s.boundOf(of)
		}
		if !of.Known() {
			return resolve.Unknown
		}
		t.Args = []resolve.Type{of}
		return s.settled(t)
	}
	return t
}

// boundOf is what a type parameter must extend.
func (s *scope) boundOf(t resolve.Type) resolve.Type {
	ref, ok := s.tree.bounds[param{t.Owner, t.Form}]
	if !ok || s.depth >= deepest {
		return resolve.Unknown
	}
	d := s.b.Table.Def(t.Owner)
	return s.typeOf(d.File, ref, t.Owner, d.NameAt)
}

// findIn finds a member in a definition and what it is based on.
func (s *scope) findIn(t, self resolve.Type, name string, seen map[resolve.DefID]bool, depth int) ([]hit, bool) {
	if seen[t.Def] {
		return nil, false
	}
	seen[t.Def] = true
	d := s.b.Table.Def(t.Def)
	if own := s.own(d, name, t.Static); len(own) > 0 {
		out := make([]hit, len(own))
		for i, id := range own {
			out[i] = hit{id, t}
		}
		return out, false
	}
	if t.Static && d.Kind != graph.KindClass {
		return nil, d.Kind != graph.KindEnum && d.Kind != graph.KindNamespace
	}
	if d.Kind == graph.KindTypeAlias {
		target := s.expanded(t)
		if !target.Known() {
			return nil, d.Type.Name != "{}"
		}
		return s.find(target, self, name, seen, depth+1)
	}
	outside := false
	for _, base := range s.basesOf(t) {
		base.Static = t.Static
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
func (s *scope) own(d *resolve.Def, name string, static bool) []resolve.DefID {
	var out []resolve.DefID
	for _, part := range s.parts(d) {
		for _, id := range s.b.Table.Own(part, name) {
			m := s.b.Table.Def(id)
			if m.Kind == graph.KindConstructor || !static && d.Kind == graph.KindEnum {
				continue
			}
			if d.Kind == graph.KindClass && s.b.Table.Def(m.Outer).Kind == graph.KindClass && resolve.HasModifier(m, "static") != static {
				continue
			}
			out = append(out, id)
		}
	}
	return s.b.Declarations(out)
}

// parts lists a definition and what merges with it as a value: a namespace of
// the same name.
func (s *scope) parts(d *resolve.Def) []resolve.DefID {
	out := []resolve.DefID{d.ID}
	if d.Outer == resolve.None || d.Kind != graph.KindClass && d.Kind != graph.KindFunction && d.Kind != graph.KindEnum && d.Kind != graph.KindNamespace {
		return out
	}
	for _, id := range s.b.Table.Own(d.Outer, d.Name) {
		if id != d.ID && s.b.Table.Def(id).Kind == graph.KindNamespace {
			out = append(out, id)
		}
	}
	return out
}

// expanded is what a type alias stands for.
func (s *scope) expanded(t resolve.Type) resolve.Type {
	d := s.b.Table.Def(t.Def)
	if d.Type.IsZero() || s.depth >= deepest {
		return resolve.Unknown
	}
	return s.b.Subst(s.declared(t.Def), t).WithTier(t.Tier)
}

// basesOf lists what a class or interface is based on, declarations merged.
func (s *scope) basesOf(t resolve.Type) []resolve.Type {
	d := s.b.Table.Def(t.Def)
	var out []resolve.Type
	for _, part := range s.declarationsOf(d) {
		p := s.b.Table.Def(part)
		for i, ref := range p.Bases {
			if p.Kind == graph.KindClass && i < len(p.BaseKind) && p.BaseKind[i] {
				continue // what a class implements gives it no members
			}
			out = append(out, s.bound(s.typeOf(p.File, ref, p.ID, p.NameAt), t))
		}
	}
	return out
}

// declarationsOf lists the declarations that merge with d.
func (s *scope) declarationsOf(d *resolve.Def) []resolve.DefID {
	if d.Outer == resolve.None {
		return []resolve.DefID{d.ID}
	}
	if d.ModuleName == global { // declared in several files
		return s.b.Table.Filter(s.b.Table.ByName[resolve.NameKey{Family: "typescript", Name: d.Name}], func(o *resolve.Def) bool { return s.b.Table.Canon[o.ID] == s.b.Table.Canon[d.ID] })
	}
	return s.b.Table.Filter(s.b.Table.Own(d.Outer, d.Name), func(o *resolve.Def) bool { return s.b.Table.Canon[o.ID] == s.b.Table.Canon[d.ID] })
}

// findInAll finds a member in the alternatives of a union.
func (s *scope) findInAll(all []resolve.Type, name string, depth int) ([]hit, bool) {
	var out []hit
	outside := false
	for _, a := range all {
		hits, o := s.find(a, a, name, map[resolve.DefID]bool{}, depth+1)
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
func (s *scope) findInFirst(all []resolve.Type, self resolve.Type, name string, seen map[resolve.DefID]bool, depth int) ([]hit, bool) {
	outside := false
	for _, a := range all {
		if !a.Known() {
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
func (s *scope) memberType(t resolve.Type, name string) resolve.Type {
	if s.exhausted() {
		return resolve.Unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	if t.IsModule {
		if f := s.tree.inModule(t.Module, name); f.IsModule && len(f.Defs) == 0 {
			return resolve.Type{Def: resolve.None, Owner: resolve.None, Module: f.Module, IsModule: true, Tier: resolve.Worse(t.Tier, f.Tier)}
		}
	}
	hits, outside := s.hits(t, name)
	var all []resolve.Type
	for _, h := range hits {
		all = append(all, s.memberOf(h, t))
	}
	if u := s.union(all); u.Known() {
		return u.WithTier(t.Tier)
	}
	if len(hits) > 0 {
		return resolve.Unknown
	}
	if m := s.mapValue(t, 0); m.Known() {
		return m.WithTier(t.Tier)
	}
	if isPlatform(t) {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "method " + name, Args: []resolve.Type{t}, Tier: t.Tier}
	}
	if outside && t.External {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: name}
	}
	return resolve.Unknown
}

// memberOf is the type of a member that was found on receiver t.
func (s *scope) memberOf(h hit, t resolve.Type) resolve.Type {
	owner := h.owner
	out := s.valueType(h.id, owner)
	if owner.Def != resolve.None {
		if out.Static && len(out.Args) == 1 { // a method: it returns `this` of the receiver
			return resolve.Type{Def: out.Def, Owner: resolve.None, Static: true, Args: []resolve.Type{owner, t}}
		}
		out = s.withThis(out, t)
	}
	return out
}

// mapValue is the type of any member of { [k: K]: V }.
func (s *scope) mapValue(t resolve.Type, depth int) resolve.Type {
	switch {
	case depth > 4:
	case t.Form == "map" && len(t.Args) == 2:
		return t.Args[1]
	case t.Form == "|" || t.Form == "&":
		for _, a := range t.Args {
			if m := s.mapValue(a, depth+1); m.Known() {
				return m
			}
		}
	case t.Def != resolve.None && !t.Static && !s.b.Table.Def(t.Def).Type.IsZero():
		return s.mapValue(s.expanded(t), depth+1)
	case t.Def != resolve.None && !t.Static && s.b.Table.Def(t.Def).Kind == graph.KindInterface:
		for _, base := range s.basesOf(t) {
			if m := s.mapValue(base, depth+1); m.Known() {
				return m
			}
		}
	case t.Owner != resolve.None:
		return s.mapValue(s.boundOf(t), depth+1)
	}
	return resolve.Unknown
}

// resolvedAlias follows aliases and bounds to a type that is neither.
func (s *scope) resolvedAlias(t resolve.Type) resolve.Type {
	for range 8 {
		switch t = s.atBound(t); {
		case t.Owner != resolve.None:
			t = s.boundOf(t)
		case t.Def != resolve.None && !t.Static && s.standsFor(s.b.Table.Def(t.Def)):
			t = s.expanded(t)
		default:
			return t
		}
	}
	return resolve.Unknown
}

// standsFor reports whether a definition is another type under its name: an
// alias, or an interface of a function.
func (s *scope) standsFor(d *resolve.Def) bool {
	return d.Kind == graph.KindTypeAlias && d.Type.Name != "{}" || d.Kind == graph.KindInterface && d.Type.Name == "func"
}

// called is what calling a value of type fn gives. recv is what it was taken
// from, st the call as written in file f.
func (s *scope) called(f *resolve.File, fn, recv resolve.Type, st *parse.Step, at uint32, from resolve.DefID) resolve.Type {
	fn = s.resolvedAlias(fn)
	switch {
	case fn.Static && fn.Def != resolve.None:
		d := s.b.Table.Def(fn.Def)
		if d.Kind != graph.KindFunction && d.Kind != graph.KindMethod {
			return resolve.Unknown
		}
		t := s.declared(fn.Def)
		if len(st.Written().Args) > 0 {
			own := resolve.Type{Def: s.b.Table.Canon[fn.Def], Owner: resolve.None, Args: s.typesOf(f, st.Written().Args, from, at)}
			t = s.b.Subst(t, own)
		}
		if len(fn.Args) > 0 {
			t = s.bound(t, fn.Args[0])
			t = s.withThis(t, fn.Args[len(fn.Args)-1])
		}
		return t.WithTier(resolve.Worse(fn.Tier, graph.Typed))
	case fn.Form == "func" && len(fn.Args) > 0:
		return fn.Args[len(fn.Args)-1].WithTier(resolve.Worse(fn.Tier, graph.Typed))
	case len(fn.Form) > 7 && fn.Form[:7] == "method ":
		return s.platformCall(fn.Args[0], fn.Form[7:]).WithTier(graph.Typed)
	case fn.Form == "|":
		var all []resolve.Type
		for _, a := range fn.Args {
			all = append(all, s.called(f, a, recv, st, at, from))
		}
		return s.union(all)
	case fn.External:
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "call"}
	}
	return resolve.Unknown
}

// awaited is what awaiting t gives.
func (s *scope) awaited(t resolve.Type) resolve.Type {
	t = s.resolvedAliasOr(t)
	switch {
	case t.Form == "Promise" && len(t.Args) > 0:
		return s.awaited(t.Args[0].WithTier(t.Tier))
	case t.Form == "|" || t.Form == "()":
		out := t
		out.Args = make([]resolve.Type, len(t.Args))
		for i, a := range t.Args {
			out.Args[i] = s.awaited(a)
		}
		if t.Form == "|" {
			return s.union(out.Args).WithTier(t.Tier)
		}
		return out
	case t.Form == "[]" && len(t.Args) == 1:
		t.Args = []resolve.Type{s.awaited(t.Args[0])}
	}
	return t
}

// resolvedAliasOr follows an alias where it leads to a promise or union, and
// returns t itself elsewhere.
func (s *scope) resolvedAliasOr(t resolve.Type) resolve.Type {
	if t.Def != resolve.None && !t.Static && s.b.Table.Def(t.Def).Kind == graph.KindTypeAlias {
		if r := s.resolvedAlias(t); r.Form == "Promise" || r.Form == "|" {
			return r
		}
	}
	return t
}

// callbackParam is parameter i of the callback that is argument arg of a call
// of fn on recv.
func (s *scope) callbackParam(f *resolve.File, fn, recv resolve.Type, st *parse.Step, arg, i int, from resolve.DefID) resolve.Type {
	if recv.IsModule && st.Name == "then" && !fn.Known() {
		return recv // import('./m').then(m => …)
	}
	fn = s.resolvedAlias(fn)
	switch {
	case fn.Static && fn.Def != resolve.None:
		d := s.b.Table.Def(fn.Def)
		if arg >= len(d.Params) {
			return resolve.Unknown
		}
		p := s.typeOf(d.File, d.Params[arg].Type, fn.Def, d.NameAt)
		if len(fn.Args) > 0 {
			p = s.withThis(s.bound(p, fn.Args[0]), fn.Args[len(fn.Args)-1])
		}
		p = s.b.Subst(p, s.instantiated(f, d, st, from))
		return s.funcParam(p, i).WithTier(graph.Typed)
	case fn.Form == "func" && arg < len(fn.Args)-1:
		return s.funcParam(fn.Args[arg], i).WithTier(graph.Typed)
	case len(fn.Form) > 7 && fn.Form[:7] == "method ":
		return s.platformCallback(fn.Args[0], fn.Form[7:], arg, i).WithTier(graph.Typed)
	}
	return resolve.Unknown
}

// instantiated is a function with its type arguments: as written at the call,
// or as what the call is declared to give tells.
func (s *scope) instantiated(f *resolve.File, d *resolve.Def, st *parse.Step, from resolve.DefID) resolve.Type {
	out := resolve.Type{Def: s.b.Table.Canon[d.ID], Owner: resolve.None}
	if len(st.Written().Args) > 0 {
		out.Args = s.typesOf(f, st.Written().Args, from, st.Written().At)
		return out
	}
	if from == resolve.None || len(d.TypeParams) == 0 {
		return out
	}
	want := s.b.Table.Def(from)
	if want.Type.IsZero() || d.Type.IsZero() || want.Kind != graph.KindConstant && want.Kind != graph.KindVariable {
		return out
	}
	args := make([]resolve.Type, len(d.TypeParams))
	for i := range args {
		args[i] = resolve.Type{Def: resolve.None, Owner: out.Def, Param: i, Form: d.TypeParams[i]}
	}
	out.Args = args
	s.unify(s.declared(d.ID), s.declared(from), out, 0)
	for i, a := range out.Args {
		if ref, ok := s.tree.presets[param{out.Def, d.TypeParams[i]}]; ok && a.Owner == out.Def {
			out.Args[i] = s.b.Subst(s.typeOf(d.File, ref, d.ID, d.NameAt), out)
		}
	}
	return out
}

// unify finds the type arguments of fn that make its type p the type t.
func (s *scope) unify(p, t, fn resolve.Type, depth int) {
	switch {
	case depth > 8:
	case p.Owner == fn.Def && p.Owner != resolve.None:
		if p.Param < len(fn.Args) && fn.Args[p.Param].Owner == fn.Def {
			fn.Args[p.Param] = t
		}
	case p.Def == t.Def && p.Form == t.Form:
		for i := 0; i < len(p.Args) && i < len(t.Args); i++ {
			s.unify(p.Args[i], t.Args[i], fn, depth+1)
		}
	}
}

// funcParam is parameter i of a function type.
func (s *scope) funcParam(t resolve.Type, i int) resolve.Type {
	t = s.resolvedAlias(t)
	if t.Form == "|" || t.Form == "&" {
		for _, a := range t.Args {
			if p := s.funcParam(a, i); p.Known() {
				return p
			}
		}
	}
	if t.Form == "func" && i < len(t.Args)-1 {
		return t.Args[i]
	}
	return resolve.Unknown
}
