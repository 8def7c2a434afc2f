package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/external/libs"
	"seedgraph/internal/progress"
	"seedgraph/source/scip"
	"seedgraph/testkit/sciptest"
	"seedgraph/tokens"
)

// scipTree is a tree whose references the compiler of scipIndex resolves differently. The marks «name» and
// «name=symbol» are occurrences, those with a ! definitions; they are removed from the files.
var scipTree = map[string]string{
	"src/shop.ts": `import { «price» } from "./price"
export class «!Order» { «!total»() { return «price»() } }
export function «!pay»(order: «Order», any) {
  order.«total»()
  any.«Order.total=total»()
  any.«!x=local 1»
}
`,
	"src/price.ts": `// 𝒫 is outside of the basic plane
export function «!price»() { return 1 }
export function «!other»() { return "𝒫" + «price»() }
class «!A» { «!run=A#run»() {} }
class «!B» { «!run=B#run»() {} }
export const «!sum» = (a: «A») => [a.«run=B#run»(), «other»()]
export const «!first» = () => «other=price»()
`,
	"src/stale.ts": `export function «!stale»() { return 1 }
export function «!user»() { return «stale»() }
`,
}

// scipDocument removes the marks of a file, and returns what they denote.
func scipDocument(path, marked string) (scip.Document, string) {
	d := scip.Document{Path: path, Encoding: scip.UTF16}
	var text strings.Builder
	at := func() scip.Position {
		before := text.String()
		line := before[strings.LastIndexByte(before, '\n')+1:]
		column := uint32(0)
		for _, r := range line {
			column += width(scip.UTF16, r, 0)
		}
		return scip.Position{Line: uint32(strings.Count(before, "\n")), Column: column}
	}
	for i, part := range strings.FieldsFunc(marked, func(r rune) bool { return r == '«' || r == '»' }) {
		if i%2 == 0 {
			text.WriteString(part)
			continue
		}
		o := scip.Occurrence{Definition: strings.HasPrefix(part, "!")}
		written, symbol, ok := strings.Cut(strings.TrimPrefix(part, "!"), "=")
		if !ok {
			symbol = written
		}
		written = written[strings.LastIndexByte(written, '.')+1:]
		o.Symbol = symbol
		if !strings.HasPrefix(symbol, "local ") {
			o.Symbol = "scip-typescript npm shop 1.0 src/" + symbol + "()."
		}
		o.Range.Start = at()
		text.WriteString(written)
		o.Range.End = at()
		d.Occurrences = append(d.Occurrences, o)
	}
	return d, text.String()
}

// buildSCIP builds scipTree with its index in a new folder. The index was written in another folder, in
// which src was.
func buildSCIP(t *testing.T, change func(path, text string) string) *Report {
	t.Helper()
	root := t.TempDir()
	var documents []scip.Document
	for _, path := range []string{"src/price.ts", "src/shop.ts", "src/stale.ts"} {
		d, text := scipDocument(strings.TrimPrefix(path, "src/"), scipTree[path])
		documents = append(documents, d)
		write(t, filepath.Join(root, path), change(path, text))
	}
	documents = append(documents, scip.Document{Path: "gone.ts"})
	index := filepath.Join(t.TempDir(), "shop.scip")
	if err := os.WriteFile(index, sciptest.Encode("file:///builds/7/src", documents...), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := Run(t.Context(), Options{Src: root, Out: filepath.Join(root, ".seedgraph"), Jobs: 2, Tokens: tokens.O200k,
		Libs: libs.Off, SCIP: []string{index}}, &Host{Progress: progress.New(nil, nil, true)})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// references lists the calls and references of a build.
func references(r *Report) []string {
	g := r.Index.Graph
	var out []string
	for _, e := range g.Edges {
		if k := e.Kind.String(); k == "Calls" || k == "References" || k == "Imports" {
			out = append(out, fmt.Sprintf("%s %s %s %s", g.Nodes[e.From].Short, k, g.Nodes[e.To].Short, e.Tier))
		}
	}
	slices.Sort(out)
	return out
}

func diagnosticsOf(r *Report) []string {
	var out []string
	for _, d := range r.Index.Diagnostics {
		if d.Type == artifacts.Compiler {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s:%d %s", d.Reason, d.Path, d.Line, d.Detail)))
		}
	}
	slices.Sort(out)
	return out
}

func wantLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSCIP(t *testing.T) {
	r := buildSCIP(t, func(path, text string) string {
		if path == "src/stale.ts" {
			return "// a new line\n" + text
		}
		return text
	})
	wantLines(t, "edges", references(r), []string{
		"first Calls other exact", // no import makes other a name of price: the occurrence is ignored
		"other Calls price compiler",
		"pay Calls total compiler", // also of any, where our resolution finds nothing
		"pay References Order compiler",
		"shop.ts Imports price.ts exact",
		"sum Calls other compiler",
		"sum Calls run compiler",  // of B
		"sum Calls run heuristic", // of A, which the compiler denies
		"sum References A compiler",
		"total Calls price compiler",
		"user Calls stale exact", // the document is ignored
	})
	wantLines(t, "diagnostics", diagnosticsOf(r), []string{
		"disagrees src/price.ts:6 run: run (src/price.ts:4); the compiler: run (src/price.ts:5)",
		"not-indexed :0 shop.scip",
		"stale src/stale.ts:0 its symbols do not stand at the ranges of shop.scip: write that again",
	})
	if s := r.Index.Settings["scip"]; !strings.HasPrefix(s, "shop.scip sha256:") {
		t.Errorf("the setting scip is %q", s)
	}
}

// TestSCIPOfOtherText checks that no edge follows from an index of a file that has changed.
func TestSCIPOfOtherText(t *testing.T) {
	r := buildSCIP(t, func(_, text string) string { return "// a new line\n" + text })
	for _, e := range references(r) {
		if strings.HasSuffix(e, " compiler") || strings.HasSuffix(e, " heuristic") {
			t.Error(e)
		}
	}
	if got := len(diagnosticsOf(r)); got != 4 {
		t.Errorf("%d diagnostics, want 3 stale documents and a missing one", got)
	}
}

func TestSCIPUnreadable(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.scip")
	write(t, text, "no index\n")
	for _, path := range []string{text, filepath.Join(dir, "missing.scip"), dir} {
		_, err := Run(context.Background(), Options{Src: dir, Out: filepath.Join(dir, "out"), Jobs: 1, Tokens: tokens.O200k,
			Libs: libs.Off, SCIP: []string{path}}, &Host{Progress: progress.New(nil, nil, true)})
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestForeignSCIP checks that an index is foreign if none of its documents matches a file of the tree.
func TestForeignSCIP(t *testing.T) {
	const right, changed = "export const a = 1\n", "export const other = 2\n"
	definition := scip.Occurrence{Symbol: "scip-typescript npm shop 1.0 `a.ts`/a.", Definition: true,
		Range: scip.Range{Start: scip.Position{Column: 13}, End: scip.Position{Column: 14}}}
	for _, test := range []struct {
		path, text string
		foreign    bool
	}{{"a.ts", right, false}, {"a.ts", changed, true}, {"gone.ts", right, true}} {
		dir := t.TempDir()
		root, index := filepath.Join(dir, "tree"), filepath.Join(dir, "a.scip")
		write(t, filepath.Join(root, "a.ts"), test.text)
		write(t, index, string(sciptest.Encode("", scip.Document{Path: test.path, Encoding: scip.UTF16,
			Occurrences: []scip.Occurrence{definition}})))
		r, err := Run(t.Context(), Options{Src: root, Out: filepath.Join(dir, "out"), Jobs: 1, Tokens: tokens.O200k,
			Libs: libs.Off, SCIP: []string{index}}, &Host{Progress: progress.New(nil, nil, true)})
		if err != nil || slices.Contains(r.Foreign, index) != test.foreign {
			t.Errorf("%s in a tree with %q: foreign %v, %v", test.path, test.text, r != nil && len(r.Foreign) > 0, err)
		}
	}
}

// TestSCIPIsAnInput checks that artifacts are up to date only with the index that they were built with.
func TestSCIPIsAnInput(t *testing.T) {
	dir := t.TempDir()
	root, index := filepath.Join(dir, "tree"), filepath.Join(dir, "a.scip")
	write(t, filepath.Join(root, "a.ts"), "export const a = 1\n")
	for i, want := range []bool{false, true, false} {
		if i != 1 {
			write(t, index, string(sciptest.Encode(""))+strings.Repeat("\x0a\x00", i))
		}
		r, err := Run(t.Context(), Options{Src: root, Out: filepath.Join(dir, "out"), Jobs: 1, Tokens: tokens.O200k,
			Libs: libs.Off, SCIP: []string{index}}, &Host{Progress: progress.New(nil, nil, true), Tool: "v1"})
		if err != nil || r.Current != want {
			t.Fatalf("build %d: current %v, %v", i+1, r != nil && r.Current, err)
		}
	}
}
