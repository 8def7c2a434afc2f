package section_test

import (
	"testing"

	"seedgraph/internal/section"
)

func TestReplace(t *testing.T) {
	wrapped := section.Begin + "\nnew\n" + section.End + "\n"
	for _, c := range []struct{ file, want string }{
		{"", wrapped},
		{"# Mine\n", "# Mine\n\n" + wrapped},
		{"# Mine\n" + section.Wrap("old") + "rest\n", "# Mine\n" + wrapped + "rest\n"},
		{section.End + section.Begin, section.End + section.Begin + "\n\n" + wrapped}, // not a section
	} {
		if got := section.Replace(c.file, "new"); got != c.want {
			t.Errorf("%q: %q, want %q", c.file, got, c.want)
		}
	}
}
