// Package dotnet generates the table of .NET, ASP.NET Core, Entity Framework Core and
// Microsoft.Extensions.
//
// The sources are the packages below, published for TypeScript: for each namespace a
// file of declarations with full generic types, and bindings.json with the metadata
// of the assemblies: names, kinds, visibility, modifiers. Overloads are in the order
// of the metadata, which is that of the source.
//
// The sources, and hence the table, lack the following, except for the additions in
// additions.txt:
//
//   - operators and conversions;
//   - overloads that differ only in open type arguments or in the number of type
//     parameters: Task.Run(Func<Task<T>>) and Task.Run(Func<T>),
//     AddScoped<T>() and AddScoped<T, U>(). The first one is present;
//   - the constraint new(); struct and notnull are one;
//   - params on parameters of span types, and default values;
//   - generic types in members present only in the metadata, such as protected
//     constructors: they are unknown;
//   - explicit interface implementations, which are accessible only through
//     the interface;
//   - variance, except for the types in additions.txt, which programs commonly
//     convert: the others are invariant here.
package dotnet

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/external/gen/source"
)

// packages are the sources. The first one that has a type declares it.
var packages = []struct{ name, version string }{
	{"@tsonic/dotnet", "10.0.46"},
	{"@tsonic/aspnetcore", "10.0.45"},
	{"@tsonic/microsoft-extensions", "10.0.45"},
	{"@tsonic/efcore", "10.0.45"},
}

// Sources lists the packages with their versions: name@version.
func Sources() []string {
	out := make([]string, len(packages))
	for i, p := range packages {
		out[i] = p.name + "@" + p.version
	}
	return out
}

// A unit is a namespace in a package.
type unit struct {
	namespace string
	types     []bound
	script    *script
}

// Declare returns all declarations.
func Declare() ([]external.Declared, error) {
	all, _, err := declare()
	return all, err
}

func declare() ([]external.Declared, *Stats, error) {
	var units []*unit
	for _, p := range packages {
		dir, err := source.NPM(p.name, p.version)
		if err != nil {
			return nil, nil, err
		}
		more, err := readPackage(dir)
		if err != nil {
			return nil, nil, err
		}
		units = append(units, more...)
	}
	names := newCatalog()
	for _, u := range units {
		for i := range u.types {
			names.add(u.namespace, &u.types[i])
		}
	}
	stats := &Stats{}
	all := merge(units, names, stats)
	return all, stats, add(all)
}

// merge builds the types of all units. A class with extension methods may be in
// several assemblies with one name: then the type has the members of both.
func merge(units []*unit, names *catalog, stats *Stats) []external.Declared {
	spaces := map[string]*external.Declared{}
	seen := map[string]*external.Type{}
	var order []string
	for _, u := range units {
		d := spaces[u.namespace]
		if d == nil {
			d = &external.Declared{Name: u.namespace}
			spaces[u.namespace] = d
			order = append(order, u.namespace)
		}
		for i := range u.types {
			t := u.typ(&u.types[i], names, stats)
			if old := seen[t.Name]; old != nil {
				addMissing(old, t.Members)
				continue
			}
			seen[t.Name] = t
			d.Types = append(d.Types, t)
		}
	}
	slices.Sort(order)
	var all []external.Declared
	for _, name := range order {
		all = append(all, *spaces[name])
	}
	return all
}

// addMissing adds the members that t lacks.
func addMissing(t *external.Type, members []external.Member) {
	for _, m := range members {
		has := func(old external.Member) bool { return reflect.DeepEqual(old, m) }
		if !slices.ContainsFunc(t.Members, has) {
			t.Members = append(t.Members, m)
		}
	}
}

// readPackage reads every namespace of a package.
func readPackage(dir string) ([]*unit, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "bindings.json"))
	if err != nil {
		return nil, err
	}
	var units []*unit
	for _, f := range files {
		s, err := readSurface(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		script, err := readScript(filepath.Join(filepath.Dir(f), "internal", "index.d.ts"))
		if err != nil {
			return nil, err
		}
		units = append(units, &unit{s.Provider.Namespace, s.TargetSurface.Types, script})
	}
	return units, nil
}

var kinds = map[string]external.TypeKind{
	"Class": external.Class, "StaticNamespace": external.Class, "Struct": external.Struct,
	"Enum":      external.Enum,
	"Interface": external.Interface, "Delegate": external.Delegate,
}

// typ builds a type of the table.
func (u *unit) typ(b *bound, names *catalog, stats *Stats) *external.Type {
	stats.Types++
	t := &external.Type{Name: key(b.TargetName), Kind: kinds[b.Kind]}
	if strings.HasPrefix(b.Accessibility, "Protected") {
		t.Visible = external.Protected
	}
	for _, f := range []struct {
		has  bool
		flag external.Flags
	}{
		{b.IsStatic, external.Static},
		{b.IsAbstract && !b.IsStatic, external.Abstract},
		{b.IsSealed && !b.IsStatic, external.Sealed},
	} {
		if f.has {
			t.Flags |= f.flag
		}
	}
	d := u.script.decls[scriptName(u.namespace, b.TargetName)]
	if d == nil {
		stats.NoScript++
		d = &decl{}
	}
	s := &scope{catalog: names, namespace: u.namespace, imports: u.script.imports, params: d.params}
	if len(d.params) != len(b.TypeParameters) {
		s.params = nil
		for _, p := range b.TypeParameters {
			s.params = append(s.params, external.TypeParam{Name: p})
		}
	}
	t.TypeParams = s.typeParams(s.params)
	if b.BaseType != nil {
		t.Bases = append(t.Bases, s.base(b.BaseType))
	}
	for i := range b.Interfaces {
		if base := s.base(&b.Interfaces[i]); s.known[base.Name] { // not an internal one
			t.Bases = append(t.Bases, base)
		}
	}
	m := &matcher{scope: s, bound: b, kind: t.Kind, decl: d, stats: stats}
	for _, one := range d.members {
		m.script = append(m.script, s.member(one))
	}
	m.used = make([]bool, len(m.script))
	t.Members = m.members()
	if d.call != nil {
		d.invoke(t, s)
	}
	return t
}

// base builds a base type.
func (s *scope) base(b *boundBase) external.TypeRef {
	t := external.TypeRef{Form: external.Named, Name: key(b.TargetName)}
	for _, a := range b.TypeArguments {
		t.Args = append(t.Args, s.argument(a))
	}
	return t
}

// invoke sets the types of a delegate's Invoke method from the declarations.
func (d *decl) invoke(t *external.Type, s *scope) {
	sig := s.member(*d.call)
	for i := range t.Members {
		m := &t.Members[i]
		if m.Name != "Invoke" || len(m.Params) != len(sig.Params) {
			continue
		}
		for j := range m.Params {
			sig.Params[j].Mode = m.Params[j].Mode
		}
		m.Params, m.Type = sig.Params, sig.Type
	}
}
