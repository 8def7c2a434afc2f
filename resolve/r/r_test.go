package r_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestRules(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

func TestTruth(t *testing.T) { resolvetest.RunTruth(t, "testdata/truth/*.txtar") }
