// Package eval is the symbolic evaluator over the sites of a resolved tree: it computes the
// possible values of expressions (strings with holes, lists, objects, function literals, external
// values) by constant propagation through locals, fields, parameters of call sites, return
// values and loops.
//
// A [Tree] indexes the sites of a [resolve.Resolution]. A [Expr] is an expression in its file and
// environment; [Tree.Reduce] evaluates one, [Tree.Text] folds one to a string, and [Callers]
// enumerates the call frames in which an expression runs. The package knows no framework. All
// searches are bounded in depth and steps, so time grows linearly with the sites of the tree.
package eval
