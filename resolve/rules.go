package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Language is a family of languages whose definitions are visible to each other
// (TypeScript and JavaScript), with the rules that resolve their names.
type Language struct {
	Family string
	Names  []string     // the Facts.Language of its files
	Rules  func() Rules // returns new rules for one tree

	// ProjectFiles are the names of the files that describe how the parts of a tree refer
	// to each other: module and package descriptions, compiler settings. A star matches
	// any text.
	ProjectFiles []string

	// IsProjectText, if set, reports whether a file of another name is such a file as well,
	// by its path and the text that head returns, the beginning of the file.
	IsProjectText func(path string, head func() string) bool

	// Requires reports that the project files name every library that code may use,
	// directly or indirectly.
	Requires bool

	// Symbols, for languages with conditional compilation, reads project files: the
	// function that it returns lists the symbols defined in the file at a path, or nil if
	// they are unknown.
	Symbols func(p *Project) func(path string) map[string]bool

	// Projects reads project files; the result names the project of a file.
	Projects func(p *Project) ProjectNamer

	// Embedded reports that its code is read in the strings of other languages; its rules
	// are an [embeddedBinder].
	Embedded bool
}

// A Set is a set of languages that names are resolved in. Files of other languages only
// contribute their definitions.
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
	parts [][2]string // prefix and suffix
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

// IsProjectFile reports whether a file describes how the parts of a tree refer to each
// other in one of the languages.
func (s *Set) IsProjectFile(p string) bool { return s.project.match(p) }

// IsProjectText reports whether a file whose name is not that of a project file is one by
// its content. head returns the beginning of the file, and is called only if the path does
// not exclude that.
func (s *Set) IsProjectText(path string, head func() string) bool {
	return slices.ContainsFunc(s.list, func(l Language) bool {
		return l.IsProjectText != nil && l.IsProjectText(path, head)
	})
}

// Symbols returns the conditional compilation symbols defined in the files of a tree, by
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

// Projects returns a function that returns the Namer of a language; nil for languages
// without projects.
func (s *Set) Projects(p *Project) func(lang string) ProjectNamer {
	known := map[string]ProjectNamer{}
	for i := range s.list {
		if l := &s.list[i]; l.Projects != nil {
			projects := l.Projects(p)
			for _, name := range l.Names {
				known[name] = projects
			}
		}
	}
	return func(lang string) ProjectNamer { return known[lang] }
}

// ReadFirst reports whether a project file must be read before all others, because
// [Set.Symbols] or [Set.Required] needs it.
func (s *Set) ReadFirst(p string) bool { return s.early.match(p) }

// Required returns the contents of the project files that name every library which the
// file of a language at a path may use, ordered by their paths; nil if the libraries are
// unknown, as for a file outside of all projects. A library may be named by another
// project of the tree.
func (s *Set) Required(p *Project) func(lang, path string) []string {
	texts, projects := map[string][]string{}, map[string]ProjectNamer{} // by family
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

// embedded returns the language that is read in strings, or nil.
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

	// Merges reports whether declarations of one type in several places, one of which is
	// d, are parts of one type. It is called before Prepare.
	Merges(d *Def) bool

	// Imported returns the targets of import i of the file: files or modules of the tree,
	// or (external) a library.
	Imported(b *Binder, i int) Target

	// ResolveType resolves the type written in ref, as seen from the definition from at a
	// position.
	ResolveType(b *Binder, ref parse.TypeRef, from DefID, at uint32) Type

	// BindFile resolves the references of b's file.
	BindFile(b *Binder)
}

// A Target is the target of an import.
type Target struct {
	Files    []*File  // by path
	Modules  []string // in the order found
	External bool
	Package  string     // of an external target; empty: unknown
	Tier     graph.Tier // of files and modules; zero means Exact
}

// A ModulePlacer is implemented by rules of languages in which the path of a file determines
// the module of its definitions. It is called before all other methods, with all files of
// the language.
type ModulePlacer interface {
	Place(files []*parse.Facts, p *Project)
}

// A PartScoper is implemented by rules of languages in which the parts of a type must be
// compiled together.
type PartScoper interface {
	// PartScopes returns the compilation unit of each file; nil if any of them is
	// uncertain.
	PartScopes(p *Project, files []string) []string
}

// A MemberLinker is implemented by rules that determine themselves which members of a
// type override or implement others.
type MemberLinker interface {
	LinkMembers(b *Binder, d *Def) []Link
}

// A Link records that a declaration certainly implements or overrides another.
type Link struct {
	From, To DefID
	Kind     graph.EdgeKind
}

// An Overrider is implemented by rules that find, for one member at a time, the members
// of base types that it overrides or implements. They also decide whether the member's
// declaration allows that (a private name, a constructor). Members are listed in the
// order of the bases.
type Overrider interface {
	// Overridden lists the members that d overrides, or nil.
	Overridden(b *Binder, d *Def) []DefID
}

// An AbstractReporter is implemented by rules of languages that mark abstract members by other
// means than a modifier.
type AbstractReporter interface {
	Abstract(d *Def) bool
}

// An Implementer is implemented by rules that know which members of interfaces and base
// classes a callable implements or overrides.
type Implementer interface {
	ImplementedBy(id DefID) []DefID
}

// A MemberTyper is implemented by rules that know the type of a member as seen from a
// class, or from a subclass with type arguments.
type MemberTyper interface {
	// MemberType returns the type of a member of a value of type of, or Unknown.
	MemberType(b *Binder, of Type, name string) Type
}

// A PackageIndex is implemented by rules that know all types of some packages, those of
// the tree and of the platform. A name that is not found in these packages is not one of
// their types.
type PackageIndex interface {
	HasPackage(name string) bool

	// HasType reports whether name is the full name of one of these types.
	HasType(name string) bool
}

// An ObjectNamer is implemented by rules of database objects, which are identified by
// schema and name instead of module and symbol.
type ObjectNamer interface {
	// SchemaOf returns the schema of an object.
	SchemaOf(d *Def) string

	// IsReferent reports whether d is the definition that the name of its object refers to.
	IsReferent(d *Def) bool

	// Revised returns the definition in effect of an object that d also defines or
	// changes; replaced reports that it replaces d. ok is false for all other
	// definitions.
	Revised(d *Def) (in DefID, replaced, ok bool)
}

// A Migrator is implemented by rules of scripts some of which are migrations.
type Migrator interface {
	// Changes lists the changes made by a script, in source order; nil if it is not a
	// migration.
	Changes(ix *Table, f *File) []SchemaChange
}

// A SchemaChange is a change of a database object by a migration.
type SchemaChange struct {
	Object   DefID
	External *ExternalName // where Object is None
	Op       graph.SchemaOp
	Part, To string // see [graph.Change]
	At       uint32
}

// A BaseResolver is implemented by rules that resolve base types in their own way.
type BaseResolver interface {
	// ResolveBase resolves a base type of d, in the scope of d's type parameters.
	ResolveBase(d *Def, ref parse.TypeRef) Type
}

// A BaseLister is implemented by rules of languages in which a base may be the value of an
// expression.
type BaseLister interface {
	// ListBases returns the types of such a base of d, or nil for a written type.
	ListBases(b *Binder, d *Def, ref parse.TypeRef) []Type
}

// An embeddedBinder is implemented by rules of a language that is read in the
// strings of other languages.
type embeddedBinder interface {
	// BindEmbedded binds a reference in a string, at a position of from in b's file.
	BindEmbedded(b *Binder, from DefID, at uint32, r *parse.Reference)
}

// A StatementLinker is implemented by rules of files that hold statements run by programs
// in another language.
type StatementLinker interface {
	// LinkStatements adds the bindings from the code that runs a statement to the
	// constant that holds it. It is called once all files are bound.
	LinkStatements(ix *Table, binders []*Binder)
}

// PlainRules resolve nothing. Languages embed them for default implementations.
type PlainRules struct{}

// Prepare does nothing.
func (PlainRules) Prepare(*Table) {}

// Merges joins no declarations.
func (PlainRules) Merges(*Def) bool { return false }

// Imported finds no target.
func (PlainRules) Imported(*Binder, int) Target { return Target{} }

// BindFile binds nothing.
func (PlainRules) BindFile(*Binder) {}

// ResolveType knows no type.
func (PlainRules) ResolveType(*Binder, parse.TypeRef, DefID, uint32) Type {
	return Unknown
}
