package python_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestRules(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestTruth compares calls with those that pyright finds; scripts/truth/python.py
// writes them.
func TestTruth(t *testing.T) { resolvetest.RunTruth(t, "testdata/truth/*.txtar") }
