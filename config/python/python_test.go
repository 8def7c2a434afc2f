package python_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestArchives(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
