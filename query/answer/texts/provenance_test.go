package texts_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/texts"
	"seedgraph/testkit/answertest"
)

// TestProvenance checks that a text has its lines, revision and hash; without a revision
// it has none of them.
func TestProvenance(t *testing.T) {
	x := answertest.Open(t, artifactstest.Sample())
	ref, err := (&names.Resolver{Index: x}).Resolve("Shop.OrderService")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		revision string
		form     texts.Form
		lines    string
	}{
		{"abc", texts.Form{Lines: texts.Range{First: 8, Last: 9}}, "lines: 8-9"},
		{"abc", texts.Form{Full: true}, "lines: 6-39"},
		{"", texts.Form{}, ""},
	} {
		text, ok, err := texts.Source{Index: x, Form: c.form, Revision: c.revision}.Text(ref)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		sum := sha256.Sum256([]byte(text.Text))
		want := []string{c.lines, "revision: abc", "hash: " + hex.EncodeToString(sum[:16])}
		if c.revision == "" {
			want = nil
		}
		if !slices.Equal(text.Metadata, want) {
			t.Errorf("%+v: %q, want %q", c, text.Metadata, want)
		}
	}
}
