// Package compare computes the differences between two indexes: nodes and edges that were
// added, removed or changed, and nodes that were moved or renamed.
//
//   - Nodes with the same id are the same. Among the others, [pair] finds moved and
//     renamed nodes: files by their lines, definitions by their container, by their
//     source, and by the similarity of their source.
//   - An [Aspect] is a part of a node that may change: its signature, body, doc comment, …
//     The body of a type is the part outside its members. The position of a definition,
//     the references to it and its rank are not compared.
//   - Edges are the same if their ends and kind are. They change with their tier, their
//     operations and their source, not with the line.
package compare
