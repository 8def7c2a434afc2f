package paths_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/query/answer/impact"
	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// passed has functions passed to a function that calls its argument.
const passed = `-- jobs.py --
def save(): write()
def load(): pass
def write(): pass
def run(job): job()
def again(job): run(job)
def first(): run(save)
def second(): run(load)
def third(): again(save)
def main(): first()
`

// TestPassed checks that paths lead to a passed function from the code that passes it,
// and from the code that runs it, but not from code that passes another function to the
// same runner; impact agrees.
func TestPassed(t *testing.T) {
	x := answertest.Sources(t, passed)
	all := []string{"main", "first", "second", "third", "again", "run"}
	for to, want := range map[string]string{
		"save": "main first third again run", "load": "second run", "write": "main first third again run",
	} {
		var leads, affected []string
		a, err := impact.Find(x, []uint32{answertest.Node(t, x, "jobs."+to)},
			impact.Options{MaxDepth: 9, MaxNodes: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range all {
			p, err := find(t, x, "jobs."+from, "jobs."+to, paths.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Paths) > 0 {
				leads = append(leads, from)
			}
			if slices.ContainsFunc(a.Items, func(it impact.Item) bool {
				return it.Depth > 0 && it.Name == "jobs."+from
			}) {
				affected = append(affected, from)
			}
		}
		if got := strings.Join(leads, " "); got != want {
			t.Errorf("%s is reached from %s, want %s", to, got, want)
		}
		if !slices.Equal(leads, affected) {
			t.Errorf("a change of %s affects %s, but %s lead to it", to, affected, leads)
		}
	}
}
