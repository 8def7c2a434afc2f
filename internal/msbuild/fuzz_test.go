package msbuild

import (
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/testkit/fuzzseed"
)

// FuzzRead checks that no project file crashes the program.
func FuzzRead(f *testing.F) {
	seeds := []string{`<Project Sdk="x"><PropertyGroup><A Condition="'$([MSBuild]::` +
		`GetPathOfFileAbove('a', '..'))' != ''">$(A.Substring(1, 2).Replace('a', 'b'))</A>` +
		`</PropertyGroup><Import Project="*.props" /></Project>`}
	for _, name := range []string{"projects", "solutions"} {
		archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			seeds = append(seeds, string(file.Data))
		}
	}
	fuzzseed.Add(f, seeds...)
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range Read(Files{"a/p.csproj": text, "Directory.Build.props": text,
			"a.sln": text, "a/b.slnx": text}) {
			p.Compiled("a/b.cs", true)
			p.Compiled("b.cs", false)
		}
	})
}
