package java

import (
	"slices"
	"sync"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A library holds the platform classes that the tree does not declare, in the types
// of the resolver. Files that are bound in parallel share it.
type library struct {
	platform *external.Platform
	classes  sync.Map // by full name: *libraryClass, nil for an unknown one
	// generated ones, by full name
	made map[string]*libraryClass
}

// A libraryClass is a class or interface of the platform, or a generated one. Its
// type parameters are owned by [libraryTypeVar].
type libraryClass struct {
	*external.Type
	of     resolve.DefID  // the origin of a generated class; none for the platform
	bounds []resolve.Type // of its type parameters
	bases  []resolve.Type // without Object
	final  bool
	iface  bool

	mu      sync.Mutex
	members map[string][]*libraryMember
}

// A libraryMember is a method, constructor or field of the platform, or a generated
// one. The type parameters of a method are owned by [libraryMethodVar].
type libraryMember struct {
	*external.Member
	def      resolve.DefID // the target of uses of a generated member, none for the platform
	only     bool          // a call refers to def, and does not run or instantiate it
	bounds   []resolve.Type
	params   []resolve.Type // for a variable arity parameter, the type of one argument
	result   resolve.Type
	variadic bool
	flags    []string
}

// libraryClass returns the platform class of t, or nil if it is not a known platform
// class.
func (j *tree) libraryClass(t resolve.Type) *libraryClass {
	if t.Def != resolve.None || !t.External {
		return nil
	}
	return j.library.class(t.Name)
}

// class returns the platform's declaration of a class, or nil if it has none of that
// name. It is converted on first use, for all files.
func (l *library) class(name string) *libraryClass {
	if c := l.made[name]; c != nil {
		return c
	}
	if c, ok := l.classes.Load(name); ok {
		return c.(*libraryClass)
	}
	var c *libraryClass
	if t := l.platform.Type(name); t != nil {
		c = newLibraryClass(t)
	}
	kept, _ := l.classes.LoadOrStore(name, c)
	return kept.(*libraryClass)
}

// hasType reports whether the platform declares a class of that full name.
func (l *library) hasType(name string) bool { return l.class(name) != nil }

// hasPackage reports whether all classes of a package are known.
func (l *library) hasPackage(name string) bool {
	n := l.platform.Namespace(name)
	return n != nil && !n.Partial()
}

// isPartial reports whether a library class has unknown members. If a name is known,
// all its overloads are.
//
//	org.junit.jupiter.api.Assertions    // only the common members of a library are known
func (j *tree) isPartial(t resolve.Type) bool {
	c := j.libraryClass(t)
	return c != nil && c.Flags&external.Partial != 0
}

// newLibraryClass converts the declaration of a class of the platform.
func newLibraryClass(t *external.Type) *libraryClass {
	c := &libraryClass{
		Type: t, of: resolve.None, final: t.Flags&external.Sealed != 0 || t.Kind == external.Enum ||
			t.Kind == external.Record,
		iface:   t.Kind == external.Interface || t.Kind == external.Annotation,
		members: map[string][]*libraryMember{},
	}
	scope := libraryScope{class: t.TypeParams}
	c.bounds = scope.bounds(t.TypeParams)
	for i := range t.Bases {
		if b := scope.typ(&t.Bases[i]); b.Name != object.Name {
			// Object is visited last by supers, and is not its own base.
			c.bases = append(c.bases, b)
		}
	}
	return c
}

// named converts the members of a name on first use.
func (c *libraryClass) named(name string) []*libraryMember {
	// Files are bound in parallel and share the class. Few names are looked up in
	// most classes.
	c.mu.Lock()
	defer c.mu.Unlock()
	ms, ok := c.members[name]
	if !ok {
		declared := c.Type.Member(name)
		for i := range declared {
			ms = append(ms, newLibraryMember(c.Type, &declared[i]))
		}
		c.members[name] = ms
	}
	return ms
}

// methods returns the methods of a name.
func (c *libraryClass) methods(name string) []*libraryMember {
	return slices.DeleteFunc(slices.Clone(c.named(name)), func(m *libraryMember) bool {
		return m.Kind != external.Method
	})
}

// constructors returns the constructors of the class.
func (c *libraryClass) constructors() []*libraryMember { return c.named(external.ConstructorName) }

// abstracts returns the names of its abstract methods, deduplicated.
func (c *libraryClass) abstracts() []string {
	var out []string
	for i := range c.Type.Members {
		m := &c.Type.Members[i]
		if m.Kind == external.Method && m.Flags&external.Abstract != 0 {
			out = append(out, m.Name)
		}
	}
	return slices.Compact(out) // members are sorted by name
}

// field returns the field or constant of a name, or nil.
func (c *libraryClass) field(name string) *libraryMember {
	for _, m := range c.named(name) {
		if m.Kind == external.Field || m.Kind == external.Constant {
			return m
		}
	}
	return nil
}

// newLibraryMember converts a member m of the class t of the platform.
//
// The tables have the array type of a variable arity parameter, Object[] for
// `Object...`; here it is the type of one argument, as the front end represents it
// for methods of the tree.
func newLibraryMember(t *external.Type, m *external.Member) *libraryMember {
	scope := libraryScope{t.TypeParams, m.TypeParams}
	out := &libraryMember{Member: m, def: resolve.None, bounds: scope.bounds(m.TypeParams), result: scope.typ(&m.Type)}
	for i := range m.Params {
		p := scope.typ(&m.Params[i].Type)
		if m.Params[i].Variadic {
			out.variadic = true
			if isArray(p) {
				p = p.Args[0]
			}
		}
		out.params = append(out.params, p)
	}
	if m.Flags&external.Static != 0 {
		out.flags = append(out.flags, "static")
	}
	if m.Flags&external.Abstract != 0 {
		out.flags = append(out.flags, "abstract")
	}
	return out
}

// A libraryScope holds the type parameters in scope of a platform declaration.
type libraryScope struct{ class, method []external.TypeParam }

// bounds returns the bounds of type parameters, or Object for an undeclared one.
func (s libraryScope) bounds(ps []external.TypeParam) []resolve.Type {
	var out []resolve.Type
	for i := range ps {
		switch bs := ps[i].Bounds; len(bs) {
		case 0:
			out = append(out, object)
		case 1:
			out = append(out, s.typ(&bs[0]))
		default:
			out = append(out, compound(parse.FormIntersection, s.types(bs)...))
		}
	}
	return out
}

// types converts a list of types in a declaration.
func (s libraryScope) types(refs []external.TypeRef) []resolve.Type {
	out := make([]resolve.Type, len(refs))
	for i := range refs {
		out[i] = s.typ(&refs[i])
	}
	return out
}

// typ converts a type in a declaration.
func (s libraryScope) typ(ref *external.TypeRef) resolve.Type {
	switch ref.Form {
	case external.Named:
		t := outsideType(ref.Name)
		if len(ref.Args) > 0 {
			t.Args = s.types(ref.Args)
		}
		return t
	case external.TypeVar:
		return s.variable(ref.Name)
	case external.Array:
		return arrayOf(s.typ(&ref.Args[0]))
	case external.Intersection:
		return compound(parse.FormIntersection, s.types(ref.Args)...)
	case external.Wildcard:
		switch ref.Name {
		case "extends":
			return compound(parse.FormExtends, s.types(ref.Args)...)
		case "super":
			return compound(parse.FormSuper, s.types(ref.Args)...)
		}
		return outsideType(wildAny)
	}
	return unknownExternal
}

// variable finds a type parameter, the method's first.
func (s libraryScope) variable(name string) resolve.Type {
	for i := range s.method {
		if s.method[i].Name == name {
			return resolve.Type{Def: resolve.None, Owner: libraryMethodVar, Param: i, Name: name}
		}
	}
	for i := range s.class {
		if s.class[i].Name == name {
			return resolve.Type{Def: resolve.None, Owner: libraryTypeVar, Param: i, Name: name}
		}
	}
	return object // of an enclosing class
}
