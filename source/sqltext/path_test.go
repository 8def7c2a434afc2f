package sqltext_test

import (
	"testing"

	"seedgraph/source/sqltext"
)

func TestScriptsForTests(t *testing.T) {
	for file, want := range map[string]bool{
		"src/Test/resources/schema.xml": true, "db/tests/a.sql": true, "__tests__/a.sql": true,
		"testing/a.sql": true, "db/test_a.sql": true, "db/a_test.sql": true, "db/a.Test.sql": true,
		"db/a.tests.sql": true, "db/latest/a.sql": false, "db/testimony.sql": false, "contest_a.sql": false,
		"db/attest.sql": false,
	} {
		if got := sqltext.IsTest(file); got != want {
			t.Errorf("%s is for tests: %v, want %v", file, got, want)
		}
	}
}
