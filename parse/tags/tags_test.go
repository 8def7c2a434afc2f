package tags_test

import (
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/tags"
	"seedgraph/testkit/parsetest"
)

func TestFacts(t *testing.T) {
	parsetest.Run(t, parse.NewSet(tags.Languages()...), "testdata/*.txtar")
}

// TestRows checks each row against its grammar: a kind missing from the grammar
// would never occur.
func TestRows(t *testing.T) {
	for _, row := range tags.Rows() {
		for _, kind := range tags.Unknown(row) {
			t.Errorf("%s: the grammar has no nodes of the kind %s", row.Name, kind)
		}
		if row.Accepts == "" {
			t.Errorf("%s: the row does not say which version of the language it accepts", row.Name)
		}
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	f.Fuzz(func(t *testing.T, text string) {
		p := parse.NewParser()
		defer p.Close()
		all := tags.Languages()
		for _, l := range []parse.Language{all[len(text)%len(all)], all[(len(text)+3)%len(all)]} {
			facts, err := l.Facts(p, parse.Source{Path: "a/b" + l.Extensions()[0], Text: text})
			if err != nil {
				continue
			}
			if err := parsetest.Check(facts); err != nil {
				t.Errorf("%s: %v", l.Name(), err)
			}
		}
	})
}
