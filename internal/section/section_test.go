package section_test

import (
	"testing"

	"seedgraph/internal/section"
)

func TestReplace(t *testing.T) {
	marks := section.MarksOf("kept")
	wrapped := "<!-- kept: begin -->\nnew\n<!-- kept: end -->\n"
	for _, c := range []struct{ file, want string }{
		{"", wrapped},
		{"# Mine\n", "# Mine\n\n" + wrapped},
		{"# Mine\n" + marks.Wrap("old") + "rest\n", "# Mine\n" + wrapped + "rest\n"},
		{marks.End + marks.Begin, marks.End + marks.Begin + "\n\n" + wrapped}, // not a section
	} {
		if got := marks.Replace(c.file, "new"); got != c.want {
			t.Errorf("%q: %q, want %q", c.file, got, c.want)
		}
	}
}
