package graphbuild

import (
	"path"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A language is a family of languages whose definitions see each other
// (TypeScript and JavaScript), and the rules by which names in it are resolved.
type language struct {
	family string
	names  []string     // the Facts.Language of its files
	rules  func() rules // returns new rules for one tree

	// projectFiles are patterns, as of path.Match, of the names of the files that
	// say how the parts of a tree find each other: module and package
	// descriptions, compiler settings.
	projectFiles []string

	// embedded says that its code is read in the strings of other languages; the
	// rules are an [embeddedBinder].
	embedded bool
}

// A languageSet knows the languages that names are resolved in. Files of any
// other language only contain their definitions.
type languageSet struct {
	list   []language
	byName map[string]*language
}

func newLanguageSet(list ...language) *languageSet {
	s := &languageSet{list: list, byName: map[string]*language{}}
	for i := range list {
		for _, name := range list[i].names {
			s.byName[name] = &list[i]
		}
	}
	return s
}

// isProjectFile reports whether a file says how the parts of a tree find each
// other in one of the languages.
func (s *languageSet) isProjectFile(p string) bool {
	for i := range s.list {
		for _, pattern := range s.list[i].projectFiles {
			if ok, _ := path.Match(pattern, path.Base(p)); ok {
				return true
			}
		}
	}
	return false
}

// embedded returns the language that is read in strings, nil if there is none.
func (s *languageSet) embedded() *language {
	for i := range s.list {
		if s.list[i].embedded {
			return &s.list[i]
		}
	}
	return nil
}

// rules resolve the names of the files of one language family in one tree.
type rules interface {
	// prepare is called once, when the symbol table is complete and before base
	// types are resolved.
	prepare(ix *index)

	// merges reports whether declarations of one type in several places, of
	// which d is one, are parts of one type. It is called before prepare.
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

	// bindStrings resolves the names in the strings of b's file. It is called
	// after bindFile, and only if strings are read.
	bindStrings(b *binder)
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

// An implementer is implemented by rules that know which members of interfaces
// and base classes a callable implements or overrides.
type implementer interface {
	implementedBy(id defID) []defID
}

// An objectNamer is implemented by rules of database objects, which go by schema
// and name instead of module and symbol.
type objectNamer interface {
	// schemaOf returns the schema of an object.
	schemaOf(d *defn) string

	// means reports whether d is the definition that the name of its object
	// means.
	means(d *defn) bool
}

// An embeddedBinder is implemented by rules of a language that is read in the
// strings of other languages.
type embeddedBinder interface {
	// bindEmbedded binds a reference of a string, at a place of from in b's file.
	bindEmbedded(b *binder, from defID, at uint32, r *parse.Reference)
}

// plainRules resolve nothing. Languages embed them for the methods in which
// they are ordinary.
type plainRules struct{}

func (plainRules) prepare(*index)                         {}
func (plainRules) merges(*defn) bool                      { return false }
func (plainRules) overridable(*defn) bool                 { return false }
func (plainRules) imported(*binder, *parse.Import) target { return target{} }
func (plainRules) bindFile(*binder)                       {}

// bindStrings takes the strings as they are, without resolving names in them.
func (plainRules) bindStrings(b *binder) { b.statedStrings() }

func (plainRules) resolveType(*binder, parse.TypeRef, defID, uint32) typ {
	return unknown
}
