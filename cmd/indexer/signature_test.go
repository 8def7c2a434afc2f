package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// severalLines are definitions whose heads contain multi-line literals, in each
// language that has these.
var severalLines = tree{
	"a.py": "def first(q=\"\"\"one\ntwo\"\"\", r='''\n  three\n''', *, s='four\\\n  five'):\n    pass\n\n" +
		"@deco(\"\"\"six\nseven\"\"\")\ndef second(): pass\n\nthird = \"\"\"\nSELECT 1\nFROM t\n\"\"\"\n",
	"A.cs": "class A\n{\n    void First(string q = @\"one\ntwo\") { }\n" +
		"    [Query(\"\"\"\n        six\n        \"\"\")] void Second() { }\n    const string Third = @\"\nSELECT 1\";\n}\n",
	"B.java": "class B {\n    static final String third = \"\"\"\n        SELECT 1\n        FROM t\n        \"\"\";\n" +
		"    @Query(\"\"\"\n        six\n        \"\"\") void second() {}\n}\n",
	"c.ts":    "export function first(q = `one\ntwo`, r = 'four\\\nfive') {}\nexport const third = `\nSELECT 1\n`;\n",
	"d.go":    "package d\n\nconst third = `\nSELECT 1\n`\n\ntype T struct {\n\tA int `json:\"a\"\nx:\"y\"`\n}\n",
	"e.sql":   "CREATE PROCEDURE dbo.First @q nvarchar(50) = 'one\ntwo' AS SELECT 1;\n",
	"f.proto": "syntax = \"proto2\";\nmessage M {\n  optional string q = 1\n    [default = \"one\"];\n}\n",
}

// TestSignaturesAreOneLine checks that a signature never contains a line end.
func TestSignaturesAreOneLine(t *testing.T) {
	src := t.TempDir()
	if err := writeFolder(src, severalLines); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	runHere(t, globals{}, "build", src, "--out", out, "--quiet")
	nodes := filepath.Join(t.TempDir(), "nodes.jsonl")
	runHere(t, globals{}, "export", out, "--format", "nodes.jsonl", "--output", nodes)
	files, err := readFolder(filepath.Dir(nodes))
	if err != nil {
		t.Fatal(err)
	}
	text := files["nodes.jsonl"]
	for _, s := range regexp.MustCompile(`"signature":"(?:[^"\\]|\\.)*"`).FindAllString(text, -1) {
		if regexp.MustCompile(`\\[nrvf]|\\u00(?:0|85)|\\u202[89]`).MatchString(s) {
			t.Errorf("%s has several lines", s)
		}
	}
	for _, want := range []string{
		`def first(q=\"\"\"one two\"\"\", r=''' three ''', *, s='four five')`,
		`third = \"\"\" SELECT 1 FROM t \"\"\"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no signature has %s in\n%s", want, text)
		}
	}
}
