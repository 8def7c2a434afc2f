package changes_test

import (
	"reflect"
	"strings"
	"testing"

	"seedgraph/query/answer/changes"
	"seedgraph/testkit/answertest"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, diff string
		want       []changes.File
	}{
		{"context", `diff --git a/x.go b/x.go
index 1..2 100644
--- a/x.go
+++ b/x.go
@@ -3,5 +3,5 @@ func f() {
 one
-two
+TWO
 three
+four
-five
 six
\ No newline at end of file
`, []changes.File{{Old: "x.go", New: "x.go", Runs: []changes.Run{
			{OldLine: 4, NewLine: 4, Removed: []string{"two"}, Added: []string{"TWO"}},
			{OldLine: 6, NewLine: 6, Removed: []string{"five"}, Added: []string{"four"}}}}}},
		{"no context", `--- a/x
+++ b/x
@@ -4 +3,0 @@
-gone
@@ -9,0 +9 @@
+here
`, []changes.File{{Old: "x", New: "x", Runs: []changes.Run{
			{OldLine: 4, NewLine: 4, Removed: []string{"gone"}},
			{OldLine: 10, NewLine: 9, Added: []string{"here"}}}}}},
		{"lines that look like headers", `--- a/x.sql
+++ b/x.sql
@@ -1,2 +1,2 @@
--- old comment
-- a
+++ new
++ b
`, []changes.File{{Old: "x.sql", New: "x.sql", Runs: []changes.Run{{OldLine: 1, NewLine: 1,
			Removed: []string{"-- old comment", "- a"}, Added: []string{"++ new", "+ b"}}}}}},
		{"names", `--- "a/t\303\244b\tx"
+++ /dev/null
@@ -1 +0,0 @@
-a
--- i/with space	
+++ w/with space	
@@ -1 +1 @@
-a
+b
--- plain/name
+++ plain/name
`, []changes.File{{Old: "täb\tx", Runs: []changes.Run{{OldLine: 1, NewLine: 1,
			Removed: []string{"a"}}}},
			{Old: "with space", New: "with space", Runs: []changes.Run{{OldLine: 1, NewLine: 1,
				Removed: []string{"a"}, Added: []string{"b"}}}},
			{Old: "plain/name", New: "plain/name"}}},
		{"moved", `diff --git a/one.go b/two.go
similarity index 100%
rename from one.go
rename to two.go
diff --git a/x.go b/dir/y.go
similarity index 90%
rename from x.go
rename to dir/y.go
--- a/x.go
+++ b/dir/y.go
@@ -4 +3,0 @@
-rename to z.go
`, []changes.File{{Old: "one.go", New: "two.go"}, {Old: "x.go", New: "dir/y.go",
			Runs: []changes.Run{{OldLine: 4, NewLine: 4, Removed: []string{"rename to z.go"}}}}}},
		{"binary", "diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n", nil},
	} {
		got, err := changes.Parse(strings.NewReader(c.diff))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v\n%+v\nwant\n%+v", c.name, err, got, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for diff, want := range map[string]string{
		"@@ -1 +1 @@\n-a\n+b\n":                      "cannot be read",
		"--- a\n+++ a\n@@ -x +1 @@\n":                "cannot be read",
		"--- a\n+++ a\n@@ -1 1 @@\n":                 "cannot be read",
		"--- a\n+++ a\n@@ -1,2 +1 @@\n-a\n":          "ends within a hunk of a",
		"--- a\n+++ a\n@@ -1 +1 @@\n-a\n-b\n":        "is longer than its header states",
		"--- a\n+++ a\n@@ -1,2 +1,2 @@\n?what\n a\n": "cannot be read",
	} {
		if _, err := changes.Parse(strings.NewReader(diff)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", diff, err, want)
		}
	}
}

const source = `-- a.go --
package a

// One is one.
func One() int {
	return 1
}

type Box struct {
	n int
}

func (b Box) Two() int {
	x := One()

	return x + b.n
}
`

// TestFind checks that the innermost definitions around the changed lines are found, in
// the state stored in the index.
func TestFind(t *testing.T) {
	x := answertest.Sources(t, source)
	for _, c := range []struct{ name, diff, want string }{
		{"before", "@@ -5 +5 @@\n-\treturn 1\n+\treturn 3\n", "One"},
		{"after", "@@ -5 +5 @@\n-\treturn 3\n+\treturn 1\n", "One"},
		{"the doc comment", "@@ -3 +3 @@\n-// One is one.\n+// One is 1.\n", "One"},
		{"a line more in a body", "@@ -13,0 +14 @@\n+\tx++\n", "Two"},
		{"a definition more in a file", "@@ -6,0 +7 @@\n+func Three() {}\n", ""},
		{"a field more in a type", "@@ -9,0 +10 @@\n+\tm int\n", ""},
		{"a line less, after", "@@ -15 +14,0 @@\n-\tx++\n", "Two"},
		{"a blank line", "@@ -14 +13,0 @@\n-\n", ""},
		{"two", "@@ -5 +5 @@\n-\treturn 1\n+\treturn 3\n@@ -13 +13 @@\n-\tx := One()\n+\tx := 2\n",
			"Two One"},
		{"another state", "@@ -5 +5 @@\n-\treturn 7\n+\treturn 8\n", "One stale"},
	} {
		files, err := changes.Parse(strings.NewReader("--- a/a.go\n+++ b/a.go\n" + c.diff))
		if err != nil {
			t.Fatal(err)
		}
		res, err := changes.Find(x, files)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range res.Nodes {
			node, _ := x.Node(n)
			got = append(got, node.Short)
		}
		for range res.Stale {
			got = append(got, "stale")
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
}

func TestMovedAndMissing(t *testing.T) {
	x := answertest.Sources(t, source)
	res, err := changes.Find(x, []changes.File{
		{Old: "a.go", New: "b.go", Runs: []changes.Run{{OldLine: 5, NewLine: 5,
			Removed: []string{"\treturn 1"}, Added: []string{"\treturn 2"}}}},
		{Old: "gone.go"}, {New: "new.go"},
	})
	if err != nil || len(res.Nodes) != 1 || strings.Join(res.Missing, " ") != "gone.go new.go" {
		t.Errorf("%+v, %v", res, err)
	}
}
