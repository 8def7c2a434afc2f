package nhibernate_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestMappings(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
