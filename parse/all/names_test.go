package all_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
)

// TestLongNamesAreCut checks that members do not repeat the whole name of a type or namespace, that
// two long names with a common beginning remain different, and that a limit records the first.
func TestLongNamesAreCut(t *testing.T) {
	long := strings.Repeat("Long", 5_000)
	p := parse.NewParser()
	defer p.Close()
	for path, form := range map[string]string{
		"a.py":   "class %[1]sA:\n    def m(self): pass\nclass %[1]sB:\n    def m(self): pass\n",
		"A.cs":   "namespace %[1]s;\nclass %[1]sA { void M() { } }\nclass %[1]sB { void M() { } }\n",
		"A.java": "package %[1]s;\nclass %[1]sA { void m() { } }\nclass %[1]sB { void m() { } }\n",
		"a.ts":   "class %[1]sA { m() { } }\nclass %[1]sB { m() { } }\n",
	} {
		f, err := parse.Read(all.Set().Of(path), p, parse.Source{Path: path, Text: fmt.Sprintf(form, long)})
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		symbols := map[string]bool{}
		for _, d := range f.Definitions {
			if symbols[d.Symbol] {
				t.Errorf("%s: two definitions have the symbol …%s", path, d.Symbol[max(0, len(d.Symbol)-30):])
			}
			symbols[d.Symbol] = true
			for _, name := range []string{d.Name, d.Symbol, d.Module, f.Module} {
				if len(name) > parse.MaxName {
					t.Errorf("%s: a name has %d bytes", path, len(name))
				}
			}
		}
		if len(symbols) < 4 || len(f.Limits) != 1 || f.Limits[0].Max != parse.MaxName ||
			!strings.HasPrefix(f.Text[f.Limits[0].At:], "Long") {
			t.Errorf("%s: %d definitions, limits %+v", path, len(symbols), f.Limits)
		}
	}
}
