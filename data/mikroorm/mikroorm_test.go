package mikroorm_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestEntities(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
