// Package agent offers the answers of the query command as tools of a Model Context
// Protocol server.
//
//   - Each tool call has a budget of tokens. The whole answer, encoded as JSON, never
//     exceeds it; an answer that does not fit at all is empty.
//   - An incomplete answer ends with a cursor. A call with that cursor, and otherwise the
//     same arguments, returns the rest: the next rows; the next whole texts; for a context
//     or map, which are packed by relevance, nodes that the previous pages do not have.
//   - Mistakes are returned as tool errors, with the messages and hints of query.
//   - The artifacts are reopened when a build has replaced them.
//
// The packages below answer compute the answers; this package packs them.
package agent
