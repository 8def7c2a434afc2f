// Package r reads R: scripts, the files of packages, and the chunks of documents that knitr and
// Quarto run.
//
//   - The module of a file is its path without extension. The resolver puts the name of the
//     package in its place for files in the R folder of a package.
//   - A symbol joins nested names by '$', as R does: names may have dots. Account$pay, f$helper.
//   - A function without a name is no definition: what it does belongs to the definition around
//     it. It is a scope, as are the blocks that local, test_that and the reactives of Shiny are
//     given.
//   - A function that is defined in another one is a definition, and a [parse.LocalType] of the
//     function around, whose At is where the name begins.
//   - Local variables have an entry for each value, from behind the assignment to the end of the
//     function. Parameters hold in the whole function, default values included.
//   - The values that a function returns are the Init of its definition.
//   - pkg::f is a chain that begins with a name that ends in "::" or ":::". x$f and x@f are
//     members, and so is x[["f"]].
//   - A value of an S3 class is a [parse.StepType]: its Name is the first element of the class
//     attribute, and the Args of its type are the others. The name "value" is that of a value of
//     which only this much is known: it is no function. "function" is a function without a name.
//   - Where the class attribute is set, a [parse.RefCreate] says so; its receiver is the type.
//   - A call that the language makes up its mind about by a name has that name as the receiver,
//     as a StepType: UseMethod("area"), standardGeneric, NextMethod, callNextMethod.
//   - Arguments that are plain names are among the arguments of the call (parse.CallExtra), and no
//     references of their own: what is called decides what they mean. What an operator is
//     applied to is wanted as a value, see [wantsValue].
//   - Names that a data frame may have as columns are left out: see masks.go.
//   - A class is a definition whose decorator is the function that makes it: setClass, R6Class,
//     setRefClass, new_class. So are generics (setGeneric, new_generic), methods (setMethod,
//     method) and validity functions (setValidity); the classes that a method is for are the
//     types of its parameters.
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
)

var grammar = parse.LazyGrammar(func() *sitter.Language {
	return sitter.NewLanguage(tree_sitter_r.Language())
})

type language struct{}

// Languages lists the one language of the package.
func Languages() []parse.Language { return []parse.Language{language{}} }

func (language) Name() string { return "r" }

func (language) Extensions() []string {
	return []string{".r", ".rmd", ".qmd", ".rnw", ".rprofile"}
}

// Facts reads one file.
//
// Time and memory grow with the nodes of the syntax tree. What is read again at each level
// of nesting is bounded by parse.MaxNesting.
func (language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	code := src.Text
	if isDocument(src.Path) {
		code = chunks(src.Path, src.Text)
	}
	tree, err := p.Parse(grammar(), code)
	if err != nil {
		return nil, err
	}
	w := newWalker(p, src, tree)
	w.file(tree.Root())
	w.f.Sort()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(w.f, siteGrammar{w.f}, src.Sites).Read(tree.Root())
	}
	return w.f, nil
}

// A walker goes over the tree of a file once, in source order.
type walker struct {
	f     *parse.Facts
	text  string
	steps []parse.Step // where chains of steps are cut from
	scope *scope       // innermost function or block around; nil at the top of the file
	class *class       // innermost class whose methods are read
	def   int32        // innermost definition
	code  int32        // innermost definition that complexity is counted for; -1 outside

	top    map[string]int32 // definitions at the top of the file, by name: the last one
	branch int              // branches around, up to the function
	masked int              // data frames around, whose columns names may mean
	sink   string           // the call that the expression under way is an argument of

	folded uint32 // strings that begin before it were read with a larger expression
}

func newWalker(p *parse.Parser, src parse.Source, tree *parse.Tree) *walker {
	f := &parse.Facts{Path: src.Path, Language: "r", Text: src.Text,
		Module: strings.TrimSuffix(src.Path, path.Ext(src.Path)), HasError: tree.HasError,
		Test: isTestPath(src.Path)}
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

// isTestPath reports whether a path is that of test code: tests of a package are in one folder.
func isTestPath(p string) bool {
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "tests", "testthat", "tinytest":
			return true
		}
	}
	return false
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
