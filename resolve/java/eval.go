package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxJavaDepth bounds how far one expression is followed through others.
const maxJavaDepth = 200

// A eval follows the expressions of one file.
type eval struct {
	j       *tree
	b       *resolve.Binder
	jf      *file
	memo    []meaning
	choices []call                        // by reference
	lambdas map[uint32]argument           // by where they begin; method references by their name
	calls   map[uint32]argument           // calls that are arguments, by where their name begins
	locals  map[*parse.Local]resolve.Type // inferred
	depth   int
}

// A meaning is what a reference means, and the type of its value.
type meaning struct {
	def        resolve.DefID
	tier       graph.Tier
	why        resolve.Outcome
	candidates int
	value      resolve.Type
	poly       bool  // the type of the value depends on what it is given to
	state      uint8 // 0 not looked at, 1 being resolved, 2 resolved
}

// A argument is an argument of a call.
type argument struct {
	ref int32
	arg int
}

func newEval(b *resolve.Binder, j *tree) *eval {
	n := len(b.File.References)
	e := &eval{
		j: j, b: b, jf: j.files[b.File], memo: make([]meaning, n), choices: make([]call, n),
		lambdas: map[uint32]argument{}, calls: map[uint32]argument{},
		locals: map[*parse.Local]resolve.Type{},
	}
	for i := range b.File.References {
		e.noteArguments(int32(i))
	}
	return e
}

// noteArguments notes the lambdas, method references and calls that are arguments of
// a reference.
func (e *eval) noteArguments(i int32) {
	r := &e.b.File.References[i]
	types := r.ArgTypes()
	for k, t := range types {
		if isFunctionExpression(t.Name) && t.At != 0 {
			e.lambdas[t.At] = argument{i, k}
		}
	}
	for k, steps := range r.ArgSteps() {
		if len(steps) == 0 || k < len(types) && isFunctionExpression(types[k].Name) {
			continue
		}
		if last := &steps[len(steps)-1]; last.Kind == parse.StepCall && last.At != 0 {
			e.calls[last.At] = argument{i, k}
		}
	}
}

// context is the innermost definition around a position in d: anonymous classes
// count here, though what stands in their initialisers belongs to d.
func (e *eval) context(d resolve.DefID, at uint32) resolve.DefID {
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
	if e.depth < maxJavaDepth {
		e.depth++
		out = e.resolve(i)
		e.depth--
	}
	out.state = 2
	*m = out
	return m
}

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

func outcome(why resolve.Outcome) meaning {
	return meaning{def: resolve.None, why: why, value: resolve.Unknown}
}

// typeName resolves a written type name.
func (e *eval) typeName(r *parse.Reference, ctx resolve.DefID) meaning {
	var t resolve.Type
	if len(r.Recv) == 0 {
		t = e.j.simpleType(e.jf, ctx, r.Name)
	} else {
		t = e.j.resolve(e.jf, ctx, parse.TypeRef{Name: resolve.DottedName(r.Recv) + "." + r.Name})
	}
	return typeMeaning(t)
}

func typeMeaning(t resolve.Type) meaning {
	switch {
	case t.Def != resolve.None:
		return meaning{def: t.Def, tier: t.Tier, value: t}
	case t.Owner != resolve.None:
		return outcome(resolve.Local)
	}
	m := outcome(resolve.External)
	m.value = t
	return m
}

// member resolves the use of a field, a constant, a type or a method by name.
func (e *eval) member(r *parse.Reference, ctx resolve.DefID) meaning {
	if r.Recv == nil {
		return e.bareName(r.Name, r.At, ctx)
	}
	t := e.eval(r.Recv, r.At, ctx)
	m := e.memberOf(t, r.Name)
	if m.why == resolve.Resolved {
		return m
	}
	if last := r.Recv[len(r.Recv)-1]; last.Kind == parse.StepCase {
		if b := e.bareName(r.Name, r.At, ctx); b.why == resolve.Resolved && t.Def == resolve.None {
			return b
		}
		return m
	}
	if ref := e.methodRef(t, r, ctx); ref.why != resolve.NotFound {
		return ref
	}
	return m
}

// methodRef resolves a method named without arguments: x::name.
func (e *eval) methodRef(t resolve.Type, r *parse.Reference, ctx resolve.DefID) meaning {
	if t.IsModule || !t.Known() {
		return outcome(resolve.NotFound)
	}
	cands, open := e.methodsOf(t, r.Name)
	tier := resolve.Worse(t.Tier, openTier(open))
	if cands = e.accessible(cands, ctx); len(cands) > 1 {
		cands, tier = e.byTarget(cands, r, t), resolve.Worse(tier, graph.Typed)
	}
	if len(cands) != 1 {
		m := outcome(resolve.NotFound)
		m.candidates = len(cands)
		switch {
		case len(cands) > 1:
			m.why = resolve.Ambiguous
		case open:
			m.why = resolve.External
		}
		return m
	}
	m := meaning{def: cands[0].def, tier: tier}
	m.value, _ = e.result(choice{member: cands[0]}, nil, t)
	if cands[0].library != nil {
		m.why = resolve.External
	}
	return m
}

// byTarget picks among the candidates of a method reference on t the one that
// takes what the functional interface passes (JLS 15.13.1).
func (e *eval) byTarget(cands []member, r *parse.Reference, t resolve.Type) []member {
	fn, is := e.wanted(r)
	if is != yes {
		return cands
	}
	if m, ok := e.taking(e.static(cands, t.Static, true), fn.params); ok {
		return []member{m}
	}
	if t.Static && len(fn.params) > 0 {
		if m, ok := e.taking(e.static(cands, true, false), fn.params[1:]); ok {
			return []member{m}
		}
	}
	return cands
}

// wanted is the function type wanted of a method reference: of an argument that of
// the parameter, else what the variable that it is the value of is declared as.
func (e *eval) wanted(r *parse.Reference) (function, answer) {
	if at, ok := e.lambdas[r.At]; ok {
		return e.j.function(e.functionTarget(at))
	}
	if r.Extra == nil || r.Extra.Target.IsZero() {
		return function{}, maybe
	}
	return e.j.function(e.j.resolve(e.jf, e.context(e.b.File.ID(r.Def), r.At), r.Extra.Target))
}

// static keeps the static candidates, or those that are not, of a method reference on
// a type; all of one on a value.
func (e *eval) static(cands []member, onType, want bool) []member {
	if !onType {
		return cands
	}
	var out []member
	for _, c := range cands {
		if e.j.hasFlag(c, "static") == want {
			out = append(out, c)
		}
	}
	return out
}

// bareName resolves a plain name that is no call (JLS 6.5.2): a variable, a type, the
// beginning of a package's name.
func (e *eval) bareName(name string, at uint32, ctx resolve.DefID) meaning {
	m, open := e.variable(name, at, ctx)
	if m.why != resolve.NotFound {
		return m
	}
	t := e.j.simpleType(e.jf, ctx, name)
	if t.Def != resolve.None {
		t.Static = true
		return meaning{def: t.Def, tier: t.Tier, value: t}
	}
	m = outcome(resolve.External)
	switch {
	case t.Owner != resolve.None:
		m.why = resolve.Local
	case e.j.declares(t) || e.jf.single[name] != "" || isTypeName(name) && !isConstantName(name):
		m.value = t
		m.value.Static = true
	case e.j.packages[name] || !open && !isTypeName(name):
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: name}
	}
	return m
}

// variable finds a local, a field of an enclosing class or one that is imported. open
// reports that an unknown type may have it.
func (e *eval) variable(name string, at uint32, ctx resolve.DefID) (m meaning, open bool) {
	tier := graph.Exact
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if l := e.b.LocalOf(name, at, d); l != nil && l.Kind != parse.LocalTypeParam {
			m := outcome(resolve.Local)
			m.value = e.localType(l)
			return m, false
		}
		if !e.j.table.Def(d).Kind.IsType() {
			continue
		}
		f, unsure := e.j.field(e.j.thisType(d), name)
		if f.found() {
			return e.fieldMeaning(f, tier), false
		}
		if unsure {
			tier, open = graph.Unique, true
		}
	}
	for _, owners := range [][]string{e.jf.static[name], e.jf.staticDemand} {
		for _, owner := range owners {
			t := e.j.named(e.jf, owner)
			f, unsure := e.j.field(t, name)
			if f.found() {
				return e.fieldMeaning(f, tier), false
			}
			open = open || unsure || !e.j.declares(t)
		}
	}
	return outcome(resolve.NotFound), open
}

// fieldMeaning is the meaning of a name that is the field f.
func (e *eval) fieldMeaning(f member, tier graph.Tier) meaning {
	m := meaning{def: f.def, tier: tier, value: e.j.value(f).WithTier(tier)}
	if f.library != nil {
		m.why = resolve.External
	}
	return m
}

// localType is the type of a local: declared, or that of what it is set to.
func (e *eval) localType(l *parse.Local) resolve.Type {
	from := e.b.File.ID(l.Def)
	ctx := e.context(from, l.Scope.Start)
	if !l.Type.IsZero() {
		return e.j.resolve(e.jf, ctx, l.Type)
	}
	if e.depth >= maxJavaDepth {
		return resolve.Unknown
	}
	e.depth++
	defer func() { e.depth-- }()
	if t, ok := e.locals[l]; ok {
		return t
	}
	e.locals[l] = resolve.Unknown // while it is being inferred
	t := e.inferLocal(l, ctx)
	e.locals[l] = t
	return t
}

func (e *eval) inferLocal(l *parse.Local, ctx resolve.DefID) resolve.Type {
	if l.Init != nil {
		at := l.Scope.Start
		if l.Iter && at > 0 {
			at--
		}
		t := e.eval(l.Init, at, ctx).WithTier(graph.Typed)
		if l.Iter {
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
			return e.j.thisType(d)
		}
	}
	return resolve.Unknown
}

// super is the superclass of t.
func (e *eval) super(t resolve.Type) resolve.Type {
	if t.Def == resolve.None {
		return resolve.Unknown
	}
	d := e.j.table.Def(t.Def)
	for i, b := range e.j.baseTypes(t) {
		if i < len(d.BaseKind) && d.BaseKind[i] || e.j.isInterface(b) {
			continue
		}
		return b
	}
	return object
}

// eval follows an expression to what is known of its value.
func (e *eval) eval(steps []parse.Step, at uint32, ctx resolve.DefID) resolve.Type {
	t, from := resolve.Unknown, 0
	for i := len(steps) - 1; i >= 0 && from == 0; i-- {
		switch s := &steps[i]; s.Kind {
		case parse.StepUnary:
			t, from = promoted(e.eval(steps[:i], at, ctx)), i+1
		case parse.StepBinary, parse.StepChoice:
			n := i - int(s.Args)
			if n <= 0 {
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
		if !first {
			if m, ok := e.j.memberType(t, s.Written().Name); ok {
				return m
			}
		}
		return e.instance(e.j.resolve(e.jf, ctx, s.Written()), s.At)
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

// memberOf resolves a name behind a dot that is no call.
func (e *eval) memberOf(t resolve.Type, name string) meaning {
	switch {
	case t.IsModule:
		return e.inPackage(t, name)
	case isArray(t) && name == "length":
		m := outcome(resolve.External)
		m.value = outsideType("int")
		return m
	case t.Owner != resolve.None:
		return e.memberOf(e.j.classOf(t), name)
	case !t.Known():
		return outcome(resolve.UnknownReceiver)
	case !e.j.isClass(t):
		return outcome(resolve.External)
	}
	f, open := e.j.field(t, name)
	if f.found() {
		return e.fieldMeaning(f, t.Tier)
	}
	if m, ok := e.j.memberType(t, name); ok {
		m.Static = true
		out := typeMeaning(m)
		return out
	}
	if !open && t.Def != resolve.None {
		return outcome(resolve.NotFound)
	}
	m := outcome(resolve.External)
	m.value = unknownOutside
	if t.Static && t.Def == resolve.None && isTypeName(name) && !isConstantName(name) {
		m.value = outsideType(t.Form + "." + name)
		m.value.Static = true
	}
	return m
}

// inPackage resolves a name behind that of a package.
func (e *eval) inPackage(t resolve.Type, name string) meaning {
	full := t.Module + "." + name
	if id := e.j.nearest(e.b.File, e.j.table.Top("java", t.Module, name)); id != resolve.None {
		return meaning{def: id, value: resolve.Type{Def: id, Owner: resolve.None, Static: true}}
	}
	m := outcome(resolve.External)
	if isTypeName(name) || e.j.library.hasType(full) {
		m.value = outsideType(full)
		m.value.Static = true
	} else {
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: full}
	}
	return m
}

// element is the type of an element when iterating over t.
func (e *eval) element(t resolve.Type) resolve.Type {
	if isArray(t) {
		return t.Args[0].WithTier(t.Tier)
	}
	if s, ok := e.superOf(t, outsideType("java.lang.Iterable")); ok && len(s.Args) == 1 {
		return upper(s.Args[0]).WithTier(t.Tier)
	}
	return resolve.Unknown
}
