package resolve_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

// TestPrograms reads programs whose statements are put together in several places.
func TestPrograms(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
