package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// platformType is a type from outside the tree: some are known to be made of
// their arguments.
func (s *scope) platformType(f *resolve.File, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	args := s.typesOf(f, ref.Args, from, at)
	outside := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, External: true,
		Args: args}
	if len(args) == 0 {
		return outside
	}
	known := func(form string) resolve.Type {
		return formed(form, args...)
	}
	switch ref.Name {
	case "Array", "ReadonlyArray", "ArrayLike":
		return known("[]")
	case "Promise", "PromiseLike":
		return known("Promise")
	case "Map", "ReadonlyMap", "WeakMap":
		return known("Map")
	case "Set", "ReadonlySet", "WeakSet", "Iterable", "IterableIterator", "Iterator", "Generator",
		"AsyncIterable", "AsyncIterableIterator", "AsyncGenerator", "IteratorObject",
		"ArrayIterator":
		return known("Set")
	case "Record":
		if len(args) == 2 {
			return known("map")
		}
	case "Partial", "Required", "Readonly", "NonNullable", "Pick", "Omit", "NoInfer", "ThisType":
		return args[0]
	case "Extract", "Exclude":
		if len(args) == 2 {
			return s.keep(args[0], ref.Name == "Exclude",
				func(a resolve.Type) verdict { return s.subtype(a, args[1]) })
		}
	case "Awaited":
		return s.awaited(args[0])
	case "ReturnType":
		return s.settled(formed("ReturnType", args[:1]...))
	case "InstanceType":
		if t := args[0]; t.Static && t.Def != resolve.None {
			t.Static = false
			return t
		}
		return resolve.Unknown
	}
	return outside
}

// wrappers are the interfaces that declare the members of primitive types.
var wrappers = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "symbol": "Symbol",
	"bigint": "BigInt",
}

// primitiveHas reports whether values of a primitive type have a member.
func (t *tree) primitiveHas(of resolve.Type, name string) bool {
	for _, wrapper := range []string{wrappers[primitiveOf(of.Form)], "Object"} {
		if declared := t.platform.Type(wrapper); declared != nil && len(declared.Member(name)) > 0 {
			return true
		}
	}
	return false
}

// platformMethod begins the form of a method of an array, map, set or promise.
const platformMethod = "method "

func isPlatformMethod(t resolve.Type) bool {
	return t.Def == resolve.None && strings.HasPrefix(t.Form, platformMethod) && len(t.Args) == 1
}

// platformInstance is the type of new Map<K, V>() and the like.
func (s *scope) platformInstance(f *resolve.File, class resolve.Type, st *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	if !class.External || !class.Static {
		return resolve.Unknown
	}
	switch class.Form {
	case "Map", "WeakMap", "Set", "WeakSet", "Promise", "Array":
		t := s.platformType(f, st.Written(), from, at).WithTier(graph.Typed)
		if len(t.Args) == 0 && class.Form == "Set" || class.Form == "Array" && len(t.Args) == 0 {
			if args := s.arguments(f, st, -1, from); len(args.types) > 0 {
				t.Form, t.Args = map[string]string{"Set": "Set",
					"Array": "[]"}[class.Form], []resolve.Type{s.element(args.types[0], "*")}
			}
		}
		return t
	}
	return resolve.Unknown
}

func isPlatform(t resolve.Type) bool {
	switch t.Form {
	case "[]", "()", "Map", "Set", "Promise", "map":
		return t.Def == resolve.None && t.Owner == resolve.None && !t.Static
	}
	return false
}

// platformCall is what a method of an array, map, set or promise gives.
func (s *scope) platformCall(t resolve.Type, method string, args *arguments) resolve.Type {
	callback := resolve.Unknown
	if len(args.types) > 0 {
		callback = s.resultOf(args.types[0])
	}
	list := func(e resolve.Type) resolve.Type {
		return formed("[]", e)
	}
	text := outsideType("string")
	switch method {
	case "find", "at", "pop", "shift", "findLast":
		return s.element(t, "*")
	case "filter":
		if strings.HasPrefix(callback.Form, "is ") && len(callback.Args) == 1 {
			return list(callback.Args[0])
		}
		return t
	case "slice", "concat", "reverse", "sort", "splice", "toSorted", "toReversed", "fill", "with",
		"add", "set", "finally":
		return t
	case "catch":
		return promiseOf(s.union([]resolve.Type{s.awaited(t), s.awaited(callback)}))
	case "then":
		return promiseOf(s.awaited(callback))
	case "reduce", "reduceRight":
		if len(args.types) > 1 {
			return args.types[1]
		}
	case "flat":
		return list(s.element(s.element(t, "*"), "*"))
	case "map":
		return list(callback)
	case "flatMap":
		if isList(callback) {
			return callback
		}
		return list(callback)
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
		return list(formed("()", resolve.Unknown, s.element(t, "*")))
	}
	return resolve.Unknown
}

func (s *scope) mapValueOf(t resolve.Type) resolve.Type {
	if t.Form == "Map" && len(t.Args) == 2 {
		return t.Args[1]
	}
	return resolve.Unknown
}

// platformCallback is the type that a method of an array, map, set or promise
// expects of an argument.
func (s *scope) platformCallback(t resolve.Type, method string, arg int) resolve.Type {
	e := s.element(t, "*")
	function := func(params ...resolve.Type) resolve.Type {
		return formed("func", append(params, resolve.Unknown)...)
	}
	number := outsideType("number")
	switch method {
	case "map", "filter", "find", "some", "every", "flatMap", "findIndex", "findLast",
		"findLastIndex":
		if arg == 0 {
			return function(e, number, t)
		}
	case "forEach":
		if t.Form == "Map" && len(t.Args) == 2 {
			return function(t.Args[1], t.Args[0], t)
		}
		return function(e, number, t)
	case "sort", "toSorted":
		return function(e, e)
	case "reduce", "reduceRight":
		return function(resolve.Unknown, e, number, t)
	case "then":
		if t.Form == "Promise" && arg == 0 {
			return function(s.awaited(t))
		}
	case "push", "unshift", "add", "includes", "indexOf":
		return e
	case "set":
		if arg == 1 {
			return s.mapValueOf(t)
		}
	}
	return resolve.Unknown
}

// globalCall is the result type of a call of a function of the platform that
// gives a view of its argument; of other functions outside the tree nothing is
// known but that.
func (s *scope) globalCall(f *resolve.File, fn resolve.Type, st *parse.Step,
	from resolve.DefID) resolve.Type {
	outside := outsideType("call")
	if !fn.Static {
		return outside
	}
	args := s.arguments(f, st, -1, from)
	if len(args.types) == 0 {
		return outside
	}
	first := args.types[0]
	switch fn.Form {
	case "Object.values":
		return listOf(s.mapValue(first, 0))
	case "Object.entries":
		key := outsideType("string")
		return listOf(formed("()", key, s.mapValue(first, 0)))
	case "Array.from":
		if len(args.types) == 1 {
			return listOf(s.element(first, "*"))
		}
		return listOf(s.resultOf(args.types[1]))
	case "Object.freeze", "Object.seal", "structuredClone":
		return first
	case "Object.assign":
		return formed("&", args.types...)
	case "Promise.resolve":
		return promiseOf(first)
	case "Promise.all":
		return promiseOf(s.awaitedAll(first))
	}
	return outside
}
