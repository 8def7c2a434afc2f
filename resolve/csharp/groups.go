package csharp

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// chooseMethod binds reference i, the name of several methods, to the method that its
// context requires. A name that is converted to a delegate refers to the method that a
// call with the delegate's parameters as arguments would (C# 10.8), so a method of a base
// is chosen if the nearer ones do not fit.
//
//	void Close(Order o) { }
//	void Close(Invoice i) { }
//	Action<Invoice> close = Close;    // the second
func (c *binder) chooseMethod(i int, x *ref) {
	if x.typ.Form != groupForm || x.why != resolve.Resolved {
		return
	}
	r := &c.File.References[i]
	target := c.groupTarget(i, r)
	if _, ok := c.t.delegateParams(target); !ok {
		return
	}
	name := c.t.def(x.ids[0]).Name
	owner := x.typ.Args[0].Args[0]
	for _, a := range c.t.declaring(owner, name) {
		d := c.t.decl(a)
		if d == resolve.None {
			break // it may have an unknown method with the name
		}
		ids := c.usable(c.t.own(d, name), r)
		if len(ids) == 0 || !resolve.IsMethod(c.t.def(ids[0])) {
			continue
		}
		level := ref{tier: x.tier}
		c.take(ids, declared(a, d), r, &level)
		if id, tier := c.fitting(level.typ, target); id != resolve.None {
			x.ids = []resolve.DefID{id}
			x.tier = resolve.WeakerTier(resolve.WeakerTier(x.tier, tier), target.Tier)
			return
		}
	}
}

// fitting returns the method of a group that converts to a delegate: the best of the
// methods that fit, or the only one that may. A generic method has tier unique, since its
// type arguments are not inferred here.
func (c *binder) fitting(group, delegate resolve.Type) (resolve.DefID, graph.Tier) {
	in, _ := c.t.delegateParams(delegate)
	result := c.t.invoked(delegate)
	var fits, perhaps []resolve.Type
	for _, m := range group.Args {
		switch f := c.fitsMethod(m, in, result); {
		case f >= yes:
			fits = append(fits, m)
		case f == maybe:
			perhaps = append(perhaps, m)
		}
	}
	if len(fits) == 0 && len(perhaps) == 1 {
		// The program compiles, so the only possible method is the target.
		return resolve.DefID(perhaps[0].Param), graph.Unique
	}
	if len(perhaps) > 0 {
		// A method that only may fit could be better than those that do.
		return resolve.None, 0
	}
	for i, m := range fits {
		best := true
		for j, other := range fits {
			best = best && (i == j || c.betterMethod(m, other, in))
		}
		if !best {
			continue
		}
		tier := graph.Exact
		if len(c.t.def(resolve.DefID(m.Param)).TypeParams) > 0 {
			tier = graph.Unique
		}
		return resolve.DefID(m.Param), tier
	}
	return resolve.None, 0
}

// betterMethod reports whether method a of a group is a better callee than b for
// arguments of the types in (C# 12.6.4.3). Type parameters are not inferred: a parameter
// whose type is one is not better than any other, and no worse than all but an exact
// match.
//
//	void Log(object o) { }
//	void Log(string s) { }           // better for an Action<string>
func (c *binder) betterMethod(a, b resolve.Type, in []resolve.Type) bool {
	idA, pa, _ := c.t.groupMethod(a)
	idB, pb, _ := c.t.groupMethod(b)
	better := false
	for i := range in {
		n := 0
		switch x, y := sameType(in[i], pa[i]), sameType(in[i], pb[i]); {
		case resolve.Mentions(pa[i], idA):
			return false
		case resolve.Mentions(pb[i], idB):
			if !x {
				return false
			}
		case x != y && x:
			n = 1
		case x != y:
			n = -1
		case !x:
			n = c.betterTarget(pa[i], pb[i])
		}
		if n < 0 {
			return false
		}
		better = better || n > 0
	}
	return better ||
		len(c.t.def(idA).TypeParams) == 0 && len(c.t.def(idB).TypeParams) > 0
}

// groupTarget returns the type that the name of a method is converted to: the type of the
// parameter that receives it, otherwise the declared type, or the type of the member that
// it is assigned to.
//
//	Take(Close);                         // the type of Take's parameter
//	Action<Invoice> close = Close;       // as written
//	till.Closed += Close;                // the type of Closed
func (c *binder) groupTarget(i int, r *parse.Reference) resolve.Type {
	if r.Extra == nil || r.Extra.Target.IsZero() {
		if call, arg := c.argumentPlace(i); call >= 0 {
			return c.argumentType(call, arg)
		}
		return resolve.Unknown
	}
	to := &r.Extra.Target
	if to.Name != parse.TargetMember {
		// The type is explicit. For TargetMember, the target is the assigned member,
		// which is a reference at that position.
		return c.written(*to, c.File.ID(r.Def), r.At)
	}
	refs := c.File.References
	for j := c.firstAt(to.At); j < len(refs) && refs[j].At == to.At; j++ {
		if refs[j].Kind == parse.RefMember {
			x := c.resolveAt(j)
			return x.typ.WithTier(x.tier)
		}
	}
	return resolve.Unknown
}

// maxArgumentsBack bounds how far before an argument its call is searched.
const maxArgumentsBack = 64

// argumentPlace returns the call or creation that has reference i as an argument, and the
// index of the argument; -1 if it is not an argument. The name of a call precedes its
// arguments.
func (c *binder) argumentPlace(i int) (call, arg int) {
	refs := c.File.References
	r := &refs[i]
	for j := i - 1; j >= max(0, i-maxArgumentsBack); j-- {
		for k, steps := range refs[j].ArgSteps() {
			if len(steps) == 0 {
				continue
			}
			last := &steps[len(steps)-1]
			if last.At == r.At && (last.Kind == parse.StepName || last.Kind == parse.StepMember) {
				return j, k
			}
		}
	}
	return -1, -1
}

// argumentType returns the type that an argument is converted to. Delegates have no
// constructor in the tree: new Action(Close) requires an Action.
func (c *binder) argumentType(call, arg int) resolve.Type {
	x := c.resolveAt(call)
	if c.File.References[call].Kind == parse.RefCreate && c.t.isDelegate(x.typ) {
		return x.typ
	}
	t, _ := c.fromCall(&parse.Local{Callee: c.File.References[call].At, Arg: int16(arg), Param: -1})
	return t
}
