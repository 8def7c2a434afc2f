package java

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A search is the outcome of looking for the methods that a call may mean.
type search struct {
	cands []member
	open  bool            // unknown types may have further ones
	tier  graph.Tier      // of the way to the candidates
	on    resolve.Type    // the type that the method is called on
	why   resolve.Outcome // if it is not resolved, there is nothing to choose from
}

// A call is a call or creation with what it selects.
type call struct {
	search
	choice
	done bool
}

// newCall makes room for what a reference of the file selects. Only calls and
// creations need any.
func (e *eval) newCall() *call {
	// Calls are pointed to, so that a full block is left behind and not moved.
	if len(e.calls) == cap(e.calls) {
		e.calls = make([]call, 0, min(max(len(e.choices)/8, 8), 256))
	}
	e.calls = e.calls[:len(e.calls)+1]
	return &e.calls[len(e.calls)-1]
}

// choice resolves the overloads of reference i, once. While it is being resolved, an
// argument that asks for it, for the type of its own target, gets one that is not done.
//
// Arguments are resolved before the call that they are given to, and may ask back: the lambda
// in list.forEach(x -> x.ship()) needs the parameter of forEach, whose choice is not done yet.
func (e *eval) choice(i int32) *call {
	c := e.choices[i]
	if c != nil {
		return c
	}
	// It is entered before its arguments are looked at, which may ask for it.
	c = e.newCall()
	e.choices[i] = c
	r := &e.b.File.References[i]
	ctx := e.context(e.b.File.ID(r.Def), r.At)
	s, chosen := e.search(r, ctx), choice{member: noMember}
	if s.why == resolve.Resolved {
		chosen = e.choose(s.cands, s.open, r)
	}
	*c = call{search: s, choice: chosen, done: true}
	return c
}

// search lists the methods or constructors that a reference may mean.
//
// Of `order.ship()` the methods of the type of order are searched, of `ship()` those of the
// classes around (JLS 15.12.1). A name that is neither, such as the package of
// java.util.List.of(), is outside the tree.
func (e *eval) search(r *parse.Reference, ctx resolve.DefID) search {
	switch {
	case r.Kind == parse.RefCreate:
		return e.searchConstructors(r, ctx)
	case r.Recv == nil:
		return e.searchScopes(r.Name, ctx)
	}
	t := e.eval(r.Recv, r.At, ctx)
	s := search{on: t, tier: t.Tier}
	switch {
	case !t.Known():
		s.why = resolve.UnknownReceiver
	case t.IsModule:
		s.why = resolve.External
	case isArray(t) && r.Name == "clone": // public, unlike Object's (JLS 10.7)
	default:
		s.cands, s.open = e.methodsOf(t, r.Name)
		s.cands = e.accessible(s.cands, ctx)
	}
	return s
}

// searchScopes lists what a call without receiver may mean (JLS 15.12.1): the methods
// of the innermost enclosing class that has any of the name, else static imports.
// Behind a class with an unknown supertype, which may have one, nothing is certain.
//
//	class Outer { void log(String s) {} class Inner { void log(int n) {} void go() { log("x"); } } }
//
// does not compile: the class that has the name is the only one that is searched, whether its
// methods take the arguments or not.
func (e *eval) searchScopes(name string, ctx resolve.DefID) search {
	s := search{on: resolve.Unknown}
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if !e.j.table.Defs[d].Kind.IsType() {
			// Methods and fields around declare no methods of their own.
			continue
		}
		this := e.j.thisType(d)
		ms, open := e.methods(this, name)
		if ms = e.accessible(ms, ctx); len(ms) > 0 {
			s.cands, s.open, s.on = ms, open, this
			return s
		}
		if e.j.isEnumMethod(this, name) {
			s.on = this
			return s
		}
		// An unknown supertype may have a method of the name; then the search of the
		// compiler ends here. What the tree has further out is at best unique.
		if open {
			s.tier, s.open = graph.Unique, true
		}
	}
	// The classes around have none of the name: static imports are next.
	for _, owners := range [][]string{e.jf.static[name], e.jf.staticDemand} {
		unsure := e.searchStatic(&s, owners, name)
		if unsure && len(s.cands) > 0 {
			s.tier = graph.Unique
		}
		s.open = s.open || unsure
		if len(s.cands) > 0 {
			return s
		}
	}
	return s
}

// searchStatic adds the static methods of a name that the types owners have. It returns
// whether a type outside the tree may have more. The imports of the method by its name
// and those on demand are asked apart: the first shadow the second (JLS 6.4.1).
//
//	import static shop.Prices.total;    // by its name
//	import static shop.Tools.*;         // on demand, behind those
func (e *eval) searchStatic(s *search, owners []string, name string) (unsure bool) {
	for _, owner := range owners {
		t := e.j.named(e.jf, owner)
		if !e.j.declares(t) {
			unsure = true
			continue
		}
		ms, open := e.methods(t, name)
		unsure = unsure || open
		for _, m := range ms {
			if e.j.hasFlag(m, "static") && !slices.ContainsFunc(s.cands, m.same) {
				s.cands = append(s.cands, m)
			}
		}
		if e.j.isEnumMethod(t, name) {
			s.on = t
		}
	}
	return unsure
}

// isEnumMethod reports whether a call of a name on t means a method that every enum
// has without writing it (JLS 8.9.3).
func (j *tree) isEnumMethod(t resolve.Type, name string) bool {
	isEnum := t.Def != resolve.None && j.table.Def(t.Def).Kind == graph.KindEnum
	return isEnum && (name == "values" || name == "valueOf")
}

// call resolves a method call.
//
// The candidates that remain tell why nothing was chosen. A call that only methods outside the
// tree may mean makes no edge whichever it is, and is no loss.
func (e *eval) call(i int32) meaning {
	r := &e.b.File.References[i]
	c := e.choice(i)
	if c.why != resolve.Resolved || !c.done {
		return e.uncallable(c)
	}
	if c.member.found() {
		return e.called(c, r)
	}
	// Nothing decides among the candidates, or there are none.
	m := outcome(resolve.NotFound)
	m.candidates = len(c.cands)
	m.value = e.implicitResult(c.on, r)
	switch {
	// All candidates that remain are outside the tree: which one is meant makes no edge.
	case len(c.rest) > 0 && !slices.ContainsFunc(c.rest, member.inTree):
		m.why = resolve.External
	case len(c.rest) > 1:
		m.why, m.candidates = resolve.Ambiguous, len(c.rest)
	case c.open || m.value.Known() || len(c.cands) == 0 && e.j.isPlatform(c.on):
		m.why = resolve.External
	}
	if m.why == resolve.External && e.j.isLost(c.on) {
		return outcome(resolve.UnknownReceiver)
	}
	if !m.value.Known() {
		m.value = e.commonResult(c, r)
	}
	if !m.value.Known() && m.why == resolve.External {
		m.value = unknownOutside
	}
	return m
}

// uncallable is the meaning of a call whose candidates cannot be listed.
func (e *eval) uncallable(c *call) meaning {
	if !c.done {
		return outcome(resolve.UnknownReceiver)
	}
	if c.why == resolve.External && e.j.isLost(c.on) {
		return outcome(resolve.UnknownReceiver)
	}
	m := outcome(c.why)
	if c.why == resolve.External {
		m.value = unknownOutside
	}
	return m
}

// called is the meaning of a call that selects a method.
func (e *eval) called(c *call, r *parse.Reference) meaning {
	m := meaning{def: c.member.def, tier: resolve.Worse(c.search.tier, c.choice.tier)}
	on := c.on
	on.Tier = m.tier
	m.value, m.poly = e.result(c.choice, r, on)
	m.only = c.member.library != nil && c.member.library.only
	if !c.member.inTree() {
		m.why = resolve.External
		if !m.value.Known() {
			m.value = unknownOutside
		}
	}
	return m
}

// commonResult is the type of the result of a call if all candidates that remain have
// the same: so a chain goes on behind StringBuilder.append with an unknown argument.
//
//	builder.append(vendor.text()).append("x")    // whichever append, a StringBuilder
func (e *eval) commonResult(c *call, r *parse.Reference) resolve.Type {
	out := resolve.Unknown
	for i, m := range c.rest {
		one := choice{member: m, tier: graph.Typed, varargs: e.expands(m, r)}
		t, poly := e.result(one, r, c.on)
		if poly || i > 0 && !e.j.sameType(t, out) {
			// One that disagrees is enough: whichever is chosen, the chain would go on from a
			// guess.
			return resolve.Unknown
		}
		out = t
	}
	return out
}

// implicitResult is the type of the result of a method that no source declares: of
// arrays and of every enum.
//
//	Level.valueOf("LOW").cost()    // a Level
//	names.clone().length           // the array type itself
func (e *eval) implicitResult(t resolve.Type, r *parse.Reference) resolve.Type {
	switch {
	case isArray(t) && r.Name == "clone":
		return t
	case !e.j.isEnumMethod(t, r.Name):
		return resolve.Unknown
	case r.Name == "values":
		return arrayOf(resolve.Type{Def: t.Def, Owner: resolve.None})
	}
	return resolve.Type{Def: t.Def, Owner: resolve.None}
}

// createdType is the type that a creation makes an object of.
//
//	new Inner()          // a type in scope
//	outer.new Inner()    // a member type of what outer is
//	new a.b.Outer.Inner() // a full name
func (e *eval) createdType(r *parse.Reference, ctx resolve.DefID) resolve.Type {
	n := len(r.Recv)
	if n == 0 {
		return e.j.simpleType(e.jf, ctx, r.Name)
	}
	// this(…) and super(…) have the name of the class whose constructor they call, unlike
	// this.new Inner(…).
	switch this := e.this(ctx); r.Recv[n-1].Kind {
	case parse.StepThis:
		if this.Def != resolve.None && e.j.table.Def(this.Def).Name == r.Name {
			return this
		}
	case parse.StepBase:
		super := e.super(this)
		if m, ok := e.j.memberType(super, r.Name); !ok || m.Def == super.Def {
			return super
		}
	}
	if name := resolve.DottedName(r.Recv); name != "" {
		if t := e.j.resolve(e.jf, ctx, parse.TypeRef{Name: name + "." + r.Name}); e.j.declares(t) {
			return t
		}
	}
	t := e.eval(r.Recv, r.At, ctx)
	if m, ok := e.j.memberType(t, r.Name); ok && t.Def != resolve.None {
		return m
	}
	if t.External || t.IsModule {
		// A member type of something outside the tree: its name is all that is known.
		return inUnknownPackage(r.Name)
	}
	return resolve.Unknown
}

// newType is the class that new T(…) names. In outer.new Inner(…) that is a member of the class
// of outer, whatever else is called Inner (JLS 15.9.1).
func (e *eval) newType(s *parse.Step, ctx resolve.DefID) resolve.Type {
	t := e.j.resolve(e.jf, ctx, s.Written())
	k := e.referenceAt(s.At, "")
	if k < 0 || strings.ContainsRune(s.Written().Name, '.') {
		return t
	}
	r := &e.b.File.References[k]
	if len(r.Recv) == 0 {
		return t
	}
	inner := e.createdType(r, ctx)
	inner.Args, inner.Static = t.Args, false
	return inner
}

// searchConstructors lists the constructors that new T(…) or a chained call may mean.
//
// A type outside the tree has its constructors in the tables, a class of the tree may have none
// that is written: then nothing is searched, and the class stands for it.
func (e *eval) searchConstructors(r *parse.Reference, ctx resolve.DefID) search {
	t := e.createdType(r, ctx)
	if given := e.typeArguments(r); len(given) == e.j.typeVars(t) && !isDiamond(r) {
		// new Box<Task>(…): the parameters of the constructor are those of a Box<Task>.
		t.Args = given
	}
	s := search{on: t, tier: t.Tier}
	switch {
	case !t.Known():
		s.why = resolve.UnknownReceiver
	case !e.j.declares(t):
		// Neither the tree nor the platform has the class.
		s.why = resolve.External
	default:
		s.cands = e.accessible(e.constructorsOf(t), ctx)
	}
	if n := len(r.Recv); n > 0 && r.Recv[n-1].Kind == parse.StepThis {
		self := e.b.File.ID(r.Def) // no constructor calls itself
		s.cands = slices.DeleteFunc(s.cands, func(c member) bool { return c.def == self })
	}
	return s
}

// constructorsOf lists the constructors of a class. The canonical one of a record that
// is not written out is the record itself (JLS 8.10.4).
//
//	record Range(int from, int to) { Range { check(); } }    // one constructor, compact
func (e *eval) constructorsOf(t resolve.Type) []member {
	if t.Def == resolve.None {
		var out []member
		if c := e.j.libraryClass(t); c != nil {
			for _, m := range c.constructors() {
				out = append(out, member{m.def, m, t})
			}
		}
		return out
	}
	out := e.j.constructors(t)
	if e.j.table.Def(t.Def).Kind != graph.KindRecord {
		return out
	}
	// The record itself has its components as parameters.
	canonical := member{t.Def, nil, t}
	if slices.ContainsFunc(out, func(c member) bool { return e.j.sameSignature(c, canonical) }) {
		return out
	}
	return append(out, canonical)
}

// create resolves new T(…) and chained constructors.
//
//	new Order(1)             // the constructor, by its arguments
//	new Plain()              // the class, which declares none
//	new Shape() { … }        // the constructor of Shape, or Shape if that is an interface
func (e *eval) create(i int32) meaning {
	r := &e.b.File.References[i]
	c := e.choice(i)
	if !c.done || c.why != resolve.Resolved {
		m := e.uncallable(c)
		m.value = c.on
		return m
	}
	t := c.on
	if t.Def == resolve.None {
		m := outcome(resolve.External)
		m.value = t
		return m
	}
	tier := resolve.Worse(t.Tier, graph.Exact)
	switch {
	case c.member.found():
		return meaning{def: c.member.def, tier: resolve.Worse(tier, c.choice.tier), value: t}
	case r.Args < 0 && len(c.cands) > 1:
		// Order::new has no arguments of its own.
		if m, ok := e.constructorRef(r, c); ok {
			return meaning{def: m.def, tier: resolve.Worse(tier, graph.Typed), value: t}
		}
	// The default constructor is nowhere: the class stands for it (JLS 8.8.9). So does
	// an interface for the anonymous class that implements it.
	case len(c.cands) == 0:
		return meaning{def: t.Def, tier: tier, value: t}
	case !slices.ContainsFunc(c.cands, func(m member) bool { return m.def != t.Def }):
		// All are generated: whichever is meant leads to the class.
		return meaning{def: t.Def, tier: tier, value: t}
	}
	m := outcome(resolve.NotFound)
	m.candidates, m.value = len(c.cands), t
	if len(c.rest) > 1 {
		m.why, m.candidates = resolve.Ambiguous, len(c.rest)
	}
	return m
}

// constructorRef picks the constructor of T::new that takes what the functional
// interface passes.
//
//	Function<String, Dog> f = Dog::new;   // Dog(String)
//
// Without a target every constructor of the type may be meant.
func (e *eval) constructorRef(r *parse.Reference, c *call) (member, bool) {
	fn, is := e.wanted(r)
	if is != yes {
		return noMember, false
	}
	return e.taking(c.cands, fn.params)
}

// taking picks the candidate that takes arguments of the types.
func (e *eval) taking(cands []member, types []resolve.Type) (member, bool) {
	args := make([]arg, len(types))
	for i, t := range types {
		args[i].Type, args[i].bound = t, resolve.Unknown
	}
	cands = e.j.taking(cands, len(args))
	if len(cands) == 1 {
		return cands[0], true
	}
	// The parameters of the functional interface are taken as arguments of those types (JLS
	// 15.13.1).
	c := e.selectMember(cands, args)
	return c.member, c.member.found()
}

// instance is the type of the object that new T<>(…) makes: its type arguments are
// inferred from those of the constructor (JLS 15.9.3).
//
//	List<Order> all = new ArrayList<>(orders);    // ArrayList<Order>
func (e *eval) instance(t resolve.Type, at uint32) resolve.Type {
	if len(t.Args) != 1 || t.Args[0].Name != diamond {
		return t
	}
	// Until the constructor is known the type has arguments of which nothing is known, so that
	// it is not taken for a raw type.
	t.Args = unknowns(e.j.typeVars(t))
	k := e.referenceAt(at, "")
	if k < 0 {
		return t
	}
	c := e.choice(int32(k))
	if !c.done || !c.member.found() || !sameClass(c.on, t) {
		return t
	}
	_, _, t.Args = e.inferDiamond(c.member, &e.b.File.References[k], c.varargs, -1)
	return t.WithTier(graph.Typed)
}

// isDiamond reports whether a creation leaves its type arguments to inference: new Box<>(…).
func isDiamond(r *parse.Reference) bool {
	return r.Kind == parse.RefCreate && r.Extra != nil && len(r.Extra.TypeArgs) == 1 &&
		r.Extra.TypeArgs[0].Name == diamond
}

// inferDiamond infers the type arguments of the class that new T<>(…) makes an object of, but for
// argument skip and functions behind it, and where no argument tells, from the type of what it is
// the value of. It returns them with the constructor seen with the class's own type parameters as
// arguments, which makes it a generic method that returns the class (JLS 15.9.3), and their owner.
func (e *eval) inferDiamond(
	m member, r *parse.Reference, varargs bool, skip int,
) (member, resolve.DefID, []resolve.Type) {
	owner, n := m.owner.Def, e.j.typeVars(m.owner)
	if owner == resolve.None {
		owner = libraryTypeVar
	}
	m.owner.Args = make([]resolve.Type, n)
	for i := range m.owner.Args {
		m.owner.Args[i] = resolve.Type{Def: resolve.None, Owner: owner, Param: i}
	}
	in := e.infer(m, owner, n, r, varargs, skip)
	vars := in.resolve()
	wanted := &inference{e, owner, make([]bounds, n)}
	if r.Extra != nil && !r.Extra.Target.IsZero() {
		wanted.fromResult(m.owner, e.j.resolve(e.jf, e.context(e.b.File.ID(r.Def), r.At), r.Extra.Target))
	}
	for i, t := range wanted.resolve() {
		if !vars[i].Known() && !in.vars[i].vague {
			vars[i] = t
		}
	}
	return m, owner, vars
}
