// Package render turns nodes into what a person, a script or a model reads.
//
//   - An [Item] is a node as every verb of query reports it in JSON.
//   - An index line says in one line what a node is and how to get its text.
//   - A context is the text of several nodes under headers, packed into a budget
//     of tokens by a [Packer]. The budget holds for the whole text, headers
//     included.
//
// Nothing that this package writes on one line has a line break or another
// control character in it.
package render
