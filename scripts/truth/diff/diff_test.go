package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDefinitions checks that a line belongs to the innermost definition; definitions
// with the same lines, and fields that methods set, share them.
func TestDefinitions(t *testing.T) {
	for _, c := range []struct {
		language, file, text, want string
		lines                      []int
	}{
		{"go", "a.go", "package a\n\n// F is one.\nfunc F() {\n\treturn\n}\n\nvar b, c = 1, 2\n",
			"F 3-6 touched; b 8-8; c 8-8; ", []int{5, 7}},
		{"go", "a.go", "package a\n\nvar b, c = 1, 2\n", "b 3-3 touched; c 3-3 touched; ", []int{3}},
		{"go", "a.go", "package a\n\ntype T struct {\n\tA int\n}\n\nfunc (t *T) M() {}\n",
			"T 3-5; T.A 4-4 touched; T.M 7-7; ", []int{4}},
		{"python", "m.py", "# about K\nclass K:\n    def m(self):\n        self.q = 1\n",
			"K 1-4; K.m 3-4 touched; K.q 4-4 touched; ", []int{4}},
		{"python", "m.py", "a, b = 1, 2\nimport os\n", "a 1-1 touched; b 1-1 touched; ", []int{1}},
		{"python", "m.py", "def (:\n", "", nil},
	} {
		if _, err := exec.LookPath("python3"); err != nil && c.language == "python" {
			t.Log("python3 is missing")
			continue
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		lines := map[int]bool{}
		for _, l := range c.lines {
			lines[l] = true
		}
		checker := &checker{language: languages[c.language]}
		defs, err := checker.definitions(dir, c.file, lines)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, d := range defs {
			if d.symbol == "" {
				continue
			}
			fmt.Fprintf(&got, "%s %d-%d", d.symbol, d.first, d.last)
			if d.touched {
				got.WriteString(" touched")
			}
			got.WriteString("; ")
		}
		if got.String() != c.want {
			t.Errorf("%s:\n%swant %s, got %s", c.language, c.text, c.want, &got)
		}
	}
}

// TestReadHunks checks the lines of both sides, and the paths.
func TestReadHunks(t *testing.T) {
	list := readHunks("diff --git a/x.go b/y.go\nrename from x.go\nrename to y.go\n" +
		"--- a/x.go\n+++ b/y.go\n@@ -3,2 +4 @@ func\n-a\n-b\n+c\n" +
		"diff --git a/z.go b/z.go\n--- a/z.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")
	got := ""
	for _, f := range list {
		got += fmt.Sprint(f.old, " ", f.new, " ", f.oldLines, " ", f.newLines, "\n")
	}
	want := "x.go y.go map[3:true 4:true] map[4:true]\nz.go  map[1:true] map[]\n"
	if got != want {
		t.Errorf("%swant\n%s", got, want)
	}
}

func TestTelling(t *testing.T) {
	for text, want := range map[string]bool{"class A\n{\n}\n": false, "int f()\n": false,
		"int f()\n{\n    return 1;\n}\n": true} {
		if telling(text) != want {
			t.Errorf("%q tells: %v", text, !want)
		}
	}
}
