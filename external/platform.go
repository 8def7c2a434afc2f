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

// The platforms. A platform has one table or several, asked in this order.
var (
	dotnet     = Platform{Name: "dotnet", data: []*string{&dotnetTable, &dotnetLibraries}}
	jdk        = Platform{Name: "jdk", data: []*string{&jdkTable, &jdkLibraries}}
	golang     = Platform{Name: "go", data: []*string{&goTable}}
	typescript = Platform{Name: "typescript", data: []*string{&typescriptTable, &typescriptLibraries}}
	python     = Platform{Name: "python", data: []*string{&pythonTable, &pythonLibraries}}
	r          = Platform{Name: "r", data: []*string{&rTable}}
)

var platforms = []*Platform{&dotnet, &jdk, &golang, &typescript, &python, &r}

// Open returns the platform of that name: dotnet, jdk, go, typescript, python or r;
// nil for another name. It costs nothing: tables are read when they are asked.
func Open(name string) *Platform {
	for _, p := range platforms {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// New returns a platform of tables that Encode made.
func New(name string, tables ...string) *Platform {
	p := &Platform{Name: name}
	for i := range tables {
		p.data = append(p.data, &tables[i])
	}
	return p
}

// Alone returns p without the libraries that are described by hand.
func (p *Platform) Alone() *Platform {
	if p == nil {
		return nil
	}
	return &Platform{Name: p.Name, data: p.data[:1]}
}

// A Platform is what a language runs on. A nil Platform declares nothing.
type Platform struct {
	Name    string
	data    []*string
	library Library  // nil: the tables are all there is
	read    sync.Map // of the library: name -> *reading

	once       sync.Once
	tables     []*table
	namespaces map[string]*Namespace
	parents    map[string]bool // prefixes of names of namespaces, up to a '.'
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

// Namespace returns the namespace, package or module with that full name, nil if
// the platform has none. The global scope of TypeScript has the name "".
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

// HasNamespace reports whether the platform has a namespace with that name or
// below it: Microsoft, though only Microsoft.CSharp and others declare anything.
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

// Type returns the type with that full name, nil if the platform has none. The
// namespace is the longest prefix of the name that is one and has the type.
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

// Short returns the name by which source text refers to the namespace where it is
// not the last part of Name: rand for Go's math/rand/v2; "" where it is.
func (n *Namespace) Short() string {
	for _, p := range n.parts {
		if s := p.short(); s != "" {
			return s
		}
	}
	return ""
}

// An Export is a name that a module passes on from elsewhere.
type Export struct {
	Name   string // * for all names of the module Target
	Target string // full name of a type, a member or a module
}

// Partial reports whether the namespace declares more than the tables have, as
// that of a library described by hand: then a name that is not here may exist.
func (n *Namespace) Partial() bool {
	return slices.ContainsFunc(n.parts, (*part).partial)
}

// Type returns the type with that name inside the namespace: Dictionary<,>,
// Map.Entry; nil if there is none.
func (n *Namespace) Type(local string) *Type {
	for _, p := range n.parts {
		if t := p.typ(local); t != nil {
			return t
		}
	}
	return nil
}

// Types returns the types that are not nested and have that simple name, with
// any number of type parameters, the fewest first.
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

// Has reports whether the namespace declares a type, a member or an export with
// that simple name. It decodes none.
func (n *Namespace) Has(simple string) bool {
	return slices.ContainsFunc(n.parts, func(p *part) bool { return p.has(simple) })
}

// TypeNames returns the names inside the namespace of all its types, nested ones
// too, sorted.
func (n *Namespace) TypeNames() []string {
	var all []string
	for _, p := range n.parts {
		for _, e := range p.typeNames() {
			all = append(all, e.name)
		}
	}
	return sorted(all)
}

// Member returns the functions and values with that name that belong to no type,
// in their stated order.
func (n *Namespace) Member(name string) []Member {
	for _, p := range n.parts {
		if m := p.member(name); m != nil {
			return m
		}
	}
	return nil
}

// MemberNames returns the names of all functions and values that belong to no
// type, sorted.
func (n *Namespace) MemberNames() []string {
	var all []string
	for _, p := range n.parts {
		for _, e := range p.memberNames() {
			all = append(all, e.name)
		}
	}
	return sorted(all)
}

// Exports returns what the module passes on from elsewhere, by name.
func (n *Namespace) Exports() []Export {
	var all []Export
	for _, p := range n.parts {
		all = append(all, p.exports()...)
	}
	return all
}

// Star returns the names that a star import brings in, sorted; false if the
// module does not say, so that all that do not begin with _ come in.
func (n *Namespace) Star() ([]string, bool) {
	for _, p := range n.parts {
		if names, ok := p.star(); ok {
			return names, true
		}
	}
	return nil, false
}

// Extensions returns the extension methods with that name that types of the
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
