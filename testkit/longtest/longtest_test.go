package longtest_test

import (
	"testing"

	"seedgraph/testkit/longtest"
)

func TestCases(t *testing.T) {
	t.Setenv("EXHAUSTIVE", "1")
	if got := longtest.Cases(1, 2, 3); got != 3 {
		t.Errorf("exhaustive: %d cases, want 3", got)
	}
	t.Setenv("EXHAUSTIVE", "")
	want := 2
	if testing.Short() {
		want = 1
	}
	if got := longtest.Cases(1, 2, 3); got != want {
		t.Errorf("%d cases, want %d", got, want)
	}
}

func TestNotRaced(t *testing.T) {
	ran := false
	t.Run("long", func(t *testing.T) {
		longtest.NotRaced(t)
		ran = true
	})
	if ran == longtest.Raced() {
		t.Errorf("under the race detector: %t, ran: %t", longtest.Raced(), ran)
	}
}
