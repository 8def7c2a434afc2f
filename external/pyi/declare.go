package pyi

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
)

// declared converts a module.
func (r *Reader) declared(m *scope) external.Declared {
	d := external.Declared{Name: m.name, Partial: m.source}
	if m.saysAll {
		d.Star = slices.Compact(slices.Sorted(slices.Values(r.allOf(m))))
		if d.Star == nil {
			d.Star = []string{}
		}
	}
	r.bindings(&d, m, nil)
	for _, from := range slices.Compact(slices.Sorted(slices.Values(m.stars))) {
		d.Exports = append(d.Exports, external.Export{Name: "*", Target: from})
	}
	return d
}

// A class is a class whose body is being converted.
type class struct {
	typ  *external.Type
	enum bool
}

// bindings converts the bindings in s: those of the module d, or of its class c.
func (r *Reader) bindings(d *external.Declared, s *scope, c *class) {
	add := func(m external.Member) {
		if c == nil {
			d.Members = append(d.Members, m)
		} else {
			c.typ.Members = append(c.typ.Members, m)
		}
	}
	for _, b := range s.order {
		switch b.kind {
		case bindClass:
			r.convertClass(d, b)
		case bindFunction:
			for _, m := range r.functions(b, c) {
				add(m)
			}
		case bindVariable:
			add(r.variable(b, c))
		case bindUnknown:
			add(external.Member{Name: b.name, Kind: unknownKind(c)})
		case bindAlias:
			d.Types = append(d.Types, r.aliasType(d.Name, b))
		case bindSame:
			r.same(d, b, c, add)
		case bindImport:
			r.reexport(d, s, b)
		}
	}
}

// reexport adds a re-exported import: import a as a, or one in __all__.
func (r *Reader) reexport(d *external.Declared, s *scope, b *binding) {
	listed := s == s.module && slices.Contains(r.allOf(s), b.name)
	if b.name == "__all__" || !b.exported && !listed {
		return
	}
	target := b.from
	if e, ok := r.follow(b); ok {
		target = e.full()
	} else if b.what != "" {
		target += "." + b.what
	}
	d.Exports = append(d.Exports, external.Export{Name: localName(d, b), Target: target})
}

// localName returns the name of b relative to its module.
func localName(d *external.Declared, b *binding) string {
	return strings.TrimPrefix(b.full(), d.Name+".")
}

// same converts X = Y: an alias of a method of the class, an alias of a definition,
// or the value of Y.
func (r *Reader) same(d *external.Declared, b *binding, c *class, add func(external.Member)) {
	right := b.nodes[0].Field("right").Text()
	if c != nil {
		if old := b.in.names[right]; old != nil && old.kind == bindFunction {
			for _, m := range r.functions(old, c) {
				m.Name = b.name
				add(m)
			}
			return
		}
	}
	e, ok := r.follow(b)
	if !ok || e.binding == b || c != nil && c.enum {
		add(r.variable(b, c))
		return
	}
	d.Exports = append(d.Exports, external.Export{Name: localName(d, b), Target: e.full()})
}

// aliasType converts X: TypeAlias = T, X = T, X = NewType("X", T) and
// X = TypedDict("X", …).
func (r *Reader) aliasType(module string, b *binding) *external.Type {
	t := &external.Type{Name: b.full(), Namespace: module, Kind: external.Alias}
	r.seen = nil
	right := b.nodes[0].Field("right")
	if right.Is("call") { // a new class
		t.Kind = external.Class
		base := lastNamed(right.Field("arguments"))
		if maker(right) == "TypedDict" {
			base = right.Field("function")
		}
		t.Bases = []external.TypeRef{r.ref(b.in, base)}
		return t
	}
	t.Target = r.ref(b.in, right)
	t.TypeParams = r.typeParams(r.seen)
	return t
}

// definition returns the class or function of a node without its decorators.
func definition(b *binding) parse.Node {
	if n := b.nodes[0]; n.Is("decorated_definition") {
		return n.Field("definition")
	}
	return b.nodes[0]
}

// convertClass converts a class and its contents.
func (r *Reader) convertClass(d *external.Declared, b *binding) {
	t := &external.Type{Name: b.full(), Namespace: d.Name, Kind: external.Class}
	d.Types = append(d.Types, t)
	if slices.Contains(decorators(b.nodes[0]), "final") {
		t.Flags |= external.Sealed
	}
	if b.in.module.source { // methods may set attributes that the class does not declare
		t.Flags |= external.Partial
	}
	c := &class{typ: t, enum: r.isEnum(b)}
	if c.enum {
		t.Kind = external.Enum
	}
	r.seen = nil
	generic := false
	for base := range definition(b).Field("superclasses").Named {
		if base.Is("keyword_argument", "comment") {
			continue
		}
		ref := r.ref(b.in, base)
		switch lastPart(ref.Name) {
		case "Protocol":
			t.Kind = external.Protocol
			generic = generic || len(ref.Args) > 0
		case "Generic":
			generic = true
		case "object":
		default:
			t.Bases = append(t.Bases, ref)
			continue
		}
		if generic { // its order matters
			t.TypeParams = r.typeParams(varsOf(r.seen, ref))
		}
	}
	if !generic {
		t.TypeParams = r.typeParams(r.seen)
	}
	r.bindings(d, b.body, c)
}

// varsOf returns the type variables that are the arguments of t, in order.
func varsOf(seen []*binding, t external.TypeRef) []*binding {
	var out []*binding
	for _, a := range t.Args {
		if a.Form == external.Spread {
			a = a.Args[0]
		}
		for _, b := range seen {
			if b.name == a.Name {
				out = append(out, b)
			}
		}
	}
	return out
}

// typeParams converts type variables.
func (r *Reader) typeParams(vars []*binding) []external.TypeParam {
	kept := r.seen
	defer func() { r.seen = kept }()
	var out []external.TypeParam
	for _, b := range vars {
		out = append(out, r.typeParam(b))
	}
	return out
}

// typeParam converts X = TypeVar("X", A, B, bound=C, covariant=True).
func (r *Reader) typeParam(b *binding) external.TypeParam {
	p := external.TypeParam{Name: b.name}
	call := b.nodes[0].Field("right")
	switch maker(call) {
	case "ParamSpec":
		p.Rules = external.ParamList
	case "TypeVarTuple":
		p.Rules = external.ManyTypes
	}
	var constraints []external.TypeRef
	i := 0
	for arg := range call.Field("arguments").Named {
		switch {
		case arg.Is("comment"):
			continue
		case arg.Is("keyword_argument"):
			r.typeParamOption(b.in, &p, arg)
		case i > 0: // after the name
			constraints = append(constraints, r.ref(b.in, arg))
		}
		i++
	}
	if len(constraints) > 0 {
		p.Bounds = []external.TypeRef{union(constraints)}
	}
	return p
}

func (r *Reader) typeParamOption(s *scope, p *external.TypeParam, arg parse.Node) {
	value := arg.Field("value")
	switch arg.Field("name").Text() {
	case "bound":
		p.Bounds = []external.TypeRef{r.ref(s, value)}
	case "default":
		if value.Is("ellipsis") {
			p.Default = anything
		} else {
			p.Default = r.ref(s, value)
		}
	case "covariant":
		if value.Text() == "True" {
			p.Rules |= external.Covariant
		}
	case "contravariant":
		if value.Text() == "True" {
			p.Rules |= external.Contravariant
		}
	}
}

// variable converts x: T and x = v.
func (r *Reader) variable(b *binding, c *class) external.Member {
	n := b.nodes[0]
	m := external.Member{Name: b.name, Kind: external.Value}
	typ := firstNamed(n.Field("type"))
	if c != nil {
		m.Kind = external.Field
		if c.enum && typ.IsZero() && !strings.HasPrefix(b.name, "_") {
			return external.Member{Name: b.name, Kind: external.Constant, Type: named(c.typ.Name)}
		}
	}
	switch head, _, _ := strings.Cut(typ.Text(), "["); lastPart(head) {
	case "ClassVar":
		m.Flags |= external.Static
	case "Final":
		m.Flags |= external.ReadOnly
	}
	m.Type = r.ref(b.in, typ)
	right := n.Field("right")
	switch {
	case !m.Type.IsZero():
	case m.Flags&external.ReadOnly != 0 && isLiteral(right):
		m.Type = r.literals(b.in, []parse.Node{right})
	case b.in.module.source: // its value may have any type because of assignments elsewhere
	default:
		m.Type = valueType(right)
	}
	return m
}

// isLiteral reports whether a value can be written as a type. A string in triple
// quotes or with a prefix is treated as any string.
func isLiteral(n parse.Node) bool {
	if n.Is("string") {
		text := n.Text()
		return strings.IndexAny(text, `"'`) == 0 &&
			!strings.HasPrefix(text, strings.Repeat(text[:1], 3))
	}
	return n.Is("integer", "true", "false", "unary_operator")
}

// valueType returns the type of a literal value; the zero value for others.
func valueType(n parse.Node) external.TypeRef {
	switch n.Kind() {
	case "integer":
		return named("builtins.int")
	case "float":
		return named("builtins.float")
	case "true", "false":
		return named("builtins.bool")
	case "string", "concatenated_string":
		if strings.HasPrefix(n.Text(), "b") {
			return named("builtins.bytes")
		}
		return named("builtins.str")
	case "none":
		return named("None")
	case "unary_operator":
		return valueType(n.Field("argument"))
	}
	return external.TypeRef{}
}
