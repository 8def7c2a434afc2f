package java

import (
	"path"
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/internal/lombokconfig"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// This file generates builders: classes that collect the values of an object, as
// Lombok and Immutables generate them.

// A builder is a class that collects the arguments of a constructor or method. Its
// methods resolve to the fields, or to the constructor or method; the last one,
// build, calls it.
type builder struct {
	annotation
	on    *resolve.Def // the class, constructor or method with the annotation
	class *resolve.Def // the enclosing class
	super bool         // it also takes the values of the builders of superclasses
	typ   resolve.Type // without type arguments
	slots []slot       // computed on first use
	made  bool
}

// A slot is a value that a builder collects.
type slot struct {
	name     string
	def      resolve.DefID
	typ      resolve.Type
	singular string // for a collection, the name of the method that adds one element
}

// written returns a written type without arguments.
func written(name string) parse.TypeRef { return parse.TypeRef{Name: name} }

// generateBuilderType generates the builder type that an annotation requests.
func (j *tree) generateBuilderType(jf *file, d *resolve.Def, a annotation) {
	b := &builder{annotation: a, on: d, class: d,
		super: generators[a.name].makes == makesSuperBuilder}
	if !d.Kind.IsType() {
		if d.Outer == resolve.None {
			return
		}
		b.class = j.table.Def(d.Outer)
	}
	of := b.class.Name
	if d.Kind == graph.KindMethod {
		of = capitalized(resolve.LastName(d.Type.Name))
		if of == "" || of == "[]" {
			return
		}
	}
	name := a.word("builderClassName")
	if name == "" {
		settings := lombokconfig.For(j.table.Project.Files, path.Dir(jf.Path))
		name = strings.ReplaceAll(settings.Text("lombok.builder.className", "*Builder"), "*", of)
	}
	b.typ = j.generateMemberType(b.class, b.class, name)
	j.made.builders = append(j.made.builders, b)
}

// vars returns the owner of the type parameters that the builder copies: the class,
// or the method.
func (b *builder) vars() resolve.DefID {
	if b.on.Kind == graph.KindMethod {
		return b.on.ID
	}
	return b.class.ID
}

// generateBuilder generates the members of a builder, and the methods that create
// one.
func (j *tree) generateBuilder(b *builder) {
	vars := b.vars()
	self := b.typ
	self.Args = j.ownVars(vars)
	j.builderMethods(b, self)

	// Inside the builder, the type parameters of the class are replaced by the
	// builder's own.
	own := varsOf(libraryTypeVar, len(self.Args))
	if b.typ.Def != resolve.None {
		own = j.ownVars(b.typ.Def)
	} else if c := j.libraryClass(b.typ); c != nil {
		c.bounds = j.boundsOf(vars, libraryTypeVar)
		if parent := j.parentBuilder(b); parent != nil {
			c.bases = []resolve.Type{parent.typ}
		}
	}
	inside := func(s signature) {
		s.result = resolve.Substitute(s.result, vars, own)
		for i := range s.params {
			s.params[i] = resolve.Substitute(s.params[i], vars, own)
		}
		s.flags = []string{"public"}
		if b.typ.Def == resolve.None || len(j.table.Own(b.typ.Def, s.name)) == 0 {
			j.generate(b.typ, external.Method, s)
		}
	}
	for _, s := range j.slots(b) {
		for _, m := range j.slotMethods(b, s) {
			m.result = self
			inside(m)
		}
	}
	build := signature{name: "build", def: j.buildTarget(b), result: j.builtType(b)}
	if name := b.word("buildMethodName"); name != "" {
		build.name = name
	}
	inside(build)
}

// builderMethods adds the methods of the class that create a builder.
func (j *tree) builderMethods(b *builder, self resolve.Type) {
	on := resolve.Type{Def: b.class.ID, Owner: resolve.None}
	flags, ok := access(b.annotation, "access")
	if !ok {
		return
	}
	name := "builder"
	if e := b.value("builderMethodName"); e != nil {
		name = e.Text // or empty
	}
	abstract := b.super && resolve.HasModifier(b.class, "abstract")
	if name != "" && !abstract && !j.declaresMethod(b.class.ID, -1, name) {
		s := signature{name: name, def: b.class.ID, result: self, flags: flags, only: true}
		j.generate(on, external.Method, j.static(s, b.vars()))
	}
	if b.flag("toBuilder", false) && !j.declaresMethod(b.class.ID, 0, "toBuilder") {
		j.generate(on, external.Method, signature{name: "toBuilder", def: b.class.ID, result: self,
			flags: flags, only: true})
	}
}

// builtType returns the type that the builder builds.
func (j *tree) builtType(b *builder) resolve.Type {
	if b.on.Kind == graph.KindMethod {
		return j.declared[b.on.ID]
	}
	return j.thisType(b.class.ID)
}

// buildTarget returns the target of the builder's last call: the method or
// constructor; for a class, the constructor that takes all fields, or the class if it
// declares none.
func (j *tree) buildTarget(b *builder) resolve.DefID {
	if !b.on.Kind.IsType() || b.super {
		return b.on.ID
	}
	n := len(j.slots(b))
	var found []resolve.DefID
	for _, c := range j.constructors(j.thisType(b.class.ID)) {
		if len(j.declaredParams(c)) == n {
			found = append(found, c.def)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return b.class.ID
}

// slots lists the values that a builder collects, those of superclasses first.
func (j *tree) slots(b *builder) []slot {
	if b.made {
		return b.slots
	}
	b.made = true // a class that is its own superclass ends here
	c := j.lombok(b.class)
	if !b.on.Kind.IsType() {
		b.slots = j.parameterSlots(b, c)
		return b.slots
	}
	if parent := j.parentBuilder(b); parent != nil {
		b.slots = append(b.slots, j.slots(parent)...)
	}
	for _, f := range c.fields {
		_, defaults := j.note(f.ID, "lombok.Builder.Default")
		if resolve.HasModifier(f, "static") || c.isFinal(f) && isInitialized(f) && !defaults {
			continue
		}
		name, ok := c.bare(f)
		if !ok {
			name = f.Name
		}
		s := slot{name: name, def: f.ID, typ: j.declared[f.ID]}
		if a, ok := j.note(f.ID, "lombok.Singular"); ok {
			if s.singular = a.word("value"); s.singular == "" {
				s.singular = singular(s.name)
			}
		}
		b.slots = append(b.slots, s)
	}
	return b.slots
}

// parameterSlots returns the parameters of a constructor or method. A constructor
// parameter with the name and type of a field resolves to that field, any other to
// the constructor or method.
func (j *tree) parameterSlots(b *builder, c *lombokClass) []slot {
	var out []slot
	for i, p := range b.on.Params {
		s := slot{name: p.Name, def: b.on.ID, typ: resolve.Unknown}
		if i < len(j.parameters[b.on.ID]) {
			s.typ = j.parameters[b.on.ID][i]
		}
		for _, f := range c.fields {
			if b.on.Kind == graph.KindConstructor && f.Name == p.Name && j.sameErasure(j.declared[f.ID], s.typ) {
				s.def = f.ID
			}
		}
		out = append(out, s)
	}
	return out
}

// parentBuilder returns the builder of the superclass that a builder extends, or nil.
func (j *tree) parentBuilder(b *builder) *builder {
	if !b.super {
		return nil
	}
	for _, t := range j.basesOf(b.class.ID) {
		for _, o := range j.made.builders {
			if o.super && o.class.ID == t.Def {
				return o
			}
		}
	}
	return nil
}

// slotMethods lists the methods of a builder that take one value.
//
//	@Singular List<String> names    // name(String), names(Collection<? extends String>), clearNames()
func (j *tree) slotMethods(b *builder, s slot) []signature {
	method := func(name string, params ...resolve.Type) signature {
		if p := b.word("setterPrefix"); p != "" {
			name = p + capitalized(name)
		}
		return signature{name: name, def: s.def, params: params, only: true}
	}
	if s.singular == "" {
		return []signature{method(s.name, s.typ)}
	}
	each := make([]resolve.Type, len(s.typ.Args))
	all := make([]resolve.Type, len(s.typ.Args))
	for i, a := range s.typ.Args {
		each[i], all[i] = upper(a), compound(parse.FormExtends, upper(a))
	}
	many := outsideType("java.util.Collection", all...)
	if len(all) == 2 {
		many = outsideType("java.util.Map", all...)
	} else if strings.HasPrefix(s.typ.Name, "com.google.common.collect.") {
		many = outsideType("java.lang.Iterable", all...)
	}
	clearAll := signature{name: "clear" + capitalized(s.name), def: s.def, only: true}
	return []signature{method(s.singular, each...), method(s.name, many), clearAll}
}

// singularEndings gives the singular of English plurals by their endings; the first
// match wins.
var singularEndings = []struct{ plural, singular string }{
	{"children", "child"}, {"people", "person"}, {"indices", "index"}, {"vertices", "vertex"},
	{"matrices", "matrix"}, {"criteria", "criterion"}, {"data", "datum"}, {"feet", "foot"},
	{"mice", "mouse"}, {"men", "man"}, {"teeth", "tooth"}, {"movies", "movie"}, {"cookies", "cookie"},
	{"lives", "life"}, {"wives", "wife"}, {"knives", "knife"}, {"leaves", "leaf"}, {"halves", "half"},
	{"ies", "y"}, {"statuses", "status"}, {"buses", "bus"}, {"aliases", "alias"}, {"sses", "ss"},
	{"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"zzes", "zz"}, {"oes", "o"}, {"ss", ""}, {"s", ""},
}

// singular returns the singular of a collection's plural name, or empty if there is
// none: then Lombok requires an explicit one.
func singular(name string) string {
	lower := strings.ToLower(name)
	for _, e := range singularEndings {
		if !strings.HasSuffix(lower, e.plural) {
			continue
		}
		if e.plural == "ss" {
			return ""
		}
		begin, end := name[:len(name)-len(e.plural)], e.singular
		if first := name[len(begin)]; end != "" && first >= 'A' && first <= 'Z' {
			end = capitalized(end)
		}
		return begin + end
	}
	return ""
}

// An immutable is a class that Immutables generates for an abstract type.
type immutable struct {
	of           *resolve.Def
	typ, builder resolve.Type
}

// generateImmutableType generates the class that implements d, and its builder. See
// https://immutables.github.io/immutable.html
//
//	@Value.Immutable interface Order { … }    // ImmutableOrder, ImmutableOrder.Builder
func (j *tree) generateImmutableType(jf *file, d *resolve.Def) {
	pattern, name := "Immutable*", strings.TrimPrefix(d.Name, "Abstract")
	if a, ok := j.note(d.ID, "org.immutables.value.Value.Style"); ok && a.word("typeImmutable") != "" {
		pattern = a.word("typeImmutable")
	}
	if name == "" {
		name = d.Name
	}
	full := strings.TrimPrefix(jf.Module+"."+strings.ReplaceAll(pattern, "*", name), ".")
	if len(j.table.Top("java", jf.Module, resolve.LastName(full))) > 0 {
		return // its source is in the tree
	}
	im := &immutable{of: d, typ: j.generateType(full, d)}
	im.builder = j.generateType(im.typ.Name+".Builder", d)
	j.made.immutable = append(j.made.immutable, im)
}

// generateImmutable generates the members of the class that implements an abstract
// type.
func (j *tree) generateImmutable(im *immutable) {
	d := im.of.ID
	c, b := j.libraryClass(im.typ), j.libraryClass(im.builder)
	n := len(j.ownVars(d))
	own := varsOf(libraryTypeVar, n)
	base := resolve.Substitute(j.thisType(d), d, own)
	c.bases, c.final = []resolve.Type{base}, true
	c.bounds, b.bounds = j.boundsOf(d, libraryTypeVar), j.boundsOf(d, libraryTypeVar)
	self, builder := im.typ, im.builder
	self.Args, builder.Args = j.ownVars(d), j.ownVars(d)
	add := func(t resolve.Type, s signature) {
		s.flags = append(s.flags, "public")
		s.result = resolve.Substitute(s.result, d, own)
		s.params = slices.Clone(s.params)
		for i := range s.params {
			s.params[i] = resolve.Substitute(s.params[i], d, own)
		}
		j.generate(t, external.Method, s)
	}
	add(im.typ, j.static(signature{name: "builder", def: d, result: builder, only: true}, d))
	add(im.typ, j.static(signature{name: "copyOf", def: d, result: self, params: []resolve.Type{j.thisType(d)}}, d))
	add(im.builder, signature{name: "from", def: d, result: builder, params: []resolve.Type{j.thisType(d)}, only: true})
	add(im.builder, signature{name: "build", def: d, result: self})
	of := signature{name: "of", def: d, result: self}
	for _, a := range j.attributes(d) {
		name, t := j.nameOf(a), j.value(a)
		if _, ok := j.note(a.def, "org.immutables.value.Value.Parameter"); ok {
			of.params = append(of.params, t)
		}
		add(im.typ, signature{name: "with" + capitalized(name), def: a.def, result: self,
			params: []resolve.Type{t}, only: true})
		for _, s := range attributeMethods(name, t) {
			s.def, s.result, s.only = a.def, builder, true
			add(im.builder, s)
		}
	}
	if len(of.params) > 0 {
		add(im.typ, j.static(of, d))
	}
}

// attributes lists the methods of a class and its supertypes in the tree that become
// values of the generated class: abstract ones without parameters.
func (j *tree) attributes(d resolve.DefID) []member {
	var out []member
	j.supers(j.thisType(d), func(s resolve.Type) bool {
		if s.Def == resolve.None {
			return true
		}
		for id := range j.table.Within(j.table.Def(s.Def)) {
			m := member{id, nil, s}
			x := j.table.Def(id)
			if x.Outer != s.Def || x.Kind != graph.KindMethod || len(x.Params) > 0 || isVoid(j.declared[id]) ||
				slices.ContainsFunc(out, func(o member) bool { return j.nameOf(o) == x.Name }) {
				continue
			}
			if j.hasFlag(m, "abstract") {
				out = append(out, m)
			}
		}
		return true
	})
	return out
}

// attributeMethods lists the methods of an Immutables builder that take a value of
// type t.
func attributeMethods(name string, t resolve.Type) []signature {
	one := func(name string, params ...resolve.Type) signature {
		return signature{name: name, params: params}
	}
	out := []signature{one(name, t)}
	if len(t.Args) == 0 || t.Def != resolve.None {
		return out
	}
	switch short := resolve.LastName(t.Name); {
	case t.Name == "java.util.Optional":
		out = append(out, one(name, t.Args[0]))
	case len(t.Args) == 2 && strings.HasSuffix(short, "Map"):
		put, all := "put"+capitalized(name), outsideType("java.util.Map", t.Args...)
		out = append(out, one(put, t.Args...), one("putAll"+capitalized(name), all))
	case strings.HasSuffix(short, "List") || strings.HasSuffix(short, "Set") || short == "Collection":
		each, all := one("add"+capitalized(name), t.Args[0]), outsideType("java.lang.Iterable", t.Args[0])
		each.varargs = true
		out = append(out, each, one("addAll"+capitalized(name), all))
	}
	return out
}
