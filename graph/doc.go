// Package graph is the vocabulary of the product: it defines nodes, edges and
// their identities. All other packages use these terms.
//
//   - A [Node] is a vertex: a definition in code, an SQL object, a file, a
//     namespace, or an external symbol that the tree only refers to.
//   - A chunk is a stored text unit. Every chunk belongs to a node (it is one
//     of the node's [Part]s); a node may have no text.
//   - A [NodeID] is the canonical id of a node, made here and nowhere else, and
//     the only join key between files, edges, indexes and outputs.
//   - An [Edge] is directed and typed by an [EdgeKind]; its [Tier] records how
//     it was resolved, and so how reliable it is.
//   - A [Domain] groups nodes by their source: code, database, front end,
//     configuration, documents.
//
// The tables of node kinds, edge kinds, tiers and domains in kinds.go are the
// only lists of them. Readers treat unknown kinds as plain strings, so that
// artifacts of a newer version survive a round trip.
package graph
