// Package resolve finds what the names in a source tree mean. It is a library for
// the resolvers of languages, one in each folder below, and knows no language
// itself.
//
// Terms, in the order in which they come into being:
//
//   - A [Def] is a definition of the tree: a type, a function, a field, a file.
//     The [Table] is the symbol table of all of them.
//   - A [Language] is a family of languages whose definitions see each other. It
//     makes the [Rules] that resolve the names of its files in one tree.
//   - A [Type] is what is known of the type of an expression: the definition of
//     the tree, its type arguments, or the name of a type outside the tree.
//   - A [Binder] resolves the references of one file, in parallel with those of
//     other files. Rules give it a [Binding] for each reference that they resolve:
//     the definition meant, and the [graph.Tier] by which that was decided.
//   - The [Outcome] of any other reference says why there is no binding. It is
//     external when it is known to mean something outside the tree, and
//     unresolved when nothing decides among several candidates or none is found.
//     No name is ever bound to a definition merely because it has the same name.
//
// The tier of a binding is that of the weakest step on the way to it: how the
// type of the receiver is known, and, where the types of arguments choose between
// overloads, how those are known.
//
// # Strings
//
// SQL in strings of other languages is read once all names are bound, because a
// string may be made of constants of any file. A string is a list of segments:
// literals, values of definitions, parameters, and holes for what is not known.
// A string that is executed as a stored procedure is an Executes edge of the
// definition around it. A method that executes a parameter is an executor; the
// strings passed to it are attributed to its callers, transitively.
package resolve
