package jdk

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"seedgraph/outside"
	"seedgraph/outside/gen/source"
)

// Version is the release of the Java platform that the table has.
const Version = "17"

// Declare returns what the JDK of this machine declares, by package.
func Declare() ([]outside.Declared, error) {
	home, err := Home()
	if err != nil {
		return nil, fmt.Errorf("%w: %v", source.ErrUnavailable, err)
	}
	release, err := Release(home)
	if err != nil {
		return nil, err
	}
	if release != Version {
		return nil, fmt.Errorf("%w: %s is of release %s, not %s",
			source.ErrUnavailable, home, release, Version)
	}
	types, err := Read(home)
	if err != nil {
		return nil, err
	}
	byPackage := map[string]*outside.Declared{}
	for _, t := range types {
		d := byPackage[t.Namespace]
		if d == nil {
			d = &outside.Declared{Name: t.Namespace}
			byPackage[t.Namespace] = d
		}
		d.Types = append(d.Types, t)
	}
	var out []outside.Declared
	for _, name := range slices.Sorted(maps.Keys(byPackage)) {
		out = append(out, *byPackage[name])
	}
	return out, nil
}

// Read returns the types that the JDK at home declares, sorted by name. Members
// of a type are sorted by name, overloads in the order of the class file, which is
// that of the source.
func Read(home string) ([]*outside.Type, error) {
	modules, err := openModules(home)
	if err != nil {
		return nil, err
	}
	defer closeModules(modules)
	r, err := newReader(modules)
	if err != nil {
		return nil, err
	}
	return r.types()
}

// A reader collects the classes of all modules, since names in one may be of
// another.
type reader struct {
	classes map[string]*classFile
	inner   map[string]innerClass // of the nested classes among them
	hidden  map[string]bool       // in packages that are not exported
	kept    map[string]bool       // true: accessible; false: only a base of one that is
}

// newReader loads the modules and decides which of their classes are kept.
func newReader(modules []*module) (*reader, error) {
	r := &reader{
		classes: map[string]*classFile{}, inner: map[string]innerClass{}, hidden: map[string]bool{},
	}
	for _, m := range modules {
		for name := range m.files {
			if m.exported(name) {
				if err := r.load(m, name); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := r.loadBases(modules); err != nil {
		return nil, err
	}
	r.keep()
	return r, nil
}

// load reads a class of m.
func (r *reader) load(m *module, name string) error {
	c, err := m.class(name)
	if err != nil || c.flags&accSynthetic != 0 {
		return err
	}
	r.classes[name] = c
	for _, row := range c.inner {
		r.inner[row.class] = row
	}
	return nil
}

// loadBases reads the classes in packages that are not exported which others
// extend.
func (r *reader) loadBases(modules []*module) error {
	for {
		var missing []string
		for _, c := range r.classes {
			for _, base := range c.bases() {
				if r.classes[base] == nil {
					missing = append(missing, base)
				}
			}
		}
		before := len(r.classes)
		for _, m := range modules {
			for _, name := range missing {
				if m.files[name] != nil {
					r.hidden[name] = true
					if err := r.load(m, name); err != nil {
						return err
					}
				}
			}
		}
		if len(r.classes) == before {
			return nil
		}
	}
}

// bases returns the superclass, if there is one, and the interfaces of c.
func (c *classFile) bases() []string {
	if c.super == "" {
		return c.interfaces
	}
	return append([]string{c.super}, c.interfaces...)
}

// keep decides which classes are part of the table.
func (r *reader) keep() {
	r.kept = map[string]bool{}
	for name := range r.classes {
		if r.accessible(name) {
			r.kept[name] = true
			r.keepBases(name)
		}
	}
}

// accessible reports whether code of other packages can name a class.
func (r *reader) accessible(name string) bool {
	c := r.classes[name]
	if c == nil || r.hidden[name] {
		return false
	}
	row, nested := r.inner[name]
	if !nested {
		return c.flags&accPublic != 0
	}
	return row.outer != "" && row.name != "" && row.flags&(accPublic|accProtected) != 0 &&
		r.accessible(row.outer)
}

// keepBases keeps the bases of a class that cannot be named themselves.
func (r *reader) keepBases(name string) {
	for _, base := range r.classes[name].bases() {
		if _, done := r.kept[base]; done || r.classes[base] == nil || r.accessible(base) {
			continue
		}
		r.kept[base] = false
		r.keepBases(base)
	}
}

// types converts the classes that are kept.
func (r *reader) types() ([]*outside.Type, error) {
	var out []*outside.Type
	for name, accessible := range r.kept {
		t, err := r.convert(r.classes[name])
		if err != nil {
			return nil, err
		}
		if !accessible {
			t.Visible = outside.Internal
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *outside.Type) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// fullName turns a binary name into the name that Java code writes:
// java/util/Map$Entry is java.util.Map.Entry.
func (r *reader) fullName(binary string) string {
	if row, ok := r.inner[binary]; ok && row.outer != "" && row.name != "" {
		return r.fullName(row.outer) + "." + row.name
	}
	return strings.ReplaceAll(binary, "/", ".")
}

func packageOf(binary string) string {
	return strings.ReplaceAll(binary[:max(0, strings.LastIndexByte(binary, '/'))], "/", ".")
}

// flagsOf returns the flags of a class as its source has them.
func (r *reader) flagsOf(c *classFile) uint16 {
	if row, ok := r.inner[c.name]; ok {
		return row.flags
	}
	return c.flags
}

// convert turns a class file into a type.
func (r *reader) convert(c *classFile) (*outside.Type, error) {
	access := r.flagsOf(c)
	t := &outside.Type{
		Name: r.fullName(c.name), Namespace: packageOf(c.name),
		Kind: kindOf(c), Visible: visibility(access), Flags: typeFlags(access),
	}
	sig := &sigReader{s: c.signature, name: r.fullName}
	if c.signature == "" {
		sig.s = erased(c)
	}
	t.TypeParams = append(r.outerParams(c), sig.typeParams()...)
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
	return t, r.members(t, c)
}

func isObject(t outside.TypeRef) bool { return t.Name == "java.lang.Object" }

// erased returns the signature of a class that has none because nothing in it is
// generic.
func erased(c *classFile) string {
	var b strings.Builder
	for _, base := range c.bases() {
		b.WriteString("L" + base + ";")
	}
	return b.String()
}

// outerParams returns the type parameters of the classes around an inner class,
// outermost first. A static one does not see them.
func (r *reader) outerParams(c *classFile) []outside.TypeParam {
	row, ok := r.inner[c.name]
	outer := r.classes[row.outer]
	if !ok || outer == nil || row.flags&accStatic != 0 {
		return nil
	}
	sig := &sigReader{s: outer.signature, name: r.fullName}
	return append(r.outerParams(outer), sig.typeParams()...)
}

func kindOf(c *classFile) outside.TypeKind {
	switch {
	case c.flags&accAnnotation != 0:
		return outside.Annotation
	case c.flags&accInterface != 0:
		return outside.Interface
	case c.super == "java/lang/Record":
		return outside.Record
	case c.flags&accEnum != 0:
		return outside.Enum
	}
	return outside.Class
}

func visibility(access uint16) outside.Visibility {
	if access&accProtected != 0 {
		return outside.Protected
	}
	return outside.Public
}

func typeFlags(access uint16) outside.Flags {
	var f outside.Flags
	if access&accStatic != 0 {
		f |= outside.Static
	}
	if access&accAbstract != 0 {
		f |= outside.Abstract
	}
	if access&accFinal != 0 {
		f |= outside.Sealed
	}
	return f
}

// members adds the fields, constructors and methods of c to t.
func (r *reader) members(t *outside.Type, c *classFile) error {
	for _, list := range [][]memberInfo{c.fields, c.methods} {
		for i := range list {
			m := &list[i]
			if m.flags&(accPublic|accProtected) == 0 || m.flags&accSynthetic != 0 {
				continue
			}
			member, err := r.member(c, m)
			if err != nil {
				return err
			}
			t.Members = append(t.Members, member)
		}
	}
	byName := func(a, b outside.Member) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortStableFunc(t.Members, byName)
	return nil
}

// member converts a field, constructor or method.
func (r *reader) member(c *classFile, m *memberInfo) (outside.Member, error) {
	sig := &sigReader{s: m.signature, name: r.fullName}
	if m.signature == "" {
		sig.s = m.descriptor
	}
	out := outside.Member{Name: m.name, Visible: visibility(m.flags), Flags: typeFlags(m.flags)}
	if m.descriptor[0] != '(' {
		out.Kind = outside.Field
		if m.flags&accEnum != 0 {
			out.Kind = outside.Constant
		}
		out.Type = sig.typ()
		return out, sig.err
	}
	out.Kind = outside.Method
	out.TypeParams = sig.typeParams()
	out.Params = sig.params(m.flags&accVarargs != 0)
	out.Type = sig.typ()
	if m.name == "<init>" {
		out.Name, out.Kind = outside.ConstructorName, outside.Constructor
		out.Type = outside.TypeRef{}
	}
	if c.flags&accInterface != 0 && m.flags&(accStatic|accAbstract) == 0 {
		out.Flags |= outside.Virtual // a default method
	}
	return out, sig.err
}

// params reads the types of parameters between parentheses. Class files of the
// JDK do not have their names.
func (r *sigReader) params(variadic bool) []outside.Param {
	var out []outside.Param
	r.expect('(')
	for r.err == nil && !r.accept(')') {
		out = append(out, outside.Param{Type: r.typ()})
	}
	if variadic && len(out) > 0 {
		out[len(out)-1].Variadic = true
	}
	return out
}
