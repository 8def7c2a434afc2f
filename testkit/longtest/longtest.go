// Package longtest decides how long tests run: shorter under the race detector and
// with -short, as long as possible with EXHAUSTIVE=1 in the environment (make
// exhaustive).
package longtest

import (
	"os"
	"runtime/debug"
	"testing"
)

// CollectRarely sets the garbage collector for tests that build many small indexes or run
// many commands in a process: the heap of each is small compared with the tables of the
// program, and at the default percentage a third of the time would go into collections that
// find little. The limit of memory is for tests in parallel.
func CollectRarely() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(2 << 30)
}

// Exhaustive reports whether tests of random input try all their cases.
func Exhaustive() bool { return os.Getenv("EXHAUSTIVE") != "" }

// Cases returns the number of random cases that a test tries: short with -short,
// all if tests are exhaustive, otherwise normal. A smaller number of cases is a
// prefix of a larger one.
func Cases(short, normal, all int) int {
	switch {
	case Exhaustive():
		return all
	case testing.Short():
		return short
	}
	return normal
}

// NotRaced skips a test under the race detector. It is for tests that are slow under it
// and run nothing concurrently that other tests of their package do not cover.
func NotRaced(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("runs nothing concurrently that other tests do not")
	}
}

// Raced reports whether the race detector is on.
func Raced() bool { return raced }
