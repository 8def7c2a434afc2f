package plumber_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestRoutes(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
