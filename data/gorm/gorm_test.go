package gorm_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestModels(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
