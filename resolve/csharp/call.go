package csharp

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// call resolves a written invocation.
func (c *binder) call(r *parse.Reference, x *ref, from resolve.DefID) {
	if r.Recv == nil {
		c.plainCall(r, x, from)
		return
	}
	t := c.value(r.Recv, from, r.At)
	x.recv, x.tier = t, t.Tier
	switch {
	case t.IsModule:
		x.why = resolve.External
		return
	case !t.Known():
		x.why = resolve.UnknownReceiver
		return
	}
	if r.Name == "Invoke" && t.Def != resolve.None && c.Table.Def(t.Def).Kind == graph.KindDelegate {
		x.ids, x.why, x.owner = []resolve.DefID{t.Def}, resolve.Resolved, t
		x.typ = c.t.invoked(t).WithTier(graph.Typed)
		return
	}
	found, outside := c.methodsOf(t, r, x, from)
	if found {
		return
	}
	if !t.Static && !frameworkHas(t, r.Name) && c.extension(t, r, x, from) {
		return
	}
	if x.why == resolve.Ambiguous {
		return
	}
	x.ids, x.why = nil, resolve.External
	x.typ = c.t.frameworkCall(c, t, r, from).WithTier(graph.Typed)
	if !outside && t.Def != resolve.None && !isObjectMember(r.Name) && !x.typ.Known() && (t.Static || !c.usesOutside()) {
		x.why = resolve.NotFound
	}
}

// usesOutside reports whether a using directive brings in a namespace from
// outside the tree: any method may be an extension from there.
func (c *binder) usesOutside() bool {
	cf := c.t.files[c.File]
	for _, list := range [][]using{cf.usings, cf.project.usings} {
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
func (c *binder) lastResort(r *parse.Reference, x *ref, from resolve.DefID) {
	if x.why == resolve.Resolved || x.why == resolve.Ambiguous || len(x.loose) != 1 {
		return
	}
	k := x.loose[0]
	x.ids, x.why, x.owner, x.ext, x.tier = []resolve.DefID{k.id}, resolve.Resolved, k.owner, k.extension, resolve.Worse(x.tier, graph.Unique)
	c.infer(k, r, x, from)
	x.typ = c.result(k, x).WithTier(x.tier)
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
func (c *binder) methodsOf(t resolve.Type, r *parse.Reference, x *ref, from resolve.DefID) (done, outside bool) {
	line := c.t.ancestry(t)
	isClass := t.Def != resolve.None && c.Table.Def(t.Def).Kind != graph.KindInterface
	var pending []candidate
	for _, a := range line {
		if a.Def == resolve.None {
			outside = outside || a.External && !(isClass && isInterfaceName(a.Form))
			continue
		}
		if isClass && a.Def != t.Def && c.Table.Def(a.Def).Kind == graph.KindInterface {
			continue
		}
		own := c.Table.Own(a.Def, r.Name)
		for _, id := range own {
			d := c.Table.Def(id)
			switch {
			case d.Kind == graph.KindMethod && !c.t.explicitly(d):
				pending = append(pending, candidate{id: id, owner: a})
			case isValue(d) && c.mayBeCalled(c.valueOf(id, a)):
				c.calledValue(id, a, x)
				return true, outside
			}
		}
		if len(pending) > 0 && (isClass || a.Def == t.Def) {
			if c.settle(pending, r, x, from) {
				return true, outside
			}
			if x.why == resolve.Ambiguous {
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
func (t *tree) explicitly(d *resolve.Def) bool {
	if d.Outer == resolve.None {
		return false
	}
	rest := strings.TrimPrefix(d.Symbol, t.table.Defs[d.Outer].Symbol+".")
	after, ok := strings.CutPrefix(rest, d.Name)
	return !ok || after != "" && after[0] == '.'
}

func isValue(d *resolve.Def) bool {
	switch d.Kind {
	case graph.KindProperty, graph.KindField, graph.KindEvent, graph.KindConstant:
		return true
	}
	return false
}

// mayBeCalled reports whether a value may be a delegate.
func (c *binder) mayBeCalled(t resolve.Type) bool {
	if t.Def != resolve.None {
		return c.Table.Def(t.Def).Kind == graph.KindDelegate
	}
	return t.Form != "string" && !isFrameworkValue(t.Form) && !c.t.element(t).Known()
}

// calledValue resolves a call to the member whose value, a delegate, is called.
func (c *binder) calledValue(id resolve.DefID, owner resolve.Type, x *ref) {
	x.ids, x.why = []resolve.DefID{id}, resolve.Resolved
	x.typ = c.t.invoked(c.valueOf(id, owner)).WithTier(graph.Typed)
}

// settle resolves a call among the methods of one type.
func (c *binder) settle(cands []candidate, r *parse.Reference, x *ref, from resolve.DefID) bool {
	best := c.choose(cands, r, x, from)
	if len(best) == 0 {
		return false
	}
	x.ids = nil
	for _, b := range best {
		x.ids = append(x.ids, b.id)
	}
	if len(best) > 1 {
		x.why = resolve.Ambiguous
		x.typ = c.commonResult(best)
		return false
	}
	x.why = resolve.Resolved
	x.owner = best[0].owner
	c.infer(best[0], r, x, from)
	x.typ = c.result(best[0], x).WithTier(x.tier)
	return true
}

// commonResult is what all of several candidates return, if it is one type
// without parameters of theirs.
func (c *binder) commonResult(cands []candidate) resolve.Type {
	first := c.t.signature(cands[0].id).typ
	for _, k := range cands[1:] {
		if !sameType(first, c.t.signature(k.id).typ) {
			return resolve.Unknown
		}
	}
	out := subst(first, cands[0].owner)
	if resolve.Mentions(out, cands[0].id) {
		return resolve.Unknown
	}
	return out.WithTier(graph.Typed)
}

// result is the type of what a call of k gives.
func (c *binder) result(k candidate, x *ref) resolve.Type {
	out := subst(c.t.signature(k.id).typ, k.owner)
	return subst(out, resolve.Type{Def: k.id, Owner: resolve.None, Args: x.targs}).WithTier(graph.Typed)
}

// plainCall resolves a call without receiver: local functions and methods of
// the types around, from the inside out, then what `using static` brings in.
func (c *binder) plainCall(r *parse.Reference, x *ref, from resolve.DefID) {
	outside := false
	for d := from; d != resolve.None; d = c.Table.Defs[d].Outer {
		e := c.Table.Def(d)
		if e.Outer == resolve.None {
			break
		}
		if !e.Kind.IsType() {
			if c.settleFunctions(c.Table.Own(d, r.Name), r, x, from) {
				return
			}
			continue
		}
		x.recv = c.t.lineage(d)[0]
		done, out := c.methodsOf(x.recv, r, x, from)
		if done || x.why == resolve.Ambiguous {
			return
		}
		outside = outside || out
	}
	if c.settleFunctions(c.fileMember(r.Name), r, x, from) {
		return
	}
	ids, a := c.staticMembers(r.Name, r.At, func(d *resolve.Def) bool { return d.Kind == graph.KindMethod })
	var cands []candidate
	for _, id := range ids {
		cands = append(cands, candidate{id: id, owner: a})
	}
	if c.settle(cands, r, x, from) {
		return
	}
	if x.why != resolve.Ambiguous {
		x.why = resolve.NotFound
		if outside || isObjectMember(r.Name) {
			x.why = resolve.External
		}
	}
}

func (c *binder) settleFunctions(ids []resolve.DefID, r *parse.Reference, x *ref, from resolve.DefID) bool {
	var cands []candidate
	for _, id := range ids {
		if c.Table.Def(id).Kind == graph.KindFunction {
			cands = append(cands, candidate{id: id, owner: resolve.Unknown})
		}
	}
	return c.settle(cands, r, x, from)
}

// extension resolves a call to an extension method for t that is in scope: in
// the namespaces around first, then in those that are used.
func (c *binder) extension(t resolve.Type, r *parse.Reference, x *ref, from resolve.DefID) bool {
	levels := map[int][]candidate{}
	for _, id := range c.t.extensions[r.Name] {
		level := c.reach(id, from, r.At)
		if level < 0 || c.fits(t, c.t.receiver(id)) == no {
			continue
		}
		levels[level] = append(levels[level], candidate{id: id, owner: resolve.Unknown, extension: true})
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
		if x.why == resolve.Ambiguous {
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
func (c *binder) reach(id resolve.DefID, from resolve.DefID, at uint32) int {
	d := c.Table.Def(id)
	if !isValue(d) && d.Kind != graph.KindMethod || c.t.nearness(c.File, d.File) == 2 {
		return -1
	}
	level := 0
	for ns := c.t.namespaceOf(c.File, from, at); ; ns = outerNamespace(ns) {
		if d.ModuleName == ns {
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
func (c *binder) uses(ns string, d *resolve.Def, at uint32) bool {
	cf := c.t.files[c.File]
	brings := func(u *using) bool {
		if u.within != ns || !u.scope.IsEmpty() && !u.scope.Contains(at) || u.alias != "" {
			return false
		}
		if u.static {
			q := c.t.absolute(c.File, u.path, u.within)
			return len(q.Defs) > 0 && q.Defs[0] == c.Table.Canon[d.Outer]
		}
		return u.space == d.ModuleName
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
