// Package layout fits the rows of an answer into a budget of tokens.
//
// A [Sheet] consists of rows in groups, after lines that are always printed. If it does
// not fit, lines of source are dropped first. If that is not enough, the rows of as many
// files as fit are printed and those of the others counted, by file or folder: the rows
// of one file in a group are printed together or not at all. The last line has the number
// of remaining rows.
//
// [Sheet.Lines] returns a whole answer, [Sheet.Page] the rows that the previous pages do
// not have.
package layout
