package markup_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestRequests(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
