package typescript

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// The declarations of the platform are read from the tables of package outside on use:
// types of values, members with their signatures, constructors. Nothing here depends on
// the name of a member.

// platformRef returns a type that the platform declares. If the tree adds members to it,
// by declare global { interface Window { … } }, it is that declaration.
func (s *scope) platformRef(name string, args []resolve.Type) resolve.Type {
	if id := s.augmented(name); id != resolve.None {
		// Members of both are found from there: those of the platform through merged.
		return resolve.Type{Def: id, Owner: resolve.None, Args: args}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: name, Module: global,
		External: true, Args: args}
}

// augmented returns the interface of the tree that adds members to a type of the
// platform, or None.
//
//	declare global { interface Array<T> { last(): T } }
func (s *scope) augmented(name string) resolve.DefID {
	for _, all := range [][]resolve.DefID{
		s.b.Table.Top("typescript", global, name), s.tree.globals[name],
	} {
		for _, id := range all {
			if s.b.Table.Def(id).Kind == graph.KindInterface {
				return s.b.Table.Canon[id]
			}
		}
	}
	return resolve.None
}

// added finds a member that the tree adds to the platform type of t.
func (s *scope) added(t, self resolve.Type, name string, seen map[resolve.DefID]bool,
	depth int) []hit {
	for _, carrier := range carriers[t.Form] {
		if id := s.augmented(carrier); id != resolve.None {
			own := resolve.Type{Def: id, Owner: resolve.None, Args: t.Args}
			// An external base of the tree's part does not matter: the platform is
			// searched next.
			hits, _ := s.findIn(own, self, name, seen, depth)
			return hits
		}
	}
	return nil
}

// carriers are the declarations that have the members of types represented by a form, or
// without a written type.
var carriers = map[parse.TypeForm][]string{
	parse.FormList: {"Array"}, parse.FormTuple: {"Array"}, mapOf: {"Map"}, promise: {"Promise"},
	setOf: {"Set", "IteratorObject", "Iterator"}, parse.FormFunc: {"Function"}, parse.FormConstructor: {"Function"},
}

// A declaration is a type of the platform with the arguments of its type parameters.
type declaration struct {
	typ  *external.Type
	args []resolve.Type
}

// declarations lists the declarations that have the members of a value of type t.
func (s *scope) declarations(t resolve.Type) []declaration {
	var names []string
	args := t.Args
	switch {
	case t.Owner != resolve.None || t.Static || t.IsModule:
		return nil
	case t.Def != resolve.None:
		// An interface of the tree that extends one of the platform has the members of
		// both.
		if name := s.merged(t); name != "" {
			names = []string{name}
		}
	case primitiveOf(t.Name) != "" && t.Form == parse.FormNamed:
		names, args = []string{wrappers[primitiveOf(t.Name)]}, nil
	case t.Form == parse.FormNamed && t.Module == global:
		names = []string{t.Name}
	case t.Form == parse.FormTuple:
		// The methods of a tuple are those of an array of all its elements.
		names, args = carriers[t.Form], []resolve.Type{s.union(t.Args)}
	default:
		names = carriers[t.Form]
	}
	var out []declaration
	for _, name := range names {
		if d := s.tree.platform.Type(name); d != nil {
			out = append(out, declaration{d, args})
		}
	}
	if t.Def != resolve.None {
		bases, _ := s.outsideBases(t)
		for _, base := range bases {
			out = append(out, s.declarations(base)...)
		}
	}
	return out
}

// merged returns the name of the platform type that an interface of the tree adds members
// to, or "".
func (s *scope) merged(t resolve.Type) string {
	d := s.b.Table.Def(t.Def)
	if d.Kind == graph.KindInterface && (d.ModuleName == global ||
		slices.Contains(s.tree.globals[d.Name], d.ID)) {
		return d.Name
	}
	return ""
}

// platformMembers finds the members with a name that the platform declares for values of
// type t: its own, otherwise those of its bases.
//
// A string has the members of String, an array those of Array, and every object those of
// Object, which come last.
func (s *scope) platformMembers(t resolve.Type, name string) ([]external.Member, env) {
	for _, d := range s.declarations(t) {
		if all, e := s.membersIn(d, t, name, 0); len(all) > 0 {
			return all, e
		}
	}
	return nil, env{}
}

// membersIn finds the members of one declaration. Bases are searched only if it has no
// member with the name: an own member hides theirs (7.1).
func (s *scope) membersIn(d declaration, this resolve.Type, name string,
	depth int) ([]external.Member, env) {
	if depth > deepestBases || !s.enter() {
		return nil, env{}
	}
	defer s.budget.Leave()
	e := s.env(d, this)
	var own []external.Member
	for _, m := range d.typ.Member(name) {
		if m.Flags&external.Static == 0 {
			own = append(own, m)
		}
	}
	// overloads of a base are not overloads of it
	if len(own) > 0 {
		return own, e
	}
	bases := d.typ.Bases
	if d.typ.Kind == external.Alias {
		bases = []external.TypeRef{d.typ.Target}
	}
	for i := range bases {
		for _, base := range s.declarations(s.converted(&bases[i], e)) {
			if all, e := s.membersIn(base, this, name, depth+1); len(all) > 0 {
				return all, e
			}
		}
	}
	return nil, env{}
}

// platformMember returns the type of a member that the platform declares for values of
// type t, or Unknown. A method is a value that is resolved when it is called.
func (s *scope) platformMember(t resolve.Type, name string) resolve.Type {
	all, e := s.platformMembers(t, name)
	switch {
	case len(all) == 0:
		return resolve.Unknown
	case callable(&all[0]):
		return named(methodOf, name, t).WithTier(t.Tier)
	}
	return s.converted(&all[0].Type, e).WithTier(resolve.WeakerTier(t.Tier, graph.Typed))
}

// globalValue returns the type of a global value of the platform: the type of a variable,
// and for a function a value that is resolved when it is called.
//
//	console.log      // a variable of type Console
//	parseInt('1')    // a function
func (s *scope) globalValue(name string) resolve.Type {
	value := resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Name: name,
		Static: true}
	if strings.Contains(name, ".") {
		return s.outsideValue(name)
	}
	all := s.tree.outsideMembers(name)
	switch {
	case len(all) == 0:
		return value
	case callable(&all[0]):
		return named(methodOf, name)
	}
	if t := s.converted(&all[0].Type, env{}); t.Def != resolve.None || t.Module == global {
		return t
	}
	return value
}

// platformSignatures lists the signatures of a function or method of the platform.
func (s *scope) platformSignatures(fn resolve.Type) []signature {
	if len(fn.Args) == 0 {
		return s.tableSignatures(s.tree.outsideMembers(fn.Name), env{})
	}
	all, e := s.platformMembers(fn.Args[0], fn.Name)
	return s.tableSignatures(all, e)
}

// platformConstructors lists the construct signatures of a value of type t.
//
//	new Map<string, Order>()    // MapConstructor: new <K, V>(…) => Map<K, V>
func (s *scope) platformConstructors(t resolve.Type) []signature {
	if !t.External || t.Module != global {
		return nil
	}
	if t.Static {
		if d := s.tree.platform.Type(t.Name); d != nil && d.Kind == external.Class {
			return s.classSignatures(d)
		}
		return nil
	}
	all, e := s.platformMembers(t, external.ConstructorName)
	return s.tableSignatures(all, e)
}

// tableSignatures converts signatures. Each has a separate owner for its type parameters,
// because one call may be an argument of another.
//
//	Promise.resolve(Promise.resolve(order))   // the two T of resolve<T> are distinct
func (s *scope) tableSignatures(all []external.Member, e env) []signature {
	var out []signature
	for i := range all {
		m := &all[i]
		switch {
		case m.Kind == external.Constructor, m.Kind == external.Call:
			out = append(out, s.tableSignature(m, e))
		case callable(m) && m.Type.Form == external.Func && m.Kind != external.Method &&
			m.Kind != external.Function:
			out = append(out, s.tableSignature(m.Type.Signature(), e))
		case callable(m):
			out = append(out, s.tableSignature(m, e))
		}
	}
	return out
}

// callable reports whether a member is a function or method, or a value of a generic
// function type, whose type parameters are known only at the call.
func callable(m *external.Member) bool {
	switch m.Kind {
	case external.Method, external.Function:
		return true
	case external.Field, external.Property, external.Value:
		sig := m.Type.Signature()
		return sig != nil && sig.Kind == external.Call && len(sig.TypeParams) > 0
	}
	return false
}

// outsideTuple reports whether a constraint of the platform is a tuple or a union that
// contains one.
func outsideTuple(t external.TypeRef) bool {
	return t.Form == external.Tuple || t.Form == external.Union && slices.ContainsFunc(t.Args, outsideTuple)
}

// tableSignature converts one signature. A type parameter that is the type of `this` is
// the receiver, so it is not inferred.
func (s *scope) tableSignature(m *external.Member, e env) signature {
	s.owners++
	g := signature{owner: resolve.None - resolve.DefID(s.owners)}
	for i := range m.TypeParams {
		p := &m.TypeParams[i]
		own := resolve.Type{Def: resolve.None, Owner: g.owner, Param: i, Name: p.Name}
		if len(m.Params) > 0 && m.Params[0].Mode == external.This &&
			m.Params[0].Type.Form == external.TypeVar && m.Params[0].Type.Name == p.Name {
			own = e.this // flat<A>(this: A): FlatArray<A>
		}
		g.generic = append(g.generic, p.Name)
		e = e.with([]string{p.Name}, []resolve.Type{own})
	}
	for i := range m.TypeParams {
		p, t := &m.TypeParams[i], resolve.Unknown
		switch {
		case !p.Default.IsZero():
			t = s.converted(&p.Default, e)
		case len(p.Bounds) > 0:
			t = s.converted(&p.Bounds[0], e)
		}
		g.fallback = append(g.fallback, t)
		g.places = append(g.places, slices.ContainsFunc(p.Bounds, outsideTuple))
	}
	for i := range m.Params {
		p := &m.Params[i]
		if p.Mode == external.This {
			continue
		}
		g.params = append(g.params, s.converted(&p.Type, e))
		g.names = append(g.names, p.Name)
		if !p.Optional && !p.Variadic {
			g.least = len(g.params)
		}
		g.rest = p.Variadic
	}
	g.result = s.converted(&m.Type, e)
	return g
}
