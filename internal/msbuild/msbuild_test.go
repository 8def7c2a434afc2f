package msbuild

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// describe returns the properties of a project, one per line.
func describe(p *Project) []string {
	out := []string{"sdk " + p.SDK, strings.TrimSpace("solution " + p.Solution), "framework " + p.Framework, "implicit " + p.ImplicitUsings,
		"assembly " + p.Assembly, "packed " + p.Package, fmt.Sprint("incomplete ", p.Incomplete)}
	for symbol := range p.Symbols {
		out = append(out, "symbol "+symbol)
	}
	for _, u := range p.Usings {
		out = append(out, strings.TrimSpace(fmt.Sprintf("using %s alias=%s static=%v removed=%v",
			u.Namespace, u.Alias, u.Static, u.Removed)))
	}
	for _, r := range p.References {
		out = append(out, "reference "+r)
	}
	for _, r := range p.Packages {
		out = append(out, "package "+r)
	}
	for _, r := range p.Friends {
		out = append(out, "friend "+r)
	}
	for _, c := range p.Compiles {
		out = append(out, fmt.Sprintf("compile %s remove=%v not=%v", c.Pattern, c.Remove, c.Not))
	}
	return out
}

// TestProjects reads archives: in the file want, a line "== PATH" begins a project, and
// each other line is a line of describe, or with "!" before it one that must be
// missing; "compiles PATH" is a file in the project's folder, "links PATH" one outside
// it.
func TestProjects(t *testing.T) {
	for _, name := range []string{"projects", "solutions"} {
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			checkProjects(t, archive)
		})
	}
}

func checkProjects(t *testing.T, archive *txtar.Archive) {
	t.Helper()
	files, want := Files{}, ""
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
		} else {
			files[f.Name] = string(f.Data)
		}
	}
	projects := map[string]*Project{}
	for _, p := range Read(files) {
		projects[p.Path] = p
	}
	var p *Project
	checked := 0
	for line := range strings.Lines(want) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "== "); ok {
			if p = projects[name]; p == nil {
				t.Fatalf("no project %s", name)
			}
			continue
		}
		if line == "" {
			continue
		}
		checked++
		line, absent := strings.CutPrefix(line, "!")
		have := slices.Contains(describe(p), line)
		if file, ok := strings.CutPrefix(line, "compiles "); ok {
			have = p.Compiled(file, true)
		} else if file, ok := strings.CutPrefix(line, "links "); ok {
			have = p.Compiled(file, false)
		}
		if have == absent {
			t.Errorf("%s: %q is %v; it has\n\t%s", p.Path, line, have,
				strings.Join(describe(p), "\n\t"))
		}
	}
	if checked < 20 {
		t.Errorf("only %d lines were checked", checked)
	}
}

func TestConditions(t *testing.T) {
	d := &documents{files: Files{"a/p.csproj": "<Project/>", "a/b/x.props": "<Project/>"},
		parsed: map[string]*element{}}
	e := newEvaluation(d, "a/p.csproj", "net8.0")
	e.values["x"], e.values["list"], e.values["yes"] = "1", "a;b", "true"
	for condition, want := range map[string]bool{
		"":                        true,
		"'$(X)' == '1'":           true,
		"'$(x)'=='1.0'":           true,
		"$(X) == 1":               true,
		"'$(X)' != '1'":           false,
		"'$(None)' == ''":         true,
		"$(Yes)":                  true,
		"!$(Yes)":                 false,
		"'$(Yes)' == 'TRUE'":      true,
		"$(X) > 0 And $(X) < 2":   true,
		"$(X) >= 2 or $(X) <= 0":  false,
		"('$(X)' == '2' Or true)": true,
		"Exists('b/x.props')":     true,
		`Exists('$(MSBuildThisFileDirectory)b\x.props')`: true,
		"Exists('b')":                                     true,
		"!Exists('none.props')":                           true,
		"HasTrailingSlash('a/')":                          true,
		"$(TargetFramework.StartsWith('net8'))":           true,
		"'$(TargetFramework.Substring(0, 4))' == 'net8'":  true,
		"'$(List.Replace(';', ','))' == 'a,b'":            true,
		"$(List.Contains('b')) and $(List.EndsWith('b'))": true,
		"$([MSBuild]::IsTargetFrameworkCompatible('$(TargetFramework)', 'netstandard2.1'))": true,
		"$([MSBuild]::IsTargetFrameworkCompatible('$(TargetFramework)', 'net9.0'))":         false,
		"'$([MSBuild]::GetTargetFrameworkIdentifier($(TargetFramework)))' == '.NETCoreApp'": true,
		"$([MSBuild]::VersionGreaterThanOrEquals('8.0', '6.0'))":                            true,
		"$([System.String]::IsNullOrEmpty('$(None)'))":                                      true,
		"'$(TargetFrameworkIdentifier)' == '.NETCoreApp'":                                   true,
		"'$(TargetFrameworkVersion)' == 'v8.0'":                                             true,
		`$(MSBuildProjectFullPath.Contains('\a\'))`:                                         true,
		"$(MSBuildProjectFullPath.EndsWith('a/p.csproj'))":                                  true,
		"$(MSBuildProjectDirectory.EndsWith('a'))":                                          true,
		`$(MSBuildProjectDirectory.Contains('\b'))`:                                         false,
		"$(ProjectDir.EndsWith('a$([System.IO.Path]::DirectorySeparatorChar)'))":            true,
		"Exists($([System.IO.Path]::Combine('$(ProjectDir)', 'b', 'x.props')))":             true,
		"Exists($([MSBuild]::NormalizePath('$(ProjectDir)', 'b\\x.props')))":                true,
		"HasTrailingSlash($([MSBuild]::NormalizeDirectory('$(ProjectDir)', 'b')))":          true,
		"HasTrailingSlash($([MSBuild]::NormalizePath('$(ProjectDir)', 'b')))":               false,
		"'$([MSBuild]::EnsureTrailingSlash('b'))' == 'b/'":                                  true,
		"$(None.StartsWith('x'))":                                                           false,
		"$([Unknown]::Thing())":                                                             false,
		"'unclosed":                                                                         false,
		"(true":                                                                             false,
		"true true":                                                                         false,
		"'' '' ==":                                                                          false,
		strings.Repeat("(", 1000) + "true" + strings.Repeat(")", 1000):                      false,
	} {
		if got := e.condition(condition, "a/p.csproj"); got != want {
			t.Errorf("%s is %v, want %v", condition, got, want)
		}
	}
}

func TestFrameworks(t *testing.T) {
	for moniker, want := range map[string]string{
		"net8.0": "NET NETCOREAPP NET8_0 NET5_0_OR_GREATER NET6_0_OR_GREATER NET7_0_OR_GREATER " +
			"NET8_0_OR_GREATER NETCOREAPP1_0_OR_GREATER NETCOREAPP1_1_OR_GREATER " +
			"NETCOREAPP2_0_OR_GREATER NETCOREAPP2_1_OR_GREATER NETCOREAPP2_2_OR_GREATER " +
			"NETCOREAPP3_0_OR_GREATER NETCOREAPP3_1_OR_GREATER",
		"netstandard1.3": "NETSTANDARD NETSTANDARD1_3 NETSTANDARD1_0_OR_GREATER " +
			"NETSTANDARD1_1_OR_GREATER NETSTANDARD1_2_OR_GREATER NETSTANDARD1_3_OR_GREATER",
		"net40":         "NETFRAMEWORK NET40 NET20_OR_GREATER NET35_OR_GREATER NET40_OR_GREATER",
		"netcoreapp1.0": "NETCOREAPP NETCOREAPP1_0 NETCOREAPP1_0_OR_GREATER",
		"uap10.0":       "",
		"nonsense":      "",
	} {
		if got := strings.Join(FrameworkSymbols(moniker), " "); got != want {
			t.Errorf("%s defines %q, want %q", moniker, got, want)
		}
	}
	if got := FrameworkSymbols("net6.0-windows10.0.19041"); !slices.Contains(got, "WINDOWS") {
		t.Errorf("net6.0-windows defines %q", got)
	}
	for monikers, want := range map[string]string{
		"net462;netstandard2.0;net8.0": "net8.0", "net48; net472": "net48",
		"net8.0-windows;net8.0": "net8.0", "netcoreapp3.1;net5.0": "net5.0",
		"net10.0;net9.0": "net10.0", "netstandard2.1;net481": "netstandard2.1", "": "",
	} {
		if got := newestFramework(monikers); got != want {
			t.Errorf("the newest of %q is %q, want %q", monikers, got, want)
		}
	}
}

func TestCompatible(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"net8.0", "net6.0"}: true, {"net6.0", "net8.0"}: false, {"net8.0", "netcoreapp3.1"}: true,
		{"net8.0", "netstandard2.1"}: true, {"net472", "netstandard2.0"}: true,
		{"net45", "netstandard2.0"}: false, {"net472", "net461"}: true,
		{"net461", "net472"}: false, {"netcoreapp2.1", "netstandard2.1"}: false,
		{"net8.0", "net472"}: false, {"net8.0", "net8.0-windows"}: false, {"x", "net8.0"}: false,
	} {
		if got := compatible(pair[0], pair[1]); got != want {
			t.Errorf("%v: %v, want %v", pair, got, want)
		}
	}
}

func TestNewer(t *testing.T) {
	for _, pair := range [][2]string{{"net8.0", "net6.0"}, {"net5.0", "netcoreapp3.1"},
		{"netstandard2.1", "net48"}} {
		a, b := &Project{Framework: pair[0]}, &Project{Framework: pair[1]}
		if !Newer(a, b) || Newer(b, a) || Newer(a, a) {
			t.Errorf("%s is not newer than %s", pair[0], pair[1])
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, file string
		want          bool
	}{
		{"a/b.cs", "A/B.cs", true}, {"a/*.cs", "a/b.cs", true}, {"a/*.cs", "a/b/c.cs", false},
		{"a/**/*.cs", "a/b.cs", true}, {"a/**/*.cs", "a/b/c/d.cs", true},
		{"a/**", "a/b/c.txt", true}, {"**/x.cs", "x.cs", true}, {"a/?.cs", "a/b.cs", true},
		{"a/?.cs", "a/bc.cs", false}, {"a[1]/*.cs", "a[1]/x.cs", true}, {"a/**", "b/c", false},
	} {
		if got := match(c.pattern, c.file); got != c.want {
			t.Errorf("%s matches %s: %v", c.pattern, c.file, got)
		}
	}
}

// TestLimits checks files that import each other, values that double, and huge
// numbers of elements.
func TestLimits(t *testing.T) {
	var doubling strings.Builder
	for i := range 40 {
		fmt.Fprintf(&doubling, "<A%d>$(A%d)$(A%d)x</A%d>", i+1, i, i, i+1)
	}
	for name, text := range map[string]string{
		"itself":     `<Project Sdk="Microsoft.NET.Sdk"><Import Project="p.csproj" /></Project>`,
		"doubling":   "<Project><PropertyGroup>" + doubling.String() + "</PropertyGroup></Project>",
		"nested":     strings.Repeat("<a>", 100_000),
		"not closed": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><A`,
		"items": "<Project><ItemGroup>" + strings.Repeat(`<Using Include="N"/>`, 30_000) +
			"</ItemGroup></Project>",
		"functions": "<Project><PropertyGroup><A>" + strings.Repeat("$([MSBuild]::X(", 5_000) +
			"</A></PropertyGroup></Project>",
	} {
		p := Read(Files{"p.csproj": text})
		if len(p) != 1 || len(p[0].Usings) > maxItems {
			t.Errorf("%s: %d projects", name, len(p))
		}
	}
}
