// Package r reads R: scripts, the files of packages, and the chunks of documents
// that knitr and Quarto run.
//
//   - The module of a file is its path without extension. For files in the R folder of a
//     package, the resolver replaces it by the name of the package.
//   - A symbol joins nested names by '$', as R does: names may have dots. Account$pay, f$helper.
//   - An anonymous function is not a definition: its references belong to the enclosing
//     definition. It is a scope, as are the blocks passed to local, test_that and the reactives
//     of Shiny.
//   - A function defined in another one is a definition, and a [parse.LocalType] of the
//     enclosing function, whose At is where the name begins.
//   - Local variables have an entry for each value, from after the assignment to the end of the
//     function. Parameters are in scope in the whole function, default values included.
//   - The values that a function returns are the Init of its definition.
//   - pkg::f is a chain that begins with a name that ends in "::" or ":::". x$f and x@f are
//     members, and so is x[["f"]].
//   - A value of an S3 class is a [parse.StepType]: its Name is the first element of the class
//     attribute, and the Args of its type are the others. The name "value" denotes a value that
//     is only known not to be a function. "function" is an anonymous function.
//   - Setting the class attribute is a [parse.RefCreate]; its receiver is the type.
//   - A call that is dispatched by a name has that name as the receiver,
//     as a StepType: UseMethod("area"), standardGeneric, NextMethod, callNextMethod.
//   - Arguments that are plain names are among the arguments of the call (parse.CallExtra), and no
//     separate references: their meaning depends on the callee. The operands of an operator
//     are values, see [wantsValue].
//   - Names that may be columns of a data frame are left out: see masking.
//   - A class is a definition whose decorator is the function that creates it: setClass, R6Class,
//     setRefClass, new_class. So are generics (setGeneric, new_generic), methods (setMethod,
//     method) and validity functions (setValidity); the classes that a method is dispatched
//     on are the types of its parameters.
//   - The other decorators are the tags of roxygen that register something.
//   - Imports: library(x) has Path x, Whole and All; source("x.R") has Path x.R and All;
//     importFrom tags of roxygen are Global.
package r

import (
	"path"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tree_sitter_r "github.com/tree-sitter/tree-sitter-r/bindings/go"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/testpath"
)

var grammar = parse.LazyGrammar(func() *sitter.Language {
	return sitter.NewLanguage(tree_sitter_r.Language())
})

type language struct{}

// Languages returns the front end of R.
func Languages() []parse.Language { return []parse.Language{language{}} }

func (language) Name() string { return "r" }

func (language) Extensions() []string {
	return []string{".r", ".rmd", ".qmd", ".rnw", ".rprofile"}
}

// Facts reads one file.
//
// Time and memory are linear in the nodes of the syntax tree, apart from parts
// that are read again at each nesting level, which parse.MaxNesting bounds.
func (language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	code := src.Text
	if isDocument(src.Path) {
		code = chunks(src.Path, src.Text)
	}
	tree, err := p.Parse(grammar(), code)
	if err != nil {
		return nil, err
	}
	f := read(p, src, tree)
	if tree.HasError {
		return mend.Mended(p, grammar(), tree, f, func(n parse.Node) bool { return n.Is("comment", "string") },
			func(tree *parse.Tree) *parse.Facts { return read(p, src, tree) })
	}
	return f, nil
}

// read reads the tree of one file.
func read(p *parse.Parser, src parse.Source, tree *parse.Tree) *parse.Facts {
	w := newWalker(p, src, tree)
	w.file(tree.Root())
	w.f.Sort()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(w.f, siteGrammar{w.f}, src.Sites).Read(tree.Root())
	}
	return w.f
}

// mend finds the functions at the top of a file.
var mend = parse.LineMend{Head: `([\w.]+) *(?:<-|=) *function *\([^\n]*`, Close: "}"}

// A walker visits the tree of a file once, in source order.
type walker struct {
	f     *parse.Facts
	text  string
	steps []parse.Step // backing array of chains of steps
	scope *scope       // innermost enclosing function or block; nil at the top of the file
	class *class       // innermost class whose methods are read
	def   int32        // innermost definition
	code  int32        // innermost definition whose complexity is counted; -1 outside

	top    map[string]int32 // definitions at the top of the file, by name: the last one
	branch int              // number of enclosing branches in the function
	masked int              // number of enclosing data frames, whose columns names may refer to
	sink   string           // the call that the current expression is an argument of

	folded uint32 // strings that begin before it were read with a larger expression
}

func newWalker(p *parse.Parser, src parse.Source, tree *parse.Tree) *walker {
	f := &parse.Facts{Path: src.Path, Language: "r", Text: src.Text,
		Module: strings.TrimSuffix(src.Path, path.Ext(src.Path)), HasError: tree.HasError,
		Test: testpath.Is("r", src.Path)}
	if tree.HasError {
		f.ErrorBytes = tree.ErrorBytes()
	}
	whole := parse.Range{End: uint32(len(src.Text))}
	p.Room(f)
	f.Definitions = append(f.Definitions, parse.Definition{
		Kind: graph.KindFile, Name: path.Base(src.Path), Symbol: "<module>", Parent: -1,
		Range: whole, Body: whole,
	})
	return &walker{f: f, text: src.Text, code: -1, top: map[string]int32{}}
}

// file reads the top of the file.
func (w *walker) file(root parse.Node) {
	w.roxygenImports(root)
	file := &w.f.Definitions[0]
	if doc := w.headDoc(root); doc != "" {
		file.Doc = doc
	}
	w.statements(root)
	w.f.Definitions[0].Breaks = w.breaks(root)
}
