// Package artifacts writes and reads the folder that the indexer and the query
// program share. FORMAT.md is its definition; files of this package name the
// section that they implement.
//
//   - Artifacts are one folder of files. manifest.json names every one of them
//     with size and hash; they are written, replaced and read as a whole.
//   - A node has a number: its index in the order of ids. Numbers are the names
//     inside one folder; ids are the names outside.
//   - A text is stored once, in chunks.json or sql_bodies.jsonl, on a line of its own.
//     The graph store says where, and a Reader reads just these bytes.
//   - The graph store is a badger database in the folder graph: node records,
//     adjacency in both directions, ranks, and an index from terms to nodes.
//
// [Write] makes artifacts from a graph and [Open] gives a [Reader] on
// them.
package artifacts
