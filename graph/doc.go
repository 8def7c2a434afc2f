// Package graph is the vocabulary of the product: what a node, an edge and an
// identity are. Every other package speaks in these words.
//
//   - A [Node] is a vertex: a definition in code, an SQL object, a file, a
//     namespace, or an external name that the tree only refers to.
//   - A chunk is a stored text unit. Every chunk belongs to a node (it is one
//     of the node's [Part]s); a node may have no text.
//   - A [NodeID] is the canonical id of a node, made here and nowhere else, and
//     the only join key between files, edges, indexes and outputs.
//   - An [Edge] is directed and typed by an [EdgeKind]; its [Tier] says how it
//     was resolved and so how sure it is.
//   - A [Domain] groups nodes by what they are made from: code, database,
//     front end, configuration, documents.
//
// The tables of node kinds, edge kinds, tiers and domains in kinds.go are the
// only lists of them. Readers treat unknown kinds as plain strings, so that
// artifacts of a newer version survive a round trip.
package graph
