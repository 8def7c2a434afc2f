package golang

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// callee represents the called function of the standard library as the owner of its
// type parameters.
const callee resolve.DefID = -2

// std returns the declaration of a type of the standard library, or of another module
// whose declarations are read, or nil.
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

// A scope maps the names of type parameters in a declaration to types.
type scope map[string]resolve.Type

// scopeOf returns the type arguments in t of a type. A missing argument is recorded
// as an unknown type: a missing name would be taken for a type parameter of a
// function.
//
// sync.Map has no parameters; in atomic.Pointer[Order], T is Order.
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
// A type variable that is not in the scope belongs to a called function; its type
// argument is not known here.
func (s scope) typeOf(ref *external.TypeRef) resolve.Type {
	switch ref.Form {
	case external.Named:
		i := strings.LastIndexByte(ref.Name, '.')
		if i < 0 {
			return externalType(ref.Name)
		}
		return outsideNamed(ref.Name[:i], ref.Name[i+1:], s.types(ref.Args))
	case external.TypeVar:
		if t, ok := s[ref.Name]; ok {
			return t
		}
	case external.Slice:
		return formed(parse.FormList, s.types(ref.Args)...)
	case external.Array:
		return formed(parse.FormList, s.typeOf(&ref.Args[0]), named(parse.FormLength, ref.Name))
	case external.Map:
		return formed(parse.FormMap, s.types(ref.Args)...)
	case external.Chan:
		t := formed(parse.FormChan, s.types(ref.Args)...)
		switch ref.Name {
		case "<-":
			t.Args = append(t.Args, formed(parse.FormReceiveOnly))
		case "->":
			t.Args = append(t.Args, formed(parse.FormSendOnly))
		}
		return t
	case external.PointerTo:
		// One level suffices to select fields and methods (Selectors: x is of type T
		// or *T).
		t := s.typeOf(&ref.Args[0])
		t.Pointer = t.Known()
		return t
	case external.Tuple:
		return formed(parse.FormTuple, s.types(ref.Args)...)
	case external.Func:
		return s.function(ref.Signature())
	case external.Computed: // the core type of a constraint: ~[]E
		if len(ref.Args) == 1 {
			return s.typeOf(&ref.Args[0])
		}
	case external.Object:
		t := formed(parse.FormObject)
		for i := range ref.Members {
			m := &ref.Members[i]
			t.Args = append(t.Args, named(parse.FormField, m.Name, s.value(m)))
		}
		return t
	}
	return externalType(unseen)
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
	params := formed(parse.FormTuple)
	for i := range m.Params {
		p := s.typeOf(&m.Params[i].Type)
		if m.Params[i].Variadic { // inside the function it is a slice
			p = formed(parse.FormList, p)
		}
		params.Args = append(params.Args, p)
	}
	t := formed(parse.FormFunc, params)
	if !m.Type.IsZero() {
		t.Args = append(t.Args, s.typeOf(&m.Type))
	}
	return t
}

// value returns the type of a member when it is used: for a method, its function type
// without the receiver (Method values).
func (s scope) value(m *external.Member) resolve.Type {
	if m.Kind == external.Method || m.Kind == external.Function {
		return s.function(m)
	}
	return s.typeOf(&m.Type)
}

// inStandard resolves a name in an external package. For a generic function the
// declaration is kept: its result type depends on the call.
//
//	strings.Builder     // a type
//	os.Stdout           // a variable: *os.File
//	slices.Max          // its result is an element of the argument
func (g *tree) inStandard(path, name string) referent {
	n := g.platform.Namespace(path)
	m := externalReferent()
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

// standardMember resolves a member of a value of a standard library type.
//
//	var b strings.Builder
//	b.Len()    // int, as declared in the standard library
//
// Embedded types are searched level by level, as in the tree (Selectors): the nearest
// declaration is selected. The level after a defined type also contains its
// underlying type, whose fields it shares.
func (g *tree) standardMember(t resolve.Type, name string) referent {
	m := externalReferent()
	m.owner = t // which has no package, and may have inherited the member
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

// atStandard searches an external type: one of the standard library has its declared
// members, any other may have the member.
//
//	type Shop struct { sync.Mutex; store }
//
// shop.Lock is that of Mutex, which is declared; with a type of another library in
// its place, it could be from either.
func (s *search) atStandard(t resolve.Type) {
	decl := s.g.std(t)
	if decl == nil {
		// A predeclared type has no members, except error, which has one method.
		if !isPredeclared(t) || t.Name == "error" && s.name == "Error" {
			s.addExternal(t, false)
		}
		return
	}
	if len(decl.Member(s.name)) > 0 {
		s.addExternal(t, true)
		return
	}
	s.next = append(s.next, scopeOf(decl, t).types(decl.Bases)...)
}

// addExternal records that t, an external type, may have the member; sure specifies that
// it does. If several may, none is selected.
func (s *search) addExternal(t resolve.Type, sure bool) {
	switch {
	case !s.outside || sure:
		s.outer = t
	case s.outer.Known():
		s.outer = resolve.Unknown
	}
	s.outside, s.sure = true, s.sure || sure
}

// embeddedStandard returns the standard library interface embedded in the interface t
// that declares a method, or unknown.
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

// standardMethods adds the methods of an interface of the standard library. The
// second result reports whether these are all: a type implements an interface only if
// it has all of them, so a partially unknown set decides nothing.
func (g *tree) standardMethods(methods []selection, t resolve.Type) ([]selection, bool) {
	decl := g.std(t)
	if decl == nil || decl.Kind != external.Interface {
		return methods, false
	}
	s := scopeOf(decl, t)
	for i := range decl.Members {
		m := &decl.Members[i]
		methods = append(methods, selection{def: resolve.None, owner: s.function(m), name: m.Name})
	}
	whole := true
	for _, base := range s.types(decl.Bases) {
		var ok bool
		methods, ok = g.standardMethods(methods, base)
		whole = whole && ok
	}
	return methods, whole
}

// calledStandard returns the result type of a generic function of the standard
// library. Missing type arguments are inferred as for functions of the tree (Type
// inference); callee owns the type parameters, since there is no definition.
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
		return externalType(unseen)
	}
	return resolve.Substitute(t, callee, u.args).WithTier(graph.Typed)
}
