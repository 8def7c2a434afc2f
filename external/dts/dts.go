// Package dts reads declaration files of TypeScript, in the form of the TypeScript
// handbook, with the grammar that reads source trees.
//
// The global scope is the namespace "". The name of a module is its specifier:
// node:fs. One that only re-exports another, as fs does, has only exports. A file
// that is itself a module has the name in [File].
//
//   - Several declarations of one interface, class or namespace are one type. A
//     class or function merged with a namespace has the values of the namespace
//     as static members; a plain namespace has the kind Module. An export of a module
//     or namespace by another name is an [external.Export]; the name is prefixed by
//     the namespaces: test.describe. "=" is the target of `export =`, "*" all exports
//     of another module.
//   - Overloads have the order in which the compiler tries them: those of a later
//     declaration first, those with literal types before others.
//   - `declare const` is a Value that is ReadOnly; fields of the same name as one
//     before them are omitted, as are private members.
//   - A rest parameter has its declared type: the array. T[] is an Array,
//     readonly T[] the type ReadonlyArray.
//   - null, undefined, any, unknown, never, object, void and the primitives are
//     Named. An undeclared name is Named as written.
//   - Of Computed types, "keyof", "[]" (an indexed access), "template" and "?" (an
//     optional element of a tuple) have their operands as Args; "typeof" has the
//     full name of a value; "?:" the tested type, its constraint, and both results;
//     "infer" a type variable and perhaps its bound; "is" and "asserts" the name of
//     the parameter as a Literal and the type, if any; "mapped" the type
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
	Name string // the name of the module, if the file is one
	Text string

	// Resolve returns the name of the module that an import path of the file refers
	// to; nil if it is the path itself.
	Resolve func(path string) string
}

var grammar = parse.LazyGrammar(func() *sitter.Language { return typescript.GetLanguage() })

// Read returns the declarations of files. Declarations with one name are merged in
// the order of files. Syntax that the grammar does not support is an error.
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

// ErrNoModule is returned for a file that is not a module.
var ErrNoModule = errors.New("declares no module")

// Module returns the declarations of one module, the first of files. The others are
// files that it references: they may add to it. Syntax that the grammar does not
// support is skipped. A file without imports and exports is the module that it
// declares by the name ambient.
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
	globalName  = "__global__"  // the substitute of mend for the global scope inside a module
	defaultName = "__default__" // and for a default export without a name
)

var (
	globalBlock = regexp.MustCompile(`(?m)((?:^|[;{}])[ \t]*)((?:declare )?)global(\s*\{)`)
	readonlyKey = regexp.MustCompile(`\bkeyof readonly (\w+)\[\]`)
	nameless    = regexp.MustCompile(`(?m)^(export default (?:async )?(?:function|(?:abstract )?class))(\s*[({<]|\s+extends\b)`)
	variance    = regexp.MustCompile(`([<,]\s*)(?:in |out |in out )(\w+\s*[,>])`)
)

// mend replaces syntax that the grammar does not support by an equivalent.
func mend(text string) string {
	text = globalBlock.ReplaceAllString(text, "${1}${2}namespace "+globalName+"$3")
	text = readonlyKey.ReplaceAllString(text, "keyof ReadonlyArray<$1>")
	text = nameless.ReplaceAllString(text, "$1 "+defaultName+"$2")
	return variance.ReplaceAllString(text, "$1$2")
}
