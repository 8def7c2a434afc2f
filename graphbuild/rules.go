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

	// imported finds what an import brings in: files of the tree, modules of
	// the tree, or (external) something outside it.
	imported(b *binder, im *parse.Import) target

	// overridable reports whether the member d of a type overrides members of
	// its name and parameters in the bases, as far as its own declaration tells.
	overridable(d *defn) bool

	// resolveType finds the type that is written in ref, as seen from the
	// definition from at a position.
	resolveType(b *binder, ref parse.TypeRef, from defID, at uint32) typ

	// bindFile resolves the references of b's file.
	bindFile(b *binder)
}

// A target is what an import means.
type target struct {
	files    []*file  // by path
	modules  []string // in the order found
	external bool
}

// A memberLinker is implemented by rules that find on their own which members of
// a type override or implement others.
type memberLinker interface {
	linkMembers(b *binder, d *defn) []graph.Edge
}

// An overrider is implemented by rules that find what a member overrides on
// their own, instead of in each line of bases the nearest.
type overrider interface {
	overridden(b *binder, d *defn) []defID
}

var registered = map[string]rules{}

// register enters the rules of a language; the bind_LANG.go files call it.
func register(r rules, languages ...string) bool {
	for _, l := range languages {
		registered[l] = r
	}
	return true
}

// rulesOf returns the rules of a language; without any of its own, its files
// only contain their definitions.
func rulesOf(language string) rules {
	if r, ok := registered[language]; ok {
		return r
	}
	return plainRules{name: language}
}

// plainRules resolve nothing. Languages embed them for the methods in which
// they are ordinary.
type plainRules struct{ name string }

func (r plainRules) family() string                       { return r.name }
func (plainRules) prepare(*index)                         {}
func (plainRules) merges(*defn) bool                      { return false }
func (plainRules) overridable(*defn) bool                 { return false }
func (plainRules) imported(*binder, *parse.Import) target { return target{} }
func (plainRules) bindFile(*binder)                       {}
func (plainRules) resolveType(*binder, parse.TypeRef, defID, uint32) typ {
	return unknown
}
