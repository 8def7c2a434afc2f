// Package typescript reads TypeScript, TSX and JavaScript. One extractor serves
// all three: JavaScript is read with the TSX grammar, which understands it as well
// as its own grammar does and names its nodes like TypeScript's.
//
// Conventions for the facts of these languages:
//
//   - The module of a file is its path without extension; [parse.Facts.Module].
//   - Overload signatures and their implementation are one definition with
//     [parse.Rare.Overloads], and an adjacent getter and setter are one,
//     too: one name, one node.
//   - A constructor has the symbol Order.constructor. A parameter property
//     (constructor(private repo: Repo)) is a field of the class.
//   - An interface and a constant of the same name are two definitions of one symbol.
//   - Functions in an object literal are definitions if the literal belongs
//     to a module-level definition: resolvers.Query.user, default.data.
//   - A variable of a function is a Local, even if it holds a function; references
//     in such a function belong to the enclosing definition. The same is true
//     of callbacks.
//   - References in the type and the initializer of a field or property belong
//     to the type that declares it; those in a function in it, to the function.
//   - A creation by an expression, new (x as T)(), is a reference with the name
//     "new" on that expression; one by new this() has the name "this", by super()
//     the name "super". A function's parameter `this` is a Local; the default of a
//     type parameter is its Init.
//   - Declarations in `declare global` have the module [GlobalModule].
//   - An export list without source is an [parse.Import] with Export and no
//     Path: Name is the name here, Alias the one outside. The alias of
//     `export =` and `module.exports =` is [ExportEquals].
//   - Variables destructured from x are typed by the chain x.name.
//   - The chain of import('./m') begins with the alias of an import. A [parse.StepCall] has its written type arguments in Type.Args; one
//     without a name calls the preceding value.
//   - Arguments, operands, results and members are [parse.Facts.Groups]. The type
//     expected of an expression is the chain of its context: a parameter of a
//     callback without a type has as Init the call, [parse.StepExpected] and
//     [parse.StepFuncParam]; so do the functions of an object literal.
//   - Conditions and assignments that may narrow the type of a name are
//     [parse.Facts.Guards]. Each call with a name as argument is recorded as one:
//     only its declaration determines whether the function is a type guard.
//   - A function that does not inherit `this` has a Local of this name,
//     without a type unless one is written or expected.
//   - The last argument of a function type or constructor type is the result; an
//     optional parameter is a FormOptional.
package typescript

import (
	"strings"
	"sync"

	"seedgraph/parse"
	"seedgraph/parse/component"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	ts "github.com/smacker/go-tree-sitter/typescript/typescript"
)

// ExportEquals is the alias of the whole export of a file: export = x and
// module.exports = x.
const ExportEquals = "="

// GlobalModule is the module of what `declare global` declares.
const GlobalModule = "global"

type language struct {
	name       string
	extensions []string
	grammar    func() *parse.Grammar
}

var (
	tsGrammar  = adapting(ts.GetLanguage)
	tsxGrammar = adapting(tsx.GetLanguage)
)

// adapting returns a function that returns a grammar for adapted texts.
func adapting(get func() *sitter.Language) func() *parse.Grammar {
	return sync.OnceValue(func() *parse.Grammar {
		g := parse.NewGrammar(get())
		g.Adapt = adapt
		return g
	})
}

// Languages returns the front ends of this package.
func Languages() []parse.Language {
	return []parse.Language{
		&language{"typescript", []string{".ts", ".mts", ".cts"}, tsGrammar},
		&language{"tsx", []string{".tsx"}, tsxGrammar},
		&language{"javascript", []string{".js", ".jsx", ".mjs", ".cjs", ".es6"}, tsxGrammar},
		&components{"vue", ".vue", component.Vue},
		&components{"svelte", ".svelte", component.Svelte},
		angular{},
	}
}

// Name implements [parse.Language].
func (l *language) Name() string { return l.name }

// Extensions implements [parse.Language].
func (l *language) Extensions() []string { return l.extensions }

// Facts implements [parse.Language].
//
// Time and memory are linear in the nodes of the syntax tree, apart from parts
// that are read again at each nesting level, which parse.MaxNesting bounds.
func (l *language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	tree, err := p.Parse(l.grammar(), src.Text)
	if err != nil {
		return nil, err
	}
	e := newExtractor(p, l.name, src, tree)
	e.file(tree.Root())
	e.f.DataFlow = tree.DataFlow()
	if len(e.inline) == 0 {
		e.finish()
	} else {
		e.f.Sort()
	}
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(e.f, siteGrammar{e.f}, src.Sites).Read(tree.Root())
	}
	if len(e.inline) > 0 {
		if err := e.inlineTemplates(p); err != nil {
			return nil, err
		}
		e.finish()
	}
	return e.f, nil
}

// modulePath returns the module of a file: its path without the extension.
func modulePath(path string) string {
	dot := strings.LastIndexByte(path, '.')
	if dot <= strings.LastIndexByte(path, '/') {
		return path
	}
	return path[:dot]
}
