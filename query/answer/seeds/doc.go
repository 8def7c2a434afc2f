// Package seeds reads the start nodes of a request: typed by a person, from the answer of
// another command, the state of a pipeline, or the results of a retriever in any format.
//
//   - A seed is a node with a score. An added node is one that an expansion
//     found; it comes with the edges of the expansion.
//   - A hit is one result of a retriever: a node by id, or by its row in
//     unified_metadata.jsonl, with a score. Retrievers write lists of hits under
//     many keys; package seeds finds the list, and in each hit the id, the row and
//     the score. Formats are distinguished only by their shape.
//   - Typed ids must exist. Hits need not: a retriever may know neither the access
//     rights of its user nor the build that it searches; see [Input.Check].
//
// Each id is resolved when it is read; an [Input] holds only refs.
package seeds
