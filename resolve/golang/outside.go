package golang

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// callee stands for the function of the standard library that is called, as the
// owner of its type parameters.
const callee resolve.DefID = -2

// std returns the declaration of a type of the standard library, or of another module
// whose declarations are read; nil for others.
func (g *tree) std(t resolve.Type) *external.Type {
	if !t.External || t.Module == "" || t.IsModule {
		return nil
	}
	n := g.platform.Namespace(t.Module)
	if n == nil {
		return nil
	}
	return n.Type(t.Name)
}

// A scope says what the type parameters in a declaration stand for, by name.
type scope map[string]resolve.Type

// scopeOf returns what the type parameters of a type stand for in t. One without an argument
// is there as an unknown type: a name that is missing would be taken for that of a function.
//
// sync.Map has no parameters; of atomic.Pointer[Order] the T is Order.
func scopeOf(decl *external.Type, t resolve.Type) scope {
	if len(decl.TypeParams) == 0 {
		return nil
	}
	s := scope{}
	for i, p := range decl.TypeParams {
		s[p.Name] = resolve.Unknown
		if i < len(t.Args) {
			s[p.Name] = t.Args[i]
		}
	}
	return s
}

// typeOf converts a type of the standard library.
//
// A type variable that the scope does not know belongs to a function that is called; what
// it stands for is not known here.
func (s scope) typeOf(ref *external.TypeRef) resolve.Type {
	switch ref.Form {
	case external.Named:
		i := strings.LastIndexByte(ref.Name, '.')
		if i < 0 {
			return outsideType(ref.Name)
		}
		return outsideNamed(ref.Name[:i], ref.Name[i+1:], s.types(ref.Args))
	case external.TypeVar:
		if t, ok := s[ref.Name]; ok {
			return t
		}
	case external.Slice:
		return formed(resolve.List, s.types(ref.Args)...)
	case external.Array:
		return formed(resolve.List, s.typeOf(&ref.Args[0]), named(length, ref.Name))
	case external.Map:
		return formed(resolve.Map, s.types(ref.Args)...)
	case external.Chan:
		t := formed(chanOf, s.types(ref.Args)...)
		switch ref.Name {
		case "<-":
			t.Args = append(t.Args, formed(receiveOnly))
		case "->":
			t.Args = append(t.Args, formed(sendOnly))
		}
		return t
	case external.PointerTo:
		// One level is enough to select fields and methods (Selectors: x is of type T or *T).
		t := s.typeOf(&ref.Args[0])
		t.Pointer = t.Known()
		return t
	case external.Tuple:
		return formed(resolve.Tuple, s.types(ref.Args)...)
	case external.Func:
		return s.function(ref.Signature())
	case external.Computed: // the core type of a constraint: ~[]E
		if len(ref.Args) == 1 {
			return s.typeOf(&ref.Args[0])
		}
	case external.Object:
		t := formed(resolve.Object)
		for i := range ref.Members {
			m := &ref.Members[i]
			t.Args = append(t.Args, named(field, m.Name, s.value(m)))
		}
		return t
	}
	return outsideType(unseen)
}

// types converts a list of types of the standard library.
func (s scope) types(refs []external.TypeRef) []resolve.Type {
	out := make([]resolve.Type, len(refs))
	for i := range refs {
		out[i] = s.typeOf(&refs[i])
	}
	return out
}

// function converts a signature to the type of a function.
func (s scope) function(m *external.Member) resolve.Type {
	params := formed(resolve.Tuple)
	for i := range m.Params {
		p := s.typeOf(&m.Params[i].Type)
		if m.Params[i].Variadic { // inside the function it is a slice
			p = formed(resolve.List, p)
		}
		params.Args = append(params.Args, p)
	}
	t := formed(resolve.Func, params)
	if !m.Type.IsZero() {
		t.Args = append(t.Args, s.typeOf(&m.Type))
	}
	return t
}

// value is the type of a member that is used: of a method that of a function, without
// the receiver (Method values).
func (s scope) value(m *external.Member) resolve.Type {
	if m.Kind == external.Method || m.Kind == external.Function {
		return s.function(m)
	}
	return s.typeOf(&m.Type)
}

// inStandard finds what a name means in a package outside the tree. Of a generic
// function the declaration is kept: what it returns depends on the call.
//
//	strings.Builder     // a type
//	os.Stdout           // a variable: *os.File
//	slices.Max          // its result is an element of the argument
func (g *tree) inStandard(path, name string) meaning {
	n := g.platform.Namespace(path)
	m := outsideMeaning()
	if n == nil {
		return m
	}
	if t := n.Type(name); t != nil {
		m.value = outsideNamed(path, name, nil)
		m.value.Static = true
		return m
	}
	members := n.Member(name)
	if len(members) == 0 {
		return m
	}
	if len(members[0].TypeParams) > 0 {
		m.generic = &members[0]
	}
	m.value = scope(nil).value(&members[0])
	return m
}

// standardMember finds what a name means behind a value of a type of the standard
// library.
//
//	var b strings.Builder
//	b.Len()    // int, by the declaration of the standard library
//
// Embedded types are searched level by level, as in the tree (Selectors): the nearest
// declaration is meant. The level after a defined type has its underlying type, too, whose
// fields it shares.
func (g *tree) standardMember(t resolve.Type, name string) meaning {
	m := outsideMeaning()
	m.owner = t // which no package need have, and which may inherit the member
	level := []resolve.Type{t}
	for depth := 0; len(level) > 0 && depth < resolve.MaxAliases; depth++ {
		var next []resolve.Type
		for _, t := range level {
			decl := g.std(t)
			if decl == nil {
				continue
			}
			s := scopeOf(decl, t)
			if members := decl.Member(name); len(members) > 0 {
				m.value = s.value(&members[0]).WithTier(t.Tier)
				m.owner = t
				return m
			}
			next = append(next, s.types(decl.Bases)...)
			if u := g.under(t); u.Module != t.Module || !u.SameForm(t) {
				next = append(next, u)
			}
		}
		level = next
	}
	return m
}

// atStandard looks at a type outside the tree: one of the standard library has
// what is declared, any other may have the member.
//
//	type Shop struct { sync.Mutex; store }
//
// shop.Lock is that of Mutex, which is declared; of a type of another library in its place it
// could be either.
func (s *search) atStandard(t resolve.Type) {
	decl := s.g.std(t)
	if decl == nil {
		// No predeclared type has members, but error, which has one method.
		if !isPredeclared(t) || t.Name == "error" && s.name == "Error" {
			s.beyond(t, false)
		}
		return
	}
	if len(decl.Member(s.name)) > 0 {
		s.beyond(t, true)
		return
	}
	s.next = append(s.next, scopeOf(decl, t).types(decl.Bases)...)
}

// beyond notes that t, outside the tree, may have the member; sure says that it has.
// Where several may, none is named.
func (s *search) beyond(t resolve.Type, sure bool) {
	switch {
	case !s.outside || sure:
		s.outer = t
	case s.outer.Known():
		s.outer = resolve.Unknown
	}
	s.outside, s.sure = true, s.sure || sure
}

// embeddedStandard is the interface of the standard library that the interface t embeds
// and that declares a method, unknown if there is none.
//
//	type Store interface { io.Closer; Get() }    // Close is that of io.Closer
func (g *tree) embeddedStandard(t resolve.Type, name string) resolve.Type {
	for _, base := range g.embedded(t) {
		if decl := g.std(base); decl != nil && len(decl.Member(name)) > 0 {
			return base
		}
	}
	return resolve.Unknown
}

// standardMethods adds the methods of an interface of the standard library. The second result
// says whether these are all: a type implements an interface only if it has all of them, so
// that a set with a part that is unknown decides nothing.
func (g *tree) standardMethods(methods []found, t resolve.Type) ([]found, bool) {
	decl := g.std(t)
	if decl == nil || decl.Kind != external.Interface {
		return methods, false
	}
	s := scopeOf(decl, t)
	for i := range decl.Members {
		m := &decl.Members[i]
		methods = append(methods, found{def: resolve.None, owner: s.function(m), name: m.Name})
	}
	whole := true
	for _, base := range s.types(decl.Bases) {
		var ok bool
		methods, ok = g.standardMethods(methods, base)
		whole = whole && ok
	}
	return methods, whole
}

// calledStandard is the result type of a generic function of the standard library. Type
// arguments that are not written are inferred as those of functions of the tree are (Type
// inference); callee owns the parameters, since no definition does.
//
//	slices.Max(orders)    // an Order
func (e *eval) calledStandard(gf *file, m *external.Member, s *parse.Step, at uint32,
	from resolve.DefID) resolve.Type {
	vars := scope{}
	u := &unifier{g: e.g, fn: callee, args: make([]resolve.Type, len(m.TypeParams))}
	for i, p := range m.TypeParams {
		vars[p.Name] = resolve.Type{Def: resolve.None, Owner: callee, Param: i, Name: p.Name}
		u.args[i] = resolve.Unknown
	}
	copy(u.args, e.typeArguments(gf, s, from))
	for i := range m.Params {
		u.params = append(u.params, vars.typeOf(&m.Params[i].Type))
	}
	for _, p := range m.TypeParams {
		bound := resolve.Unknown
		if len(p.Bounds) == 1 {
			bound = vars.typeOf(&p.Bounds[0])
		}
		u.bounds = append(u.bounds, bound)
	}
	t := vars.typeOf(&m.Type)
	if mentionsParams(t, callee, u.args) {
		e.inferArguments(gf, u, s, at, from)
	}
	if mentionsParams(t, callee, u.args) { // not all could be inferred
		return outsideType(unseen)
	}
	return resolve.Substitute(t, callee, u.args).WithTier(graph.Typed)
}
