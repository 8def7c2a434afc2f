package resolve

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A construction describes how the objects of a language are created.
type construction struct {
	// name of constructors; empty if they are named after the class
	constructor string
	// a constructor calls the base constructor without arguments, unless it names another
	// one
	chained bool
}

// constructions are the languages in which creating an object implicitly runs
// constructors of base classes:
//
//   - C# 12.0, 15.11.2, and Java SE 25, 8.8.7: a constructor that calls no other one
//     begins with base() or super(), and a class without a constructor has a default one
//     that does only that.
//   - Python, PHP and Ruby: a class without a constructor inherits that of its base.
//
// In TypeScript, the creation itself is bound to the inherited constructor.
var constructions = map[string]construction{
	"csharp": {chained: true},
	"java":   {chained: true},
	"php":    {constructor: "__construct"},
	"python": {constructor: "__init__"},
	"ruby":   {constructor: "initialize"},
}

// bindConstruction binds the constructors and classes of a file to the base class
// constructors that they run implicitly. It reads the References of the file.
func (b *Binder) bindConstruction() {
	rule, ok := constructions[b.File.Language]
	if !ok {
		return
	}
	said := map[int32]bool{} // definitions that call a constructor explicitly
	for i := range b.File.References {
		r := &b.File.References[i]
		if r.Kind == parse.RefCreate && len(r.Recv) == 1 &&
			(r.Recv[0].Kind == parse.StepBase || r.Recv[0].Kind == parse.StepThis) {
			said[r.Def] = true
		}
	}
	for i := range b.File.Definitions {
		if said[int32(i)] {
			continue
		}
		d := b.Table.Def(b.File.ID(int32(i)))
		switch {
		case isClass(d.Kind) && b.Table.Canon[d.ID] == d.ID:
			if len(b.Table.constructors(d.ID, rule)) == 0 {
				b.runsBase(d.ID, d.ID, rule)
			}
		case rule.chained && isInstanceConstructor(d):
			if class := b.Table.EnclosingType(d.ID); class != None && isClass(b.Table.Def(class).Kind) {
				b.runsBase(d.ID, class, rule)
			}
		}
	}
}

// runsBase binds a constructor, or a class without one, to the constructor of the nearest
// base class that has one: creating an object runs that, too. The edge is a dispatch
// edge, since the source contains no call.
func (b *Binder) runsBase(from, made DefID, rule construction) {
	class := made
	for depth := 0; depth < MaxLineage; depth++ {
		base, ok := b.Table.baseClass(class)
		if !ok {
			return
		}
		class = b.Table.Canon[base.Def]
		list := b.Table.constructors(class, rule)
		if len(list) == 0 {
			continue
		}
		if rule.chained {
			list = slices.DeleteFunc(list, func(id DefID) bool { return !takesNothing(b.Table.Def(id)) })
		}
		if len(list) == 1 {
			b.Dispatches = append(b.Dispatches, Dispatch{Base: from, Impl: list[0]})
		}
		return
	}
}

// baseClass returns the first class among the bases of a class. It is unknown if an
// earlier base is external, unless that can only be an interface.
func (ix *Table) baseClass(class DefID) (base Type, ok bool) {
	for _, t := range ix.Bases[class] {
		if t.Def <= None {
			return t, false
		}
		if isClass(ix.Def(t.Def).Kind) {
			return t, ix.Canon[t.Def] != class
		}
	}
	return Unknown, false
}

// constructors lists the constructors that a class declares.
func (ix *Table) constructors(class DefID, rule construction) []DefID {
	name := rule.constructor
	if name == "" {
		name = ix.Def(class).Name
	}
	return ix.Filter(ix.Own(class, name), func(d *Def) bool {
		return isInstanceConstructor(d) || rule.constructor != "" && IsMethod(d)
	})
}

func isClass(k graph.NodeKind) bool { return k == graph.KindClass || k == graph.KindRecord }

func isInstanceConstructor(d *Def) bool {
	return d.Kind == graph.KindConstructor && !HasModifier(d, "static")
}

// takesNothing reports whether a callable can be called without arguments.
func takesNothing(d *Def) bool {
	return !slices.ContainsFunc(d.Params, func(p parse.Param) bool { return !p.Optional && !p.Variadic })
}
