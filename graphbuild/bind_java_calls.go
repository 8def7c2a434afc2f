package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// argumentTarget is the type of the parameter that an argument is given to.
func (e *javaEval) argumentTarget(at javaLambda) typ {
	r := &e.b.f.References[at.ref]
	ctx := e.context(e.b.f.def(r.Def), r.At)
	if r.Kind == parse.RefCall {
		if t, ok := e.libraryTarget(r, ctx, at.arg); ok {
			return t
		}
	}
	cands := e.candidates(r, ctx)
	m, ok, _ := e.choose(cands, r)
	if !ok {
		return unknown
	}
	ps := e.paramTypes(m, max(int(r.Args), at.arg+1), e.isVarargs(m.def) && int(r.Args) != len(e.j.params[m.def]))
	if at.arg >= len(ps) {
		return unknown
	}
	return e.infer(ps[at.arg], m, r, at.arg)
}

// candidates lists the methods or constructors that a call may mean.
func (e *javaEval) candidates(r *parse.Reference, ctx defID) []javaMember {
	if r.Kind == parse.RefCreate {
		if t := e.createdType(r, ctx); t.def != none {
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
func (e *javaEval) infer(t typ, m javaMember, r *parse.Reference, skip int) typ {
	d := e.j.ix.def(m.def)
	if len(d.TypeParams) == 0 || !mentions(t, m.def) {
		return t
	}
	vars := make([]typ, len(d.TypeParams))
	for i := range vars {
		vars[i] = unknown
	}
	if r != nil {
		args := e.arguments(r)
		varargs := e.isVarargs(m.def) && (len(args) != len(e.j.params[m.def]) || len(args) > 0 && args[len(args)-1].form != "[]")
		for i, p := range e.paramTypes(m, len(args), varargs) {
			switch {
			case i == skip:
			case args[i].form == "func" || args[i].form == "methodref":
				if fn, ok := e.j.function(p); ok && mentions(fn.result, m.def) {
					e.unify(fn.result, e.given(r, i), m.def, vars)
				}
			default:
				e.unify(p, args[i], m.def, vars)
			}
		}
	}
	for i := range vars {
		if !vars[i].known() {
			if b, ok := e.j.bounds[typeVar{m.def, i}]; ok {
				vars[i] = b
			}
		}
	}
	return substitute(t, m.def, vars)
}

// unify sets type parameters of method d in vars to what they must be for an
// argument of type a to be given to a parameter of type p.
func (e *javaEval) unify(p, a typ, d defID, vars []typ) {
	if !a.known() || a.form == "null" || !mentions(p, d) {
		return
	}
	if p.owner == d {
		if !vars[p.param].known() {
			vars[p.param] = boxed(a)
		}
		return
	}
	if s, ok := e.seenAs(a, p); ok {
		for i := range p.args {
			if i < len(s.args) {
				e.unify(p.args[i], s.args[i], d, vars)
			}
		}
	}
}

// seenAs finds the base type of a that has the definition or name of p.
func (e *javaEval) seenAs(a, p typ) (typ, bool) {
	if p.def == none && p.form == a.form && a.def == none {
		return a, true
	}
	var out typ
	found := false
	var outside []typ
	if a.def != none {
		e.j.supers(a, func(s typ) bool {
			if s.def == p.def {
				out, found = s, true
				return false
			}
			for _, b := range e.j.baseTypes(s) {
				if b.def == none {
					outside = append(outside, b)
				}
			}
			return true
		})
	} else {
		outside = append(outside, a)
	}
	if found || p.def != none {
		return out, found
	}
	for _, o := range outside {
		if s, ok := librarySuper(o, p.form); ok {
			return s, true
		}
	}
	return typ{}, false
}

// call resolves a method call.
func (e *javaEval) call(r *parse.Reference, ctx defID) javaMeaning {
	if r.Recv == nil {
		cands, outside := e.bareMethods(r, ctx)
		m, ok, sure := e.choose(cands, r)
		if ok {
			return e.called(m, r, 0, sure, unknown)
		}
		out := e.uncalled(cands, outside || len(cands) == 0 && e.staticOutside(r.Name))
		if out.why == external {
			out.value = e.passedOn(r, ctx)
			if isObjectMethod(r.Name) {
				out.value = e.libraryResult(e.this(ctx), r)
			}
		}
		return out
	}
	t := e.eval(r.Recv, r.At, ctx)
	if !t.known() {
		return javaOutcome(untyped)
	}
	if t.isModule {
		return javaOutcome(external)
	}
	cands, outside := e.methodsOf(t, r.Name)
	if cands = e.accessible(cands, ctx); len(cands) > 0 {
		if m, ok, sure := e.choose(cands, r); ok {
			return e.called(m, r, t.tier, sure, t)
		}
	}
	out := e.uncalled(cands, outside || isObjectMethod(r.Name))
	if len(cands) == 0 {
		out.value = e.implicitResult(t, r)
		if out.value.known() && t.def != none && e.j.ix.def(t.def).Kind == graph.KindEnum {
			out.why = external
		}
		if out.why == external && out.value.form == "?" {
			out.value = e.passedOn(r, ctx)
		}
	}
	return out
}

// accessible drops private members of classes that ctx lies outside of.
func (e *javaEval) accessible(cands []javaMember, ctx defID) []javaMember {
	out := cands[:0:0]
	for _, c := range cands {
		if !hasModifier(e.j.ix.def(c.def), "private") || e.topLevel(c.def) == e.topLevel(ctx) {
			out = append(out, c)
		}
	}
	return out
}

// topLevel is the outermost definition around d.
func (e *javaEval) topLevel(d defID) defID {
	for {
		p := e.j.ix.defs[d].parent
		if p == none || e.j.ix.defs[p].parent == none {
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
func (e *javaEval) passedOn(r *parse.Reference, ctx defID) typ {
	outside := typ{def: none, owner: none, external: true, form: "?"}
	if !passers[r.Name] || r.Args < 1 || r.Name == "when" && r.Recv == nil {
		return outside
	}
	t := e.arguments(r)[0]
	if t.form == "Class" && t.def == none && len(t.args) == 1 {
		t = t.args[0]
	} else if r.Name == "mock" || r.Name == "any" || r.Name == "isA" {
		return outside
	}
	if !t.known() {
		return outside
	}
	return t.withTier(graph.Typed)
}

// called is the meaning of a call of m on a value of type t.
func (e *javaEval) called(m javaMember, r *parse.Reference, tier graph.Tier, sure bool, t typ) javaMeaning {
	if !sure {
		tier = worse(tier, graph.Typed)
	}
	return javaMeaning{def: m.def, tier: worse(tier, graph.Exact), value: e.result(m, r, t)}
}

// result is the type of what calling m gives.
func (e *javaEval) result(m javaMember, r *parse.Reference, t typ) typ {
	d := e.j.ix.def(m.def)
	if d.Name == "getClass" && len(d.Params) == 0 {
		return outsideType("Class", t).withTier(graph.Typed)
	}
	out := e.infer(e.j.declared[m.def], m, r, -1)
	return substitute(out, m.owner.def, m.owner.args).withTier(worse(t.tier, graph.Typed))
}

func (e *javaEval) uncalled(cands []javaMember, outside bool) javaMeaning {
	m := javaOutcome(unfound)
	m.candidates = len(cands)
	switch {
	case outside:
		m.why = external
	case len(cands) > 1:
		m.why = ambiguous
	}
	return m
}

var objectMethods = map[string]bool{
	"equals": true, "hashCode": true, "toString": true, "getClass": true, "notify": true, "notifyAll": true, "wait": true, "clone": true, "finalize": true,
}

func isObjectMethod(name string) bool { return objectMethods[name] }

// staticOutside reports whether a static import from outside the tree may
// bring the name in.
func (e *javaEval) staticOutside(name string) bool {
	for _, owner := range e.jf.static[name] {
		if e.j.qualified(e.b.f, owner) == none {
			return true
		}
	}
	for _, owner := range e.jf.staticDemand {
		if e.j.qualified(e.b.f, owner) == none {
			return true
		}
	}
	return isObjectMethod(name) || name == "values" || name == "valueOf" || name == "ordinal" || name == "name"
}

// bareMethods lists what a call without receiver may mean: the methods of the
// innermost enclosing type that has any of the name, else static imports.
func (e *javaEval) bareMethods(r *parse.Reference, ctx defID) (cands []javaMember, outside bool) {
	for d := ctx; d != none; d = e.j.ix.defs[d].parent {
		if !e.j.ix.defs[d].Kind.IsType() {
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
		if t := e.j.qualified(e.b.f, owner); t != none {
			ms, _ := e.j.methods(typ{def: t, owner: none}, r.Name)
			cands = append(cands, ms...)
		}
	}
	if len(cands) > 0 {
		return cands, false
	}
	for _, owner := range e.jf.staticDemand {
		if t := e.j.qualified(e.b.f, owner); t != none {
			ms, _ := e.j.methods(typ{def: t, owner: none}, r.Name)
			cands = append(cands, ms...)
		}
	}
	return cands, outside
}

// takesNone reports whether the number of arguments rules all candidates out.
func (e *javaEval) takesNone(cands []javaMember, r *parse.Reference) bool {
	for _, c := range cands {
		if n := len(e.j.params[c.def]); n == int(r.Args) || e.isVarargs(c.def) && int(r.Args) >= n-1 {
			return false
		}
	}
	return true
}

// methodsOf lists the methods of a value of type t, or of the type t itself.
func (e *javaEval) methodsOf(t typ, name string) ([]javaMember, bool) {
	switch {
	case t.owner != none:
		if b, ok := e.j.bounds[typeVar{t.owner, t.param}]; ok && (b.owner != t.owner || b.param != t.param) {
			return e.methodsOf(b, name)
		}
		return nil, true
	case t.form == "|":
		for _, a := range t.args {
			if ms, out := e.methodsOf(a, name); len(ms) > 0 {
				return ms, out
			}
		}
		return nil, true
	case t.def == none:
		return nil, true
	}
	return e.j.methods(t, name)
}

// createdType is the type that a creation makes an object of.
func (e *javaEval) createdType(r *parse.Reference, ctx defID) typ {
	if n := len(r.Recv); n > 0 {
		switch r.Recv[n-1].Kind {
		case parse.StepThis:
			return e.this(ctx)
		case parse.StepBase:
			return e.super(e.this(ctx))
		}
		if name := dottedName(r.Recv); name != "" {
			if t := e.j.resolve(e.jf, ctx, parse.TypeRef{Name: name + "." + r.Name}); t.def != none {
				return t
			}
		}
		t := e.eval(r.Recv, r.At, ctx)
		if t.def != none {
			if id := e.j.memberType(t.def, r.Name); id != none {
				return typ{def: id, owner: none, tier: t.tier}
			}
		}
		if t.external || t.isModule {
			return outsideType(r.Name)
		}
		return unknown
	}
	return e.j.simpleType(e.jf, ctx, r.Name)
}

// create resolves new T(…) and chained constructors.
func (e *javaEval) create(r *parse.Reference, ctx defID) javaMeaning {
	t := e.createdType(r, ctx)
	if t.def == none {
		m := typeMeaning(t)
		if !t.known() {
			m.why = untyped
		}
		return m
	}
	cands := e.j.constructors(t)
	if m, ok, sure := e.choose(cands, r); ok {
		tier := t.tier
		if !sure {
			tier = worse(tier, graph.Typed)
		}
		return javaMeaning{def: m.def, tier: tier, value: t}
	}
	if len(cands) == 0 || r.Args < 0 || e.j.ix.def(t.def).Kind == graph.KindRecord && e.takesNone(cands, r) {
		return javaMeaning{def: t.def, tier: t.tier, value: t}
	}
	out := e.uncalled(cands, false)
	out.value = t
	return out
}

// arguments are the types of the arguments of a call; unknown where nothing is
// known.
func (e *javaEval) arguments(r *parse.Reference) []typ {
	out := make([]typ, max(r.Args, 0))
	ctx := e.context(e.b.f.def(r.Def), r.At)
	for i := range out {
		out[i] = unknown
		if i < len(r.ArgTypes()) && !r.ArgTypes()[i].IsZero() {
			if t := r.ArgTypes()[i]; t.Name == "func" {
				out[i] = e.functionArgument(r, i)
			} else {
				out[i] = e.j.resolve(e.jf, ctx, t)
			}
		} else if i < len(r.ArgSteps()) && r.ArgSteps()[i] != nil {
			out[i] = e.eval(r.ArgSteps()[i], r.At, ctx)
		}
		out[i].static = false
	}
	return out
}

// functionArgument is the type of a lambda, with its parameters, or of a method
// reference, with the set of numbers of arguments that it can take in param.
func (e *javaEval) functionArgument(r *parse.Reference, i int) typ {
	t := r.ArgTypes()[i]
	if t.At == 0 && t.Args == nil {
		return typ{def: none, owner: none, form: "methodref", param: e.arities(r, i)}
	}
	out := typ{def: none, owner: none, form: "func"}
	for range t.Args {
		out.args = append(out.args, unknown)
	}
	return out
}

// arities are the numbers of arguments, a bit each, that the methods take that
// a method reference may mean; 0 when these are not known.
func (e *javaEval) arities(r *parse.Reference, i int) int {
	if i >= len(r.ArgSteps()) || len(r.ArgSteps()[i]) < 2 {
		return 0
	}
	steps := r.ArgSteps()[i]
	last := steps[len(steps)-1]
	if last.Kind != parse.StepCall {
		return 0
	}
	t := e.eval(steps[:len(steps)-1], r.At, e.context(e.b.f.def(r.Def), r.At))
	cands, _ := e.methodsOf(t, last.Name)
	set := 0
	for _, c := range cands {
		n := len(e.j.params[c.def])
		if t.static && !hasModifier(e.j.ix.def(c.def), "static") {
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
func (e *javaEval) given(r *parse.Reference, i int) typ {
	if i >= len(r.ArgSteps()) || r.ArgSteps()[i] == nil || e.depth >= 200 {
		return unknown
	}
	at := r.At
	if t := r.ArgTypes()[i]; t.At != 0 {
		at = t.At
	}
	e.depth++
	defer func() { e.depth-- }()
	return e.eval(r.ArgSteps()[i], at, e.context(e.b.f.def(r.Def), at))
}

// implicitResult is the type of what a call gives whose method the tree does
// not declare: of the library, or of every enum and record.
func (e *javaEval) implicitResult(t typ, r *parse.Reference) typ {
	if t.def != none {
		if d := e.j.ix.def(t.def); d.Kind == graph.KindEnum {
			switch r.Name {
			case "values":
				return typ{def: none, owner: none, form: "[]", args: []typ{{def: t.def, owner: none}}}
			case "valueOf":
				return typ{def: t.def, owner: none}
			case "name":
				return outsideType("String")
			case "ordinal", "compareTo":
				return outsideType("int")
			}
		}
	}
	return e.libraryResult(t, r).withTier(worse(t.tier, graph.Typed))
}
