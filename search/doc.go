// Package search ranks the nodes of an index for a text.
//
//   - A query is split into terms by the analyzer of package tokens, the one
//     that the index was made with. Stop words are left out unless there is
//     nothing else.
//   - A [Field] is a part of a node that terms stand in: its name, its path, its
//     body. The score of a node is BM25F: how often a term stands in each field,
//     by the weight and length of the field, added up before it saturates.
//   - A factor multiplies the score of what is seldom meant: tests, examples,
//     generated and vendored code. See [Treatment].
//   - A symbol is a word of the query that looks like an identifier. Nodes that
//     it names come first, the more exactly the earlier. See [Match].
//
// What a node's score is made of is part of the result. Ties are broken by the
// number of the node, which is the order of ids; so the result depends on the
// index, the query and the options alone.
package search
