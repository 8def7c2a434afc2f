// Package resolve binds the names in a source tree to the definitions they refer to. It
// is a library for the language resolvers in the folders below it, and knows no language
// itself.
//
// Terms, from the input to the result:
//
//   - A [Def] is a definition of the tree: a type, a function, a field, a file. The
//     [Table] is the symbol table of all of them.
//   - A [Language] is a family of languages whose definitions are visible to each other.
//     It makes the [Rules] that resolve the names of its files in one tree.
//   - A [Type] is the inferred type of an expression: a definition of the tree with its
//     type arguments, or the name of an external type.
//   - A [Binder] resolves the references of one file, in parallel with those of other
//     files. Rules give it a [Binding] for each resolved reference: the definition, and
//     the [graph.Tier] that grades the evidence.
//   - The [Outcome] of any other reference is the reason why it has no binding. It is
//     external if it is known to refer to an external symbol, and unresolved if there is
//     no candidate, or no evidence for one among several. A reference is never bound to a
//     definition merely because the names are equal.
//
// The tier of a binding is that of its weakest step: how the type of the receiver was
// inferred, and, where argument types choose an overload, how those were inferred.
//
// # Strings
//
// SQL in strings of other languages is read after all names are bound, because a string
// may be built from constants of any file. A string is a list of segments: literals,
// values of definitions, parameters, and holes for unknown parts. A string executed as a
// stored procedure makes an Executes edge from the definition that contains it. A method
// that executes a parameter is an executor; the strings passed to it are attributed to
// its callers, transitively.
package resolve
