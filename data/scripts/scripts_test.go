package scripts_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestScripts(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
