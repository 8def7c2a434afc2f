// Package compare tells what two indexes differ in: nodes and edges that were added,
// removed or changed, and nodes that were moved or renamed.
//
//   - Nodes with the same id are the same. Of the others [pair] finds those that were
//     moved or renamed: files by their lines, definitions by the container that they
//     are in, by their source, and by its similarity.
//   - What changed of a node is an [Aspect]: its signature, body, doc comment, … The
//     body of a type is what is in none of its members. Where a definition begins, what
//     refers to it and its rank make no difference.
//   - Edges are the same if their ends and kind are. They change with their tier, their
//     operations and their source, not with the line.
package compare
