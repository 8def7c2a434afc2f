package classfile

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/external"
)

// A Set is the set of classes that are declared together: those of a platform, or of
// a package. Classes refer to one another, and whether one is accessible depends on
// all of them.
type Set struct {
	classes map[string]*Class
	inner   map[string]InnerClass // by nested class
	hidden  map[string]bool       // inaccessible: in packages that are not exported
	kept    map[string]bool       // true: accessible; false: only as a base of an accessible one
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{classes: map[string]*Class{}, inner: map[string]InnerClass{},
		hidden: map[string]bool{}}
}

// Add adds a class, unless it is synthetic or the set has one of its name: the first
// on the class path wins. The rows for nested classes of other classes are kept, too,
// since a class has one for each nested class that it refers to.
func (s *Set) Add(c *Class) {
	if c.Flags&accSynthetic != 0 || s.classes[c.Name] != nil {
		return
	}
	s.classes[c.Name] = c
	for _, row := range c.Inner {
		s.inner[row.Class] = row
	}
}

// AddInaccessible adds a class that is inaccessible to other code. It is used only if an
// accessible class extends it.
func (s *Set) AddInaccessible(c *Class) {
	s.hidden[c.Name] = true
	s.Add(c)
}

// MissingBases returns the binary names of superclasses and interfaces that are
// missing from the set, sorted.
func (s *Set) MissingBases() []string {
	var missing []string
	for _, c := range s.classes {
		for _, base := range c.bases() {
			if s.classes[base] == nil {
				missing = append(missing, base)
			}
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}

// Types returns the declarations of the accessible classes, sorted by name; and their
// inaccessible bases, as internal types, since the public members of these are
// inherited. Members are sorted by name, overloads in the order of the class file,
// which is that of the source. A class with an error is omitted and passed to fail.
func (s *Set) Types(fail func(class string, err error)) []*external.Type {
	s.keep()
	var out []*external.Type
	for name, accessible := range s.kept {
		t, err := s.convert(s.classes[name])
		if err != nil {
			fail(name, err)
			continue
		}
		if !accessible {
			t.Visible = external.Internal
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *external.Type) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Bridges yields the bridge methods added by the compiler, which Types omits, by the
// full name of the type.
func (s *Set) Bridges(yield func(typ string, m external.Member) bool) {
	for _, c := range s.classes {
		for i := range c.Methods {
			if c.Methods[i].Flags&accSynthetic == 0 {
				continue
			}
			m, err := s.member(c, &c.Methods[i])
			if err == nil && !yield(s.fullName(c.Name), m) {
				return
			}
		}
	}
}

// bases returns the superclass, if any, and the interfaces of c.
func (c *Class) bases() []string {
	if c.Super == "" {
		return c.Interfaces
	}
	return append([]string{c.Super}, c.Interfaces...)
}

// keep determines the classes to declare.
func (s *Set) keep() {
	s.kept = map[string]bool{}
	for name := range s.classes {
		if s.accessible(name) {
			s.kept[name] = true
			s.keepBases(name)
		}
	}
}

// accessible reports whether code of other packages can refer to a class (JLS 6.6.1).
func (s *Set) accessible(name string) bool {
	c := s.classes[name]
	if c == nil || s.hidden[name] {
		return false
	}
	row, nested := s.inner[name]
	if !nested {
		return c.Flags&accPublic != 0
	}
	return row.Outer != "" && row.Name != "" && row.Flags&(accPublic|accProtected) != 0 &&
		row.Outer != name && s.accessible(row.Outer)
}

// keepBases keeps the inaccessible bases of a class.
func (s *Set) keepBases(name string) {
	for _, base := range s.classes[name].bases() {
		if _, done := s.kept[base]; done || s.classes[base] == nil || s.accessible(base) {
			continue
		}
		s.kept[base] = false
		s.keepBases(base)
	}
}

// fullName converts a binary name to the fully qualified name in Java source:
// java/util/Map$Entry is java.util.Map.Entry. A damaged file may have a class nested
// in itself.
func (s *Set) fullName(binary string) string {
	row, ok := s.inner[binary]
	if ok && row.Outer != "" && row.Name != "" && len(row.Outer) < len(binary) {
		return s.fullName(row.Outer) + "." + row.Name
	}
	return strings.ReplaceAll(binary, "/", ".")
}

func packageOf(binary string) string {
	return strings.ReplaceAll(binary[:max(0, strings.LastIndexByte(binary, '/'))], "/", ".")
}

// flagsOf returns the flags of a class as declared in the source.
func (s *Set) flagsOf(c *Class) uint16 {
	if row, ok := s.inner[c.Name]; ok {
		return row.Flags
	}
	return c.Flags
}

// convert converts a class file to a type.
func (s *Set) convert(c *Class) (*external.Type, error) {
	access := s.flagsOf(c)
	t := &external.Type{
		Name: s.fullName(c.Name), Namespace: packageOf(c.Name),
		Kind: kindOf(c), Visible: visibility(access), Flags: typeFlags(access),
	}
	sig := &sigReader{s: c.Signature, name: s.fullName}
	if c.Signature == "" {
		sig.s = erased(c)
	}
	t.TypeParams = append(s.outerParams(c), sig.typeParams()...)
	for sig.err == nil && sig.i < len(sig.s) {
		t.Bases = append(t.Bases, sig.typ())
	}
	if sig.err != nil {
		return t, sig.err
	}
	if access&accInterface != 0 {
		t.Bases = slices.DeleteFunc(t.Bases, isObject) // which an interface does not extend
	}
	if len(t.Bases) == 0 {
		t.Bases = nil
	}
	return t, s.members(t, c)
}

func isObject(t external.TypeRef) bool { return t.Name == "java.lang.Object" }

// erased returns a signature for a class that has no Signature attribute since it is
// not generic.
func erased(c *Class) string {
	var b strings.Builder
	for _, base := range c.bases() {
		b.WriteString("L" + base + ";")
	}
	return b.String()
}

// outerParams returns the type parameters of the classes enclosing an inner class,
// outermost first. They are not in scope of a static one.
func (s *Set) outerParams(c *Class) []external.TypeParam {
	row, ok := s.inner[c.Name]
	outer := s.classes[row.Outer]
	if !ok || outer == nil || len(row.Outer) >= len(c.Name) || row.Flags&accStatic != 0 {
		return nil
	}
	sig := &sigReader{s: outer.Signature, name: s.fullName}
	return append(s.outerParams(outer), sig.typeParams()...)
}

func kindOf(c *Class) external.TypeKind {
	switch {
	case c.Flags&accAnnotation != 0:
		return external.Annotation
	case c.Flags&accInterface != 0:
		return external.Interface
	case c.Super == "java/lang/Record":
		return external.Record
	case c.Flags&accEnum != 0:
		return external.Enum
	}
	return external.Class
}

func visibility(access uint16) external.Visibility {
	if access&accProtected != 0 {
		return external.Protected
	}
	return external.Public
}

func typeFlags(access uint16) external.Flags {
	var f external.Flags
	if access&accStatic != 0 {
		f |= external.Static
	}
	if access&accAbstract != 0 {
		f |= external.Abstract
	}
	if access&accFinal != 0 {
		f |= external.Sealed
	}
	return f
}

// members adds the fields, constructors and methods of c to t.
func (s *Set) members(t *external.Type, c *Class) error {
	for _, list := range [][]Member{c.Fields, c.Methods} {
		for i := range list {
			m := &list[i]
			if m.Flags&(accPublic|accProtected) == 0 || m.Flags&accSynthetic != 0 {
				continue
			}
			member, err := s.member(c, m)
			if err != nil {
				return err
			}
			t.Members = append(t.Members, member)
		}
	}
	byName := func(a, b external.Member) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortStableFunc(t.Members, byName)
	return nil
}

// member converts a field, constructor or method.
func (s *Set) member(c *Class, m *Member) (external.Member, error) {
	sig := &sigReader{s: m.Signature, name: s.fullName}
	if m.Signature == "" {
		sig.s = m.Descriptor
	}
	out := external.Member{Name: m.Name, Visible: visibility(m.Flags), Flags: typeFlags(m.Flags)}
	if !strings.HasPrefix(m.Descriptor, "(") {
		out.Kind = external.Field
		if m.Flags&accEnum != 0 {
			out.Kind = external.Constant
		}
		out.Type = sig.typ()
		return out, sig.err
	}
	out.Kind = external.Method
	out.TypeParams = sig.typeParams()
	out.Params = sig.params(m.Flags&accVarargs != 0)
	out.Type = sig.typ()
	if m.Name == "<init>" {
		out.Name, out.Kind = external.ConstructorName, external.Constructor
		out.Type = external.TypeRef{}
	}
	if c.Flags&accInterface != 0 && m.Flags&(accStatic|accAbstract) == 0 {
		out.Flags |= external.Virtual // a default method
	}
	return out, sig.err
}
