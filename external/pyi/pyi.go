// Package pyi reads the declarations of Python modules: stubs, and sources with
// annotations. Their format is specified in PEP 484 and the typing documentation's
// pages "Writing and Maintaining Stub Files" and "Distributing type information".
//
//   - A class is a Class, a Protocol or an Enum; Generic and Protocol are not among
//     its Bases, and object is omitted. Its type parameters are those of Generic
//     or Protocol, else the type variables of its bases by first appearance; those of a
//     function are those that do not belong to an enclosing class.
//   - self and cls are not among the parameters, unless they are annotated:
//     then they have the mode This.
//   - Properties have the kind Property; an attribute that is a ClassVar is Static;
//     the values of an Enum are Constants of its type. Functions with the decorator
//     contextlib.contextmanager return a context manager. The result of
//     an async function has the type of its awaited result.
//   - The names of the typing module's generic aliases are replaced by those of their
//     targets: builtins.list for List. None is Named "None", Any "typing.Any". A tuple of
//     fixed length is a Tuple, one of any length builtins.tuple. Callable is a Func;
//     one with any parameters has *args and **kwargs of type Any, one with those of
//     a ParamSpec P, and a function with *args: P.args, has parameters of type P.
//     TypeGuard and TypeIs are Computed "is" with the type. LiteralString is str.
//   - A type alias is an Alias. A name that is an alias of another definition, or is
//     re-exported, is an [external.Export], "*" all names of a module. One
//     inside a class is prefixed by the class.
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
	Minor   int  // the minor version of Python 3 for which it is read

	// Source specifies that the module is not a stub. For a source, only annotations
	// are used: a variable without one has no type, since other code may assign to
	// it; a name that is bound twice is unknown; a class may have more members than
	// are declared. An import is a name of the source that others may import, as at
	// run time.
	Source bool
	Text   string
}

// ErrSyntax is returned for a module that cannot be parsed.
var ErrSyntax = errors.New("syntax error")

var grammar = parse.LazyGrammar(func() *sitter.Language { return python.GetLanguage() })

// A Reader reads modules and keeps them, since modules refer to each other.
type Reader struct {
	// load returns a requested module; nil if Read was given all modules.
	load    func(module string) (File, bool)
	fail    func(module string, err error)
	modules map[string]*scope // nil for a missing one
	order   []*scope
	parser  *parse.Parser   // of types in strings
	parsers []*parse.Parser // of the modules, whose trees are in use
	seen    []*binding      // the type variables that were named
}

// Read returns the declarations of stubs, sorted by module. Unknown decorators are
// ignored.
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

// NewReader returns a reader that loads a module when it is requested or another
// module refers to it; those of the standard library may be missing. Modules that
// cannot be parsed are passed to fail and treated as unknown. A function with an
// unknown decorator is unknown.
func NewReader(
	load func(module string) (File, bool), fail func(module string, err error),
) *Reader {
	return &Reader{load: load, fail: fail, modules: map[string]*scope{},
		parser: parse.NewParser()}
}

// Declare returns the declarations of a module, or nil if it is unknown. It is not
// safe for concurrent use.
func (r *Reader) Declare(module string) *external.Declared {
	m := r.find(module)
	if m == nil {
		return nil
	}
	d := r.declared(m)
	return &d
}

// Close frees the syntax trees. Declarations stay valid.
func (r *Reader) Close() {
	for _, p := range r.parsers {
		p.Close()
	}
	r.parser.Close()
}

// find returns a module by name, or nil.
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

// has reports whether a module exists.
func (r *Reader) has(module string) bool { return r.find(module) != nil }

// add parses a module and records its bindings.
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
