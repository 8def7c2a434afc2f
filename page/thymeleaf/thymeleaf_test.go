package thymeleaf_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestUses(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
