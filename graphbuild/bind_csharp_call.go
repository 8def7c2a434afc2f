package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// call resolves a written invocation.
func (c *csBinder) call(r *parse.Reference, x *csRef, from defID) {
	if r.Recv == nil {
		c.plainCall(r, x, from)
		return
	}
	t := c.value(r.Recv, from, r.At)
	x.recv, x.tier = t, t.tier
	switch {
	case t.isModule:
		x.why = external
		return
	case !t.known():
		x.why = untyped
		return
	}
	if r.Name == "Invoke" && t.def != none && c.ix.def(t.def).Kind == graph.KindDelegate {
		x.ids, x.why, x.owner = []defID{t.def}, resolved, t
		x.typ = c.t.invoked(t).withTier(graph.Typed)
		return
	}
	found, outside := c.methodsOf(t, r, x, from)
	if found {
		return
	}
	if !t.static && !frameworkHas(t, r.Name) && c.extension(t, r, x, from) {
		return
	}
	if x.why == ambiguous {
		return
	}
	x.ids, x.why = nil, external
	x.typ = c.t.frameworkCall(c, t, r, from).withTier(graph.Typed)
	if !outside && t.def != none && !isObjectMember(r.Name) && !x.typ.known() && (t.static || !c.usesOutside()) {
		x.why = unfound
	}
}

// usesOutside reports whether a using directive brings in a namespace from
// outside the tree: any method may be an extension from there.
func (c *csBinder) usesOutside() bool {
	cf := c.t.files[c.f]
	for _, list := range [][]csUsing{cf.usings, cf.project.usings} {
		for i := range list {
			if u := &list[i]; u.alias == "" && !u.static && u.space == "" {
				return true
			}
		}
	}
	return false
}

// lastResort takes the only method in reach although an argument does not seem
// to fit: conversions are not all known.
func (c *csBinder) lastResort(r *parse.Reference, x *csRef, from defID) {
	if x.why == resolved || x.why == ambiguous || len(x.loose) != 1 {
		return
	}
	k := x.loose[0]
	x.ids, x.why, x.owner, x.ext, x.tier = []defID{k.id}, resolved, k.owner, k.extension, worse(x.tier, graph.Unique)
	c.infer(k, r, x, from)
	x.typ = c.result(k, x).withTier(x.tier)
}

// isObjectMember reports whether every object has the method.
func isObjectMember(name string) bool {
	switch name {
	case "ToString", "Equals", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "Invoke", "HasFlag", "CompareTo":
		return true
	}
	return false
}

// methodsOf resolves a call to a method that t declares or inherits, or to a
// member whose value is called. outside reports that a base outside the tree
// may have the method.
func (c *csBinder) methodsOf(t typ, r *parse.Reference, x *csRef, from defID) (done, outside bool) {
	line := c.t.ancestry(t)
	isClass := t.def != none && c.ix.def(t.def).Kind != graph.KindInterface
	var pending []csCandidate
	for _, a := range line {
		if a.def == none {
			outside = outside || a.external && !(isClass && isInterfaceName(a.form))
			continue
		}
		if isClass && a.def != t.def && c.ix.def(a.def).Kind == graph.KindInterface {
			continue
		}
		own := c.ix.own(a.def, r.Name)
		for _, id := range own {
			d := c.ix.def(id)
			switch {
			case d.Kind == graph.KindMethod && !c.t.explicitly(d):
				pending = append(pending, csCandidate{id: id, owner: a})
			case isValue(d) && c.mayBeCalled(c.valueOf(id, a)):
				c.calledValue(id, a, x)
				return true, outside
			}
		}
		if len(pending) > 0 && (isClass || a.def == t.def) {
			if c.settle(pending, r, x, from) {
				return true, outside
			}
			if x.why == ambiguous {
				return false, outside
			}
			pending = nil
		}
	}
	if len(pending) > 0 && c.settle(pending, r, x, from) {
		return true, outside
	}
	return false, outside
}

// explicitly reports whether a member implements one interface's member only,
// and cannot be named without that interface: its symbol has the interface
// before the name.
func (t *csTree) explicitly(d *defn) bool {
	if d.parent == none {
		return false
	}
	rest := strings.TrimPrefix(d.Symbol, t.ix.defs[d.parent].Symbol+".")
	after, ok := strings.CutPrefix(rest, d.Name)
	return !ok || after != "" && after[0] == '.'
}

func isValue(d *defn) bool {
	switch d.Kind {
	case graph.KindProperty, graph.KindField, graph.KindEvent, graph.KindConstant:
		return true
	}
	return false
}

// mayBeCalled reports whether a value may be a delegate.
func (c *csBinder) mayBeCalled(t typ) bool {
	if t.def != none {
		return c.ix.def(t.def).Kind == graph.KindDelegate
	}
	return t.form != "string" && !isFrameworkValue(t.form) && !c.t.element(t).known()
}

// calledValue resolves a call to the member whose value, a delegate, is called.
func (c *csBinder) calledValue(id defID, owner typ, x *csRef) {
	x.ids, x.why = []defID{id}, resolved
	x.typ = c.t.invoked(c.valueOf(id, owner)).withTier(graph.Typed)
}

// settle resolves a call among the methods of one type.
func (c *csBinder) settle(cands []csCandidate, r *parse.Reference, x *csRef, from defID) bool {
	best := c.choose(cands, r, x, from)
	if len(best) == 0 {
		return false
	}
	x.ids = nil
	for _, b := range best {
		x.ids = append(x.ids, b.id)
	}
	if len(best) > 1 {
		x.why = ambiguous
		x.typ = c.commonResult(best)
		return false
	}
	x.why = resolved
	x.owner = best[0].owner
	c.infer(best[0], r, x, from)
	x.typ = c.result(best[0], x).withTier(x.tier)
	return true
}

// commonResult is what all of several candidates return, if it is one type
// without parameters of theirs.
func (c *csBinder) commonResult(cands []csCandidate) typ {
	first := c.t.signature(cands[0].id).typ
	for _, k := range cands[1:] {
		if !sameType(first, c.t.signature(k.id).typ) {
			return unknown
		}
	}
	out := csSubst(first, cands[0].owner)
	if mentions(out, cands[0].id) {
		return unknown
	}
	return out.withTier(graph.Typed)
}

// result is the type of what a call of k gives.
func (c *csBinder) result(k csCandidate, x *csRef) typ {
	out := csSubst(c.t.signature(k.id).typ, k.owner)
	return csSubst(out, typ{def: k.id, owner: none, args: x.targs}).withTier(graph.Typed)
}

// plainCall resolves a call without receiver: local functions and methods of
// the types around, from the inside out, then what `using static` brings in.
func (c *csBinder) plainCall(r *parse.Reference, x *csRef, from defID) {
	outside := false
	for d := from; d != none; d = c.ix.defs[d].parent {
		e := c.ix.def(d)
		if e.parent == none {
			break
		}
		if !e.Kind.IsType() {
			if c.settleFunctions(c.ix.own(d, r.Name), r, x, from) {
				return
			}
			continue
		}
		x.recv = c.t.lineage(d)[0]
		done, out := c.methodsOf(x.recv, r, x, from)
		if done || x.why == ambiguous {
			return
		}
		outside = outside || out
	}
	if c.settleFunctions(c.fileMember(r.Name), r, x, from) {
		return
	}
	ids, a := c.staticMembers(r.Name, r.At, func(d *defn) bool { return d.Kind == graph.KindMethod })
	var cands []csCandidate
	for _, id := range ids {
		cands = append(cands, csCandidate{id: id, owner: a})
	}
	if c.settle(cands, r, x, from) {
		return
	}
	if x.why != ambiguous {
		x.why = unfound
		if outside || isObjectMember(r.Name) {
			x.why = external
		}
	}
}

func (c *csBinder) settleFunctions(ids []defID, r *parse.Reference, x *csRef, from defID) bool {
	var cands []csCandidate
	for _, id := range ids {
		if c.ix.def(id).Kind == graph.KindFunction {
			cands = append(cands, csCandidate{id: id, owner: unknown})
		}
	}
	return c.settle(cands, r, x, from)
}

// extension resolves a call to an extension method for t that is in scope: in
// the namespaces around first, then in those that are used.
func (c *csBinder) extension(t typ, r *parse.Reference, x *csRef, from defID) bool {
	levels := map[int][]csCandidate{}
	for _, id := range c.t.extensions[r.Name] {
		level := c.reach(id, from, r.At)
		if level < 0 || c.fits(t, c.t.receiver(id)) == csNo {
			continue
		}
		levels[level] = append(levels[level], csCandidate{id: id, owner: unknown, extension: true})
	}
	for level := 0; level < maxReach && len(levels) > 0; level++ {
		cands := levels[level]
		delete(levels, level)
		if len(cands) == 0 {
			continue
		}
		x.recv = t
		if c.settle(cands, r, x, from) {
			x.ext = true
			return true
		}
		if x.why == ambiguous {
			return false
		}
	}
	return false
}

// maxReach is above every level that reach gives.
const maxReach = 40

// reach tells how far away the class of an extension method is in scope: the
// number of namespaces outwards, doubled, and one more when it is used there;
// -1 when it is not in scope.
func (c *csBinder) reach(id defID, from defID, at uint32) int {
	d := c.ix.def(id)
	if !isValue(d) && d.Kind != graph.KindMethod || c.t.nearness(c.f, d.file) == 2 {
		return -1
	}
	level := 0
	for ns := c.t.namespaceOf(c.f, from, at); ; ns = outerNamespace(ns) {
		if d.module == ns {
			return level
		}
		if c.uses(ns, d, at) {
			return level + 1
		}
		if ns == "" || level > maxReach-4 {
			return -1
		}
		level += 2
	}
}

// uses reports whether a using directive in a declaration of ns brings in the
// extension methods of the class around d.
func (c *csBinder) uses(ns string, d *defn, at uint32) bool {
	cf := c.t.files[c.f]
	brings := func(u *csUsing) bool {
		if u.within != ns || !u.scope.IsEmpty() && !u.scope.Contains(at) || u.alias != "" {
			return false
		}
		if u.static {
			q := c.t.absolute(c.f, u.path, u.within)
			return len(q.defs) > 0 && q.defs[0] == c.ix.canon[d.parent]
		}
		return u.space == d.module
	}
	for i := range cf.usings {
		if brings(&cf.usings[i]) {
			return true
		}
	}
	for i := range cf.project.usings {
		if brings(&cf.project.usings[i]) {
			return true
		}
	}
	return false
}
