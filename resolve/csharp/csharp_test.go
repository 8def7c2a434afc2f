package csharp_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestRules(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestTruth compares calls with those that the C# compiler finds;
// scripts/truth/CSharp.cs writes them.
func TestTruth(t *testing.T) { resolvetest.RunTruth(t, "testdata/truth/*.txtar") }
