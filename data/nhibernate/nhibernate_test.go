package nhibernate_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestMappings(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
