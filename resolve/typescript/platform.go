package typescript

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// platformType is a type from outside the tree: some are known to be made of
// their arguments.
func (s *scope) platformType(f *resolve.File, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	args := s.typesOf(f, ref.Args, from, at)
	outside := outsideType(ref.Name)
	outside.Args = args
	if len(args) == 0 {
		if form := collections[ref.Name]; form != resolve.NoForm {
			outside.Form, outside.Name = form, ""
		}
		return outside
	}
	known := func(form resolve.Form) resolve.Type {
		return formed(form, args...)
	}
	switch ref.Name {
	case "Array", "ReadonlyArray", "ArrayLike":
		return known(resolve.List)
	case "Promise", "PromiseLike":
		return known(promise)
	case "Map", "ReadonlyMap", "WeakMap":
		return known(mapOf)
	case "Set", "ReadonlySet", "WeakSet", "Iterable", "IterableIterator", "Iterator", "Generator",
		"AsyncIterable", "AsyncIterableIterator", "AsyncGenerator", "IteratorObject",
		"ArrayIterator":
		return known(setOf)
	case "Record":
		if len(args) == 2 {
			return known(resolve.Map)
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
		return s.settled(formed(resultOf, args[:1]...))
	case "InstanceType":
		if t := args[0]; t.Static && t.Def != resolve.None {
			t.Static = false
			return t
		}
		return resolve.Unknown
	}
	return outside
}

// collections are the types of the platform that have a form even without type
// arguments.
var collections = map[string]resolve.Form{"Promise": promise, "Map": mapOf, "Set": setOf}

// wrappers are the interfaces that declare the members of primitive types.
var wrappers = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "symbol": "Symbol",
	"bigint": "BigInt",
}

// primitiveHas reports whether values of a primitive type have a member.
func (t *tree) primitiveHas(of resolve.Type, name string) bool {
	for _, wrapper := range []string{wrappers[primitiveOf(of.Name)], "Object"} {
		if declared := t.platform.Type(wrapper); declared != nil && len(declared.Member(name)) > 0 {
			return true
		}
	}
	return false
}

func isPlatformMethod(t resolve.Type) bool {
	return t.Form == methodOf && len(t.Args) == 1
}

// platformInstance is the type of new Map<K, V>() and the like.
func (s *scope) platformInstance(f *resolve.File, class resolve.Type, st *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	if !class.External || !class.Static {
		return resolve.Unknown
	}
	switch class.Name {
	case "Map", "WeakMap", "Set", "WeakSet", "Promise", "Array":
		t := s.platformType(f, st.Written(), from, at).WithTier(graph.Typed)
		if len(t.Args) == 0 && class.Name == "Set" || class.Name == "Array" && len(t.Args) == 0 {
			if args := s.arguments(f, st, -1, from); len(args.types) > 0 {
				t.Form, t.Name = setOf, ""
				if class.Name == "Array" {
					t.Form = resolve.List
				}
				t.Args = []resolve.Type{s.element(args.types[0], "*")}
			}
		}
		return t
	}
	return resolve.Unknown
}

func isPlatform(t resolve.Type) bool {
	switch t.Form {
	case resolve.List, resolve.Tuple, mapOf, setOf, promise, resolve.Map:
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
		return formed(resolve.List, e)
	}
	text := outsideType("string")
	switch method {
	case "find", "at", "pop", "shift", "findLast":
		return s.element(t, "*")
	case "filter":
		if callback.Form == isGuard && len(callback.Args) == 1 {
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
		if t.Form == mapOf {
			return list(s.mapValueOf(t))
		}
		return list(s.element(t, "*"))
	case "keys":
		if t.Form == mapOf && len(t.Args) > 0 {
			return list(t.Args[0])
		}
		return list(resolve.Unknown)
	case "entries":
		if t.Form == mapOf {
			return list(s.element(t, "*"))
		}
		return list(formed(resolve.Tuple, resolve.Unknown, s.element(t, "*")))
	}
	return resolve.Unknown
}

func (s *scope) mapValueOf(t resolve.Type) resolve.Type {
	if t.Form == mapOf && len(t.Args) == 2 {
		return t.Args[1]
	}
	return resolve.Unknown
}

// platformCallback is the type that a method of an array, map, set or promise
// expects of an argument.
func (s *scope) platformCallback(t resolve.Type, method string, arg int) resolve.Type {
	e := s.element(t, "*")
	function := func(params ...resolve.Type) resolve.Type {
		return formed(resolve.Func, append(params, resolve.Unknown)...)
	}
	number := outsideType("number")
	switch method {
	case "map", "filter", "find", "some", "every", "flatMap", "findIndex", "findLast",
		"findLastIndex":
		if arg == 0 {
			return function(e, number, t)
		}
	case "forEach":
		if t.Form == mapOf && len(t.Args) == 2 {
			return function(t.Args[1], t.Args[0], t)
		}
		return function(e, number, t)
	case "sort", "toSorted":
		return function(e, e)
	case "reduce", "reduceRight":
		return function(resolve.Unknown, e, number, t)
	case "then":
		if t.Form == promise && arg == 0 {
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
	switch fn.Name {
	case "Object.values":
		return listOf(s.mapValue(first, 0))
	case "Object.entries":
		key := outsideType("string")
		return listOf(formed(resolve.Tuple, key, s.mapValue(first, 0)))
	case "Array.from":
		if len(args.types) == 1 {
			return listOf(s.element(first, "*"))
		}
		return listOf(s.resultOf(args.types[1]))
	case "Object.freeze", "Object.seal", "structuredClone":
		return first
	case "Object.assign":
		return formed(resolve.Intersection, args.types...)
	case "Promise.resolve":
		return promiseOf(first)
	case "Promise.all":
		return promiseOf(s.awaitedAll(first))
	}
	return outside
}
