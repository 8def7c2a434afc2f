package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// drawn formats chunks as PATH:FIRST-LAST.
func drawn(chunks []chunk) string {
	var all []string
	for _, c := range chunks {
		all = append(all, fmt.Sprintf("%s:%d-%d", c.path, c.first, c.last))
	}
	return strings.Join(all, " ")
}

func TestFunctionsAreChunksWithTheRemarksRightAbove(t *testing.T) {
	source := strings.Split(`package a

// Open is remarked upon
// in two lines.
func Open() {
	inner()
}

// Nobody has this.

	[Attribute]
	@Annotation
func Close() {}
# of the next
func Last() {}
var end = 1`, "\n")
	functions := []span{{15, 15}, {5, 7}, {6, 6}, {13, 13}}
	got := cutFile("a", source, functions)
	if want := "a:1-2 a:3-7 a:8-10 a:11-13 a:14-15 a:16-16"; drawn(got) != want {
		t.Errorf("got %s, want %s", drawn(got), want)
	}
	want := "// Open is remarked upon\n// in two lines.\nfunc Open() {\n\tinner()\n}"
	if got[1].text != want {
		t.Errorf("got %q, want %q", got[1].text, want)
	}
}

func TestRemarksOfTheFunctionBeforeAreNotTaken(t *testing.T) {
	source := []string{"void f() {", "  // last words", "  // }", "void g() {}"}
	if got, want := drawn(cutFile("a", source, []span{{4, 4}, {1, 3}})), "a:1-3 a:4-4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOfFunctionsInEachOtherTheOutermostCounts(t *testing.T) {
	source := slices.Repeat([]string{"x"}, 6)
	functions := []span{{1, 2}, {1, 4}, {4, 5}, {9, 12}}
	if got, want := drawn(cutFile("a", source, functions)), "a:1-4 a:5-6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := drawn(cutFile("a", source, []span{{5, 9}})), "a:1-4 a:5-6"; got != want {
		t.Errorf("beyond the end: got %s, want %s", got, want)
	}
}

func TestLongStretchesAreCutAndBlankOnesLeftOut(t *testing.T) {
	source := slices.Concat(slices.Repeat([]string{"rest"}, 61), slices.Repeat([]string{" "}, 59),
		slices.Repeat([]string{"function"}, 301))
	got := drawn(cutFile("a", source, []span{{121, 421}}))
	if want := "a:1-60 a:61-120 a:121-270 a:271-420 a:421-421"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := drawn(cutFile("a", source[61:120], nil)); got != "" {
		t.Errorf("got %s of blank lines", got)
	}
}

func TestTextIsOfThoseLinesThatThereAre(t *testing.T) {
	source := []string{"one", "two", "three"}
	for lines, want := range map[span]string{{2, 3}: "two\nthree", {3, 9}: "three", {5, 9}: "", {}: ""} {
		if got := textOf(source, lines); got != want {
			t.Errorf("%v: got %q, want %q", lines, got, want)
		}
	}
}

func TestChunksAreInTheOrderOfPaths(t *testing.T) {
	sources := map[string][]string{"b": {"x", "y"}, "a/b": {"x"}, "a-b": {"x"}}
	functions := map[string][]span{"b": {{2, 2}}}
	if got, want := drawn(chunksOf(sources, functions)), "a-b:1-1 a/b:1-1 b:1-1 b:2-2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReadsFunctionsOfAnExport(t *testing.T) {
	nodes, err := readNodes([]byte(`{"id":"1","kind":"method","path":"a.cs","start_line":3,"end_line":5}
{"id":"2","kind":"class","path":"a.cs","start_line":1,"end_line":9}
{"id":"3","kind":"PROC","path":"a.sql","start_line":1,"end_line":2}
{"id":"4","kind":"TABLE","path":null,"start_line":null,"end_line":null}
{"id":"5","kind":"property","path":"a.cs","start_line":7,"end_line":7}
`))
	if want := "map[a.cs:[{3 5} {7 7}] a.sql:[{1 2}]]"; err != nil || fmt.Sprint(functionsOf(nodes)) != want {
		t.Errorf("got %v, %v, want %s", functionsOf(nodes), err, want)
	}
	if _, err := readNodes([]byte("{\n")); err == nil {
		t.Error("a broken line is no error")
	}
}

func TestReadsLinesOfATree(t *testing.T) {
	tree := t.TempDir()
	for name, text := range map[string]string{"src/a.cs": "one\r\ntwo \xff\n", ".git/HEAD": "x"} {
		path := filepath.Join(tree, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readSources(tree)
	if want := `map["src/a.cs":["one" "two �" ""]]`; err != nil || fmt.Sprintf("%q", got) != want {
		t.Errorf("got %q, %v, want %s", got, err, want)
	}
	if _, err := readSources(filepath.Join(tree, "absent")); err == nil {
		t.Error("a tree that is missing is no error")
	}
}
