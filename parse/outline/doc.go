// Package outline reads the structure of source code without a grammar: the nested
// members of a file, determined by brackets and indentation, or, in Python, by
// indentation only. It needs little knowledge of a language and does not fail on
// broken code.
//
// It serves three purposes if a grammar does not accept a file:
//
//   - [Outline.Names] lists the apparent definitions of the file, so that those the front end
//     has lost can be reported.
//   - [Outline.Mend] finds the members that are broken, by parsing them one by one, and
//     overwrites their broken parts with blanks, so that all others can be read.
//   - [Outline.Insert] finds the single missing token, if there is one.
//
// The text of an outline is the source with missing tokens around blocks and
// groups added; see [Outline.Changes]. [Outline.Source] maps its positions to the
// source.
//
// All of them run in time linear in the length of the text.
package outline
