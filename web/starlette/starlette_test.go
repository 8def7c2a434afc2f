package starlette_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestRoutes(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
