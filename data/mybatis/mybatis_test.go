package mybatis_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestProviders(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
