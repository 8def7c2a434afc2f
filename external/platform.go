package external

import (
	_ "embed" // the tables
	"slices"
	"strings"
	"sync"
)

//go:embed data/dotnet.tbl
var dotnetTable string

//go:embed data/dotnet-libraries.tbl
var dotnetLibraries string

//go:embed data/jdk.tbl
var jdkTable string

//go:embed data/jdk-libraries.tbl
var jdkLibraries string

//go:embed data/go.tbl
var goTable string

//go:embed data/go-libraries.tbl
var goLibraries string

//go:embed data/typescript.tbl
var typescriptTable string

//go:embed data/typescript-libraries.tbl
var typescriptLibraries string

//go:embed data/python.tbl
var pythonTable string

//go:embed data/python-libraries.tbl
var pythonLibraries string

//go:embed data/r.tbl
var rTable string

// The platforms. A platform has one table or several, queried in this order.
var (
	dotnet     = Platform{Name: "dotnet", data: []*string{&dotnetTable, &dotnetLibraries}}
	jdk        = Platform{Name: "jdk", data: []*string{&jdkTable, &jdkLibraries}}
	golang     = Platform{Name: "go", data: []*string{&goTable, &goLibraries}}
	typescript = Platform{Name: "typescript", data: []*string{&typescriptTable, &typescriptLibraries}}
	python     = Platform{Name: "python", data: []*string{&pythonTable, &pythonLibraries}}
	r          = Platform{Name: "r", data: []*string{&rTable}}
)

var platforms = []*Platform{&dotnet, &jdk, &golang, &typescript, &python, &r}

// Open returns the platform of that name: dotnet, jdk, go, typescript, python or r;
// nil for another name. It is cheap: tables are read on first use.
func Open(name string) *Platform {
	for _, p := range platforms {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// New returns a platform of tables encoded by Encode.
func New(name string, tables ...string) *Platform {
	p := &Platform{Name: name}
	for i := range tables {
		p.data = append(p.data, &tables[i])
	}
	return p
}

// WithoutLibraries returns p without the hand-written libraries.
func (p *Platform) WithoutLibraries() *Platform {
	if p == nil {
		return nil
	}
	return &Platform{Name: p.Name, data: p.data[:1]}
}

// A Platform is the standard library of a language. A nil Platform declares nothing.
type Platform struct {
	Name    string
	data    []*string
	library Library  // nil: only the tables
	read    sync.Map // of the library: name -> *reading

	once       sync.Once
	tables     []*table
	namespaces map[string]*Namespace
	parents    map[string]bool // prefixes of namespace names, up to a '.'
}

// open reads the directories of the tables.
func (p *Platform) open() {
	p.once.Do(func() {
		p.namespaces = map[string]*Namespace{}
		p.parents = map[string]bool{}
		for _, data := range p.data {
			if *data == "" {
				continue
			}
			t := openTable(p.Name, *data)
			p.tables = append(p.tables, t)
			for _, part := range t.parts {
				p.addPart(part)
			}
		}
	})
}

func (p *Platform) addPart(part *part) {
	n := p.namespaces[part.name]
	if n == nil {
		n = &Namespace{Name: part.name}
		p.namespaces[part.name] = n
	}
	n.parts = append(n.parts, part)
	for name := part.name; ; {
		i := strings.LastIndexByte(name, '.')
		if i < 0 || p.parents[name[:i]] {
			return
		}
		name = name[:i]
		p.parents[name] = true
	}
}

// Namespace returns the namespace, package or module with the given full name, or
// nil. The global scope of TypeScript has the name "".
func (p *Platform) Namespace(name string) *Namespace {
	if p == nil {
		return nil
	}
	p.open()
	n := p.namespaces[name]
	if p.library == nil || name == "" || n != nil && !n.Partial() {
		return n
	}
	return p.ofLibrary(name, n)
}

// HasNamespace reports whether the platform has a namespace with that name or below
// it: Microsoft, though only Microsoft.CSharp and others declare anything.
func (p *Platform) HasNamespace(name string) bool {
	return p.Namespace(name) != nil || p != nil && p.parents[name]
}

// Namespaces returns the full names of all namespaces, sorted.
func (p *Platform) Namespaces() []string {
	if p == nil {
		return nil
	}
	p.open()
	names := make([]string, 0, len(p.namespaces))
	for name := range p.namespaces {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Type returns the type with the given full name, or nil. Its namespace is the
// longest prefix of the name that is a namespace and has the type.
func (p *Platform) Type(name string) *Type {
	for cut := len(name); cut > 0; {
		cut = strings.LastIndexByte(name[:cut], '.')
		if cut < 0 {
			break
		}
		if n := p.Namespace(name[:cut]); n != nil {
			if t := n.Type(name[cut+1:]); t != nil {
				return t
			}
		}
	}
	if n := p.Namespace(""); n != nil {
		return n.Type(name)
	}
	return nil
}

// An ExtensionMethod is a method that can be called on its first parameter.
type ExtensionMethod struct {
	Type   *Type // the static class that declares it
	Method *Member
}

// Extensions returns all extension methods with that name, by namespace, type
// and stated order.
func (p *Platform) Extensions(name string) []ExtensionMethod {
	if p == nil {
		return nil
	}
	p.open()
	var spaces []string
	for _, t := range p.tables {
		spaces = append(spaces, t.extended(name)...)
	}
	slices.Sort(spaces)
	var all []ExtensionMethod
	for _, space := range slices.Compact(spaces) {
		all = append(all, p.namespaces[space].Extensions(name)...)
	}
	return all
}

// A Namespace is a namespace, a package or a module.
type Namespace struct {
	Name  string
	parts []*part
}

// Short returns the name by which source text refers to the namespace if it differs
// from the last part of Name, or "": rand for Go's math/rand/v2.
func (n *Namespace) Short() string {
	for _, p := range n.parts {
		if s := p.short(); s != "" {
			return s
		}
	}
	return ""
}

// An Export is a re-exported name of a module.
type Export struct {
	Name   string // * for all names of the module Target
	Target string // full name of a type, a member or a module
}

// Partial reports whether the namespace declares more than the tables have, as does
// that of a hand-written library: then a missing name may exist.
func (n *Namespace) Partial() bool {
	return slices.ContainsFunc(n.parts, (*part).partial)
}

// Type returns the type with the given local name: Dictionary<,>, Map.Entry; nil if
// it is not found.
func (n *Namespace) Type(local string) *Type {
	for _, p := range n.parts {
		if t := p.typ(local); t != nil {
			return t
		}
	}
	return nil
}

// Types returns the top-level types with the given simple name and any number of type
// parameters, the fewest first.
func (n *Namespace) Types(simple string) []*Type {
	var all []*Type
	for _, p := range n.parts {
		names := p.typeNames()
		for i := range names {
			if names[i].simple() == simple {
				all = append(all, p.typeAt(i))
			}
		}
	}
	fewer := func(a, b *Type) int { return len(a.TypeParams) - len(b.TypeParams) }
	slices.SortStableFunc(all, fewer)
	return all
}

// Has reports whether the namespace declares a type, a member or an export with the
// given simple name. It decodes none of them.
func (n *Namespace) Has(simple string) bool {
	return slices.ContainsFunc(n.parts, func(p *part) bool { return p.has(simple) })
}

// TypeNames returns the local names of all types of the namespace, including nested
// ones, sorted.
func (n *Namespace) TypeNames() []string {
	var all []string
	for _, p := range n.parts {
		for _, e := range p.typeNames() {
			all = append(all, e.name)
		}
	}
	return sorted(all)
}

// Member returns the top-level functions and values with the given name, in their
// stated order.
func (n *Namespace) Member(name string) []Member {
	for _, p := range n.parts {
		if m := p.member(name); m != nil {
			return m
		}
	}
	return nil
}

// MemberNames returns the names of all top-level functions and values, sorted.
func (n *Namespace) MemberNames() []string {
	var all []string
	for _, p := range n.parts {
		for _, e := range p.memberNames() {
			all = append(all, e.name)
		}
	}
	return sorted(all)
}

// Exports returns the re-exports of the module, by name.
func (n *Namespace) Exports() []Export {
	var all []Export
	for _, p := range n.parts {
		all = append(all, p.exports()...)
	}
	return all
}

// Star returns the names that a star import imports, sorted; false if the module does
// not declare them, so that all names without a leading _ are imported.
func (n *Namespace) Star() ([]string, bool) {
	for _, p := range n.parts {
		if names, ok := p.star(); ok {
			return names, true
		}
	}
	return nil, false
}

// Extensions returns the extension methods with the given name that types of the
// namespace declare, by type and stated order.
func (n *Namespace) Extensions(name string) []ExtensionMethod {
	var all []ExtensionMethod
	for _, p := range n.parts {
		for _, t := range p.extending(name) {
			for i := range t.Member(name) {
				if m := &t.Member(name)[i]; m.Flags&Extension != 0 {
					all = append(all, ExtensionMethod{t, m})
				}
			}
		}
	}
	return all
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
