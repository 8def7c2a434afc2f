package pyi

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
)

// functions converts the overloads of a function, or the accessors of a property.
func (r *Reader) functions(b *binding, c *class) []external.Member {
	var out []external.Member
	for _, n := range b.nodes {
		m, accessor := r.function(b, n, c)
		switch {
		case accessor == "": // one of several functions
			out = append(out, m)
		case accessor == "setter" && len(out) > 0:
			out[0].Flags &^= external.ReadOnly
		}
	}
	return out
}

// decoratorFlags are the flags set by decorators.
var decoratorFlags = map[string]external.Flags{
	"staticmethod": external.Static, "classmethod": external.ClassMethod,
	"abstractmethod": external.Abstract, "final": external.Sealed,
}

// function converts a function. The second result is the kind of property accessor,
// if it is one that follows the getter.
func (r *Reader) function(b *binding, n parse.Node, c *class) (m external.Member, accessor string) {
	def := n
	if n.Is("decorated_definition") {
		def = n.Field("definition")
	}
	m = external.Member{Name: b.name, Kind: external.Function}
	if c != nil {
		m.Kind = external.Method
	}
	if hasToken(def, "async") && !(b.in.module.source && yields(def.Field("body"))) {
		m.Flags |= external.Async
	}
	r.seen = nil
	manager := ""
	for _, d := range decorators(n) {
		if r.load != nil && !isAccessor(d) && !transparent[r.qualified(b.in, d)] {
			m.Kind, m.Flags = unknownKind(c), 0
			return m, ""
		}
		switch name := lastPart(d); name {
		case "setter", "deleter":
			accessor = name
		case "contextmanager", "asynccontextmanager":
			manager = name
		default:
			m.Flags |= decoratorFlags[name]
		}
		if r.isProperty(b.in, d) {
			m.Kind = external.Property
			m.Flags |= external.ReadOnly
		}
	}
	if b.name == "__new__" || b.name == "__init_subclass__" || b.name == "__class_getitem__" {
		m.Flags |= external.ClassMethod
	}
	m.Params = r.params(b.in, def.Field("parameters"), c != nil && m.Flags&external.Static == 0)
	m.Type = r.ref(b.in, def.Field("return_type"))
	r.manage(&m, manager)
	if m.Kind == external.Property {
		m.Params = nil
	}
	m.TypeParams = r.ownParams(c)
	return m, accessor
}

// unknownKind returns the kind of the result of an unknown decorator: a value.
func unknownKind(c *class) external.MemberKind {
	if c != nil {
		return external.Field
	}
	return external.Value
}

// isAccessor reports whether a decorator is that of an accessor of a property: @size.setter.
func isAccessor(decorator string) bool {
	switch _, last, dotted := cutLast(decorator); last {
	case "setter", "deleter", "getter":
		return dotted
	}
	return false
}

// properties are the decorators that turn a method into a property.
var properties = map[string]bool{
	"builtins.property": true, "functools.cached_property": true,
	"types.DynamicClassAttribute": true, "enum.property": true, "abc.abstractproperty": true,
	"enum._magic_enum_attr": true,
}

// transparent are the decorators of the standard library that do not change the
// return type of a function, or change it in a known way. Those of other libraries
// may change it arbitrarily.
var transparent = map[string]bool{
	"builtins.property": true, "builtins.staticmethod": true, "builtins.classmethod": true,
	"abc.abstractmethod": true, "abc.abstractproperty": true, "enum.property": true,
	"types.DynamicClassAttribute": true, "functools.cached_property": true,
	"functools.cache": true, "functools.lru_cache": true,
	"typing.overload": true, "typing_extensions.overload": true, "typing.final": true,
	"typing_extensions.final": true, "typing.override": true,
	"typing_extensions.override": true, "typing.no_type_check": true,
	"typing_extensions.deprecated": true, "warnings.deprecated": true,
	"contextlib.contextmanager": true, "contextlib.asynccontextmanager": true,
}

// isProperty reports whether a decorator turns a method into a property.
func (r *Reader) isProperty(s *scope, decorator string) bool {
	return properties[r.qualified(s, decorator)]
}

// yields reports whether the body of a function itself contains a yield: an async
// function with one is a generator, which is not awaited (PEP 525).
func yields(body parse.Node) bool {
	for c := range body.Named {
		switch c.Kind() {
		case "yield":
			return true
		case "function_definition", "class_definition", "lambda":
		default:
			if yields(c) {
				return true
			}
		}
	}
	return false
}

// manage converts the return type of a generator function to that of contextlib's
// decorators.
func (r *Reader) manage(m *external.Member, decorator string) {
	if decorator == "" || len(m.Type.Args) == 0 {
		return
	}
	name := "contextlib._GeneratorContextManager"
	if decorator == "asynccontextmanager" {
		name = "contextlib._AsyncGeneratorContextManager"
	}
	m.Type = named(name, m.Type.Args[0])
	m.Flags &^= external.Async
}

// ownParams returns the type variables that were seen and are not the class's.
func (r *Reader) ownParams(c *class) []external.TypeParam {
	own := slices.DeleteFunc(slices.Clone(r.seen), func(b *binding) bool {
		same := func(p external.TypeParam) bool { return p.Name == b.name }
		return c != nil && slices.ContainsFunc(c.typ.TypeParams, same)
	})
	return r.typeParams(own)
}

// params converts parameters. The first one of a method is self or cls.
func (r *Reader) params(s *scope, list parse.Node, method bool) []external.Param {
	var out []external.Param
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
				if out[i].Mode == external.ByValue {
					out[i].Mode = external.PositionalOnly
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
			p.Mode = external.This
		case p.Mode != external.ByValue || p.Variadic:
		case keywords:
			p.Mode = external.KeywordOnly
		case strings.HasPrefix(p.Name, "__") && !strings.HasSuffix(p.Name, "__"):
			p.Mode = external.PositionalOnly
		}
		keywords = keywords || p.Variadic
		out = append(out, p)
	}
	return out
}

// param converts a parameter.
func (r *Reader) param(s *scope, n parse.Node) external.Param {
	p := external.Param{Type: r.ref(s, n.Field("type"))}
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
		p.Mode = external.Keywords
		name = firstNamed(name)
	}
	p.Name = name.Text()
	return p
}
