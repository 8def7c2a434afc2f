package keyfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/internal/limited"
)

// TestLimits: a file whose keys exceed a limit has no keys, and reports the limit.
func TestLimits(t *testing.T) {
	long := strings.Repeat("a", maxName)
	many := strings.Repeat("x = 1\n", limited.MaxNodes/3+1)
	names := strings.Repeat("k", maxName/2)
	for _, c := range []struct {
		path, within, beyond string
		limit                int
	}{
		{"appsettings.json", `{"` + long[1:] + `": 1}`, `{"` + long + `b": 1}`, maxNames},
		{"appsettings.json", `{"` + long[2:] + `": {"b": 1}}`, `{"` + long + `": {"b": 1}}`, maxName},
		{"config.ini", "[" + long[2:] + "]\nb=1", "[" + long + "]\nb=1", maxName},
		{"config.toml", "[" + long[2:] + "]\nb=1", "[" + long + "]\nb=1", maxName},
		{"main.tf", many[:len(many)/2], many, limited.MaxNodes},
		{"config.ini", "[" + names + "]\n" + strings.Repeat("b=1\n", maxNames/maxName),
			"[" + names + "]\n" + strings.Repeat("b=1\n", 2*maxNames/maxName), maxNames},
	} {
		if f := Read(c.path, c.within); f.Err != nil {
			t.Errorf("%s: %v", c.path, f.Err)
		}
		f := Read(c.path, c.beyond)
		var limit *limited.Error
		if !errors.As(f.Err, &limit) || limit.Limit != c.limit || len(f.Keys) > 0 {
			t.Errorf("%s: %v and %d keys, want an error of limit %d", c.path, f.Err, len(f.Keys), c.limit)
		}
	}
}

// TestPrefixesAreBounded: repeated imports of a large object add no more variables than
// the limit.
func TestPrefixesAreBounded(t *testing.T) {
	object := &File{Path: "o"}
	for i := range 1000 {
		object.Keys = append(object.Keys, Key{Space: Variables, Name: fmt.Sprint("K", i), Object: "o"})
	}
	taker := &File{Path: "t", Takes: slices.Repeat([]Take{{"o", "P_", 1}}, 500)}
	got := Prefixed([]*File{object, taker})
	if n := len(got[1].Keys); n != maxPrefixed {
		t.Errorf("%d variables, want %d", n, maxPrefixed)
	}
}

// TestVariablesOfTexts: nested interpolations are read once each, including
// unterminated ones.
func TestVariablesOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		`${var.a}-${var.b}`:                        "a b",
		`${replace(var.a, "/$/", var.b)}`:          "a b",
		`${var.a == "${var.b}" ? 1 : 2}`:           "a b",
		strings.Repeat("${", 200_000) + "var.last": "last",
	} {
		if got := strings.Join(variablesIn(text), " "); got != want {
			t.Errorf("%.40s: %q, want %q", text, got, want)
		}
	}
}

// TestNestedBlocks: blocks nested deeper than the limit are omitted, and the text after
// them is read.
func TestNestedBlocks(t *testing.T) {
	text := strings.Repeat("a {\n", 10_000) + strings.Repeat("}\n", 10_000) +
		"variable \"v\" {\n  default = 1\n}\n"
	f := Read("main.tf", text)
	if f.Err != nil || len(f.Keys) > 1 {
		t.Errorf("%v, keys %v", f.Err, f.Keys)
	}
	text = strings.Repeat("a {\n", maxBlocks-1) + strings.Repeat("}\n", maxBlocks-1) +
		"variable \"v\" {\n  default = 1\n}\n"
	if f = Read("main.tf", text); len(f.Keys) != 1 || f.Keys[0].Name != "v" {
		t.Errorf("within the limit: keys %v", f.Keys)
	}
}
