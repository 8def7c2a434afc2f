package scripts_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestScripts(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
