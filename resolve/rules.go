package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Language is a family of languages whose definitions see each other
// (TypeScript and JavaScript), and the rules by which names in it are resolved.
type Language struct {
	Family string
	Names  []string     // the Facts.Language of its files
	Rules  func() Rules // returns new rules for one tree

	// ProjectFiles are the names of the files that say how the parts of a tree find each
	// other: module and package descriptions, compiler settings. A star stands for any text.
	ProjectFiles []string

	// Requires says that the project files name every library that code may use, be it through
	// others.
	Requires bool

	// Symbols, where a language compiles conditionally, reads project files: the function
	// that it returns says what is defined in the file at a path, nil where nothing says it.
	Symbols func(p *Project) func(path string) map[string]bool

	// Projects reads project files; what it returns names the project of a file.
	Projects func(p *Project) Namer

	// Embedded says that its code is read in the strings of other languages; the
	// rules are an [embeddedBinder].
	Embedded bool
}

// A Set knows the languages that names are resolved in. Files of any
// other language only contain their definitions.
type Set struct {
	list   []Language
	byName map[string]*Language

	project, early namePatterns // project files, and those to read before all others
}

// NewSet returns the set of the given languages.
func NewSet(list ...Language) *Set {
	s := &Set{list: list, byName: map[string]*Language{}}
	for i := range list {
		for _, name := range list[i].Names {
			s.byName[name] = &list[i]
		}
		s.project.add(list[i].ProjectFiles)
		if list[i].Symbols != nil || list[i].Requires {
			s.early.add(list[i].ProjectFiles)
		}
	}
	return s
}

// namePatterns match names of files.
type namePatterns struct {
	whole map[string]bool
	parts [][2]string // what names begin and end with
}

// add adds patterns, each with at most one star.
func (n *namePatterns) add(patterns []string) {
	if n.whole == nil {
		n.whole = map[string]bool{}
	}
	for _, p := range patterns {
		if begin, end, found := strings.Cut(p, "*"); found {
			n.parts = append(n.parts, [2]string{begin, end})
		} else {
			n.whole[p] = true
		}
	}
}

// match reports whether the name of the file at a path matches one of the patterns.
func (n *namePatterns) match(p string) bool {
	name := path.Base(p)
	return n.whole[name] || slices.ContainsFunc(n.parts, func(part [2]string) bool {
		return len(name) >= len(part[0])+len(part[1]) && strings.HasPrefix(name, part[0]) &&
			strings.HasSuffix(name, part[1])
	})
}

// IsProjectFile reports whether a file says how the parts of a tree find each
// other in one of the languages.
func (s *Set) IsProjectFile(p string) bool { return s.project.match(p) }

// Symbols returns what conditional compilation sees defined in the files of a tree, by their
// language and path; see [Language]. Only languages with such symbols read the project.
func (s *Set) Symbols(p *Project) func(lang, path string) map[string]bool {
	known := map[string]func(path string) map[string]bool{}
	for i := range s.list {
		if l := &s.list[i]; l.Symbols != nil {
			symbols := l.Symbols(p)
			for _, name := range l.Names {
				known[name] = symbols
			}
		}
	}
	return func(lang, path string) map[string]bool {
		if of := known[lang]; of != nil {
			return of(path)
		}
		return nil
	}
}

// Projects returns what names the projects of the files of a language; nil for languages that
// have none.
func (s *Set) Projects(p *Project) func(lang string) Namer {
	known := map[string]Namer{}
	for i := range s.list {
		if l := &s.list[i]; l.Projects != nil {
			projects := l.Projects(p)
			for _, name := range l.Names {
				known[name] = projects
			}
		}
	}
	return func(lang string) Namer { return known[lang] }
}

// ReadFirst reports whether a project file must be read before all others: [Set.Symbols] and
// [Set.Required] ask for it.
func (s *Set) ReadFirst(p string) bool { return s.early.match(p) }

// Required returns the texts of the project files that name every library which the file of a
// language at a path may use, by their paths; nil where nothing says that, as for a file of no
// project. A library may be named by another project of the tree.
func (s *Set) Required(p *Project) func(lang, path string) []string {
	texts, projects := map[string][]string{}, map[string]Namer{} // by family
	for i := range s.list {
		l := &s.list[i]
		if !l.Requires {
			continue
		}
		var patterns namePatterns
		patterns.add(l.ProjectFiles)
		own := &Project{Files: map[string]string{}}
		for _, f := range slices.Sorted(maps.Keys(p.Files)) {
			if patterns.match(f) {
				own.Files[f] = p.Files[f]
				texts[l.Family] = append(texts[l.Family], p.Files[f])
			}
		}
		projects[l.Family] = l.Projects(own)
	}
	return func(lang, path string) []string {
		l := s.byName[lang]
		if l == nil || !l.Requires || projects[l.Family](path, nil).File == "" {
			return nil
		}
		return texts[l.Family]
	}
}

// embedded returns the language that is read in strings, nil if there is none.
func (s *Set) embedded() *Language {
	for i := range s.list {
		if s.list[i].Embedded {
			return &s.list[i]
		}
	}
	return nil
}

// Rules resolve the names of the files of one language family in one tree.
type Rules interface {
	// Prepare is called once, when the symbol table is complete and before base
	// types are resolved.
	Prepare(ix *Table)

	// Merges reports whether declarations of one type in several places, of
	// which d is one, are parts of one type. It is called before Prepare.
	Merges(d *Def) bool

	// Imported finds what import i of the file brings in: files of the tree, modules of
	// the tree, or (external) something outside it.
	Imported(b *Binder, i int) Target

	// ResolveType finds the type that is written in ref, as seen from the
	// definition from at a position.
	ResolveType(b *Binder, ref parse.TypeRef, from DefID, at uint32) Type

	// BindFile resolves the references of b's file.
	BindFile(b *Binder)
}

// A Target is what an import means.
type Target struct {
	Files    []*File  // by path
	Modules  []string // in the order found
	External bool
	Package  string     // of what is external; empty: unknown
	Tier     graph.Tier // of files and modules; zero means Exact
}

// A Placer is implemented by rules of languages in which the place of a file in the tree
// decides in which module its definitions are. It is called before all other methods, with all
// files of the language.
type Placer interface {
	Place(files []*parse.Facts, p *Project)
}

// A Parter is implemented by rules of languages in which the parts of a type are compiled
// together.
type Parter interface {
	// PartScopes says to which unit each of some files belongs; nil if it is not certain of
	// all of them.
	PartScopes(p *Project, files []string) []string
}

// A MemberLinker is implemented by rules that find on their own which members of
// a type override or implement others.
type MemberLinker interface {
	LinkMembers(b *Binder, d *Def) []Link
}

// A Link says that a declaration is certain to implement or override another.
type Link struct {
	From, To DefID
	Kind     graph.EdgeKind
}

// An Overrider is implemented by rules that ask of one member after the other which
// members of base types it overrides or implements. Whether its own declaration
// allows that (a private name, a constructor) is theirs to decide, too; members are
// listed in the order of the bases.
type Overrider interface {
	// Overridden lists them for d; nil where there are none.
	Overridden(b *Binder, d *Def) []DefID
}

// An Abstracter is implemented by rules of languages that say otherwise than by a
// modifier which members are abstract.
type Abstracter interface {
	Abstract(d *Def) bool
}

// An Implementer is implemented by rules that know which members of interfaces
// and base classes a callable implements or overrides.
type Implementer interface {
	ImplementedBy(id DefID) []DefID
}

// A MemberTyper is implemented by rules that know what a member of a class is to an object of the
// class, or of one that derives from it with type arguments.
type MemberTyper interface {
	// MemberType is the type of a member of a value of a type; Unknown where that is not known.
	MemberType(b *Binder, of Type, name string) Type
}

// A PackageKnower is implemented by rules that know all types of some packages, those of the tree
// and of the platform: a name that they were not found for is none of these.
type PackageKnower interface {
	KnowsPackage(name string) bool

	// KnowsType reports whether a full name is that of one of these types.
	KnowsType(name string) bool
}

// An ObjectNamer is implemented by rules of database objects, which go by schema
// and name instead of module and symbol.
type ObjectNamer interface {
	// SchemaOf returns the schema of an object.
	SchemaOf(d *Def) string

	// Means reports whether d is the definition that the name of its object
	// means.
	Means(d *Def) bool

	// Revised returns the definition in force of the object that d defines, too, and is replaced
	// by, or that d changes; ok is false for all others.
	Revised(d *Def) (in DefID, replaced, ok bool)
}

// A Migrator is implemented by rules of scripts some of which change a database step by step.
type Migrator interface {
	// Changes lists what a script changes, in source order; nil if it is no migration.
	Changes(ix *Table, f *File) []SchemaChange
}

// A SchemaChange is what a migration does to an object of the database.
type SchemaChange struct {
	Object   DefID
	External *ExternalName // where Object is None
	Op       graph.SchemaOp
	Part, To string // see [graph.Change]
	At       uint32
}

// A BaseResolver is implemented by rules that resolve base types in a way of their own.
type BaseResolver interface {
	// ResolveBase resolves a base type of d, whose type parameters are known in it.
	ResolveBase(d *Def, ref parse.TypeRef) Type
}

// An embeddedBinder is implemented by rules of a language that is read in the
// strings of other languages.
type embeddedBinder interface {
	// BindEmbedded binds a reference of a string, at a place of from in b's file.
	BindEmbedded(b *Binder, from DefID, at uint32, r *parse.Reference)
}

// A StatementLinker is implemented by rules of files that hold statements which programs in
// another language run.
type StatementLinker interface {
	// LinkStatements adds the bindings from what runs a statement to the constant that holds it.
	// It is called once all files are bound.
	LinkStatements(ix *Table, binders []*Binder)
}

// PlainRules resolve nothing. Languages embed them for the methods in which
// they are ordinary.
type PlainRules struct{}

// Prepare does nothing.
func (PlainRules) Prepare(*Table) {}

// Merges joins no declarations.
func (PlainRules) Merges(*Def) bool { return false }

// Imported finds nothing that an import brings in.
func (PlainRules) Imported(*Binder, int) Target { return Target{} }

// BindFile binds nothing.
func (PlainRules) BindFile(*Binder) {}

// ResolveType knows no type.
func (PlainRules) ResolveType(*Binder, parse.TypeRef, DefID, uint32) Type {
	return Unknown
}
