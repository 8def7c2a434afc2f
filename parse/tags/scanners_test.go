package tags_test

import (
	"os"
	"path/filepath"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/tags"
	"seedgraph/testkit/parsetest"
)

// TestScannersOnFragments reads parts of programs in all languages with the languages that have a
// scanner instead of a grammar: brackets are open, strings end anywhere.
func TestScannersOnFragments(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	p := parse.NewParser()
	defer p.Close()
	for i, row := range tags.Rows() {
		if row.Read == nil {
			continue
		}
		l := tags.Languages()[i]
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for cut := 0; cut < len(data); cut += 97 {
				for _, text := range []string{string(data[:cut]), string(data[cut:])} {
					facts, err := l.Facts(p, parse.Source{Path: "a/b" + row.Extensions[0], Text: text})
					if err != nil {
						t.Fatal(err)
					}
					if err := parsetest.Check(facts); err != nil {
						t.Errorf("%s: %s, cut at %d: %v", row.Name, file, cut, err)
					}
				}
			}
		}
	}
}
