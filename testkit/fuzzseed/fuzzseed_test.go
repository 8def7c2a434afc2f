package fuzzseed_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/testkit/fuzzseed"
)

func TestVary(t *testing.T) {
	texts := []string{"func f() {\n\treturn\n}\n", "class A { int B() => 1; }"}
	got := fuzzseed.Vary(texts, 200)
	if !slices.Equal(got, fuzzseed.Vary(texts, 200)) {
		t.Error("another call gives other variants")
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(got)))
	if len(got) != 200 || len(distinct) < 190 {
		t.Errorf("%d variants, %d distinct", len(got), len(distinct))
	}
	same := 0
	for _, v := range got {
		if slices.Contains(texts, v) {
			same++
		}
	}
	if same > 5 {
		t.Errorf("%d variants have no damage", same)
	}
}

func TestVaryLeavesLongTextsAlone(t *testing.T) {
	long := strings.Repeat("a b ", 10_000)
	if got := fuzzseed.Vary([]string{long, ""}, 5); got != nil {
		t.Errorf("%d variants", len(got))
	}
	for _, v := range fuzzseed.Vary([]string{long, "x y"}, 50) {
		if len(v) > 200 {
			t.Errorf("a variant of %d bytes", len(v))
		}
	}
}
