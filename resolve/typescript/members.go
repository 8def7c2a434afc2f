package typescript

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A hit is a member that was found, with its declaring type.
type hit struct {
	id    resolve.DefID
	owner resolve.Type
	// it is the only member with the name in one alternative of a union
	either bool
}

// hits finds the members of t with a name. outside reports that a part of t is external
// and may have such a member.
func (s *scope) hits(t resolve.Type, name string) (out []hit, outside bool) {
	return s.find(t, t, name, map[resolve.DefID]bool{}, 0)
}

// find is hits for a type that is a part of the receiver self. An unknown type may have
// the member, so nothing is found and outside is set. The members of an object literal
// are not definitions, except those that a spread adds.
func (s *scope) find(t, self resolve.Type, name string, seen map[resolve.DefID]bool,
	depth int) ([]hit, bool) {
	if depth > deepestBases || !s.enter() {
		return nil, true
	}
	defer s.budget.Leave()
	switch t = s.resolveConstraint(t); {
	case t.IsModule:
		return s.exportedHits(t.Module, name)
	case t.Form == parse.FormObject && t.Def == resolve.None:
		return nil, slices.Contains(objectNames(t), "...")
	case t.Owner != resolve.None:
		if b := s.boundOf(t); b.Known() {
			// Members of a type parameter are those of its constraint (3.11.1).
			return s.find(b, self, name, seen, depth+1)
		}
		return nil, true
	case t.Def != resolve.None:
		return s.findIn(t, self, name, seen, depth)
	case t.Form == parse.FormUnion:
		// self is no longer the receiver: each alternative is a separate one.
		return s.findInAll(t, name, depth)
	case t.Form == parse.FormIntersection:
		return s.findInParts(t.Args, self, name, seen, depth)
	}
	if hits := s.added(t, self, name, seen, depth); len(hits) > 0 {
		return hits, false
	}
	return nil, true
}

// exportedHits finds a value that a module exports, as a member of the module. Types are
// not members of it as a value.
//
//	import * as shop from './shop';
//	shop.open()    // the value exported as open
func (s *scope) exportedHits(module, name string) ([]hit, bool) {
	f := s.tree.inModule(module, name)
	var out []hit
	for _, id := range s.inSpace(f.Defs, values) {
		out = append(out, hit{id: id, owner: resolve.Unknown})
	}
	return out, f.External
}

// findIn finds a member in a definition and its bases.
//
//	class B extends A {}    // b.go() is looked for in B, then in A
func (s *scope) findIn(t, self resolve.Type, name string, seen map[resolve.DefID]bool,
	depth int) ([]hit, bool) {
	if seen[t.Def] {
		// An interface may extend one base twice, and incorrect code itself. An alias may
		// lead to itself with other arguments.
		return nil, s.b.Table.Def(t.Def).Kind == graph.KindTypeAlias
	}
	seen[t.Def] = true
	d := s.b.Table.Def(t.Def)
	if own := s.own(d, name, t.Static); len(own) > 0 {
		out := make([]hit, len(own))
		for i, id := range own {
			out[i] = hit{id: id, owner: t}
		}
		return out, false
	}
	if t.Static && d.Kind != graph.KindClass { // a function, or another value with members
		return nil, d.Kind != graph.KindEnum && d.Kind != graph.KindNamespace
	}
	if d.Kind == graph.KindTypeAlias {
		target := s.expanded(t)
		if !target.Known() {
			// An alias of an object type has only its own members.
			return nil, d.Type.Form != parse.FormObject
		}
		return s.find(target, self, name, seen, depth+1)
	}
	// The platform's part of a merged interface may have the member, too.
	outside := s.tree.platform.Type(s.merged(t)) != nil
	for _, base := range s.basesOf(t) {
		base.Static = t.Static
		out, o := s.find(base, self, name, seen, depth+1)
		outside = outside || o
		if len(out) > 0 {
			return out, outside // a base before this one may also have it
		}
	}
	return nil, outside
}

// own lists the members of a definition; for a class, those of the instance or those of
// the class itself.
//
//	Order.make      // static members of the class
//	order.ship      // members of the instance
func (s *scope) own(d *resolve.Def, name string, static bool) []resolve.DefID {
	var out []resolve.DefID
	for _, part := range s.parts(d) {
		for _, id := range s.b.Table.Own(part, name) {
			// They are in source order; Declarations merges overloads.
			m := s.b.Table.Def(id)
			// A constructor is called only by new. The members of an enum belong to the
			// enum itself: its values are numbers and strings.
			if m.Kind == graph.KindConstructor || !static && d.Kind == graph.KindEnum {
				continue
			}
			// Members that a namespace adds to a class are static without a modifier.
			if d.Kind == graph.KindClass && s.b.Table.Def(m.Outer).Kind == graph.KindClass &&
				resolve.HasModifier(m, "static") != static {
				continue
			}
			if d.Kind == graph.KindFunction && isInstanceMember(m) == static && s.isConstructorFunction(d) {
				continue
			}
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		out = s.otherParts(d, name)
	}
	return s.b.Declarations(out)
}

// isConstructorFunction reports whether new creates an instance of a function, as for a class: JavaScript
// code before classes assigns the members to this, or to the prototype.
//
//	function Dog(name) { this.name = name; }
//	Dog.prototype.bark = function () {};
func (s *scope) isConstructorFunction(d *resolve.Def) bool {
	if d.Kind != graph.KindFunction || d.File.Language != "javascript" {
		return false
	}
	if len(d.Bases) > 0 { // util.inherits(Puppy, Dog);
		return true
	}
	makers, ok := s.makers[d.File]
	if !ok {
		makers = map[int32]bool{}
		for i := range d.File.Definitions {
			if m := &d.File.Definitions[i]; m.Parent > 0 && isInstanceMember(s.b.Table.Def(d.File.ID(int32(i)))) {
				makers[m.Parent] = true
			}
		}
		if s.makers == nil {
			s.makers = map[*resolve.File]map[int32]bool{}
		}
		s.makers[d.File] = makers
	}
	return makers[int32(d.ID-d.File.First)]
}

// isInstanceMember reports whether a member of a function belongs to the instances
// created by new.
func isInstanceMember(m *resolve.Def) bool {
	switch m.Kind {
	case graph.KindMethod, graph.KindField, graph.KindProperty:
		return !resolve.HasModifier(m, "static")
	}
	return false
}

// parts lists a definition and the namespaces with its name, which merge with it as a
// value.
//
//	function shop() {} namespace shop { export function open() {} }    // shop.open()
func (s *scope) parts(d *resolve.Def) []resolve.DefID {
	out := []resolve.DefID{d.ID}
	if d.Outer == resolve.None || d.Kind != graph.KindClass && d.Kind != graph.KindFunction &&
		d.Kind != graph.KindEnum && d.Kind != graph.KindNamespace {
		return out
	}
	for _, id := range s.b.Table.Own(d.Outer, d.Name) {
		if id != d.ID && s.b.Table.Def(id).Kind == graph.KindNamespace {
			out = append(out, id)
		}
	}
	return out
}

// findInAll finds a member in the alternatives of a union. In a correct program, each
// alternative has it: one that does not was excluded by a test that is not understood,
// but an external alternative may be the one with the member.
//
//	(order: Order | Line) => order.id    // both have it: the reference is to each of them
//
// A union that is a guess lists types only one of which is right, and it is unknown
// which.
func (s *scope) findInAll(union resolve.Type, name string, depth int) ([]hit, bool) {
	var out []hit
	outside := false
	for _, a := range union.Args {
		hits, o := s.find(a, a, name, map[resolve.DefID]bool{}, depth+1)
		// A string is fully declared: it certainly lacks the member.
		outside = outside || o && (!primitive(a) || s.tree.primitiveHas(a, name))
		if len(hits) == 1 {
			hits[0].either = union.Tier < graph.Unique
		}
		out = addHits(out, hits)
	}
	return out, outside
}

// addHits adds the hits that are not yet in the list: alternatives of a union often
// inherit a member from one base.
func addHits(out, hits []hit) []hit {
next:
	for _, h := range hits {
		for _, have := range out {
			if have.id == h.id {
				continue next
			}
		}
		out = append(out, h)
	}
	return out
}

// findInParts finds a member in the parts of an intersection, which has the members of
// each (TypeScript specification 3.5). If two parts have it, its type is that of both.
//
//	type Timed = Order & { time(): void }
func (s *scope) findInParts(all []resolve.Type, self resolve.Type, name string,
	seen map[resolve.DefID]bool, depth int) ([]hit, bool) {
	var out []hit
	outside := false
	for _, a := range all {
		hits, o := s.find(a, self, name, seen, depth+1)
		outside = outside || o
		out = addHits(out, hits)
	}
	return out, outside
}

// memberType returns the type of a member of t: from the declarations, otherwise from the
// members of a literal, an index signature, or the platform. The order is that of the
// checker (4.13): properties come before index signatures, which come before the members
// that every object inherits from Object.
func (s *scope) memberType(t resolve.Type, name string) resolve.Type {
	if !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	if t.IsModule {
		if f := s.tree.inModule(t.Module, name); f.IsModule && len(f.Defs) == 0 {
			// export * as model from './model': the member is a module again.
			return resolve.Type{Def: resolve.None, Owner: resolve.None, Module: f.Module,
				IsModule: true, Tier: resolve.WeakerTier(t.Tier, f.Tier)}
		}
	}
	t = s.resolveConstraint(t)
	hits, outside := s.hits(t, name)
	all := make([]resolve.Type, len(hits))
	for i, h := range hits {
		all[i] = s.memberOf(h, t)
	}
	if len(hits) > 0 {
		u := s.union(all).WithTier(t.Tier)
		if outside {
			// An external part may declare it nearer, or with another type.
			u = u.WithTier(graph.Unique)
		}
		return u
	}
	if m := s.literalMember(t, name); m.Known() {
		return m.WithTier(t.Tier)
	}
	// an index signature comes before the members that every object has
	if m := s.mapValue(t, 0); m.Known() {
		return m.WithTier(t.Tier)
	}
	if m := s.platformMember(t, name); m.Known() {
		return m
	}
	if m := s.staticMember(t, name); m.Known() {
		return m
	}
	switch {
	case outside && t.External && t.Static:
		// The path is kept, so that a later member can still be named: Intl.NumberFormat.
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Static: true,
			Name: t.Name + "." + name}
	case outside && t.External:
		return externalType(name)
	}
	return resolve.Unknown
}

// literalMember returns the type of a member of an object literal, or of each literal of
// a union.
//
//	const tools = { run() {} };
//	tools.run()
func (s *scope) literalMember(t resolve.Type, name string) resolve.Type {
	switch {
	case t.Form == parse.FormUnion && t.Def == resolve.None:
		all := make([]resolve.Type, len(t.Args))
		for i, a := range t.Args {
			all[i] = s.memberType(a, name)
		}
		return s.union(all)
	case t.Def != resolve.None && !t.Static && s.isAlias(s.b.Table.Def(t.Def)):
		return s.literalMember(s.resolvedAlias(t), name)
	case t.Static && t.Def != resolve.None && s.hasMembers(t.Def):
		if d := s.declared(t.Def); !same(d, t) {
			// They are equal if the literal defines members itself: querying it again
			// would not terminate.
			return s.literalMember(d, name)
		}
	case t.Form == parse.FormObject && t.Def == resolve.None:
		names := objectNames(t)
		for i := len(names) - 1; i >= 0; i-- { // later members win: { ...base, open }
			if names[i] == name {
				return withoutOptional(t.Args[i])
			}
			if names[i] == "..." {
				if m := s.memberType(t.Args[i], name); m.Known() || !t.Args[i].Known() {
					// A spread of unknown type may have the member: earlier members are
					// then no answer.
					return m
				}
			}
		}
	}
	return resolve.Unknown
}

// memberOf returns the type of a member that was found on receiver t. Type arguments are
// those of the declaring type, while `this` in the type is the receiver, which may be of
// a derived type.
//
//	class Base { self(): this }
//	new Derived().self().own()    // a Derived
func (s *scope) memberOf(h hit, t resolve.Type) resolve.Type {
	owner := h.owner
	out := s.valueType(h.id, owner)
	if owner.Def != resolve.None {
		if out.Static && len(out.Args) == 1 { // a method: it returns `this` of the receiver
			return resolve.Type{Def: out.Def, Owner: resolve.None, Static: true,
				Args: []resolve.Type{owner, t}}
		}
		out = s.withThis(out, t)
	}
	return out
}

// mapValue returns the type of any member of { [k: K]: V }.
//
//	const all: { [id: string]: Order };
//	all.x.ship()
func (s *scope) mapValue(t resolve.Type, depth int) resolve.Type {
	switch {
	// Index signatures are declared on the type or a base near to it.
	case depth > 4:
	case t.Form == parse.FormMap && len(t.Args) == 2:
		return t.Args[1]
	case t.Form == parse.FormUnion || t.Form == parse.FormIntersection:
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

// awaited returns the type of `await` of a value of type t: for a promise the type of its
// result, through nested promises, for any other value its own type (Awaited<T>). Objects
// of other classes with a method then are not supported.
func (s *scope) awaited(t resolve.Type) resolve.Type {
	if !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	t = s.resolvedAliasOr(t)
	switch {
	case t.Form == promise && len(t.Args) > 0:
		return s.awaited(s.resolveConstraint(t.Args[0]).WithTier(t.Tier))
	case t.Form == parse.FormUnion && t.Def == resolve.None:
		all := make([]resolve.Type, len(t.Args))
		for i, a := range t.Args {
			all[i] = s.awaited(a)
		}
		return s.union(all).WithTier(t.Tier)
	}
	return t
}

// awaitedAll returns the type of the array or tuple t with its elements awaited.
func (s *scope) awaitedAll(t resolve.Type) resolve.Type {
	if t.Form != parse.FormTuple || t.Def != resolve.None {
		// Promise.all of an array: only a tuple has separate types for its positions.
		return listOf(s.awaited(s.element(t, "*")))
	}
	out := t
	out.Args = make([]resolve.Type, len(t.Args))
	for i, a := range t.Args {
		out.Args[i] = s.awaited(a)
	}
	return out
}

// resolvedAliasOr follows an alias of a promise or union, and returns other types
// unchanged.
func (s *scope) resolvedAliasOr(t resolve.Type) resolve.Type {
	if t.Def != resolve.None && !t.Static && s.b.Table.Def(t.Def).Kind == graph.KindTypeAlias {
		if r := s.resolvedAlias(t); r.Form == promise || r.Form == parse.FormUnion {
			return r
		}
	}
	return t
}

// resultOf returns the return type of a function without arguments to choose an overload.
// ReturnType uses the last signature; if the others have different return types, that
// would be a guess.
func (s *scope) resultOf(fn resolve.Type) resolve.Type {
	sigs := s.signatures(fn)
	if len(sigs) == 0 {
		return resolve.Unknown
	}
	out := sigs[len(sigs)-1].result // as ReturnType does
	for i := range sigs {
		if !same(sigs[i].result, out) {
			return resolve.Unknown
		}
	}
	return out
}

// paramOf returns the type of parameter i of a function.
//
//	const visit: (o: Order) => void = o => o.ship();    // o by the type of visit
func (s *scope) paramOf(fn resolve.Type, i int) resolve.Type {
	fn = s.resolvedAlias(fn)
	if fn.Form == parse.FormUnion && fn.Def == resolve.None {
		for _, a := range fn.Args { // a function or something else
			if p := s.paramOf(a, i); p.Known() {
				return p
			}
		}
		return resolve.Unknown
	}
	out := resolve.Unknown
	for n, g := range s.signatures(fn) {
		p, ok := g.param(i)
		if !ok {
			continue
		}
		if n > 0 && out.Known() && !same(p, out) {
			// The overloads differ: the checker would use the last, which would be a
			// guess here.
			return resolve.Unknown
		}
		out = p
	}
	return out
}

// membersOf lists the members of one declaration of a type, in source order.
func (s *scope) membersOf(id resolve.DefID) []*resolve.Def {
	var out []*resolve.Def
	for i := range s.b.Table.Within(s.b.Table.Def(id)) {
		if m := s.b.Table.Def(i); m.Outer == id {
			out = append(out, m)
		}
	}
	return out
}
