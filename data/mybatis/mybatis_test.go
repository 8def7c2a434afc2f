package mybatis_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestProviders(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
