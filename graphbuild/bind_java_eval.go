package graphbuild

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A javaEval follows the expressions of one file.
type javaEval struct {
	j       *java
	b       *binder
	jf      *javaFile
	memo    []javaMeaning
	lambdas map[uint32]javaLambda // by where they begin; method references by their name
	locals  map[*parse.Local]typ  // inferred
	depth   int
}

// A javaMeaning is what a reference means, and the type of its value.
type javaMeaning struct {
	def        defID
	tier       graph.Tier
	why        outcome
	candidates int
	value      typ
	state      uint8 // 0 not looked at, 1 being resolved, 2 resolved
}

// A javaLambda is where a lambda stands: as an argument of a call.
type javaLambda struct {
	ref int32
	arg int
}

func newJavaEval(b *binder, j *java) *javaEval {
	e := &javaEval{j: j, b: b, jf: j.files[b.f], memo: make([]javaMeaning, len(b.f.References)), lambdas: map[uint32]javaLambda{}, locals: map[*parse.Local]typ{}}
	for i := range b.f.References {
		r := &b.f.References[i]
		for k, t := range r.ArgTypes() {
			if t.Name != "func" {
				continue
			}
			at := t.At
			if at == 0 && k < len(r.ArgSteps()) && len(r.ArgSteps()[k]) > 0 {
				at = r.ArgSteps()[k][len(r.ArgSteps()[k])-1].At
			}
			if at != 0 {
				e.lambdas[at] = javaLambda{int32(i), k}
			}
		}
	}
	return e
}

// context is the innermost definition around a position in d: anonymous classes
// count here, though what stands in their initialisers belongs to d.
func (e *javaEval) context(d defID, at uint32) defID {
	for again := true; again; {
		again = false
		for _, a := range e.jf.anonymous {
			if x := e.j.ix.def(a); x.parent == d && x.Body.Contains(at) {
				d, again = a, true
				break
			}
		}
	}
	return d
}

// meaning resolves reference i of the file.
func (e *javaEval) meaning(i int) *javaMeaning {
	m := &e.memo[i]
	if m.state != 0 {
		if m.state == 1 {
			return &javaMeaning{def: none, why: untyped, value: unknown}
		}
		return m
	}
	m.state = 1
	out := javaMeaning{def: none, why: untyped, value: unknown}
	if e.depth < 200 {
		e.depth++
		out = e.resolve(&e.b.f.References[i])
		e.depth--
	}
	out.state = 2
	*m = out
	return m
}

func (e *javaEval) resolve(r *parse.Reference) javaMeaning {
	ctx := e.context(e.b.f.def(r.Def), r.At)
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
	return javaMeaning{def: none, why: local, value: unknown}
}

func javaOutcome(why outcome) javaMeaning { return javaMeaning{def: none, why: why, value: unknown} }

// typeName resolves a written type name.
func (e *javaEval) typeName(r *parse.Reference, ctx defID) javaMeaning {
	var t typ
	if len(r.Recv) == 0 {
		t = e.j.simpleType(e.jf, ctx, r.Name)
	} else {
		t = e.j.resolve(e.jf, ctx, parse.TypeRef{Name: dottedName(r.Recv) + "." + r.Name})
	}
	return typeMeaning(t)
}

func typeMeaning(t typ) javaMeaning {
	switch {
	case t.def != none:
		return javaMeaning{def: t.def, tier: t.tier, value: t}
	case t.owner != none:
		return javaOutcome(local)
	}
	m := javaOutcome(external)
	m.value = t
	return m
}

// dottedName joins steps that are plain names; empty if others are among them.
func dottedName(steps []parse.Step) string {
	var b strings.Builder
	for i, s := range steps {
		if s.Kind != parse.StepName && s.Kind != parse.StepMember {
			return ""
		}
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	}
	return b.String()
}

// member resolves the use of a field, a constant, a type or a method by name.
func (e *javaEval) member(r *parse.Reference, ctx defID) javaMeaning {
	if r.Recv == nil {
		return e.bareName(r.Name, r.At, ctx)
	}
	t := e.eval(r.Recv, r.At, ctx)
	m := e.memberOf(t, r.Name)
	if m.why == resolved {
		return m
	}
	if last := r.Recv[len(r.Recv)-1]; last.Kind == parse.StepIndex && last.Name == "case" {
		if b := e.bareName(r.Name, r.At, ctx); b.why == resolved && t.def == none {
			return b
		}
		return m
	}
	if ref := e.methodRef(t, r); ref.why == resolved {
		return ref
	}
	return m
}

// methodRef resolves a method named without arguments: x::name.
func (e *javaEval) methodRef(t typ, r *parse.Reference) javaMeaning {
	if t.isModule {
		return javaOutcome(unfound)
	}
	cands, _ := e.methodsOf(t, r.Name)
	if len(cands) > 1 {
		cands = e.byTarget(cands, r, t)
	}
	if len(cands) != 1 {
		m := javaOutcome(unfound)
		if m.candidates = len(cands); len(cands) > 1 {
			m.why = ambiguous
		}
		return m
	}
	return javaMeaning{def: cands[0].def, tier: t.tier, value: e.result(cands[0], nil, t)}
}

// byTarget picks among the candidates of a method reference on t the one that
// takes what the functional interface passes.
func (e *javaEval) byTarget(cands []javaMember, r *parse.Reference, t typ) []javaMember {
	at, ok := e.lambdas[r.At]
	if !ok {
		return cands
	}
	fn, ok := e.j.function(e.argumentTarget(at))
	if !ok {
		return cands
	}
	var out []javaMember
	args := fn.params
	for _, c := range cands {
		skip := 0
		if t.static && !hasModifier(e.j.ix.def(c.def), "static") {
			skip = 1
		}
		if len(e.j.params[c.def])+skip == len(fn.params) {
			out, args = append(out, c), fn.params[skip:]
		}
	}
	if len(out) > 1 {
		if m, ok := e.best(out, args, false); ok {
			return []javaMember{m}
		}
	}
	return out
}

// bareName resolves a plain name that is no call: a field of an enclosing type,
// a static import, a type, the beginning of a package's name.
func (e *javaEval) bareName(name string, at uint32, ctx defID) javaMeaning {
	outside := false
	for d := ctx; d != none; d = e.j.ix.defs[d].parent {
		if l := e.b.localOf(name, at, d); l != nil && l.Kind != parse.LocalTypeParam {
			m := javaOutcome(local)
			m.value = e.localType(l)
			return m
		}
		x := e.j.ix.def(d)
		if !x.Kind.IsType() {
			continue
		}
		f, out := e.j.field(e.thisType(d), name)
		if f.def != none {
			return javaMeaning{def: f.def, value: e.valueOf(f)}
		}
		outside = outside || out
	}
	for _, lists := range [][]string{e.jf.static[name], e.jf.staticDemand} {
		for _, owner := range lists {
			t := e.j.qualified(e.b.f, owner)
			if t == none {
				continue
			}
			if f, _ := e.j.field(typ{def: t, owner: none}, name); f.def != none {
				return javaMeaning{def: f.def, value: e.valueOf(f)}
			}
		}
	}
	if t := e.j.simpleType(e.jf, ctx, name); t.def != none {
		t.static = true
		return javaMeaning{def: t.def, value: t}
	}
	m := javaOutcome(external)
	switch {
	case e.j.packages[name] || name[0] >= 'a' && name[0] <= 'z' && !outside && len(e.jf.static[name]) == 0:
		m.value = typ{def: none, owner: none, isModule: true, module: name}
	case e.jf.single[name] != "" || name[0] >= 'A' && name[0] <= 'Z' && !isConstantName(name) || javaKnown(name):
		m.value = outsideType(name)
		m.value.static = true
	default:
		m.value = unknown
	}
	return m
}

// isConstantName reports whether a name is written as those of constants are.
func isConstantName(s string) bool { return len(s) > 1 && strings.ToUpper(s) == s }

// thisType is type d with its own type parameters as arguments.
func (e *javaEval) thisType(d defID) typ {
	t := typ{def: d, owner: none}
	for i, p := range e.j.ix.def(d).TypeParams {
		t.args = append(t.args, typ{def: none, owner: d, param: i, form: p})
	}
	return t
}

func (e *javaEval) valueOf(m javaMember) typ {
	return substitute(e.j.declared[m.def], m.owner.def, m.owner.args)
}

// localType is the type of a local: declared, or that of what it is set to.
func (e *javaEval) localType(l *parse.Local) typ {
	from := e.b.f.def(l.Def)
	ctx := e.context(from, l.Scope.Start)
	if !l.Type.IsZero() {
		return e.j.resolve(e.jf, ctx, l.Type)
	}
	if e.depth >= 200 {
		return unknown
	}
	e.depth++
	defer func() { e.depth-- }()
	if t, ok := e.locals[l]; ok {
		return t
	}
	e.locals[l] = unknown // while it is being inferred
	t := e.inferLocal(l, ctx)
	e.locals[l] = t
	return t
}

func (e *javaEval) inferLocal(l *parse.Local, ctx defID) typ {
	if l.Init != nil {
		at := l.Scope.Start
		if l.Iter && at > 0 {
			at--
		}
		t := e.eval(l.Init, at, ctx).withTier(graph.Typed)
		if l.Iter {
			t = e.element(t).withTier(graph.Typed)
		}
		return t
	}
	if l.Kind == parse.LocalParam {
		return e.lambdaParam(l)
	}
	return unknown
}

// lambdaParam infers the type of a lambda's parameter from the parameter of the
// method that the lambda is given to.
func (e *javaEval) lambdaParam(l *parse.Local) typ {
	at, ok := e.lambdas[l.Scope.Start]
	if !ok {
		return unknown
	}
	k := 0
	for i := range e.b.f.Locals {
		o := &e.b.f.Locals[i]
		if o == l {
			break
		}
		if o.Scope == l.Scope && o.Kind == parse.LocalParam {
			k++
		}
	}
	fn, ok := e.j.function(e.argumentTarget(at))
	if !ok || k >= len(fn.params) {
		return unknown
	}
	return fn.params[k].withTier(graph.Typed)
}

// this is the type around a definition.
func (e *javaEval) this(ctx defID) typ {
	for d := ctx; d != none; d = e.j.ix.defs[d].parent {
		if e.j.ix.defs[d].Kind.IsType() {
			return e.thisType(d)
		}
	}
	return unknown
}

// super is the superclass of t.
func (e *javaEval) super(t typ) typ {
	if t.def == none {
		return unknown
	}
	d := e.j.ix.def(t.def)
	for i, b := range e.j.baseTypes(t) {
		if i < len(d.BaseKind) && d.BaseKind[i] || b.def != none && e.j.ix.def(b.def).Kind == graph.KindInterface {
			continue
		}
		return b
	}
	return outsideType("Object")
}

// eval follows an expression to what is known of its value.
func (e *javaEval) eval(steps []parse.Step, at uint32, ctx defID) typ {
	t, from := unknown, 0
	// What a call gives is known by the reference that it makes.
	for i := len(steps) - 1; i >= 0; i-- {
		if s := &steps[i]; s.Kind == parse.StepCall && s.At != 0 {
			if k := e.referenceAt(s.At, s.Name); k >= 0 {
				t, from = e.meaning(k).value, i+1
				if !t.known() {
					return unknown
				}
				break
			}
		}
	}
	for i := from; i < len(steps); i++ {
		if t = e.step(t, &steps[i], i == 0, at, ctx); !t.known() {
			return unknown
		}
	}
	return t
}

// referenceAt returns the index of the call or method named at a position, -1
// if none is.
func (e *javaEval) referenceAt(at uint32, name string) int {
	refs := e.b.f.References
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
func (e *javaEval) step(t typ, s *parse.Step, first bool, at uint32, ctx defID) typ {
	switch s.Kind {
	case parse.StepThis:
		return e.this(ctx)
	case parse.StepBase:
		if first {
			return e.super(e.this(ctx))
		}
		if t.def != none && e.j.ix.def(t.def).Kind == graph.KindInterface {
			return t
		}
		return e.super(t)
	case parse.StepNew:
		if !first && t.def != none {
			if id := e.j.memberType(t.def, s.Written().Name); id != none {
				return typ{def: id, owner: none}
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
			return unknown
		}
		if s.Name == "case" {
			return t
		}
		if t.form == "[]" && len(t.args) == 1 {
			return t.args[0].withTier(t.tier)
		}
	}
	return unknown
}

// memberOf resolves a name behind a dot that is no call.
func (e *javaEval) memberOf(t typ, name string) javaMeaning {
	switch {
	case t.isModule:
		return e.inPackage(t, name)
	case t.form == "[]" && name == "length":
		m := javaOutcome(external)
		m.value = outsideType("int")
		return m
	case t.owner != none:
		if b, ok := e.j.bounds[typeVar{t.owner, t.param}]; ok && b.owner == none {
			return e.memberOf(b, name)
		}
		return javaOutcome(external)
	case t.def == none && !t.known():
		return javaOutcome(untyped)
	case t.def == none:
		m := javaOutcome(external)
		if c, ok := libraryConstant(t, name); ok {
			m.value = c
		} else if t.static && name[0] >= 'A' && name[0] <= 'Z' && !isConstantName(name) {
			m.value = outsideType(name)
			m.value.static = true
		} else {
			m.value = typ{def: none, owner: none, external: true, form: "?"}
		}
		return m
	}
	f, outside := e.j.field(t, name)
	if f.def != none {
		return javaMeaning{def: f.def, tier: t.tier, value: e.valueOf(f).withTier(t.tier)}
	}
	if id := e.j.memberType(t.def, name); id != none {
		return javaMeaning{def: id, tier: t.tier, value: typ{def: id, owner: none, static: true, tier: t.tier}}
	}
	if outside {
		m := javaOutcome(external)
		m.value = typ{def: none, owner: none, external: true, form: "?"}
		return m
	}
	return javaOutcome(unfound)
}

// inPackage resolves a name behind that of a package.
func (e *javaEval) inPackage(t typ, name string) javaMeaning {
	if id := e.j.nearest(e.b.f, e.j.ix.top("java", t.module, name)); id != none {
		return javaMeaning{def: id, value: typ{def: id, owner: none, static: true}}
	}
	m := javaOutcome(external)
	if name[0] >= 'A' && name[0] <= 'Z' {
		m.value = outsideType(name)
		m.value.static = true
	} else {
		m.value = typ{def: none, owner: none, isModule: true, module: t.module + "." + name}
	}
	return m
}

// element is what iterating over t gives.
func (e *javaEval) element(t typ) typ {
	if t.form == "[]" && len(t.args) == 1 {
		return t.args[0].withTier(t.tier)
	}
	if s, ok := e.seenAs(t, outsideType("Iterable")); ok && len(s.args) == 1 {
		return s.args[0].withTier(t.tier)
	}
	return unknown
}
