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
		{Screen{width: 60}, long, "  jo3pohpaao  method " + strings.Repeat("é", 38) + "…"},
		{Screen{width: 60}, "a\n" + strings.Repeat("b", 70), "a\n" + strings.Repeat("b", 59) + "…"},
		{Screen{width: 5}, long, long},
		{Screen{color: true}, "  jo3pohpaao  method x", "  \x1b[36mjo3pohpaao\x1b[0m  method x"},
		{Screen{color: true}, " 1. jo3pohpaao  method x", " 1. \x1b[36mjo3pohpaao\x1b[0m  method x"},
		{Screen{color: true}, "- `jo3pohpaao` · method", "- `\x1b[36mjo3pohpaao\x1b[0m` · method"},
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
