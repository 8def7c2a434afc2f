package graphbuild

import (
	"strconv"

	"seedgraph/parse"
)

// platformType is a type from outside the tree: some are known to be made of
// their arguments.
func (s *tsScope) platformType(f *file, ref parse.TypeRef, from defID, at uint32) typ {
	args := s.typesOf(f, ref.Args, from, at)
	outside := typ{def: none, owner: none, form: ref.Name, external: true, args: args}
	if len(args) == 0 {
		return outside
	}
	known := func(form string) typ { return typ{def: none, owner: none, form: form, args: args} }
	switch ref.Name {
	case "Array", "ReadonlyArray", "ArrayLike":
		return known("[]")
	case "Promise", "PromiseLike":
		return known("Promise")
	case "Map", "ReadonlyMap", "WeakMap":
		return known("Map")
	case "Set", "ReadonlySet", "WeakSet", "Iterable", "IterableIterator", "Iterator", "Generator", "AsyncIterable", "AsyncIterableIterator", "AsyncGenerator", "IteratorObject", "ArrayIterator":
		return known("Set")
	case "Record":
		if len(args) == 2 {
			return known("map")
		}
	case "Partial", "Required", "Readonly", "NonNullable", "Pick", "Omit", "Extract", "Exclude", "NoInfer", "ThisType":
		return args[0]
	case "Awaited":
		return s.awaited(args[0])
	case "ReturnType":
		return s.settled(typ{def: none, owner: none, form: "ReturnType", args: args[:1]})
	case "InstanceType":
		if t := args[0]; t.static && t.def != none {
			t.static = false
			return t
		}
		return unknown
	}
	return outside
}

func isPlatform(t typ) bool {
	switch t.form {
	case "[]", "()", "Map", "Set", "Promise", "map":
		return t.def == none && t.owner == none
	}
	return false
}

// platformCall is what a method of an array, map, set or promise gives.
func (s *tsScope) platformCall(t typ, method string) typ {
	list := func(e typ) typ { return typ{def: none, owner: none, form: "[]", args: []typ{e}} }
	text := typ{def: none, owner: none, form: "string", external: true}
	switch method {
	case "find", "at", "pop", "shift", "findLast":
		return s.element(t, "*")
	case "filter", "slice", "concat", "reverse", "sort", "splice", "toSorted", "toReversed", "fill", "with", "add", "set", "catch", "finally":
		return t
	case "flat":
		return list(s.element(s.element(t, "*"), "*"))
	case "map", "flatMap":
		return list(unknown)
	case "join":
		return text
	case "get":
		return s.mapValueOf(t)
	case "values":
		if t.form == "Map" {
			return list(s.mapValueOf(t))
		}
		return list(s.element(t, "*"))
	case "keys":
		if t.form == "Map" && len(t.args) > 0 {
			return list(t.args[0])
		}
		return list(unknown)
	case "entries":
		if t.form == "Map" {
			return list(s.element(t, "*"))
		}
		return list(typ{def: none, owner: none, form: "()", args: []typ{unknown, s.element(t, "*")}})
	}
	return unknown
}

func (s *tsScope) mapValueOf(t typ) typ {
	if t.form == "Map" && len(t.args) == 2 {
		return t.args[1]
	}
	return unknown
}

// element is what indexing or iterating over t gives; name is that of the
// index step.
func (s *tsScope) element(t typ, name string) typ {
	t = s.resolvedAlias(t)
	list := func(e typ) typ { return typ{def: none, owner: none, form: "[]", args: []typ{e}, tier: t.tier} }
	switch name {
	case "new":
		return s.constructed(t)
	case "array":
		return list(s.element(t, "*"))
	case "values":
		if m := s.mapValue(t, 0); m.known() {
			return list(m)
		}
		return list(unknown)
	case "entries":
		return list(typ{def: none, owner: none, form: "()", args: []typ{{def: none, owner: none, form: "string", external: true}, s.mapValue(t, 0)}})
	}
	switch t.form {
	case "[]", "Set":
		if len(t.args) > 0 {
			return t.args[0].withTier(t.tier)
		}
	case "()":
		if i, err := strconv.Atoi(name); err == nil && i < len(t.args) {
			return t.args[i].withTier(t.tier)
		}
		return s.union(t.args)
	case "Map":
		return typ{def: none, owner: none, form: "()", args: t.args, tier: t.tier}
	case "|":
		var all []typ
		for _, a := range t.args {
			all = append(all, s.element(a, name))
		}
		return s.union(all)
	}
	if name == "*" && t.def != none && !t.static {
		if it := s.memberType(t, "[Symbol.iterator]"); it.known() {
			return s.element(s.called(nil, it, t, &parse.Step{}, 0, none), "*")
		}
	}
	return s.mapValue(t, 0)
}

// platformCallback is parameter i of a callback to a method of an array, map,
// set or promise.
func (s *tsScope) platformCallback(t typ, method string, arg, i int) typ {
	switch method {
	case "map", "filter", "find", "some", "every", "flatMap", "findIndex", "findLast", "findLastIndex":
		if arg == 0 && i == 0 {
			return s.element(t, "*")
		}
	case "forEach":
		if t.form == "Map" && len(t.args) == 2 && i < 2 {
			return t.args[1-i]
		}
		if i == 0 {
			return s.element(t, "*")
		}
	case "sort", "toSorted":
		return s.element(t, "*")
	case "reduce", "reduceRight":
		if i == 1 {
			return s.element(t, "*")
		}
	case "then":
		if t.form == "Promise" && arg == 0 && i == 0 {
			return s.awaited(t)
		}
	}
	return unknown
}
