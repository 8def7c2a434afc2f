// Package seeds reads the nodes that a request starts from: what a person typed,
// the answer of another command, the state of a pipeline, or the results of a
// retriever in whatever form it writes them.
//
//   - A seed is a node with a score. An added node is one that an expansion
//     found; the edges of the expansion come with it.
//   - A hit is one result of a retriever: a node by id, or by its row in
//     unified_metadata.jsonl, with a score. Retrievers write lists of hits under
//     many keys; package seeds finds the list, and in each hit the id, the row and
//     the score. Their formats are told apart only by shape.
//   - Typed ids must exist. Hits need not: a retriever may not know what its user
//     can see, nor which build it searches; see [Input.Check].
//
// Each id is resolved when it is read; an [Input] holds only refs.
package seeds
