// Package python reads what Python's standard library declares: the stubs of
// typeshed, as the npm package pyright has them. Their form is that of PEP 484 and
// of the typing documentation's page "Writing and Maintaining Stub Files".
//
// Of declarations under a condition those for [Version] on Linux are taken; a module
// that was removed earlier is read for its last release.
//
//   - A class is a Class, a Protocol or an Enum; Generic and Protocol are not among
//     its Bases, and object is left out. Its type parameters are those of Generic
//     or Protocol, else the type variables of its bases by first appearance; of a
//     function they are those that are not of a class around it.
//   - self and cls are not among the parameters, unless a type is written for them:
//     then they have the mode This.
//   - Properties have the kind Property; an attribute that is a ClassVar is Static;
//     the values of an Enum are Constants of its type. Functions with a decorator
//     that is contextlib.contextmanager return what it makes of them. Other
//     decorators change nothing. The result of an async function is what awaiting
//     it gives.
//   - The names of the typing module's generic aliases are those of what they stand
//     for: builtins.list for List. None is Named "None", Any "typing.Any". A tuple of
//     fixed length is a Tuple, one of any length builtins.tuple. Callable is a Func;
//     one with any parameters has *args and **kwargs of type Any, one with those of
//     a ParamSpec P, and a function with *args: P.args, has parameters of type P.
//     TypeGuard and TypeIs are Computed "is" with the type. LiteralString is str.
//   - A type alias is an Alias. A name that stands for another definition, or is
//     imported to be passed on, is an [outside.Export], "*" all names of a module. One
//     inside a class has the class before it.
package python

import (
	"bufio"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"seedgraph/outside"
	"seedgraph/outside/gen/source"
	"seedgraph/parse"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/python"
)

// PyrightVersion is that of the npm package with the stubs.
const PyrightVersion = "1.1.414"

// Version is the minor version of Python 3 that the table has.
const Version = 14

// Declare returns what the standard library declares, by module.
func Declare() ([]outside.Declared, error) {
	pyright, err := source.NPM("pyright", PyrightVersion)
	if err != nil {
		return nil, err
	}
	files, err := load(filepath.Join(pyright, "dist", "typeshed-fallback", "stdlib"))
	if err != nil {
		return nil, err
	}
	return Read(files)
}

// A File is a stub.
type File struct {
	Module  string
	Package bool // it is the __init__ of a package
	Minor   int  // the minor version of Python that it is read for
	Text    string
}

// load reads the stubs below dir, sorted by module.
func load(dir string) ([]File, error) {
	last, err := lastVersions(filepath.Join(dir, "VERSIONS"))
	if err != nil {
		return nil, err
	}
	var out []File
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pyi" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(rel), ".pyi"), "/", ".")
		name, isPackage := strings.CutSuffix(name, ".__init__")
		out = append(out, File{name, isPackage, versionOf(last, name), string(text)})
		return nil
	})
	slices.SortFunc(out, func(a, b File) int { return cmp.Compare(a.Module, b.Module) })
	return out, err
}

// lastVersions reads the file VERSIONS: a module, a colon, and a range of versions a
// line. It returns the last minor version of modules that were removed.
func lastVersions(file string) (map[string]int, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]int{}
	in := bufio.NewScanner(f)
	for in.Scan() {
		line, _, _ := strings.Cut(in.Text(), "#")
		module, versions, ok := strings.Cut(line, ":")
		_, last, _ := strings.Cut(strings.TrimSpace(versions), "-3.")
		if !ok || last == "" {
			continue
		}
		minor, err := strconv.Atoi(last)
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", file, in.Text(), err)
		}
		out[strings.TrimSpace(module)] = minor
	}
	return out, in.Err()
}

// versionOf returns the minor version that a module is read for: a module has the
// range of its package if it has none of its own.
func versionOf(last map[string]int, module string) int {
	for name := module; name != ""; {
		if v, ok := last[name]; ok {
			return min(v, Version)
		}
		name = name[:max(0, strings.LastIndexByte(name, '.'))]
	}
	return Version
}

var grammar = parse.LazyGrammar(func() *sitter.Language { return python.GetLanguage() })

// Read returns the declarations of stubs, sorted by module.
func Read(files []File) ([]outside.Declared, error) {
	r := &reader{modules: map[string]*scope{}, parser: parse.NewParser()}
	defer r.parser.Close()
	for _, f := range files {
		p := parse.NewParser() // the nodes of a tree live as long as its parser
		defer p.Close()
		tree, err := p.Parse(grammar(), f.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Module, err)
		}
		if n := tree.ErrorBytes(); n > 0 {
			return nil, fmt.Errorf("%s: %d bytes that the grammar does not know", f.Module, n)
		}
		r.module(f, tree.Root())
	}
	return r.declared(), nil
}
