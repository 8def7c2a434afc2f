package about_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/about"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

// TestEntry checks that an entry point has its role, other nodes their distance from the
// nearest one, types the distance of their members, and unreachable nodes nothing.
func TestEntry(t *testing.T) {
	index, err := sourceindex.Of(map[string]string{
		"go.mod": "module shop\n",
		"main.go": `package main

func main() { serve() }

func serve() { load() }

func load() { new(Store).read() }

type Store struct{}

func (s *Store) read() {}

func (s *Store) drop() {}

type Lost struct{}
`,
		"main_test.go": `package main

import "testing"

func TestDrop(t *testing.T) { new(Store).drop() }
`})
	if err != nil {
		t.Fatal(err)
	}
	x := answertest.Open(t, index)
	for name, want := range map[string]string{
		"main":       "main",
		"serve":      "1 step from the main main",
		"load":       "2 steps from the main main",
		"Store.read": "3 steps from the main main",
		"Store":      "3 steps from the main main",
		"Store.drop": "1 step from the test TestDrop",
		"TestDrop":   "test",
		"main.go":    "contains the main main",
		"Lost":       "",
	} {
		it, err := about.Describe(x, answer.Target{Node: answertest.Node(t, x, name)}, about.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, line := range it.Lines() {
			if rest, ok := strings.CutPrefix(line, "  entry "); ok {
				got = strings.TrimSpace(rest)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if tests := it.Entry != nil && it.Entry.Tests; tests != strings.Contains(want, "est") {
			t.Errorf("%s: only tests lead to it: %v", name, tests)
		}
	}
}
