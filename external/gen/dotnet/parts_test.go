package dotnet

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
	"seedgraph/external/gen/source"
)

// TestMembers parses lines of the declarations.
func TestMembers(t *testing.T) {
	for line, want := range map[string]string{
		"Add(item: T): void":                   "method Add(item: T): void",
		"readonly Count: int":                  "readonly property Count: int",
		"static readonly Empty: string":        "static readonly property Empty: string",
		"static Of<T extends X>(a?: T): T[]":   "static method Of<T: X>(a?: T): T[]",
		"new(value: char[] | null)":            "new(value: (char[] | null))",
		"get Name(): string":                   "readonly property Name: string",
		"set Name(value: string)":              "property Name: string",
		"Run(function_: F, in_: int): void":    "method Run(function: F, in: int): void",
		"Keep_(name_: int): void":              "method Keep_(name_: int): void",
		"Join(...parts: (A | null)[]): B":      "method Join(params parts: (A | null)[]): B",
		"Map(f: (a: A, b?: B) => C): D":        "method Map(f: {call ()(a: A, b?: B): C}): D",
		"Nest(a: A<B<C>, D.E[]>): F":           "method Nest(a: A<B<C>, D.E[]>): F",
		"[index: number]: T":                   "[](index: number): T",
		"new: int":                             "property new: int",
		"Fn(p: fnptr<[ptr<X>], void>): void":   "method Fn(p: fnptr<(ptr<X>), void>): void",
		"Obj(o: { readonly a: A; b(): B }): C": "method Obj(o: {readonly property a: A; method b(): B}): C",
	} {
		p := &typeParser{s: line}
		m := p.member()
		if got := notation.Member(&m); p.err != nil || p.s != "" || got != want {
			t.Errorf("%s\n got %s (%v, %q left)\nwant %s", line, got, p.err, p.s, want)
		}
	}
}

func TestImports(t *testing.T) {
	s := &script{imports: map[string]imported{}}
	for line, want := range map[string]bool{
		`import type { A, Array as ClrArray } from "../../System.IO/internal/index.js";`: true,
		`import { B } from "@tsonic/dotnet/System.Linq/internal/index.js";`:              true,
		`import * as System_Internal from "../../System/internal/index.js";`:             true,
		`import type { int } from '@tsonic/core/types.js';`:                              true,
		`export interface A$instance {`:                                                  false,
	} {
		if got := s.addImport(line); got != want {
			t.Errorf("%s: got %v", line, got)
		}
	}
	want := map[string]imported{
		"A": {"System.IO", "A"}, "ClrArray": {"System.IO", "Array"}, "B": {"System.Linq", "B"},
		"System_Internal": {"System", ""},
	}
	if !reflect.DeepEqual(s.imports, want) {
		t.Errorf("got %v, want %v", s.imports, want)
	}
}

// scopeOf returns a scope of namespace A with the type parameter T.
func scopeOf() *scope {
	c := newCatalog()
	for namespace, targets := range map[string][]string{
		"A":      {"A.Own", "A.Outer`1+Inner"},
		"System": {"System.Object", "System.String", "System.Int32", "System.Nullable`1"},
		"B":      {"B.Pair`2", "B.Only"},
	} {
		for _, target := range targets {
			c.add(namespace, &bound{TargetName: target})
		}
	}
	return &scope{
		catalog: c, namespace: "A", params: []external.TypeParam{{Name: "T"}},
		imports: map[string]imported{"Pair_2": {"B", "Pair_2"}, "B_Internal": {"B", ""},
			"Alias": {"B", "Only"}},
	}
}

// TestTypes resolves the names of the declarations.
func TestTypes(t *testing.T) {
	for text, want := range map[string]string{
		"T":                         "T",
		"T | null":                  "T?",
		"string | null | undefined": "System.String?",
		"unknown":                   "System.Object",
		"int[][]":                   "System.Int32[][]",
		"ptr<int>":                  "pointer (System.Int32)",
		"Own":                       "A.Own",
		"Own$instance":              "A.Own",
		"Outer_1_Inner<T>":          "A.Outer<>.Inner<T>",
		"Pair_2<T, Own>":            "B.Pair<T, A.Own>",
		"B_Internal.Only":           "B.Only",
		"Alias":                     "B.Only",
		"Only":                      "unknown",
		"int | string":              "(System.Int32 | System.String)",
		"null | undefined":          "unknown",
		"Own & Alias":               "unknown",
		"(a: int) => Own":           "unknown",
		"Pair_2<Missing, T>":        "B.Pair<unknown, T>",
	} {
		p := &typeParser{s: text}
		ref := scopeOf().typ(p.typ())
		if got := notation.Ref(&ref); p.err != nil || got != want {
			t.Errorf("%s: got %s, want %s (%v)", text, got, want, p.err)
		}
	}
}

func TestConstraints(t *testing.T) {
	for text, want := range map[string]string{
		"<U extends unknown>":                   "<U>",
		"<U extends unknown & Own>":             "<U: A.Own>",
		"<U extends NonNullable<unknown>>":      "<U: struct>",
		"<U extends (object | null)>":           "<U: class>",
		"<U extends (object | null) & Own & T>": "<U: class & A.Own & T>",
		"<U extends unknown & (Own | null)>":    "<U: A.Own>",
	} {
		p := &typeParser{s: text}
		m := external.Member{Name: "M", Kind: external.Method,
			TypeParams: scopeOf().typeParams(p.typeParams())}
		if got := notation.Member(&m); got != "method M"+want+"()" {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestArguments reads the type arguments of bases in the metadata.
func TestArguments(t *testing.T) {
	for text, want := range map[string]string{
		"T":                         "T",
		"T[]":                       "T[]",
		"Own":                       "A.Own",
		"Pair_2[[T,String]]":        "B.Pair<T, System.String>",
		"Pair_2[[T,Pair_2[[T,T]]]]": "B.Pair<T, B.Pair<T, T>>",
		"Only":                      "B.Only",
		"Missing":                   "unknown",
	} {
		ref := scopeOf().argument(text)
		if got := notation.Ref(&ref); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestNamesOfMetadata parses types of members present only in the metadata.
func TestNamesOfMetadata(t *testing.T) {
	m := &matcher{scope: scopeOf()}
	for text, want := range map[string]string{
		"System.Int32&":   "System.Int32",
		"T":               "T",
		"B.Only[]":        "B.Only[]",
		"A.Outer`1+Inner": "A.Outer<>.Inner",
		"Func_2":          "unknown",
		"System.Nullable_1[[System.Int32,System.Private.CoreLib,Version=10.0.0.0]]": "System.Nullable<System.Int32>",
		"B.Pair_2[[System.Int32,x],[System.Nullable_1[[System.Int32,y]],x]]":        "B.Pair<System.Int32, System.Nullable<System.Int32>>",
		"B.Pair_2": "unknown",
	} {
		ref := m.fromName(text)
		if got := notation.Ref(&ref); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestOverloads finds the declaration of a method among those with its name: by
// parameters, then by the number of type parameters, the result, and the order.
func TestOverloads(t *testing.T) {
	named := func(name string) external.TypeRef {
		return external.TypeRef{Form: external.Named,
			Name: name}
	}
	method := func(result string, generic int, variadic bool, params ...string) external.Member {
		m := external.Member{Name: "M", Kind: external.Method, Type: named(result)}
		for range generic {
			m.TypeParams = append(m.TypeParams, external.TypeParam{Name: "U"})
		}
		for i, p := range params {
			m.Params = append(m.Params, external.Param{Type: named(p),
				Variadic: variadic && i == len(params)-1})
		}
		return m
	}
	script := []external.Member{
		method("A.X", 0, false, "A.P"),
		method("A.Y", 0, false, "A.P"),
		method("A.X", 1, false, "A.P"),
		method("A.X", 0, false, "A.Q"),
		method("A.X", 0, true, "A.Q"),
		method("A.X", 0, false),
	}
	for _, test := range []struct {
		signature string
		arity     int
		want      int
	}{
		{"(A.P):A.X", 0, 0},
		{"(A.P):A.Y", 0, 1},
		{"(A.P):A.X", 1, 2},
		{"(A.Q):A.X", 0, 4},
		{"():A.X", 0, 5},
		{"(A.R):A.X", 0, -1},
		{"(A.P,A.P):A.X", 0, -1},
	} {
		m := &matcher{script: script, used: make([]bool, len(script))}
		b := &boundMember{TargetName: "M", CanonicalSignature: test.signature, Arity: test.arity}
		if got := m.find(&external.Member{Name: "M"}, b, external.Method); got != test.want {
			t.Errorf("%s with %d type parameters: got %d, want %d", test.signature, test.arity, got,
				test.want)
		}
	}
	m := &matcher{script: script, used: []bool{true, false, false, false, false, false}}
	b := &boundMember{TargetName: "M", CanonicalSignature: "(A.P):A.X"}
	if got := m.find(&external.Member{Name: "M"}, b, external.Method); got != 1 {
		t.Errorf("a declaration is taken twice: got %d", got)
	}
	b.IsStatic = true
	if got := m.find(&external.Member{Name: "M"}, b, external.Method); got != -1 {
		t.Errorf("a static method is an instance's: got %d", got)
	}
}

func TestFlags(t *testing.T) {
	for _, test := range []struct {
		bound boundMember
		in    external.TypeKind
		want  string
	}{
		{boundMember{IsVirtual: true}, external.Class, "virtual"},
		{boundMember{IsVirtual: true, IsAbstract: true}, external.Class, "abstract"},
		{boundMember{IsVirtual: true, IsSealed: true}, external.Class, ""},
		{boundMember{IsVirtual: true, IsOverride: true}, external.Class, "override"},
		{boundMember{IsVirtual: true, IsOverride: true, IsSealed: true}, external.Class,
			"override sealed"},
		{boundMember{IsVirtual: true}, external.Interface, "virtual"},
		{boundMember{IsStatic: true, IsExtensionMethod: true}, external.Class, "static extension"},
	} {
		if got := strings.Join(test.bound.flags(test.in).Words(), " "); got != test.want {
			t.Errorf("%+v: got %s, want %s", test.bound, got, test.want)
		}
	}
}

// TestSameNameInTwoAssemblies merges the members of a class declared in two
// assemblies without duplicates.
func TestSameNameInTwoAssemblies(t *testing.T) {
	unitOf := func(names ...string) *unit {
		b := bound{TargetName: "A.Extensions", Kind: "StaticNamespace"}
		for _, name := range names {
			b.Methods = append(b.Methods, boundMember{
				TargetName: name, OwnerQualifiedName: "A.Extensions",
				CanonicalSignature: "():A.Extensions",
			})
		}
		return &unit{"A", []bound{b}, &script{decls: map[string]*decl{}}}
	}
	units := []*unit{unitOf("One", "Two"), unitOf("Two", "Three")}
	names := newCatalog()
	names.add("A", &units[0].types[0])
	stats := &Stats{}
	all := merge(units, names, stats)
	if len(all) != 1 || len(all[0].Types) != 1 {
		t.Fatalf("got %v", all)
	}
	var got []string
	for _, m := range all[0].Types[0].Members {
		got = append(got, m.Name)
	}
	if want := []string{"One", "Two", "Three"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if stats.NoScript != 2 || stats.Untyped != 4 {
		t.Errorf("types without declarations are not counted: %+v", *stats)
	}
}

// TestUnbound counts declarations missing from the metadata.
func TestUnbound(t *testing.T) {
	m := &matcher{
		bound: &bound{Methods: []boundMember{{TargetName: "Twin"}}},
		script: []external.Member{{Name: "Used"}, {Name: "Twin"}, {Name: "Lost"},
			{Kind: external.Constructor}},
		used:  []bool{true, false, false, false},
		stats: &Stats{},
	}
	m.countUnbound()
	if m.stats.Unbound != 1 {
		t.Errorf("%d declarations are unbound, want 1", m.stats.Unbound)
	}
}

// TestAddFails checks that an addition to a missing type is an error.
func TestAddFails(t *testing.T) {
	if err := add(nil); err == nil || !strings.Contains(err.Error(), "nothing declares") {
		t.Errorf("got error %v", err)
	}
}

// TestNoSource checks the error if there is neither a cache nor npm.
func TestNoSource(t *testing.T) {
	t.Setenv("SEEDGRAPH_SOURCES", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	if _, err := Declare(); !errors.Is(err, source.ErrUnavailable) {
		t.Errorf("got error %v", err)
	}
}

// TestSettle reduces a union to the type in the metadata.
func TestSettle(t *testing.T) {
	own := external.TypeRef{Form: external.Named, Name: "A.Own"}
	only := external.TypeRef{Form: external.Named, Name: "B.Only"}
	pair := external.TypeRef{Form: external.Named, Name: "B.Pair<,>",
		Args: []external.TypeRef{own, own}}
	plainPair := external.TypeRef{Form: external.Named, Name: "B.Pair"}
	for _, test := range []struct {
		union     []external.TypeRef
		signature string
		want      string
	}{
		{[]external.TypeRef{own, only}, ":B.Only", "B.Only"},
		{[]external.TypeRef{own, only}, ":A.Own", "A.Own"},
		{[]external.TypeRef{plainPair, pair}, ":Pair_2", "B.Pair<A.Own, A.Own>"},
		{[]external.TypeRef{pair, plainPair}, ":B.Pair", "B.Pair"},
		{[]external.TypeRef{plainPair, pair}, ":B.Pair_2[[A.Own,x],[A.Own,x]]",
			"B.Pair<A.Own, A.Own>"},
		{[]external.TypeRef{own, only}, ":System.String", "System.String"},
		{[]external.TypeRef{own, only}, ":Func_2", "unknown"},
	} {
		m := &matcher{scope: scopeOf()}
		one := external.Member{
			Type:   external.TypeRef{Form: external.Union, Args: test.union},
			Params: []external.Param{{Type: external.TypeRef{Form: external.Union}}},
		}
		m.settle(&one, &boundMember{CanonicalSignature: test.signature})
		if got := notation.Ref(&one.Type); got != test.want {
			t.Errorf("%s: got %s, want %s", test.signature, got, test.want)
		}
		if !one.Params[0].Type.IsZero() {
			t.Errorf("a parameter is of type %v", one.Params[0].Type)
		}
	}
}

// TestStaticValues gives Empty of Pair<T, U> the type Pair<T, U>.
func TestStaticValues(t *testing.T) {
	p := &typeParser{s: "static readonly Empty: <T extends unknown>() => Pair_2<T, T>"}
	m := scopeOf().member(p.member())
	want := "static readonly property Empty: B.Pair<T, T>"
	if got := notation.Member(&m); p.err != nil || got != want {
		t.Errorf("got %s, want %s (%v)", got, want, p.err)
	}
}
