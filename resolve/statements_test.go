package resolve_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

// TestPrograms reads programs whose statements are put together in several places.
func TestPrograms(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
