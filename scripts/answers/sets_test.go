package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhatIsWrongWithASetIsSaid(t *testing.T) {
	files := archive(t, "sets.txtar")
	for i := 0; i+1 < len(files); i += 2 {
		got := ""
		if _, err := readSet(files[i].Name, files[i].Data); err != nil {
			got = err.Error() + "\n"
		}
		if want := string(files[i+1].Data); got != want {
			t.Errorf("%s: got\n%swant\n%s", files[i].Name, got, want)
		}
	}
}

// TestAllSetsThatAreWrongAreNamed checks that not only the first one is reported.
func TestAllSetsThatAreWrongAreNamed(t *testing.T) {
	dir := t.TempDir()
	if _, err := readSets(dir); err == nil || !strings.Contains(err.Error(), "has no set") {
		t.Errorf("an empty folder: got %v", err)
	}
	for _, name := range []string{"a+b.yaml", "c+d.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("repository: x/y"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, err := readSets(dir)
	for _, name := range []string{"a+b.yaml", "c+d.yaml"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %s in it", err, name)
		}
	}
}

// TestSetsOfThisRepository checks that they are well formed, without their trees.
func TestSetsOfThisRepository(t *testing.T) {
	if _, err := readSets("sets"); err != nil {
		t.Fatal(err)
	}
}

func TestPlacesThatATreeLacksAreNamed(t *testing.T) {
	var questions []*question
	for _, id := range []string{"good", "bad"} {
		questions = append(questions, &question{ID: id})
	}
	questions[0].Truth = []item{{[]place{{"a.go", 2}}}}
	questions[1].Truth = []item{{[]place{{"a.go", 3}, {"b.go", 1}}}}
	questions[1].Accept = []item{{[]place{{"a.go", 4}}}}
	s := &set{Questions: questions, file: "s.yaml"}
	err := s.checkPlaces(treeOf(t, map[string]string{"a.go": "package a\n\n"}))
	want := `s.yaml: question bad: a.go:3: the file has 2 lines
s.yaml: question bad: b.go:1: the tree has no such file
s.yaml: question bad: a.go:4: the file has 2 lines`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// treeOf writes files to a folder and reads them as a tree.
func treeOf(t *testing.T, files map[string]string) *tree {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755),
			os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return newTree(dir)
}
