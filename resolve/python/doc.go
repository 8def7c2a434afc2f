// Package python resolves Python.
//
// Names of values, types and modules are one space, and most types are inferred.
// So one evaluator serves names, expressions and written types alike. What an
// expression stands for is a [set] of alternatives: objects, classes, functions and
// modules of the tree, objects of classes outside of it with their type arguments,
// callables of which only the result is known. A set also says that there may be
// others. It decides the tier of an edge:
//
//   - one alternative that is certain: exact if its type was declared, typed if it
//     was inferred;
//   - several that are certain: an edge to each, of tier hierarchy;
//   - one beside others of which nothing is known: unique;
//   - several beside the unknown: no edge, the reference is ambiguous.
//
// A name means the binding that is in force where it stands: see [parse.Flow]. Code
// of a function runs later than the code around it, so that it sees the bindings of
// outer scopes from its definition on; another module sees the last ones.
//
// Members are looked up in the method resolution order. A class outside the tree
// may have any member and any base: what is found before it is certain, what comes
// after it is not. Of the standard library, and of libraries that package outside
// describes, the members are known, with their types.
//
// A generic function is called with its arguments: what they tell of its type
// variables is put into its result. Of overloads the first that the arguments fit
// is called; where they leave it open, the result is any of those that may fit.
//
// A decorator is applied to its function to learn what a call returns. One of which
// nothing is known makes the result unknown, while the name still means the
// definition.
//
//	rules.go       the interface to package resolve; references to edges
//	modules.go     files and folders to modules, by the names that imports use
//	names.go       what a plain name means
//	classes.go     method resolution order, what a member means
//	eval.go        expressions; values.go the alternatives; memo.go what is kept
//	elements.go    parts of values: by index, by iteration, by awaiting
//	defs.go        definitions as values, results of functions
//	decorators.go  what decorators make of functions
//	types.go       written types and their parameters
//	platform.go    names outside the tree; declared.go types that are declared there
//	arguments.go   arguments and parameters; overload.go which overload fits them
//	generics.go    what type variables stand for
//	narrowing.go   tests of types
//	calls.go       what a reference means in the end
//	depends.go     dependencies of FastAPI
//	fixtures.go    fixtures of pytest
package python
