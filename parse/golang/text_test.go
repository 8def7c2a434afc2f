package golang

import (
	"strings"
	"testing"
)

func TestDocText(t *testing.T) {
	for _, tt := range []struct{ source, want string }{
		{"", ""},
		{"//", ""},
		{"// Place sends an order.", "Place sends an order."},
		{"// Place sends an order. \n", "Place sends an order."},
		{"//go:build linux", ""},
		{"//go:noinline\n// Place sends.", "Place sends."},
		{"// Place sends\n// an order.", "Place sends\nan order."},
		{"\t// Place sends\n\t//\n\t//\tan order.\n\t//nolint:gocyclo", "Place sends\n\n\tan order."},
		{"//\n// Place\n//\n", "Place"},
		{"/* Place\n   sends. */", "Place\n   sends."},
		{"/* Place */ // sends", "Place\nsends"},
		{"/* Place", "Place"},
		{"// a\r\n// b\r\n", "a\nb"},
		{"// " + strings.Repeat("long ", 300) + "\n// line", strings.Repeat("long ", 300)[:1499] + "\nline"},
	} {
		if got := docText(tt.source); got != tt.want {
			t.Errorf("%q has the text %q, want %q", tt.source, got, tt.want)
		}
	}
}
