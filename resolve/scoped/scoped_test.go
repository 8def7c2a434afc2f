package scoped_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestRules(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
