package java

import (
	"path"
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/internal/lombokconfig"
	"seedgraph/resolve"
)

// This file generates the members that Lombok adds:
// https://projectlombok.org/features

// A generator describes what an annotation on a class, or on one of its members,
// generates.
type generator struct {
	makes  generatedKind
	logger string // the type of the field that it adds
}

// A generatedKind is a kind of generated code.
type generatedKind uint8

const (
	makesNothing generatedKind = iota // it only configures other generators
	makesGetters
	makesSetters
	makesWithers
	makesData         // accessors, and a constructor of the required fields
	makesValue        // getters, and a constructor of all fields, which are final
	makesNoArgs       // constructors
	makesRequired     // of the required fields
	makesAll          // of all fields
	makesBuilder      // a builder, of the arguments of a constructor or method
	makesSuperBuilder // a builder that includes the values of superclasses
	makesLogger
	makesDelegate
	makesUtility
	makesFieldNames
	makesImmutable
	makesMapper
)

// generators maps the annotations of processors to the code they generate.
var generators = map[string]generator{
	"lombok.Getter":                          {makes: makesGetters},
	"lombok.Setter":                          {makes: makesSetters},
	"lombok.With":                            {makes: makesWithers},
	"lombok.experimental.Wither":             {makes: makesWithers},
	"lombok.Data":                            {makes: makesData},
	"lombok.Value":                           {makes: makesValue},
	"lombok.experimental.Value":              {makes: makesValue},
	"lombok.NoArgsConstructor":               {makes: makesNoArgs},
	"lombok.RequiredArgsConstructor":         {makes: makesRequired},
	"lombok.AllArgsConstructor":              {makes: makesAll},
	"lombok.Builder":                         {makes: makesBuilder},
	"lombok.experimental.Builder":            {makes: makesBuilder},
	"lombok.experimental.SuperBuilder":       {makes: makesSuperBuilder},
	"lombok.experimental.Delegate":           {makes: makesDelegate},
	"lombok.Delegate":                        {makes: makesDelegate},
	"lombok.experimental.UtilityClass":       {makes: makesUtility},
	"lombok.experimental.FieldNameConstants": {makes: makesFieldNames},

	"lombok.extern.slf4j.Slf4j":              {makesLogger, "org.slf4j.Logger"},
	"lombok.extern.slf4j.XSlf4j":             {makesLogger, "org.slf4j.ext.XLogger"},
	"lombok.extern.java.Log":                 {makesLogger, "java.util.logging.Logger"},
	"lombok.extern.log4j.Log4j":              {makesLogger, "org.apache.log4j.Logger"},
	"lombok.extern.log4j.Log4j2":             {makesLogger, "org.apache.logging.log4j.Logger"},
	"lombok.extern.apachecommons.CommonsLog": {makesLogger, "org.apache.commons.logging.Log"},
	"lombok.extern.jbosslog.JBossLog":        {makesLogger, "org.jboss.logging.Logger"},
	"lombok.extern.flogger.Flogger":          {makesLogger, "com.google.common.flogger.FluentLogger"},
	"lombok.CustomLog":                       {makes: makesLogger}, // lombok.log.custom.declaration configures it

	"lombok.experimental.Accessors":     {},
	"lombok.experimental.FieldDefaults": {},
	"lombok.experimental.NonFinal":      {},
	"lombok.experimental.Tolerate":      {},
	"lombok.Builder.Default":            {},
	"lombok.Singular":                   {},
	"lombok.NonNull":                    {},

	"org.immutables.value.Value.Immutable": {makes: makesImmutable},
	"org.immutables.value.Value.Parameter": {},
	"org.immutables.value.Value.Style":     {},

	mapperAnnotation:              {makes: makesMapper},
	"org.mapstruct.Mapping":       {},
	"org.mapstruct.Mappings":      {},
	"org.mapstruct.Named":         {},
	"org.mapstruct.AfterMapping":  {},
	"org.mapstruct.BeforeMapping": {},
}

// isGenerator reports whether a full name is that of an annotation in generators.
func isGenerator(name string) bool {
	_, ok := generators[name]
	return ok
}

// A lombokClass is a class with its Lombok configuration.
type lombokClass struct {
	*resolve.Def
	j        *tree
	settings lombokconfig.Settings
	fields   []*resolve.Def // or components of a record, in source order, including static ones
	this     resolve.Type
	final    bool // its fields are final by default
}

// on returns the annotation of a definition that generates something, and reports whether there is
// one.
func (j *tree) on(d resolve.DefID, what ...generatedKind) (annotation, bool) {
	for _, a := range j.made.notes[d] {
		if m := generators[a.name].makes; m != makesNothing && slices.Contains(what, m) {
			return a, true
		}
	}
	return annotation{}, false
}

// lombok collects the Lombok configuration of a class.
func (j *tree) lombok(d *resolve.Def) *lombokClass {
	c := &lombokClass{Def: d, j: j, this: j.thisType(d.ID),
		settings: lombokconfig.For(j.table.Project.Files, path.Dir(d.File.Path))}
	for id := range j.table.Within(d) {
		f := j.table.Def(id)
		isField := f.Kind == graph.KindField || f.Kind == graph.KindProperty ||
			f.Kind == graph.KindConstant && resolve.HasModifier(f, "static")
		if f.Outer == d.ID && isField {
			c.fields = append(c.fields, f)
		}
	}
	_, c.final = j.on(d.ID, makesValue)
	if a, ok := j.note(d.ID, "lombok.experimental.FieldDefaults"); ok {
		c.final = a.flag("makeFinal", c.final)
	} else {
		c.final = c.final || c.settings.Flag("lombok.fieldDefaults.defaultFinal", false)
	}
	return c
}

// generateLombok generates the members of a class other than builders.
func (j *tree) generateLombok(d *resolve.Def) {
	if !j.hasNotes(d) {
		return
	}
	c := j.lombok(d)
	for _, f := range c.fields {
		c.wither(f)
		if f.Kind != graph.KindProperty { // a record already has accessors
			c.getter(f)
			c.setter(f)
		}
	}
	if d.Kind != graph.KindRecord {
		c.constructors()
	}
	c.logger()
	c.fieldNames()
	c.delegates()
	if _, ok := j.on(d.ID, makesUtility); ok {
		j.made.utilities[d.ID] = true
	}
}

// hasNotes reports whether a class or one of its members has an annotation of a processor.
func (j *tree) hasNotes(d *resolve.Def) bool {
	if len(j.made.notes) == 0 {
		return false
	}
	if len(j.made.notes[d.ID]) > 0 {
		return true
	}
	for id := range j.table.Within(d) {
		if j.table.Def(id).Outer == d.ID && len(j.made.notes[id]) > 0 {
			return true
		}
	}
	return false
}

// access returns the modifiers of the code that an annotation generates, and whether
// it generates any.
func access(a annotation, element string) (flags []string, ok bool) {
	switch w := a.word(element); w {
	case "NONE":
		return nil, false
	case "", "PUBLIC":
		return []string{"public"}, true
	case "PROTECTED", "PRIVATE":
		return []string{strings.ToLower(w)}, true
	}
	return nil, true // package access
}

// accessorFlags finds the annotation that requests an accessor of a field: its own, or else
// that of the class, which covers no static field and none whose name begins with a
// dollar sign.
func (c *lombokClass) accessorFlags(f *resolve.Def, own generatedKind, class ...generatedKind) (flags []string, ok bool) {
	if a, has := c.j.on(f.ID, own); has {
		return access(a, "value")
	}
	if resolve.HasModifier(f, "static") || strings.HasPrefix(f.Name, "$") {
		return nil, false
	}
	// @Getter on the class precedes @Data, which has no access level.
	for _, m := range append([]generatedKind{own}, class...) {
		if a, has := c.j.on(c.ID, m); has {
			if m == own {
				return access(a, "value")
			}
			return []string{"public"}, true
		}
	}
	return nil, false
}

func (c *lombokClass) getter(f *resolve.Def) {
	flags, ok := c.accessorFlags(f, makesGetters, makesData, makesValue)
	names := c.names(f, "get")
	if !ok || len(names) == 0 || c.j.declaresMethod(c.ID, 0, names...) {
		return
	}
	c.accessor(f, signature{name: names[0], result: c.j.declared[f.ID], flags: flags})
}

func (c *lombokClass) setter(f *resolve.Def) {
	flags, ok := c.accessorFlags(f, makesSetters, makesData)
	names := c.names(f, "set")
	if !ok || len(names) == 0 || c.isFinal(f) || c.j.declaresMethod(c.ID, 1, names...) {
		return
	}
	s := signature{name: names[0], result: outsideType("void"), flags: flags,
		params: []resolve.Type{c.j.declared[f.ID]}}
	if c.chains(f) && !resolve.HasModifier(f, "static") {
		s.result = c.this
	}
	c.accessor(f, s)
}

// wither generates the method that copies the object with another value of a field.
func (c *lombokClass) wither(f *resolve.Def) {
	flags, ok := c.accessorFlags(f, makesWithers)
	names := c.names(f, "with")
	if !ok || len(names) == 0 || c.isFinal(f) && isInitialized(f) || resolve.HasModifier(f, "static") ||
		c.j.declaresMethod(c.ID, 1, names...) {
		return
	}
	c.accessor(f, signature{name: names[0], result: c.this, flags: flags,
		params: []resolve.Type{c.j.declared[f.ID]}})
}

// accessor adds a method that resolves to a field.
func (c *lombokClass) accessor(f *resolve.Def, s signature) {
	s.def, s.only = f.ID, true
	if resolve.HasModifier(f, "static") {
		s.flags = append(slices.Clone(s.flags), "static")
	}
	c.j.generate(c.this, external.Method, s)
}

// isFinal reports whether a field cannot be assigned, by a modifier or by the
// configuration of the class.
func (c *lombokClass) isFinal(f *resolve.Def) bool {
	if _, ok := c.j.note(f.ID, "lombok.experimental.NonFinal"); ok {
		return false
	}
	return resolve.HasModifier(f, "final") || c.final && !resolve.HasModifier(f, "static")
}

// isInitialized reports whether a field has an initializer.
func isInitialized(f *resolve.Def) bool {
	rest := strings.TrimLeft(f.File.Text[f.NameAt+uint32(len(f.Name)):f.Range.End], " \t\r\n[]")
	return strings.HasPrefix(rest, "=")
}

// accessors returns the naming options of a field's accessors: by its own annotation,
// else by that of the class, else by lombok.config.
func (c *lombokClass) accessors(element string) func(*resolve.Def, bool) bool {
	return func(f *resolve.Def, otherwise bool) bool {
		out := c.settings.Flag("lombok.accessors."+element, otherwise)
		for _, d := range []resolve.DefID{c.ID, f.ID} {
			if a, ok := c.j.note(d, "lombok.experimental.Accessors"); ok {
				out = a.flag(element, out)
			}
		}
		return out
	}
}

func (c *lombokClass) isFluent(f *resolve.Def) bool { return c.accessors("fluent")(f, false) }

// chains reports whether the setter of a field returns the object: if so configured,
// or by default if it has the name of the field.
func (c *lombokClass) chains(f *resolve.Def) bool { return c.accessors("chain")(f, c.isFluent(f)) }

// bare returns the name of a field without the prefix that its accessors omit. ok is
// false if it has none of the configured prefixes: then it has no accessors.
func (c *lombokClass) bare(f *resolve.Def) (name string, ok bool) {
	prefixes := c.settings.List("lombok.accessors.prefix")
	for _, d := range []resolve.DefID{c.ID, f.ID} {
		if a, ok := c.j.note(d, "lombok.experimental.Accessors"); ok && a.value("prefix") != nil {
			prefixes = a.words("prefix")
		}
	}
	if len(prefixes) == 0 {
		return f.Name, true
	}
	for _, p := range prefixes {
		rest, has := strings.CutPrefix(f.Name, p)
		switch {
		case !has || rest == "":
		case p == "":
			return f.Name, true
		case isLetter(p[len(p)-1]) && rest[0] >= 'a' && rest[0] <= 'z': // the start of a different word
		default:
			return strings.ToLower(rest[:1]) + rest[1:], true
		}
	}
	return "", false
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// names lists the possible names of a field's accessor, the generated one first: an
// explicit method with any of them suppresses it. A primitive boolean whose name
// begins with "is" keeps that name for its getter.
//
//	boolean paid, isOpen    // isPaid, setPaid; isOpen, setOpen
func (c *lombokClass) names(f *resolve.Def, prefix string) []string {
	bare, ok := c.bare(f)
	if !ok {
		return nil
	}
	if prefix != "with" && c.isFluent(f) {
		return []string{bare}
	}
	isBoolean := c.j.declared[f.ID].Name == "boolean" && isPrimitive(c.j.declared[f.ID])
	if prefix == "with" || !isBoolean || c.settings.Flag("lombok.getter.noIsPrefix", false) {
		if isBoolean && isQuestion(bare) {
			bare = bare[2:]
		}
		return []string{prefix + c.capitalized(bare)}
	}
	bases := []string{c.capitalized(bare)}
	if isQuestion(bare) {
		bases = []string{bare[2:], c.capitalized(bare)}
	}
	var out []string
	for _, b := range bases {
		if prefix == "get" {
			out = append(out, "is"+b)
		}
		out = append(out, prefix+b)
	}
	return out
}

// isQuestion reports whether the name of a boolean begins with the word "is".
func isQuestion(name string) bool {
	return len(name) > 2 && strings.HasPrefix(name, "is") && (name[2] < 'a' || name[2] > 'z')
}

// capitalized returns the name of a field as it appears in the name of an accessor.
// By the JavaBeans rules, which are optional, a second letter that is upper-case
// leaves the first as it is: getuShape.
func (c *lombokClass) capitalized(name string) string {
	if len(name) > 1 && name[1] >= 'A' && name[1] <= 'Z' &&
		strings.EqualFold(c.settings.Text("lombok.accessors.capitalization", "basic"), "beanspec") {
		return name
	}
	return capitalized(name)
}

// constructors generates the constructors that annotations request. Those of @Data,
// @Value and @Builder apply only to classes that neither declare nor request any.
func (c *lombokClass) constructors() {
	explicit := len(c.j.constructors(c.this)) > 0
	asked := false
	for _, m := range []generatedKind{makesNoArgs, makesRequired, makesAll} {
		if a, ok := c.j.on(c.ID, m); ok {
			asked = true
			c.constructor(c.taken(m), a, "access", "staticName")
		}
	}
	if explicit || asked {
		return
	}
	if a, ok := c.j.on(c.ID, makesValue); ok {
		c.constructor(c.taken(makesAll), a, "access", "staticConstructor")
	} else if _, ok := c.j.on(c.ID, makesBuilder); ok {
		c.constructor(c.taken(makesAll), annotation{}, "", "")
	} else if a, ok := c.j.on(c.ID, makesData); ok {
		c.constructor(c.taken(makesRequired), a, "access", "staticConstructor")
	}
}

// taken lists the parameters of a Lombok constructor as fields, in source order.
func (c *lombokClass) taken(m generatedKind) []*resolve.Def {
	var out []*resolve.Def
	for _, f := range c.fields {
		set, final := isInitialized(f), c.isFinal(f)
		_, defaults := c.j.note(f.ID, "lombok.Builder.Default")
		switch {
		case m == makesNoArgs || resolve.HasModifier(f, "static") || strings.HasPrefix(f.Name, "$"):
		case set && final && !defaults:
		case m == makesAll || !set && (final || isNonNull(f)):
			out = append(out, f)
		}
	}
	return out
}

// isNonNull reports whether a field has one of the annotations that make a field
// required.
func isNonNull(f *resolve.Def) bool {
	return slices.ContainsFunc(f.Decorators, func(a string) bool {
		last := resolve.LastName(a)
		return last == "NonNull" || last == "Nonnull"
	})
}

// constructor adds a constructor of fields. If static names a static factory method,
// it adds that too, and the constructor is private.
func (c *lombokClass) constructor(fields []*resolve.Def, a annotation, element, static string) {
	flags, ok := access(a, element)
	if !ok {
		return
	}
	s := signature{name: c.Name, def: c.ID, result: c.this, flags: flags}
	for _, f := range fields {
		s.params = append(s.params, c.j.declared[f.ID])
	}
	if name := a.word(static); static != "" && name != "" {
		of := s
		of.name = name
		c.j.generate(c.this, external.Method, c.j.static(of, c.ID))
		s.flags = []string{"private"}
	}
	c.j.generate(c.this, external.Constructor, s)
}

// logger adds the field that holds the logger of the class, which has no target in
// the tree.
func (c *lombokClass) logger() {
	a, ok := c.j.on(c.ID, makesLogger)
	if !ok {
		return
	}
	name := c.settings.Text("lombok.log.fieldName", "log")
	for _, id := range c.j.table.Own(c.ID, name) {
		if isValue(c.j.table.Def(id)) {
			return
		}
	}
	t := generators[a.name].logger
	if t == "" { // my.Logger my.Factory.make(NAME)
		t, _, _ = strings.Cut(c.settings.Text("lombok.log.custom.declaration", ""), " ")
	}
	s := signature{name: name, def: resolve.None, result: unknownExternal, flags: []string{"private"}}
	if t != "" {
		s.result = c.j.named(c.j.files[c.File], t)
	}
	if c.settings.Flag("lombok.log.fieldIsStatic", true) {
		s.flags = append(s.flags, "static")
	}
	c.j.generate(c.this, external.Field, s)
}

// fieldNames adds the constants that hold the names of the fields: Order.Fields.name.
func (c *lombokClass) fieldNames() {
	a, ok := c.j.on(c.ID, makesFieldNames)
	if !ok {
		return
	}
	name := a.word("innerTypeName")
	if name == "" {
		name = "Fields"
	}
	t := c.j.made.types[c.ID][name]
	if t.Name == "" {
		return
	}
	s := signature{result: javaString, flags: []string{"public", "static"}}
	if a.flag("asEnum", false) {
		s.result = t
	}
	for _, f := range c.fields {
		if resolve.HasModifier(f, "static") {
			continue
		}
		s.name, s.def = f.Name, f.ID
		c.j.generate(t, external.Constant, s)
	}
}

// delegates records the fields and methods to which the class forwards methods.
func (c *lombokClass) delegates() {
	for id := range c.j.table.Within(c.Def) {
		d := c.j.table.Def(id)
		a, ok := c.j.on(id, makesDelegate)
		if !ok || d.Outer != c.ID {
			continue
		}
		out := delegate{types: c.named(a, "types"), excluded: c.named(a, "excludes")}
		if len(out.types) == 0 {
			out.types = []resolve.Type{c.j.declared[id]}
		}
		c.j.made.delegates[c.ID] = append(c.j.made.delegates[c.ID], out)
	}
}

// named lists the classes that an element of an annotation names.
func (c *lombokClass) named(a annotation, element string) []resolve.Type {
	var out []resolve.Type
	for _, name := range a.words(element) {
		if name != "" {
			out = append(out, c.j.resolve(c.j.files[c.File], c.ID, written(name)))
		}
	}
	return out
}
