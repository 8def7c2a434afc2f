package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/internal/embedding"
)

// writeTrees writes trees in which an order is taken away by deleting rows, and shown by
// printing lines, each time in other words.
func writeTrees(t *testing.T) []string {
	t.Helper()
	var dirs []string
	words := strings.Fields("alpha beta gamma") // each in one tree alone
	for tree := range 3 {
		dir := t.TempDir()
		var b strings.Builder
		fmt.Fprintf(&b, "package p\n")
		for i, noun := range strings.Fields("order invoice customer parcel ticket account branch letter") {
			title := strings.ToUpper(noun[:1]) + noun[1:]
			fmt.Fprintf(&b, "\n// Removal of one %s, for %s and %d.\nfunc drop%s(id int) {\n\tdelete(rows, id)\n\tunlink(%d)\n}\n",
				noun, words[tree], i, title, i)
			fmt.Fprintf(&b, "\n// Presentation of one %s, for %s and %d.\nfunc show%s(id int) {\n\tprintln(lines)\n\trender(%d)\n}\n",
				noun, words[tree], i, title, i)
		}
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	return dirs
}

func testConfig(t *testing.T) *config {
	return &config{out: t.TempDir(), most: 100, words: 100, trees: 3, pairs: 6, dim: 16, epochs: 20,
		batch: 16, rate: 0.1, temperature: 0.1, hide: 0.7, seed: 1}
}

func TestWordsGetTheVectorsOfTheCodeTheyDescribe(t *testing.T) {
	trees := writeTrees(t)
	c := testConfig(t)
	if err := run(t.Context(), c, trees); err != nil {
		t.Fatal(err)
	}
	table, err := embedding.ReadFolder(c.out)
	if err != nil {
		t.Fatal(err)
	}
	vector := func(word string) []byte {
		e, out := embedding.NewEncoder(table), make([]byte, table.Dims())
		e.Add(word)
		if !e.Vector(out) {
			t.Errorf("%s has no vector", word)
		}
		return out
	}
	removal := vector("removal")
	if near, far := embedding.Cosine(removal, vector("delete")), embedding.Cosine(removal, vector("render")); near < far+0.5 {
		t.Errorf("removal: the cosine with delete is %.2f, with render %.2f", near, far)
	}
	e, out := embedding.NewEncoder(table), make([]byte, table.Dims())
	if e.Add("beta"); e.Vector(out) {
		t.Error("a word of one tree has a vector")
	}
}

func TestTrainingIsDeterministic(t *testing.T) {
	trees := writeTrees(t)
	var first []byte
	for range 2 {
		c := testConfig(t)
		if err := run(t.Context(), c, trees); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(c.out, "model.safetensors"))
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && string(raw) != string(first) {
			t.Error("another training has other vectors")
		}
		first = raw
	}
}

func TestHistoryPairsSubjectsWithChangedSources(t *testing.T) {
	h := history{subjects: map[string]string{"1f0c": "Close the file after reading", "2b7d": "Mention the licence"}}
	if err := h.read(strings.NewReader(`1f0c
diff --git a/io/read.go b/io/read.go
index 1..2 100644
--- a/io/read.go
+++ b/io/read.go
@@ -3 +3 @@ func readAll(name string) error {
-	return nil
+	defer f.Close()
diff --git a/io/unknown.file b/io/unknown.file
--- a/io/unknown.file
+++ b/io/unknown.file
@@ -1 +1 @@
+nothing
2b7d
diff --git a/licence.file b/licence.file
--- /dev/null
+++ b/licence.file
@@ -0,0 +1 @@
+words
`)); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%q", h.out)
	want := `[{"Close the file after reading" "read.go " " func readAll(name string) error {\n\treturn nil\n\tdefer f.Close()\n"}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFolderWithoutHistoryHasNoCommits(t *testing.T) {
	if out, err := commits(t.Context(), t.TempDir(), 10); err != nil || len(out) > 0 {
		t.Errorf("got %q, %v", out, err)
	}
}
