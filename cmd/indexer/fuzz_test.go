package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"seedgraph/build"
	frameworks "seedgraph/frameworks/all"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/limited"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
	"seedgraph/testkit/fuzzseed"
	"seedgraph/testkit/longtest"
	"seedgraph/testkit/shapes"
	"seedgraph/tokens"
)

// FuzzBuild builds the graph of up to three small files: sources in any language,
// mappings and changelogs, settings and project files. There must be no panic and no
// long run; the graph must be valid, and the same on each attempt. With FUZZ_MEMORY, in
// megabytes, the process must not use more memory.
func FuzzBuild(f *testing.F) {
	longtest.NotRaced(f)
	for _, s := range shapes.All() {
		addBuild(f, s.Make(3))
	}
	for _, tr := range []tree{circles["go"], circles["csharp"], circles["java"]} {
		addBuild(f, tr)
	}
	addPrograms(f, "../../resolve/*/testdata/*.txtar")
	for _, folder := range []string{"resolve/*/testdata", "frameworks/*/testdata", "frameworks/*/testdata/*"} {
		addDocuments(f, "../../"+folder+"/*.txtar")
	}
	counter, err := tokens.ByName("chars4")
	if err != nil {
		f.Fatal(err)
	}
	limit, _ := strconv.ParseInt(os.Getenv("FUZZ_MEMORY"), 10, 64)
	f.Fuzz(func(t *testing.T, a, b, c string, choice uint32) {
		first := fuzzBuild(t, counter, choice, a, b, c)
		if again := fuzzBuild(t, counter, choice, a, b, c); again != first {
			t.Errorf("another build gives another graph of\n%q\n%q\n%q %d:\n%s\n%s", a, b, c, choice, first, again)
		}
		if peak := resourceUsage().peak >> 20; limit > 0 && peak > limit {
			t.Errorf("%d MB of memory, more than %d", peak, limit)
		}
	})
}

// documents are names of files that are not sources: settings, project files and
// stored data.
var documents = []string{
	"package.json", "tsconfig.json", "pnpm-workspace.yaml", "deno.json", "pom.xml", "build.gradle",
	"app.csproj", "Directory.Build.props", "app.sln", "db.sqlproj", "go.mod", "go.work",
	"pyproject.toml", "setup.cfg", "sqlc.yaml", "sqlc.json", "schema.prisma", "map.hbm.xml",
	"mapper.xml", "changelog.xml", "changelog.yaml", "host.json", "lombok.config",
	"appsettings.json", "web.config", "launchSettings.json", "local.settings.json",
	"application.yml", "application.properties", ".env", "compose.yml", "Dockerfile",
	"config.json", "config.yaml", "config.toml", "config.ini", "values.yaml", "templates/a.yaml",
	"k8s/a.yaml", "main.tf", "main.tf.json", "prod.tfvars",
}

// fuzzNames are the extensions of sources, by language, and the names of documents.
var fuzzNames = sync.OnceValue(func() []string {
	var out []string
	for _, l := range all.Set().Languages() {
		out = append(out, l.Extensions()[0])
	}
	return append(out, documents...)
})

// nameOf returns the index in fuzzNames of the name of a path.
func nameOf(path string) uint32 {
	if i := slices.IndexFunc(fuzzNames(), func(n string) bool {
		return n[0] != '.' && (n == path || filepath.Base(n) == filepath.Base(path))
	}); i >= 0 {
		return uint32(i)
	}
	set := all.Set()
	return uint32(max(0, slices.Index(set.Languages(), set.Of(path))))
}

// addBuild adds to f a seed of the first three files, by path.
func addBuild(f *testing.F, files map[string]string) {
	var texts [3]string
	var choice, digit uint32 = 0, 1
	for i, path := range slices.Sorted(maps.Keys(files)) {
		if i == len(texts) {
			break
		}
		texts[i] = files[path]
		choice += digit * nameOf(path)
		digit *= uint32(len(fuzzNames()))
	}
	f.Add(texts[0], texts[1], texts[2], choice)
}

// archivesOf reads the archives that match the glob pattern.
func archivesOf(f *testing.F, pattern string) []*txtar.Archive {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		f.Fatalf("no archives match %s (%v)", pattern, err)
	}
	out := make([]*txtar.Archive, len(names))
	for i, name := range names {
		if out[i], err = txtar.ParseFile(name); err != nil {
			f.Fatal(err)
		}
	}
	return out
}

// addPrograms adds to f damaged variants of the files of the archives that match the
// glob pattern, two files of a language at a time. Most of their time is spent on mending
// the damage, so only exhaustive tests try all pairs; the others try every fifth, which
// still draws on files from all of the archives.
func addPrograms(f *testing.F, pattern string) {
	texts := map[string][]string{} // by extension
	for _, archive := range archivesOf(f, pattern) {
		for _, file := range archive.Files {
			if all.Set().Of(file.Name) != nil {
				ext := filepath.Ext(file.Name)
				texts[ext] = append(texts[ext], string(file.Data))
			}
		}
	}
	for _, ext := range slices.Sorted(maps.Keys(texts)) {
		variants := fuzzseed.Vary(texts[ext], 80)
		for i := 0; i+1 < len(variants); i += 2 * longtest.Cases(5, 5, 1) {
			addBuild(f, map[string]string{"a" + ext: variants[i], "b" + ext: variants[i+1]})
		}
	}
}

// addDocuments adds to f the documents of archives, each with two other files of its
// archive, and a damaged variant of the document: up to twice for each name.
func addDocuments(f *testing.F, pattern string) {
	times := map[string]int{}
	for _, archive := range archivesOf(f, pattern) {
		for i, file := range archive.Files {
			base := filepath.Base(file.Name)
			if times[base] == 2 || !(resolvers.IsProjectFile(file.Name) || keyfile.Is(file.Name)) && !slices.Contains(documents, base) {
				continue
			}
			times[base]++
			files := map[string]string{}
			for k := range min(3, len(archive.Files)) {
				other := archive.Files[(i+k)%len(archive.Files)]
				files[other.Name] = string(other.Data)
			}
			addBuild(f, files)
			for _, damaged := range fuzzseed.Vary([]string{files[file.Name]}, 1) {
				files[file.Name] = damaged
				addBuild(f, files)
			}
		}
	}
}

// fuzzBuild builds the graph of the texts that are not empty; choice has the indexes of
// their names as digits. It returns the edges.
func fuzzBuild(t *testing.T, counter *tokens.Counter, choice uint32, texts ...string) string {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	p := parse.NewParser()
	defer p.Close()
	set := all.Set()
	opts := graphbuild.Options{Languages: resolvers.Languages(), Jobs: 1, SQL: set.Embedded("sql"),
		Frameworks: frameworks.Frameworks(),
		Project:    &resolve.Project{Files: map[string]string{}}}
	sites := opts.Frameworks.Readers()
	var inputs []graphbuild.Input
	taken := map[string]bool{}
	for i, text := range texts {
		path := fuzzNames()[int(choice)%len(fuzzNames())]
		choice /= uint32(len(fuzzNames()))
		if text == "" || len(text) > 4096 {
			continue
		}
		if path[0] == '.' && path != ".env" {
			path = fmt.Sprintf("f%d%s", i, path)
		} else if taken[path] {
			path = fmt.Sprintf("d%d/%s", i, path)
		}
		taken[path] = true
		if resolvers.IsProjectFile(path) && limited.Measure(path, text) == nil {
			opts.Project.Files[path] = text
		}
		if keys := keyfile.Read(path, text); keys != nil {
			opts.KeyFiles = append(opts.KeyFiles, keys)
		}
		source := parse.Source{Path: path, Text: text}
		lang := set.For(source)
		if lang == nil {
			continue
		}
		source.Sites = sites.Of(lang.Name(), source, interest.AbsentLibraries{}).Scope
		in, err := build.Parse(lang, p, source, counter, new(parse.Keeper))
		if err != nil {
			if !errors.Is(err, parse.ErrTooBroken) {
				t.Error(err)
			}
			continue
		}
		inputs = append(inputs, *in)
	}
	built, err := graphbuild.Build(ctx, inputs, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range built.Failures {
		t.Errorf("%s: %s", failure.Path, failure.Detail)
	}
	return edgesOf(t, built.Graph)
}

// edgesOf formats the edges of a graph, and checks that they join existing nodes
// and are in order.
func edgesOf(t *testing.T, g *graph.Graph) string {
	var b strings.Builder
	for i, e := range g.Edges {
		if int(e.From) >= len(g.Nodes) || int(e.To) >= len(g.Nodes) {
			t.Fatalf("edge %d joins nodes that are not there", i)
		}
		fmt.Fprintf(&b, "%s %s %s %s\n", g.Nodes[e.From].ID, e.Kind, g.Nodes[e.To].ID, e.Tier)
	}
	return b.String()
}
