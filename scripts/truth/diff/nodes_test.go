package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFindNodes checks that definitions are built from chunks, with the parts of a long
// one joined, and that each definition on a shared line has its own text.
func TestFindNodes(t *testing.T) {
	dir := t.TempDir()
	bundle := filepath.Join(dir, "new.sg", "regular_code_bundle")
	if err := os.MkdirAll(bundle, 0o777); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		filepath.Join(bundle, "chunks.json"): `[
{"node_id":"c#A.a","RepoRelativePath":"a.cs","Text":"int a","kind":"field","start_line":3,"end_line":3},
{"node_id":"c#A.b","RepoRelativePath":"a.cs","Text":"b","kind":"field","start_line":3,"end_line":3},
{"node_id":"c#A","RepoRelativePath":"a.cs","Text":"class A","kind":"class","start_line":1,"end_line":2},
{"node_id":"c#A","RepoRelativePath":"a.cs","Text":"}","kind":"class","start_line":4,"end_line":4},
{"node_id":"c#F","RepoRelativePath":"a.cs","Text":"","kind":"file","start_line":1,"end_line":4},
{"node_id":"c#B","RepoRelativePath":"b.cs","Text":"class B","kind":"class","start_line":1,"end_line":1}
]`,
		filepath.Join(dir, "new", "a.cs"): "class A\n{\n    int a, b;\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := &checker{language: csharp}
	defs, err := c.definitions(filepath.Join(dir, "new"), "a.cs", map[int]bool{3: true})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, d := range defs {
		got[d.symbol] = d.own
		if (d.symbol == "c#A.a" || d.symbol == "c#A.b") != d.touched {
			t.Errorf("%s is touched: %v", d.symbol, d.touched)
		}
	}
	if len(got) != 4 || got["c#A.a"] != "int a\n" || got["c#A.b"] != "b\n" ||
		got["c#A"] != "class A\n{\n}\n" {
		t.Errorf("%q", got)
	}
}
