package graphbuild_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
)

// TestGolden builds the sources of each archive in testdata and compares the
// edges with its section `want`, a line an edge:
//
//	edge shop.Order.total --Calls--> shop.price            there is this edge, of any tier
//	edge shop.Order.total --Calls--> shop.price typed      … of this tier
//	!edge shop.Order.total --Calls-->                      no edge begins like this
//
// Definitions go by their names, files by their paths. What is no file of a
// language the build reads as one of the project.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			runGolden(t, txtar.Parse(data))
		})
	}
}

func runGolden(t *testing.T, archive *txtar.Archive) {
	var sources []txtar.File
	want := ""
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
		} else {
			sources = append(sources, f)
		}
	}
	lines := edgeLines(t, sources)
	have := map[string]bool{}
	for _, l := range lines {
		have[l] = true
		have[l[:strings.LastIndexByte(l, ' ')]] = true
	}
	checked := 0
	for _, w := range strings.Split(want, "\n") {
		if w = strings.TrimSpace(w); w == "" || strings.HasPrefix(w, "//") {
			continue
		}
		checked++
		if absent, ok := strings.CutPrefix(w, "!"); ok {
			for _, l := range lines {
				if strings.HasPrefix(l, absent) {
					t.Errorf("must not be there: %s", l)
				}
			}
		} else if !have[w] {
			t.Errorf("missing: %s", w)
		}
	}
	if checked == 0 {
		t.Fatal("the archive wants nothing")
	}
	if t.Failed() {
		t.Logf("the edges are\n%s", strings.Join(lines, "\n"))
	}
}

func edgeLines(t *testing.T, sources []txtar.File) []string {
	sort.Slice(sources, func(i, j int) bool { return sources[i].Name < sources[j].Name })
	set := all.Set()
	p := parse.NewParser()
	defer p.Close()
	var inputs []graphbuild.Input
	project := &graphbuild.Project{Files: map[string]string{}}
	for _, f := range sources {
		lang := set.Of(f.Name)
		if lang == nil {
			project.Files[f.Name] = string(f.Data)
			continue
		}
		facts, err := lang.Facts(p, parse.Source{Path: f.Name, Text: string(f.Data)})
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		inputs = append(inputs, graphbuild.Input{Facts: facts})
	}
	res, err := graphbuild.Build(context.Background(), inputs, graphbuild.Options{Project: project, Jobs: 2, SQL: set.Embedded("sql")})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	g := res.Graph
	for _, e := range g.Edges {
		out = append(out, fmt.Sprintf("edge %s --%s--> %s %s", g.Nodes[e.From].Name, e.Kind, g.Nodes[e.To].Name, e.Tier))
	}
	sort.Strings(out)
	return out
}
