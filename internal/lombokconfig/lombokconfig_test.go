package lombokconfig_test

import (
	"slices"
	"testing"

	"seedgraph/internal/lombokconfig"
)

func TestFor(t *testing.T) {
	files := map[string]string{
		"lombok.config":       "lombok.accessors.fluent = true\nlombok.accessors.prefix += m_\n",
		"app/lombok.config":   "# own\nlombok.accessors.PREFIX += f\nlombok.accessors.prefix -= m_\nclear lombok.accessors.fluent\n",
		"apart/lombok.config": "config.stopBubbling = true\n",
		"more/lombok.config":  "import ../shared.config\nconfig.stopBubbling = true\n",
	}
	for _, c := range []struct {
		dir    string
		fluent bool
		prefix []string
		all    bool
	}{
		{"src/a", true, []string{"m_"}, false},
		{"app/src", false, []string{"f"}, false},
		{"apart/src", false, nil, true},
		{"more", false, nil, false},
	} {
		s := lombokconfig.For(files, c.dir)
		if got := s.Flag("lombok.accessors.fluent", false); got != c.fluent {
			t.Errorf("%s: fluent is %v", c.dir, got)
		}
		if got := s.List("lombok.accessors.prefix"); !slices.Equal(got, c.prefix) {
			t.Errorf("%s: prefixes are %q, want %q", c.dir, got, c.prefix)
		}
		if s.All != c.all {
			t.Errorf("%s: All is %v", c.dir, s.All)
		}
	}
}
