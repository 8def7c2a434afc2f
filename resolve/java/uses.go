package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// typeName resolves a written type name.
func (e *eval) typeName(r *parse.Reference, ctx resolve.DefID) referent {
	var t resolve.Type
	if len(r.Recv) == 0 {
		t = e.j.simpleType(e.jf, ctx, r.Name)
	} else {
		t = e.j.resolve(e.jf, ctx, parse.TypeRef{Name: resolve.DottedName(r.Recv) + "." + r.Name})
	}
	return e.j.typeMeaning(t)
}

// typeMeaning returns the meaning of a name that denotes the type t. A generated type
// resolves to the definition that it was generated for.
func (j *tree) typeMeaning(t resolve.Type) referent {
	switch c := j.libraryClass(t); {
	case c != nil && c.of != resolve.None:
		return referent{def: c.of, tier: t.Tier, value: t}
	case t.Def != resolve.None:
		return referent{def: t.Def, tier: t.Tier, value: t}
	case t.Owner != resolve.None:
		return outcome(resolve.Local)
	}
	m := outcome(resolve.External)
	m.value = t
	return m
}

// member resolves the use of a field, a constant, a type or a method by name.
//
// In `case LOW:` the name is looked up in the enum of the switch first, then as any
// other constant (JLS 14.11.1).
func (e *eval) member(r *parse.Reference, ctx resolve.DefID) referent {
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
func (e *eval) methodRef(t resolve.Type, r *parse.Reference, ctx resolve.DefID) referent {
	if t.IsModule || !t.Known() {
		return outcome(resolve.NotFound)
	}
	cands, open := e.methodsOf(t, r.Name)
	tier := resolve.WeakerTier(t.Tier, openTier(open))
	if cands = e.accessible(cands, ctx); len(cands) > 1 {
		// Overloads: the target functional interface decides.
		cands, tier = e.byTarget(cands, r, t), resolve.WeakerTier(tier, graph.Typed)
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
	m := referent{def: cands[0].def, tier: tier}
	m.value, _ = e.result(choice{member: cands[0]}, nil, t)
	if !cands[0].inTree() {
		m.why = resolve.External
	}
	return m
}

// byTarget picks the candidate of a method reference on t that accepts the parameters
// of the functional interface (JLS 15.13.1).
//
//	BiFunction<Dog, Dog, Integer> f = Dog::compare;   // static compare(Dog, Dog), or
//	                                                  // compare(Dog) on the first
func (e *eval) byTarget(cands []member, r *parse.Reference, t resolve.Type) []member {
	fn, is := e.targetFunction(r)
	if is != yes {
		return cands
	}
	// On a type the reference has two readings: a static method with all parameters,
	// or an instance method called on the first.
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

// targetFunction returns the target function type of a method reference: for an argument that
// of the parameter, otherwise the declared type of the variable that it initializes.
func (e *eval) targetFunction(r *parse.Reference) (function, ternary) {
	if at, ok := e.lambdas[r.At]; ok {
		return e.j.function(e.functionTarget(at))
	}
	if r.Extra == nil || r.Extra.Target.IsZero() {
		return function{}, maybe
	}
	return e.j.function(e.j.resolve(e.jf, e.context(e.b.File.ID(r.Def), r.At), r.Extra.Target))
}

// static keeps only the static, or only the instance candidates of a method reference
// on a type; on a value it keeps all.
//
//	Dog::bark      // an instance method on the first parameter, or a static one
//	dog::bark      // on a value both kinds
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

// bareName resolves a simple name that is not a call (JLS 6.5.2): a variable, a type,
// the beginning of a package name.
func (e *eval) bareName(name string, at uint32, ctx resolve.DefID) referent {
	m, open := e.variable(name, at, ctx)
	if m.why != resolve.NotFound {
		return m
	}
	t := e.j.simpleType(e.jf, ctx, name)
	if t.Def != resolve.None {
		t.Static = true
		return referent{def: t.Def, tier: t.Tier, value: t}
	}
	m = outcome(resolve.External)
	// Nothing declares the name. If it can only be a type or a package, the case of
	// its first letter decides which: both are external and make no edge.
	switch {
	case t.Owner != resolve.None:
		m.why = resolve.Local
	case e.j.isGenerated(t):
		t.Static = true
		return e.j.typeMeaning(t)
	case e.j.declares(t) || e.jf.single[name] != "" || isTypeName(name) && !isConstantName(name):
		m.value = t
		m.value.Static = true
	case e.j.packages[name] || !open && !isTypeName(name):
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: name}
	}
	return m
}

// variable finds a local, or a field of an enclosing class or an imported one. open
// reports that an unknown type may declare it.
//
// Locals of a method hide fields, fields of an inner class hide those of the outer
// one, and inherited fields belong to the class that inherits them (JLS 6.4.1).
func (e *eval) variable(name string, at uint32, ctx resolve.DefID) (m referent, open bool) {
	// Going outwards, a class with an unknown supertype may hide the field of an
	// outer one (JLS 6.4.1, 8.3): a field found beyond it is unique at best.
	tier := graph.Exact
	for d := ctx; d != resolve.None; d = e.j.table.Defs[d].Outer {
		if l := e.b.LocalOf(name, at, d); l != nil && l.Kind != parse.LocalTypeParam {
			// A type parameter is not a variable, though it may share its name with
			// one.
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

// fieldMeaning returns the meaning of a name that denotes the field f.
func (e *eval) fieldMeaning(f member, tier graph.Tier) referent {
	m := referent{def: f.def, tier: tier, value: e.j.value(f).WithTier(tier)}
	if !f.inTree() {
		m.why = resolve.External
	}
	return m
}

// memberOf resolves a name after a dot that is not a call.
//
// A field hides a type of the same name: `a.b` is the field b of a if there is one
// (JLS 6.4.2).
func (e *eval) memberOf(t resolve.Type, name string) referent {
	switch {
	case t.IsModule:
		return e.inPackage(t, name)
	case isArray(t) && name == "length":
		m := outcome(resolve.External)
		m.value = outsideType("int")
		return m
	case t.Owner != resolve.None:
		// The members of a type parameter are those of its first bound.
		return e.memberOf(e.j.classOf(t), name)
	case !t.Known():
		return outcome(resolve.UnknownReceiver)
	case e.j.isLost(t):
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
		out := e.j.typeMeaning(m)
		return out
	}
	if !open && t.Def != resolve.None {
		// The whole type is in the tree, and has no such member.
		return outcome(resolve.NotFound)
	}
	m := outcome(resolve.External)
	m.value = unknownExternal
	if t.Static && t.Def == resolve.None && isTypeName(name) && !isConstantName(name) {
		m.value = outsideType(t.Name + "." + name)
		m.value.Static = true
	}
	return m
}

// inPackage resolves a name qualified by a package.
//
//	java.util.Map.Entry    // packages java and java.util, type Map, its member Entry
func (e *eval) inPackage(t resolve.Type, name string) referent {
	full := t.Module + "." + name
	if found := e.j.nearestType(e.b.File, e.j.table.Top("java", t.Module, name)); found.Def != resolve.None {
		found.Static = true
		return referent{def: found.Def, tier: found.Tier, value: found}
	}
	m := outcome(resolve.External)
	if t := outsideType(full); e.j.isGenerated(t) {
		t.Static = true
		return e.j.typeMeaning(t)
	}
	if isTypeName(name) || e.j.library.hasType(full) {
		m.value = outsideType(full)
		m.value.Static = true
	} else {
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: full}
	}
	return m
}
