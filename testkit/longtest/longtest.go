// Package longtest decides how long tests run: under the race detector and with -short
// less, with EXHAUSTIVE=1 in the environment (make exhaustive) as long as they can.
package longtest

import (
	"os"
	"testing"
)

// Exhaustive says whether tests of random input try all their cases.
func Exhaustive() bool { return os.Getenv("EXHAUSTIVE") != "" }

// Cases returns how many random cases a test tries: short with -short, all if tests
// are to be exhaustive, normal otherwise. The fewer are the first ones of the more.
func Cases(short, normal, all int) int {
	switch {
	case Exhaustive():
		return all
	case testing.Short():
		return short
	}
	return normal
}

// NotRaced skips a test under the race detector. It is for tests that are long there and run
// nothing concurrently that other tests of their package do not.
func NotRaced(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("runs nothing concurrently that other tests do not")
	}
}

// Raced says whether the race detector is on.
func Raced() bool { return raced }
