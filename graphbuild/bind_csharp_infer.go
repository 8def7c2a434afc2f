package graphbuild

import (
	"seedgraph/parse"
)

// infer finds the type arguments of the method that a call was resolved to:
// those written, else what the arguments say. Lambdas come last, for they may
// need what the others say.
func (c *csBinder) infer(k csCandidate, r *parse.Reference, x *csRef, from defID) {
	d := c.ix.def(k.id)
	n := len(d.TypeParams)
	if n == 0 {
		return
	}
	x.targs = make([]typ, n)
	for i := range x.targs {
		x.targs[i] = unknown
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
	x.ids, x.owner, x.ext = []defID{k.id}, k.owner, k.extension
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
			c.unify(csSubst(p, k.owner), a, k.id, x.targs)
		}
	}
}

// inferLambda takes from what a lambda returns.
func (c *csBinder) inferLambda(k csCandidate, r *parse.Reference, x *csRef, i int, from defID) {
	if i >= len(r.ArgSteps()) || r.ArgSteps()[i] == nil {
		return
	}
	params, types := c.params(k)
	_, p := slot(params, types, r, i, unknown)
	result := c.t.invoked(csSubst(p, k.owner))
	if !mentions(result, k.id) {
		return
	}
	v := c.value(r.ArgSteps()[i], from, r.ArgTypes()[i].At)
	if v.static || v.isModule {
		return
	}
	if e := c.t.awaitedType(result); e.known() && !c.t.awaitedType(v).known() {
		result = e // an async lambda
	}
	c.unify(result, v, k.id, x.targs)
}

// unify matches a parameter's type with an argument's and enters what the type
// parameters of a method stand for.
func (c *csBinder) unify(p, a typ, method defID, targs []typ) {
	switch {
	case !a.known() || a.isModule || a.form == "null" || isLambda(a.form) || a.form == "{}" || a.form == "methods":
		return
	case p.owner == method && p.owner != none:
		if p.param < len(targs) && !targs[p.param].known() {
			targs[p.param] = a
		}
		return
	case len(p.args) == 0:
		return
	}
	for _, x := range c.t.ancestry(a) {
		if x.def != none && x.def == p.def || x.def == none && p.def == none && x.form == p.form {
			for i := range p.args {
				if i < len(x.args) {
					c.unify(p.args[i], x.args[i], method, targs)
				}
			}
			return
		}
	}
	if p.def == none && len(p.args) == 1 {
		if e := c.t.element(a); e.known() && c.t.element(p).known() {
			c.unify(p.args[0], e, method, targs)
		}
	}
}

// fromCall is the type of a lambda's parameter or an out variable, from the
// call that it is an argument of. whole is false when the call is not resolved
// yet, so that the answer may be another later.
func (c *csBinder) fromCall(l *parse.Local) (t typ, whole bool) {
	i := c.callAt(l.Callee)
	if i < 0 {
		return unknown, true
	}
	x := c.resolveAt(i)
	r := &c.f.References[i]
	whole = x.state == csDone
	if len(x.ids) != 1 || x.why == ambiguous {
		return c.t.frameworkLambda(c, x, r, l), whole
	}
	d := c.ix.def(x.ids[0])
	k := csCandidate{id: x.ids[0], owner: x.owner, extension: x.ext}
	if !isMethod(d) {
		return c.delegateValue(d, x, l), whole
	}
	params, types := c.params(k)
	_, p := slot(params, types, r, int(l.Arg), unknown)
	p = csSubst(csSubst(p, k.owner), typ{def: k.id, owner: none, args: x.targs})
	return c.lambdaParam(p, l), whole
}

// delegateValue is fromCall for the call of a delegate.
func (c *csBinder) delegateValue(d *defn, x *csRef, l *parse.Local) typ {
	in, ok := c.t.delegateParams(c.valueOf(d.id, x.owner))
	if !ok || int(l.Arg) >= len(in) {
		return unknown
	}
	return c.lambdaParam(in[l.Arg], l)
}

func (c *csBinder) lambdaParam(p typ, l *parse.Local) typ {
	if l.Param < 0 {
		return p
	}
	in, ok := c.t.delegateParams(p)
	if !ok || int(l.Param) >= len(in) {
		return unknown
	}
	return in[l.Param]
}

// callAt finds the call or creation at a position.
func (c *csBinder) callAt(at uint32) int {
	refs := c.f.References
	for i := c.firstAt(at); i < len(refs) && refs[i].At == at; i++ {
		if refs[i].Kind == parse.RefCall || refs[i].Kind == parse.RefCreate {
			return i
		}
	}
	return -1
}
