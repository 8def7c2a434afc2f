package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// argumentTarget is the type of the parameter that an argument is given to.
func (e *eval) argumentTarget(at lambda) resolve.Type {
	r := &e.b.File.References[at.ref]
	ctx := e.context(e.b.File.ID(r.Def), r.At)
	if r.Kind == parse.RefCall {
		if t, ok := e.libraryTarget(r, ctx, at.arg); ok {
			return t
		}
	}
	cands := e.candidates(r, ctx)
	m, ok, _ := e.choose(cands, r)
	if !ok {
		return resolve.Unknown
	}
	ps := e.paramTypes(m, max(int(r.Args), at.arg+1), e.isVarargs(m.def) && int(r.Args) != len(e.j.params[m.def]))
	if at.arg >= len(ps) {
		return resolve.Unknown
	}
	return e.infer(ps[at.arg], m, r, at.arg)
}

// candidates lists the methods or constructors that a call may mean.
func (e *eval) candidates(r *parse.Reference, ctx resolve.DefID) []member {
	if r.Kind == parse.RefCreate {
		if t := e.createdType(r, ctx); t.Def != resolve.None {
			return e.j.constructors(t)
		}
		return nil
	}
	if r.Recv == nil {
		cands, _ := e.bareMethods(r, ctx)
		return cands
	}
	t := e.eval(r.Recv, r.At, ctx)
	cands, _ := e.methodsOf(t, r.Name)
	return cands
}

// infer puts in for the method's own type parameters what the arguments,
// argument skip left out, say they are.
func (e *eval) infer(t resolve.Type, m member, r *parse.Reference, skip int) resolve.Type {
	d := e.j.table.Def(m.def)
	if len(d.TypeParams) == 0 || !resolve.Mentions(t, m.def) {
		return t
	}
	vars := make([]resolve.Type, len(d.TypeParams))
	for i := range vars {
		vars[i] = resolve.Unknown
	}
	if r != nil {
		args := e.arguments(r)
		varargs := e.isVarargs(m.def) && (len(args) != len(e.j.params[m.def]) || len(args) > 0 && args[len(args)-1].Form != "[]")
		for i, p := range e.paramTypes(m, len(args), varargs) {
			switch {
			case i == skip:
			case args[i].Form == "func" || args[i].Form == "methodref":
				if fn, ok := e.j.function(p); ok && resolve.Mentions(fn.result, m.def) {
					e.unify(fn.result, e.given(r, i), m.def, vars)
				}
			default:
				e.unify(p, args[i], m.def, vars)
			}
		}
	}
	for i := range vars {
		if !vars[i].Known() {
			if b, ok := e.j.bounds[resolve.TypeVar{Owner: m.def, Param: i}]; ok {
				vars[i] = b
			}
		}
	}
	return resolve.Substitute(t, m.def, vars)
}

// unify sets type parameters of method d in vars to what they must be for an
// argument of type a to be given to a parameter of type p.
func (e *eval) unify(p, a resolve.Type, d resolve.DefID, vars []resolve.Type) {
	if !a.Known() || a.Form == "null" || !resolve.Mentions(p, d) {
		return
	}
	if p.Owner == d {
		if !vars[p.Param].Known() {
			vars[p.Param] = boxed(a)
		}
		return
	}
	if s, ok := e.seenAs(a, p); ok {
		for i := range p.Args {
			if i < len(s.Args) {
				e.unify(p.Args[i], s.Args[i], d, vars)
			}
		}
	}
}

// seenAs finds the base type of a that has the definition or name of p.
func (e *eval) seenAs(a, p resolve.Type) (resolve.Type, bool) {
	if p.Def == resolve.None && p.Form == a.Form && a.Def == resolve.None {
		return a, true
	}
	var out resolve.Type
	found := false
	var outside []resolve.Type
	if a.Def != resolve.None {
		e.j.supers(a, func(s resolve.Type) bool {
			if s.Def == p.Def {
				out, found = s, true
				return false
			}
			for _, b := range e.j.baseTypes(s) {
				if b.Def == resolve.None {
					outside = append(outside, b)
				}
			}
			return true
		})
	} else {
		outside = append(outside, a)
	}
	if found || p.Def != resolve.None {
		return out, found
	}
	for _, o := range outside {
		if s, ok := librarySuper(o, p.Form); ok {
			return s, true
		}
	}
	return resolve.Type{}, false
}

// call resolves a method call.
func (e *eval) call(r *parse.Reference, ctx resolve.DefID) meaning {
	if r.Recv == nil {
		cands, outside := e.bareMethods(r, ctx)
		m, ok, sure := e.choose(cands, r)
		if ok {
			return e.called(m, r, 0, sure, resolve.Unknown)
		}
		out := e.uncalled(cands, outside || len(cands) == 0 && e.staticOutside(r.Name))
		if out.why == resolve.External {
			out.value = e.passedOn(r, ctx)
			if isObjectMethod(r.Name) {
				out.value = e.libraryResult(e.this(ctx), r)
			}
		}
		return out
	}
	t := e.eval(r.Recv, r.At, ctx)
	if !t.Known() {
		return outcome(resolve.UnknownReceiver)
	}
	if t.IsModule {
		return outcome(resolve.External)
	}
	cands, outside := e.methodsOf(t, r.Name)
	if cands = e.accessible(cands, ctx); len(cands) > 0 {
		if m, ok, sure := e.choose(cands, r); ok {
			return e.called(m, r, t.Tier, sure, t)
		}
	}
	out := e.uncalled(cands, outside || isObjectMethod(r.Name))
	if len(cands) == 0 {
		out.value = e.implicitResult(t, r)
		if out.value.Known() && t.Def != resolve.None && e.j.table.Def(t.Def).Kind == graph.KindEnum {
			out.why = resolve.External
		}
		if out.why == resolve.External && out.value.Form == "?" {
			out.value = e.passedOn(r, ctx)
		}
	}
	return out
}

// accessible drops private members of classes that ctx lies outside of.
func (e *eval) accessible(cands []member, ctx resolve.DefID) []member {
	out := cands[:0:0]
	for _, c := range cands {
		if !resolve.HasModifier(e.j.table.Def(c.def), "private") || e.topLevel(c.def) == e.topLevel(ctx) {
			out = append(out, c)
		}
	}
	return out
}

// topLevel is the outermost definition around d.
func (e *eval) topLevel(d resolve.DefID) resolve.DefID {
	for {
		p := e.j.table.Defs[d].Outer
		if p == resolve.None || e.j.table.Defs[p].Outer == resolve.None {
			return d
		}
		d = p
	}
}

// passers are functions of widely used libraries that give back their first
// argument; of a class, an object of it.
var passers = map[string]bool{
	"checkNotNull": true, "requireNonNull": true, "verify": true, "spy": true, "when": true, "verifyNotNull": true, "eq": true, "same": true,
	"mock": true, "any": true, "isA": true, "createMock": true, "castNonNull": true, "uncheckedCast": true,
}

// passedOn is what a call outside the tree gives.
func (e *eval) passedOn(r *parse.Reference, ctx resolve.DefID) resolve.Type {
	outside := resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
	if !passers[r.Name] || r.Args < 1 || r.Name == "when" && r.Recv == nil {
		return outside
	}
	t := e.arguments(r)[0]
	if t.Form == "Class" && t.Def == resolve.None && len(t.Args) == 1 {
		t = t.Args[0]
	} else if r.Name == "mock" || r.Name == "any" || r.Name == "isA" {
		return outside
	}
	if !t.Known() {
		return outside
	}
	return t.WithTier(graph.Typed)
}

// called is the meaning of a call of m on a value of type t.
func (e *eval) called(m member, r *parse.Reference, tier graph.Tier, sure bool, t resolve.Type) meaning {
	if !sure {
		tier = resolve.Worse(tier, graph.Typed)
	}
	return meaning{def: m.def, tier: resolve.Worse(tier, graph.Exact), value: e.result(m, r, t)}
}

// result is the type of what calling m gives.
func (e *eval) result(m member, r *parse.Reference, t resolve.Type) resolve.Type {
	d := e.j.table.Def(m.def)
	if d.Name == "getClass" && len(d.Params) == 0 {
		return outsideType("Class", t).WithTier(graph.Typed)
	}
	out := e.infer(e.j.declared[m.def], m, r, -1)
	return resolve.Substitute(out, m.owner.Def, m.owner.Args).WithTier(resolve.Worse(t.Tier, graph.Typed))
}

func (e *eval) uncalled(cands []member, outside bool) meaning {
	m := outcome(resolve.NotFound)
	m.candidates = len(cands)
	switch {
	case outside:
		m.why = resolve.External
	case len(cands) > 1:
		m.why = resolve.Ambiguous
	}
	return m
}

var objectMethods = map[string]bool{
	"equals": true, "hashCode": true, "toString": true, "getClass": true, "notify": true, "notifyAll": true, "wait": true, "clone": true, "finalize": true,
}

func isObjectMethod(name string) bool { return objectMethods[name] }

// staticOutside reports whether a static import from outside the tree may
// bring the name in.
func (e *eval) staticOutside(name string) bool {
	for _, owner := range e.jf.static[name] {
		if e.j.qualified(e.b.File, owner) == resolve.None {
			return true
		}
	}
	for _, owner := range e.jf.staticDemand {
		if e.j.qualified(e.b.File, owner) == resolve.None {
			return true
		}
	}
	return isObjectMethod(name) || name == "values" || name == "valueOf" || name == "ordinal" || name == "name"
}

// bareMethods lists what a call without receiver may mean: the methods of the
// innermost enclosing type that has any of the name, else static imports.
func (e *eval) bareMethods(r *parse.Reference, ctx resolve.DefID) (cands []member, outside bool) {
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if !e.j.table.Defs[d].Kind.IsType() {
			continue
		}
		ms, out := e.j.methods(e.thisType(d), r.Name)
		outside = outside || out
		if len(ms) == 0 {
			continue
		}
		if _, ok, _ := e.choose(ms, r); ok || !e.takesNone(ms, r) {
			return ms, out
		}
		cands = append(cands, ms...)
	}
	if len(cands) > 0 {
		return cands, outside
	}
	for _, owner := range e.jf.static[r.Name] {
		if t := e.j.qualified(e.b.File, owner); t != resolve.None {
			ms, _ := e.j.methods(resolve.Type{Def: t, Owner: resolve.None}, r.Name)
			cands = append(cands, ms...)
		}
	}
	if len(cands) > 0 {
		return cands, false
	}
	for _, owner := range e.jf.staticDemand {
		if t := e.j.qualified(e.b.File, owner); t != resolve.None {
			ms, _ := e.j.methods(resolve.Type{Def: t, Owner: resolve.None}, r.Name)
			cands = append(cands, ms...)
		}
	}
	return cands, outside
}

// takesNone reports whether the number of arguments rules all candidates out.
func (e *eval) takesNone(cands []member, r *parse.Reference) bool {
	for _, c := range cands {
		if n := len(e.j.params[c.def]); n == int(r.Args) || e.isVarargs(c.def) && int(r.Args) >= n-1 {
			return false
		}
	}
	return true
}

// methodsOf lists the methods of a value of type t, or of the type t itself.
func (e *eval) methodsOf(t resolve.Type, name string) ([]member, bool) {
	switch {
	case t.Owner != resolve.None:
		if b, ok := e.j.bounds[resolve.TypeVar{Owner: t.Owner, Param: t.Param}]; ok && (b.Owner != t.Owner || b.Param != t.Param) {
			return e.methodsOf(b, name)
		}
		return nil, true
	case t.Form == "|":
		for _, a := range t.Args {
			if ms, out := e.methodsOf(a, name); len(ms) > 0 {
				return ms, out
			}
		}
		return nil, true
	case t.Def == resolve.None:
		return nil, true
	}
	return e.j.methods(t, name)
}

// createdType is the type that a creation makes an object of.
func (e *eval) createdType(r *parse.Reference, ctx resolve.DefID) resolve.Type {
	if n := len(r.Recv); n > 0 {
		switch r.Recv[n-1].Kind {
		case parse.StepThis:
			return e.this(ctx)
		case parse.StepBase:
			return e.super(e.this(ctx))
		}
		if name := resolve.DottedName(r.Recv); name != "" {
			if t := e.j.resolve(e.jf, ctx, parse.TypeRef{Name: name + "." + r.Name}); t.Def != resolve.None {
				return t
			}
		}
		t := e.eval(r.Recv, r.At, ctx)
		if t.Def != resolve.None {
			if id := e.j.memberType(t.Def, r.Name); id != resolve.None {
				return resolve.Type{Def: id, Owner: resolve.None, Tier: t.Tier}
			}
		}
		if t.External || t.IsModule {
			return outsideType(r.Name)
		}
		return resolve.Unknown
	}
	return e.j.simpleType(e.jf, ctx, r.Name)
}

// create resolves new T(…) and chained constructors.
func (e *eval) create(r *parse.Reference, ctx resolve.DefID) meaning {
	t := e.createdType(r, ctx)
	if t.Def == resolve.None {
		m := typeMeaning(t)
		if !t.Known() {
			m.why = resolve.UnknownReceiver
		}
		return m
	}
	cands := e.j.constructors(t)
	if m, ok, sure := e.choose(cands, r); ok {
		tier := t.Tier
		if !sure {
			tier = resolve.Worse(tier, graph.Typed)
		}
		return meaning{def: m.def, tier: tier, value: t}
	}
	if len(cands) == 0 || r.Args < 0 || e.j.table.Def(t.Def).Kind == graph.KindRecord && e.takesNone(cands, r) {
		return meaning{def: t.Def, tier: t.Tier, value: t}
	}
	out := e.uncalled(cands, false)
	out.value = t
	return out
}

// arguments are the types of the arguments of a call; unknown where nothing is
// known.
func (e *eval) arguments(r *parse.Reference) []resolve.Type {
	out := make([]resolve.Type, max(r.Args, 0))
	ctx := e.context(e.b.File.ID(r.Def), r.At)
	for i := range out {
		out[i] = resolve.Unknown
		if i < len(r.ArgTypes()) && !r.ArgTypes()[i].IsZero() {
			if t := r.ArgTypes()[i]; t.Name == "func" {
				out[i] = e.functionArgument(r, i)
			} else {
				out[i] = e.j.resolve(e.jf, ctx, t)
			}
		} else if i < len(r.ArgSteps()) && r.ArgSteps()[i] != nil {
			out[i] = e.eval(r.ArgSteps()[i], r.At, ctx)
		}
		out[i].Static = false
	}
	return out
}

// functionArgument is the type of a lambda, with its parameters, or of a method
// reference, with the set of numbers of arguments that it can take in param.
func (e *eval) functionArgument(r *parse.Reference, i int) resolve.Type {
	t := r.ArgTypes()[i]
	if t.At == 0 && t.Args == nil {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "methodref", Param: e.arities(r, i)}
	}
	out := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "func"}
	for range t.Args {
		out.Args = append(out.Args, resolve.Unknown)
	}
	return out
}

// arities are the numbers of arguments, a bit each, that the methods take that
// a method reference may mean; 0 when these are not known.
func (e *eval) arities(r *parse.Reference, i int) int {
	if i >= len(r.ArgSteps()) || len(r.ArgSteps()[i]) < 2 {
		return 0
	}
	steps := r.ArgSteps()[i]
	last := steps[len(steps)-1]
	if last.Kind != parse.StepCall {
		return 0
	}
	t := e.eval(steps[:len(steps)-1], r.At, e.context(e.b.File.ID(r.Def), r.At))
	cands, _ := e.methodsOf(t, last.Name)
	set := 0
	for _, c := range cands {
		n := len(e.j.params[c.def])
		if t.Static && !resolve.HasModifier(e.j.table.Def(c.def), "static") {
			n++
		}
		if e.isVarargs(c.def) {
			return 0
		}
		set |= 1 << min(n, 30)
	}
	return set
}

// given is the type of what the lambda or method reference gives that is
// argument i of a call.
func (e *eval) given(r *parse.Reference, i int) resolve.Type {
	if i >= len(r.ArgSteps()) || r.ArgSteps()[i] == nil || e.depth >= 200 {
		return resolve.Unknown
	}
	at := r.At
	if t := r.ArgTypes()[i]; t.At != 0 {
		at = t.At
	}
	e.depth++
	defer func() { e.depth-- }()
	return e.eval(r.ArgSteps()[i], at, e.context(e.b.File.ID(r.Def), at))
}

// implicitResult is the type of what a call gives whose method the tree does
// not declare: of the library, or of every enum and record.
func (e *eval) implicitResult(t resolve.Type, r *parse.Reference) resolve.Type {
	if t.Def != resolve.None {
		if d := e.j.table.Def(t.Def); d.Kind == graph.KindEnum {
			switch r.Name {
			case "values":
				return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "[]", Args: []resolve.Type{{Def: t.Def, Owner: resolve.None}}}
			case "valueOf":
				return resolve.Type{Def: t.Def, Owner: resolve.None}
			case "name":
				return outsideType("String")
			case "ordinal", "compareTo":
				return outsideType("int")
			}
		}
	}
	return e.libraryResult(t, r).WithTier(resolve.Worse(t.Tier, graph.Typed))
}
