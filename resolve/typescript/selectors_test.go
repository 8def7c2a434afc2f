package typescript

import (
	"testing"

	"seedgraph/parse"
)

func TestSelectors(t *testing.T) {
	tag := &parse.Tag{Name: "button", Attrs: []parse.Attr{{Name: "appBar"},
		{Name: "type", Text: "submit"}, {Name: "class", Text: "wide red"}}}
	for selector, want := range map[string]bool{
		"button": true, "app-bar": false, "*": true, "app-bar, button": true, "": false,
		"[appBar]": true, "[off]": false, "app-bar[appBar]": false, "button[appBar]": true,
		`[type="submit"]`: true, "[type='reset']": false, "[type=submit].wide.red": true,
		".wide": true, ".narrow": false, "button:not([off])": true, "button:not(.red)": false,
		":not(app-bar)": true, "button:not([off], .red)": false,
		"ul button": false, "form > button": false, "button:hover": false, "[appBar": false,
	} {
		got := false
		for _, s := range selectorsOf(selector) {
			got = got || s.matches(tag)
		}
		if got != want {
			t.Errorf("%q matches: %v", selector, got)
		}
	}
}
