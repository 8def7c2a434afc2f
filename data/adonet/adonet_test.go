package adonet_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestTables(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
