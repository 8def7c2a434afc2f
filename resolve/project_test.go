package resolve_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/resolve"
)

func TestNearest(t *testing.T) {
	p := &resolve.Project{Files: map[string]string{"a.toy": "root", "lib/a.toy": " lib ",
		"lib/b.toy": "second", "lib/in/a.toy": "", "lib/readme": "no"}}
	of := p.Nearest(func(file, text string) string {
		if strings.HasSuffix(file, ".toy") {
			return text
		}
		return ""
	})
	for file, want := range map[string]string{"x.go": "root", "src/x.go": "root",
		"lib/x.go": "lib", "lib/in/x.go": "lib", "library/x.go": "root"} {
		if got := of(file, nil).Name; got != want {
			t.Errorf("%s is in %q, want %q", file, got, want)
		}
	}
	if got := (&resolve.Project{}).Nearest(nil)("x.go", nil); got.Name != "" {
		t.Errorf("without project files a file is in %q", got)
	}
}

// TestNames: a hidden project file is followed by those that apply to a file without it.
func TestNames(t *testing.T) {
	p := &resolve.Project{Files: map[string]string{"a.toy": "root", "lib/a.toy": "lib",
		"lib/b.toy": "second", "lib/in/a.toy": "in"}}
	of := p.Nearest(func(_, text string) string { return text })
	for _, c := range []struct{ file, hidden, want string }{
		{"lib/in/x.go", "", "in"},
		{"lib/in/x.go", "lib/a.toy", "in"},
		{"lib/in/x.go", "lib/in/a.toy", "in, lib"},
		{"lib/in/x.go", "lib/in/a.toy lib/a.toy", "in, lib, second"},
		{"lib/in/x.go", "lib/in/a.toy lib/a.toy lib/b.toy", "in, lib, second, root"},
		{"x.go", "a.toy", "root"},
	} {
		var got []string
		hidden := func(file string) bool {
			return slices.Contains(strings.Fields(c.hidden), file)
		}
		for _, n := range of.Names(c.file, hidden) {
			got = append(got, n.Name)
			if p.Files[n.File] != n.Name {
				t.Errorf("%s does not give the name %s", n.File, n.Name)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s without %s is of %s, want %s", c.file, c.hidden, got, c.want)
		}
	}
	if got := of.Names("lib/x.go", nil); len(got) != 1 || got[0].Name != "lib" {
		t.Errorf("where nothing is hidden the names are %v", got)
	}
	none := (&resolve.Project{}).Nearest(nil)
	if got := none.Names("x.go", nil); got != nil {
		t.Errorf("a file in no project has the names %v", got)
	}
}
