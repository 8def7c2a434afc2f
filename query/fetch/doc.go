// Package fetch selects the texts of seeds and expanded nodes that fit into one budget,
// in a deterministic order. It implements the contract that LocalAI-RAG calls
// fetch_node_texts.
//
//   - A candidate is a node whose text may be included. The order of candidates is
//     a [Mode]; depth and parent of a candidate come from a breadth-first walk
//     over the given edges, from all seeds at once.
//   - A budget is one limit, of tokens or of characters. It is never exceeded.
//   - A candidate is atomic: it is included whole or skipped. A skip never ends
//     the walk, so that a later, smaller text may still fit.
//   - The cost of a candidate is that of its text only ([CostText], the rule of
//     the seed document) or of its rendered block ([CostBlock]).
package fetch
