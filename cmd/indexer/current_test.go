package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/internal/cli"
)

// TestUnchangedTreeIsNotBuilt builds a tree again after each kind of change: only a build with the inputs
// of the artifacts is skipped, and a forced build writes the same bytes.
func TestUnchangedTreeIsNotBuilt(t *testing.T) {
	top := t.TempDir()
	src, out := filepath.Join(top, "src"), filepath.Join(top, "out")
	write := func(files tree) {
		t.Helper()
		if err := writeFolder(src, files); err != nil {
			t.Fatal(err)
		}
	}
	write(tree{"a.py": "def f():\n    return g()\n", "sub/b.py": "def g():\n    return 1\n", "notes.xyz": "x",
		"pyproject.toml": "[project]\nname = \"shop\"\n"})
	version := "v1"
	// build reports whether it found the artifacts up to date.
	build := func(args ...string) bool {
		t.Helper()
		var messages bytes.Buffer
		g := &globals{streams: cli.Streams{In: strings.NewReader(""), Out: &messages, Err: &messages}, version: version}
		if err := execute(t.Context(), append([]string{"build", src, "--out", out}, args...), g); err != nil {
			t.Fatal(err)
		}
		current := strings.Contains(messages.String(), "is up to date")
		if current == strings.Contains(messages.String(), "wrote") {
			t.Fatalf("printed %s", messages.String())
		}
		return current
	}
	if build() {
		t.Fatal("up to date without artifacts")
	}
	before, err := readFolder(out)
	if err != nil {
		t.Fatal(err)
	}
	if !build() || !build("--jobs", "1") {
		t.Error("the same tree is built again")
	}
	if build("--force") {
		t.Error("--force is ignored")
	}
	after, err := readFolder(out)
	if d := differences(before, after); len(d) > 0 || err != nil {
		t.Errorf("a forced build changes %v (%v)", d, err)
	}
	for _, c := range []struct {
		name   string
		change func()
		args   []string
	}{
		{"a body", func() { write(tree{"sub/b.py": "def g():\n    return 2\n"}) }, nil},
		{"a new file", func() { write(tree{"c.py": "x = 1\n"}) }, nil},
		{"a deleted file", func() { os.Remove(filepath.Join(src, "c.py")) }, nil},
		{"a renamed file", func() { os.Rename(filepath.Join(src, "a.py"), filepath.Join(src, "d.py")) }, nil},
		{"a project file", func() { write(tree{"pyproject.toml": "[project]\nname = \"till\"\n"}) }, nil},
		{"a file of an unknown language", func() { write(tree{"more.xyz": "x"}) }, nil},
		{"an ignore rule", func() { write(tree{".gitignore": "d.py\n"}) }, nil},
		{"attributes", func() { write(tree{".gitattributes": "*.xyz linguist-language=Python\n"}) }, nil},
		{"an option", func() {}, []string{"--exclude", "sub/"}},
		{"compression", func() {}, []string{"--exclude", "sub/", "--compress"}},
		{"the program", func() { version = "v2" }, []string{"--exclude", "sub/", "--compress"}},
		{"damaged artifacts", func() { os.Remove(filepath.Join(out, "repo_meta.json")) },
			[]string{"--exclude", "sub/", "--compress"}},
	} {
		c.change()
		if build(c.args...) {
			t.Errorf("%s: the artifacts are taken to be up to date", c.name)
		}
		if !build(c.args...) {
			t.Errorf("%s: the same tree is built again", c.name)
		}
	}
	for _, unidentified := range []string{"dev", "v2 (0123456789ab, changed)",
		"v0.0.0-20261129220813-0123456789ab+dirty"} {
		version = unidentified
		if build() || !build() {
			t.Errorf("%s: the program is identified by its version alone, or not at all", version)
		}
	}
}

// TestRebuiltInputs: a build for verify --rebuild records the same inputs as the one that it repeats, whatever
// names were given and wherever the artifacts are.
func TestRebuiltInputs(t *testing.T) {
	src := filepath.Join(t.TempDir(), "src")
	if err := writeFolder(src, tree{"a.py": "def f():\n    return 1\n"}); err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(src, ".seedgraph")
	for _, args := range [][]string{nil, {"--snapshot", "nightly", "--repository", "shop"}, {"--out", src + ".sg"}} {
		out := in
		if len(args) > 0 && args[0] == "--out" {
			out = args[1]
		}
		for range 2 { // the second build finds the artifacts of the first in the tree
			for _, command := range [][]string{append([]string{"build", src, "--force"}, args...),
				{"verify", out, "--source", src, "--rebuild"}} {
				var messages bytes.Buffer
				g := &globals{streams: cli.Streams{In: strings.NewReader(""), Out: &messages, Err: &messages}, version: "v1"}
				if err := execute(t.Context(), command, g); err != nil {
					t.Fatalf("%v: %v\n%s", command, err, messages.String())
				}
			}
		}
	}
}
