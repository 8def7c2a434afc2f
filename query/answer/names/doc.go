// Package names resolves names of nodes given by a person, a state or another program.
//
// Three kinds of names differ in how forgiving they are:
//
//   - A name typed by a person ([Resolver.Resolve]) may be a canonical id, a
//     handle, path:line, a path, the suffix of a qualified name, or any of these in
//     the form of another tool. If it matches several nodes, the error lists them;
//     if it matches no node, the error suggests similar names.
//   - An id in an answer or in the state of a pipeline ([Resolver.Canonical])
//     is converted to its canonical form. An id missing in the artifacts is kept.
//   - A result of a retriever ([Resolver.Found]) is resolved like a typed name,
//     but a name that matches no node is not an error.
//
// All of them return an [answer.Ref]; later code never resolves a name again.
package names
