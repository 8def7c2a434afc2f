package search

import (
	"slices"
	"testing"
)

func TestFeedbackRaisesAndLowers(t *testing.T) {
	m := newMemory(method("A.a: keeps a lease"), method("B.b: keeps a lease"),
		method("C.c: unrelated"))
	for _, c := range []struct {
		feedback map[uint32]float64
		weight   float64
		want     []string
	}{
		{nil, 0.3, []string{"A.a", "B.b"}},
		{map[uint32]float64{1: 1}, 0.3, []string{"B.b", "A.a"}},
		{map[uint32]float64{0: -1}, 0.3, []string{"B.b", "A.a"}},
		{map[uint32]float64{1: 1, 0: -1}, 0, []string{"A.a", "B.b"}},
		{map[uint32]float64{2: 1}, 0.3, []string{"A.a", "B.b", "C.c"}}, // contains no word of the text
		{map[uint32]float64{2: -1}, 0.3, []string{"A.a", "B.b"}},
	} {
		w := Defaults()
		if err := w.Set("feedback", c.weight); err != nil {
			t.Fatal(err)
		}
		got := found(t, m, "fix the lease", Options{Limit: 3, Feedback: c.feedback, Weights: w})
		if !slices.Equal(got, c.want) {
			t.Errorf("%v, weight %g: got %q, want %q", c.feedback, c.weight, got, c.want)
		}
	}
	res, err := Search(m, "fix the lease", Options{Limit: 2, Feedback: map[uint32]float64{0: 1,
		1: -0.5}})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := res.Hits[0], res.Hits[1]; a.Feedback <= 0 || b.Feedback != 0 || b.Factor != 0.85 ||
		!slices.Equal(b.Why, []string{"useless before"}) {
		t.Errorf("useful %+v, useless %+v", a, b)
	}
}

// TestLeastShareOfTheQuery checks that MinShare does not apply to named nodes.
func TestLeastShareOfTheQuery(t *testing.T) {
	m := newMemory(method("A.a: keeps a lease alive"), method("B.b: a lease"),
		method("C.renewLease: nothing"))
	for share, want := range map[float64][]string{
		0:   {"C.renewLease", "A.a", "B.b"},
		0.6: {"C.renewLease"},
	} {
		got := found(t, m, "renewLease when the lease is alive", Options{Limit: 3, MinShare: share})
		if !slices.Equal(got, want) {
			t.Errorf("at least %g: got %q, want %q", share, got, want)
		}
	}
}
