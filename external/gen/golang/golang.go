// Package golang reads the declarations of Go's standard library from the sources in
// GOROOT, with Go's own type checker.
//
// Declarations are those for linux/amd64 without cgo. An unexported type is kept if
// an exported declaration uses it, since its methods and fields are accessible:
// littleEndian of encoding/binary, common of testing. So are types of internal
// packages.
//
// The Bases of a struct are the types of its embedded fields, those of an interface
// its embedded types and unions. An embedded field is also a member, of kind
// Embedded. A constraint ~T has the form Computed with the name "~". Constants are
// read-only values; untyped ones have types like "untyped int". The namespace "" has
// the predeclared types.
package golang

import (
	"cmp"
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"maps"
	"os/exec"
	pathpkg "path"
	"runtime"
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/external/gen/source"
	"seedgraph/internal/goroot"
)

// Version is the release of Go in the table.
const Version = "go1.26"

// Declare returns the declarations of the standard library, by package.
func Declare() ([]external.Declared, error) {
	packages, err := load()
	if err != nil {
		return nil, err
	}
	return read(packages), nil
}

// Describe returns the declarations of packages that are not of the standard library, by
// package. The predeclared types are not among them.
func Describe(packages []*types.Package) []external.Declared {
	return slices.DeleteFunc(read(packages), func(d external.Declared) bool { return d.Name == "" })
}

// load type-checks the packages that programs may import, sorted by path.
func load() ([]*types.Package, error) {
	if v := runtime.Version(); v != Version && !strings.HasPrefix(v, Version+".") {
		return nil, fmt.Errorf("%w: this is %s, not %s", source.ErrUnavailable, v, Version)
	}
	build.Default.GOOS, build.Default.GOARCH, build.Default.CgoEnabled = "linux", "amd64", false
	if err := goroot.ForImports(); err != nil {
		return nil, fmt.Errorf("%w: %v", source.ErrUnavailable, err)
	}
	list, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		return nil, fmt.Errorf("%w: go list: %v", source.ErrUnavailable, err)
	}
	imports := importer.ForCompiler(token.NewFileSet(), "source", nil)
	var out []*types.Package
	for _, path := range strings.Fields(string(list)) {
		if !importable(path) {
			continue
		}
		p, err := imports.Import(path)
		if err != nil {
			return nil, fmt.Errorf("%w: %v", source.ErrUnavailable, err)
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *types.Package) int { return cmp.Compare(a.Path(), b.Path()) })
	return out, nil
}

// importable reports whether programs may import a package of the standard
// library.
func importable(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "internal" || part == "vendor" {
			return false
		}
	}
	return true
}

// A reader converts packages to declarations.
type reader struct {
	spaces map[string]*external.Declared
	seen   map[*types.TypeName]bool
	queue  []*types.TypeName // types to add
	params map[*types.TypeParam]string
}

// read returns the declarations of packages, and of the types that they use.
func read(packages []*types.Package) []external.Declared {
	r := &reader{
		spaces: map[string]*external.Declared{}, seen: map[*types.TypeName]bool{},
		params: map[*types.TypeParam]string{},
	}
	for _, name := range types.Universe.Names() {
		if obj, ok := types.Universe.Lookup(name).(*types.TypeName); ok && !isBasic(obj.Type()) {
			r.need(obj)
		}
	}
	for _, p := range packages {
		r.space(p)
		scope := p.Scope()
		for _, name := range scope.Names() { // sorted
			if obj := scope.Lookup(name); obj.Exported() {
				r.object(obj)
			}
		}
	}
	for len(r.queue) > 0 {
		next := r.queue[0]
		r.queue = r.queue[1:]
		d := r.space(next.Pkg())
		d.Types = append(d.Types, r.typ(next))
	}
	var out []external.Declared
	for _, name := range slices.Sorted(maps.Keys(r.spaces)) {
		out = append(out, *r.spaces[name])
	}
	return out
}

func isBasic(t types.Type) bool {
	_, ok := t.(*types.Basic)
	return ok
}

// space returns the namespace of a package, "" for the predeclared names.
func (r *reader) space(p *types.Package) *external.Declared {
	path := ""
	if p != nil {
		path = p.Path()
	}
	d := r.spaces[path]
	if d == nil {
		d = &external.Declared{Name: path}
		if p != nil && p.Name() != pathpkg.Base(path) {
			d.Short = p.Name()
		}
		r.spaces[path] = d
	}
	return d
}

// need adds a type to those that are declared, once.
func (r *reader) need(obj *types.TypeName) {
	if !r.seen[obj] {
		r.seen[obj] = true
		r.queue = append(r.queue, obj)
	}
}

// object adds an exported object of a package.
func (r *reader) object(obj types.Object) {
	m := external.Member{Name: obj.Name(), Kind: external.Value}
	switch obj := obj.(type) {
	case *types.TypeName:
		r.need(obj)
		return
	case *types.Func:
		m.Kind = external.Function
		r.signature(&m, obj.Signature())
	case *types.Const:
		m.Flags = external.ReadOnly
		m.Type = r.ref(obj.Type())
	case *types.Var:
		m.Type = r.ref(obj.Type())
	default: // functions of package unsafe, which have no signature
		return
	}
	d := r.space(obj.Pkg())
	d.Members = append(d.Members, m)
}

// fullName returns the key of a type.
func fullName(obj *types.TypeName) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

// typ converts the declaration of a type.
func (r *reader) typ(obj *types.TypeName) *external.Type {
	t := &external.Type{Name: fullName(obj), Kind: external.Defined}
	if obj.Pkg() != nil {
		t.Namespace = obj.Pkg().Path()
		if !obj.Exported() || !importable(t.Namespace) {
			t.Visible = external.Internal
		}
	}
	if alias, ok := obj.Type().(*types.Alias); ok {
		t.Kind = external.Alias
		t.TypeParams = r.typeParams(alias.TypeParams())
		t.Target = r.ref(alias.Rhs())
		return t
	}
	named, ok := obj.Type().(*types.Named)
	if !ok { // unsafe.Pointer
		return t
	}
	t.TypeParams = r.typeParams(named.TypeParams())
	switch under := named.Underlying().(type) {
	case *types.Struct:
		t.Kind = external.Struct
		t.Bases, t.Members = r.fields(under)
	case *types.Interface:
		t.Kind = external.Interface
		t.Bases, t.Members = r.methods(under)
	default:
		t.Target = r.ref(under)
	}
	for m := range named.Methods() {
		if m.Exported() {
			t.Members = append(t.Members, r.method(named, m))
		}
	}
	byName := func(a, b external.Member) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortStableFunc(t.Members, byName)
	return t
}

// fields returns the types that a struct embeds, and its fields: the exported and the
// embedded ones.
func (r *reader) fields(s *types.Struct) (bases []external.TypeRef, members []external.Member) {
	for f := range s.Fields() {
		m := external.Member{Name: f.Name(), Kind: external.Field}
		if !f.Exported() {
			if !f.Embedded() {
				continue
			}
			m.Visible = external.Internal
		}
		m.Type = r.ref(f.Type())
		if f.Embedded() {
			m.Kind = external.Embedded
			bases = append(bases, m.Type)
		}
		members = append(members, m)
	}
	return bases, members
}

// methods returns the embedded types of an interface and its own methods. Unexported
// ones imply that no type of another package implements it.
func (r *reader) methods(i *types.Interface) (bases []external.TypeRef, members []external.Member) {
	for t := range i.EmbeddedTypes() {
		bases = append(bases, r.ref(t))
	}
	for m := range i.ExplicitMethods() {
		out := external.Member{Name: m.Name(), Kind: external.Method, Flags: external.Abstract}
		if !m.Exported() {
			out.Visible = external.Internal
		}
		r.signature(&out, m.Signature())
		members = append(members, out)
	}
	return bases, members
}

// method converts a declared method. Type parameters have their names in the
// declaration of the type, whatever they are called in the receiver.
func (r *reader) method(named *types.Named, m *types.Func) external.Member {
	sig := m.Signature()
	for i := range sig.RecvTypeParams().Len() {
		r.params[sig.RecvTypeParams().At(i)] = named.TypeParams().At(i).Obj().Name()
	}
	out := external.Member{Name: m.Name(), Kind: external.Method}
	if _, ok := types.Unalias(sig.Recv().Type()).(*types.Pointer); ok {
		out.Flags = external.Pointer
	}
	r.signature(&out, sig)
	return out
}

// signature sets the type parameters, parameters and results of m.
func (r *reader) signature(m *external.Member, sig *types.Signature) {
	m.TypeParams = r.typeParams(sig.TypeParams())
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		out := external.Param{Name: p.Name()}
		t := p.Type()
		if sig.Variadic() && i == sig.Params().Len()-1 {
			out.Variadic = true
			if s, ok := t.(*types.Slice); ok {
				t = s.Elem()
			}
		}
		out.Type = r.ref(t)
		m.Params = append(m.Params, out)
	}
	results := r.tuple(sig.Results())
	switch len(results) {
	case 0:
	case 1:
		m.Type = results[0]
	default:
		m.Type = external.TypeRef{Form: external.Tuple, Args: results}
	}
}

func (r *reader) tuple(t *types.Tuple) []external.TypeRef {
	var out []external.TypeRef
	for v := range t.Variables() {
		out = append(out, r.ref(v.Type()))
	}
	return out
}

func (r *reader) typeParams(list *types.TypeParamList) []external.TypeParam {
	var out []external.TypeParam
	for p := range list.TypeParams() {
		param := external.TypeParam{Name: p.Obj().Name()}
		if c := p.Constraint(); types.TypeString(c, nil) != "any" {
			param.Bounds = []external.TypeRef{r.ref(c)}
		}
		out = append(out, param)
	}
	return out
}
