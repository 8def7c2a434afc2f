package markdown_test

import (
	"testing"

	"seedgraph/internal/markdown"
)

func TestCode(t *testing.T) {
	for in, want := range map[string]string{
		"Order.Total":       "`Order.Total`",
		"a\n\n# b\x1b[1m":   "`a # b[1m`",
		"List`1":            "`` List`1 ``",
		"a`` ![x](y) ``b":   "``` a`` ![x](y) ``b ```",
		"a``` <img> ```` b": "````` a``` <img> ```` b `````",
		"abc\u202ecba":      "`abccba`",
	} {
		if got := markdown.Code(in); got != want {
			t.Errorf("Code(%q) is %s, want %s", in, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"renamed from Shop.Order": "renamed from Shop.Order",
		"a_b*c <i> [x](y) `z`":    "a\\_b\\*c &lt;i> \\[x](y) \\`z\\`",
		`\[x](y)`:                 `\\\[x](y)`,
		"a\n# b":                  "a # b",
	} {
		if got := markdown.Escape(in); got != want {
			t.Errorf("Escape(%q) is %s, want %s", in, got, want)
		}
	}
}
