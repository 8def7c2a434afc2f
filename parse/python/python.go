// Package python reads Python files and stubs.
//
//   - The module of a file is its path without extension: pkg/__init__ for a
//     package. The resolver maps dotted names to such paths.
//   - The first parameter of a method, whatever its name, is a parameter among
//     the locals, set to StepThis; a chain of steps that begins with it begins
//     with StepThis instead, also in functions nested in the method. It is not
//     among the parameters of the definition. In a class method, in __new__
//     and the like it refers to the class, not to an object of it.
//   - Names in the decorators, the default values, the annotations and the bases of
//     a definition are looked up in the enclosing scope: such references
//     belong to it, but are outside its Body.
//   - Assignments in a module or class body define variables and fields; an
//     assignment to self.x defines a field of the class, at its first place.
//     References in the latter belong to the method, which runs them.
//     Names bound by loops, with, except and match are locals everywhere.
//   - A local of a function has the whole body as its scope, and one entry for each
//     possible value of its first assignment. If a name is bound more than
//     once, by assignments, definitions, imports, tests of its type, a Flow records
//     which of its bindings are live where.
//   - Assignments and tests of x.y are a Flow of that name; this.y if x is the
//     first parameter of the method.
//   - A value is left out if it is None, and opaque if it is unknown:
//     an entry without values is None.
//   - An expression of several alternatives, `a or b`, is a StepAlternatives. Displays and
//     comprehensions are a StepArray with the name of their type, or, of
//     dictionaries, a StepObject with the values.
//   - Arguments of a call are a group, 0 if all of them are unknown.
package python

import (
	"path"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/python"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/outline"
	"seedgraph/source/sqltext"
	"seedgraph/source/testpath"
)

// grammar treats unexpected line ends as white space; Python does not.
var grammar = sync.OnceValue(func() *parse.Grammar {
	g := parse.NewGrammar(python.GetLanguage())
	g.Broken, g.Adapt = outline.IncompleteLine, adapt
	return g
})

type language struct{}

// Languages returns the front ends of Python and of notebooks.
func Languages() []parse.Language { return []parse.Language{language{}, notebook{}} }

func (language) Name() string { return "python" }

func (language) Extensions() []string { return []string{".py", ".pyi", ".pyw", ".wsgi", ".bzl"} }

// Facts reads one file.
//
// Time and memory are linear in the nodes of the syntax tree, apart from parts
// that are read again at each nesting level, which parse.MaxNesting bounds. For a
// name that is bound often in branches, time also grows with the product of its
// branches and its bindings, at most maxBindings of which are distinguished.
func (language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	tree, err := p.Parse(grammar(), src.Text)
	if err != nil {
		return nil, err
	}
	return factsOf(p, src, tree), nil
}

// factsOf reads the tree of a file.
func factsOf(p *parse.Parser, src parse.Source, tree *parse.Tree) *parse.Facts {
	w := newWalker(p, src, tree)
	w.module(tree.Root())
	w.finish()
	w.f.DataFlow = tree.DataFlow()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(w.f, siteGrammar{w.f}, src.Sites).Read(tree.Root())
	}
	return w.f
}

// A walker visits the tree of a file once, in source order.
type walker struct {
	f     *parse.Facts
	text  string
	steps []parse.Step // backing array of chains of steps
	scope *scope       // innermost
	def   int32        // innermost definition
	// innermost definition with a body of its own, whose complexity is counted; -1
	// outside
	code   int32
	names  []pendingName
	folded uint32 // strings that begin before it were handled as part of a larger expression
	sink   string // the call that the current expression is an argument of
	typing bool   // inside `if TYPE_CHECKING:`
	// 1 + the position of the next argument, if it is a lambda; 0 otherwise
	lambdaArg int
	waiting   []lambdaArg // of the current call

	growing parse.AppendedStrings
	isTest  bool // a test file
	all     map[string]bool
}

// A lambdaArg is a lambda argument of a call, which determines its parameter
// types.
type lambdaArg struct {
	arg          int
	first, count int // its parameters among the locals
}

// A pendingName is a reference by a plain name. Whether the name is a local is
// known only after the whole file was read.
type pendingName struct {
	ref   int
	scope *scope
}

func newWalker(p *parse.Parser, src parse.Source, tree *parse.Tree) *walker {
	module := strings.TrimSuffix(src.Path, path.Ext(src.Path))
	f := &parse.Facts{Path: src.Path, Language: "python", Text: src.Text, Module: module,
		HasError: tree.HasError}
	if tree.HasError {
		f.ErrorBytes = tree.ErrorBytes()
	}
	f.Test = testpath.Is("python", src.Path)
	whole := parse.Range{End: uint32(len(src.Text))}
	p.Room(f)
	f.Definitions = append(f.Definitions, parse.Definition{
		Kind: graph.KindFile, Name: path.Base(src.Path), Symbol: "<module>", Parent: -1,
		Range: whole, Body: whole,
	})
	w := &walker{f: f, text: src.Text, isTest: testpath.IsName("python", src.Path), code: -1,
		growing: texts.AppendedStrings(isText)}
	w.growing.List = listed
	return w
}

// module reads the file.
func (w *walker) module(root parse.Node) {
	w.scope = &scope{kind: moduleScope, body: w.f.Definitions[0].Body}
	file := &w.f.Definitions[0]
	file.Doc = docstring(root)
	w.block(root, 0)
	w.f.Definitions[0].Breaks = w.breaks(root)
	w.flows(w.scope)
}

// finish drops plain names that turned out to be locals and sorts all facts as
// Facts promises.
func (w *walker) finish() {
	f := w.f
	kept := f.References[:0]
	names := w.names // by ref
	for i, r := range f.References {
		if len(names) > 0 && names[0].ref == i {
			s := names[0].scope
			if names = names[1:]; s.isLocal(r.Name) {
				continue
			}
		}
		kept = append(kept, r)
	}
	f.References = kept
	w.growing.Keep(f, sqltext.Is)
	f.Sort()
	w.export()
}

// export determines the names exported to `from module import *`, once __all__ is
// known.
func (w *walker) export() {
	f := w.f
	for i := 1; i < len(f.Definitions); i++ {
		d := &f.Definitions[i]
		parent := &f.Definitions[d.Parent]
		switch {
		case d.Parent == 0 && w.all != nil:
			d.Exported = w.all[d.Name]
		case d.Parent == 0:
			d.Exported = isPublic(d.Name)
		default:
			d.Exported = parent.Exported && parent.Kind.IsType() && isPublic(d.Name)
		}
	}
	for i := range f.Imports {
		m := &f.Imports[i]
		if m.Def == 0 && m.Alias != "" && w.all != nil {
			m.Export = w.all[m.Alias]
		}
	}
}

// isPublic reports whether a name is public by its form: a leading underscore
// hides it, except for the special names of the language.
func isPublic(name string) bool {
	return !strings.HasPrefix(name, "_") ||
		strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") && len(name) > 4
}
