package markdown_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestArchives(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
