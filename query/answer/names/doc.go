// Package names resolves what a person, a state or another program calls a node.
//
// Three kinds of names differ in how forgiving they are:
//
//   - A name that a person types ([Resolver.Resolve]) may be a canonical id, a
//     handle, path:line, a path, the end of a qualified name, or any of these in
//     the form of another tool. One that fits several nodes is an error that
//     lists them; one that fits none is an error that suggests similar names.
//   - An id in an answer or in the state of a pipeline ([Resolver.Canonical])
//     gets its canonical form. One that the artifacts do not have is kept.
//   - A result of a retriever ([Resolver.Found]) is resolved like a typed name,
//     but one that fits none is not an error.
//
// All of them give an [answer.Ref]; nothing behind them resolves a name again.
package names
