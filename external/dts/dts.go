// Package dts reads declaration files of TypeScript, in the form of the TypeScript
// handbook, with the grammar that reads source trees.
//
// The global scope is the namespace "". A module has its specifier for a name:
// node:fs. One that only passes on another, as fs does, has exports alone. A file that
// is a module itself has the name that it is given.
//
//   - Several declarations of one interface, class or namespace are one type. A
//     class or function with a namespace of its name has the values of the namespace
//     as static members; a namespace alone has the kind Module. What a module or
//     namespace exports by another name is an [external.Export]; the name has the
//     namespaces before it: test.describe. "=" is what `export =` exports, "*" all
//     of another module.
//   - Overloads have the order in which the compiler tries them: those of a later
//     declaration first, those with literal types before others.
//   - `declare const` is a Value that is ReadOnly; fields of the same name as one
//     before them are left out, private members too.
//   - A rest parameter has the type that is written: the array. T[] is an Array,
//     readonly T[] the type ReadonlyArray.
//   - null, undefined, any, unknown, never, object, void and the primitives are
//     Named. A name that no file declares is Named as it is written.
//   - Of Computed types, "keyof", "[]" (an indexed access), "template" and "?" (an
//     optional element of a tuple) have their operands as Args; "typeof" has the
//     full name of a value; "?:" the type, what it must extend, and both results;
//     "infer" a type variable and perhaps its bound; "is" and "asserts" the name of
//     the parameter as a Literal and the type, if there is one; "mapped" the type
//     variable, its constraint, the type of the members, and perhaps their names;
//     "mapped?" and "mapped-" make members optional or required.
package dts

import (
	"errors"
	"fmt"
	"regexp"

	"seedgraph/external"
	"seedgraph/parse"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/typescript/typescript"
)

// A File is a declaration file.
type File struct {
	Name string // of the module that it is, if it is one
	Text string

	// Resolve returns the name of the module that an import path of the file means; nil if
	// it is the path itself.
	Resolve func(path string) string
}

var grammar = parse.LazyGrammar(func() *sitter.Language { return typescript.GetLanguage() })

// Read returns the declarations of files, in whose order declarations of one name
// are merged. What the grammar does not know is an error.
func Read(files []File) ([]external.Declared, error) {
	r := newReader()
	for _, f := range files {
		p := parse.NewParser() // the nodes of a tree live as long as its parser
		defer p.Close()
		tree, err := p.Parse(grammar(), mend(f.Text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if n := tree.ErrorBytes(); n > 0 {
			return nil, fmt.Errorf("%s: %d bytes that the grammar does not know", f.Name, n)
		}
		r.file(f, tree.Root())
	}
	return r.declared(), nil
}

// ErrNoModule is returned for a file that is no module.
var ErrNoModule = errors.New("declares no module")

// Module returns what one module declares, that of the first of files. The others are
// those that it refers to: they may add to it. What the grammar does not know is left out.
// A file without imports and exports is the module that it declares by the name
// ambient.
func Module(ambient string, files ...File) (*external.Declared, error) {
	r := newReader()
	r.ambient, r.as = ambient, files[0].Name
	for _, f := range files {
		p := parse.NewParser()
		defer p.Close()
		tree, err := p.Parse(grammar(), mend(f.Text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		r.file(f, tree.Root())
	}
	if r.modules[r.as] == nil {
		return nil, fmt.Errorf("%s %w", r.as, ErrNoModule)
	}
	all := r.declared()
	for i := range all {
		if all[i].Name == r.as {
			return &all[i], nil
		}
	}
	return nil, fmt.Errorf("%s %w", r.as, ErrNoModule)
}

const (
	globalName  = "__global__"  // what mend calls the global scope inside a module
	defaultName = "__default__" // and a default export without a name
)

var (
	globalBlock = regexp.MustCompile(`(?m)((?:^|[;{}])[ \t]*)((?:declare )?)global(\s*\{)`)
	readonlyKey = regexp.MustCompile(`\bkeyof readonly (\w+)\[\]`)
	nameless    = regexp.MustCompile(`(?m)^(export default (?:async )?(?:function|(?:abstract )?class))(\s*[({<]|\s+extends\b)`)
	variance    = regexp.MustCompile(`([<,]\s*)(?:in |out |in out )(\w+\s*[,>])`)
)

// mend rewrites what the grammar does not know into what means the same to us.
func mend(text string) string {
	text = globalBlock.ReplaceAllString(text, "${1}${2}namespace "+globalName+"$3")
	text = readonlyKey.ReplaceAllString(text, "keyof ReadonlyArray<$1>")
	text = nameless.ReplaceAllString(text, "$1 "+defaultName+"$2")
	return variance.ReplaceAllString(text, "$1$2")
}
