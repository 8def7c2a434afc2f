// Package assemble answers a question with one text that fits in a budget: the
// nodes that are most relevant, packed under headers.
//
//   - A [Walk] searches for the text, or starts from given seeds, and follows
//     edges from what it takes, the most relevant node first. The relevance of a
//     node, 0 to 1, is its score for the text as a share of the best, plus what
//     edges carry to it from nodes that were taken.
//   - An [Intent] says how much edges carry: [Locate] little, so that nodes that
//     match the text come first; [Explain] much, so that what these nodes call and
//     read follows at once.
//   - [Pack] packs the nodes of a walk into an [Answer]. A node that does not fit
//     is skipped; of one that is too long for the budget, its best part is taken.
//     Texts lose the indentation that all of their lines share and, but with the
//     intent explain, their comments.
package assemble
