// Package search ranks the nodes of an index for a text.
//
//   - A query is split into terms by the analyzer of package tokens, which was also
//     used to build the index. Stop words are left out unless there are no others.
//   - A [Field] is a part of a node that contains terms: its name, its path, its
//     body. The score of a node is BM25F: the frequencies of a term in all fields,
//     weighted by field and normalized by length, are added up before they saturate.
//   - A factor lowers the score of nodes that queries rarely mean: tests, examples,
//     generated and vendored code. See [Treatment].
//   - A request for a change ranks long bodies higher. Hits that are packed into a
//     budget have separate weights for this, because long texts cost more, and
//     further hits of a name count less. See [Options].
//   - A symbol is a word of the query that looks like an identifier. Nodes that
//     it names rank first, exact matches before partial ones. See [Match].
//   - A place in a file, such as cart.go:12 or a link with lines, leads to the
//     definition there, like the frame of a stack trace. See [Places].
//   - Answers to prose and to questions about architecture are spread over files:
//     in their lists, further definitions of a file count less.
//
// The result contains the components of each node's score. Ties are broken by the number
// of the node, which is the order of ids; so the result depends only on the index, the
// query and the options.
package search
