package java

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// impliedMethods are the methods without parameters that a construct runs, those of the
// result of the first one after it.
//
//	for (Line l : order)            // Order.iterator, and hasNext and next of its result
//	try (Store s = open()) { }      // close
//	"n = " + order                  // toString
var impliedMethods = map[string]struct {
	name string
	then []string
}{
	"for": {"iterator", []string{"hasNext", "next"}},
	"try": {"close", nil},
	"+":   {textMethod, nil},
}

// bindImplicit emits the calls of methods of the tree by loops, resources and
// concatenations of strings. They are no references: a value of another type runs code of
// the platform, which is not accounted for.
func (e *eval) bindImplicit(b *resolve.Binder) {
	declared := map[string]bool{}
	for i := range b.File.Implicit {
		x := &b.File.Implicit[i]
		if x.Op == "record" {
			e.bindRecord(b, x)
			continue
		}
		of := impliedMethods[x.Op]
		known, asked := declared[x.Op]
		if !asked {
			known = len(b.Table.Named("java", of.name)) > 0
			declared[x.Op] = known
		}
		if !known {
			continue
		}
		from := b.File.ID(x.Def)
		e.budget.Next(x.At)
		value := e.eval(x.Value, x.At, e.context(from, x.At))
		if of.name == textMethod {
			e.runsText(b, from, value, x.At)
			continue
		}
		m := e.runs(b, from, x, value, of.name)
		if !m.found() {
			continue
		}
		for _, name := range of.then {
			e.runs(b, from, x, e.j.value(m), name)
		}
	}
}

// bindRecord emits the calls of the accessors that a record pattern runs, as far as the record
// declares them.
//
//	case Point(int x, int y)    // Point.x and Point.y
func (e *eval) bindRecord(b *resolve.Binder, x *parse.Implicit) {
	from := b.File.ID(x.Def)
	e.budget.Next(x.At)
	t := e.eval(x.Value, x.At, e.context(from, x.At))
	if t.Def <= resolve.None || e.j.table.Def(t.Def).Kind != graph.KindRecord {
		return
	}
	t.Static = false
	for _, p := range e.j.table.Def(t.Def).Params {
		e.runs(b, from, x, t, p.Name)
	}
}

// runs emits the call of the method without parameters of a value, and returns it.
func (e *eval) runs(b *resolve.Binder, from resolve.DefID, x *parse.Implicit, t resolve.Type, name string) member {
	return e.runsWith(b, from, t, name, nil, x.At)
}

// runsWith emits the call of a method of a value with parameters, of which an unknown type is any,
// and returns it.
func (e *eval) runsWith(
	b *resolve.Binder, from resolve.DefID, t resolve.Type, name string, params []resolve.Type, at uint32,
) member {
	if !t.Known() || t.Static {
		return noMember
	}
	all, _ := e.methodsOf(t, name)
	for _, m := range all {
		accepts := func(p, wanted resolve.Type) bool { return !wanted.Known() || e.j.sameType(p, wanted) }
		if !slices.EqualFunc(e.j.params(m), params, accepts) || e.j.hasFlag(m, "static") {
			continue
		}
		if m.inTree() && e.j.table.Def(m.def).Kind == graph.KindMethod {
			b.Implied(from, m.def, t.Tier, 0, at)
		}
		return m
	}
	return noMember
}
