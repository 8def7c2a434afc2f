package fluentmigrator_test

import (
	"testing"

	"seedgraph/internal/resolvetest"
)

func TestMigrations(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
