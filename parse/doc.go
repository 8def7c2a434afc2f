// Package parse turns one file into [Facts]: what it defines, what it refers
// to, what it imports, and what code of other languages its strings hold.
// Nothing here looks beyond the one file; graphbuild resolves names.
//
//   - A definition is a thing that gets a name. Its range covers the doc
//     comment and the attributes before it.
//   - A reference is a name used, with the expression that it is a member of
//     (its receiver) as a chain of steps.
//   - A local is a name whose scope is inside the file, with its declared
//     type or the expression it was set to, for the resolver to infer from.
//   - A [Language] is a front end. Each has a folder under parse/, and
//     parse/all is the only place that names them all.
//
// Most front ends read a tree-sitter tree. The shell around tree-sitter is
// [Parser] and [Tree]: one C call parses a file and flattens the whole tree
// into one buffer in preorder, which makes walking it cost next to nothing
// beside the parse itself.
package parse
