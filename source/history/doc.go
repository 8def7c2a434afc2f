// Package history adds facts about files and definitions, derived from git commits, to
// a graph.
//
//   - [Read] returns the newest commits.
//   - [Apply] adds the words of their subjects, by file, and edges of kind CoChanges
//     between files that change together.
//   - [ApplyDefinitions] reads their changes, and adds the definitions that change
//     together.
//
// A query is often worded like the commits that touched the code before, in words that
// the code itself does not contain. Old commits weigh less than new ones, and commits
// of many files are ignored. Age is measured from the newest commit, so that the same
// commit gives the same result whenever it is indexed.
package history
