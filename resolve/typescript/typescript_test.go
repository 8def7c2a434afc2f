package typescript_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestRules(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestTruth compares calls with those that the TypeScript checker finds;
// scripts/truth/typescript.js writes them.
func TestTruth(t *testing.T) { resolvetest.RunTruth(t, "testdata/truth/*.txtar") }
