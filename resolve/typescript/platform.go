package typescript

import (
	"strconv"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// platformType is a type from outside the tree: some are known to be made of
// their arguments.
func (s *scope) platformType(f *resolve.File, ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	args := s.typesOf(f, ref.Args, from, at)
	outside := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, External: true, Args: args}
	if len(args) == 0 {
		return outside
	}
	known := func(form string) resolve.Type {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: form, Args: args}
	}
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
		return s.settled(resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "ReturnType", Args: args[:1]})
	case "InstanceType":
		if t := args[0]; t.Static && t.Def != resolve.None {
			t.Static = false
			return t
		}
		return resolve.Unknown
	}
	return outside
}

func isPlatform(t resolve.Type) bool {
	switch t.Form {
	case "[]", "()", "Map", "Set", "Promise", "map":
		return t.Def == resolve.None && t.Owner == resolve.None
	}
	return false
}

// platformCall is what a method of an array, map, set or promise gives.
func (s *scope) platformCall(t resolve.Type, method string) resolve.Type {
	list := func(e resolve.Type) resolve.Type {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "[]", Args: []resolve.Type{e}}
	}
	text := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "string", External: true}
	switch method {
	case "find", "at", "pop", "shift", "findLast":
		return s.element(t, "*")
	case "filter", "slice", "concat", "reverse", "sort", "splice", "toSorted", "toReversed", "fill", "with", "add", "set", "catch", "finally":
		return t
	case "flat":
		return list(s.element(s.element(t, "*"), "*"))
	case "map", "flatMap":
		return list(resolve.Unknown)
	case "join":
		return text
	case "get":
		return s.mapValueOf(t)
	case "values":
		if t.Form == "Map" {
			return list(s.mapValueOf(t))
		}
		return list(s.element(t, "*"))
	case "keys":
		if t.Form == "Map" && len(t.Args) > 0 {
			return list(t.Args[0])
		}
		return list(resolve.Unknown)
	case "entries":
		if t.Form == "Map" {
			return list(s.element(t, "*"))
		}
		return list(resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "()", Args: []resolve.Type{resolve.Unknown, s.element(t, "*")}})
	}
	return resolve.Unknown
}

func (s *scope) mapValueOf(t resolve.Type) resolve.Type {
	if t.Form == "Map" && len(t.Args) == 2 {
		return t.Args[1]
	}
	return resolve.Unknown
}

// element is what indexing or iterating over t gives; name is that of the
// index step.
func (s *scope) element(t resolve.Type, name string) resolve.Type {
	t = s.resolvedAlias(t)
	list := func(e resolve.Type) resolve.Type {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "[]", Args: []resolve.Type{e}, Tier: t.Tier}
	}
	switch name {
	case "new":
		return s.constructed(t)
	case "array":
		return list(s.element(t, "*"))
	case "values":
		if m := s.mapValue(t, 0); m.Known() {
			return list(m)
		}
		return list(resolve.Unknown)
	case "entries":
		return list(resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "()", Args: []resolve.Type{{Def: resolve.None, Owner: resolve.None, Form: "string", External: true}, s.mapValue(t, 0)}})
	}
	switch t.Form {
	case "[]", "Set":
		if len(t.Args) > 0 {
			return t.Args[0].WithTier(t.Tier)
		}
	case "()":
		if i, err := strconv.Atoi(name); err == nil && i < len(t.Args) {
			return t.Args[i].WithTier(t.Tier)
		}
		return s.union(t.Args)
	case "Map":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "()", Args: t.Args, Tier: t.Tier}
	case "|":
		var all []resolve.Type
		for _, a := range t.Args {
			all = append(all, s.element(a, name))
		}
		return s.union(all)
	}
	if name == "*" && t.Def != resolve.None && !t.Static {
		if it := s.memberType(t, "[Symbol.iterator]"); it.Known() {
			return s.element(s.called(nil, it, t, &parse.Step{}, 0, resolve.None), "*")
		}
	}
	return s.mapValue(t, 0)
}

// platformCallback is parameter i of a callback to a method of an array, map,
// set or promise.
func (s *scope) platformCallback(t resolve.Type, method string, arg, i int) resolve.Type {
	switch method {
	case "map", "filter", "find", "some", "every", "flatMap", "findIndex", "findLast", "findLastIndex":
		if arg == 0 && i == 0 {
			return s.element(t, "*")
		}
	case "forEach":
		if t.Form == "Map" && len(t.Args) == 2 && i < 2 {
			return t.Args[1-i]
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
		if t.Form == "Promise" && arg == 0 && i == 0 {
			return s.awaited(t)
		}
	}
	return resolve.Unknown
}
