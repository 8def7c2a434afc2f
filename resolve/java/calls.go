package java

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A search is the result of looking up the candidate methods of a call.
type search struct {
	cands []member
	open  bool            // unknown types may have more
	tier  graph.Tier      // of the path to the candidates
	on    resolve.Type    // the type that the method is called on
	why   resolve.Outcome // the outcome if unresolved, when there are no candidates
}

// A call is a call or creation with the overload it selects.
type call struct {
	search
	choice
	done bool
}

// newCall allocates the call of a reference of the file. Only calls and creations
// need one.
func (e *eval) newCall() *call {
	// Calls are pointed to, so a full block is abandoned rather than moved.
	if len(e.calls) == cap(e.calls) {
		e.calls = make([]call, 0, min(max(len(e.choices)/8, 8), 256))
	}
	e.calls = e.calls[:len(e.calls)+1]
	return &e.calls[len(e.calls)-1]
}

// choice resolves the overloads of reference i, once. An argument that queries its
// target while the overloads are being resolved gets an unfinished one.
//
// Arguments are resolved before their call, and may query it: the lambda in
// list.forEach(x -> x.ship()) needs the parameter of forEach, whose overload is not
// chosen yet.
func (e *eval) choice(i int32) *call {
	c := e.choices[i]
	if c != nil {
		return c
	}
	// It is stored before its arguments are looked at, since they may query it.
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

// search lists the candidate methods or constructors of a reference.
//
// For `order.ship()` the methods of the type of order are searched, for `ship()`
// those of the enclosing classes (JLS 15.12.1). A qualifier that is neither a value
// nor a type of the tree, such as the package of java.util.List.of(), is external.
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

// searchScopes lists the candidates of a call without a receiver (JLS 15.12.1): the
// methods of the innermost enclosing class that has any of that name, or else static
// imports. Beyond a class with an unknown supertype, which may have one, no candidate
// is certain.
//
//	class Outer { void log(String s) {} class Inner { void log(int n) {} void go() { log("x"); } } }
//
// does not compile: only the class that has the name is searched, whether its methods
// accept the arguments or not.
func (e *eval) searchScopes(name string, ctx resolve.DefID) search {
	s := search{on: resolve.Unknown}
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if !e.j.table.Defs[d].Kind.IsType() {
			// Enclosing methods and fields declare no methods themselves.
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
		// An unknown supertype may have a method of that name; then the compiler's
		// search ends here. Candidates of the tree further out are at best unique.
		if open {
			s.tier, s.open = graph.Unique, true
		}
	}
	// The enclosing classes have none of that name: static imports are next.
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

// searchStatic adds the static methods of the given name declared by the types
// owners. It reports whether an external type may have more. Single-static-import and
// on-demand declarations are searched separately: the former shadow the latter (JLS
// 6.4.1).
//
//	import static shop.Prices.total;    // by its name
//	import static shop.Tools.*;         // on demand, shadowed by those
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

// isEnumMethod reports whether a call of a name on t selects an implicitly declared
// method of an enum (JLS 8.9.3).
func (j *tree) isEnumMethod(t resolve.Type, name string) bool {
	isEnum := t.Def != resolve.None && j.table.Def(t.Def).Kind == graph.KindEnum
	return isEnum && (name == "values" || name == "valueOf")
}

// call resolves a method call.
//
// The remaining candidates explain why none was chosen. A call with only external
// candidates makes no edge in any case, and counts as no loss.
func (e *eval) call(i int32) referent {
	r := &e.b.File.References[i]
	c := e.choice(i)
	if c.why != resolve.Resolved || !c.done {
		return e.uncallable(c)
	}
	if c.member.found() {
		return e.called(c, r)
	}
	// The arguments do not decide between the candidates, or there are no candidates.
	m := outcome(resolve.NotFound)
	m.candidates = len(c.cands)
	m.value = e.implicitResult(c.on, r)
	switch {
	// All remaining candidates are external: none makes an edge.
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
		m.value = unknownExternal
	}
	return m
}

// uncallable returns the meaning of a call whose candidates cannot be listed.
func (e *eval) uncallable(c *call) referent {
	if !c.done {
		return outcome(resolve.UnknownReceiver)
	}
	if c.why == resolve.External && e.j.isLost(c.on) {
		return outcome(resolve.UnknownReceiver)
	}
	m := outcome(c.why)
	if c.why == resolve.External {
		m.value = unknownExternal
	}
	return m
}

// called returns the meaning of a call that selects a method.
func (e *eval) called(c *call, r *parse.Reference) referent {
	m := referent{def: c.member.def, tier: resolve.WeakerTier(c.search.tier, c.choice.tier)}
	on := c.on
	on.Tier = m.tier
	m.value, m.poly = e.result(c.choice, r, on)
	m.only = c.member.library != nil && c.member.library.only
	if !c.member.inTree() {
		m.why = resolve.External
		if !m.value.Known() {
			m.value = unknownExternal
		}
	}
	return m
}

// commonResult returns the return type of a call if all remaining candidates agree on
// it, so that a chain continues after StringBuilder.append with an unknown argument.
//
//	builder.append(vendor.text()).append("x")    // whichever append, a StringBuilder
func (e *eval) commonResult(c *call, r *parse.Reference) resolve.Type {
	out := resolve.Unknown
	for i, m := range c.rest {
		one := choice{member: m, tier: graph.Typed, varargs: e.expands(m, r)}
		t, poly := e.result(one, r, c.on)
		if poly || i > 0 && !e.j.sameType(t, out) {
			// One disagreement is enough: any choice would continue the chain from a
			// guess.
			return resolve.Unknown
		}
		out = t
	}
	return out
}

// implicitResult returns the return type of a method that no source declares: those
// of arrays and of enums.
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

// createdType returns the type that a creation instantiates.
//
//	new Inner()          // a type in scope
//	outer.new Inner()    // a member type of the type of outer
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
		// A member type of an external type: only its name is known.
		return inUnknownPackage(r.Name)
	}
	return resolve.Unknown
}

// newType returns the class that new T(…) names. In outer.new Inner(…) it is a member
// of the class of outer, regardless of any other Inner in scope (JLS 15.9.1).
func (e *eval) newType(s *parse.Step, ctx resolve.DefID) resolve.Type {
	t := e.j.resolve(e.jf, ctx, s.WrittenType())
	k := e.referenceAt(s.At, "")
	if k < 0 || strings.ContainsRune(s.WrittenType().Name, '.') {
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

// searchConstructors lists the candidate constructors of new T(…) or a chained
// constructor call.
//
// An external type has its constructors in the tables; a class of the tree may
// declare none: then there are no candidates, and the class is the target.
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
		// Neither the tree nor the platform declares the class.
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

// constructorsOf lists the constructors of a class. An implicit canonical constructor
// is represented by the record itself (JLS 8.10.4).
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
	// The record's components are the parameters.
	canonical := member{t.Def, nil, t}
	if slices.ContainsFunc(out, func(c member) bool { return e.j.sameSignature(c, canonical) }) {
		return out
	}
	return append(out, canonical)
}

// create resolves new T(…) and chained constructors.
//
//	new Order(1)             // the constructor, by its arguments
//	new Plain()              // the class, which declares no constructor
//	new Shape() { … }        // the constructor of Shape, or Shape if that is an interface
func (e *eval) create(i int32) referent {
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
	tier := resolve.WeakerTier(t.Tier, graph.Exact)
	switch {
	case c.member.found():
		return referent{def: c.member.def, tier: resolve.WeakerTier(tier, c.choice.tier), value: t}
	case r.Args < 0 && len(c.cands) > 1:
		// Order::new has no arguments itself.
		if m, ok := e.constructorRef(r, c); ok {
			return referent{def: m.def, tier: resolve.WeakerTier(tier, graph.Typed), value: t}
		}
	// The default constructor is not declared: the class is the target (JLS 8.8.9).
	// So is an interface for the anonymous class that implements it.
	case len(c.cands) == 0:
		return referent{def: t.Def, tier: tier, value: t}
	case !slices.ContainsFunc(c.cands, func(m member) bool { return m.def != t.Def }):
		// All are generated: each of them resolves to the class.
		return referent{def: t.Def, tier: tier, value: t}
	}
	m := outcome(resolve.NotFound)
	m.candidates, m.value = len(c.cands), t
	if len(c.rest) > 1 {
		m.why, m.candidates = resolve.Ambiguous, len(c.rest)
	}
	return m
}

// constructorRef picks the constructor of T::new that takes the arguments of the
// functional interface.
//
//	Function<String, Dog> f = Dog::new;   // Dog(String)
//
// Without a target, every constructor of the type is a candidate.
func (e *eval) constructorRef(r *parse.Reference, c *call) (member, bool) {
	fn, is := e.targetFunction(r)
	if is != yes {
		return noMember, false
	}
	return e.taking(c.cands, fn.params)
}

// taking picks the candidate that accepts arguments of the types.
func (e *eval) taking(cands []member, types []resolve.Type) (member, bool) {
	args := make([]arg, len(types))
	for i, t := range types {
		args[i].Type, args[i].bound = t, resolve.Unknown
	}
	cands = e.j.taking(cands, len(args))
	if len(cands) == 1 {
		return cands[0], true
	}
	// The parameter types of the functional interface serve as argument types (JLS
	// 15.13.1).
	c := e.selectMember(cands, args)
	return c.member, c.member.found()
}

// instance returns the type of the object that new T<>(…) creates: its type arguments
// are inferred from those of the constructor (JLS 15.9.3).
//
//	List<Order> all = new ArrayList<>(orders);    // ArrayList<Order>
func (e *eval) instance(t resolve.Type, at uint32) resolve.Type {
	if len(t.Args) != 1 || t.Args[0].Form != parse.FormDiamond {
		return t
	}
	// Until the constructor is known, the type has unknown type arguments, so that it
	// is not taken for a raw type.
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
		r.Extra.TypeArgs[0].Form == parse.FormDiamond
}

// inferDiamond infers the type arguments of the class that new T<>(…) instantiates,
// ignoring argument skip and functions after it; if the arguments do not determine
// them, from the target type. It returns them with the constructor seen with the
// class's own type parameters as arguments, which makes it a generic method that
// returns the class (JLS 15.9.3), and their owner.
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
