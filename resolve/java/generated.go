package java

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// This file records the members and types that annotation processors add to the
// classes of the tree, without any source. A generated member has no node: as the
// accessor of a record resolves to its component, it resolves to the definition that
// it was generated for, which is a field, the class itself, or the method or
// constructor that it finally calls.

// A generation holds the generated declarations, by class. It is immutable once the
// tree is complete.
type generation struct {
	notes     map[resolve.DefID][]annotation // annotations of processors, by definition
	members   map[resolve.DefID]map[string][]*libraryMember
	types     map[resolve.DefID]map[string]resolve.Type // member types, by name
	delegates map[resolve.DefID][]delegate
	utilities map[resolve.DefID]bool // classes whose members are all static
	builders  []*builder
	immutable []*immutable
	mappers   []*mapper
}

// A delegate is a field or method to whose value the enclosing class forwards
// methods.
type delegate struct {
	types    []resolve.Type // whose methods are forwarded
	excluded []resolve.Type // whose methods are excluded
}

// An annotation is a use of an annotation that a processor reads, by its full name.
type annotation struct {
	name string
	args *parse.Expr
}

// word returns the value of an annotation element as written, for a name its last
// part, or empty if it is missing. The name of the element `value` may be omitted.
//
//	@Getter(AccessLevel.NONE)    // NONE
func (a annotation) word(element string) string {
	if e := a.value(element); e != nil {
		return e.Text
	}
	return ""
}

// words returns the values of an element that is a list or a single value.
func (a annotation) words(element string) []string {
	e := a.value(element)
	switch {
	case e == nil:
		return nil
	case e.Kind != parse.ExprList:
		return []string{e.Text}
	}
	out := make([]string, len(e.Args))
	for i := range e.Args {
		out[i] = e.Args[i].Value.Text
	}
	return out
}

// flag reports whether an element is true, or returns otherwise if it is missing.
func (a annotation) flag(element string, otherwise bool) bool {
	if w := a.word(element); w != "" {
		return w == "true"
	}
	return otherwise
}

func (a annotation) value(element string) *parse.Expr {
	if a.args == nil {
		return nil
	}
	at := -1
	if element == "value" {
		at = 0
	}
	return a.args.Arg(at, element)
}

// readAnnotations records the processor annotations in a file, and the types that
// they generate, since other files name these. The declarations of the tree are not
// resolved yet.
func (j *tree) readAnnotations(jf *file) {
	if !slices.ContainsFunc(jf.Imports, func(im parse.Import) bool { return ofProcessor(im.Path) }) &&
		!slices.ContainsFunc(jf.Definitions, func(d parse.Definition) bool {
			return slices.ContainsFunc(d.Decorators, ofProcessor)
		}) {
		return
	}
	var noted []resolve.DefID
	for i := range jf.Definitions {
		list := jf.Definitions[i].RareFields().Annotations
		for k := range list {
			name := j.processorName(jf, dotted(&list[k]))
			if name == "" {
				continue
			}
			for _, d := range j.declaredWith(jf.ID(int32(i))) {
				j.made.notes[d] = append(j.made.notes[d], annotation{name, &list[k]})
				noted = append(noted, d)
			}
		}
	}
	slices.Sort(noted)
	for _, d := range slices.Compact(noted) {
		j.generateTypes(jf, j.table.Def(d))
	}
}

// ofProcessor reports whether a name may be that of an annotation in generators.
func ofProcessor(name string) bool {
	return strings.HasPrefix(name, "lombok.") || name == "lombok" || strings.HasPrefix(name, "org.immutables.") ||
		strings.HasPrefix(name, "org.mapstruct.") || name == "org.mapstruct"
}

// declaredWith lists the definitions of the declaration that declares d.
//
//	@Getter private int width, height;
func (j *tree) declaredWith(d resolve.DefID) []resolve.DefID {
	out := []resolve.DefID{d}
	x := j.table.Def(d)
	if x.Kind != graph.KindField && x.Kind != graph.KindConstant {
		return out
	}
	same := func(o resolve.DefID) bool {
		if o < 0 || int(o) >= len(j.table.Defs) {
			return false
		}
		y := j.table.Def(o)
		return y.File == x.File && y.Range == x.Range && y.Kind == x.Kind
	}
	for o := d - 1; same(o); o-- {
		out = append(out, o)
	}
	for o := d + 1; same(o); o++ {
		out = append(out, o)
	}
	return out
}

// dotted returns the name that an expression writes.
func dotted(e *parse.Expr) string {
	if e.Recv != nil {
		return dotted(e.Recv) + "." + e.Text
	}
	return e.Text
}

// processorName returns the full name of an annotation, or empty if it is not in
// generators. A name that is imported on demand resolves to the package that has such
// an annotation.
func (j *tree) processorName(jf *file, written string) string {
	first, rest, _ := strings.Cut(written, ".")
	full := written
	if q, ok := jf.single[first]; ok {
		full = strings.TrimSuffix(q+"."+rest, ".")
	} else if len(j.table.Top("java", jf.Module, first)) == 0 {
		for _, p := range jf.demand {
			if isGenerator(p + "." + written) {
				full = p + "." + written
			}
		}
	}
	if isGenerator(full) {
		return full
	}
	return ""
}

// note returns the annotation of a definition with one of the names.
func (j *tree) note(d resolve.DefID, names ...string) (annotation, bool) {
	for _, a := range j.made.notes[d] {
		if slices.Contains(names, a.name) {
			return a, true
		}
	}
	return annotation{}, false
}

// generateTypes generates the types that the annotations of a definition request.
func (j *tree) generateTypes(jf *file, d *resolve.Def) {
	for _, a := range j.made.notes[d.ID] {
		switch generators[a.name].makes {
		case makesBuilder, makesSuperBuilder:
			j.generateBuilderType(jf, d, a)
		case makesFieldNames:
			if d.Kind.IsType() {
				name := a.word("innerTypeName")
				if name == "" {
					name = "Fields"
				}
				j.generateMemberType(d, d, name)
			}
		case makesImmutable:
			j.generateImmutableType(jf, d)
		case makesMapper:
			j.generateMapperType(jf, d, a)
		}
	}
}

// generateMemberType generates a type inside a class, or finds the one that the
// source already declares. of is the target of uses of the type's name.
func (j *tree) generateMemberType(class, of *resolve.Def, name string) resolve.Type {
	for _, id := range j.table.Own(class.ID, name) {
		if j.table.Def(id).Kind.IsType() {
			return resolve.Type{Def: id, Owner: resolve.None}
		}
	}
	full := strings.TrimPrefix(j.table.Def(class.ID).File.Module+"."+class.Symbol+"."+name, ".")
	t := j.generateType(full, of)
	if j.made.types[class.ID] == nil {
		j.made.types[class.ID] = map[string]resolve.Type{}
	}
	j.made.types[class.ID][name] = t
	return t
}

// generateType generates a type with a full name. Where parts of the tree have
// classes of one name, each has its own type.
func (j *tree) generateType(full string, of *resolve.Def) resolve.Type {
	for j.library.made[full] != nil {
		full += "'"
	}
	j.library.made[full] = &libraryClass{
		Type: &external.Type{Name: full, Kind: external.Class}, of: of.ID,
		members: map[string][]*libraryMember{},
	}
	return outsideType(full)
}

// generateMembers generates the members of all classes. The declarations of the tree
// are resolved by now.
func (j *tree) generateMembers() {
	for i := range j.table.Defs {
		d := j.table.Def(resolve.DefID(i))
		if f := j.files[d.File]; f != nil && d.Kind.IsType() {
			j.generateLombok(d)
		}
	}
	for _, b := range j.made.builders {
		j.generateBuilder(b)
	}
	for _, im := range j.made.immutable {
		j.generateImmutable(im)
	}
	for _, m := range j.made.mappers {
		j.generateMapper(m)
	}
}

// A signature describes a generated method.
type signature struct {
	name    string
	def     resolve.DefID // the target of a call
	params  []resolve.Type
	result  resolve.Type
	flags   []string
	bounds  []resolve.Type // of the method's type parameters
	only    bool           // a call refers to def, and does not run or instantiate it
	varargs bool
}

// generated returns a member with that signature.
func (s signature) generated(kind external.MemberKind) *libraryMember {
	return &libraryMember{
		Member: &external.Member{Name: s.name, Kind: kind}, def: s.def, params: s.params,
		result: s.result, flags: s.flags, bounds: s.bounds, only: s.only, variadic: s.varargs,
	}
}

// generate adds a member to a class of the tree, or to a generated one.
func (j *tree) generate(t resolve.Type, kind external.MemberKind, s signature) {
	m := s.generated(kind)
	if c := j.libraryClass(t); c != nil {
		c.members[s.name] = append(c.members[s.name], m)
		return
	}
	if t.Def == resolve.None {
		return
	}
	if j.made.members[t.Def] == nil {
		j.made.members[t.Def] = map[string][]*libraryMember{}
	}
	name := s.name
	if kind == external.Constructor {
		name = external.ConstructorName
	}
	j.made.members[t.Def][name] = append(j.made.members[t.Def][name], m)
}

// generated lists the generated members of a class of the tree with the given name
// and kind.
func (j *tree) generated(s resolve.Type, kind external.MemberKind, name string) []member {
	var out []member
	for _, m := range j.made.members[s.Def][name] {
		if m.Kind == kind {
			out = append(out, member{m.def, m, s})
		}
	}
	return out
}

// delegated adds the methods of a name that the class s forwards: those of the types
// of its delegates, except its own methods and those of Object.
//
//	class Basket { @Delegate private final List<Item> items; }    // new Basket().size()
func (j *tree) delegated(s resolve.Type, name string, own []member) []member {
	for _, d := range j.made.delegates[s.Def] {
		for _, t := range d.types {
			ms, _ := j.methodsBy(j.put(t, s), name, j.writtenMethods)
			for _, m := range ms {
				if j.forwards(m, d, own) {
					own = append(own, m)
				}
			}
		}
	}
	return own
}

// forwards reports whether a class forwards m in addition to its own methods.
func (j *tree) forwards(m member, d delegate, own []member) bool {
	public := j.isInterface(m.owner) || j.hasFlag(m, "public") || m.library != nil && !m.inTree()
	if !public || j.hasFlag(m, "static") || j.isObjectMethod(m) ||
		slices.ContainsFunc(own, func(o member) bool { return j.sameSignature(o, m) }) {
		return false
	}
	return !slices.ContainsFunc(d.excluded, func(t resolve.Type) bool {
		return slices.ContainsFunc(j.writtenMethods(t, j.nameOf(m)), func(o member) bool {
			return j.sameSignature(o, m)
		})
	})
}

// declaresMethod reports whether the source of a class has a method of one of the
// names that accepts n arguments, -1 for any number: Lombok generates none in that
// case, and compares names case-insensitively.
func (j *tree) declaresMethod(class resolve.DefID, n int, names ...string) bool {
	for id := range j.table.Within(j.table.Def(class)) {
		d := j.table.Def(id)
		if d.Outer != class || d.Kind != graph.KindMethod {
			continue
		}
		k := len(d.Params)
		takes := n < 0 || k == n || k > 0 && d.Params[k-1].Variadic && n >= k-1
		if takes && slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, d.Name) }) {
			return true
		}
	}
	return false
}

// ownVars returns the type parameters of a class or method as types.
func (j *tree) ownVars(d resolve.DefID) []resolve.Type {
	if d == resolve.None {
		return nil
	}
	return j.thisType(d).Args
}

// varsOf returns n type parameters of another owner.
func varsOf(owner resolve.DefID, n int) []resolve.Type {
	out := make([]resolve.Type, n)
	for i := range out {
		out[i] = resolve.Type{Def: resolve.None, Owner: owner, Param: i}
	}
	return out
}

// boundsOf returns the bounds of the type parameters of d, with another owner.
func (j *tree) boundsOf(d, owner resolve.DefID) []resolve.Type {
	var out []resolve.Type
	vars := j.ownVars(d)
	for _, v := range vars {
		out = append(out, resolve.Substitute(j.boundOf(v), d, varsOf(owner, len(vars))))
	}
	return out
}

// static converts a signature to that of a static method, which is generic if the
// class is: the type parameters of d are replaced by the method's own.
//
//	@Builder class Page<T> { … }    // static <T> PageBuilder<T> builder()
func (j *tree) static(s signature, d resolve.DefID) signature {
	vars := varsOf(libraryMethodVar, len(j.ownVars(d)))
	s.flags = append(s.flags, "static")
	s.bounds = j.boundsOf(d, libraryMethodVar)
	s.result = resolve.Substitute(s.result, d, vars)
	s.params = slices.Clone(s.params)
	for i := range s.params {
		s.params[i] = resolve.Substitute(s.params[i], d, vars)
	}
	return s
}

// capitalized returns a name with an upper-case first letter.
func capitalized(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// isGenerated reports whether t is a type that a processor generates.
func (j *tree) isGenerated(t resolve.Type) bool {
	c := j.libraryClass(t)
	return c != nil && c.of != resolve.None
}

// isPlatform reports whether t is a type of the platform or a library.
func (j *tree) isPlatform(t resolve.Type) bool {
	c := j.libraryClass(t)
	return c != nil && c.of == resolve.None
}
