// Package render turns nodes into text and JSON for people, scripts and models.
//
//   - An [Item] is the JSON form of a node, shared by all verbs of query.
//   - An index line describes a node in one line, with the handle to fetch its text.
//   - A context is the text of several nodes under headers, packed into a budget
//     of tokens by a [Packer]. The budget covers the whole text, headers
//     included.
//
// Single-line output of this package never contains a line break or another control
// character.
package render
