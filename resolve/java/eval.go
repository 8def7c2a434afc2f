package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An eval evaluates the types of expressions in one file.
type eval struct {
	j       *tree
	b       *resolve.Binder
	jf      *file
	memo    []referent
	choices []*call // by reference, nil if not yet resolved
	calls   []call  // the current block of them
	// memoized results of methods
	methodLists map[methodsKey]methodList
	// by start offset; method references by that of their name
	lambdas map[uint32]argument
	// calls that are arguments, by the offset of their name
	nested map[uint32]argument
	locals resolve.Memo[*parse.Local, known] // inferred types
	budget resolve.Budget
}

// A referent is the target of a reference, and the type of its value.
type referent struct {
	def        resolve.DefID
	tier       graph.Tier
	why        resolve.Outcome
	candidates int
	value      resolve.Type
	poly       bool  // the type of the value depends on its target type
	only       bool  // a call that only refers to the definition, and does not run or instantiate it
	state      uint8 // 0 not resolved, 1 being resolved, 2 resolved
}

// An argument is an argument of a call.
type argument struct {
	ref int32
	arg int
}

// newEval returns the evaluator of one file.
//
// The types of names inside a type are kept for this file only: other files import
// other packages.
func newEval(b *resolve.Binder, j *tree) *eval {
	n := len(b.File.References)
	jf := *j.files[b.File]
	jf.types = map[typeKey]resolve.Type{}
	e := &eval{
		j: j, b: b, jf: &jf, memo: make([]referent, n), choices: make([]*call, n),
		lambdas: map[uint32]argument{}, nested: map[uint32]argument{},
		methodLists: map[methodsKey]methodList{},
	}
	for i := range b.File.References {
		e.noteArguments(int32(i))
	}
	return e
}

// noteArguments records the lambdas, method references and calls that are arguments
// of a reference.
//
// A lambda looks up its parameter by its own position, and a nested call its target:
// both need the call that they are an argument of.
func (e *eval) noteArguments(i int32) {
	r := &e.b.File.References[i]
	types := r.ArgTypes()
	for k, t := range types {
		if t.Func != 0 && t.At != 0 {
			e.lambdas[t.At] = argument{i, k}
		}
	}
	for k, steps := range r.ArgSteps() {
		if len(steps) == 0 || k < len(types) && types[k].Func != 0 {
			// The steps of a lambda are those of its result.
			continue
		}
		if last := &steps[len(steps)-1]; last.Kind == parse.StepCall && last.At != 0 {
			e.nested[last.At] = argument{i, k}
		}
	}
}

// context returns the innermost definition enclosing a position in d. References in
// the body of an anonymous class belong to the enclosing named definition, but their
// names are looked up from inside.
//
//	class Use { Runnable r = new Runnable() { public void run() { stop(); } void stop() {} }; }
//
// stop() is looked up in the anonymous class, although the reference belongs to the field r.
func (e *eval) context(d resolve.DefID, at uint32) resolve.DefID {
	// Anonymous classes nest; each iteration goes one level down. Files have few of
	// them.
	for again := true; again; {
		again = false
		for _, a := range e.jf.anonymous {
			if x := e.j.table.Def(a); x.Outer == d && x.Body.Contains(at) {
				d, again = a, true
				break
			}
		}
	}
	return d
}

// referent resolves reference i of the file.
//
// A reference queried while it is being resolved has no meaning yet: `var x = f(() ->
// x)` depends on itself.
func (e *eval) meaning(i int) *referent {
	m := &e.memo[i]
	if m.state != 0 {
		if m.state == 1 {
			return &referent{def: resolve.None, why: resolve.UnknownReceiver, value: resolve.Unknown}
		}
		return m
	}
	m.state = 1
	out := referent{def: resolve.None, why: resolve.UnknownReceiver, value: resolve.Unknown}
	if e.budget.Enter() {
		out = e.resolve(i)
		e.budget.Leave()
	}
	out.state = 2
	*m = out
	return m
}

// resolve resolves reference i of the file, by its kind.
func (e *eval) resolve(i int) referent {
	r := &e.b.File.References[i]
	ctx := e.context(e.b.File.ID(r.Def), r.At)
	switch r.Kind {
	case parse.RefCall:
		return e.call(int32(i))
	case parse.RefCreate:
		return e.create(int32(i))
	case parse.RefType:
		return e.typeName(r, ctx)
	case parse.RefMember:
		return e.member(r, ctx)
	}
	return referent{def: resolve.None, why: resolve.Local, value: resolve.Unknown}
}

// outcome returns the meaning of a name without a target in the tree, with the
// reason.
func outcome(why resolve.Outcome) referent {
	return referent{def: resolve.None, why: why, value: resolve.Unknown}
}

// localType returns the type of a local: the declared one, or that of its
// initializer.
func (e *eval) localType(l *parse.Local) resolve.Type {
	from := e.b.File.ID(l.Def)
	ctx := e.context(from, l.Scope.Start)
	if !l.Type.IsZero() {
		return e.j.resolve(e.jf, ctx, l.Type)
	}
	// A local that depends on itself has the zero type, which is not unknown.
	t := e.locals.Get(&e.budget, l, func() known { return known{e.inferLocal(l, ctx), true} })
	if !t.ok {
		return resolve.Unknown
	}
	return t.Type
}

// A known is an inferred type; the zero value means not inferred.
type known struct {
	resolve.Type
	ok bool
}

// inferLocal returns the type of a local without a written type: that of its
// initializer (JLS 14.4.1), of an element of the iterated expression (14.14.2), or of
// a lambda's parameter (15.27.1).
//
//	var order = new Order();             // an Order
//	for (var line : order.lines())       // a Line
//	orders.forEach(o -> o.ship())        // o is an Order
func (e *eval) inferLocal(l *parse.Local, ctx resolve.DefID) resolve.Type {
	if l.Init != nil {
		at := l.Scope.Start
		if l.LastStep == parse.StepElement && at > 0 {
			// The scope of a loop variable begins after the colon: the iterated
			// expression is evaluated before it, where the same name denotes another
			// variable.
			at--
		}
		t := e.eval(l.Init, at, ctx).WithTier(graph.Typed)
		if l.LastStep == parse.StepElement {
			t = e.element(t).WithTier(graph.Typed)
		}
		return t
	}
	if l.Kind == parse.LocalParam {
		return e.lambdaParam(l)
	}
	return resolve.Unknown
}

// this returns the type enclosing a definition.
func (e *eval) this(ctx resolve.DefID) resolve.Type {
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if e.j.table.Defs[d].Kind.IsType() {
			// A lambda has the `this` of the enclosing class, since it is not a
			// definition (JLS 15.8.3).
			return e.j.thisType(d)
		}
	}
	return resolve.Unknown
}

// super returns the superclass of t.
//
// A class has one superclass, which is written first; an interface has none, and
// Object is used (JLS 8.1.4, 9.2).
func (e *eval) super(t resolve.Type) resolve.Type {
	if t.Def == resolve.None {
		return resolve.Unknown
	}
	d := e.j.table.Def(t.Def)
	for i, b := range e.j.baseTypes(t) {
		if i < len(d.RareFields().BaseKind) && d.RareFields().BaseKind[i] || e.j.isInterface(b) {
			// An implemented interface.
			continue
		}
		return b
	}
	return object
}

// eval evaluates the type of an expression.
//
// The steps of an expression are in source order, but an operator follows its
// operands: evaluation begins with the last operator or call, whose value is known as
// a whole, and continues with the steps after it.
func (e *eval) eval(steps []parse.Step, at uint32, ctx resolve.DefID) resolve.Type {
	t, from := resolve.Unknown, 0
	for i := len(steps) - 1; i >= 0 && from == 0; i-- {
		switch s := &steps[i]; s.Kind {
		case parse.StepUnary:
			t, from = promoted(e.eval(steps[:i], at, ctx)), i+1
		case parse.StepBinary, parse.StepChoice:
			n := i - int(s.Args)
			if n <= 0 {
				// Args is the length of the right operand in steps: no steps would
				// remain for the left one.
				return resolve.Unknown
			}
			t, from = e.operator(s, e.eval(steps[:n], at, ctx), e.eval(steps[n:i], at, ctx)), i+1
		case parse.StepCall: // the value of a call is that of its reference
			if k := e.referenceAt(s.At, s.Name); k >= 0 {
				t, from = e.meaning(k).value, i+1
			}
		}
	}
	captures := func(i int) bool { return i < len(steps) && steps[i].Kind == parse.StepCapture }
	if from > 0 && !t.Known() && !captures(from) {
		return resolve.Unknown
	}
	for i := from; i < len(steps); i++ {
		if t = e.step(t, &steps[i], i == 0, at, ctx); !t.Known() && !captures(i+1) {
			return resolve.Unknown
		}
	}
	return t
}

// referenceAt returns the index of the call or method of a name at a position, or of
// the creation if the name is empty; -1 if not found.
func (e *eval) referenceAt(at uint32, name string) int {
	refs := e.b.File.References
	// References are sorted by start offset. Several may start at one offset, as a
	// creation and the name of its class do.
	lo, hi := 0, len(refs)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if refs[mid].At < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for ; lo < len(refs) && refs[lo].At == at; lo++ {
		switch refs[lo].Kind {
		case parse.RefCall, parse.RefMember:
			if refs[lo].Name == name {
				return lo
			}
		case parse.RefCreate:
			if name == "" {
				return lo
			}
		}
	}
	return -1
}

// step applies one step of an expression to the type before it.
//
// A leading `super` is the superclass; after a type it is `Outer.super`, which for an
// interface denotes the default methods of that interface only (JLS 15.12.1).
func (e *eval) step(
	t resolve.Type, s *parse.Step, first bool, at uint32, ctx resolve.DefID,
) resolve.Type {
	switch s.Kind {
	case parse.StepThis:
		return e.this(ctx)
	case parse.StepBase:
		if first {
			return e.super(e.this(ctx))
		}
		if e.j.isInterface(t) {
			return t
		}
		return e.super(t)
	case parse.StepNew:
		return e.instance(e.newType(s, ctx), s.At)
	case parse.StepType:
		return e.j.resolve(e.jf, ctx, s.WrittenType())
	case parse.StepName:
		if s.At != 0 {
			at = s.At
		}
		return e.bareName(s.Name, at, ctx).value
	case parse.StepMember:
		return e.memberOf(t, s.Name).value
	case parse.StepIndex:
		return index(t)
	case parse.StepFuncParam:
		return e.funcParam(t, int(s.Args))
	case parse.StepCase:
		return t
	case parse.StepCapture:
		return e.component(t, e.j.resolve(e.jf, ctx, s.WrittenType()), int(s.Args))
	}
	return resolve.Unknown
}

// component returns the type of component i of the record r, which a value of type t is matched
// with. Type arguments that are not written follow from t (JLS 18.5.5).
//
//	Box<Order> b    // b instanceof Box(var v): v is an Order
func (e *eval) component(t, r resolve.Type, i int) resolve.Type {
	if r.Def <= resolve.None || e.j.table.Def(r.Def).Kind != graph.KindRecord {
		return resolve.Unknown
	}
	if d := e.j.table.Def(r.Def); len(r.Args) == 0 && len(d.TypeParams) > 0 && t.Known() {
		own := e.j.thisType(r.Def)
		if s, ok := e.superOf(own, t); ok && len(s.Args) == len(t.Args) {
			r.Args = make([]resolve.Type, len(own.Args))
			for k, p := range own.Args {
				for j, a := range s.Args {
					if a.Owner == p.Owner && a.Param == p.Param && a.Owner != resolve.None {
						r.Args[k] = upper(t.Args[j])
					}
				}
			}
		}
	}
	params := e.j.table.Def(r.Def).Params
	if i >= len(params) {
		return resolve.Unknown
	}
	r.Static = false
	return e.memberOf(r, params[i].Name).value
}

// index returns the element type of an array.
func index(t resolve.Type) resolve.Type {
	if isArray(t) {
		return t.Args[0].WithTier(t.Tier)
	}
	return resolve.Unknown
}

// funcParam returns the type of parameter n of the functional interface t.
func (e *eval) funcParam(t resolve.Type, n int) resolve.Type {
	if fn, is := e.j.function(t); is == yes && n < len(fn.params) {
		return fn.params[n]
	}
	return resolve.Unknown
}

// element returns the element type when iterating over t.
//
//	for (Order o : orders)   // Order[] or Iterable<Order> (JLS 14.14.2)
func (e *eval) element(t resolve.Type) resolve.Type {
	if isArray(t) {
		return t.Args[0].WithTier(t.Tier)
	}
	// A raw Iterable yields objects of unknown type.
	if s, ok := e.superOf(t, outsideType("java.lang.Iterable")); ok && len(s.Args) == 1 {
		return upper(s.Args[0]).WithTier(t.Tier)
	}
	return resolve.Unknown
}
