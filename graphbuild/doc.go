// Package graphbuild turns the facts of all files into one graph: it collects
// the definitions as nodes, resolves every reference to the definition that it
// means, and writes the rest down as external or unresolved.
//
// The phases, each in a file of its own:
//
//	texts.go     the texts of each definition: whole, skeleton, parts         (per file, parallel)
//	collect.go   definitions -> nodes with canonical ids, twins told apart
//	index.go     the symbol table: modules, members, base types
//	bind.go      references -> bindings                                        (per file, parallel)
//	inline.go    SQL in strings -> bindings, once the names in them are bound  (per file, parallel)
//	edges.go     bindings and structure -> edges, each triple once
//
// A string is read with the values of constants, readonly fields and properties put
// in (inline_strings.go); what is not known is a hole, {}. A string that is run as a
// stored procedure is an Executes edge of the definition it stands in. Where a
// parameter is run, its callable is a runner, and what its callers hand to it is
// run there instead, through as many calls as it takes.
//
// What a name means differs from language to language, and so does what an
// expression's type is. Each language family has its [rules] in bind_LANG*.go: an
// evaluator that follows the chains of steps of the facts to types and from types
// to members, in the words of that language. What they share is the symbol table,
// the form of a type ([typ]), the kinds of outcome, and how bindings become edges.
//
//   - A binding says that a reference means a definition, and by which
//     [graph.Tier] that was decided.
//   - A reference is external when it is known to mean something outside the
//     tree, unresolved when nothing decides among several candidates or none is
//     found. Neither makes an edge: no name is ever bound to a namesake.
//   - A receiver's type is exact when it was declared, typed when inferred. The
//     tier of a binding is that of the weakest step on the way to it.
package graphbuild
