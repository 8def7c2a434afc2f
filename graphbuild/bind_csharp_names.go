package graphbuild

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// typeName resolves a written type name.
func (c *csBinder) typeName(r *parse.Reference, x *csRef, from defID) {
	d := c.ix.def(from)
	if r.At < d.NameAt && !hasSuffixAttribute(r.Name) && slices.Contains(d.Decorators, attributeName(r)) {
		if fd := c.typeFound(r, from, r.Name+"Attribute"); len(fd.defs) > 0 {
			c.finishType(fd, x)
			return
		}
	}
	c.finishType(c.typeFound(r, from, r.Name), x)
}

func hasSuffixAttribute(name string) bool {
	const suffix = "Attribute"
	return len(name) > len(suffix) && name[len(name)-len(suffix):] == suffix
}

// attributeName is the name of a type as decorators list it.
func attributeName(r *parse.Reference) string {
	name := ""
	for _, s := range r.Recv {
		name += s.Name + "."
	}
	return name + r.Name
}

func (c *csBinder) typeFound(r *parse.Reference, from defID, name string) found {
	if len(r.Recv) > 0 {
		q := c.qualifier(r.Recv, from, r.At)
		return c.t.inside(c.f, q, name, int(r.TypeArgs))
	}
	if _, ok := c.t.typeParam(name, from); ok {
		return found{}
	}
	return c.lookup(name, int(r.TypeArgs), from, r.At)
}

// lookup is csTree.lookup, kept by the type around.
func (c *csBinder) lookup(name string, arity int, from defID, at uint32) found {
	from = c.t.inner(c.f, from, at)
	e := c.ix.enclosingTypeOf(from)
	if e == none {
		return c.t.lookup(c.f, name, arity, from, at)
	}
	k := csTypeKey{e, name, arity}
	fd, ok := c.types[k]
	if !ok {
		fd = c.t.lookup(c.f, name, arity, from, at)
		c.types[k] = fd
	}
	return fd
}

// qualifier finds the type or namespace that the steps before a type name mean.
func (c *csBinder) qualifier(steps []parse.Step, from defID, at uint32) found {
	fd := c.lookup(steps[0].Name, len(steps[0].Written().Args), from, at)
	for _, s := range steps[1:] {
		if !fd.ok() {
			return fd
		}
		fd = c.t.inside(c.f, fd, s.Name, len(s.Written().Args))
	}
	return fd
}

func (c *csBinder) finishType(fd found, x *csRef) {
	switch {
	case len(fd.defs) > 0:
		x.ids, x.tier, x.why = fd.defs, fd.tier, resolved
		x.typ = c.typeValue(fd, nil)
	case fd.isModule:
		x.why = local // a namespace is no definition
		x.typ = c.typeValue(fd, nil)
	case fd.external:
		x.why = external
	default:
		x.why = local // a type parameter
	}
}

// member resolves the use of a member or of a plain name.
func (c *csBinder) member(r *parse.Reference, x *csRef, from defID) {
	if r.Recv == nil {
		c.plainName(r, x, from)
		return
	}
	t := c.value(r.Recv, from, r.At)
	x.tier = t.tier
	switch {
	case t.isModule:
		fd := c.t.inNamespace(c.f, t.module, r.Name, int(r.TypeArgs))
		if !fd.ok() {
			fd.external = true
		}
		c.finishType(fd, x)
		return
	case !t.known():
		x.why = untyped
		return
	}
	c.memberOf(t, r, x)
}

// memberOf resolves the member of a value or type.
func (c *csBinder) memberOf(t typ, r *parse.Reference, x *csRef) {
	outside := false
	for _, a := range c.t.ancestry(t) {
		if a.def == none {
			outside = outside || a.external
			continue
		}
		ids := c.ix.filter(c.ix.own(a.def, r.Name), c.isMember)
		if len(ids) == 0 {
			continue
		}
		c.take(ids, a, r, x)
		return
	}
	x.why = external
	x.typ = c.t.frameworkMember(t, r.Name).withTier(t.tier)
	if !outside && t.def != none && !x.typ.known() {
		x.why = unfound
	}
}

// isMember reports whether a definition can be named as a member.
func (c *csBinder) isMember(d *defn) bool {
	return d.Kind != graph.KindConstructor && d.Kind != graph.KindOperator && d.Name != "this[]" && !c.t.explicitly(d)
}

// take makes the members ids of type a the meaning of a name.
func (c *csBinder) take(ids []defID, a typ, r *parse.Reference, x *csRef) {
	if len(ids) > 1 {
		fit := c.ix.filter(ids, func(d *defn) bool {
			return r.TypeArgs == 0 && !d.Kind.IsType() || len(d.TypeParams) == int(r.TypeArgs)
		})
		if len(fit) > 0 {
			ids = fit
		}
	}
	ids = c.t.distinctCanon(ids)
	x.ids, x.why = ids, resolved
	if len(ids) == 1 {
		x.typ = c.valueOf(ids[0], a).withTier(x.tier)
		if r.Recv == nil && c.meansType(r, x.typ) {
			x.ids, x.typ.static = []defID{x.typ.def}, true
		}
	} else if isMethod(c.ix.def(ids[0])) {
		x.typ = methodGroup(ids)
	}
}

// meansType reports whether a name that means both a member and the member's
// type (Color Color) means the type here: a static member of it follows.
func (c *csBinder) meansType(r *parse.Reference, t typ) bool {
	if t.def == none || t.static || c.ix.def(t.def).Name != r.Name {
		return false
	}
	next := c.firstAt(r.At + uint32(len(r.Name)))
	if next >= len(c.f.References) {
		return false
	}
	m := &c.f.References[next]
	if len(m.Recv) != 1 || m.Recv[0].At != r.At {
		return false
	}
	for _, a := range c.t.lineage(t.def) {
		if a.def == none {
			continue
		}
		for _, id := range c.ix.own(a.def, m.Name) {
			d := c.ix.def(id)
			return d.Kind == graph.KindConstant || d.Kind.IsType() || slices.Contains(d.Modifiers, "static")
		}
	}
	return false
}

// methodGroup is what the name of methods means as a value: each is an argument
// whose param is its id.
func methodGroup(ids []defID) typ {
	t := typ{def: none, owner: none, form: "methods"}
	for _, id := range ids {
		t.args = append(t.args, typ{def: none, owner: none, param: int(id)})
	}
	return t
}

// distinctCanon replaces parts of types by the types.
func (t *csTree) distinctCanon(ids []defID) []defID {
	out := make([]defID, len(ids))
	for i, id := range ids {
		out[i] = id
		if t.ix.defs[id].Kind.IsType() {
			out[i] = t.ix.canon[id]
		}
	}
	return t.distinct(out)
}

// valueOf is the type of a member that owner declares.
func (c *csBinder) valueOf(id defID, owner typ) typ {
	d := c.ix.def(id)
	switch {
	case d.Kind.IsType():
		return typ{def: c.ix.canon[id], owner: none, static: true}
	case isMethod(d):
		return methodGroup([]defID{id})
	}
	return csSubst(c.t.signature(id).typ, owner)
}

// plainName resolves a name without receiver: members of the types around, from
// the inside out, then types and namespaces, then static members brought in.
func (c *csBinder) plainName(r *parse.Reference, x *csRef, from defID) {
	outside := false
	for d := from; d != none; d = c.ix.defs[d].parent {
		e := c.ix.def(d)
		if e.parent == none {
			break
		}
		if !e.Kind.IsType() {
			if ids := c.ix.filter(c.ix.own(d, r.Name), c.isMember); len(ids) > 0 {
				c.take(ids, unknown, r, x)
				return
			}
			continue
		}
		for _, a := range c.t.lineage(d) {
			if a.def == none {
				outside = outside || a.external && (!isInterfaceName(a.form) || e.Kind == graph.KindInterface)
				continue
			}
			if ids := c.ix.filter(c.ix.own(a.def, r.Name), c.isMember); len(ids) > 0 {
				c.take(ids, a, r, x)
				return
			}
		}
	}
	if d := c.fileMember(r.Name); d != nil {
		c.take(d, unknown, r, x)
		return
	}
	c.plainType(r, x, from)
	if x.why == resolved || x.typ.isModule {
		return
	}
	if ids, a := c.staticMembers(r.Name, r.At, c.isMember); len(ids) > 0 {
		c.take(ids, a, r, x)
		return
	}
	if !outside && x.why != external {
		x.why = unfound
	}
}

// fileMember lists local functions of top-level statements.
func (c *csBinder) fileMember(name string) []defID {
	return c.ix.filter(c.ix.own(c.f.base, name), func(d *defn) bool { return d.Kind == graph.KindFunction })
}

func (c *csBinder) plainType(r *parse.Reference, x *csRef, from defID) {
	fd := c.lookup(r.Name, int(r.TypeArgs), from, r.At)
	if len(fd.defs) == 0 && !fd.isModule {
		x.why = external
		x.typ = typ{def: none, owner: none, form: frameworkName(r.Name), external: true, static: true}
		return
	}
	c.finishType(fd, x)
}

// staticMembers lists what `using static` brings in under a name.
func (c *csBinder) staticMembers(name string, at uint32, ok func(*defn) bool) ([]defID, typ) {
	cf := c.t.files[c.f]
	for _, list := range [][]csUsing{cf.usings, cf.project.usings} {
		for i := range list {
			u := &list[i]
			if !u.static || !u.scope.IsEmpty() && !u.scope.Contains(at) {
				continue
			}
			q := c.t.absolute(c.f, u.path, u.within)
			if len(q.defs) == 0 {
				continue
			}
			for _, a := range c.t.lineage(q.defs[0]) {
				if a.def == none {
					continue
				}
				if ids := c.ix.filter(c.ix.own(a.def, name), ok); len(ids) > 0 {
					return ids, a
				}
			}
		}
	}
	return nil, unknown
}

// creation resolves `new T(…)`, `new(…)`, `: base(…)` and `: this(…)`.
func (c *csBinder) creation(r *parse.Reference, x *csRef, from defID) {
	var t typ
	n := len(r.Recv)
	switch {
	case n > 0 && r.Name == "base" && r.Recv[n-1].Kind == parse.StepBase:
		t = c.base(from)
	case n > 0 && r.Name == "this" && r.Recv[n-1].Kind == parse.StepThis:
		t = c.this(from)
	case n == 1 && r.Name == "new" && r.Recv[0].Kind == parse.StepOpaque && r.Recv[0].At != 0:
		t = c.argumentTarget(&r.Recv[0])
	case n > 0 && r.Name == "new":
		t = c.value(r.Recv, from, r.At)
	default:
		if _, ok := c.t.typeParam(r.Name, from); ok && n == 0 {
			x.why = local
			return
		}
		fd := c.typeFound(r, from, r.Name)
		switch {
		case len(fd.defs) == 1:
			t = c.t.typeOfDef(fd.defs[0], nil, fd.tier)
		case len(fd.defs) > 1:
			x.ids, x.why = fd.defs, ambiguous
			return
		default:
			x.why = external
			return
		}
	}
	c.construct(t, r, x, from)
}

// argumentTarget is the type that an argument is converted to.
func (c *csBinder) argumentTarget(place *parse.Step) typ {
	l := parse.Local{Callee: place.At, Arg: place.Args, Param: -1}
	t, _ := c.fromCall(&l)
	if place.Name != "" {
		t = c.t.invoked(t)
		if e := c.t.awaitedType(t); e.known() {
			t = e
		}
	}
	return t.withTier(graph.Typed)
}

// construct finds the constructor of t that a creation calls, or t itself when
// it declares none that fits.
func (c *csBinder) construct(t typ, r *parse.Reference, x *csRef, from defID) {
	if t.def == none {
		x.why = untyped
		if t.external || t.owner != none {
			x.why = external
		}
		return
	}
	x.typ, x.tier, x.recv, x.owner = t, t.tier, t, t
	x.typ.static = false
	d := c.ix.def(t.def)
	var cands []csCandidate
	for _, id := range c.ix.own(t.def, d.Name) {
		k := c.ix.def(id)
		if k.Kind == graph.KindConstructor && id != from && !slices.Contains(k.Modifiers, "static") {
			cands = append(cands, csCandidate{id: id, owner: t})
		}
	}
	best := c.choose(cands, r, x, from)
	x.why = resolved
	if len(best) == 1 {
		x.ids = []defID{best[0].id}
		return
	}
	x.ids = []defID{t.def}
	if d.Kind == graph.KindDelegate || d.Kind == graph.KindInterface {
		x.typ = t
	}
}
