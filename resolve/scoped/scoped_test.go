package scoped_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestRules(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
