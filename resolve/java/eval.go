package java

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A eval follows the expressions of one file.
type eval struct {
	j       *tree
	b       *resolve.Binder
	jf      *file
	memo    []meaning
	lambdas map[uint32]lambda             // by where they begin; method references by their name
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
	state      uint8 // 0 not looked at, 1 being resolved, 2 resolved
}

// A lambda is where a lambda stands: as an argument of a call.
type lambda struct {
	ref int32
	arg int
}

func newEval(b *resolve.Binder, j *tree) *eval {
	e := &eval{j: j, b: b, jf: j.files[b.File], memo: make([]meaning, len(b.File.References)), lambdas: map[uint32]lambda{}, locals: map[*parse.Local]resolve.Type{}}
	for i := range b.File.References {
		r := &b.File.References[i]
		for k, t := range r.ArgTypes() {
			if t.Name != "func" {
				continue
			}
			at := t.At
			if at == 0 && k < len(r.ArgSteps()) && len(r.ArgSteps()[k]) > 0 {
				at = r.ArgSteps()[k][len(r.ArgSteps()[k])-1].At
			}
			if at != 0 {
				e.lambdas[at] = lambda{int32(i), k}
			}
		}
	}
	return e
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
	if e.depth < 200 {
		e.depth++
		out = e.resolve(&e.b.File.References[i])
		e.depth--
	}
	out.state = 2
	*m = out
	return m
}

func (e *eval) resolve(r *parse.Reference) meaning {
	ctx := e.context(e.b.File.ID(r.Def), r.At)
	switch r.Kind {
	case parse.RefCall:
		return e.call(r, ctx)
	case parse.RefCreate:
		return e.create(r, ctx)
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
	if last := r.Recv[len(r.Recv)-1]; last.Kind == parse.StepIndex && last.Name == "case" {
		if b := e.bareName(r.Name, r.At, ctx); b.why == resolve.Resolved && t.Def == resolve.None {
			return b
		}
		return m
	}
	if ref := e.methodRef(t, r); ref.why == resolve.Resolved {
		return ref
	}
	return m
}

// methodRef resolves a method named without arguments: x::name.
func (e *eval) methodRef(t resolve.Type, r *parse.Reference) meaning {
	if t.IsModule {
		return outcome(resolve.NotFound)
	}
	cands, _ := e.methodsOf(t, r.Name)
	if len(cands) > 1 {
		cands = e.byTarget(cands, r, t)
	}
	if len(cands) != 1 {
		m := outcome(resolve.NotFound)
		if m.candidates = len(cands); len(cands) > 1 {
			m.why = resolve.Ambiguous
		}
		return m
	}
	return meaning{def: cands[0].def, tier: t.Tier, value: e.result(cands[0], nil, t)}
}

// byTarget picks among the candidates of a method reference on t the one that
// takes what the functional interface passes.
func (e *eval) byTarget(cands []member, r *parse.Reference, t resolve.Type) []member {
	at, ok := e.lambdas[r.At]
	if !ok {
		return cands
	}
	fn, ok := e.j.function(e.argumentTarget(at))
	if !ok {
		return cands
	}
	var out []member
	args := fn.params
	for _, c := range cands {
		skip := 0
		if t.Static && !resolve.HasModifier(e.j.table.Def(c.def), "static") {
			skip = 1
		}
		if len(e.j.params[c.def])+skip == len(fn.params) {
			out, args = append(out, c), fn.params[skip:]
		}
	}
	if len(out) > 1 {
		if m, ok := e.best(out, args, false); ok {
			return []member{m}
		}
	}
	return out
}

// bareName resolves a plain name that is no call: a field of an enclosing type,
// a static import, a type, the beginning of a package's name.
func (e *eval) bareName(name string, at uint32, ctx resolve.DefID) meaning {
	outside := false
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if l := e.b.LocalOf(name, at, d); l != nil && l.Kind != parse.LocalTypeParam {
			m := outcome(resolve.Local)
			m.value = e.localType(l)
			return m
		}
		x := e.j.table.Def(d)
		if !x.Kind.IsType() {
			continue
		}
		f, out := e.j.field(e.thisType(d), name)
		if f.def != resolve.None {
			return meaning{def: f.def, value: e.valueOf(f)}
		}
		outside = outside || out
	}
	for _, lists := range [][]string{e.jf.static[name], e.jf.staticDemand} {
		for _, owner := range lists {
			t := e.j.qualified(e.b.File, owner)
			if t == resolve.None {
				continue
			}
			if f, _ := e.j.field(resolve.Type{Def: t, Owner: resolve.None}, name); f.def != resolve.None {
				return meaning{def: f.def, value: e.valueOf(f)}
			}
		}
	}
	if t := e.j.simpleType(e.jf, ctx, name); t.Def != resolve.None {
		t.Static = true
		return meaning{def: t.Def, value: t}
	}
	m := outcome(resolve.External)
	switch {
	case e.j.packages[name] || name[0] >= 'a' && name[0] <= 'z' && !outside && len(e.jf.static[name]) == 0:
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: name}
	case e.jf.single[name] != "" || name[0] >= 'A' && name[0] <= 'Z' && !isConstantName(name) || javaKnown(name):
		m.value = outsideType(name)
		m.value.Static = true
	default:
		m.value = resolve.Unknown
	}
	return m
}

// isConstantName reports whether a name is written as those of constants are.
func isConstantName(s string) bool { return len(s) > 1 && strings.ToUpper(s) == s }

// thisType is type d with its own type parameters as arguments.
func (e *eval) thisType(d resolve.DefID) resolve.Type {
	t := resolve.Type{Def: d, Owner: resolve.None}
	for i, p := range e.j.table.Def(d).TypeParams {
		t.Args = append(t.Args, resolve.Type{Def: resolve.None, Owner: d, Param: i, Form: p})
	}
	return t
}

func (e *eval) valueOf(m member) resolve.Type {
	return resolve.Substitute(e.j.declared[m.def], m.owner.Def, m.owner.Args)
}

// localType is the type of a local: declared, or that of what it is set to.
func (e *eval) localType(l *parse.Local) resolve.Type {
	from := e.b.File.ID(l.Def)
	ctx := e.context(from, l.Scope.Start)
	if !l.Type.IsZero() {
		return e.j.resolve(e.jf, ctx, l.Type)
	}
	if e.depth >= 200 {
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

// lambdaParam infers the type of a lambda's parameter from the parameter of the
// method that the lambda is given to.
func (e *eval) lambdaParam(l *parse.Local) resolve.Type {
	at, ok := e.lambdas[l.Scope.Start]
	if !ok {
		return resolve.Unknown
	}
	k := 0
	for i := range e.b.File.Locals {
		o := &e.b.File.Locals[i]
		if o == l {
			break
		}
		if o.Scope == l.Scope && o.Kind == parse.LocalParam {
			k++
		}
	}
	fn, ok := e.j.function(e.argumentTarget(at))
	if !ok || k >= len(fn.params) {
		return resolve.Unknown
	}
	return fn.params[k].WithTier(graph.Typed)
}

// this is the type around a definition.
func (e *eval) this(ctx resolve.DefID) resolve.Type {
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if e.j.table.Defs[d].Kind.IsType() {
			return e.thisType(d)
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
		if i < len(d.BaseKind) && d.BaseKind[i] || b.Def != resolve.None && e.j.table.Def(b.Def).Kind == graph.KindInterface {
			continue
		}
		return b
	}
	return outsideType("Object")
}

// eval follows an expression to what is known of its value.
func (e *eval) eval(steps []parse.Step, at uint32, ctx resolve.DefID) resolve.Type {
	t, from := resolve.Unknown, 0
	// What a call gives is known by the reference that it makes.
	for i := len(steps) - 1; i >= 0; i-- {
		if s := &steps[i]; s.Kind == parse.StepCall && s.At != 0 {
			if k := e.referenceAt(s.At, s.Name); k >= 0 {
				t, from = e.meaning(k).value, i+1
				if !t.Known() {
					return resolve.Unknown
				}
				break
			}
		}
	}
	for i := from; i < len(steps); i++ {
		if t = e.step(t, &steps[i], i == 0, at, ctx); !t.Known() {
			return resolve.Unknown
		}
	}
	return t
}

// referenceAt returns the index of the call or method named at a position, -1
// if none is.
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
		if (refs[lo].Kind == parse.RefCall || refs[lo].Kind == parse.RefMember) && refs[lo].Name == name {
			return lo
		}
	}
	return -1
}

// step applies one step of an expression to what stands before it.
func (e *eval) step(t resolve.Type, s *parse.Step, first bool, at uint32, ctx resolve.DefID) resolve.Type {
	switch s.Kind {
	case parse.StepThis:
		return e.this(ctx)
	case parse.StepBase:
		if first {
			return e.super(e.this(ctx))
		}
		if t.Def != resolve.None && e.j.table.Def(t.Def).Kind == graph.KindInterface {
			return t
		}
		return e.super(t)
	case parse.StepNew:
		if !first && t.Def != resolve.None {
			if id := e.j.memberType(t.Def, s.Written().Name); id != resolve.None {
				return resolve.Type{Def: id, Owner: resolve.None}
			}
		}
		return e.j.resolve(e.jf, ctx, s.Written())
	case parse.StepType:
		return e.j.resolve(e.jf, ctx, s.Written())
	case parse.StepName:
		return e.bareName(s.Name, at, ctx).value
	case parse.StepMember:
		return e.memberOf(t, s.Name).value
	case parse.StepIndex:
		if k, ok := strings.CutPrefix(s.Name, "param"); ok {
			n, _ := strconv.Atoi(k)
			if fn, ok := e.j.function(t); ok && n < len(fn.params) {
				return fn.params[n]
			}
			return resolve.Unknown
		}
		if s.Name == "case" {
			return t
		}
		if t.Form == "[]" && len(t.Args) == 1 {
			return t.Args[0].WithTier(t.Tier)
		}
	}
	return resolve.Unknown
}

// memberOf resolves a name behind a dot that is no call.
func (e *eval) memberOf(t resolve.Type, name string) meaning {
	switch {
	case t.IsModule:
		return e.inPackage(t, name)
	case t.Form == "[]" && name == "length":
		m := outcome(resolve.External)
		m.value = outsideType("int")
		return m
	case t.Owner != resolve.None:
		if b, ok := e.j.bounds[resolve.TypeVar{Owner: t.Owner, Param: t.Param}]; ok && b.Owner == resolve.None {
			return e.memberOf(b, name)
		}
		return outcome(resolve.External)
	case t.Def == resolve.None && !t.Known():
		return outcome(resolve.UnknownReceiver)
	case t.Def == resolve.None:
		m := outcome(resolve.External)
		if c, ok := libraryConstant(t, name); ok {
			m.value = c
		} else if t.Static && name[0] >= 'A' && name[0] <= 'Z' && !isConstantName(name) {
			m.value = outsideType(name)
			m.value.Static = true
		} else {
			m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
		}
		return m
	}
	f, outside := e.j.field(t, name)
	if f.def != resolve.None {
		return meaning{def: f.def, tier: t.Tier, value: e.valueOf(f).WithTier(t.Tier)}
	}
	if id := e.j.memberType(t.Def, name); id != resolve.None {
		return meaning{def: id, tier: t.Tier, value: resolve.Type{Def: id, Owner: resolve.None, Static: true, Tier: t.Tier}}
	}
	if outside {
		m := outcome(resolve.External)
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
		return m
	}
	return outcome(resolve.NotFound)
}

// inPackage resolves a name behind that of a package.
func (e *eval) inPackage(t resolve.Type, name string) meaning {
	if id := e.j.nearest(e.b.File, e.j.table.Top("java", t.Module, name)); id != resolve.None {
		return meaning{def: id, value: resolve.Type{Def: id, Owner: resolve.None, Static: true}}
	}
	m := outcome(resolve.External)
	if name[0] >= 'A' && name[0] <= 'Z' {
		m.value = outsideType(name)
		m.value.Static = true
	} else {
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: t.Module + "." + name}
	}
	return m
}

// element is what iterating over t gives.
func (e *eval) element(t resolve.Type) resolve.Type {
	if t.Form == "[]" && len(t.Args) == 1 {
		return t.Args[0].WithTier(t.Tier)
	}
	if s, ok := e.seenAs(t, outsideType("Iterable")); ok && len(s.Args) == 1 {
		return s.Args[0].WithTier(t.Tier)
	}
	return resolve.Unknown
}
