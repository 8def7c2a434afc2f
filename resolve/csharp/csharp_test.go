package csharp_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"seedgraph/resolve"
	"seedgraph/resolve/csharp"
)

// TestProjects: a file belongs to the project of its folder, or to the one that links it
// if its own project excludes it; #if sees the symbols that this project defines.
func TestProjects(t *testing.T) {
	project := &resolve.Project{Files: map[string]string{
		"src/Shop.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
			<TargetFramework>net8.0</TargetFramework>
			<DefineConstants>$(DefineConstants);SHOP</DefineConstants></PropertyGroup>
			<ItemGroup><Compile Remove="Shared.cs" /></ItemGroup></Project>`,
		"test/Shop.Tests.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
			<TargetFramework>net8.0</TargetFramework></PropertyGroup>
			<ItemGroup><Compile Include="../src/Shared.cs" /></ItemGroup></Project>`,
	}}
	language := csharp.Language()
	name, symbols := language.Projects(project), language.Symbols(project)
	for _, c := range []struct {
		file, project string
		shop          bool
	}{
		{"src/Order.cs", "Shop", true},
		{"src/deep/Line.cs", "Shop", true},
		{"src/Shared.cs", "Shop.Tests", false},
		{"test/OrderTests.cs", "Shop.Tests", false},
		{"tools/Tool.cs", "", false},
	} {
		if got := name(c.file, nil).Name; got != c.project {
			t.Errorf("%s is of %q, want %q", c.file, got, c.project)
		}
		if got := symbols(c.file)["SHOP"]; got != c.shop {
			t.Errorf("%s sees SHOP: %v", c.file, got)
		}
	}
}

// TestSolutions: of several project files in one folder, the one listed by a solution
// determines the symbols of #if and the project of a file, whatever the frameworks of the
// others.
func TestSolutions(t *testing.T) {
	sdk := func(framework string) string {
		return `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>` + framework +
			`</TargetFramework></PropertyGroup></Project>`
	}
	files := map[string]string{"Web/A.Modern.csproj": sdk("net9.0"),
		"Web/B.Classic.csproj": sdk("net48"), "Web/C.Newer.csproj": sdk("net10.0")}
	for _, c := range []struct{ solution, name, symbol string }{
		{"", "A.Modern", "NET10_0"},
		{"B.Classic.csproj", "B.Classic", "NET48"},
		{"A.Modern.csproj", "A.Modern", "NET9_0"},
	} {
		files["All.slnx"] = `<Solution><Project Path="Web/` + c.solution + `" /></Solution>`
		project := &resolve.Project{Files: files}
		if got := csharp.Language().Projects(project)("Web/X.cs", nil).Name; got != c.name {
			t.Errorf("with %q: of %q, want %q", c.solution, got, c.name)
		}
		if got := csharp.Language().Symbols(project)("Web/X.cs"); !got[c.symbol] {
			t.Errorf("with %q: %s is not defined among %v", c.solution, c.symbol, got)
		}
	}
}

// TestProjectsBehindHidden: without the file that names its project, a file belongs to
// the next project that compiles or contains it.
func TestProjectsBehindHidden(t *testing.T) {
	plain := `<Project Sdk="Microsoft.NET.Sdk" />`
	name := csharp.Language().Projects(&resolve.Project{Files: map[string]string{
		"All.csproj": plain, "src/A.csproj": plain, "src/B.csproj": plain,
		"test/Tests.csproj": `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
			<Compile Include="../src/Shared.cs" /></ItemGroup></Project>`,
	}})
	everything := func(string) bool { return true }
	for file, want := range map[string]string{
		"src/Order.cs":  "src/A.csproj src/B.csproj All.csproj",
		"src/Shared.cs": "src/A.csproj src/B.csproj All.csproj test/Tests.csproj",
		"tool.cs":       "All.csproj",
	} {
		var got []string
		for _, n := range name.Names(file, everything) {
			got = append(got, n.File)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s is of %s, want %s", file, got, want)
		}
	}
}

// TestProjectsBehindHiddenSolutions: where a solution decides which of two files in a
// folder names the project, the result names the solution, and is followed by the name
// for readers who cannot see it.
func TestProjectsBehindHiddenSolutions(t *testing.T) {
	plain := `<Project Sdk="Microsoft.NET.Sdk" />`
	files := map[string]string{
		"src/A.csproj": plain, "src/B.csproj": plain, "one/C.csproj": plain,
		"All.slnx": `<Solution><Project Path="src/B.csproj" /><Project Path="one/C.csproj" /></Solution>`,
	}
	name := csharp.Language().Projects(&resolve.Project{Files: files})
	hidden := func(file string) bool { return strings.HasSuffix(file, ".slnx") }
	for file, want := range map[string]string{
		"src/Order.cs": "B by All.slnx without []; A by  without [All.slnx]",
		"one/Order.cs": "C by  without []", // whether a solution lists it or not
	} {
		var got []string
		for _, n := range name.Names(file, hidden) {
			got = append(got, fmt.Sprintf("%s by %s without %v", n.Name, n.Solution, n.Without))
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s is of %s, want %s", file, got, want)
		}
	}
}

// TestProjectNamesLeaveNoTrace: the name disclosed to a reader is the one in a tree
// without the project files and solutions hidden from that reader.
func TestProjectNamesLeaveNoTrace(t *testing.T) {
	decided := 0
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		files := randomProjects(r)
		left, hidden := map[string]string{}, map[string]bool{}
		for _, f := range slices.Sorted(maps.Keys(files)) {
			if r.IntN(3) == 0 {
				hidden[f] = true
			} else {
				left[f] = files[f]
			}
		}
		all := csharp.Language().Projects(&resolve.Project{Files: files})
		rest := csharp.Language().Projects(&resolve.Project{Files: left})
		for _, file := range []string{"x.cs", "src/x.cs", "src/in/x.cs", "lib/x.cs"} {
			names := all.Names(file, func(string) bool { return true })
			told := ""
			for _, n := range names {
				if n.Solution != "" {
					decided++
				}
				if !hidden[n.File] && !hidden[n.Solution] &&
					!slices.ContainsFunc(n.Without, func(f string) bool { return !hidden[f] }) {
					told = n.File
					break
				}
			}
			if want := rest(file, nil).File; told != want {
				t.Fatalf("%d: %s without %v is of %q, want %q\n%v\n%v", seed, file, hidden, told,
					want, names, files)
			}
		}
	}
	if decided < 100 {
		t.Errorf("a solution decides %d times", decided)
	}
}

// randomProjects makes project files in some folders and solutions that list some of
// them. A separate project may link a file of a folder without projects.
func randomProjects(r *rand.Rand) map[string]string {
	files := map[string]string{}
	for _, f := range []string{"src/A", "src/B", "src/C", "src/in/D", "src/in/E"} {
		if r.IntN(4) > 0 {
			files[f+".csproj"] = `<Project Sdk="Microsoft.NET.Sdk" />`
		}
	}
	for _, f := range []string{"test1/T", "test2/U"} {
		files[f+".csproj"] = `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
			<Compile Include="../lib/x.cs" /></ItemGroup></Project>`
	}
	for _, s := range []string{"One.slnx", "src/Two.slnx", "Three.slnx"} {
		list := ""
		for _, f := range slices.Sorted(maps.Keys(files)) {
			if strings.HasSuffix(f, ".csproj") && r.IntN(3) == 0 {
				list += `<Project Path="` + strings.Repeat("../", strings.Count(s, "/")) + f + `" />`
			}
		}
		files[s] = "<Solution>" + list + "</Solution>"
	}
	return files
}
