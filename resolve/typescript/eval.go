package typescript

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// eval infers the type of an expression step by step: the tier of the result is that of
// the weakest step. Its names are looked up at a position in the definition from.
//
//	shop.orders[0].ship()    // shop, its member orders, an element of it, its member ship
func (s *scope) eval(f *resolve.File, steps []parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	if !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	t, name := resolve.Unknown, ""
	for i := 0; i < len(steps); i++ {
		if i+1 < len(steps) && steps[i+1].Kind == parse.StepExpected {
			// The parser represents the parameter of a lambda as the enclosing call and
			// the index of the lambda among its arguments, so that the expected type of
			// that argument is used.
			fn := s.callee(f, t, steps, i, at, from)
			t = s.expectedArg(f, fn, t, &steps[i], int(steps[i+1].Args), at, from)
			i++
		} else {
			t = s.step(f, t, steps, i, at, from)
		}
		if name = pathOf(name, steps, i); name != "" {
			t = s.narrowed(f, name, at, from, t)
		}
		if !t.Known() {
			// An unknown value stays unknown in all later steps.
			return resolve.Unknown
		}
	}
	return t
}

// pathOf returns the name by which guards refer to the expression up to step i, given
// before, the name of the preceding steps; "" if the expression has none.
//
// Only paths of plain names are narrowed (4.24): if (shop.order) narrows shop.order, but
// a test of list[i] or of find().order narrows nothing that follows.
func pathOf(before string, steps []parse.Step, i int) string {
	switch st := &steps[i]; {
	case i == 0 && st.Kind == parse.StepName:
		return st.Name
	case i == 0 && st.Kind == parse.StepThis:
		return "this"
	case i > 0 && before != "" && st.Kind == parse.StepMember:
		return before + "." + st.Name
	}
	return ""
}

// step applies step i of an expression to the value of the preceding steps.
func (s *scope) step(f *resolve.File, t resolve.Type, steps []parse.Step, i int, at uint32,
	from resolve.DefID) resolve.Type {
	switch st := &steps[i]; st.Kind {
	case parse.StepThis:
		return s.thisAt(f, at, from)
	case parse.StepBase:
		return s.super(from)
	case parse.StepNew:
		return s.instance(f, st, at, from)
	case parse.StepType:
		return s.typeOf(f, st.WrittenType(), from, at)
	case parse.StepName:
		return s.valueNamed(f, st.Name, at, from)
	case parse.StepMember:
		return s.memberType(t, st.Name)
	case parse.StepCall:
		return s.called(f, s.callee(f, t, steps, i, at, from), st, at, from)
	case parse.StepIndex:
		// An index may be out of bounds and a key missing, which the checker ignores,
		// too.
		return s.element(t, st.Name).WithTier(graph.Typed)
	case parse.StepElement:
		return s.element(t, "*").WithTier(graph.Typed)
	case parse.StepAwait:
		if markup(f, at) != nil {
			return s.emitted(t)
		}
		return s.awaited(t)
	case parse.StepFuncParam:
		return s.paramOf(t, int(st.Args)).WithTier(graph.Typed)
	case parse.StepFuncResult:
		return s.resultOf(t).WithTier(graph.Typed)
	case parse.StepInstance:
		return s.constructed(t)
	case parse.StepRest:
		// const [first, ...others] = orders takes a list of the rest.
		return listOf(s.element(t, "*"))
	case parse.StepAlternatives, parse.StepArray, parse.StepObject, parse.StepLambda:
		return s.literal(f, st, from)
	}
	return resolve.Unknown
}

// callee returns the function that the call at step i calls.
//
//	shop?.open()      // the member open of a Shop
//	super.open()      // of the base class
//	handlers[name]()  // an element
func (s *scope) callee(f *resolve.File, t resolve.Type, steps []parse.Step, i int, at uint32,
	from resolve.DefID) resolve.Type {
	switch st := &steps[i]; {
	case st.Kind == parse.StepNew:
		return s.classNamed(f, st.WrittenType().Name, at, from)
	case st.Name == "":
		// The value itself is called: load()().
		return t
	case i == 0:
		return s.narrowed(f, st.Name, at, from, s.valueNamed(f, st.Name, at, from))
	}
	return s.memberType(t, steps[i].Name)
}

// thisAt returns the type of `this` (4.2) at a position: as declared by the enclosing
// function, otherwise as determined by the enclosing definition.
//
//	function go(this: Order) { this.ship(); }
//	const shop = { open() { this.close(); }, close() {} };
func (s *scope) thisAt(f *resolve.File, at uint32, from resolve.DefID) resolve.Type {
	// A parameter `this` is an ordinary local of the facts. The nearest one counts,
	// because arrow functions inherit that of the enclosing function.
	for d := from; d != resolve.None; d = s.b.Table.Defs[d].Outer {
		if l := local(s.b.In(f), "this", at, d, values); l != nil {
			return s.localType(f, l)
		}
	}
	if m := markup(f, at); m != nil && s.tree.shownBy(f, m) > resolve.None {
		return s.self(s.tree.shownBy(f, m))
	}
	return s.this(from)
}

// literal returns the type of a literal, an anonymous function, or a conditional
// expression.
//
//	[order, line]     // a list of both
//	{ order, go() {} }  // an object type with these members
//	flag ? a : b      // a union
func (s *scope) literal(f *resolve.File, st *parse.Step, from resolve.DefID) resolve.Type {
	g := groupOf(f, st)
	switch st.Kind {
	case parse.StepLambda:
		return s.lambda(f, st, g, from)
	case parse.StepObject:
		t := named(parse.FormObject, strings.Join(g.Names, ",")).WithTier(graph.Typed)
		// Names and Args are parallel: the value at i has the name at i, or "..." for a
		// spread.
		for i := range g.Values {
			t.Args = append(t.Args, s.value(f, st.At, i, from))
		}
		return t
	}
	all := make([]resolve.Type, len(g.Values))
	for i := range g.Values {
		if all[i] = s.value(f, st.At, i, from); isSpread(&g.Values[i]) {
			// A spread adds the elements of its operand, not the operand.
			all[i] = s.element(all[i], "*")
		}
	}
	if st.Kind == parse.StepAlternatives {
		return s.union(all)
	}
	if len(all) == 0 {
		return formed(parse.FormList) // an empty list: it is assignable to any list
	}
	return formed(parse.FormList, s.union(all)).WithTier(graph.Typed)
}

// groupOf returns the subexpressions of a step.
func groupOf(f *resolve.File, st *parse.Step) *parse.Group {
	if st.At == 0 || f == nil {
		// At is the number of the group, counted from 1; 0 means no group.
		return &parse.Group{}
	}
	return &f.Groups[st.At-1]
}

// isSpread reports whether a value is spread into the enclosing list or literal.
//
//	[...orders, new Order()]
func isSpread(v *parse.Value) bool {
	n := len(v.Steps)
	return n > 0 && v.Steps[n-1].Kind == parse.StepSpread
}

// value returns the type of value i of a group. It is memoized, because each call of a
// chain evaluates the preceding ones. In a cycle, as the result of a callback may form,
// the value is Unknown, and types that depend on that are not memoized.
func (s *scope) value(f *resolve.File, group uint32, i int, from resolve.DefID) resolve.Type {
	return s.groups.of(s, value{f, group, int32(i)}, func() resolve.Type {
		v := &f.Groups[group-1].Values[i]
		steps := v.Steps
		if isSpread(v) {
			steps = steps[:len(steps)-1]
		}
		return s.eval(f, steps, v.At, from)
	})
}

// lambda returns the type of an anonymous function.
//
// A function without an explicit return type returns the type of its body, an async one a
// promise of it.
func (s *scope) lambda(f *resolve.File, st *parse.Step, g *parse.Group,
	from resolve.DefID) resolve.Type {
	written := st.WrittenType()
	t := formed(parse.FormFunc, s.typesOf(f, written.Args, from, written.At)...).WithTier(graph.Typed)
	last := len(t.Args) - 1
	if last < 0 || !written.Args[last].IsZero() {
		// The return type is explicit.
		return t
	}
	if len(g.Values) == 0 {
		// A body without a return statement.
		t.Args[last] = externalType("void")
		return t
	}
	all := make([]resolve.Type, len(g.Values))
	for i := range g.Values {
		all[i] = s.value(f, st.At, i, from)
	}
	t.Args[last] = s.union(all)
	if st.Name == "async" {
		t.Args[last] = promiseOf(t.Args[last])
	}
	return t
}

// listOf returns the type of an array of e.
func listOf(e resolve.Type) resolve.Type {
	return formed(parse.FormList, e)
}

// promiseOf returns a promise of t, or of the result of t if that is a promise.
//
// A promise of a promise is one promise: async functions and then() flatten their
// results.
func promiseOf(t resolve.Type) resolve.Type {
	if t.Form == promise && t.Def == resolve.None {
		return t
	}
	return formed(promise, t).WithTier(t.Tier)
}

// classNamed returns the value that a dotted name refers to.
func (s *scope) classNamed(f *resolve.File, name string, at uint32,
	from resolve.DefID) resolve.Type {
	first, rest, dotted := strings.Cut(name, ".")
	t := s.valueNamed(f, first, at, from)
	if first == "this" {
		t = s.thisAt(f, at, from)
	}
	for dotted && t.Known() {
		first, rest, dotted = strings.Cut(rest, ".")
		t = s.memberType(t, first)
	}
	return t
}

// instance returns the type of new T().
//
//	new Order()          // an Order
//	new shop.Order(1)    // of a namespace or a module
//	new this.type()      // of a value that is a class
func (s *scope) instance(f *resolve.File, st *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	t := s.classNamed(f, st.WrittenType().Name, at, from)
	// the value of a class of the platform is a constructor interface
	if t.Def == resolve.None {
		if p := s.platformInstance(f, t, st, at, from); p.Known() {
			return p
		}
		return s.constructedBy(f, t, st, at, from)
	}
	if d := s.b.Table.Def(t.Def); !t.Static || d.Kind != graph.KindClass && !s.isConstructorFunction(d) {
		return s.constructedBy(f, t, st, at, from)
	}
	out := resolve.Type{Def: t.Def, Owner: resolve.None, Tier: resolve.WeakerTier(t.Tier, graph.Typed)}
	if args := st.WrittenType().Args; len(args) > 0 {
		out.Args = s.typesOf(f, args, from, at)
		return out
	}
	return s.inferredInstance(f, out, st, from)
}

// inferredInstance infers the type arguments of a creation like those of a call (4.14):
// those of the class that the arguments of its constructor determine.
//
//	class Box<T> { constructor(value: T) {} }
//	new Box(order)    // Box<Order>
func (s *scope) inferredInstance(f *resolve.File, t resolve.Type, st *parse.Step,
	from resolve.DefID) resolve.Type {
	d := s.b.Table.Def(t.Def)
	if len(d.TypeParams) == 0 {
		return t
	}
	sig := signature{owner: t.Def, generic: d.TypeParams, result: s.self(t.Def)}
	if c := s.constructorOf(t, 0); c != resolve.None {
		if s.b.Table.EnclosingType(c) != t.Def {
			// An inherited constructor refers to the type parameters of the base:
			// expressing them by those of t would require solving for them.
			return s.withDefaults(t)
		}
		sigs := s.signaturesOf(resolve.Type{Def: c, Owner: resolve.None, Static: true})
		if len(sigs) != 1 {
			// Overloads that infer different arguments give no certain type.
			return s.withDefaults(t)
		}
		sig.params, sig.least = sigs[0].params, sigs[0].least
	}
	out := s.instantiate(&sig, sig.result, s.arguments(f, st, -1, from), resolve.Unknown)
	return out.WithTier(t.Tier)
}

// constructed returns the instance type of the class that a value of type t is.
func (s *scope) constructed(t resolve.Type) resolve.Type {
	return s.constructedBy(nil, t, &parse.Step{}, 0, resolve.None)
}

// constructedBy returns the type of a creation by a value that need not be the name of a
// class.
//
//	function make<T>(C: new () => T) { return new C(); }   // T
func (s *scope) constructedBy(f *resolve.File, t resolve.Type, st *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	t = s.resolvedAlias(t)
	if t.Static && t.Def != resolve.None && s.isClass(t.Def) {
		return s.withDefaults(resolve.Type{Def: t.Def, Owner: resolve.None,
			Tier: resolve.WeakerTier(t.Tier, graph.Typed)})
	}
	switch {
	case t.Form == parse.FormConstructor && len(t.Args) > 0:
		return t.Args[len(t.Args)-1].WithTier(resolve.WeakerTier(t.Tier, graph.Typed))
	case t.Form == parse.FormIntersection:
		var all []resolve.Type
		for _, a := range t.Args {
			if out := s.constructedBy(f, a, st, at, from); out.Known() {
				all = append(all, out.WithTier(resolve.WeakerTier(out.Tier, t.Tier)))
			}
		}
		switch len(all) {
		case 0:
		case 1:
			return all[0]
		default:
			return formed(parse.FormIntersection, all...)
		}
	case t.External:
		// The first signature represents all: their return types differ only in type
		// arguments.
		if sigs := s.platformConstructors(t); len(sigs) > 0 {
			return s.instantiate(&sigs[0], sigs[0].result, &arguments{}, resolve.Unknown)
		}
		return externalType(st.WrittenType().Name)
	}
	return resolve.Unknown
}

// localType returns the declared type of a local, or that of its initializer.
//
//	const o: Animal = new Dog();    // an Animal
//	const o = new Dog();            // a Dog
//	(o: Dog) => …                   // a Dog; without a type annotation, the contextual type
func (s *scope) localType(f *resolve.File, l *parse.Local) resolve.Type {
	switch {
	case !l.Type.IsZero():
		return s.typeOf(f, l.Type, f.ID(l.Def), l.Scope.Start)
	case l.Init == nil:
		return resolve.Unknown
	}
	return s.locals.of(s, l, func() resolve.Type {
		at := l.At
		// The initializer is evaluated at its own position, because names in it may be
		// narrowed there and not at the use.
		if at == 0 {
			at = l.Scope.Start
		}
		t := s.eval(f, l.Init, at, f.ID(l.Def)).WithTier(graph.Typed)
		if l.LastStep == parse.StepElement {
			return s.element(t, "*").WithTier(graph.Typed)
		}
		return t
	})
}

// element returns the type of an element of t, by indexing or iteration; name is the
// index, "*" for any.
//
//	pair[1]           // of [Order, Line] the second
//	record['name']    // of { name: Order } the member
//	for (const o of orders)
func (s *scope) element(t resolve.Type, name string) resolve.Type {
	t = s.resolvedAlias(t)
	switch t.Form {
	case parse.FormList, setOf:
		if len(t.Args) > 0 {
			return t.Args[0].WithTier(t.Tier)
		}
	case parse.FormTuple:
		if i, err := strconv.Atoi(name); err == nil && i < len(t.Args) {
			return t.Args[i].WithTier(t.Tier)
		}
		return s.union(t.Args)
	case mapOf:
		// Iterating over a map yields pairs [K, V].
		return formed(parse.FormTuple, t.Args...).WithTier(t.Tier)
	case parse.FormUnion:
		var all []resolve.Type
		for _, a := range t.Args {
			if a.Form != parse.FormList || len(a.Args) > 0 { // not [], which has no elements
				all = append(all, s.element(a, name))
			}
		}
		return s.union(all)
	case parse.FormNamed:
		if e := s.iterated(t); e.Known() && name == "*" {
			return e
		}
	}
	return s.mapValue(t, 0)
}

// iterated returns the element type of a value by the iteration protocol of ECMAScript.
//
//	class Orders { [Symbol.iterator](): Iterator<Order> { … } }
func (s *scope) iterated(t resolve.Type) resolve.Type {
	if t.Static || t.Def == resolve.None && t.Module != global {
		return resolve.Unknown
	}
	for _, name := range []string{"[Symbol.iterator]", "[Symbol.asyncIterator]"} {
		if m := s.memberType(t, name); m.Known() {
			return s.yielded(s.resultOf(m))
		}
	}
	return resolve.Unknown
}

// yielded returns the element type of an iterator: the value of the result of next. The
// iterator of an iterator is usually itself, so it is not iterated over.
//
//	class Walk { [Symbol.iterator]() { return this } next(): IteratorResult<Order> { … } }
func (s *scope) yielded(it resolve.Type) resolve.Type {
	if it = s.resolvedAlias(it); isPlatform(it) {
		return s.element(it, "*")
	}
	return s.memberType(s.awaited(s.resultOf(s.memberType(it, "next"))), "value")
}
