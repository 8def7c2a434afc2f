package java

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/internal/lazyregexp"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// This file generates the classes that MapStruct makes for mappers, and finds the
// methods that the generated code calls: https://mapstruct.org/documentation
//
//	@Mapper(uses = LineMapper.class) interface OrderMapper {
//	    @Mapping(target = "slug", source = "name", qualifiedByName = "toSlug")
//	    OrderDto toDto(Order order);      // calls toSlug, and LineMapper.toDto for the lines
//	    @Named("toSlug") default String slug(String name) { … }
//	    List<OrderDto> toDtos(List<Order> orders);      // calls toDto
//	    @AfterMapping default void fill(@MappingTarget OrderDto dto) { … }      // called by toDto
//	}

const mapperAnnotation = "org.mapstruct.Mapper"

// A mapper is the class that MapStruct generates for an abstract type.
type mapper struct {
	of  *resolve.Def
	typ resolve.Type
}

// generateMapperType generates the class that implements a mapper, whose name users
// may write: OrderMapperImpl.
func (j *tree) generateMapperType(jf *file, d *resolve.Def, a annotation) {
	name := "<CLASS_NAME>Impl"
	if given := a.word("implementationName"); given != "" {
		name = given
	}
	full := strings.TrimPrefix(jf.Module+"."+strings.ReplaceAll(name, "<CLASS_NAME>", d.Name), ".")
	if len(j.table.Top("java", jf.Module, resolve.LastName(full))) == 0 { // its source may be in the tree
		j.made.mappers = append(j.made.mappers, &mapper{of: d, typ: j.generateType(full, d)})
	}
}

// generateMapper generates the constructor of the class of a mapper, which inherits its methods.
func (j *tree) generateMapper(m *mapper) {
	j.libraryClass(m.typ).bases = []resolve.Type{j.thisType(m.of.ID)}
	j.generate(m.typ, external.Constructor, signature{name: m.of.Name, def: m.of.ID, result: m.typ, flags: []string{"public"}})
}

// bindMappers emits the calls of the code that MapStruct generates for the mappers in a
// file. A method that an annotation names is exact; one found by its types is typed.
func (e *eval) bindMappers() {
	for i := range e.b.File.Definitions {
		d := e.j.table.Def(e.b.File.ID(int32(i)))
		note, ok := e.j.note(d.ID, mapperAnnotation)
		if !ok || !d.Kind.IsType() {
			continue
		}
		used := e.mapperMethods(d, note)
		for _, m := range e.j.methodsIn(e.j.thisType(d.ID)) {
			x := e.j.table.Def(m.def)
			if x.Outer == d.ID && x.Body.IsEmpty() {
				e.bindMapping(m, used)
			}
		}
	}
}

// classLiteral matches a class literal.
var classLiteral = lazyregexp.New(`^([\w.]+?)\s*\.\s*class\b`)

// maxMapperMethods bounds the methods that a mapper can call.
const maxMapperMethods = 200

// mapperMethods lists the methods of a mapper and of those that it uses.
func (e *eval) mapperMethods(d *resolve.Def, note annotation) []member {
	types := []resolve.Type{e.j.thisType(d.ID)}
	if uses := note.value("uses"); uses != nil {
		uses.Walk(func(x *parse.Expr) {
			name := x.Text
			if m := classLiteral.FindStringSubmatch(e.b.File.Text[x.At:]); x.Kind == parse.ExprOpaque && m != nil {
				name = m[1]
			} else if x.Kind != parse.ExprType {
				return
			}
			types = append(types, e.j.resolve(e.jf, d.ID, parse.TypeRef{Name: name}))
		})
	}
	var out []member
	for _, t := range types {
		e.j.supers(t, func(s resolve.Type) bool {
			out = append(out, e.j.methodsIn(s)...)
			return len(out) < maxMapperMethods
		})
	}
	return out[:min(len(out), maxMapperMethods)]
}

// methodsIn lists the methods that the source of a type declares.
func (j *tree) methodsIn(t resolve.Type) []member {
	var out []member
	if t.Def == resolve.None {
		return nil
	}
	for id := range j.table.Within(j.table.Def(t.Def)) {
		if x := j.table.Def(id); x.Outer == t.Def && x.Kind == graph.KindMethod {
			out = append(out, member{id, nil, t})
		}
	}
	return out
}

// bindMapping emits the calls of the implementation of a method.
func (e *eval) bindMapping(m member, used []member) {
	found := map[resolve.DefID]graph.Tier{}
	take := func(c member, tier graph.Tier) {
		if old, ok := found[c.def]; c.def != m.def && (!ok || resolve.WeakerTier(old, tier) == old) {
			found[c.def] = tier
		}
	}
	sources := map[string]string{} // of properties, by that of the target
	for _, a := range e.j.mappings(m.def) {
		sources[a.word("target")] = a.word("source")
		name := a.word("qualifiedByName")
		for _, c := range used {
			if n, ok := e.j.note(c.def, "org.mapstruct.Named"); ok && name != "" && n.word("value") == name {
				take(c, graph.Exact)
			}
		}
	}
	for _, p := range e.mappedPairs(m, sources) {
		for _, c := range used {
			if e.maps(c, p) {
				take(c, graph.Typed)
			}
		}
	}
	for _, c := range used {
		if e.completes(c, m) {
			take(c, graph.Typed)
		}
	}
	for _, c := range used {
		if tier, ok := found[c.def]; ok {
			delete(found, c.def)
			e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: m.def, To: c.def, Kind: graph.Calls, Tier: tier,
				At: e.j.table.Def(m.def).NameAt})
		}
	}
}

// mappings lists the annotations of the properties that a method maps.
func (j *tree) mappings(d resolve.DefID) []annotation {
	var out []annotation
	for _, a := range j.made.notes[d] {
		switch a.name {
		case "org.mapstruct.Mapping":
			out = append(out, a)
		case "org.mapstruct.Mappings":
			if list := a.value("value"); list != nil {
				for i := range list.Args {
					out = append(out, annotation{"org.mapstruct.Mapping", &list.Args[i].Value})
				}
			}
		}
	}
	return out
}

// A mappedPair is the types of a value before and after it is mapped.
type mappedPair struct{ from, to resolve.Type }

// mappedPairs lists the types that a method has to map by other methods: of the elements
// of a collection, or of the properties of the target.
func (e *eval) mappedPairs(m member, sources map[string]string) []mappedPair {
	params, to := e.j.params(m), e.j.value(m)
	if len(params) == 0 {
		return nil
	}
	if !to.Known() || isVoid(to) { // void update(Order order, @MappingTarget OrderDto dto)
		to = params[len(params)-1]
		params = params[:len(params)-1]
	}
	var out []mappedPair
	from := map[string]resolve.Type{}
	for i, p := range params {
		if x, y, ok := elements(p, to); ok {
			return []mappedPair{{x, y}}
		}
		from[e.j.table.Def(m.def).Params[i].Name] = p
		for name, t := range e.j.properties(p) {
			from[name] = t
		}
	}
	for name, t := range e.j.properties(to) {
		source := name
		if s := sources[name]; s != "" {
			source = s[strings.LastIndexByte(s, '.')+1:]
		}
		s, ok := from[source]
		if !ok {
			continue
		}
		out = append(out, mappedPair{s, t})
		if x, y, ok := elements(s, t); ok {
			out = append(out, mappedPair{x, y})
		}
	}
	return out
}

// elements returns the types of the elements of two collections.
func elements(from, to resolve.Type) (a, b resolve.Type, ok bool) {
	if from.Def != resolve.None || to.Def != resolve.None || len(from.Args) != 1 || len(to.Args) != 1 {
		return a, b, false
	}
	return from.Args[0], to.Args[0], true
}

// properties returns the types of the fields, record components and getters of a type of the tree.
func (j *tree) properties(t resolve.Type) map[string]resolve.Type {
	out := map[string]resolve.Type{}
	if t.Def == resolve.None {
		return out
	}
	j.supers(t, func(s resolve.Type) bool {
		if s.Def == resolve.None {
			return true
		}
		for id := range j.table.Within(j.table.Def(s.Def)) {
			x, m := j.table.Def(id), member{id, nil, s}
			if x.Outer != s.Def || j.hasFlag(m, "static") {
				continue
			}
			name := x.Name
			if x.Kind == graph.KindMethod {
				rest, ok := strings.CutPrefix(name, "get")
				if !ok || rest == "" || len(x.Params) > 0 {
					continue
				}
				name = strings.ToLower(rest[:1]) + rest[1:]
			} else if x.Kind != graph.KindField && x.Kind != graph.KindProperty {
				continue
			}
			if _, taken := out[name]; !taken {
				out[name] = j.value(m)
			}
		}
		return true
	})
	return out
}

// maps reports whether a method is chosen to map a value by its types.
func (e *eval) maps(c member, p mappedPair) bool {
	params := e.j.params(c)
	if _, qualified := e.j.note(c.def, "org.mapstruct.Named"); qualified || len(params) != 1 || !p.from.Known() || !p.to.Known() {
		return false
	}
	return same(params[0], p.from) && same(e.j.value(c), p.to)
}

// same reports whether two types are the same class with the same arguments.
func same(a, b resolve.Type) bool {
	return sameClass(a, b) && a.Name == b.Name && slices.EqualFunc(a.Args, b.Args, same)
}

// completes reports whether a method runs before or after the mapping by another: each
// of its parameters is a source or the target.
func (e *eval) completes(c, m member) bool {
	_, after := e.j.note(c.def, "org.mapstruct.AfterMapping")
	_, before := e.j.note(c.def, "org.mapstruct.BeforeMapping")
	params := e.j.params(c)
	if !after && !before || len(params) == 0 {
		return false
	}
	given := append(slices.Clone(e.j.params(m)), e.j.value(m))
	for _, p := range params {
		if p.Def == resolve.None || !slices.ContainsFunc(given, func(t resolve.Type) bool { return same(t, p) }) {
			return false
		}
	}
	return true
}
