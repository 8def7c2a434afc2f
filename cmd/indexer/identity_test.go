package main

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/testkit/longtest"
)

// The tests of this file check the guarantees of ids, over real sources.

func TestIDsAreUniqueAndClean(t *testing.T) {
	longtest.NotRaced(t)
	tr := realSources(t)
	maps.Copy(tr, oddSources)
	g := graphOf(t, tr)
	handles := map[string]graph.NodeID{}
	for i := range g.Nodes {
		id := g.Nodes[i].ID
		if i > 0 && g.Nodes[i-1].ID >= id {
			t.Errorf("%q does not stand behind %q", id, g.Nodes[i-1].ID)
		}
		if h := id.Handle(); h == "" {
			t.Errorf("%q has no handle", id)
		} else if other, taken := handles[h]; taken {
			t.Errorf("%q and %q share the handle %s", id, other, h)
		} else {
			handles[h] = id
		}
		if s := string(id); strings.Contains(s, "::") || strings.ContainsFunc(s, func(r rune) bool {
			return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar
		}) {
			t.Errorf("%q holds '::', white space or a control character", id)
		}
	}
	if len(g.Nodes) < 2000 {
		t.Errorf("only %d nodes", len(g.Nodes))
	}
	for _, path := range slices.Sorted(maps.Keys(oddSources)) {
		if !slices.ContainsFunc(g.Nodes,
			func(n graph.Node) bool { return n.Path == path && n.Kind != graph.KindFile }) {
			t.Errorf("%q has no node but that of the file", path)
		}
	}
}

// oddSources have names with white space, control characters and "::" wherever
// a language or a file system allows them.
var oddSources = tree{
	"odd dir/with::colons/tab\there.ts": "export class Odd {\n  \"two words\"() {}\n  \"a::b\"() {}\n  [\"new\\nline\"]() {}\n  'tab\\t' = 1;\n}\n",
	"odd dir/line\nbreak.py":            "def f():\n    pass\n",
	"odd dir/\u00a0nbsp\u2028sep.js":    "function f() {}\nexports[\"x y\"] = function () {};\n",
	"odd dir/@handle#0123456789.py":     "class A:\n    def b(self): pass\n",
	"odd dir/names.sql":                 "CREATE TABLE [my schema].[order :: details] ([a b] INT);\nGO\nCREATE TABLE \"tab\t\".\"x\ny\" (id INT);\nGO\nCREATE PROC dbo.[p|PROC] AS SELECT 1;\nGO\n",
	"odd dir/Odd.cs":                    "class Odd { int this[int a, string b] => 1; public static implicit operator int(Odd o) => 1; void M(global::System.Int32 x, (int a, int b) y, int [ , ] z) {} }\n",
	"odd dir/Odd.java":                  "package odd . names ;\nclass Odd { void m(java . util . List < ? extends Odd > x, int... y) {} }\n",
	"odd dir/odd.go":                    "package odd\n\nfunc (o *Odd[K, V]) M(x map[string]interface{ A() }) {}\n\ntype Odd[K comparable, V any] struct{}\n",
}

// commentMarks are the marks of line comments by extension.
var commentMarks = map[string]string{
	".go": "//", ".cs": "//", ".java": "//", ".ts": "//", ".js": "//", ".py": "#", ".sql": "--",
}

func TestCommentAtTheTopMovesNoID(t *testing.T) {
	longtest.NotRaced(t)
	tr := realSources(t)
	after := tr.each(func(p, text string) string {
		if mark := commentMarks[path.Ext(p)]; mark != "" {
			return mark + " a line of comment\n" + text
		}
		return text
	})
	compareIDs(t, idSet(graphOfReal(t)), idSet(graphOf(t, after)), nil)
}

func TestUnrelatedFilesMoveNoID(t *testing.T) {
	longtest.NotRaced(t)
	tr := realSources(t)
	after := maps.Clone(tr)
	added := map[string]bool{}
	for p, text := range map[string]string{
		"aaa/First.cs":     "namespace Unrelated { class First { void Go() { } } }",
		"aaa/First.java":   "package unrelated; class First { void go() { } }",
		"aaa/first.go":     "package first\n\nfunc Go() {}\n",
		"aaa/first.py":     "def go():\n    pass\n",
		"aaa/first.ts":     "export function go() {}\n",
		"aaa/first.sql":    "CREATE TABLE unrelated.first (id INT);\n",
		"zzz/deep/last.py": "def go():\n    pass\n",
	} {
		after[p] = text
		added[p] = true
	}
	ids := idSet(graphOf(t, after))
	compareIDs(t, idSet(graphOfReal(t)), ids, func(id graph.NodeID) bool {
		return added[ids[id]] || strings.Contains(string(id), "nrelated") ||
			strings.Contains(string(id), ":aaa")
	})
}

func TestEditedBodiesMoveNoID(t *testing.T) {
	longtest.NotRaced(t)
	tr := realSources(t)
	p := parse.NewParser()
	defer p.Close()
	edits := map[string]int{}
	after := tr.each(func(path, text string) string {
		return editBodies(factsOf(t, p, path, text), func(lang string) { edits[lang]++ })
	})
	for _, lang := range []string{"go", "csharp", "java", "typescript", "javascript", "python",
		"sql"} {
		if edits[lang] == 0 {
			t.Errorf("no body of %s was edited", lang)
		}
	}
	compareIDs(t, idSet(graphOfReal(t)), idSet(graphOf(t, after)), nil)
}

// editBodies inserts a statement at the beginning of every body of a callable.
func editBodies(f *parse.Facts, edited func(lang string)) string {
	var at []uint32
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Kind.IsCallable() && !d.Body.IsEmpty() {
			at = append(at, d.Body.Start)
		}
	}
	slices.Sort(at)
	text := f.Text
	for _, start := range slices.Backward(slices.Compact(at)) {
		statement := statementFor(f.Language, text, start)
		if statement == "" {
			continue
		}
		if text[start] == '{' {
			start++
		}
		text = text[:start] + statement + text[start:]
		edited(f.Language)
	}
	return text
}

// statementFor returns a statement that is valid in a body that begins at
// start, or empty.
func statementFor(lang, text string, start uint32) string {
	indent := text[strings.LastIndexByte(text[:start], '\n')+1 : start]
	switch {
	case lang == "sql":
		return " /* edited */ "
	case lang == "python" && strings.TrimSpace(indent) == "":
		return "edited = [1]\n" + indent
	case text[start] != '{' || lang == "python":
		return ""
	case lang == "go":
		return "\n_ = 0\n"
	}
	return " ; "
}

func TestReorderedMembersMoveNoID(t *testing.T) {
	longtest.NotRaced(t)
	tr := realSources(t)
	p := parse.NewParser()
	defer p.Close()
	swaps := map[string]int{}
	after := tr.each(func(path, text string) string {
		return swapSiblings(factsOf(t, p, path, text), func(lang string) { swaps[lang]++ })
	})
	for _, lang := range []string{"go", "csharp", "java", "typescript", "python", "sql"} {
		if swaps[lang] == 0 {
			t.Errorf("no members of %s were swapped", lang)
		}
	}
	compareIDs(t, idSet(graphOfReal(t)), idSet(graphOf(t, after)), nil)
}

// swapSiblings exchanges pairs of definitions of one kind with the same parent,
// from the end of the file to its beginning. Redeclarations stay in order,
// because the first one has the plain id.
func swapSiblings(f *parse.Facts, swapped func(lang string)) string {
	text := f.Text
	symbols := map[string]int{}
	for i := range f.Definitions {
		symbols[f.Definitions[i].Symbol]++
	}
	movable := func(d *parse.Definition) bool {
		lineStart := strings.TrimSpace(text[strings.LastIndexByte(text[:d.Range.Start],
			'\n')+1:d.Range.Start]) == ""
		return lineStart && symbols[d.Symbol] == 1 &&
			(d.Kind.IsCallable() || d.Kind == graph.KindClass ||
				strings.ToUpper(string(d.Kind)) == string(d.Kind))
	}
	var begin uint32 = 1 << 31 // of the last pair
	for i := len(f.Definitions) - 1; i > 0; i-- {
		b := &f.Definitions[i]
		if b.Range.End > begin || !movable(b) {
			continue
		}
		for j := i - 1; j > 0; j-- {
			a := &f.Definitions[j]
			if a.Parent != b.Parent || a.Kind != b.Kind || a.Range.End > b.Range.Start ||
				!movable(a) {
				continue
			}
			text = text[:a.Range.Start] + text[b.Range.Start:b.Range.End] +
				text[a.Range.End:b.Range.Start] + text[a.Range.Start:a.Range.End] +
				text[b.Range.End:]
			begin = a.Range.Start
			swapped(f.Language)
			break
		}
	}
	return text
}

func TestRenamedFileKeepsTheIDsInIt(t *testing.T) {
	longtest.NotRaced(t)
	tr := realSources(t)
	before := graphOfReal(t)
	after := tree{}
	for p, text := range tr {
		if e := path.Ext(p); e == ".go" || e == ".cs" || e == ".java" || e == ".sql" {
			dir, name := path.Split(p)
			p = dir + "renamed_" + name
		}
		after[p] = text
	}
	twins := twinSymbols(before)
	ids, renamed := idSet(before), idSet(graphOf(t, after))
	kept := 0
	for id, p := range renamed {
		if _, ok := ids[id]; ok && strings.Contains(p, "renamed_") {
			kept++
		}
	}
	if kept < 1000 {
		t.Errorf("only %d ids of renamed files were kept", kept)
	}
	compareIDs(t, ids, renamed, func(id graph.NodeID) bool {
		return isFileID(id) ||
			twins[withoutHandle(id)]
	})
}

// twinSymbols returns the id prefixes before the handle that several nodes share.
func twinSymbols(g *graph.Graph) map[string]bool {
	seen, twins := map[string]bool{}, map[string]bool{}
	for i := range g.Nodes {
		s := withoutHandle(g.Nodes[i].ID)
		twins[s] = seen[s]
		seen[s] = true
	}
	maps.DeleteFunc(twins, func(_ string, twin bool) bool { return !twin })
	return twins
}

func withoutHandle(id graph.NodeID) string {
	s, _, _ := strings.Cut(string(id), "@")
	return s
}

// isFileID reports whether an id is that of a file: its symbol is <module>.
func isFileID(id graph.NodeID) bool { return strings.HasSuffix(withoutHandle(id), "#<module>") }
