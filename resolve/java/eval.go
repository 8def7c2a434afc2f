package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An eval follows the expressions of one file.
type eval struct {
	j       *tree
	b       *resolve.Binder
	jf      *file
	memo    []meaning
	choices []*call // by reference, nil where nothing was asked yet
	calls   []call  // room for more of them
	// answers of methods
	methodLists map[methodsKey]methodList
	// by where they begin; method references by their name
	lambdas map[uint32]argument
	// calls that are arguments, by where their name begins
	nested map[uint32]argument
	locals resolve.Memo[*parse.Local, known] // inferred types
	budget resolve.Budget
}

// A meaning is what a reference means, and the type of its value.
type meaning struct {
	def        resolve.DefID
	tier       graph.Tier
	why        resolve.Outcome
	candidates int
	value      resolve.Type
	poly       bool  // the type of the value depends on what it is given to
	only       bool  // a call that names the definition, and does not run or create it
	state      uint8 // 0 not looked at, 1 being resolved, 2 resolved
}

// An argument is an argument of a call.
type argument struct {
	ref int32
	arg int
}

// newEval prepares the evaluator of one file.
//
// The types that names mean inside of a type are kept for the file alone: other files import
// other packages.
func newEval(b *resolve.Binder, j *tree) *eval {
	n := len(b.File.References)
	jf := *j.files[b.File]
	jf.types = map[typeKey]resolve.Type{}
	e := &eval{
		j: j, b: b, jf: &jf, memo: make([]meaning, n), choices: make([]*call, n),
		lambdas: map[uint32]argument{}, nested: map[uint32]argument{},
		methodLists: map[methodsKey]methodList{},
	}
	for i := range b.File.References {
		e.noteArguments(int32(i))
	}
	return e
}

// noteArguments notes the lambdas, method references and calls that are arguments of
// a reference.
//
// A lambda asks for the parameter that it is given to by its own position, and a nested call
// for its target: both lead from the argument back to the call.
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
			// The steps of a lambda are those of what it returns.
			continue
		}
		if last := &steps[len(steps)-1]; last.Kind == parse.StepCall && last.At != 0 {
			e.nested[last.At] = argument{i, k}
		}
	}
}

// context is the innermost definition around a position in d. References in the body of
// an anonymous class belong to the named definition around it, but names in it are
// looked up from inside.
//
//	class Use { Runnable r = new Runnable() { public void run() { stop(); } void stop() {} }; }
//
// stop() is looked up in the anonymous class, although the reference belongs to the field r.
func (e *eval) context(d resolve.DefID, at uint32) resolve.DefID {
	// Anonymous classes nest, and each step goes one level down. Files have few of them.
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

// meaning resolves reference i of the file.
//
// A reference that is asked for while it is being resolved means nothing yet: `var x = f(() ->
// x)` leads back to itself.
func (e *eval) meaning(i int) *meaning {
	m := &e.memo[i]
	if m.state != 0 {
		if m.state == 1 {
			return &meaning{def: resolve.None, why: resolve.UnknownReceiver, value: resolve.Unknown}
		}
		return m
	}
	m.state = 1
	out := meaning{def: resolve.None, why: resolve.UnknownReceiver, value: resolve.Unknown}
	if e.budget.Enter() {
		out = e.resolve(i)
		e.budget.Leave()
	}
	out.state = 2
	*m = out
	return m
}

// resolve finds what reference i of the file means, by its kind.
func (e *eval) resolve(i int) meaning {
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
	return meaning{def: resolve.None, why: resolve.Local, value: resolve.Unknown}
}

// outcome is the meaning of a name that means nothing in the tree, with the reason.
func outcome(why resolve.Outcome) meaning {
	return meaning{def: resolve.None, why: why, value: resolve.Unknown}
}

// localType is the type of a local: declared, or that of what it is set to.
func (e *eval) localType(l *parse.Local) resolve.Type {
	from := e.b.File.ID(l.Def)
	ctx := e.context(from, l.Scope.Start)
	if !l.Type.IsZero() {
		return e.j.resolve(e.jf, ctx, l.Type)
	}
	// A local that is set to itself has the zero type, which is not unknown.
	t := e.locals.Get(&e.budget, l, func() known { return known{e.inferLocal(l, ctx), true} })
	if !t.ok {
		return resolve.Unknown
	}
	return t.Type
}

// A known is a type that was inferred, the zero value one that was not.
type known struct {
	resolve.Type
	ok bool
}

// inferLocal is the type of a local without a written type: of its initialiser (JLS
// 14.4.1), of an element of what is iterated over (14.14.2), or of a lambda's parameter
// (15.27.1).
//
//	var order = new Order();             // an Order
//	for (var line : order.lines())       // a Line
//	orders.forEach(o -> o.ship())        // o is an Order
func (e *eval) inferLocal(l *parse.Local, ctx resolve.DefID) resolve.Type {
	if l.Init != nil {
		at := l.Scope.Start
		if l.Take == parse.StepElement && at > 0 {
			// The scope of a loop variable begins behind the colon: what is iterated over is
			// evaluated in front of it, where a variable of the same name is another one.
			at--
		}
		t := e.eval(l.Init, at, ctx).WithTier(graph.Typed)
		if l.Take == parse.StepElement {
			t = e.element(t).WithTier(graph.Typed)
		}
		return t
	}
	if l.Kind == parse.LocalParam {
		return e.lambdaParam(l)
	}
	return resolve.Unknown
}

// this is the type around a definition.
func (e *eval) this(ctx resolve.DefID) resolve.Type {
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if e.j.table.Defs[d].Kind.IsType() {
			// A lambda has the `this` of the class around it, for it is no definition (JLS
			// 15.8.3).
			return e.j.thisType(d)
		}
	}
	return resolve.Unknown
}

// super is the superclass of t.
//
// A class has one superclass, which is written first; an interface has none, and Object stands
// for it (JLS 8.1.4, 9.2).
func (e *eval) super(t resolve.Type) resolve.Type {
	if t.Def == resolve.None {
		return resolve.Unknown
	}
	d := e.j.table.Def(t.Def)
	for i, b := range e.j.baseTypes(t) {
		if i < len(d.Rare().BaseKind) && d.Rare().BaseKind[i] || e.j.isInterface(b) {
			// An interface that is implemented.
			continue
		}
		return b
	}
	return object
}

// eval follows an expression to what is known of its value.
//
// The steps of an expression are in the order of its text, but an operator follows its
// operands: the last operator or call is the one to begin with, since its value is known as a
// whole, and the steps behind it go on from there.
func (e *eval) eval(steps []parse.Step, at uint32, ctx resolve.DefID) resolve.Type {
	t, from := resolve.Unknown, 0
	for i := len(steps) - 1; i >= 0 && from == 0; i-- {
		switch s := &steps[i]; s.Kind {
		case parse.StepUnary:
			t, from = promoted(e.eval(steps[:i], at, ctx)), i+1
		case parse.StepBinary, parse.StepChoice:
			n := i - int(s.Args)
			if n <= 0 {
				// Args is the length of the right operand in steps: nothing would be left on its
				// left.
				return resolve.Unknown
			}
			t, from = e.operator(s, e.eval(steps[:n], at, ctx), e.eval(steps[n:i], at, ctx)), i+1
		case parse.StepCall: // the value of a call is that of the reference it makes
			if k := e.referenceAt(s.At, s.Name); k >= 0 {
				t, from = e.meaning(k).value, i+1
			}
		}
	}
	if from > 0 && !t.Known() {
		return resolve.Unknown
	}
	for i := from; i < len(steps); i++ {
		if t = e.step(t, &steps[i], i == 0, at, ctx); !t.Known() {
			return resolve.Unknown
		}
	}
	return t
}

// referenceAt returns the index of the call or method of a name at a position, or of
// the creation if the name is empty; -1 without one.
func (e *eval) referenceAt(at uint32, name string) int {
	refs := e.b.File.References
	// References are sorted by where they begin. Several may begin at one place, as a creation
	// and the name of its class do.
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
// `super` at the beginning is the superclass; behind a type it is `Outer.super`, of an
// interface the default methods of that very interface (JLS 15.12.1).
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
		return e.j.resolve(e.jf, ctx, s.Written())
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
	}
	return resolve.Unknown
}

// index is the type of an element of an array.
func index(t resolve.Type) resolve.Type {
	if isArray(t) {
		return t.Args[0].WithTier(t.Tier)
	}
	return resolve.Unknown
}

// funcParam is the type of parameter n of the functional interface t.
func (e *eval) funcParam(t resolve.Type, n int) resolve.Type {
	if fn, is := e.j.function(t); is == yes && n < len(fn.params) {
		return fn.params[n]
	}
	return resolve.Unknown
}

// element is the type of an element when iterating over t.
//
//	for (Order o : orders)   // Order[] or Iterable<Order> (JLS 14.14.2)
func (e *eval) element(t resolve.Type) resolve.Type {
	if isArray(t) {
		return t.Args[0].WithTier(t.Tier)
	}
	// A raw Iterable gives objects of which nothing is known.
	if s, ok := e.superOf(t, outsideType("java.lang.Iterable")); ok && len(s.Args) == 1 {
		return upper(s.Args[0]).WithTier(t.Tier)
	}
	return resolve.Unknown
}
