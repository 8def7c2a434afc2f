package typescript

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// platformNamed returns a type that the platform declares, by its name and arguments.
// Some types have a form here, because the language has special rules for them, or
// because they are computed: types that infer a part of a type are declared with features
// that are not supported.
//
//	Partial<Order>, ReturnType<typeof make>, Awaited<T>, Record<string, Line>
func (s *scope) platformNamed(name string, args []resolve.Type) resolve.Type {
	name = s.tree.canonical(name)
	if form := collections[name]; form != parse.FormNamed {
		if len(args) == 0 { // of anything
			args = []resolve.Type{resolve.Unknown}
		}
		return formed(form, args...)
	}
	if len(args) == 0 {
		return s.platformRef(name, nil)
	}
	switch name {
	case "Record":
		if len(args) == 2 {
			return formed(parse.FormMap, args...)
		}
	// Which members exist, and whether they may be missing, is not distinguished: the
	// program has passed the checker, and a member that is used has its type in T.
	case "Partial", "Required", "Readonly", "NonNullable", "Pick", "Omit", "NoInfer", "ThisType":
		return args[0]
	case "Extract", "Exclude":
		if len(args) == 2 {
			return s.keep(args[0], name == "Exclude",
				func(a resolve.Type) verdict { return s.subtype(a, args[1]) })
		}
	case "Awaited":
		return s.awaited(args[0])
	case "IteratorResult":
		// The return value of a generator is not a value of the iteration.
		return s.platformRef("IteratorYieldResult", args[:1])
	case "FlatArray":
		if e := s.element(args[0], "*"); isList(e) {
			return s.element(e, "*")
		}
		return s.element(args[0], "*")
	case "ReturnType":
		// It remains unresolved if its argument is a type parameter.
		return s.settled(formed(resultOf, args[:1]...))
	case "InstanceType":
		if t := args[0]; t.Static && (t.Def != resolve.None || t.Module == global) {
			t.Static = false
			return t
		}
		return resolve.Unknown
	}
	return s.platformRef(name, args)
}

// collections are the types of the platform that have a form: those that the language
// itself creates, awaits or iterates over.
var collections = map[string]parse.TypeForm{
	"Array": parse.FormList, "ReadonlyArray": parse.FormList, "ArrayLike": parse.FormList,
	"Promise": promise, "PromiseLike": promise,
	"Map": mapOf, "ReadonlyMap": mapOf, "WeakMap": mapOf,
	"Set": setOf, "ReadonlySet": setOf, "WeakSet": setOf,
	"Iterable": setOf, "IterableIterator": setOf, "Iterator": setOf, "IteratorObject": setOf,
	"ArrayIterator": setOf, "MapIterator": setOf, "SetIterator": setOf, "Generator": setOf,
	"AsyncIterable": setOf, "AsyncIterableIterator": setOf, "AsyncIterator": setOf,
	"AsyncGenerator": setOf,
}

// wrappers are the interfaces that declare the members of primitive types.
var wrappers = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "symbol": "Symbol",
	"bigint": "BigInt",
}

// primitiveHas reports whether values of a primitive type have a member: that of the
// interface that wraps the primitive, or of Object (Apparent members, 3.11.1).
func (t *tree) primitiveHas(of resolve.Type, name string) bool {
	for _, wrapper := range []string{wrappers[primitiveOf(of.Name)], "Object"} {
		if declared := t.platform.Type(wrapper); declared != nil && len(declared.Member(name)) > 0 {
			return true
		}
	}
	return false
}

// platformInstance returns the type of a creation by a value of the platform, by the
// construct signatures of its type: new Map<string, Order>() by those of MapConstructor.
func (s *scope) platformInstance(f *resolve.File, class resolve.Type, st *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	sigs := s.platformConstructors(class)
	if len(sigs) == 0 {
		// It is not a class: an object of the platform has no construct signature.
		return resolve.Unknown
	}
	args := s.arguments(f, st, -1, from)
	args.written = s.typesOf(f, st.WrittenType().Args, from, at)
	return s.resultWith(sigs, args, from).WithTier(resolve.WeakerTier(class.Tier, graph.Typed))
}

// isPlatform reports whether t is one of the collections that have a form.
func isPlatform(t resolve.Type) bool {
	switch t.Form {
	case parse.FormList, parse.FormTuple, mapOf, setOf, promise, parse.FormMap:
		return t.Def == resolve.None && t.Owner == resolve.None && !t.Static
	}
	return false
}
