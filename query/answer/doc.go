// Package answer is the basis of all answers from artifacts. The answers themselves are
// in the packages below it.
//
//   - An [Index] is opened artifacts: the data for search, expansion, budgets and
//     answers. It caches the nodes that it reads.
//   - A [Target] is a node or one of its parts, by number. A [Ref] is a target
//     with its canonical id, or an id that is not in the artifacts. Text written by a
//     person or another program is converted to a Ref once, in package names; all
//     later code works with numbers.
//   - An Item ([render.Item]) describes a node in JSON, an [Edge] an edge.
//     Numbers in answers are rounded by [Round].
//   - A [Filter] selects nodes by kind, language, path, domain and whether they
//     are tests.
//
// A typical program opens artifacts once, and queries the packages below:
//
//	r, err := artifacts.Open(dir)
//	x := answer.New(r)
//	ref, err := (&names.Resolver{Index: x}).Resolve("OrderService.Place")
//	shown, err := about.Describe(x, ref.Target, about.Options{Limit: 20})
//
// No package here reads flags or prints; an answer is a value that marshals to the
// documented JSON, and its Text or Lines are the human-readable form.
package answer
