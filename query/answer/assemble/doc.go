// Package assemble answers a question with one text that fits in a budget: the most
// relevant nodes, packed under headers.
//
//   - A [Walk] searches for the text, or starts from given seeds, and follows
//     edges from the nodes it takes, the most relevant node first. The relevance of
//     a node, 0 to 1, is its score for the text as a share of the best, plus the
//     relevance carried by edges from nodes taken before.
//   - An [Intent] determines how much edges carry: [Locate] little, so that nodes
//     that match the text come first; [Explain] much, so that the callees and tables
//     of these nodes follow at once.
//   - [Pack] packs the nodes of a walk into an [Answer]. A node that does not fit
//     is skipped; if a node is too long for the budget, its best part is included.
//     The indentation common to all lines of a text is removed and, except with the
//     intent explain, so are its comments.
package assemble
