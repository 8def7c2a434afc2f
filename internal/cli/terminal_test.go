package cli

import (
	"bytes"
	"strings"
	"testing"
)

func TestLinesOnAScreen(t *testing.T) {
	long := "  jo3pohpaao  method " + strings.Repeat("é", 80)
	for _, test := range []struct {
		screen     Screen
		line, want string
	}{
		{Screen{}, long, long},
		{Screen{width: 60}, long, "  jo3pohpaao\n      method\n      " + strings.Repeat("é", 80)},
		{Screen{width: 60}, "a\n" + strings.Repeat("b", 70), "a\n" + strings.Repeat("b", 70)},
		{Screen{width: 40}, "  jo3pohpaao  method Orders.Place  src/Orders.cs:8,11  Calls, heuristic",
			"  jo3pohpaao  method Orders.Place\n      src/Orders.cs:8,11\n      Calls, heuristic"},
		{Screen{width: 40}, "one two three four five six seven eight nine ten",
			"one two three four five six seven eight\n    nine ten"},
		{Screen{width: 40}, "  " + strings.Repeat("x", 50) + " y", "  " + strings.Repeat("x", 50) + "\n      y"},
		{Screen{width: 5}, long, long},
		{Screen{color: true}, "  jo3pohpaao  method x", "  \x1b[36mjo3pohpaao\x1b[0m  method x"},
		{Screen{color: true}, " 1. jo3pohpaao  method x", " 1. \x1b[36mjo3pohpaao\x1b[0m  method x"},
		{Screen{color: true}, "- `jo3pohpaao` · method", "- `\x1b[36mjo3pohpaao\x1b[0m` · method"},
		{Screen{color: true}, " jo3p method x a.cs:3", " \x1b[36mjo3p\x1b[0m method x a.cs:3"},
		{Screen{color: true}, " jo3p method x", " jo3p method x"},
		{Screen{color: true}, "tests of x: a.cs:3", "tests of x: a.cs:3"},
		{Screen{color: true}, "callers (3)", "callers (3)"},
		{Screen{color: true}, "jo3pohpaaoo x", "jo3pohpaaoo x"},
		{Screen{color: true}, "", ""},
	} {
		if got := test.screen.Line(test.line); got != test.want {
			t.Errorf("%+v shows %q as %q, want %q", test.screen, test.line, got, test.want)
		}
	}
	if s := NewScreen(&bytes.Buffer{}); s != (Screen{}) {
		t.Errorf("a buffer is taken for a terminal: %+v", s)
	}
}

// TestWrappedLinesLoseNothing checks that all words of a line are on the screen,
// unbroken, and that lines are no longer than necessary.
func TestWrappedLinesLoseNothing(t *testing.T) {
	for _, width := range []int{40, 80, 120, 160} {
		for n := range 200 {
			var words []string
			for i := range n%23 + 1 {
				words = append(words, strings.Repeat("w", (i*7+n)%60+1))
			}
			line := "  " + strings.Join(words, []string{" ", "  "}[n%2])
			got := (Screen{width: width}).Line(line)
			if strings.Join(strings.Fields(got), " ") != strings.Join(words, " ") {
				t.Fatalf("%d columns: %q becomes %q", width, line, got)
			}
			for _, l := range strings.Split(got, "\n") {
				if len(l) > width && len(strings.Fields(l)) > 1 {
					t.Fatalf("%d columns: %q is longer", width, l)
				}
			}
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\nc": "a\tb\nc", "x\x1b[31mred\x07": "x[31mred", "żółw": "żółw", "\u009b1m\r": "1m",
	} {
		if got := Plain(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if got := (Screen{}).Line(text); got != want {
			t.Errorf("the line %q becomes %q, want %q", text, got, want)
		}
	}
	var out strings.Builder
	(&Program{Name: "p"}).Message(&out, "no file %s", "\x1b]0;x\x07.go")
	if want := "p: no file ]0;x.go\n"; out.String() != want {
		t.Errorf("the message is %q, want %q", &out, want)
	}
}
