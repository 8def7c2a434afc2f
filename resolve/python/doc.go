// Package python resolves Python.
//
// Names of values, types and modules are one space, and most types are inferred.
// So one evaluator serves names, expressions and written types alike. What an
// expression stands for is a [set] of alternatives: objects, classes, functions and
// modules of the tree, values of built-in containers, things outside the tree. A
// set also says that there may be others. It decides the tier of an edge:
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
// after it is not. Of the standard library the members are known.
//
// A decorator is applied to its function to learn what a call returns. One outside
// the tree that is not known to leave the function alone makes the result unknown,
// while the name still means the definition.
//
//	rules.go       the interface to package resolve; references to edges
//	modules.go     files and folders to modules, by the names that imports use
//	names.go       what a plain name means
//	classes.go     method resolution order, what a member means
//	platform.go    classes of the standard library
//	eval.go        expressions; values.go the alternatives; memo.go what is kept
//	defs.go        definitions as values, results of functions
//	decorators.go  what decorators make of functions
//	types.go       written types, type parameters, elements of containers
//	narrowing.go   tests of types
//	calls.go       what a reference means in the end
//	fixtures.go    fixtures of pytest
package python
