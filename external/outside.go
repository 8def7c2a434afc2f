// Package external knows what the platforms declare that the indexed languages
// run on: the types, members and functions of .NET, the JDK, Go's standard
// library, TypeScript with Node.js, and Python's standard library.
//
// A resolver asks it about names that no file of the tree defines. The answers
// are declarations, keyed by full name; how a language looks up members,
// substitutes type arguments and chooses overloads is the resolver's business.
//
// The tables are data, made by go generate from what the platforms publish (see
// the generators below outside/gen) and embedded in compressed blocks of a
// namespace each (see FORMAT.md). A program that asks nothing pays nothing: there
// is no initialisation, and a question decodes only the blocks that answer it.
// Everything here may be used concurrently. What it returns is shared: do not
// change it.
package external

//go:generate go run seedgraph/outside/gen

import (
	"slices"
	"strings"
)

// A Type is a declaration of a type.
type Type struct {
	// Name is the full name, the key by which Platform.Type finds it:
	//
	//	System.Collections.Generic.Dictionary<,>.Enumerator   .NET
	//	java.util.Map.Entry                                   JDK
	//	net/http.Client                                       Go
	//	node:fs.Stats, Array, NodeJS.Timeout                  TypeScript: module or global
	//	collections.OrderedDict                               Python
	Name      string
	Namespace string // the namespace, package or module that declares it
	Kind      TypeKind
	Visible   Visibility
	Flags     Flags // Abstract, Sealed, Static

	// TypeParams includes those of the types around it, outermost first, where the
	// platform nests generic types that way (.NET).
	TypeParams []TypeParam

	// Bases has the base class first, if there is one, then the interfaces or
	// embedded types as declared. Bases of bases are not repeated.
	Bases []TypeRef

	// Target is the type that an Alias stands for and the underlying type of a
	// Defined one; zero otherwise.
	Target TypeRef

	// Members is sorted by name; overloads keep the order of the source, which is
	// stated by each generator.
	Members []Member
}

// Local returns the name of t inside its namespace.
func (t *Type) Local() string {
	return strings.TrimPrefix(strings.TrimPrefix(t.Name, t.Namespace), ".")
}

// Member returns the members of t with that name, in their stated order. Bases
// are not searched. The names of what has none are in the constants below.
func (t *Type) Member(name string) []Member { return named(t.Members, name) }

// Signature returns what calling a value of t means: the Invoke method of a
// delegate, the one abstract method of an interface that has exactly one itself,
// or the first call signature of a TypeScript interface. It is nil for others.
// Bases are not searched.
func (t *Type) Signature() *Member {
	if t.Kind == Delegate {
		return first(t.Member("Invoke"))
	}
	if calls := t.Member(CallName); len(calls) > 0 {
		return &calls[0]
	}
	if t.Kind != Interface {
		return nil
	}
	var found *Member
	for i := range t.Members {
		m := &t.Members[i]
		if m.Kind == Method && m.Flags&Abstract != 0 && m.Flags&Static == 0 {
			if found != nil {
				return nil
			}
			found = m
		}
	}
	return found
}

func first(members []Member) *Member {
	if len(members) == 0 {
		return nil
	}
	return &members[0]
}

// named returns the part of members, sorted by name, that has that name.
func named(members []Member, name string) []Member {
	byName := func(m Member, name string) int { return strings.Compare(m.Name, name) }
	from, ok := slices.BinarySearchFunc(members, name, byName)
	if !ok {
		return nil
	}
	to := from + 1
	for to < len(members) && members[to].Name == name {
		to++
	}
	return members[from:to:to]
}

// Names of members that have none in their language.
const (
	ConstructorName = "new"      // constructors
	IndexerName     = "[]"       // indexers; the parameters are the indices
	CallName        = "()"       // TypeScript: call signatures of a type
	ImplicitName    = "implicit" // conversions; Type is what it converts to
	ExplicitName    = "explicit"
)

// A Member is what a type or a namespace has: a method, a field, a function.
type Member struct {
	Name       string // operators have the CLR's or the language's name: op_Addition, __add__
	Kind       MemberKind
	Visible    Visibility
	Flags      Flags
	TypeParams []TypeParam
	Params     []Param
	Type       TypeRef // of the result or the value; zero for constructors

	// Of is the interface whose member an explicit implementation is for.
	Of TypeRef
}

// A Param is a parameter of a callable.
type Param struct {
	Name     string
	Type     TypeRef
	Mode     Mode
	Optional bool // has a default value

	// Variadic says that it takes any number of arguments. Type is that of one of
	// them in Go and Python, the array or list elsewhere.
	Variadic bool
}

// A TypeParam is a type parameter of a type or a callable.
type TypeParam struct {
	Name    string
	Rules   Rules     // constraints that are not types
	Bounds  []TypeRef // constraints that are; all of them hold
	Default TypeRef   // the type argument if none is given; zero if there must be one
}

// A TypeRef is a type as it is used. The zero value is an unknown one.
type TypeRef struct {
	Form Form
	Null bool   // declared to allow null where that is an annotation: string? of .NET
	Name string // see Form
	Args []TypeRef

	// Members are the members of an Object and the one signature of a Func.
	Members []Member
}

// IsZero reports whether t is unknown.
func (t *TypeRef) IsZero() bool { return t.Form == Unknown }

// Signature returns the signature of a Func, nil for other types.
func (t *TypeRef) Signature() *Member {
	if t.Form != Func {
		return nil
	}
	return first(t.Members)
}

// Generic returns the key of a .NET type with that many type parameters of its
// own: Generic("System.Func", 2) is System.Func<,>.
func Generic(name string, arity int) string {
	if arity == 0 {
		return name
	}
	return name + "<" + strings.Repeat(",", arity-1) + ">"
}
