// Package outline reads the structure of source code without a grammar: which members a
// file has, one in the other, told by brackets and the indentation of lines, or, in
// Python, by indentation alone. It knows little of a language and does not fail on broken
// code.
//
// It serves three ends where a grammar does not accept a file:
//
//   - [Outline.Names] lists what the file seems to define, so that what the front end has
//     lost can be told.
//   - [Outline.Mend] finds the members that are broken, by parsing them one by one, and
//     overwrites what is broken of them with blanks, so that all others can be read.
//   - [Outline.Insert] finds the one token that the text lacks, if there is one.
//
// The text of an outline is the source with what it lacks around blocks and groups; see
// [Outline.Changes]. [Outline.Source] leads from a place in it to that in the source.
//
// All of them read a text in time that grows with its length.
package outline
