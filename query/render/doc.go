// Package render turns nodes into text and JSON for people, scripts and models.
//
//   - An [Item] is a node as every verb of query reports it in JSON.
//   - An index line describes a node in one line, with the handle to fetch its text.
//   - A context is the text of several nodes under headers, packed into a budget
//     of tokens by a [Packer]. The budget holds for the whole text, headers
//     included.
//
// Nothing that this package writes on one line has a line break or another
// control character in it.
package render
