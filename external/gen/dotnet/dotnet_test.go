package dotnet

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/check"
	"seedgraph/external/gen/notation"
	"seedgraph/external/gen/source"
)

// TestTable compares every entry of the table with the published packages.
func TestTable(t *testing.T) {
	if os.Getenv("OUTSIDE_CHECK") == "" {
		t.Skip("downloads four packages: make outside-check, or OUTSIDE_CHECK=1")
	}
	all, stats, err := declare()
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := external.Encode(all); err != nil { // sorts
		t.Fatal(err)
	}
	for _, line := range check.Differences(external.Open("dotnet").WithoutLibraries(), all) {
		t.Error(line)
	}
	if stats.Types < 9000 || stats.NoScript > 0 || stats.Untyped > stats.Members/20 {
		t.Errorf("the sources do not agree as they did: %+v", *stats)
	}
}

// write writes a package with one namespace and returns its folder.
func write(t *testing.T, bindings, script string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"A.B/bindings.json": bindings,
		"A.B/internal/index.d.ts": script} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTwoSources reads the small package in testdata: the merged result of
// declarations and metadata, omissions, and unknown types.
func TestTwoSources(t *testing.T) {
	units, err := readPackage("testdata")
	if err != nil {
		t.Fatal(err)
	}
	names := newCatalog()
	for i := range units[0].types {
		names.add("A.B", &units[0].types[i])
	}
	for _, name := range []string{"System.Object", "System.Int32"} {
		names.add("System", &bound{TargetName: name})
	}
	stats := &Stats{}
	all := merge(units, names, stats)
	if _, err := external.Encode(all); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, typ := range all[0].Types {
		got.WriteString(notation.Type(typ))
	}
	want, err := os.ReadFile("testdata/want.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	if stats.NoScript != 0 || names.missed["A.B: Missing"] != 1 {
		t.Errorf("stats %+v, missed %v", stats, names.missed)
	}
}

func TestErase(t *testing.T) {
	for name, want := range map[string]string{
		"System.Int32":          "Int32",
		"TKey&":                 "TKey",
		"Func_2":                "Func",
		"System.Func`2":         "Func",
		"System.Int32[,]":       "Int32[]",
		"System.Char*":          "Char*",
		"A.List`1+Enumerator[]": "Enumerator[]",
		"T[][]":                 "T[][]",
		"X.Task_1[[System.Int32,System.Private.CoreLib,Version=10.0.0.0]]": "Task",
	} {
		if got := erase(name); got != want {
			t.Errorf("erase(%s) = %s, want %s", name, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	for target, want := range map[string]string{
		"System.String": "System.String",
		"A.Dictionary`2+KeyCollection+Enumerator": "A.Dictionary<,>.KeyCollection.Enumerator",
		"A.Action`16": "A.Action<,,,,,,,,,,,,,,,>",
	} {
		if got := key(target); got != want {
			t.Errorf("key(%s) = %s, want %s", target, got, want)
		}
	}
	if got := scriptName("A", "A.List`1+Enumerator"); got != "List_1_Enumerator" {
		t.Errorf("got %s", got)
	}
}

// TestParserErrors checks that nothing in the declarations is skipped.
func TestParserErrors(t *testing.T) {
	for _, line := range []string{"X(a int): void;", "X(): ;", "X<T(): void;", "X: int int;"} {
		dir := write(t, `{}`, "export interface A$instance {\n    "+line+"\n}\n")
		if _, err := readPackage(dir); err == nil || !strings.Contains(err.Error(), line[:3]) {
			t.Errorf("%s: error %v", line, err)
		}
	}
}

// TestAdditions checks that each addition adds an entry of the table.
func TestAdditions(t *testing.T) {
	p := external.Open("dotnet")
	known := func(key string) bool { return p.Type(key) != nil }
	lang := notation.Language{Arity: true, Keywords: Keywords, Known: known}
	file, err := notation.Parse("additions.txt", additions, lang)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, extended := range file.Extended {
		for i, param := range p.Type(extended.Name).TypeParams {
			if want := extended.TypeParams[i].Rules; param.Rules&want != want {
				t.Errorf("%s: %s is not %v", extended.Name, param.Name, want.Words())
			}
		}
		for _, m := range extended.Members {
			n++
			same := func(old external.Member) bool {
				return old.Kind == m.Kind && slices.EqualFunc(types(&old), types(&m), equal)
			}
			if !slices.ContainsFunc(p.Type(extended.Name).Member(m.Name), same) {
				t.Errorf("%s: no %s", extended.Name, notation.Member(&m))
			}
		}
	}
	if n < 200 {
		t.Errorf("%d additions", n)
	}
}

func equal(a, b external.TypeRef) bool { return notation.Ref(&a) == notation.Ref(&b) }

func TestAddMember(t *testing.T) {
	ref := func(name string, null bool) external.TypeRef {
		return external.TypeRef{Form: external.Named, Name: name, Null: null}
	}
	method := func(param external.TypeRef) external.Member {
		return external.Member{Name: "M", Kind: external.Method,
			Params: []external.Param{{Type: param}}}
	}
	typ := &external.Type{Members: []external.Member{method(ref("A", true)),
		{Name: "P", Kind: external.Property}}}
	addMember(typ, method(ref("A", false)))
	addMember(typ, method(ref("B", false)))
	addMember(typ, external.Member{Name: "P", Kind: external.Property, Type: ref("A", false)})
	var got []string
	for _, m := range typ.Members {
		got = append(got, notation.Member(&m))
	}
	want := []string{"method M(: A?)", "property P: A", "method M(: B)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
