package csharp

import (
	"seedgraph/parse"
	"seedgraph/resolve"
)

// infer finds the type arguments of the method that a call was resolved to:
// those written, else what the arguments say. Lambdas come last, for they may
// need what the others say.
func (c *binder) infer(k candidate, r *parse.Reference, x *ref, from resolve.DefID) {
	d := c.Table.Def(k.id)
	n := len(d.TypeParams)
	if n == 0 {
		return
	}
	x.targs = make([]resolve.Type, n)
	for i := range x.targs {
		x.targs[i] = resolve.Unknown
	}
	if r.Extra != nil && len(r.Extra.TypeArgs) == n {
		for i, a := range r.Extra.TypeArgs {
			x.targs[i] = c.written(a, from, r.At)
		}
		return
	}
	if k.extension {
		c.unify(c.t.receiver(k.id), x.recv, k.id, x.targs)
	}
	x.ids, x.owner, x.ext = []resolve.DefID{k.id}, k.owner, k.extension
	params, types := c.params(k)
	for pass := range 2 {
		for i := range int(r.Args) {
			lambda := i < len(r.ArgTypes()) && isLambda(r.ArgTypes()[i].Name)
			if lambda != (pass == 1) {
				continue
			}
			if lambda {
				c.inferLambda(k, r, x, i, from)
				continue
			}
			a := c.argType(r, i, from)
			_, p := slot(params, types, r, i, a)
			c.unify(subst(p, k.owner), a, k.id, x.targs)
		}
	}
}

// inferLambda takes from what a lambda returns.
func (c *binder) inferLambda(k candidate, r *parse.Reference, x *ref, i int, from resolve.DefID) {
	if i >= len(r.ArgSteps()) || r.ArgSteps()[i] == nil {
		return
	}
	params, types := c.params(k)
	_, p := slot(params, types, r, i, resolve.Unknown)
	result := c.t.invoked(subst(p, k.owner))
	if !resolve.Mentions(result, k.id) {
		return
	}
	v := c.value(r.ArgSteps()[i], from, r.ArgTypes()[i].At)
	if v.Static || v.IsModule {
		return
	}
	if e := c.t.awaitedType(result); e.Known() && !c.t.awaitedType(v).Known() {
		result = e // an async lambda
	}
	c.unify(result, v, k.id, x.targs)
}

// unify matches a parameter's type with an argument's and enters what the type
// parameters of a method stand for.
func (c *binder) unify(p, a resolve.Type, method resolve.DefID, targs []resolve.Type) {
	switch {
	case !a.Known() || a.IsModule || a.Form == "null" || isLambda(a.Form) || a.Form == "{}" || a.Form == "methods":
		return
	case p.Owner == method && p.Owner != resolve.None:
		if p.Param < len(targs) && !targs[p.Param].Known() {
			targs[p.Param] = a
		}
		return
	case len(p.Args) == 0:
		return
	}
	for _, x := range c.t.ancestry(a) {
		if x.Def != resolve.None && x.Def == p.Def || x.Def == resolve.None && p.Def == resolve.None && x.Form == p.Form {
			for i := range p.Args {
				if i < len(x.Args) {
					c.unify(p.Args[i], x.Args[i], method, targs)
				}
			}
			return
		}
	}
	if p.Def == resolve.None && len(p.Args) == 1 {
		if e := c.t.element(a); e.Known() && c.t.element(p).Known() {
			c.unify(p.Args[0], e, method, targs)
		}
	}
}

// fromCall is the type of a lambda's parameter or an out variable, from the
// call that it is an argument of. whole is false when the call is not resolved
// yet, so that the answer may be another later.
func (c *binder) fromCall(l *parse.Local) (t resolve.Type, whole bool) {
	i := c.callAt(l.Callee)
	if i < 0 {
		return resolve.Unknown, true
	}
	x := c.resolveAt(i)
	r := &c.File.References[i]
	whole = x.state == done
	if len(x.ids) != 1 || x.why == resolve.Ambiguous {
		return c.t.frameworkLambda(c, x, r, l), whole
	}
	d := c.Table.Def(x.ids[0])
	k := candidate{id: x.ids[0], owner: x.owner, extension: x.ext}
	if !resolve.IsMethod(d) {
		return c.delegateValue(d, x, l), whole
	}
	params, types := c.params(k)
	_, p := slot(params, types, r, int(l.Arg), resolve.Unknown)
	p = subst(subst(p, k.owner), resolve.Type{Def: k.id, Owner: resolve.None, Args: x.targs})
	return c.lambdaParam(p, l), whole
}

// delegateValue is fromCall for the call of a delegate.
func (c *binder) delegateValue(d *resolve.Def, x *ref, l *parse.Local) resolve.Type {
	in, ok := c.t.delegateParams(c.valueOf(d.ID, x.owner))
	if !ok || int(l.Arg) >= len(in) {
		return resolve.Unknown
	}
	return c.lambdaParam(in[l.Arg], l)
}

func (c *binder) lambdaParam(p resolve.Type, l *parse.Local) resolve.Type {
	if l.Param < 0 {
		return p
	}
	in, ok := c.t.delegateParams(p)
	if !ok || int(l.Param) >= len(in) {
		return resolve.Unknown
	}
	return in[l.Param]
}

// callAt finds the call or creation at a position.
func (c *binder) callAt(at uint32) int {
	refs := c.File.References
	for i := c.firstAt(at); i < len(refs) && refs[i].At == at; i++ {
		if refs[i].Kind == parse.RefCall || refs[i].Kind == parse.RefCreate {
			return i
		}
	}
	return -1
}
