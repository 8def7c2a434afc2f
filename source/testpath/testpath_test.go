package testpath_test

import (
	"testing"

	"seedgraph/source/testpath"
)

func TestIs(t *testing.T) {
	for _, c := range []struct {
		language string
		tests    []string
		others   []string
	}{
		{"sql", []string{"src/Test/resources/schema.xml", "db/tests/a.sql", "__tests__/a.sql", "testing/a.sql",
			"db/test_a.sql", "db/a_test.sql", "db/a.Test.sql", "db/a.tests.sql"},
			[]string{"db/latest/a.sql", "db/testimony.sql", "contest_a.sql", "db/attest.sql"}},
		{"typescript", []string{"src/order.test.ts", "src/order.spec.tsx", "src/__tests__/order.ts",
			"test/order.js", "e2e/app.ts"},
			[]string{"src/order.ts", "src/testing/order.ts", "src/contest.ts", "tests.ts"}},
		{"csharp", []string{"Shop.Tests/A.cs", "UnitTests/A.cs", "src/OrderTests.cs", "Shop.Api.Test/B.cs",
			"OrderSpecs/A.cs", "TESTS/a.cs"},
			[]string{"src/Latest.cs", "src/Contests/A.cs", "src/Tests.cs", "src/order.cs"}},
		{"python", []string{"tests/a.py", "shop/test/b.py", "conftest.py", "shop/tests.py", "test_a.py", "a_test.py"},
			[]string{"shop/testing/a.py", "contest.py", "Tests/a.py"}},
		{"r", []string{"tests/testthat/test-a.R", "inst/tinytest/a.R"}, []string{"R/test.R", "R/tests.R"}},
		{"go", nil, []string{"a_test.go", "tests/a.go"}}, // the front end decides by itself
	} {
		for _, file := range c.tests {
			if !testpath.Is(c.language, file) {
				t.Errorf("%s: %s is test code", c.language, file)
			}
		}
		for _, file := range c.others {
			if testpath.Is(c.language, file) {
				t.Errorf("%s: %s is not test code", c.language, file)
			}
		}
	}
}

func TestIsName(t *testing.T) {
	if !testpath.IsName("python", "shop/test_a.py") || testpath.IsName("python", "tests/a.py") {
		t.Error("pytest collects files by their names")
	}
}

func TestAnyEcosystem(t *testing.T) {
	for name, want := range map[string]bool{"test": true, "Shop.UnitTests": true, "e2e": true, "spec": false,
		"Contests": false} {
		if got := testpath.IsFolder(name); got != want {
			t.Errorf("folder %s: %v", name, got)
		}
	}
	for name, want := range map[string]bool{"a_test.go": true, "a/a.cy.ts": true, "OrderTest.java": true,
		"order_spec.rb": true, "test_a.sql": true, "conftest.py": true, "latest.go": false, "test_a.go": false,
		"testdata.txt": false} {
		if got := testpath.IsFile(name); got != want {
			t.Errorf("file %s: %v", name, got)
		}
	}
}
