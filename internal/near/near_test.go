package near

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b       string
		most, want int
	}{
		{"", "", 0, 0}, {"calls", "calls", 0, 0}, {"cals", "calls", 9, 1},
		{"reedsfrom", "readsfrom", 9, 1},
		{"kitten", "sitting", 9, 3}, {"", "abc", 9, 3}, {"abc", "", 9, 3}, {"a", "abcdef", 2, 3},
		{"gsno", "gson", 9, 1}, {"ab", "ba", 1, 1}, {"abcd", "badc", 9, 2}, {"abc", "cba", 9, 2},
	} {
		if got := Distance(c.a, c.b, c.most); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.a, c.b, c.most, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	names := []string{"Calls", "ReadsFrom", "Creates", "calls"}
	if got := strings.Join(Names("CALS", names), " "); got != "Calls calls Creates ReadsFrom" {
		t.Errorf("got %s", got)
	}
	if got := Name("readfrom", names); got != "ReadsFrom" {
		t.Errorf("got %q", got)
	}
	if got := Name("zeppelin", names); got != "" {
		t.Errorf("got %q: nothing is near", got)
	}
	if got := Name("x", nil); got != "" {
		t.Errorf("got %q", got)
	}
}
