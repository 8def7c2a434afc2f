package markup_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestRequests(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
