package gobuilder_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestStatements(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
