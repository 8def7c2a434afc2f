package thymeleaf_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestUses(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
