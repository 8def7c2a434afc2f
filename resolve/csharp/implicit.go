package csharp

import (
	"slices"
	"strconv"
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
	"await using": {"DisposeAsync", "Dispose"}, "await": {"GetAwaiter"}, "[]": {"this[]", "Slice", "Equals", "CompareTo"}, "$": {"ToString"},
	"deconstruct": {"Deconstruct"}, "{}": {"Add"}, "list": {"Length", "Count"}, "[^]": {"this[]"},
}

// clauseNames are the methods that the clauses of queries call.
var clauseNames = strings.Fields(`Select Where SelectMany Join GroupJoin OrderBy OrderByDescending ThenBy
	ThenByDescending GroupBy Cast`)

// declaresAny reports whether the tree declares a member that a construct may run.
func (c *binder) declaresAny(op string) bool {
	names := patternNames[op]
	switch {
	case strings.HasPrefix(op, "query "):
		names = clauseNames
	case op == "+" && len(c.Table.Named("csharp", "ToString")) > 0:
		return true
	case op == "with":
		return true
	case op == "convert" || op == "cast":
		return len(c.t.conversions) > 0 || op == "cast" && c.t.explicit
	case names == nil:
		names = []string{"operator " + op, "operator " + strings.TrimSuffix(op, "=")}
	}
	return slices.ContainsFunc(names, func(name string) bool { return len(c.Table.Named("csharp", name)) > 0 })
}

// bindConstruct emits the calls of one construct.
func (c *binder) bindConstruct(x *parse.Implicit, from resolve.DefID) {
	if x.Op == "[]" && x.Value[len(x.Value)-1].Kind == parse.StepSlice {
		c.slices(x, from)
		return
	}
	if x.Op == "[]" {
		of, index := c.indexedParts(x.Value, from, x.At)
		ids, _ := c.indexers(c.t.underlying(of), index, from)
		c.runs(from, ids, of.Tier, x.At)
		c.runsIndexed(c.t.underlying(of), index.Type, x, from)
		return
	}
	switch {
	case x.Op == "deconstruct":
		c.deconstructs(x, from)
		return
	case x.Op == "{}":
		c.adds(x, from)
		return
	}
	value := c.value(x.Value, from, x.At)
	if !value.Known() {
		return
	}
	if list, ok := strings.CutPrefix(x.Op, "query "); ok {
		c.queries(value, strings.Fields(list), x, from)
		return
	}
	switch of := c.t.underlying(value); x.Op {
	case "with":
		c.copies(of, x, from)
	case "list":
		c.counts(of, x, from)
	case "[^]":
		c.indexesFromEnd(of, x, from)
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

// slices emits the calls of an index that is a range: of the indexer that takes one, otherwise of
// Slice and of the property that counts the elements (C# 12.8.12.3, implicit range support).
func (c *binder) slices(x *parse.Implicit, from resolve.DefID) {
	value := c.value(x.Value[:len(x.Value)-1], from, x.At)
	if !value.Known() || value.Static {
		return
	}
	of := c.t.underlying(value)
	if ids := c.indexersBy(of, "System.Range"); len(ids) > 0 {
		c.runs(from, ids, of.Tier, x.At)
		return
	}
	ids := c.patternMethods(of, "Slice", 2)
	c.runs(from, ids, of.Tier, x.At)
	if len(ids) > 0 {
		c.counts(of, x, from)
	}
}

// indexersBy lists the indexers of a type of the tree that take one index of a type of the platform.
func (c *binder) indexersBy(of resolve.Type, index string) []resolve.DefID {
	for _, a := range c.t.declaring(of, "this[]") {
		owner := c.t.decl(a)
		if owner <= resolve.None {
			continue
		}
		ids := slices.DeleteFunc(slices.Clone(c.t.own(owner, "this[]")), func(id resolve.DefID) bool {
			params := c.t.signature(id).params
			return len(params) != 1 || !c.t.is(params[0], index)
		})
		if len(ids) > 0 {
			return ids
		}
	}
	return nil
}

// indexesFromEnd emits the calls of an index that counts from the end: of the indexer that takes an
// Index, otherwise of the property that counts the elements and of the indexer for numbers
// (C# 12.8.12.2, implicit index support).
//
//	orders[^1]
func (c *binder) indexesFromEnd(of resolve.Type, x *parse.Implicit, from resolve.DefID) {
	if ids := c.indexersBy(of, "System.Index"); len(ids) > 0 {
		c.runs(from, ids, of.Tier, x.At)
		return
	}
	ids, _ := c.indexers(of, arg{Type: keyword("int"), index: -1}, from)
	ids = slices.DeleteFunc(slices.Clone(ids), func(id resolve.DefID) bool {
		params := c.t.signature(id).params
		return len(params) != 1 || params[0].Name != "int"
	})
	c.runs(from, ids, of.Tier, x.At)
	if len(ids) > 0 {
		c.counts(of, x, from)
	}
}

// copies emits the call of the copy constructor that a record declares.
//
//	order with { Total = 1 }
func (c *binder) copies(of resolve.Type, x *parse.Implicit, from resolve.DefID) {
	if of.Def <= resolve.None || c.t.def(of.Def).Kind != graph.KindRecord {
		return
	}
	for _, id := range c.t.members[c.Table.Canon[of.Def]] {
		if d := c.t.def(id); d.Kind == graph.KindConstructor && len(d.Params) == 1 &&
			c.t.signature(id).params[0].Def == of.Def {
			c.runs(from, []resolve.DefID{id}, of.Tier, x.At)
		}
	}
}

// counts emits the use of the property that counts the elements of a value.
func (c *binder) counts(of resolve.Type, x *parse.Implicit, from resolve.DefID) {
	for _, name := range []string{"Length", "Count"} {
		for _, a := range c.t.declaring(of, name) {
			if owner := c.t.decl(a); owner > resolve.None {
				c.runs(from, slices.DeleteFunc(slices.Clone(c.t.own(owner, name)), func(id resolve.DefID) bool {
					return c.t.def(id).Kind != graph.KindProperty
				}), of.Tier, x.At)
				return
			}
		}
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
	if len(ids) == 0 && x.Op == "+" && len(operands) == 2 {
		c.concatenates(operands, x, from)
	}
}

// concatenates emits the call of ToString of a value that is appended to a string.
//
//	"order " + order    // Order.ToString
func (c *binder) concatenates(operands []resolve.Type, x *parse.Implicit, from resolve.DefID) {
	isString := func(t resolve.Type) bool { return t.Name == "string" && t.Def == resolve.None }
	for i, t := range operands {
		if other := operands[1-i]; isString(t) && !isString(other) {
			c.runs(from, c.patternMethods(other, "ToString", 0), other.Tier, x.At)
		}
	}
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
	if len(ids) == 0 && len(c.t.extensions[first]) > 0 && !c.t.hasEnumerator(of, first) {
		result = c.runsCall(of, first, nil, x, from)
	}
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
	ids := c.patternMethods(of, "Deconstruct", int(x.Value[n-2].Args))
	c.runs(from, ids, of.Tier, x.At)
	if len(ids) > 0 || !of.Known() || of.Static {
		return
	}
	args := make([]arg, x.Value[n-2].Args)
	for i := range args {
		args[i] = arg{Type: resolve.Unknown, index: i, mode: "out"}
	}
	c.runsCall(of, "Deconstruct", args, x, from)
}

// adds emits the call by which a collection initializer adds an element.
func (c *binder) adds(x *parse.Implicit, from resolve.DefID) {
	n := len(x.Value) - 1
	of := c.value(x.Value[:n], from, x.At)
	if !of.Known() || of.Static {
		return
	}
	args := make([]arg, max(int(x.Value[n].Args), 1))
	for i := range args {
		args[i] = arg{Type: resolve.Unknown, index: i}
	}
	if len(x.Arg) > 0 {
		args[0].Type = c.value(x.Arg, from, x.At)
	}
	c.runsCall(of, "Add", args, x, from)
}

// queries emits the calls of the clauses of a query: each is a method of the result of the one
// before, by its name and number of arguments.
func (c *binder) queries(of resolve.Type, calls []string, x *parse.Implicit, from resolve.DefID) {
	for _, text := range calls {
		if !of.Known() || of.Static {
			return
		}
		name, digits, _ := strings.Cut(text, ":")
		if ids := c.patternMethods(of, name, 0); name == "Cast" && len(ids) > 0 { // its type argument is not inferred
			c.runs(from, ids, of.Tier, x.At)
			of = c.t.patternMember(of, name)
			continue
		}
		count, _ := strconv.Atoi(digits)
		args := make([]arg, count)
		for i := range args {
			args[i] = arg{Type: resolve.Unknown, index: i}
		}
		of = c.runsCall(of, name, args, x, from)
	}
}

// runsCall emits the call of a method, of the type of a value or an extension, that a construct
// makes, and returns the type of its result.
func (c *binder) runsCall(of resolve.Type, name string, args []arg, x *parse.Implicit, from resolve.DefID) resolve.Type {
	if args == nil {
		args = []arg{}
	}
	r := &parse.Reference{Kind: parse.RefCall, Name: name, Recv: x.Value, Args: int16(len(args)), At: x.At, Def: x.Def}
	m := &ref{tier: of.Tier, why: resolve.NotFound}
	call := &call{r: r, x: m, from: from, recv: of, args: args}
	if !c.membersOf(of, call) && m.why != resolve.Ambiguous && !c.extension(of, call) && m.why != resolve.Ambiguous {
		c.settlePerhaps(call)
	}
	tier := resolve.WeakerTier(of.Tier, m.tier)
	switch {
	case m.why == resolve.Resolved:
		c.runs(from, m.ids, tier, x.At)
	case m.why == resolve.Ambiguous && !slices.ContainsFunc(m.ids, func(id resolve.DefID) bool { return id <= resolve.None }):
		c.runs(from, m.ids, tier, x.At)
	}
	return m.typ
}

// hasEnumerator reports whether a type or a base of it has the method that a loop calls, or may
// have it.
func (t *tree) hasEnumerator(of resolve.Type, name string) bool {
	for range t.declaring(of, name) {
		return true
	}
	return t.hasUnknownBase(of) || isArray(of)
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
