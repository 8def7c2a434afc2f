package artifacts_test

import (
	"errors"
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
)

func TestDiffering(t *testing.T) {
	sample, other := artifactstest.Sample(), artifactstest.Sample()
	other.Diagnostics = append(slices.Clone(other.Diagnostics), artifacts.Diagnostic{Type: artifacts.Failed, Path: "x.go"})
	opts := artifacts.Options{Workers: 1}
	a, b, c := write(t, sample, opts), write(t, sample, opts), write(t, other, opts)
	if got, err := artifacts.Differing(a, b); err != nil || len(got) > 0 {
		t.Errorf("equal artifacts differ in %v, %v", got, err)
	}
	for _, pair := range [][2]string{{a, c}, {c, a}} {
		got, err := artifacts.Differing(pair[0], pair[1])
		if want := []string{"diagnostics.jsonl", "manifest.json"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("they differ in %v, %v; want %v", got, err, want)
		}
	}
	if _, err := artifacts.Differing(a, t.TempDir()); !errors.Is(err, artifacts.ErrNotFound) {
		t.Errorf("no artifacts: %v", err)
	}
}
