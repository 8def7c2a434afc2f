package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// rules are what the languages of a family do differently. A family is a set of
// languages whose definitions see each other (TypeScript and JavaScript).
type rules interface {
	family() string

	// prepare is called once, when the symbol table stands and before base
	// types are resolved.
	prepare(ix *index)

	// merges reports whether declarations of one type in several places, of
	// which d is one, are parts of one type.
	merges(d *defn) bool

	// bareMembers reports whether the members of an enclosing type, inherited
	// ones included, are visible without a receiver.
	bareMembers() bool

	// overloads reports whether one name may have several definitions in one
	// scope that are told apart by their arguments, so that a wrong number of
	// arguments rules a candidate out.
	overloads() bool

	// separate reports whether methods, types and values have name spaces of
	// their own, so that a field does not hide a method of its name.
	separate() bool

	// constructor is the name under which a type's constructors are its
	// members, given the type's own name.
	constructor(typeName string) string

	// outer looks a bare name up beyond the enclosing definitions: in the
	// file, its module, its imports.
	outer(b *binder, name string, at uint32, from defID) found

	// inModule looks a name up in a module that an expression has reached:
	// the result is a definition or a module inside it.
	inModule(b *binder, mod, name string) found

	// imported finds what an import brings in: files of the tree, modules of
	// the tree, or (external) something outside it.
	imported(b *binder, im *parse.Import) target

	// overridable reports whether the member d of a type overrides members of
	// its name and parameters in the bases, as far as its own declaration tells.
	overridable(d *defn) bool

	// element is the type of what iterating over t, or indexing it, gives.
	element(b *binder, t typ) typ

	// awaited is the type of what awaiting t gives.
	awaited(b *binder, t typ) typ

	// extension looks for a function that can be called on a value of type t
	// as if it were a member (C# extension methods).
	extension(b *binder, t typ, name string, at uint32, from defID) []defID
}

// A target is what an import means.
type target struct {
	files    []*file  // by path
	modules  []string // in the order found
	external bool
}

// A fileBinder is implemented by rules that resolve a whole file on their own
// instead of reference by reference.
type fileBinder interface {
	bindFile(b *binder)
}

// A memberLinker is implemented by rules that find on their own which members of
// a type override or implement others.
type memberLinker interface {
	linkMembers(b *binder, d *defn) []graph.Edge
}

// A typeResolver is implemented by rules that resolve written types on their own.
type typeResolver interface {
	resolveType(b *binder, ref parse.TypeRef, from defID, at uint32) typ
}

// An overrider is implemented by rules that find what a member overrides on
// their own, instead of in each line of bases the nearest.
type overrider interface {
	overridden(b *binder, d *defn) []defID
}

// found is the answer to a look-up by name.
type found struct {
	defs     []defID // candidates, by (path, position)
	module   string  // or the module that the name stands for
	isModule bool
	external bool       // the name is known to lie outside the tree
	tier     graph.Tier // how the name was found; zero means Exact
}

func (f found) ok() bool { return len(f.defs) > 0 || f.isModule || f.external }

var registered = map[string]rules{}

// register enters the rules of a language; the bind_LANG.go files call it.
func register(r rules, languages ...string) bool {
	for _, l := range languages {
		registered[l] = r
	}
	return true
}

// rulesOf returns the rules of a language; without any of its own, names are
// only looked up inside the file.
func rulesOf(language string) rules {
	if r, ok := registered[language]; ok {
		return r
	}
	return fileRules{name: language}
}

// fileRules looks names up in the file alone. Languages embed it for the
// methods in which they are ordinary.
type fileRules struct{ name string }

func (r fileRules) family() string                       { return r.name }
func (fileRules) prepare(*index)                         {}
func (fileRules) merges(*defn) bool                      { return false }
func (fileRules) bareMembers() bool                      { return false }
func (fileRules) overloads() bool                        { return false }
func (fileRules) separate() bool                         { return false }
func (fileRules) constructor(typeName string) string     { return typeName }
func (fileRules) element(*binder, typ) typ               { return unknown }
func (fileRules) awaited(*binder, typ) typ               { return unknown }
func (fileRules) overridable(d *defn) bool               { return false }
func (fileRules) imported(*binder, *parse.Import) target { return target{} }
func (fileRules) inModule(*binder, string, string) found { return found{} }
func (fileRules) extension(*binder, typ, string, uint32, defID) []defID {
	return nil
}

func (fileRules) outer(b *binder, name string, _ uint32, _ defID) found {
	return found{defs: b.ix.own(b.f.base, name)}
}
