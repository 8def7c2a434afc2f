package graphbuild_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestResolution(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
