package mikroorm_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestEntities(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
