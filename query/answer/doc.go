// Package answer is what every answer from artifacts is made of. The answers
// themselves are packages of their own below it.
//
//   - An [Index] is opened artifacts: what search, expansion, budgets and the
//     answers read. It caches the nodes that it reads.
//   - A [Target] is a node or one of its parts, by number. A [Ref] is a target
//     with its canonical id, or an id that the artifacts do not have. Text that a
//     person or another program wrote becomes a Ref once, in package names;
//     everything behind it works with numbers.
//   - An Item ([render.Item]) describes a node in JSON, an [Edge] an edge.
//     Numbers in answers are rounded by [Round].
//   - A [Filter] selects nodes by kind, language, path, domain and whether they
//     are tests.
//
// A typical program opens artifacts once, and asks the packages below:
//
//	r, err := artifacts.Open(dir)
//	x := answer.New(r)
//	ref, err := (&names.Resolver{Index: x}).Resolve("OrderService.Place")
//	shown, err := about.Describe(x, ref.Target, about.Options{Limit: 20})
//
// No package here reads flags or prints; an answer is a value that marshals to
// the documented JSON, and its Text or Lines are what a person reads.
package answer
