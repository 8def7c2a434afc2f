package golang

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"sync"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/source"
)

var loaded = sync.OnceValues(load)

// standard returns the packages of the standard library and their declarations.
func standard(t *testing.T) ([]*types.Package, map[string]*external.Declared) {
	t.Helper()
	packages, err := loaded()
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	spaces := map[string]*external.Declared{}
	for _, d := range read(packages) {
		spaces[d.Name] = &d
	}
	return packages, spaces
}

// TestDeclarationsAreThoseOfGoTypes compares every exported function, variable,
// constant and type, every exported field and every method with the output of
// go/types.
func TestDeclarationsAreThoseOfGoTypes(t *testing.T) {
	packages, spaces := standard(t)
	seen := 0
	for _, p := range packages {
		got := printed(spaces[p.Path()])
		want := expected(p)
		seen += len(want)
		for _, line := range want {
			if !slices.Contains(got[name(line)], line) {
				t.Errorf("%s: %s\nnot among %s", p.Path(), line,
					strings.Join(got[name(line)], "\n"))
			}
		}
		for _, lines := range got {
			seen -= len(lines)
		}
	}
	if seen != 0 {
		t.Errorf("%d declarations more in go/types than in the table", seen)
	}
}

// name returns the name that a line describes: the text before the first blank.
func name(line string) string {
	name, _, _ := strings.Cut(line, " ")
	return name
}

// expected prints the exported declarations of p as go/types has them, one per line:
// the name, its kind, and its type.
func expected(p *types.Package) []string {
	var out []string
	add := func(name, what string, t types.Type) {
		out = append(out, fmt.Sprintf("%s %s %s", name, what, text(t)))
	}
	scope := p.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			add(name, "const", obj.Type())
		case *types.Var:
			add(name, "var", obj.Type())
		case *types.Func:
			add(name, "func", obj.Type())
		case *types.TypeName:
			out = append(out, expectedType(obj, add)...)
		}
	}
	return out
}

func expectedType(obj *types.TypeName, add func(name, what string, t types.Type)) []string {
	if alias, ok := obj.Type().(*types.Alias); ok {
		add(obj.Name(), "alias", alias.Rhs())
		return nil
	}
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return []string{obj.Name() + " basic"}
	}
	for m := range named.Methods() {
		if !m.Exported() {
			continue
		}
		what := "method"
		if _, ok := m.Signature().Recv().Type().(*types.Pointer); ok {
			what = "*method"
		}
		add(obj.Name()+"."+m.Name(), what, m.Type())
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() {
				add(obj.Name()+"."+f.Name(), "embedded", f.Type())
			} else if f.Exported() {
				add(obj.Name()+"."+f.Name(), "field", f.Type())
			}
		}
	case *types.Interface:
		for t := range u.EmbeddedTypes() {
			add(obj.Name(), "embedded", t)
		}
		for m := range u.ExplicitMethods() {
			add(obj.Name()+"."+m.Name(), "method", m.Type())
		}
	default:
		add(obj.Name(), "defined", u)
	}
	return nil
}

// text prints a type as go/types does, without the names of parameters.
func text(t types.Type) string {
	return plain(types.TypeString(strip(t), func(p *types.Package) string { return p.Path() }))
}

// plain normalizes alternative spellings.
func plain(s string) string {
	return strings.NewReplacer("interface{}", "any", "struct{}", "struct {}").Replace(s)
}

// strip removes the names of parameters and results from a signature.
func strip(t types.Type) types.Type {
	if m, ok := t.(*types.Map); ok {
		return types.NewMap(m.Key(), strip(m.Elem()))
	}
	sig, ok := t.(*types.Signature)
	if !ok {
		return t
	}
	nameless := func(tuple *types.Tuple) *types.Tuple {
		var out []*types.Var
		for v := range tuple.Variables() {
			out = append(out, types.NewParam(v.Pos(), v.Pkg(), "", strip(v.Type())))
		}
		return types.NewTuple(out...)
	}
	return types.NewSignatureType(nil, nil, nil, nameless(sig.Params()), nameless(sig.Results()),
		sig.Variadic())
}

// printed prints the visible declarations of d in the notation of expected, by
// name.
func printed(d *external.Declared) map[string][]string {
	out := map[string][]string{}
	add := func(name, what string, t external.TypeRef) {
		out[name] = append(out[name],
			strings.TrimSuffix(fmt.Sprintf("%s %s %s", name, what, goType(t)), " "))
	}
	for i := range d.Members {
		addMember(&d.Members[i], "", add)
	}
	for _, t := range d.Types {
		if t.Visible == external.Internal {
			continue
		}
		local := t.LocalName()
		switch {
		case t.Kind == external.Alias:
			add(local, "alias", t.Target)
		case t.Kind == external.Defined && !t.Target.IsZero():
			add(local, "defined", t.Target)
		case t.Kind == external.Defined:
			add(local, "basic", t.Target)
		}
		for _, b := range t.Bases {
			if t.Kind == external.Interface {
				add(local, "embedded", b)
			}
		}
		for i := range t.Members {
			addMember(&t.Members[i], local+".", add)
		}
	}
	return out
}

func addMember(m *external.Member, owner string, add func(name, what string, t external.TypeRef)) {
	what, t := "", m.Type
	switch {
	case m.Kind == external.Value && m.Flags&external.ReadOnly != 0:
		what = "const"
	case m.Kind == external.Value:
		what = "var"
	case m.Kind == external.Field:
		what = "field"
	case m.Kind == external.Embedded:
		what = "embedded"
	default:
		t = external.TypeRef{Form: external.Func, Members: []external.Member{*m}}
		what = "func"
		if m.Kind == external.Method {
			what = "method"
		}
		if m.Flags&external.Pointer != 0 {
			what = "*method"
		}
	}
	add(owner+m.Name, what, t)
}

// goType prints a type in Go syntax, with full package paths.
func goType(t external.TypeRef) string {
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = goType(a)
	}
	switch t.Form {
	case external.Unknown:
		return ""
	case external.PointerTo:
		return "*" + args[0]
	case external.Slice:
		return "[]" + args[0]
	case external.Array:
		return "[" + t.Name + "]" + args[0]
	case external.Map:
		return "map[" + args[0] + "]" + args[1]
	case external.Chan:
		return map[string]string{"": "chan ", "->": "chan<- ", "<-": "<-chan "}[t.Name] + args[0]
	case external.Union:
		return strings.Join(args, " | ")
	case external.Computed:
		return t.Name + args[0]
	case external.Tuple:
		return "(" + strings.Join(args, ", ") + ")"
	case external.Func:
		return goSignature(&t.Members[0])
	case external.Object:
		return goObject(t, args)
	}
	if len(args) > 0 {
		return t.Name + "[" + strings.Join(args, ", ") + "]"
	}
	return t.Name
}

func goSignature(m *external.Member) string {
	var params []string
	for _, p := range m.Params {
		if p.Variadic {
			params = append(params, "..."+goType(p.Type))
		} else {
			params = append(params, goType(p.Type))
		}
	}
	return strings.TrimSuffix("func("+strings.Join(params, ", ")+") "+goType(m.Type), " ")
}

func goObject(t external.TypeRef, parts []string) string {
	word := "struct{"
	for i := range t.Members {
		switch m := &t.Members[i]; m.Kind {
		case external.Method:
			word = "interface{"
			parts = append(parts, m.Name+strings.TrimPrefix(goSignature(m), "func"))
		case external.Embedded:
			parts = append(parts, goType(m.Type))
		default:
			parts = append(parts, m.Name+" "+goType(m.Type))
		}
	}
	return plain(word + strings.Join(parts, "; ") + "}")
}

// TestMethodSets compares the methods of every type, including promoted ones, with
// those found by go/types, which shows that the table suffices for member lookup.
func TestMethodSets(t *testing.T) {
	packages, spaces := standard(t)
	all := map[string]*external.Type{}
	for _, d := range spaces {
		for _, typ := range d.Types {
			all[typ.Name] = typ
		}
	}
	for _, p := range packages {
		for _, name := range p.Scope().Names() {
			obj, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !obj.Exported() || obj.IsAlias() {
				continue
			}
			var want []string
			for m := range methodSet(obj.Type()).Methods() {
				if m.Obj().Exported() {
					want = append(want, m.Obj().Name())
				}
			}
			got := methodNames(all, all[fullName(obj)], map[string]bool{})
			for _, m := range want {
				if !got[m] {
					t.Errorf("%s: no method %s", fullName(obj), m)
				}
			}
		}
	}
}

func methodSet(t types.Type) *types.MethodSet {
	if types.IsInterface(t) {
		return types.NewMethodSet(t)
	}
	return types.NewMethodSet(types.NewPointer(t))
}

// methodNames returns the methods of t and of its embedded types.
func methodNames(all map[string]*external.Type, t *external.Type,
	seen map[string]bool) map[string]bool {
	out := map[string]bool{}
	if t == nil || seen[t.Name] {
		return out
	}
	seen[t.Name] = true
	for _, m := range t.Members {
		if m.Kind == external.Method && m.Visible == external.Public {
			out[m.Name] = true
		}
	}
	for _, b := range append(slices.Clone(t.Bases), t.Target) {
		if b.Form == external.PointerTo {
			b = b.Args[0]
		}
		for name := range methodNames(all, all[b.Name], seen) {
			out[name] = true
		}
	}
	return out
}
