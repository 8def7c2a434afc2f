// Package golang is the front end of Go.
//
//   - The module of a file is its folder, "." at the root; the module of an external
//     test package (package p_test) is the folder with "_test" appended. The
//     name in the package clause is the signature of the file's definition:
//     "package http".
//   - The symbol of a method is Type.Method; it is in the file, and its
//     Receiver names the type. The type parameters that a receiver lists are
//     locals of the method and the arguments of its Receiver.
//   - An embedded type is a base and a field of its name. A defined type that
//     is neither struct, interface nor function has the kind of an alias and
//     the underlying type as its Type; a true alias has " = " in its signature.
//     An element of an interface that is a union is a base of that form.
//   - The name of a pointer type begins with "*". A function type has
//     two arguments: a tuple of its parameters and its result, a tuple again if
//     there are several. The second argument of an array is its length, that of a
//     channel of one direction the direction.
//   - The composite literal T{F: x} is a creation of T, and F a member on it. In
//     a conversion T(x) the type is called. Type arguments written in a call
//     are Type.Args of its step.
//   - Locals set to the results of one call have that call as Init and the number
//     of the result in Result; the value of a variable of the package ends with an
//     index that is the number. A type declared in a body is a local, too.
//   - The arguments of a call are stated where the function may be generic and
//     something depends on the result: then its step has the position At. A call
//     without a name calls the value before it. The type arguments of f[A] are
//     those of its name or index.
//   - Builtin functions and predeclared types make no references, unless the package
//     declares their names itself. If another file does, the file is read twice.
package golang

import (
	"path"
	"strings"
	"sync"

	"github.com/smacker/go-tree-sitter/golang"

	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

var grammar = sync.OnceValue(func() *parse.Grammar {
	g := parse.NewGrammar(golang.GetLanguage())
	g.Adapt = adapt
	return g
})

type language struct{}

// Languages returns the front end of Go.
func Languages() []parse.Language { return []parse.Language{language{}} }

func (language) Name() string { return "go" }

func (language) Extensions() []string { return []string{".go"} }

// Facts reads one file. Time and memory are linear in the nodes of the syntax
// tree, apart from parts that are read again at each nesting level, which
// parse.MaxNesting bounds.
func (language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	tree, err := p.Parse(grammar(), src.Text)
	if err != nil {
		return nil, err
	}
	w := newWalk(p, tree, src)
	defer w.release()
	w.file(tree.Root())
	w.growing.Keep(w.f, sqltext.Is)
	f := w.facts(tree)
	f.DataFlow = tree.DataFlow()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(f, siteGrammar{}, src.Sites).Read(tree.Root())
	}
	return f, nil
}

// testFile reports whether the go command builds the file only for tests.
func testFile(p string) bool { return strings.HasSuffix(path.Base(p), "_test.go") }

// predeclared are the predeclared types.
var predeclared = map[string]bool{
	"bool": true, "byte": true, "rune": true, "string": true, "error": true, "any": true,
	"comparable": true, "uintptr": true,
	"int": true, "int8": true, "int16": true, "int32": true, "int64": true, "uint": true,
	"uint8": true, "uint16": true, "uint32": true, "uint64": true,
	"float32": true, "float64": true, "complex64": true, "complex128": true,
}

// builtin are the builtin functions that packages rarely redeclare.
var builtin = map[string]bool{"append": true, "cap": true, "len": true, "make": true, "new": true,
	"panic": true, "recover": true}
