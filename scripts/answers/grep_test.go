package main

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func TestGrepStatesPlaces(t *testing.T) {
	files := archive(t, "grep.txtar")
	tree := treeOf(t, treeFiles(files))
	files = slices.DeleteFunc(files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "tree/") })
	for i := 0; i+1 < len(files); i += 2 {
		p, err := readPipeline(string(files[i].Data))
		if err != nil {
			t.Fatal(err)
		}
		out, err := p.run(tree.dir)
		if err != nil {
			t.Errorf("%s: %v", files[i].Name, err)
		}
		places := p.foundBy(out, tree)
		if strings.Contains(string(files[i].Data), "-r") { // in the order of the folder
			slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.path, b.path) })
		}
		var got strings.Builder
		for _, at := range places {
			got.WriteString(at.String() + "\n")
		}
		if want := string(files[i+1].Data); got.String() != want {
			t.Errorf("%s: got\n%swant\n%sfrom\n%s", files[i].Name, got.String(), want, out)
		}
	}
}

// treeFiles returns the files of an archive in its folder tree.
func treeFiles(files []txtar.File) map[string]string {
	texts := map[string]string{}
	for _, f := range files {
		if path, ok := strings.CutPrefix(f.Name, "tree/"); ok {
			texts[path] = string(f.Data)
		}
	}
	return texts
}

func TestAFailingGrepIsAnError(t *testing.T) {
	p, err := readPipeline("grep -n x absent.go")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.run(t.TempDir()); err == nil || !strings.Contains(err.Error(), "absent.go") {
		t.Errorf("got %v", err)
	}
}
