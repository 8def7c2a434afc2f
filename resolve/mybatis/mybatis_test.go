package mybatis_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestStatements(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
