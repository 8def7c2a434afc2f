// Package parse turns one file into [Facts]: its definitions, references, imports,
// and the code of other languages in its strings. Nothing here looks beyond the
// one file; package resolve binds names.
//
//   - A definition is a named declaration. Its range covers the doc
//     comment and the attributes before it.
//   - A reference is a use of a name, with the expression it is a member of
//     (its receiver) as a chain of steps.
//   - A local is a name whose scope is inside the file, with its declared
//     type or its initializer, for the resolver to infer from.
//   - A [Language] is a front end. Each has a folder under parse/, and
//     parse/all is the only place that names them all.
//
// Most front ends read a tree-sitter tree. The shell around tree-sitter is
// [Parser] and [Tree]: one C call parses a file and flattens the whole tree into
// one buffer in preorder, which makes the cost of walking it negligible compared
// with the parse.
package parse
