package java

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// This file keeps what annotation processors add to the classes of the tree: members and types that
// are written nowhere. A generated member has no node of its own: as the accessor of a record leads
// to its component, one leads to the definition that it was generated for, which is a field, the
// class itself, or the method or constructor that it calls in the end.

// A generation holds what is generated, by the class that has it. It does not change once the tree
// is made.
type generation struct {
	notes     map[resolve.DefID][]annotation // annotations of processors, by definition
	members   map[resolve.DefID]map[string][]*libraryMember
	types     map[resolve.DefID]map[string]resolve.Type // member types, by name
	delegates map[resolve.DefID][]delegate
	utilities map[resolve.DefID]bool // classes all members of which are static
	builders  []*builder
	immutable []*immutable
}

// A delegate is a field or method whose value has methods that the class around it has, too.
type delegate struct {
	types    []resolve.Type // whose methods are taken over
	excluded []resolve.Type // whose methods are not
}

// An annotation is one that a processor reads, by its full name.
type annotation struct {
	name string
	args *parse.Expr
}

// word returns the value of an element of an annotation as it is written, of a name its last
// part; empty without one. The element value may have no name.
//
//	@Getter(AccessLevel.NONE)    // NONE
func (a annotation) word(element string) string {
	if e := a.value(element); e != nil {
		return e.Text
	}
	return ""
}

// words returns the values of an element that is a list, or one value.
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

// flag reports whether an element is true, or returns otherwise if none is written.
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

// readAnnotations notes the annotations of processors in a file, and the types that they generate:
// other files name these. What the tree declares is not resolved yet.
func (j *tree) readAnnotations(jf *file) {
	if !slices.ContainsFunc(jf.Imports, func(im parse.Import) bool { return ofProcessor(im.Path) }) &&
		!slices.ContainsFunc(jf.Definitions, func(d parse.Definition) bool {
			return slices.ContainsFunc(d.Decorators, ofProcessor)
		}) {
		return
	}
	var noted []resolve.DefID
	for i := range jf.Definitions {
		list := jf.Definitions[i].Rare().Annotations
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
	return strings.HasPrefix(name, "lombok.") || name == "lombok" || strings.HasPrefix(name, "org.immutables.")
}

// declaredWith lists the definitions that one declaration makes, of which d is one.
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

// dotted is the name that an expression writes.
func dotted(e *parse.Expr) string {
	if e.Recv != nil {
		return dotted(e.Recv) + "." + e.Text
	}
	return e.Text
}

// processorName is the full name of an annotation, empty if it is none in generators. A name that
// is imported on demand is that of the package which has such an annotation.
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

// note returns the annotation of a definition under one of the names.
func (j *tree) note(d resolve.DefID, names ...string) (annotation, bool) {
	for _, a := range j.made.notes[d] {
		if slices.Contains(names, a.name) {
			return a, true
		}
	}
	return annotation{}, false
}

// generateTypes makes the types that the annotations of a definition generate.
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
		}
	}
}

// generateMemberType makes a type inside of a class, or finds that which the source itself begins.
// of is what a name of the type leads to.
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

// generateType makes a type of a full name. Where parts of the tree have classes of one name, each
// has a type of its own.
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

// generateMembers makes the members of all classes. What the tree declares is resolved by now.
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
}

// A signature is what a generated method is made of.
type signature struct {
	name    string
	def     resolve.DefID // what a call leads to
	params  []resolve.Type
	result  resolve.Type
	flags   []string
	bounds  []resolve.Type // of its own type parameters
	only    bool           // a call names def, and does not run or create it
	varargs bool
}

// generated is a member with that signature.
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

// generated lists the generated members of a class of the tree under a name that are of a kind.
func (j *tree) generated(s resolve.Type, kind external.MemberKind, name string) []member {
	var out []member
	for _, m := range j.made.members[s.Def][name] {
		if m.Kind == kind {
			out = append(out, member{m.def, m, s})
		}
	}
	return out
}

// delegated adds the methods of a name that the class s forwards: those of the types of its
// delegates, but for what it declares itself and what every object has.
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

// forwards reports whether a class forwards m beside its own methods.
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

// declaresMethod reports whether the source of a class has a method of one of the names that can be
// called with n arguments, -1 for any number: Lombok generates none beside it, and takes names
// that differ in case alone for the same.
func (j *tree) declaresMethod(class resolve.DefID, n int, names ...string) bool {
	for id := range j.within(j.table.Def(class)) {
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

// ownVars are the type parameters of a class or method as types, and their number.
func (j *tree) ownVars(d resolve.DefID) []resolve.Type {
	if d == resolve.None {
		return nil
	}
	return j.thisType(d).Args
}

// varsOf are n type parameters of another owner.
func varsOf(owner resolve.DefID, n int) []resolve.Type {
	out := make([]resolve.Type, n)
	for i := range out {
		out[i] = resolve.Type{Def: resolve.None, Owner: owner, Param: i}
	}
	return out
}

// boundsOf are the bounds of the type parameters of d as those of another owner.
func (j *tree) boundsOf(d, owner resolve.DefID) []resolve.Type {
	var out []resolve.Type
	vars := j.ownVars(d)
	for _, v := range vars {
		out = append(out, resolve.Substitute(j.boundOf(v), d, varsOf(owner, len(vars))))
	}
	return out
}

// static makes the signature of a static method that is generic if the class is: of what is told in
// terms of the type parameters of d it is told in terms of its own.
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

// capitalized returns a name with a capital at its beginning.
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
