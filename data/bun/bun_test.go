package bun_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestModels(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
