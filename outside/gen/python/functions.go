package python

import (
	"slices"
	"strings"

	"seedgraph/outside"
	"seedgraph/parse"
)

// functions converts the overloads of a function, or the accessors of a property.
func (r *reader) functions(b *binding, c *class) []outside.Member {
	var out []outside.Member
	for _, n := range b.nodes {
		m, accessor := r.function(b, n, c)
		switch {
		case accessor == "": // one of several functions
			out = append(out, m)
		case accessor == "setter" && len(out) > 0:
			out[0].Flags &^= outside.ReadOnly
		}
	}
	return out
}

// decoratorFlags are the flags that decorators stand for.
var decoratorFlags = map[string]outside.Flags{
	"staticmethod": outside.Static, "classmethod": outside.ClassMethod,
	"abstractmethod": outside.Abstract, "final": outside.Sealed,
}

// function converts a function. The second result says which accessor of a property
// it is, if it is one that comes after the getter.
func (r *reader) function(b *binding, n parse.Node, c *class) (m outside.Member, accessor string) {
	def := n
	if n.Is("decorated_definition") {
		def = n.Field("definition")
	}
	m = outside.Member{Name: b.name, Kind: outside.Function}
	if c != nil {
		m.Kind = outside.Method
	}
	if hasToken(def, "async") {
		m.Flags |= outside.Async
	}
	r.seen = nil
	manager := ""
	for _, d := range decorators(n) {
		switch name := lastPart(d); name {
		case "setter", "deleter":
			accessor = name
		case "contextmanager", "asynccontextmanager":
			manager = name
		default:
			m.Flags |= decoratorFlags[name]
		}
		if r.isProperty(b.in, d) {
			m.Kind = outside.Property
			m.Flags |= outside.ReadOnly
		}
	}
	if b.name == "__new__" || b.name == "__init_subclass__" || b.name == "__class_getitem__" {
		m.Flags |= outside.ClassMethod
	}
	m.Params = r.params(b.in, def.Field("parameters"), c != nil && m.Flags&outside.Static == 0)
	m.Type = r.ref(b.in, def.Field("return_type"))
	r.manage(&m, manager)
	if m.Kind == outside.Property {
		m.Params = nil
	}
	m.TypeParams = r.ownParams(c)
	return m, accessor
}

// isProperty reports whether a decorator makes a property of a method.
func (r *reader) isProperty(s *scope, decorator string) bool {
	e, ok := r.lookup(s, decorator)
	if !ok || e.binding == nil || e.kind != bindClass {
		return false
	}
	switch e.full() {
	case "builtins.property", "functools.cached_property", "types.DynamicClassAttribute",
		"enum.property", "abc.abstractproperty", "enum._magic_enum_attr":
		return true
	}
	return false
}

// manage makes the result of a generator function what contextlib's decorators make
// of it.
func (r *reader) manage(m *outside.Member, decorator string) {
	if decorator == "" || len(m.Type.Args) == 0 {
		return
	}
	name := "contextlib._GeneratorContextManager"
	if decorator == "asynccontextmanager" {
		name = "contextlib._AsyncGeneratorContextManager"
	}
	m.Type = named(name, m.Type.Args[0])
	m.Flags &^= outside.Async
}

// ownParams returns the type variables that were seen and are not the class's.
func (r *reader) ownParams(c *class) []outside.TypeParam {
	own := slices.DeleteFunc(slices.Clone(r.seen), func(b *binding) bool {
		same := func(p outside.TypeParam) bool { return p.Name == b.name }
		return c != nil && slices.ContainsFunc(c.typ.TypeParams, same)
	})
	return r.typeParams(own)
}

// params converts parameters. The first one of a method is self or cls.
func (r *reader) params(s *scope, list parse.Node, method bool) []outside.Param {
	var out []outside.Param
	keywords, first := false, true
	for n := range list.Named {
		switch n.Kind() {
		case "comment":
			continue
		case "keyword_separator":
			keywords = true
			continue
		case "positional_separator":
			for i := range out {
				if out[i].Mode == outside.ByValue {
					out[i].Mode = outside.PositionalOnly
				}
			}
			continue
		}
		p := r.param(s, n)
		isSelf := method && first && !p.Variadic
		first = false
		switch {
		case isSelf && p.Type.IsZero():
			continue
		case isSelf:
			p.Mode = outside.This
		case p.Mode != outside.ByValue || p.Variadic:
		case keywords:
			p.Mode = outside.KeywordOnly
		case strings.HasPrefix(p.Name, "__") && !strings.HasSuffix(p.Name, "__"):
			p.Mode = outside.PositionalOnly
		}
		keywords = keywords || p.Variadic
		out = append(out, p)
	}
	return out
}

// param converts a parameter.
func (r *reader) param(s *scope, n parse.Node) outside.Param {
	p := outside.Param{Type: r.ref(s, n.Field("type"))}
	name := n
	switch n.Kind() {
	case "typed_parameter":
		name = firstNamed(n)
	case "default_parameter", "typed_default_parameter":
		name = n.Field("name")
		p.Optional = true
	}
	switch name.Kind() {
	case "list_splat_pattern":
		p.Variadic = true
		name = firstNamed(name)
	case "dictionary_splat_pattern":
		p.Mode = outside.Keywords
		name = firstNamed(name)
	}
	p.Name = name.Text()
	return p
}
