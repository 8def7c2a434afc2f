package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// BindFile resolves the references of one file.
func (r *rules) BindFile(b *resolve.Binder) {
	s := newScope(b, r.tree)
	for i := range b.File.References {
		ref := &b.File.References[i]
		from := b.File.ID(ref.Def)
		s.budget.Next(ref.At)
		ids, tier, why := s.resolve(ref, from)
		if len(ids) == 0 && s.ofDerived(ref, from, why) {
			continue
		}
		if tier == graph.Hierarchy {
			b.SettleEach(ref, from, ids, tier)
		} else {
			b.Settle(s.used(ref, ids), from, ids, tier, why)
		}
		if why == resolve.Resolved && len(ids) == 1 {
			s.named(ref, from)
		}
		if why == resolve.External && b.KeepsForeign() {
			s.foreign(ref, from)
		}
	}
	b.Receivers(resolve.ReceiverRules{Type: func(r *parse.Reference, from resolve.DefID) resolve.Type {
		return s.eval(b.File, r.Recv, r.At, from)
	}})
	s.bindImplicit()
	s.baseQualifiers()
	s.bindTags(b)
	s.bindTemplates()
	s.lostExports()
	s.holders()
	s.dispatches()
	b.File.Limit(s.budget.Limits()...)
}

// lostExports reports what the file exports from modules that the tree lacks: no reference does.
//
//	export { Order } from './missing';    export * from './missing';
func (s *scope) lostExports() {
	for i, t := range s.tree.targets[s.b.File] {
		im := &s.b.File.Imports[i]
		if !im.Export || !t.lost || im.Path == "" {
			continue
		}
		name := im.Name
		if im.All || name == "" {
			name = im.Path
		}
		s.b.Account(&parse.Reference{Name: name, At: im.At, Kind: parse.RefMember, Args: -1},
			s.b.File.ID(im.Def), 0, resolve.NoModule, 0)
	}
}

// ofDerived binds a call of this.run() that the class has no member for; see
// [resolve.Binder.BindDerived].
func (s *scope) ofDerived(r *parse.Reference, from resolve.DefID, why resolve.Outcome) bool {
	return r.Kind == parse.RefCall && len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepThis &&
		s.b.BindDerived(r, from, s.b.Table.EnclosingType(from), why, func(*resolve.Def) bool { return true })
}

// used returns a call of a variable with an explicit type as a use of its value: the
// callee is that type, whose calls run the value of the variable. A field is a member of
// its class, whatever its value.
//
//	const say: (s: string) => void = log;
//	say('x');    // uses say; log runs for it, by a Dispatches edge
func (s *scope) used(r *parse.Reference, ids []resolve.DefID) *parse.Reference {
	if r.Kind != parse.RefCall || len(ids) != 1 {
		return r
	}
	if d := s.b.Table.Def(ids[0]); d.Kind != graph.KindFunction || d.RareFields().VariableType.IsZero() {
		return r
	}
	use := *r
	use.Kind = parse.RefMember
	return &use
}

// dispatches links explicit types to the values of the file's variables with these types:
// a call of the type, or of its member, may run the value.
//
//	export const handlers: Handlers = { open() {} };    // a call of Handlers.open may run it
func (s *scope) dispatches() {
	for i := range s.b.File.Definitions {
		id := s.b.File.ID(int32(i))
		d := s.b.Table.Def(id)
		switch {
		case !d.RareFields().VariableType.IsZero():
			s.budget.Next(d.NameAt)
			s.holdsFunction(id, s.typeOf(d.File, d.RareFields().VariableType, id, d.NameAt))
		case d.Type.IsZero():
		case d.Kind == graph.KindConstant, d.Kind == graph.KindVariable, d.Kind == graph.KindField:
			if s.hasMembers(id) {
				s.budget.Next(d.NameAt)
				s.holdsMembers(id, s.declared(id))
			}
		}
	}
}

// holdsFunction records that a call of a declared function type may run a function. Only
// named types of the tree can be called: for `(s: string) => void`, there is no
// definition at which an edge could begin.
func (s *scope) holdsFunction(fn resolve.DefID, t resolve.Type) {
	if t.Def == resolve.None || t.Static || !s.isAlias(s.b.Table.Def(t.Def)) {
		return
	}
	if len(s.signatures(t)) > 0 {
		s.b.Dispatch(t.Def, fn)
	}
}

// holdsMembers records that calls of the members of a type may run those of the object
// literal that a definition holds.
//
//	const plugin: Plugin = { init() {} };   // Plugin.init may run plugin.init
func (s *scope) holdsMembers(id resolve.DefID, t resolve.Type) {
	for _, m := range s.membersOf(id) {
		hits, _ := s.hits(t, m.Name)
		if len(hits) != 1 {
			continue // for a union, it is unknown which
		}
		switch m.Kind {
		case graph.KindFunction, graph.KindMethod:
			s.b.Dispatch(hits[0].id, m.ID)
		case graph.KindProperty:
			s.holdsMembers(m.ID, s.memberType(t, m.Name))
		}
	}
}

// holders repeats the references in the functions of an object literal for the value that
// the literal initializes: const plugin = { hooks: { init() { … } } }. It is passed
// around and run as a whole.
func (s *scope) holders() {
	for _, x := range s.b.Bindings {
		if h := s.holder(x.From); h != resolve.None && h != x.To {
			x.From = h
			s.b.Bindings = append(s.b.Bindings, x)
		}
	}
}

// holder returns the variable, or the class of the field, whose object literal has d as a
// member, or None if d is not such a member.
func (s *scope) holder(d resolve.DefID) resolve.DefID {
	for {
		p := s.b.Table.Defs[d].Outer
		if p == resolve.None {
			return resolve.None
		}
		switch s.b.Table.Def(p).Kind {
		case graph.KindConstant, graph.KindVariable:
			return p
		case graph.KindField:
			return s.b.Table.Defs[p].Outer
		case graph.KindProperty:
			d = p
		default:
			return resolve.None
		}
	}
}

// named adds the definitions that a reference names in addition to its target: new T()
// names the class of the constructor, A.B the namespace or enum A.
func (s *scope) named(r *parse.Reference, from resolve.DefID) {
	switch {
	case r.Kind == parse.RefCreate && r.Name != "super" && r.Name != "this" && r.Name != "new":
		if class, _ := s.createdClass(r, from); class.Def != resolve.None {
			s.b.Bindings = append(s.b.Bindings,
				resolve.Binding{From: from, To: class.Def, Kind: graph.References,
					Tier: graph.Exact, At: r.At})
		}
	case r.Kind == parse.RefType && len(r.Recv) > 0:
		s.qualifier(r.Recv[0].Name, r.At, from, from)
	}
}

// qualifier adds the first part of A.B, written at a position of from: a namespace or an
// enum. The name is looked up from inside in.
func (s *scope) qualifier(name string, at uint32, from, in resolve.DefID) {
	f, l := s.name(s.b.File, name, at, in, types)
	if l == nil && len(f.Defs) > 0 {
		s.b.Bindings = append(s.b.Bindings,
			resolve.Binding{From: from, To: f.Defs[0], Kind: graph.References,
				Tier: graph.Exact, At: at})
	}
}

// baseQualifiers adds the qualifiers of base types, which have no reference: class A
// extends shapes.Base names the namespace shapes, too.
func (s *scope) baseQualifiers() {
	for i := range s.b.File.Definitions {
		d := s.b.Table.Def(s.b.File.ID(int32(i)))
		for _, base := range d.Bases {
			first, _, dotted := strings.Cut(base.Name, ".")
			if dotted && !strings.ContainsAny(first, "( ") {
				s.qualifier(first, base.At, d.ID, d.Outer)
			}
		}
	}
}

// resolve resolves a reference.
func (s *scope) resolve(r *parse.Reference,
	from resolve.DefID) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	switch {
	case r.Kind == parse.RefType:
		return s.typeRef(r, from)
	case r.Kind == parse.RefCreate:
		return s.createRef(r, from)
	case r.Recv == nil:
		return s.plainRef(r, from)
	}
	ids, tier, why := s.memberRef(r, s.eval(s.b.File, r.Recv, r.At, from))
	if len(ids) == 0 && s.b.File.Language == "javascript" {
		if id, tier := s.assignedMember(r); id != resolve.None {
			return []resolve.DefID{id}, tier, resolve.Resolved
		}
	}
	return ids, tier, why
}

// typeRef resolves a written type name.
func (s *scope) typeRef(r *parse.Reference,
	from resolve.DefID) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	name := r.Name
	for i := len(r.Recv) - 1; i >= 0; i-- {
		name = r.Recv[i].Name + "." + name
	}
	if r.Recv == nil {
		if _, ok := s.typeParam(name, from); ok {
			return nil, 0, resolve.Local
		}
	}
	out, isLocal := s.typeDefs(s.b.File, name, from, r.At)
	switch {
	case isLocal:
		return nil, 0, resolve.Local
	case len(out.Defs) > 0:
		return s.firstDeclaration(out.Defs), resolve.WeakerTier(out.Tier, graph.Exact), resolve.Resolved
	case out.External || out.IsModule:
		return nil, 0, resolve.External
	case out.Missing:
		return nil, 0, resolve.NoModule
	}
	return nil, 0, resolve.NotFound
}

// firstDeclaration keeps one declaration of each entity: those with one name in one
// module are merged (10.5, Declaration merging).
func (s *scope) firstDeclaration(ids []resolve.DefID) []resolve.DefID {
	var out []resolve.DefID
	for _, id := range ids {
		id = s.b.Table.Canon[id]
		same := false
		for _, o := range out {
			a, b := s.b.Table.Def(o), s.b.Table.Def(id)
			same = same || o == id || a.Symbol == b.Symbol && a.ModuleName == b.ModuleName ||
				s.tree.namespaces.merges(a, b)
		}
		if !same {
			out = append(out, id)
		}
	}
	return out
}

// plainRef resolves a plain name that is used or called.
//
//	order          // a local, a member of a module, an import
//	arguments      // of the language
func (s *scope) plainRef(r *parse.Reference,
	from resolve.DefID) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	f, l := s.name(s.b.File, r.Name, r.At, from, values)
	switch {
	case l != nil && r.Kind == parse.RefCall: // the value of a local may be known
		t := s.narrowed(s.b.File, r.Name, r.At, from, s.localType(s.b.File, l))
		if fn := s.function(t); fn.Def != resolve.None {
			return []resolve.DefID{fn.Def}, resolve.WeakerTier(fn.Tier, graph.Typed), resolve.Resolved
		}
		return nil, 0, resolve.Local
	case l != nil, strings.HasPrefix(f.Module, namespaceModule):
		return nil, 0, resolve.Local
	case len(f.Defs) > 0:
		ids := s.firstDeclaration(s.valuesFirst(f.Defs))
		if fn := s.heldFunction(r, ids, resolve.Unknown); fn.Def != resolve.None {
			return []resolve.DefID{fn.Def}, resolve.WeakerTier(fn.Tier, f.Tier), resolve.Resolved
		}
		return ids, resolve.WeakerTier(f.Tier, graph.Exact), resolve.Resolved
	case f.External || f.IsModule:
		return nil, 0, resolve.External
	case f.Missing:
		return nil, 0, resolve.NoModule
	}
	return nil, 0, resolve.NotFound
}

// heldFunction returns the function that a called variable, field or property is declared
// as or set to: { run: typeof run }, const say = log.info.
//
//	const tools = { run: start };
//	tools.run();    // start
func (s *scope) heldFunction(r *parse.Reference, ids []resolve.DefID,
	owner resolve.Type) resolve.Type {
	if r.Kind != parse.RefCall || len(ids) != 1 {
		return resolve.Unknown
	}
	switch s.b.Table.Def(ids[0]).Kind {
	case graph.KindConstant, graph.KindVariable, graph.KindField, graph.KindProperty:
		return s.function(s.valueType(ids[0], owner))
	}
	return resolve.Unknown
}

// function returns t if it is one function or method, otherwise Unknown.
func (s *scope) function(t resolve.Type) resolve.Type {
	t = s.resolvedAlias(t)
	if !t.Static || t.Def == resolve.None {
		return resolve.Unknown
	}
	switch s.b.Table.Def(t.Def).Kind {
	case graph.KindFunction, graph.KindMethod:
		return t.WithTier(graph.Exact)
	}
	return resolve.Unknown
}

// valuesFirst drops namespaces if a class or function has their name: they merge with it,
// and only that can be called or created.
func (s *scope) valuesFirst(ids []resolve.DefID) []resolve.DefID {
	if rest := s.b.Table.Filter(ids,
		func(d *resolve.Def) bool { return d.Kind != graph.KindNamespace }); len(rest) > 0 {
		return rest
	}
	return ids
}

// memberRef resolves a member of a value of type t. For a union, each alternative has its
// own member: these are of tier hierarchy.
//
//	a.b    // each member of the alternatives of a
func (s *scope) memberRef(r *parse.Reference,
	t resolve.Type) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	if !t.Known() {
		return nil, 0, resolve.UnknownReceiver
	}
	hits, outside := s.hits(t, r.Name)
	var ids []resolve.DefID
	tier := t.Tier
	for _, h := range hits {
		ids = append(ids, h.id)
		if h.owner.Tier > graph.Typed { // an alias leads to it by a guess
			tier = resolve.WeakerTier(tier, h.owner.Tier)
		}
	}
	ids = s.firstDeclaration(ids)
	if outside {
		tier = resolve.WeakerTier(tier, graph.Unique) // an external part may also have it
	}
	if len(ids) > 0 && t.Def != resolve.None && s.b.Table.Def(t.Def).Kind == graph.KindNamespace &&
		s.b.Table.Def(t.Def).File != s.b.Table.Def(ids[0]).File {
		tier = resolve.WeakerTier(tier, graph.Unique) // it is unknown which scripts a page loads
	}
	switch {
	case len(ids) > 0:
		if fn := s.heldFunction(r, ids, hits[0].owner); fn.Def != resolve.None {
			return []resolve.DefID{fn.Def}, resolve.WeakerTier(fn.Tier, tier), resolve.Resolved
		}
		if len(ids) > 1 && len(ids) <= mostAlternatives &&
			!slices.ContainsFunc(hits, func(h hit) bool { return !h.either }) {
			tier = graph.Hierarchy
		}
		return ids, resolve.WeakerTier(tier, graph.Exact), resolve.Resolved
	}
	return s.literalRef(r, t, outside)
}

// mostAlternatives bounds the targets of a reference to a member of a union. A member
// that each of a hundred kinds of nodes has would be meaningless for each of them.
const mostAlternatives = 32

// literalRef resolves a member of an object literal to the function that it is set to.
// The literal is evaluated, so that the tier is typed at best.
//
//	const tools = { open: start };
//	tools.open();    // start
func (s *scope) literalRef(r *parse.Reference, t resolve.Type,
	outside bool) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	m := s.literalMember(t, r.Name)
	if fn := s.function(m); fn.Def != resolve.None && r.Kind == parse.RefCall {
		return []resolve.DefID{fn.Def}, resolve.WeakerTier(m.Tier, graph.Typed), resolve.Resolved
	}
	switch {
	case m.Known():
		return nil, 0, resolve.Local
	case outside && s.isOutside(t, 0):
		return nil, 0, resolve.External
	case outside:
		return nil, 0, resolve.UnknownReceiver
	}
	return nil, 0, resolve.NotFound
}

// isOutside reports whether a type, a part of it or one of its bases is external, as
// opposed to unknown.
func (s *scope) isOutside(t resolve.Type, depth int) bool {
	if depth > deepestBases || !s.enter() {
		return false
	}
	defer s.budget.Leave()
	t = s.resolveConstraint(s.resolvedAlias(t))
	any := func(list []resolve.Type) bool {
		return slices.ContainsFunc(list, func(a resolve.Type) bool { return s.isOutside(a, depth+1) })
	}
	switch {
	case t.External || primitive(t):
		return true
	case t.Owner != resolve.None:
		b := s.boundOf(t)
		return !b.Known() || s.isOutside(b, depth+1) // without a constraint, it has the members of any object
	case t.Def != resolve.None:
		return s.tree.platform.Type(s.merged(t)) != nil || any(s.basesOf(t)) || s.madeOutside(t.Def)
	case t.Form == parse.FormUnion || t.Form == parse.FormIntersection:
		return any(t.Args)
	}
	return t.Form != parse.FormNamed && t.Form != parse.FormObject // a list, a tuple, a function
}

// madeOutside reports whether a class extends the return value of an external function.
//
//	import { make } from 'library';
//	class Order extends make(Base) {}
func (s *scope) madeOutside(def resolve.DefID) bool {
	for _, part := range s.declarationsOf(s.b.Table.Def(def)) {
		p := s.b.Table.Def(part)
		for _, base := range p.Bases {
			callee, _, called := strings.Cut(base.Name, "(")
			head, _, _ := strings.Cut(callee, ".")
			if !called {
				continue
			}
			if f, l := s.name(p.File, head, p.NameAt, p.ID, values); l == nil && f.External {
				return true
			}
		}
	}
	return false
}

// createRef resolves new T() or super() to the constructor that it calls, own or
// inherited, or to the class if there is no declared one.
//
// A class without a constructor inherits that of its base (8.3): new Square() calls the
// constructor of Shape.
func (s *scope) createRef(r *parse.Reference,
	from resolve.DefID) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	t, why := s.createdClass(r, from)
	if why != resolve.Resolved {
		return nil, 0, why
	}
	tier := resolve.WeakerTier(t.Tier, graph.Exact)
	if c := s.constructorOf(t, 0); c != resolve.None {
		return []resolve.DefID{c}, tier, resolve.Resolved
	}
	if r.Name == "super" {
		return nil, 0, resolve.External // an implicit constructor
	}
	return []resolve.DefID{t.Def}, tier, resolve.Resolved
}

// createdClass returns the class that a creation names: by a name, a member of a
// namespace or module, super and this in a class, or an expression whose type is a class.
func (s *scope) createdClass(r *parse.Reference,
	from resolve.DefID) (resolve.Type, resolve.Outcome) {
	t := resolve.Unknown
	switch {
	case len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepBase:
		t = s.super(from)
	case r.Name == "this" && r.Recv != nil:
		t = s.this(from)
	case r.Name == "new" && r.Recv != nil:
		t = s.resolvedAlias(s.eval(s.b.File, r.Recv, r.At, from))
		if t.Form == parse.FormIntersection && t.Def == resolve.None { // of a mixin
			t = s.resolvedAlias(t.Args[0])
		}
		if t.Static && t.Def > resolve.None && len(r.Recv) == 1 &&
			s.constructorOf(t, 0) == resolve.None &&
			resolve.HasModifier(s.b.Table.Def(t.Def), "anonymous") {
			return resolve.Unknown, resolve.Local // new (class {})(): nothing is named
		}
		if !t.Static || t.Def == resolve.None {
			return resolve.Unknown, resolve.UnknownReceiver
		}
	case r.Recv == nil:
		f, l := s.name(s.b.File, r.Name, r.At, from, values)
		switch {
		case l != nil: // a parameter of type typeof C
			t = s.narrowed(s.b.File, r.Name, r.At, from, s.localType(s.b.File, l))
			if t = s.resolvedAlias(t); !t.Static || t.Def == resolve.None {
				return resolve.Unknown, resolve.Local
			}
			t = t.WithTier(graph.Typed)
		case len(f.Defs) > 0:
			t = s.valueOfAny(f.Defs)
			if t.Form == parse.FormIntersection && t.Def == resolve.None {
				t = s.resolvedAlias(t.Args[0])
			}
		case f.External:
			return resolve.Unknown, resolve.External
		case f.Missing:
			return resolve.Unknown, resolve.NoModule
		}
	default:
		t = s.memberType(s.eval(s.b.File, r.Recv, r.At, from), r.Name)
	}
	switch {
	case t.Def != resolve.None && s.isClass(t.Def), t.Static && s.isFunction(t.Def):
		return t, resolve.Resolved
	case t.External:
		return resolve.Unknown, resolve.External
	}
	return resolve.Unknown, resolve.UnknownReceiver
}

// isClass reports whether a definition is a class, or a function of which new creates
// instances.
func (s *scope) isClass(id resolve.DefID) bool {
	d := s.b.Table.Def(id)
	return d.Kind == graph.KindClass || s.isConstructorFunction(d)
}

// isFunction reports whether a definition is a JavaScript function that new can be
// applied to.
func (s *scope) isFunction(id resolve.DefID) bool {
	if id == resolve.None {
		return false
	}
	d := s.b.Table.Def(id)
	return d.Kind == graph.KindFunction && d.File.Language == "javascript"
}

// constructorOf returns the constructor of a class: its own, otherwise that of its base.
// Interfaces among the bases have none.
func (s *scope) constructorOf(t resolve.Type, depth int) resolve.DefID {
	if t.Def == resolve.None || depth > 16 {
		return resolve.None
	}
	d := s.b.Table.Def(t.Def)
	for _, id := range s.b.Table.Own(t.Def, d.Name) {
		if s.b.Table.Def(id).Kind == graph.KindConstructor {
			return id
		}
	}
	for _, base := range s.basesOf(t) {
		if base.Def != resolve.None && s.b.Table.Def(base.Def).Kind == graph.KindClass {
			return s.constructorOf(base, depth+1)
		}
	}
	return resolve.None
}
