package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/source/walk"
	"seedgraph/tokens"
)

// routers represents a library whose routers are passed to files that do not import
// it.
type routers struct{}

func (routers) Sites(_ string, src parse.Source) parse.SiteScope {
	if strings.Contains(src.Text, "router") {
		return parse.AllSites
	}
	return parse.NoSites
}

func (routers) Named(_ string, src parse.Source) bool {
	return strings.Contains(src.Text, "import 'routers'")
}

// TestSurvey checks that a large tree keeps no sites that only the reader of an unused
// library requests, not even while other files are parsed.
func TestSurvey(t *testing.T) {
	const handed = "function add(router) { router.get('/') }"
	for _, test := range []struct {
		name  string
		large bool
		other string
		kept  bool
	}{
		{"no file names the library", true, "let a = 1", false},
		{"another file names it", true, "import 'routers'", true},
		{"a small tree learns it at the end", false, "let a = 1", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"a.ts": handed, "b.ts": test.other} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			walked, err := walk.Walk(t.Context(), dir, walk.Options{})
			if err != nil {
				t.Fatal(err)
			}
			counter, err := tokens.ByName("chars4")
			if err != nil {
				t.Fatal(err)
			}
			l := loader{tree: walked, languages: all.Set(), counter: counter, jobs: 2,
				readers: interest.ReadersOf([]routers{{}})}
			l.prepare()
			if test.large {
				if err := l.survey(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			p := parse.NewParser()
			defer p.Close()
			s := l.file(t.Context(), &worker{parser: p}, 0)
			if kept := len(s.input.Facts.Sites) > 0; kept != test.kept {
				t.Errorf("sites of %s are kept: %v", s.input.Facts.Path, kept)
			}
		})
	}
}
