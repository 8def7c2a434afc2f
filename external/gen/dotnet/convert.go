package dotnet

import (
	"strings"

	"seedgraph/external"
)

// primitives are the types with TypeScript names in the declarations.
var primitives = map[string]string{
	"sbyte": "SByte", "byte": "Byte", "short": "Int16", "ushort": "UInt16", "int": "Int32",
	"uint": "UInt32",
	"long": "Int64", "ulong": "UInt64", "int128": "Int128", "uint128": "UInt128", "half": "Half",
	"float": "Single", "double": "Double", "decimal": "Decimal", "nint": "IntPtr",
	"nuint": "UIntPtr",
	"char":  "Char", "boolean": "Boolean", "string": "String", "void": "Void", "unknown": "Object",
	"object": "Object", "Function": "Delegate", "number": "Enum", "Array": "Array",
}

// A catalog maps the names in the declarations to the types of all packages.
type catalog struct {
	types  map[string]map[string]string // by namespace, then by name there: the key of the tables
	simple map[string][]string          // by unqualified name: keys
	known  map[string]bool              // keys
	missed map[string]int               // names whose lookup failed
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
	params    []external.TypeParam // of the type and of the member being read
}

// typ returns t with full names; unknown if a name cannot be resolved.
func (s *scope) typ(t external.TypeRef) external.TypeRef {
	switch t.Form {
	case external.Named:
		return s.named(t)
	case external.Union:
		return s.nullable(t)
	case external.Array:
		t.Args = s.all(t.Args)
		return t
	}
	// Intersections, functions and objects occur only in helpers of TypeScript.
	return external.TypeRef{}
}

func (s *scope) all(types []external.TypeRef) []external.TypeRef {
	var all []external.TypeRef
	for _, t := range types {
		all = append(all, s.typ(t))
	}
	return all
}

// nullable converts T | null and T | undefined. Other unions are kept.
func (s *scope) nullable(t external.TypeRef) external.TypeRef {
	var rest []external.TypeRef
	for _, a := range t.Args {
		if a.Form != external.Named || a.Name != "null" && a.Name != "undefined" {
			rest = append(rest, a)
		}
	}
	if len(rest) > 1 { // a property that overrides one of another type: matcher.settle
		return external.TypeRef{Form: external.Union, Args: s.all(rest)}
	}
	if len(rest) == 0 {
		return external.TypeRef{}
	}
	one := s.typ(rest[0])
	one.Null = !one.IsZero() && len(rest) < len(t.Args)
	return one
}

func (s *scope) named(t external.TypeRef) external.TypeRef {
	name := strings.TrimSuffix(t.Name, "$instance")
	if s.isParam(name) {
		return external.TypeRef{Form: external.TypeVar, Name: name}
	}
	if name == "ptr" && len(t.Args) == 1 {
		return external.TypeRef{Form: external.PointerTo, Args: s.all(t.Args)}
	}
	if clr := primitives[name]; clr != "" {
		return external.TypeRef{Form: external.Named, Name: "System." + clr}
	}
	full := s.lookUp(name)
	if full == "" {
		s.missed[s.namespace+": "+t.Name]++
		return external.TypeRef{}
	}
	return external.TypeRef{Form: external.Named, Name: full, Args: s.all(t.Args)}
}

func (s *scope) isParam(name string) bool {
	for i := range s.params {
		if s.params[i].Name == name {
			return true
		}
	}
	return false
}

// lookUp returns the key of the type that a name in the file refers to.
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
func (s *scope) typeParams(params []external.TypeParam) []external.TypeParam {
	var all []external.TypeParam
	for _, p := range params {
		one := external.TypeParam{Name: p.Name}
		for _, b := range p.Bounds {
			s.constrain(&one, b)
		}
		all = append(all, one)
	}
	return all
}

// constrain adds the constraint of a bound: unknown is no constraint, NonNullable<…>
// a value type, (object | null) a reference type.
func (s *scope) constrain(p *external.TypeParam, b external.TypeRef) {
	switch {
	case b.Form == external.Intersection:
		for _, a := range b.Args {
			s.constrain(p, a)
		}
	case b.Form == external.Named && b.Name == "unknown":
	case b.Form == external.Named && b.Name == "NonNullable":
		p.Rules |= external.IsStruct
	case b.Name == "object", b.Form == external.Union && b.Args[0].Name == "object":
		p.Rules |= external.IsClass
	default:
		if t := s.typ(b); !t.IsZero() {
			t.Null = false
			p.Bounds = append(p.Bounds, t)
		}
	}
}

// inner returns s with the type parameters of a member.
func (s *scope) inner(params []external.TypeParam) *scope {
	if len(params) == 0 {
		return s
	}
	in := *s
	in.params = append(params[:len(params):len(params)], s.params...)
	return &in
}

// member returns m with full names.
func (s *scope) member(m external.Member) external.Member {
	in := s.inner(m.TypeParams)
	m.TypeParams = in.typeParams(m.TypeParams)
	if sig := m.Type.Signature(); sig != nil && m.Kind == external.Property && len(sig.Params) == 0 {
		m.Type = sig.Type // a static value of a generic type: <T>() => Span_1<T>
	}
	m.Type = in.typ(m.Type)
	var params []external.Param
	for _, p := range m.Params {
		p.Type = in.typ(p.Type)
		params = append(params, p)
	}
	m.Params = params
	return m
}

// argument parses a type argument of a base in the metadata: IEnumerable_1[[T]].
func (s *scope) argument(text string) external.TypeRef {
	if rest, ok := strings.CutSuffix(text, "[]"); ok && !strings.HasSuffix(text, "]]") {
		return arrayOf(s.argument(rest))
	}
	name, args, _ := strings.Cut(text, "[[")
	if s.isParam(name) {
		return external.TypeRef{Form: external.TypeVar, Name: name}
	}
	t := external.TypeRef{Form: external.Named, Name: s.simpleName(name)}
	if t.Name == "" {
		s.missed[s.namespace+": base argument "+text]++
		return external.TypeRef{}
	}
	for _, a := range split(strings.TrimSuffix(args, "]]")) {
		t.Args = append(t.Args, s.argument(a))
	}
	return t
}

func arrayOf(t external.TypeRef) external.TypeRef {
	return external.TypeRef{Form: external.Array, Name: "[]", Args: []external.TypeRef{t}}
}

// simpleName returns the key of a type by its unqualified name: one of the namespace,
// of the imported ones, or the only one.
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

// erased returns the comparable form of a type, as erase returns it for a metadata
// name.
func erased(t *external.TypeRef) string {
	switch t.Form {
	case external.Array:
		return erased(&t.Args[0]) + "[]"
	case external.PointerTo:
		return erased(&t.Args[0]) + "*"
	case external.TypeVar:
		return cutArity(t.Name)
	}
	name := t.Name
	for strings.HasSuffix(name, ">") {
		name = name[:strings.LastIndexByte(name, '<')]
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}
