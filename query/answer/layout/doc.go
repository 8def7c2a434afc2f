// Package layout fits the rows of an answer into a budget of tokens.
//
// A [Sheet] is rows in groups, below lines that are always printed. Of one that does not fit,
// lines of source go first. If that is not enough, the rows of as many files as fit are printed
// and those of the others counted, by file or folder: the rows that a group has of one file are
// printed together or not at all. The last line says how many rows are left.
//
// [Sheet.Lines] is a whole answer, [Sheet.Page] what the pages before it lack.
package layout
