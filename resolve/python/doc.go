// Package python resolves Python.
//
// Values, types and modules share one namespace, and most types are inferred. So one
// evaluator serves names, expressions and written types. The value of an expression
// is a [set] of alternatives: objects, classes, functions and modules of the tree,
// objects of external classes with their type arguments, and callables of which only
// the result is known. A set also records whether there may be unknown alternatives.
// It determines the tier of an edge:
//
//   - one alternative that is certain: exact if its type was declared, typed if it
//     was inferred;
//   - several that are certain: an edge to each, of tier hierarchy;
//   - one next to unknown alternatives: unique;
//   - several next to unknown ones: no edge, the reference is ambiguous.
//
// A name refers to the bindings that reach its position: see [parse.Flow]. The body
// of a function runs later than the enclosing code, so it sees the bindings of outer
// scopes from its definition on; another module sees the last ones.
//
// Members are looked up in the method resolution order. An external class may have
// any member and any base: members found before it are certain, those after it are
// not. For the standard library, and for libraries that package outside describes,
// the members are known, with their types.
//
// The arguments of a call to a generic function determine its type variables, which
// are substituted in its result. The first overload that fits the arguments is
// selected; if they do not decide, the result is that of any overload that may fit.
//
// A decorator is applied to its function to determine the return value of a call. An
// unknown decorator makes the result unknown, while the name still refers to the
// definition.
//
//	rules.go       the interface to package resolve; references to edges
//	modules.go     files and folders to modules, by the names that imports use
//	names.go       resolution of plain names
//	classes.go     method resolution order, member lookup
//	eval.go        expressions; values.go the alternatives; memo.go memoization
//	elements.go    parts of values: by index, by iteration, by awaiting
//	defs.go        definitions as values, results of functions
//	decorators.go  application of decorators
//	types.go       written types and their parameters
//	platform.go    external names; declared.go their declared types
//	arguments.go   arguments and parameters; overload.go overload resolution
//	generics.go    inference of type variables
//	narrowing.go   narrowing by type tests
//	calls.go       targets of references
//	depends.go     dependencies of FastAPI
//	fixtures.go    fixtures of pytest
package python
