// Package parsetest tests a language front end with texts that a reader can check
// by eye: txtar archives of source files and the expected facts.
//
// In an archive, every file is a source, except for these:
//
//	want    lines that the dump must contain; a line "!text" means that no
//	        line of the dump begins with text
//	facts   the whole dump; -update rewrites it
//	sites   the lines of the dump that begin with site; -update rewrites them
//
// The dump is the result of parse.Dump.
package parsetest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"seedgraph/parse"
	"seedgraph/testkit/fuzzseed"
)

var update = flag.Bool("update", false, "rewrite the facts sections of the archives")

// Run runs every archive that matches the glob pattern as a subtest.
func Run(t *testing.T, set *parse.Set, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives match %s (%v)", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"),
			func(t *testing.T) { runArchive(t, set, file) })
	}
}

func runArchive(t *testing.T, set *parse.Set, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// Expectations are compared with LF line ends, whatever the checkout has.
	archive := txtar.Parse(data)
	var dump strings.Builder
	checked := false
	p := parse.NewParser()
	defer p.Close()
	scope := parse.NoSites
	if slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == "sites" }) {
		scope = parse.AllSites
	}
	for _, f := range archive.Files {
		lang := set.For(parse.Source{Path: f.Name, Text: string(f.Data)})
		if lang == nil {
			continue
		}
		facts, err := lang.Facts(p, parse.Source{Path: f.Name, Text: string(f.Data), Sites: scope})
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if err := Check(facts); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		dump.WriteString(parse.Dump(facts))
	}
	for i, f := range archive.Files {
		switch f.Name {
		case "want":
			checked = true
			compareLines(t, dump.String(), string(f.Data))
		case "facts", "sites":
			checked = true
			got := dump.String()
			if f.Name == "sites" {
				got = linesOf(got, "site ")
			}
			if *update {
				archive.Files[i].Data = []byte(got)
			} else if diff := cmp.Diff(strings.Split(string(f.Data), "\n"),
				strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s differ (-want +got):\n%s", f.Name, diff)
			}
		}
	}
	if !checked {
		t.Fatal("the archive expects nothing: it has neither want nor facts")
	}
	whole := txtar.Format(archive)
	if *update {
		if err := os.WriteFile(file, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !t.Failed() {
		// While the tests pass, -update changes nothing.
		if diff := cmp.Diff(strings.ReplaceAll(string(data), "\r\n", "\n"), string(whole)); diff != "" {
			t.Errorf("-update would change the archive (-is +would be):\n%s", diff)
		}
	}
}

// linesOf keeps the lines of text that begin with a word.
func linesOf(text, word string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, word) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func compareLines(t *testing.T, dump, want string) {
	have := map[string]bool{}
	lines := strings.Split(dump, "\n")
	for _, l := range lines {
		have[l] = true
	}
	failed := false
	for _, w := range strings.Split(want, "\n") {
		if w = strings.TrimSpace(w); w == "" || strings.HasPrefix(w, "//") {
			continue
		}
		if absent, ok := strings.CutPrefix(w, "!"); ok {
			for _, l := range lines {
				if strings.HasPrefix(l, absent) {
					failed = true
					t.Errorf("must not be there: %s", l)
				}
			}
		} else if !have[w] {
			failed = true
			t.Errorf("missing: %s", w)
		}
	}
	if failed {
		t.Logf("the facts are\n%s", dump)
	}
}

// Seeds adds to a fuzz target the sources of all archives that match the glob
// pattern, and damaged variants of them.
func Seeds(f *testing.F, pattern string) {
	f.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		f.Fatalf("no archives match %s (%v)", pattern, err)
	}
	var texts []string
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, x := range archive.Files {
			if x.Name != "want" && x.Name != "facts" {
				texts = append(texts, string(x.Data))
			}
		}
	}
	fuzzseed.Add(f, texts...)
}

// Check verifies the invariants of every Facts: order, nesting, ranges and steps.
func Check(f *parse.Facts) error {
	if len(f.Definitions) == 0 || f.Definitions[0].Parent != -1 {
		return fmt.Errorf("the first definition is not the file")
	}
	size := uint32(len(f.Text))
	for i, d := range f.Definitions {
		switch {
		case d.Range.End > size || d.Range.Start > d.Range.End || d.NameAt > size ||
			d.Body.End > size || d.Body.Start > d.Body.End:
			return fmt.Errorf("definition %s: range out of the file", d.Symbol)
		case i > 0 && (d.Parent < 0 || int(d.Parent) >= i):
			return fmt.Errorf("definition %s: parent %d does not stand before it", d.Symbol,
				d.Parent)
		case i > 0 && d.Range.Start < f.Definitions[i-1].Range.Start:
			return fmt.Errorf("definition %s: out of order", d.Symbol)
		case i > 0 && d.Symbol == "":
			return fmt.Errorf("definition %d (%s %s): no symbol", i, d.Kind, d.Name)
		case !sort.SliceIsSorted(d.Breaks, func(a,
			b int) bool {
			return d.Breaks[a] < d.Breaks[b]
		}):
			return fmt.Errorf("definition %s: breaks out of order", d.Symbol)
		}
	}
	n := int32(len(f.Definitions))
	for i, r := range f.References {
		switch {
		case r.Def < 0 || r.Def >= n || r.At > size || r.Name == "":
			return fmt.Errorf("reference %q at %d: definition %d", r.Name, r.At, r.Def)
		case i > 0 && r.At < f.References[i-1].At:
			return fmt.Errorf("reference %q at %d: out of order", r.Name, r.At)
		}
	}
	for i, l := range f.Locals {
		if l.Def < 0 || l.Def >= n || i > 0 && l.Scope.Start < f.Locals[i-1].Scope.Start {
			return fmt.Errorf("local %s: out of order or without definition", l.Name)
		}
	}
	for i, m := range f.Imports {
		if m.Def < 0 || m.Def >= n || i > 0 && m.At < f.Imports[i-1].At {
			return fmt.Errorf("import %s: out of order or without definition", m.Path)
		}
	}
	for i, e := range f.Embedded {
		if e.Def < 0 || e.Def >= n || i > 0 && e.Range.Start < f.Embedded[i-1].Range.Start {
			return fmt.Errorf("embedded %q: out of order or without definition", e.Text)
		}
	}
	return CheckSteps(f)
}
