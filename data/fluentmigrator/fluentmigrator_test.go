package fluentmigrator_test

import (
	"testing"

	"seedgraph/testkit/resolvetest"
)

func TestMigrations(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }
