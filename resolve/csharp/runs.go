package csharp

import (
	"slices"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxRunInterface bounds the methods of an interface of the platform that an argument runs: a
// comparer, a callback. Larger ones are services, of which few methods run.
const maxRunInterface = 2

// bindLibraryRuns emits the calls of members of the tree by methods of the platform that are given
// objects. They are no references: an object of another type runs no code of the tree.
//
//	prices.Add(key, 1)         // Key.GetHashCode and Key.Equals
//	ranks.Sort()               // Rank.CompareTo
//	names.Sort(new ByName())   // ByName.Compare
func (c *binder) bindLibraryRuns() {
	for i := range c.File.References {
		r := &c.File.References[i]
		if r.Kind != parse.RefCall && r.Kind != parse.RefCreate || r.Args < 0 || c.isText(r.At, i) {
			continue
		}
		isNamed := r.Kind == parse.RefCall && external.HasRuns("csharp", r.Name)
		if r.Args == 0 && !isNamed {
			continue
		}
		x := c.resolveAt(i)
		if len(x.ids) == 0 || slices.Max(x.ids) >= resolve.None {
			continue
		}
		run := &libraryCall{r: r, x: x, from: c.File.ID(r.Def), id: x.ids[0]}
		c.runsComparers(run)
		if isNamed {
			c.runsDescribed(run)
		}
	}
}

// A libraryCall is a call of a method of the platform.
type libraryCall struct {
	r    *parse.Reference
	x    *ref
	from resolve.DefID
	id   resolve.DefID // of the method
}

// argumentFor returns the argument for parameter i. That of an extension method may be the receiver.
func (c *binder) argumentFor(k *libraryCall, i int) resolve.Type {
	if k.x.ext {
		if i == 0 {
			return c.value(k.r.Recv, k.from, k.r.At)
		}
		i--
	}
	if i >= int(k.r.Args) {
		return resolve.Unknown
	}
	return c.argument(k.r, i, k.from).Type
}

// runsComparers emits the calls of the methods by which arguments implement a small interface of
// the platform that they are passed as. Whether the platform calls them is not known.
func (c *binder) runsComparers(k *libraryCall) {
	for i, p := range c.t.signature(k.id).params {
		if p.Def >= resolve.None || c.t.def(p.Def).Kind != graph.KindInterface {
			continue
		}
		methods := c.interfaceMethods(p)
		if len(methods) == 0 || len(methods) > maxRunInterface {
			continue
		}
		of := c.t.underlying(c.argumentFor(k, i))
		if of.Def <= resolve.None || of.Static {
			continue
		}
		for _, m := range methods {
			ids := c.patternMethods(of, m.Name, len(m.Params))
			c.runs(k.from, ids, resolve.WeakerTier(of.Tier, graph.Unique), k.r.At)
		}
	}
}

// interfaceMethods lists the methods that an interface of the platform declares and the tree as well.
func (c *binder) interfaceMethods(t resolve.Type) []*external.Member {
	var out []*external.Member
	typ := c.t.platform.foreign(t.Def).typ
	for i := range typ.Members {
		if m := &typ.Members[i]; m.Kind == external.Method && len(c.Table.Named("csharp", m.Name)) > 0 {
			out = append(out, m)
		}
	}
	return out
}

// runsDescribed emits the calls that a described method makes.
func (c *binder) runsDescribed(k *libraryCall) {
	owner := c.t.def(k.id).Outer
	of := c.describedRuns(owner, k.r.Name)
	if of == nil || !c.declaresRun(of) {
		return
	}
	sign := c.t.signature(k.id)
	for _, p := range sign.params {
		if slices.ContainsFunc(of.Unless, func(name string) bool { return c.t.is(p, name) }) {
			return
		}
	}
	tier := graph.Exact
	if of.Perhaps || of.First == 0 && c.t.def(owner).Kind == graph.KindInterface {
		tier = graph.Unique
	}
	if of.First == external.Receiver {
		c.runsOn(k.from, of, c.value(k.r.Recv, k.from, k.r.At), tier, k.r.At)
	}
	count := int(k.r.Args)
	if k.x.ext {
		count++
	}
	for i := range count {
		if of.First < 0 || !of.Applies(i) {
			continue
		}
		value := c.argumentFor(k, i)
		if of.Result {
			value = c.functionResult(k, i)
		}
		c.runsOn(k.from, of, value, tier, k.r.At)
	}
}

// functionResult returns the type of what the function in argument i of a generic method returns.
func (c *binder) functionResult(k *libraryCall, i int) resolve.Type {
	params := c.t.signature(k.id).params
	if i >= len(params) || len(params[i].Args) == 0 {
		return resolve.Unknown
	}
	last := params[i].Args[len(params[i].Args)-1]
	return subst(last, resolve.Type{Def: k.id, Owner: resolve.None, Args: k.x.targs()}).WithTier(graph.Typed)
}

// describedRuns returns what a method of a type of the platform runs, or nil.
func (c *binder) describedRuns(owner resolve.DefID, name string) *external.Run {
	if owner >= resolve.None {
		return nil
	}
	for _, a := range c.t.lineage(owner) {
		if a.Def < resolve.None {
			if of := external.RunsOf("csharp", c.t.fullName(a.Def)+"."+name); of != nil {
				return of
			}
		}
	}
	return external.RunsOf("csharp", c.t.fullName(owner)+"."+name) // of a keyword: string
}

// declaresRun reports whether the tree declares a method that a described one runs.
func (c *binder) declaresRun(of *external.Run) bool {
	return slices.ContainsFunc(of.Methods, func(names []string) bool {
		return len(c.Table.Named("csharp", names[0])) > 0
	})
}

// runsOn emits the calls of the methods of a value, or of its elements.
func (c *binder) runsOn(from resolve.DefID, of *external.Run, t resolve.Type, tier graph.Tier, at uint32) {
	tier = resolve.WeakerTier(tier, t.Tier)
	if of.Elements {
		t = c.t.element(t)
	}
	if t = c.t.underlying(t); t.Def <= resolve.None || t.Static {
		return
	}
	for _, names := range of.Methods {
		c.runs(from, c.runMethods(t, names[0]), tier, at)
	}
}

// comparisons are the interfaces whose methods the platform prefers to those with objects.
var comparisons = map[string]string{"Equals": "System.IEquatable<>", "CompareTo": "System.IComparable<>"}

// runMethods lists the method that the platform runs by a name: of Equals and CompareTo the one that
// implements the generic interface if there is one, otherwise the one with an object.
func (c *binder) runMethods(of resolve.Type, name string) []resolve.DefID {
	contract := comparisons[name]
	if contract == "" {
		return c.patternMethods(of, name, 0)
	}
	for _, a := range c.t.declaring(of, name) {
		owner := c.t.decl(a)
		if owner <= resolve.None {
			continue
		}
		isGeneric := false
		for _, b := range c.t.ancestry(a) {
			isGeneric = isGeneric || c.t.is(b, contract)
		}
		for _, id := range c.t.own(owner, name) {
			params := c.t.signature(id).params
			if len(params) == 1 && c.t.def(id).Kind == graph.KindMethod && isGeneric == (params[0].Def == owner) {
				return []resolve.DefID{id}
			}
		}
	}
	return nil
}

// runsIndexed emits the calls of methods of a key by which a value of the platform is indexed.
//
//	prices[key]    // Key.GetHashCode and Key.Equals
func (c *binder) runsIndexed(of, key resolve.Type, x *parse.Implicit, from resolve.DefID) {
	if key.Def <= resolve.None || of.Def >= resolve.None {
		return
	}
	run := c.describedRuns(of.Def, "this[]")
	if run == nil || !c.declaresRun(run) {
		return
	}
	tier := of.Tier
	if run.Perhaps || c.t.def(of.Def).Kind == graph.KindInterface {
		tier = resolve.WeakerTier(tier, graph.Unique)
	}
	c.runsOn(from, run, key, tier, x.At)
}
