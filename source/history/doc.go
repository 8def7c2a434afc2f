// Package history adds to a graph what the commits of git say of files
// and definitions.
//
//   - [Read] returns the newest commits.
//   - [Apply] gives the graph the words of their subjects, by file, and an edge
//     of kind CoChanges between files that change together.
//   - [ApplyDefinitions] reads what they changed, and gives the graph the definitions that change
//     together.
//
// What a person asks for is often worded like the commits that touched the code
// before, in words that the code itself does not have. Old commits count less than
// new ones, and commits of many files not at all. Age is measured from the newest
// commit, so that the same commit gives the same result whenever it is indexed.
package history
