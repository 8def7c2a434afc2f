// Package pyi reads what modules of Python declare: stubs, and sources with annotations.
// Their form is that of PEP 484 and of the typing documentation's pages "Writing and
// Maintaining Stub Files" and "Distributing type information".
//
//   - A class is a Class, a Protocol or an Enum; Generic and Protocol are not among
//     its Bases, and object is left out. Its type parameters are those of Generic
//     or Protocol, else the type variables of its bases by first appearance; of a
//     function they are those that are not of a class around it.
//   - self and cls are not among the parameters, unless a type is written for them:
//     then they have the mode This.
//   - Properties have the kind Property; an attribute that is a ClassVar is Static;
//     the values of an Enum are Constants of its type. Functions with a decorator
//     that is contextlib.contextmanager return what it makes of them. The result of
//     an async function has the type of its awaited result.
//   - The names of the typing module's generic aliases are those of what they stand
//     for: builtins.list for List. None is Named "None", Any "typing.Any". A tuple of
//     fixed length is a Tuple, one of any length builtins.tuple. Callable is a Func;
//     one with any parameters has *args and **kwargs of type Any, one with those of
//     a ParamSpec P, and a function with *args: P.args, has parameters of type P.
//     TypeGuard and TypeIs are Computed "is" with the type. LiteralString is str.
//   - A type alias is an Alias. A name that stands for another definition, or is
//     imported to be passed on, is an [external.Export], "*" all names of a module. One
//     inside a class has the class before it.
package pyi

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"seedgraph/external"
	"seedgraph/parse"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/python"
)

// A File is a module.
type File struct {
	Module  string
	Package bool // it is the __init__ of a package
	Minor   int  // the minor version of Python 3 that it is read for

	// Source says that it is no stub. Of a source what is written is taken: a variable
	// without an annotation has no type, since other code may assign to it; a name that is
	// bound twice is unknown; a class may have more members than are declared. What a source
	// imports is a name of it that others may import, as at run time.
	Source bool
	Text   string
}

// ErrSyntax is returned for a module that the grammar does not know.
var ErrSyntax = errors.New("syntax error")

var grammar = parse.LazyGrammar(func() *sitter.Language { return python.GetLanguage() })

// A Reader reads modules and keeps them, since a name of one may be of another.
type Reader struct {
	// load returns a module that is asked for; nil if Read was given all there are.
	load    func(module string) (File, bool)
	fail    func(module string, err error)
	modules map[string]*scope // nil for one that is not there
	order   []*scope
	parser  *parse.Parser   // of types in strings
	parsers []*parse.Parser // of the modules, whose trees are in use
	seen    []*binding      // the type variables that were named
}

// Read returns the declarations of stubs, sorted by module. Decorators that it does not know
// change nothing.
func Read(files []File) ([]external.Declared, error) {
	r := &Reader{modules: map[string]*scope{}, parser: parse.NewParser()}
	defer r.Close()
	for _, f := range files {
		if err := r.add(f); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Module, err)
		}
	}
	var out []external.Declared
	for _, m := range r.order {
		out = append(out, r.declared(m))
	}
	slices.SortFunc(out, func(a, b external.Declared) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// NewReader returns a reader that loads modules when one of them is asked for, or names
// another: those of the standard library need not be among them. What cannot be parsed is
// handed to fail and taken for unknown. What an unknown decorator makes of a function is
// unknown.
func NewReader(
	load func(module string) (File, bool), fail func(module string, err error),
) *Reader {
	return &Reader{load: load, fail: fail, modules: map[string]*scope{},
		parser: parse.NewParser()}
}

// Declare returns what a module declares, nil if it is unknown. It is not safe for
// concurrent use.
func (r *Reader) Declare(module string) *external.Declared {
	m := r.find(module)
	if m == nil {
		return nil
	}
	d := r.declared(m)
	return &d
}

// Close frees what was parsed. Declarations stay valid.
func (r *Reader) Close() {
	for _, p := range r.parsers {
		p.Close()
	}
	r.parser.Close()
}

// find returns a module, nil if no module has the name.
func (r *Reader) find(module string) *scope {
	if s, ok := r.modules[module]; ok || r.load == nil {
		return s
	}
	r.modules[module] = nil
	if f, ok := r.load(module); ok {
		if err := r.add(f); err != nil {
			r.fail(module, err)
		}
	}
	return r.modules[module]
}

// has reports whether there is a module.
func (r *Reader) has(module string) bool { return r.find(module) != nil }

// add parses a module and notes what it binds.
func (r *Reader) add(f File) error {
	p := parse.NewParser() // the nodes of a tree live as long as its parser
	r.parsers = append(r.parsers, p)
	tree, err := p.Parse(grammar(), f.Text)
	if err != nil {
		return err
	}
	if n := tree.ErrorBytes(); n > 0 {
		return fmt.Errorf("%w: %d bytes", ErrSyntax, n)
	}
	r.module(f, tree.Root())
	return nil
}
