package kysely_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestQueries(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
