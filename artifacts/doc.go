// Package artifacts writes and reads the folder that the indexer and the query program
// share. FORMAT.md defines its format; the files of this package name the section that
// they implement.
//
//   - Artifacts are one folder of files. manifest.json lists all of them with size
//     and hash; they are written, replaced and read as a whole.
//   - A node has a number: its index in the order of ids. Numbers identify nodes
//     within one folder; ids are valid outside.
//   - A text is stored once, in chunks.json or sql_bodies.jsonl, on a separate line.
//     The graph store has its location, and a Reader reads just these bytes.
//   - The graph store is a badger database in the folder graph: node records,
//     adjacency in both directions, ranks, and an index from terms to nodes.
//
// [Write] makes artifacts from a graph and [Open] returns a [Reader] for them. Apart from
// sorting the words, Write takes time and memory linear in the number of nodes, edges and
// words of the texts.
package artifacts
