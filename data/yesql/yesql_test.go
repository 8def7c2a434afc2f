package yesql_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestQueries(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
