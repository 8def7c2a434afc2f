package linq2db_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestTables(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
