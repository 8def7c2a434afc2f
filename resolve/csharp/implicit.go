package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// bindImplicit emits the calls of members that operators, conversions, loops, resources,
// indexes and holes of strings run. They are no references: a value of another type runs
// code of the platform, which is not accounted for.
//
//	price + tax                  // Money.operator +
//	foreach (var o in shop)      // Shop.GetEnumerator, and MoveNext and Current of its result
//	using var r = Open();        // Dispose
func (c *binder) bindImplicit() {
	declared := map[string]bool{} // whether the tree declares a member that a construct may run
	for i := range c.File.Implicit {
		x := &c.File.Implicit[i]
		known, asked := declared[x.Op]
		if !asked {
			known = c.declaresAny(x.Op)
			declared[x.Op] = known
		}
		if known {
			c.bindConstruct(x, c.File.ID(x.Def))
		}
	}
}

// patternNames are the members that a construct runs by its pattern.
var patternNames = map[string][]string{
	"foreach": {"GetEnumerator"}, "await foreach": {"GetAsyncEnumerator"}, "using": {"Dispose"},
	"await using": {"DisposeAsync", "Dispose"}, "await": {"GetAwaiter"}, "[]": {"this[]"}, "$": {"ToString"},
	"deconstruct": {"Deconstruct"},
}

// declaresAny reports whether the tree declares a member that a construct may run.
func (c *binder) declaresAny(op string) bool {
	names := patternNames[op]
	switch {
	case op == "convert" || op == "cast":
		return len(c.t.conversions) > 0 || op == "cast" && c.t.explicit
	case names == nil:
		names = []string{"operator " + op, "operator " + strings.TrimSuffix(op, "=")}
	}
	return slices.ContainsFunc(names, func(name string) bool { return len(c.Table.Named("csharp", name)) > 0 })
}

// bindConstruct emits the calls of one construct.
func (c *binder) bindConstruct(x *parse.Implicit, from resolve.DefID) {
	if x.Op == "[]" {
		of, index := c.indexedParts(x.Value, from, x.At)
		ids, _ := c.indexers(c.t.underlying(of), index, from)
		c.runs(from, ids, of.Tier, x.At)
		return
	}
	if x.Op == "deconstruct" {
		c.deconstructs(x, from)
		return
	}
	value := c.value(x.Value, from, x.At)
	if !value.Known() {
		return
	}
	switch of := c.t.underlying(value); x.Op {
	case "convert", "cast":
		c.convertsTo(of, c.value(x.Arg, from, x.At), x, from)
	case "foreach", "await foreach", "await":
		c.runsThrough(of, patternNames[x.Op][0], x, from)
	case "using", "await using":
		for _, name := range patternNames[x.Op] {
			if ids := c.patternMethods(of, name, 0); len(ids) > 0 {
				c.runs(from, ids, of.Tier, x.At)
				return
			}
		}
	case "$":
		c.runs(from, c.patternMethods(of, "ToString", 0), of.Tier, x.At)
	default:
		c.operates(of, x, from)
	}
}

// operates emits the calls of the operator that types of the tree declare for the operands.
// A compound assignment runs the operator, unless its type declares one of its own.
func (c *binder) operates(of resolve.Type, x *parse.Implicit, from resolve.DefID) {
	operands := []resolve.Type{of}
	if x.Arg != nil {
		y := c.t.underlying(c.value(x.Arg, from, x.At))
		if !y.Known() {
			return
		}
		operands = append(operands, y)
	}
	if name, compound := strings.CutSuffix(x.Op, "="); compound && !isTest(x.Op) {
		if ids, _ := c.userOperators(x.Op, operands[1:]...); len(ids) > 0 {
			c.runs(from, ids, of.Tier, x.At)
			return
		}
		ids, _ := c.userOperators(name, operands...)
		c.runs(from, c.nearestOperands(ids, operands), of.Tier, x.At)
		return
	}
	ids, _ := c.userOperators(x.Op, operands...)
	c.runs(from, c.nearestOperands(ids, operands), of.Tier, x.At)
}

// nearestOperands keeps the operators whose parameters have the types of the operands, if
// there are any: they are better than those that need a conversion.
func (c *binder) nearestOperands(ids []resolve.DefID, operands []resolve.Type) []resolve.DefID {
	var same, all []resolve.DefID
	for _, id := range ids {
		if slices.Contains(all, id) { // both operands have its type
			continue
		}
		all = append(all, id)
		if slices.EqualFunc(c.t.signature(id).params, operands, sameType) {
			same = append(same, id)
		}
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// runsThrough emits the calls of a pattern that begins with a method: its result is
// advanced and read.
func (c *binder) runsThrough(of resolve.Type, first string, x *parse.Implicit, from resolve.DefID) {
	ids := c.patternMethods(of, first, 0)
	c.runs(from, ids, of.Tier, x.At)
	result := c.t.patternMember(of, first)
	if result.Def <= resolve.None {
		return
	}
	next := []string{"MoveNext"}
	switch x.Op {
	case "await":
		next = []string{"GetResult"}
	case "await foreach":
		next = []string{"MoveNextAsync"}
	}
	for _, name := range next {
		c.runs(from, c.patternMethods(result, name, 0), of.Tier, x.At)
	}
	for _, a := range c.t.declaring(result, "Current") {
		if owner := c.t.decl(a); owner > resolve.None && x.Op != "await" {
			c.runs(from, slices.DeleteFunc(slices.Clone(c.t.own(owner, "Current")), func(id resolve.DefID) bool {
				return c.t.explicitly(c.t.def(id))
			}), of.Tier, x.At)
			break
		}
	}
}

// patternMethods lists the methods of the nearest type that declares one with a name and n
// parameters. A method that implements an interface explicitly counts if there is no other.
func (c *binder) patternMethods(of resolve.Type, name string, n int) []resolve.DefID {
	for _, a := range c.t.declaring(of, name) {
		owner := c.t.decl(a)
		if owner == resolve.None {
			continue
		}
		var public, explicit []resolve.DefID
		for _, id := range c.t.own(owner, name) {
			switch d := c.t.def(id); {
			case d.Kind != graph.KindMethod || !takes(d.Params, n):
			case c.t.explicitly(d):
				explicit = append(explicit, id)
			default:
				public = append(public, id)
			}
		}
		if len(public) > 0 {
			return public[:1]
		}
		if len(explicit) > 0 {
			return explicit[:1]
		}
	}
	return nil
}

// deconstructs emits the call of the method Deconstruct that takes a value apart. The value
// is followed by the steps to its first part.
func (c *binder) deconstructs(x *parse.Implicit, from resolve.DefID) {
	n := len(x.Value)
	if n < 3 || x.Value[n-2].Kind != parse.StepDeconstruct {
		return
	}
	of := c.t.underlying(c.value(x.Value[:n-2], from, x.At))
	c.runs(from, c.patternMethods(of, "Deconstruct", int(x.Value[n-2].Args)), of.Tier, x.At)
}

// convertsTo emits the call of the operator by which a value is converted to another type.
// A conversion of the language takes precedence.
func (c *binder) convertsTo(of, to resolve.Type, x *parse.Implicit, from resolve.DefID) {
	if !to.Known() || sameType(of, to) || c.standard(of, to) >= yes {
		return
	}
	var ids []resolve.DefID
	for _, side := range []resolve.Type{of, to} {
		for _, a := range c.t.ancestry(side) {
			owner := c.t.decl(a)
			if owner <= resolve.None {
				continue
			}
			list := c.t.conversions[c.Table.Canon[owner]]
			if x.Op == "cast" {
				list = append(slices.Clone(list), c.explicitOperators(owner)...)
			}
			for _, id := range list {
				s := c.t.signature(id)
				if len(s.params) == 1 && c.standard(of, subst(s.params[0], declared(a, owner))) >= yes &&
					c.standard(subst(s.typ, declared(a, owner)), to) >= yes && !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
		}
	}
	c.runs(from, ids, of.Tier, x.At)
}

// explicitOperators lists the explicit conversions that a type declares.
func (c *binder) explicitOperators(owner resolve.DefID) []resolve.DefID {
	var out []resolve.DefID
	for _, id := range c.t.members[c.Table.Canon[owner]] {
		if d := c.Table.Def(id); d.Kind == graph.KindOperator && strings.HasPrefix(d.Name, "explicit ") {
			out = append(out, id)
		}
	}
	return out
}

// runs emits implicit calls of members of the tree. Of several, which one is run is not
// known.
func (c *binder) runs(from resolve.DefID, ids []resolve.DefID, tier graph.Tier, at uint32) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id resolve.DefID) bool { return id <= resolve.None })
	share := 0
	if len(ids) > 1 {
		tier, share = resolve.WeakerTier(tier, graph.Hierarchy), len(ids)
	}
	for _, id := range ids {
		c.Implied(from, id, tier, share, at)
	}
}
