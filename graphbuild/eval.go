package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// eval follows an expression, step by step, to what is known of its value.
func (b *binder) eval(steps []parse.Step, at uint32, from defID) typ {
	if !b.deeper() {
		return unknown
	}
	defer b.back()
	t := unknown
	for i, s := range steps {
		if t = b.step(t, s, i == 0, at, from); !t.known() {
			return unknown
		}
	}
	return t
}

// deeper reports whether what is being followed may be followed one step
// further; back undoes it.
func (b *binder) deeper() bool {
	if *b.depth >= maxDepth {
		return false
	}
	*b.depth++
	return true
}

func (b *binder) back() { *b.depth-- }

// step applies one step of an expression to what stands before it.
func (b *binder) step(t typ, s parse.Step, first bool, at uint32, from defID) typ {
	switch s.Kind {
	case parse.StepThis:
		return b.this(from)
	case parse.StepBase:
		return b.super(from)
	case parse.StepNew, parse.StepType:
		// A creation or a cast writes its type down where it stands.
		n := b.typeOf(s.Type, from, at)
		if s.Kind == parse.StepNew {
			n = n.withTier(graph.Typed)
		}
		return n
	case parse.StepName:
		return b.name(s.Name, at, from)
	case parse.StepMember:
		return b.memberValue(t, s.Name)
	case parse.StepCall:
		r := &parse.Reference{Kind: parse.RefCall, Name: s.Name, Args: s.Args, At: at}
		if first {
			ids, tier, why := b.bareCallees(r, from)
			return b.result(ids, tier, why, unknown)
		}
		return b.calledOn(t, r, from)
	case parse.StepIndex:
		return b.f.rules.element(b, t).withTier(graph.Typed)
	case parse.StepAwait:
		return b.f.rules.awaited(b, t).withTier(graph.Typed)
	}
	return unknown
}

// this is the type around a definition.
func (b *binder) this(from defID) typ {
	e := b.ix.enclosingType(from)
	if e == none {
		return unknown
	}
	t := typ{def: e, owner: none}
	for i := range b.ix.def(e).TypeParams {
		t.args = append(t.args, typ{def: none, owner: e, param: i, form: b.ix.def(e).TypeParams[i]})
	}
	return t
}

// super is the first base type of the type around a definition.
func (b *binder) super(from defID) typ {
	e := b.ix.enclosingType(from)
	if e == none {
		return unknown
	}
	bases := b.ix.bases[e]
	for _, t := range bases {
		if t.def == none || b.ix.def(t.def).Kind != graph.KindInterface {
			return t
		}
	}
	if len(bases) == 0 {
		return typ{def: none, owner: none, external: true, form: "object"}
	}
	return unknown
}

// name is what a plain name at the start of an expression stands for.
func (b *binder) name(name string, at uint32, from defID) typ {
	f, l := b.bare(name, at, from, func(d *defn) bool { return !b.f.rules.separate() || !isMethod(d) })
	switch {
	case l != nil:
		return b.localType(l, from)
	case f.isModule:
		return typ{def: none, owner: none, module: f.module, isModule: true, tier: f.tier}
	case len(f.defs) > 0:
		return b.definitionType(f.defs, f.tier, from)
	case f.external:
		return typ{def: none, owner: none, external: true, form: name}
	}
	return unknown
}

func isMethod(d *defn) bool {
	return d.Kind == graph.KindMethod || d.Kind == graph.KindFunction || d.Kind == graph.KindConstructor || d.Kind == graph.KindOperator
}

// definitionType is the type of a value, or the type itself, that one of ids
// declares; a value comes before a type of the same name.
func (b *binder) definitionType(ids []defID, tier graph.Tier, from defID) typ {
	ids = b.declarations(ids)
	values := b.ix.filter(ids, func(d *defn) bool { return !d.Kind.IsType() })
	types := b.ix.filter(ids, isType)
	if len(values) == 1 && !isMethod(b.ix.def(values[0])) {
		owner := unknown
		if e := b.ix.enclosingType(from); e != none {
			owner = b.ownerOf(values[0], e)
		}
		t := b.valueType(values[0], owner).withTier(tier)
		if t.def != none || len(types) == 0 {
			return t
		}
	}
	if len(types) == 1 {
		return typ{def: b.ix.canon[types[0]], owner: none, static: true, tier: tier}
	}
	return unknown
}

// ownerOf is the type that declares a member, with its type arguments as seen
// from the type e that inherits it.
func (b *binder) ownerOf(id, e defID) typ {
	d := b.ix.def(id)
	_, owner, _ := b.member(b.this(e), d.Name, func(o *defn) bool { return o.id == id })
	return owner
}

// localType is the type of a local: declared, or that of the expression that it
// was set to.
func (b *binder) localType(l *parse.Local, from defID) typ {
	if !l.Type.IsZero() {
		return b.typeOf(l.Type, b.f.def(l.Def), l.Scope.Start)
	}
	if l.Init == nil {
		return unknown
	}
	// The initialiser is outside the scope of what it initialises.
	at := l.Scope.Start
	if at > 0 {
		at--
	}
	t := b.eval(l.Init, at, b.f.def(l.Def)).withTier(graph.Typed)
	if l.Iter && t.known() {
		return b.f.rules.element(b, t).withTier(graph.Typed)
	}
	return t
}

// memberValue is the type of a member of t, or the module or type that it names.
func (b *binder) memberValue(t typ, name string) typ {
	if t.isModule {
		f := b.f.rules.inModule(b, t.module, name)
		switch {
		case f.isModule:
			return typ{def: none, owner: none, module: f.module, isModule: true, tier: worse(t.tier, f.tier)}
		case len(f.defs) > 0:
			return b.definitionType(f.defs, worse(t.tier, f.tier), none)
		case f.external:
			return typ{def: none, owner: none, external: true, form: name}
		}
		return unknown
	}
	t = b.single(t)
	ids, owner, outside := b.member(t, name, func(d *defn) bool { return !isMethod(d) })
	if ids = b.declarations(ids); len(ids) == 1 {
		return b.valueType(ids[0], owner).withTier(t.tier)
	}
	if outside || t.external {
		return typ{def: none, owner: none, external: true, form: name}
	}
	return unknown
}

// calledOn is the type of what calling a member of t gives.
func (b *binder) calledOn(t typ, r *parse.Reference, from defID) typ {
	if t.isModule {
		ids, tier, why := b.decide(b.f.rules.inModule(b, t.module, r.Name), r, t.tier)
		return b.result(ids, tier, why, unknown)
	}
	t = b.single(t)
	ids, tier, why := b.memberOverload(t, r)
	if why != resolved {
		if ext := b.overload(b.f.rules.extension(b, t, r.Name, r.At, from), r, true); len(ext) == 1 {
			ids, tier, why = ext, t.tier, resolved
		}
	}
	owner := unknown
	if why == resolved && len(ids) == 1 && t.def != none {
		_, owner, _ = b.member(t, r.Name, func(d *defn) bool { return d.id == ids[0] })
	}
	return b.result(ids, tier, why, owner)
}

// result is the type of what a call gives, from what it was resolved to and the
// type that declares it.
func (b *binder) result(ids []defID, tier graph.Tier, why outcome, owner typ) typ {
	switch {
	case why == external:
		return typ{def: none, owner: none, external: true, form: "call"}
	case why != resolved || len(ids) != 1:
		return unknown
	}
	tier = worse(tier, graph.Typed)
	switch d := b.ix.def(ids[0]); {
	case d.Kind.IsType():
		return typ{def: b.ix.canon[d.id], owner: none, tier: tier}
	case d.Kind == graph.KindConstructor:
		return typ{def: b.ix.enclosingType(d.id), owner: none, tier: tier}
	default:
		return b.valueType(d.id, owner).withTier(tier)
	}
}
