package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/outside"
	"seedgraph/resolve"
)

// What the platform declares is read from the tables of package outside when it is
// asked for: types of values, members with their signatures, constructors. Nothing
// here knows a member by its name.

// An env says what the type variables in a declaration of the platform stand for.
type env struct {
	names []string // an inner one hides those before it
	types []resolve.Type
	this  resolve.Type // the receiver
}

// with returns e with more type variables.
func (e env) with(names []string, types []resolve.Type) env {
	e.names = append(e.names[:len(e.names):len(e.names)], names...)
	e.types = append(e.types[:len(e.types):len(e.types)], types...)
	return e
}

// variable is what a type variable stands for.
func (e env) variable(name string) resolve.Type {
	for i := len(e.names) - 1; i >= 0; i-- {
		if e.names[i] == name {
			return e.types[i]
		}
	}
	return resolve.Unknown
}

// converted is a type of the tables with its type variables replaced. Types that
// the compiler computes in ways that are not followed here are unknown.
func (s *scope) converted(t *outside.TypeRef, e env) resolve.Type {
	if t.IsZero() || !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	switch t.Form {
	case outside.Named:
		return s.convertedName(t, e)
	case outside.TypeVar:
		return e.variable(t.Name)
	case outside.Self:
		return e.this
	case outside.Array:
		return formed(resolve.List, s.convertedAll(t.Args, e)...)
	case outside.Union:
		return s.union(s.convertedAll(t.Args, e))
	case outside.Intersection:
		return s.convertedParts(t.Args, e)
	case outside.Tuple:
		return s.convertedTuple(t, e)
	case outside.Literal:
		return outsideType(literalName(t.Name))
	case outside.Func:
		return s.convertedFunc(&t.Members[0], e)
	case outside.Object:
		return s.convertedObject(t, e)
	case outside.Computed:
		return s.computed(t, e)
	}
	return resolve.Unknown
}

func (s *scope) convertedAll(refs []outside.TypeRef, e env) []resolve.Type {
	out := make([]resolve.Type, len(refs))
	for i := range refs {
		out[i] = s.converted(&refs[i], e)
	}
	return out
}

// convertedParts is an intersection. That window is also typeof globalThis gives it
// members which are found as global values.
func (s *scope) convertedParts(parts []outside.TypeRef, e env) resolve.Type {
	var out []resolve.Type
	for i := range parts {
		p := &parts[i]
		if p.Form != outside.Computed || p.Name != "typeof" || p.Args[0].Name != "globalThis" {
			out = append(out, s.converted(p, e))
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return formed(resolve.Intersection, out...)
}

// literalName is the name of a literal type as written types have it.
func literalName(text string) string {
	if strings.HasPrefix(text, `"`) {
		return "'" + strings.Trim(text, `"`) + "'"
	}
	return text
}

func (s *scope) convertedName(t *outside.TypeRef, e env) resolve.Type {
	switch {
	case t.Name == "any" || t.Name == "unknown":
		return resolve.Unknown
	case t.Name == "object" || primitiveOf(t.Name) != "":
		return outsideType(t.Name)
	}
	return s.platformNamed(t.Name, s.convertedAll(t.Args, e))
}

// convertedTuple is a tuple, or a list where its length is not known.
func (s *scope) convertedTuple(t *outside.TypeRef, e env) resolve.Type {
	all := s.convertedAll(t.Args, e)
	for i := range t.Args {
		if t.Args[i].Form == outside.Spread {
			return formed(resolve.List, s.union(all))
		}
	}
	return formed(resolve.Tuple, all...)
}

// convertedFunc is the type of a function with the signature m.
func (s *scope) convertedFunc(m *outside.Member, e env) resolve.Type {
	form := resolve.Func
	if m.Kind == outside.Constructor {
		form = ctor
	}
	var args []resolve.Type
	for i := range m.Params {
		p := &m.Params[i]
		if p.Mode == outside.This {
			continue
		}
		t := s.converted(&p.Type, e)
		switch {
		case p.Variadic:
			t = formed(rest, t)
		case p.Optional:
			t = formed(resolve.Optional, t)
		}
		args = append(args, t)
	}
	return formed(form, append(args, s.converted(&m.Type, e))...)
}

// convertedObject is an object type: a function, an index signature, or its members.
func (s *scope) convertedObject(t *outside.TypeRef, e env) resolve.Type {
	var names []string
	var types []resolve.Type
	for i := range t.Members {
		m := &t.Members[i]
		switch m.Kind {
		case outside.Call, outside.Constructor:
			return s.convertedFunc(m, e)
		case outside.Indexer:
			return formed(resolve.Map, s.converted(&m.Params[0].Type, e), s.converted(&m.Type, e))
		case outside.Method:
			names, types = append(names, m.Name), append(types, s.convertedFunc(m, e))
		default:
			v := s.converted(&m.Type, e)
			if m.Flags&outside.Optional != 0 {
				v = formed(resolve.Optional, v)
			}
			names, types = append(names, m.Name), append(types, v)
		}
	}
	return named(resolve.Object, strings.Join(names, ","), types...)
}

// computed is a type that the compiler computes.
func (s *scope) computed(t *outside.TypeRef, e env) resolve.Type {
	switch t.Name {
	case "is":
		return s.convertedGuard(isGuard, t, e)
	case "asserts":
		return s.convertedGuard(assertsGuard, t, e)
	case "?": // an element of a tuple that may be missing
		return s.converted(&t.Args[0], e)
	case "?:":
		if !infers(&t.Args[1]) {
			return formed(conditional, s.convertedAll(t.Args, e)...)
		}
	case "[]":
		return s.convertedLookup(t, e)
	case "template":
		return outsideType("string")
	case "typeof":
		return s.globalValue(t.Args[0].Name)
	case "mapped", "mapped?", "mapped-":
		return s.convertedMapped(t, e)
	}
	return resolve.Unknown
}

// convertedGuard is the result of a type guard or an assertion. What is tested for any
// is tested for nothing but its form.
func (s *scope) convertedGuard(form resolve.Form, t *outside.TypeRef, e env) resolve.Type {
	out := named(form, t.Args[0].Name)
	if len(t.Args) > 1 {
		to := s.converted(&t.Args[1], e)
		for i := range to.Args {
			if !to.Args[i].Known() {
				to.Args[i] = anything
			}
		}
		out.Args = []resolve.Type{to}
	}
	return out
}

// convertedLookup is T[K]: an element of a list, or a member of a type of the platform,
// which is of the platform, too.
func (s *scope) convertedLookup(t *outside.TypeRef, e env) resolve.Type {
	of := s.converted(&t.Args[0], e)
	switch key := &t.Args[1]; {
	case key.Form == outside.Named && key.Name == "number":
		return formed(elementOf, of)
	case of.External && of.Module == global:
		return outsideType(of.Name)
	}
	return resolve.Unknown
}

// infers reports whether a type has a part that the compiler infers.
func infers(t *outside.TypeRef) bool {
	return t.Form == outside.Computed && t.Name == "infer" || slices.ContainsFunc(t.Args,
		func(a outside.TypeRef) bool { return infers(&a) })
}

// convertedMapped is { [P in keyof T]: X } for a T that is a list or a tuple: what X
// makes of each element T[P]. It waits until T is known.
func (s *scope) convertedMapped(t *outside.TypeRef, e env) resolve.Type {
	keys, value := &t.Args[1], &t.Args[2]
	if keys.Form != outside.Computed || keys.Name != "keyof" || len(t.Args) > 3 {
		return resolve.Unknown
	}
	of := s.converted(&keys.Args[0], e)
	switch {
	case value.Form == outside.Computed && value.Name == "[]":
		return of
	case value.Form == outside.Named && value.Name == "Awaited":
		return formed(awaitedAll, of)
	}
	return resolve.Unknown
}

// platformRef is a type that the platform declares. Where the tree declares more
// members of it, by declare global { interface Window { … } }, it is that declaration.
func (s *scope) platformRef(name string, args []resolve.Type) resolve.Type {
	if id := s.augmented(name); id != resolve.None {
		return resolve.Type{Def: id, Owner: resolve.None, Args: args}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: name, Module: global,
		External: true, Args: args}
}

// augmented is the interface of the tree that adds members to a type of the platform.
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

// added finds a member that the tree adds to the type of the platform that t is.
func (s *scope) added(t, self resolve.Type, name string, seen map[resolve.DefID]bool,
	depth int) []hit {
	for _, carrier := range carriers[t.Form] {
		if id := s.augmented(carrier); id != resolve.None {
			own := resolve.Type{Def: id, Owner: resolve.None, Args: t.Args}
			hits, _ := s.findIn(own, self, name, seen, depth)
			return hits
		}
	}
	return nil
}

// carriers are the declarations that have the members of types which have a form here,
// or none that is written.
var carriers = map[resolve.Form][]string{
	resolve.List: {"Array"}, resolve.Tuple: {"Array"}, mapOf: {"Map"}, promise: {"Promise"},
	setOf: {"Set", "IteratorObject"}, resolve.Func: {"Function"}, ctor: {"Function"},
}

// A declaration is a type of the platform with what its type parameters stand for.
type declaration struct {
	typ  *outside.Type
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
		name := s.merged(t)
		if name == "" {
			return nil
		}
		names = []string{name}
	case primitiveOf(t.Name) != "" && t.Form == resolve.NoForm:
		names, args = []string{wrappers[primitiveOf(t.Name)]}, nil
	case t.Form == resolve.NoForm && t.Module == global:
		names = []string{t.Name}
	case t.Form == resolve.Tuple:
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
	return out
}

// merged is the name of the type of the platform that an interface of the tree adds
// members to; empty for none.
func (s *scope) merged(t resolve.Type) string {
	d := s.b.Table.Def(t.Def)
	if d.Kind == graph.KindInterface && (d.ModuleName == global ||
		slices.Contains(s.tree.globals[d.Name], d.ID)) {
		return d.Name
	}
	return ""
}

// env is what the type parameters of a declaration stand for, for the receiver this.
func (s *scope) env(d declaration, this resolve.Type) env {
	e := env{this: this}
	for i := range d.typ.TypeParams {
		p := &d.typ.TypeParams[i]
		t := resolve.Unknown
		if i < len(d.args) {
			t = d.args[i]
		} else if !p.Default.IsZero() {
			t = s.converted(&p.Default, e)
		}
		e = e.with([]string{p.Name}, []resolve.Type{t})
	}
	return e
}

// platformMembers finds the members of a name that the platform declares for values of
// type t: its own, else those of what it is based on.
func (s *scope) platformMembers(t resolve.Type, name string) ([]outside.Member, env) {
	for _, d := range s.declarations(t) {
		if all, e := s.membersIn(d, t, name, 0); len(all) > 0 {
			return all, e
		}
	}
	return nil, env{}
}

func (s *scope) membersIn(d declaration, this resolve.Type, name string,
	depth int) ([]outside.Member, env) {
	if depth > deepestBases || !s.enter() {
		return nil, env{}
	}
	defer s.budget.Leave()
	e := s.env(d, this)
	var own []outside.Member
	for _, m := range d.typ.Member(name) {
		if m.Flags&outside.Static == 0 {
			own = append(own, m)
		}
	}
	if len(own) > 0 {
		return own, e
	}
	bases := d.typ.Bases
	if d.typ.Kind == outside.Alias {
		bases = []outside.TypeRef{d.typ.Target}
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

// platformMember is the type of a member that the platform declares for values of type
// t, unknown for none. A method is a value that waits for its call.
func (s *scope) platformMember(t resolve.Type, name string) resolve.Type {
	all, e := s.platformMembers(t, name)
	switch {
	case len(all) == 0:
		return resolve.Unknown
	case all[0].Kind == outside.Method || all[0].Kind == outside.Function:
		return named(methodOf, name, t).WithTier(t.Tier)
	}
	return s.converted(&all[0].Type, e).WithTier(resolve.Worse(t.Tier, graph.Typed))
}

// globalValue is the type of a global value of the platform: of a variable its type, of
// a function a value that waits for its call.
func (s *scope) globalValue(name string) resolve.Type {
	value := resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Name: name,
		Static: true}
	space := s.tree.platform.Namespace("")
	if space == nil || strings.Contains(name, ".") {
		return value
	}
	all := space.Member(name)
	switch {
	case len(all) == 0:
		return value
	case all[0].Kind == outside.Function:
		return named(methodOf, name)
	}
	if t := s.converted(&all[0].Type, env{}); t.Def != resolve.None || t.Module == global {
		return t
	}
	return value
}

// platformSignatures lists the ways to call a function or method of the platform.
func (s *scope) platformSignatures(fn resolve.Type) []signature {
	if len(fn.Args) == 0 {
		return s.tableSignatures(s.tree.platform.Namespace("").Member(fn.Name), env{})
	}
	all, e := s.platformMembers(fn.Args[0], fn.Name)
	return s.tableSignatures(all, e)
}

// platformConstructors lists the ways to create an instance by a value of type t.
func (s *scope) platformConstructors(t resolve.Type) []signature {
	if !t.External || t.Module != global {
		return nil
	}
	all, e := s.platformMembers(t, outside.ConstructorName)
	return s.tableSignatures(all, e)
}

// tableSignatures reads signatures. Each has an owner of its own for its type
// parameters, for one call may be an argument of another.
func (s *scope) tableSignatures(all []outside.Member, e env) []signature {
	var out []signature
	for i := range all {
		m := &all[i]
		switch m.Kind {
		case outside.Method, outside.Function, outside.Constructor, outside.Call:
			out = append(out, s.tableSignature(m, e))
		}
	}
	return out
}

func (s *scope) tableSignature(m *outside.Member, e env) signature {
	s.owners++
	g := signature{owner: resolve.None - resolve.DefID(s.owners)}
	for i := range m.TypeParams {
		p := &m.TypeParams[i]
		own := resolve.Type{Def: resolve.None, Owner: g.owner, Param: i, Name: p.Name}
		if len(m.Params) > 0 && m.Params[0].Mode == outside.This &&
			m.Params[0].Type.Form == outside.TypeVar && m.Params[0].Type.Name == p.Name {
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
	}
	for i := range m.Params {
		p := &m.Params[i]
		if p.Mode == outside.This {
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

// platformElement is what iterating over a value of a type of the platform takes out of
// it: the first type argument of its iterator.
func (s *scope) platformElement(t resolve.Type) resolve.Type {
	if t.Form != resolve.NoForm || t.Module != global {
		return resolve.Unknown
	}
	for _, name := range []string{"[Symbol.iterator]", "[Symbol.asyncIterator]"} {
		if all, e := s.platformMembers(t, name); len(all) > 0 {
			return s.element(s.converted(&all[0].Type, e), "")
		}
	}
	return resolve.Unknown
}
