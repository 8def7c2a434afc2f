package dotnet

import (
	"strings"

	"seedgraph/outside"
)

// primitives are the types that the declarations write in TypeScript's way.
var primitives = map[string]string{
	"sbyte": "SByte", "byte": "Byte", "short": "Int16", "ushort": "UInt16", "int": "Int32",
	"uint": "UInt32",
	"long": "Int64", "ulong": "UInt64", "int128": "Int128", "uint128": "UInt128", "half": "Half",
	"float": "Single", "double": "Double", "decimal": "Decimal", "nint": "IntPtr",
	"nuint": "UIntPtr",
	"char":  "Char", "boolean": "Boolean", "string": "String", "void": "Void", "unknown": "Object",
	"object": "Object", "Function": "Delegate", "number": "Enum", "Array": "Array",
}

// A catalog knows all types of all packages by their name in the declarations.
type catalog struct {
	types  map[string]map[string]string // namespace, then name there, to the key of the tables
	simple map[string][]string          // name alone to keys
	known  map[string]bool              // keys
	missed map[string]int               // names that were looked up in vain
}

func newCatalog() *catalog {
	return &catalog{
		types:  map[string]map[string]string{},
		simple: map[string][]string{},
		known:  map[string]bool{},
		missed: map[string]int{},
	}
}

func (c *catalog) add(namespace string, b *bound) {
	name := scriptName(namespace, b.TargetName)
	if c.types[namespace] == nil {
		c.types[namespace] = map[string]string{}
	}
	if c.types[namespace][name] == "" {
		c.types[namespace][name] = key(b.TargetName)
		c.known[key(b.TargetName)] = true
		c.simple[name] = append(c.simple[name], key(b.TargetName))
	}
}

// A scope resolves the names in a declarations file.
type scope struct {
	*catalog
	namespace string
	imports   map[string]imported
	params    []outside.TypeParam // of the type and of the member that is read
}

// typ returns t with full names; unknown where a name cannot be resolved.
func (s *scope) typ(t outside.TypeRef) outside.TypeRef {
	switch t.Form {
	case outside.Named:
		return s.named(t)
	case outside.Union:
		return s.nullable(t)
	case outside.Array:
		t.Args = s.all(t.Args)
		return t
	}
	// Intersections, functions and objects occur in helpers of TypeScript alone.
	return outside.TypeRef{}
}

func (s *scope) all(types []outside.TypeRef) []outside.TypeRef {
	var all []outside.TypeRef
	for _, t := range types {
		all = append(all, s.typ(t))
	}
	return all
}

// nullable reads T | null and T | undefined. Other unions stay.
func (s *scope) nullable(t outside.TypeRef) outside.TypeRef {
	var rest []outside.TypeRef
	for _, a := range t.Args {
		if a.Form != outside.Named || a.Name != "null" && a.Name != "undefined" {
			rest = append(rest, a)
		}
	}
	if len(rest) > 1 { // a property that overrides one of another type: matcher.settle
		return outside.TypeRef{Form: outside.Union, Args: s.all(rest)}
	}
	if len(rest) == 0 {
		return outside.TypeRef{}
	}
	one := s.typ(rest[0])
	one.Null = !one.IsZero() && len(rest) < len(t.Args)
	return one
}

func (s *scope) named(t outside.TypeRef) outside.TypeRef {
	name := strings.TrimSuffix(t.Name, "$instance")
	if s.isParam(name) {
		return outside.TypeRef{Form: outside.TypeVar, Name: name}
	}
	if name == "ptr" && len(t.Args) == 1 {
		return outside.TypeRef{Form: outside.PointerTo, Args: s.all(t.Args)}
	}
	if clr := primitives[name]; clr != "" {
		return outside.TypeRef{Form: outside.Named, Name: "System." + clr}
	}
	full := s.lookUp(name)
	if full == "" {
		s.missed[s.namespace+": "+t.Name]++
		return outside.TypeRef{}
	}
	return outside.TypeRef{Form: outside.Named, Name: full, Args: s.all(t.Args)}
}

func (s *scope) isParam(name string) bool {
	for i := range s.params {
		if s.params[i].Name == name {
			return true
		}
	}
	return false
}

// lookUp returns the key of the type that a name of the file means.
func (s *scope) lookUp(name string) string {
	if space, rest, ok := strings.Cut(name, "."); ok {
		return s.types[s.imports[space].namespace][rest]
	}
	if key := s.types[s.namespace][name]; key != "" {
		return key
	}
	if from, ok := s.imports[name]; ok {
		return s.types[from.namespace][strings.TrimSuffix(from.name, "$instance")]
	}
	return ""
}

// typeParams returns the type parameters with their constraints.
func (s *scope) typeParams(params []outside.TypeParam) []outside.TypeParam {
	var all []outside.TypeParam
	for _, p := range params {
		one := outside.TypeParam{Name: p.Name}
		for _, b := range p.Bounds {
			s.constrain(&one, b)
		}
		all = append(all, one)
	}
	return all
}

// constrain adds what a bound says: unknown is no constraint, NonNullable<…> a
// value type, (object | null) a reference type.
func (s *scope) constrain(p *outside.TypeParam, b outside.TypeRef) {
	switch {
	case b.Form == outside.Intersection:
		for _, a := range b.Args {
			s.constrain(p, a)
		}
	case b.Form == outside.Named && b.Name == "unknown":
	case b.Form == outside.Named && b.Name == "NonNullable":
		p.Rules |= outside.IsStruct
	case b.Name == "object", b.Form == outside.Union && b.Args[0].Name == "object":
		p.Rules |= outside.IsClass
	default:
		if t := s.typ(b); !t.IsZero() {
			t.Null = false
			p.Bounds = append(p.Bounds, t)
		}
	}
}

// inner returns s with the type parameters of a member.
func (s *scope) inner(params []outside.TypeParam) *scope {
	if len(params) == 0 {
		return s
	}
	in := *s
	in.params = append(params[:len(params):len(params)], s.params...)
	return &in
}

// member returns m with full names.
func (s *scope) member(m outside.Member) outside.Member {
	in := s.inner(m.TypeParams)
	m.TypeParams = in.typeParams(m.TypeParams)
	if sig := m.Type.Signature(); sig != nil && m.Kind == outside.Property && len(sig.Params) == 0 {
		m.Type = sig.Type // a static value of a generic type: <T>() => Span_1<T>
	}
	m.Type = in.typ(m.Type)
	var params []outside.Param
	for _, p := range m.Params {
		p.Type = in.typ(p.Type)
		params = append(params, p)
	}
	m.Params = params
	return m
}

// argument reads a type argument of a base in the metadata: IEnumerable_1[[T]].
func (s *scope) argument(text string) outside.TypeRef {
	if rest, ok := strings.CutSuffix(text, "[]"); ok && !strings.HasSuffix(text, "]]") {
		return arrayOf(s.argument(rest))
	}
	name, args, _ := strings.Cut(text, "[[")
	if s.isParam(name) {
		return outside.TypeRef{Form: outside.TypeVar, Name: name}
	}
	t := outside.TypeRef{Form: outside.Named, Name: s.simpleName(name)}
	if t.Name == "" {
		s.missed[s.namespace+": base argument "+text]++
		return outside.TypeRef{}
	}
	for _, a := range split(strings.TrimSuffix(args, "]]")) {
		t.Args = append(t.Args, s.argument(a))
	}
	return t
}

func arrayOf(t outside.TypeRef) outside.TypeRef {
	return outside.TypeRef{Form: outside.Array, Name: "[]", Args: []outside.TypeRef{t}}
}

// simpleName returns the key of a type by its name alone: one of the namespace,
// of those that the file imports, or the only one that there is.
func (s *scope) simpleName(name string) string {
	if key := s.types[s.namespace][name]; key != "" {
		return key
	}
	for _, from := range s.imports {
		if from.name == name {
			return s.types[from.namespace][name]
		}
	}
	if all := s.simple[name]; len(all) == 1 {
		return all[0]
	}
	return s.types["System"][name]
}

// erased returns the comparable form of a type, as erase makes it of the
// metadata's.
func erased(t *outside.TypeRef) string {
	switch t.Form {
	case outside.Array:
		return erased(&t.Args[0]) + "[]"
	case outside.PointerTo:
		return erased(&t.Args[0]) + "*"
	case outside.TypeVar:
		return cutArity(t.Name)
	}
	name := t.Name
	for strings.HasSuffix(name, ">") {
		name = name[:strings.LastIndexByte(name, '<')]
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}
