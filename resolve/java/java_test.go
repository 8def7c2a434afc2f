package java_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestRules(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestTruth compares with what javac finds: see scripts/truth/Truth.java.
func TestTruth(t *testing.T) { resolvetest.RunTruth(t, "testdata/truth/*.txtar") }

func TestJDBC(t *testing.T) { resolvetest.Run(t, "testdata/jdbc/*.txtar") }
