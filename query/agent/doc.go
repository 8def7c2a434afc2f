// Package agent offers the answers of query as tools of a server of the Model Context
// Protocol.
//
//   - Each call of a tool has a budget of tokens. The whole answer, as it is written in
//     JSON, never has more; an answer that does not fit at all is empty.
//   - An answer that does not fit ends with a cursor. A call with it, and otherwise the same
//     arguments, returns what follows: the next rows; the next whole texts; for a context or
//     map, which are packed by relevance, what the pages before do not have.
//   - Mistakes come back as errors of the tool, with the words and hints of query.
//   - The artifacts are opened anew when a build has replaced them.
//
// The answers come from the packages below answer; this one packs them.
package agent
