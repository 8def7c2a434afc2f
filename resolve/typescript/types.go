package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A scope resolves the references of one file, and follows expressions into other files.
// In addition to those of [resolve.Type], it uses these forms:
//
//	{def, static}            the value of a class, enum, function, namespace or object literal
//	{def, static, args: [t]} a method, as a member of t
//	parse.FormFunc           the parameters, the return type last
//	parse.FormMap            { [k: K]: V }
//	parse.FormOptional       an optional parameter of a function
//	parse.FormObject         object types and literals; Name lists the members: a,b
//	'x' 1 true               literal types, by Name
//	{external, static}       a value of the platform, by its name: Object.values
type scope struct {
	tree   *tree
	b      *resolve.Binder
	budget resolve.Budget

	values  memo[resolve.DefID] // types of values and return types of functions, as declared
	locals  memo[*parse.Local]
	presets memo[param]        // the defaults of type parameters
	groups  memo[value]        // types of expressions in groups
	asserts memo[*parse.Guard] // the types that guards by calls test for
	guards  map[*resolve.File]map[string][]int32
	makers  map[*resolve.File]map[int32]bool // JavaScript functions of which new creates instances
	flows   resolve.Memo[flowKey, state]
	tests   resolve.Memo[transition, state]
	states  int32 // number of states

	heritages resolve.Memo[resolve.DefID, heritage]
	needs     resolve.Memo[resolve.DefID, needs]

	comparing int // nesting of type comparisons
	compared  int // number of comparisons in the outermost one
	owners    int // number of signatures of the platform that were read
}

// A memo memoizes types.
type memo[K comparable] struct {
	resolve.Memo[K, resolve.Type]
}

// of returns the type for key; Unknown if it is defined by itself or the budget is
// exhausted.
func (m *memo[K]) of(s *scope, key K, ask func() resolve.Type) resolve.Type {
	if t, ok := m.GetClosed(&s.budget, key, ask); ok {
		return t
	}
	return resolve.Unknown
}

// A value is a value in a group of a file.
type value struct {
	f     *resolve.File
	group uint32
	i     int32
}

// newScope returns a scope for one file. Its memos are not shared: files are resolved in
// parallel.
func newScope(b *resolve.Binder, tree *tree) *scope {
	return &scope{tree: tree, b: b, guards: map[*resolve.File]map[string][]int32{}}
}

// The forms that only TypeScript has.
const (
	thisType   = parse.FormInferred + iota // the receiver, until it is known
	lookup                                 // T['name'], Name is the name
	resultOf                               // ReturnType<T>
	promise                                // Promise<T>
	mapOf                                  // Map<K, V>
	setOf                                  // Set<T> and any other iterable
	elementOf                              // the element type of a list or tuple
	awaitedAll                             // a list or tuple with its elements awaited
	keyed                                  // T[K] with a type parameter K: T and K
	// a method of a type of the platform, Name is its name; without a type, a function
	methodOf
)

// formed returns a type without a definition, by its form and its arguments.
func formed(form parse.TypeForm, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: form, Args: args}
}

// named returns a type of a form that has a name in addition to its arguments.
func named(form parse.TypeForm, name string, args ...resolve.Type) resolve.Type {
	t := formed(form, args...)
	t.Name = name
	return t
}

// externalType returns an external type.
func externalType(name string) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: name, External: true}
}

// deepestBases bounds the length of a chain of bases.
const deepestBases = 16

// enter begins a query about a type, if the budget allows it.
func (s *scope) enter() bool { return s.budget.Enter() }

// settled resolves T['name'] and ReturnType<T> once T is not a type parameter.
//
//	type Made<T extends (…args: any) => any> = ReturnType<T>   // unresolved until T is known
func (s *scope) settled(t resolve.Type) resolve.Type {
	if t.Def != resolve.None || t.Owner != resolve.None || len(t.Args) != 1 {
		return t
	}
	if t.Form != lookup && t.Form != resultOf {
		return t
	}
	of := s.settled(t.Args[0])
	if of.Owner != resolve.None || of.Def == resolve.None &&
		(of.Form == resultOf || of.Form == lookup) {
		// It still depends on a type parameter, which a call will determine.
		t.Args = []resolve.Type{of}
		return t
	}
	if t.Form == lookup {
		return s.memberType(of, t.Name)
	}
	return s.resultOf(of)
}

// valueType returns the type of a value that id declares, as a member of owner: for a
// function or class, the function or class.
//
//	Order        // the class: a value with a construct signature
//	load         // the function
//	count        // the value of the variable
func (s *scope) valueType(id resolve.DefID, owner resolve.Type) resolve.Type {
	d := s.b.Table.Def(id)
	switch d.Kind {
	case graph.KindClass, graph.KindEnum, graph.KindNamespace:
		return resolve.Type{Def: s.b.Table.Canon[id], Owner: resolve.None, Static: true}
	case graph.KindFunction, graph.KindMethod:
		t := resolve.Type{Def: id, Owner: resolve.None, Static: true}
		if owner.Known() {
			t.Args = []resolve.Type{owner}
		}
		return t
	case graph.KindInterface, graph.KindTypeAlias, graph.KindFile:
		return resolve.Unknown
	}
	// a member of an enum is both a value and a type
	if d.Kind == graph.KindConstant && s.b.Table.Def(d.Outer).Kind == graph.KindEnum {
		return resolve.Type{Def: id, Owner: resolve.None}
	}
	// A variable, field or property. If its object literal defines functions, the
	// definition represents the literal, so that its members are found as definitions.
	t := s.declared(id)
	if s.hasMembers(id) && (!t.Known() || t.Form == parse.FormObject && t.Def == resolve.None) {
		return resolve.Type{Def: id, Owner: resolve.None, Static: true}
	}
	return s.bound(resolve.Bounded(t), owner)
}

// hasMembers reports whether an object literal contains definitions.
func (s *scope) hasMembers(id resolve.DefID) bool {
	d := s.b.Table.Def(id)
	// A member follows its owner directly, because definitions are sorted by their start.
	next := int(id) + 1
	return next < len(s.b.Table.Defs) && s.b.Table.Defs[next].Outer == id &&
		d.File == s.b.Table.Defs[next].File
}

// bound substitutes the type arguments of owner, and owner for `this`, in t.
//
//	class Repo<T> { first(): T; with(x: T): this }
//
// For a Shops extends Repo<Shop>, first() is a Shop, and with() the receiver's own type.
func (s *scope) bound(t, owner resolve.Type) resolve.Type {
	if owner.Def == resolve.None {
		return t
	}
	return s.withThis(s.b.Subst(t, owner), owner)
}

// withThis replaces the form thisType by the receiver.
//
//	class Builder { with(): this }    // on a CarBuilder: a CarBuilder
func (s *scope) withThis(t, self resolve.Type) resolve.Type {
	if t.Form == thisType && t.Def == resolve.None {
		return self.WithTier(t.Tier)
	}
	for i := range t.Args {
		if n := s.withThis(t.Args[i], self); !n.SameForm(t.Args[i]) || n.Def != t.Args[i].Def {
			// Arguments are copied before the first change: types are shared between
			// memos.
			args := append([]resolve.Type(nil), t.Args...)
			args[i] = n
			t.Args = args
		}
	}
	return t
}

// declared returns the type that a value is declared with or initialized to, or the
// return type of a function, in terms of its type parameters.
//
//	const orders: Order[] = []    // explicit
//	function make() { return new Order(); }    // a function that returns an Order
func (s *scope) declared(id resolve.DefID) resolve.Type {
	return s.values.of(s, id, func() resolve.Type { return s.infer(id) })
}

// infer infers the type of a definition: its explicit type, otherwise that of its
// initializer or of its return values. An async function returns a promise of it, a
// generator an iterable of it.
//
//	const make = () => new Order();    // a function that returns an Order
//	async function load() { return new Order(); }    // Promise<Order>
func (s *scope) infer(id resolve.DefID) resolve.Type {
	d := s.b.Table.Def(id)
	if !d.Type.IsZero() {
		return s.typeOf(d.File, d.Type, id, d.NameAt)
	}
	all := make([]resolve.Type, len(d.Init))
	for i, v := range d.Init {
		from := id
		if d.Kind == graph.KindField {
			// The initializer of a field runs in the constructor: its names are those of
			// the class.
			from = d.Outer
		}
		if s.returnsThis(d, v.Steps) {
			all[i] = formed(thisType)
			continue
		}
		all[i] = s.eval(d.File, v.Steps, v.At, from)
	}
	t := s.union(all).WithTier(graph.Typed)
	switch {
	case !t.Known():
	case d.Yields:
		return formed(setOf, t).WithTier(t.Tier)
	case resolve.HasModifier(d, "async"):
		return promiseOf(t)
	}
	return t
}

// returnsThis reports whether a value of a method of a class is the receiver, whose type the call
// decides.
//
//	class Query { limit() { return this; } }    // on a LineQuery: a LineQuery
func (s *scope) returnsThis(d *resolve.Def, value []parse.Step) bool {
	return d.Kind == graph.KindMethod && len(value) == 1 && value[0].Kind == parse.StepThis &&
		d.Outer > resolve.None && s.b.Table.Def(d.Outer).Kind == graph.KindClass && !resolve.HasModifier(d, "static")
}

// union joins the types of alternatives (TypeScript specification 3.4). Null and
// undefined are left out, because they have no members; an alternative of unknown type
// makes the others a guess.
func (s *scope) union(all []resolve.Type) resolve.Type {
	var kept []resolve.Type
	nothing, guess := resolve.Unknown, false
	for _, t := range all {
		switch {
		case !t.Known():
			// An unknown alternative, as distinct from one without members.
			guess = true
		case isNothing(t):
			nothing = t
		case t.Form == parse.FormUnion && t.Def == resolve.None:
			for _, a := range t.Args {
				kept = include(kept, a.WithTier(t.Tier))
			}
		default:
			kept = include(kept, t)
		}
	}
	kept = withoutEmpty(kept)
	out := resolve.Unknown
	switch len(kept) {
	case 0:
		if guess {
			return resolve.Unknown
		}
		return nothing
	case 1:
		out = kept[0]
	default:
		out = formed(parse.FormUnion, kept...)
		for _, t := range kept {
			out.Tier = resolve.WeakerTier(out.Tier, t.Tier)
		}
	}
	// an alternative of unknown type may be the one with the member
	if guess {
		out = out.WithTier(graph.Unique)
	}
	return out
}

// withoutEmpty drops [] from alternatives that contain another list, because it has no
// elements.
//
//	(order.lines || []).map(l => l.price)
func withoutEmpty(all []resolve.Type) []resolve.Type {
	empty := func(t resolve.Type) bool { return t.Form == parse.FormList && len(t.Args) == 0 }
	if len(all) < 2 || !slices.ContainsFunc(all, empty) ||
		!slices.ContainsFunc(all, func(t resolve.Type) bool { return isPlatform(t) && !empty(t) }) {
		return all
	}
	return slices.DeleteFunc(all, empty)
}

// include adds t to a list, unless the list has an equal type.
func include(list []resolve.Type, t resolve.Type) []resolve.Type {
	for i := range list {
		if same(list[i], t) {
			list[i] = list[i].WithTier(t.Tier)
			return list
		}
	}
	return append(list, t)
}

// typeOf resolves a written type.
//
//	Order[], [Order, Line], Order | null, typeof shop, Order['id'], keyof Order
func (s *scope) typeOf(f *resolve.File, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	if ref.IsZero() || !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	if ref.Form != parse.FormNamed {
		return s.composed(f, ref, from, at)
	}
	switch ref.Name {
	case "any", "unknown":
		return resolve.Unknown
	case "object":
		return externalType(ref.Name)
	case "this":
		return formed(thisType)
	}
	if primitiveOf(ref.Name) != "" {
		name := ref.Name
		if c := name[0]; c == '"' || c == '`' && !strings.Contains(name, "${") {
			name = "'" + strings.Trim(name, "\"`") + "'"
		}
		return externalType(name)
	}
	return s.typeNamed(f, ref, from, at)
}

// composed resolves a written type that is composed of others.
func (s *scope) composed(f *resolve.File, ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	switch ref.Form {
	case parse.FormUnion:
		return s.union(s.typesOf(f, ref.Args, from, at))
	case parse.FormMapped:
		// { [K in keyof T]: … } has the members of T; their types are not computed.
		return s.typeOf(f, ref.Args[0], from, at)
	case parse.FormLookup:
		return s.lookedUp(f, ref, from, at)
	case parse.FormQuery:
		return s.typeOfValue(f, ref.Name, from, at)
	case parse.FormObject:
		if ref.Name == "" {
			return resolve.Unknown
		}
	}
	return named(ref.Form, ref.Name, s.typesOf(f, ref.Args, from, at)...)
}

// typesOf resolves written types one by one.
func (s *scope) typesOf(f *resolve.File, refs []parse.TypeRef, from resolve.DefID,
	at uint32) []resolve.Type {
	out := make([]resolve.Type, len(refs))
	for i, r := range refs {
		out[i] = s.typeOf(f, r, from, at)
	}
	return out
}

// lookedUp returns the type T['name'], or T[number] and the like.
//
//	Order['lines'][number]    // an element of the member lines
func (s *scope) lookedUp(f *resolve.File, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	if len(ref.Args) != 2 {
		return resolve.Unknown
	}
	t, key := s.typeOf(f, ref.Args[0], from, at), ref.Args[1].Name
	if ref.Args[1].IsZero() || !t.Known() {
		return resolve.Unknown
	}
	if key != "" && (key[0] == '\'' || key[0] == '"') {
		return s.settled(named(lookup, strings.Trim(key, `'"`), t))
	}
	if k := s.typeOf(f, ref.Args[1], from, at); k.Owner != resolve.None {
		return formed(keyed, t, k)
	}
	return s.elementOrMember(t)
}

// elementOrMember returns the type of T[K] with a K that may be any key: that of the elements or
// of the members.
func (s *scope) elementOrMember(t resolve.Type) resolve.Type {
	if e := s.element(t, "*"); e.Known() {
		return e
	}
	return s.anyMember(t)
}

// keyedMember returns the type T[K] for a K that is known: the literal name of a member, or a
// union of such names.
//
//	function get<K extends keyof Shop>(k: K): Shop[K]
//	get('open')    // the type of the member open
func (s *scope) keyedMember(t, k resolve.Type) resolve.Type {
	if k.Form == parse.FormUnion && k.Def == resolve.None {
		all := make([]resolve.Type, len(k.Args))
		for i, a := range k.Args {
			if all[i] = s.keyedMember(t, a); !all[i].Known() {
				return s.elementOrMember(t)
			}
		}
		return s.union(all)
	}
	if isLiteralKey(k) {
		if m := s.memberType(t, strings.Trim(k.Name, `'`)); m.Known() {
			return m
		}
	}
	return s.elementOrMember(t)
}

// isLiteralKey reports whether a type is that of a string literal.
func isLiteralKey(t resolve.Type) bool {
	return t.Def == resolve.None && t.Owner == resolve.None && len(t.Name) > 2 && t.Name[0] == '\''
}

// keyedBy replaces the type parameters of a call that are keys by the literals that the call
// passes for them.
func keyedBy(t resolve.Type, owner resolve.DefID, literals []resolve.Type) resolve.Type {
	if t.Form == keyed && t.Def == resolve.None && len(t.Args) == 2 {
		if k := t.Args[1]; k.Owner == owner && k.Param < len(literals) && literals[k.Param].Known() {
			return formed(keyed, t.Args[0], literals[k.Param]).WithTier(t.Tier)
		}
	}
	var args []resolve.Type
	for i, a := range t.Args {
		if n := keyedBy(a, owner, literals); n.Form == keyed && a.Form == keyed || len(n.Args) > 0 {
			if args == nil {
				args = slices.Clone(t.Args)
			}
			args[i] = n
		}
	}
	if args != nil {
		t.Args = args
	}
	return t
}

// anyMember returns the type of T[keyof T], or of T[K] with a K that may be any key: the
// union of the types of the members.
//
//	interface Kinds { order: Order; line: Line }
//	type Any = Kinds[keyof Kinds]    // Order | Line
func (s *scope) anyMember(t resolve.Type) resolve.Type {
	t = s.resolvedAlias(t)
	var all []resolve.Type
	switch {
	case t.Form == parse.FormObject && t.Def == resolve.None:
		for i, name := range objectNames(t) {
			if name == "..." || i >= mostAlternatives {
				return resolve.Unknown
			}
			all = append(all, withoutOptional(t.Args[i]))
		}
	case t.Def == resolve.None || t.Static:
		return resolve.Unknown
	default:
		for _, part := range s.declarationsOf(s.b.Table.Def(t.Def)) {
			for _, m := range s.membersOf(part) {
				all = append(all, s.memberType(t, m.Name))
			}
		}
		for _, base := range s.basesOf(t) {
			all = append(all, s.anyMember(base))
		}
	}
	if len(all) > mostAlternatives {
		return resolve.Unknown
	}
	return s.union(all)
}

// typeOfValue returns the type typeof a.b.
//
//	typeof shop.open    // the type of that member
func (s *scope) typeOfValue(f *resolve.File, name string, from resolve.DefID,
	at uint32) resolve.Type {
	parts := strings.Split(name, ".")
	t := s.valueNamed(f, parts[0], at, from)
	if parts[0] == "this" {
		t = s.this(from)
	}
	for _, p := range parts[1:] {
		t = s.memberType(t, p)
	}
	return t
}

// typeNamed resolves a type name with its arguments.
//
//	Map<string, Order>    // of the tree, of the platform, or external
func (s *scope) typeNamed(f *resolve.File, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	if !strings.Contains(ref.Name, ".") {
		if t, ok := s.typeParam(ref.Name, from); ok {
			return t
		}
	}
	out, isLocal := s.typeDefs(f, ref.Name, from, at)
	switch {
	case isLocal:
		return resolve.Unknown
	case len(out.Defs) > 0:
		t := resolve.Type{Def: s.b.Table.Canon[out.Defs[0]], Owner: resolve.None,
			Args: s.typesOf(f, ref.Args, from, at), Tier: out.Tier}
		return s.withDefaults(t)
	case out.Name != "":
		return s.platformNamed(out.Name, s.typesOf(f, ref.Args, from, at))
	case out.External && out.Module == global:
		// A free name: the platform's, with its arguments.
		return s.platformNamed(ref.Name, s.typesOf(f, ref.Args, from, at))
	case out.External || out.IsModule:
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, External: true,
			Args: s.typesOf(f, ref.Args, from, at)}
	case !out.Missing:
		// A type parameter of the class whose base this is an argument of: the base is
		// looked up from outside the class.
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name}
	}
	return resolve.Unknown
}

// withDefaults adds the defaults of the type parameters for which t has no arguments.
//
//	class Store<T, K = string> {}    // Store<Order> is Store<Order, string>
func (s *scope) withDefaults(t resolve.Type) resolve.Type {
	d := s.b.Table.Def(t.Def)
	for i := len(t.Args); i < len(d.TypeParams); i++ {
		p := param{t.Def, d.TypeParams[i]}
		ref, ok := s.tree.presets[p]
		if !ok {
			break
			// A parameter without a default after one without an argument is an error in
			// the program.
		}
		preset := s.presets.of(s, p, func() resolve.Type { return s.typeOf(d.File, ref, d.ID, d.NameAt) })
		t.Args = append(t.Args[:len(t.Args):len(t.Args)], resolve.Bounded(s.b.Subst(preset, t)))
	}
	return t
}

// typeParam returns the type parameter of an enclosing definition.
func (s *scope) typeParam(name string, from resolve.DefID) (resolve.Type, bool) {
	return s.b.TypeParam(name, from)
}
