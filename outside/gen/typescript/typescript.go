// Package typescript reads what TypeScript programs on Node.js find declared: the
// language's own libraries lib.*.d.ts, of the newest ECMAScript with the browser's
// DOM, and the package @types/node. Their form is that of the TypeScript handbook's
// declaration files; they are read with the grammar that reads source trees.
//
// The global scope is the namespace "". A module has its specifier for a name:
// node:fs. One that only passes on another, as fs does, has exports alone. The
// files of @types/node that are modules themselves have their path for a name, and
// only what they declare globally can be used.
//
//   - Several declarations of one interface, class or namespace are one type. A
//     class or function with a namespace of its name has the values of the namespace
//     as static members; a namespace alone has the kind Module. What a module or
//     namespace exports by another name is an [outside.Export]; the name has the
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
package typescript

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"seedgraph/outside"
	"seedgraph/outside/gen/source"
	"seedgraph/parse"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/typescript/typescript"
)

// Versions of the packages that the table has.
const (
	LibVersion  = "5.9.3"  // typescript
	NodeVersion = "26.6.6" // @types/node
)

// Declare returns what the libraries of the language and of Node.js declare, by
// module.
func Declare() ([]outside.Declared, error) {
	compiler, err := source.NPM("typescript", LibVersion)
	if err != nil {
		return nil, err
	}
	node, err := source.NPM("@types/node", NodeVersion)
	if err != nil {
		return nil, err
	}
	lib := filepath.Join(compiler, "lib")
	l := &loader{lib: lib, root: lib, prefix: "typescript", seen: map[string]bool{}}
	if err := l.load(filepath.Join(l.lib, "lib.esnext.full.d.ts")); err != nil {
		return nil, err
	}
	l.root, l.prefix = node, "@types/node"
	if err := l.load(filepath.Join(node, "index.d.ts")); err != nil {
		return nil, err
	}
	return Read(l.files)
}

// A File is a declaration file.
type File struct {
	Name string // of the module that it is, if it is one: its path without .d.ts and dots
	Text string
}

// A loader reads declaration files and what they refer to.
type loader struct {
	lib    string // the folder of lib.*.d.ts
	root   string // the folder that the names of files are relative to
	prefix string
	seen   map[string]bool
	files  []File
}

var reference = regexp.MustCompile(`(?m)^/// <reference (lib|path)="([^"]*)"`)

// load adds a file after those that it refers to, as the compiler does.
func (l *loader) load(file string) error {
	if l.seen[file] {
		return nil
	}
	l.seen[file] = true
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, m := range reference.FindAllStringSubmatch(string(data), -1) {
		other := filepath.Join(filepath.Dir(file), filepath.FromSlash(m[2]))
		if m[1] == "lib" {
			other = filepath.Join(l.lib, "lib."+m[2]+".d.ts")
		}
		if err := l.load(other); err != nil {
			return err
		}
	}
	name, err := filepath.Rel(l.root, file)
	if err != nil {
		return err
	}
	name = strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(name), ".d.ts"), ".", "-")
	name = path.Join(l.prefix, name)
	l.files = append(l.files, File{name, string(data)})
	return nil
}

var grammar = parse.LazyGrammar(func() *sitter.Language { return typescript.GetLanguage() })

// Read returns the declarations of files, in whose order declarations of one name
// are merged.
func Read(files []File) ([]outside.Declared, error) {
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
		r.file(f.Name, tree.Root())
	}
	return r.declared(), nil
}

// globalName is what mend calls the global scope inside a module.
const globalName = "__global__"

var (
	globalBlock = regexp.MustCompile(`(?m)((?:^|[;{}])[ \t]*)((?:declare )?)global(\s*\{)`)
	readonlyKey = regexp.MustCompile(`\bkeyof readonly (\w+)\[\]`)
	variance    = regexp.MustCompile(`([<,]\s*)(?:in |out |in out )(\w+\s*[,>])`)
)

// mend rewrites what the grammar does not know into what means the same to us.
func mend(text string) string {
	text = globalBlock.ReplaceAllString(text, "${1}${2}namespace "+globalName+"$3")
	text = readonlyKey.ReplaceAllString(text, "keyof ReadonlyArray<$1>")
	return variance.ReplaceAllString(text, "$1$2")
}
