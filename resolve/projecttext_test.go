package resolve

import "testing"

// TestIsProjectText asks every language that has a rule about the content of files.
func TestIsProjectText(t *testing.T) {
	set := NewSet(Language{Family: "plain", Names: []string{"plain"}},
		Language{Family: "other", Names: []string{"other"}, IsProjectText: func(path string, head func() string) bool {
			return path == "a.json" && head() == "project"
		}})
	text := func(s string) func() string { return func() string { return s } }
	if !set.IsProjectText("a.json", text("project")) || set.IsProjectText("a.json", text("data")) ||
		set.IsProjectText("b.json", text("project")) {
		t.Error("the rule of a language is not followed")
	}
}

// TestClosingBrace finds the end of a block, with blocks inside.
func TestClosingBrace(t *testing.T) {
	for text, want := range map[string]int{"{}": 2, "{ { } } }": 7, "{ {": -1} {
		if got := closingBrace(text, 0); got != want {
			t.Errorf("%q ends at %d, want %d", text, got, want)
		}
	}
}
