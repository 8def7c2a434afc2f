package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/testkit/benchtree"
)

// manual is documentation in Markdown, and manualRST the same in reStructuredText.
// Comments in TestTasksOfDocumentation explain the purpose of each part.
const manual = `# ` + "`HeadingName`" + ` that says nothing of the words below it here

Use ` + "`RetryPolicy`" + ` to send a request once more after the connection
was lost. It says more of ` + "`OtherThing`" + ` and of ` + "`RetryPolicy`" + ` in one sentence about both of them.

- ` + "`pool.Acquire(ctx)`" + ` waits until an idle connection of the [pool](pool.md) can be lent.
- Too short for ` + "`RetryPolicy`" + `.

| Function | Meaning |
|---|---|
| ` + "`close_idle`" + ` | closes idle connections of the pool after five minutes |

` + "```go\nx := `RetryPolicy` // in code a name stands beside no sentence of any use at all\n```" + `

A RetryPolicy is said by ` + "`RetryPolicy`" + ` here, so that the name gives the answer away.
Each caller of ` + "`run`" + ` gives a short word that English has, too, in the same sense.
`

const manualRST = `Connections
===========

:meth:` + "`~net.Pool.Acquire`" + ` waits until somebody returns an idle connection to it.

.. code-block:: python

   Here ` + "``RetryPolicy``" + ` is a part of code which is longer than five words.

The retries of failed requests are counted by ` + "``RetryPolicy``" + ` alone.
`

func TestTasksOfDocumentation(t *testing.T) {
	files := map[string][]string{"RetryPolicy": {"retry.go"}, "Acquire": {"pool.go", "pool_unix.go"},
		"close_idle": {"a.go", "b.go", "c.go"}, "HeadingName": {"h.go"}, "OtherThing": {"o.go"}, "run": {"r.go"}}
	// Names of short words and names that three files define yield no tasks. The
	// same applies to sentences with two names, with few words, in code, or with
	// the name in their words.
	for _, c := range []struct{ text, want string }{
		{manual, "Use to send a request once more after the connection was lost: retry.go\n" +
			"waits until an idle connection of the pool can be lent: pool.go pool_unix.go\n"},
		{manualRST, "waits until somebody returns an idle connection to it: pool.go pool_unix.go\n" +
			"The retries of failed requests are counted by alone: retry.go\n"},
	} {
		var got strings.Builder
		for _, task := range tasksOf("set", c.text, files) {
			got.WriteString(task.Query + ":")
			for _, g := range task.Gold {
				got.WriteString(" " + g.Path)
			}
			got.WriteString("\n")
		}
		if got.String() != c.want {
			t.Errorf("got\n%s\nwant\n%s", got.String(), c.want)
		}
	}
	files["close_idle"] = files["close_idle"][:1]
	if got := tasksOf("set", manual, files); len(got) != 3 || got[2].Gold[0].Path != "a.go" {
		t.Errorf("the row of a table is no task: %v", got)
	}
}

// TestSampleIsSpread checks that a text counts once, and that a file is the answer of
// at most two tasks, whatever the order of the texts.
func TestSampleIsSpread(t *testing.T) {
	var tasks []task
	for _, query := range []string{"one", "two", "three", "three", "four"} {
		tasks = append(tasks, task{Query: query, Gold: []entry{{Path: "a.go"}}})
	}
	tasks = append(tasks, task{Query: "five", Gold: []entry{{Path: "b.go"}}})
	queries := func(tasks []task) (out []string) {
		for _, t := range tasks {
			out = append(out, t.Query)
		}
		return out
	}
	got := queries(sample(tasks))
	if len(got) != 3 || !slices.Contains(got, "five") {
		t.Errorf("got %v, want five and two others", got)
	}
	slices.Reverse(tasks)
	if again := queries(sample(tasks)); !slices.Equal(got, again) {
		t.Errorf("got %v, and %v of the same in another order", got, again)
	}
	many := []task{}
	for i := range 3 * mostTasks {
		name := string(rune('a'+i%26)) + string(rune('a'+i/26))
		many = append(many, task{Query: name, Gold: []entry{{Path: name + ".go"}}})
	}
	if got := sample(many); len(got) != mostTasks {
		t.Errorf("%d tasks, want %d", len(got), mostTasks)
	}
}

func TestDocumentsAreFound(t *testing.T) {
	s := set{}
	s.join(documentation, true)
	tree := []benchtree.File{{Path: "src/a.go"}, {Path: "src/a_test.go"}, {Path: "docs/guide.md"},
		{Path: "docs/sample.py"}, {Path: "README.md", Mode: "120000"}, {Path: "CHANGELOG.md"}}
	got, err := s.choose(tree)
	if want := []string{"src/a.go", "docs/guide.md"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestSetsAreDescribed checks that the sets of this repository have tasks.
func TestSetsAreDescribed(t *testing.T) {
	sets, err := readSets("sets")
	if err != nil {
		t.Fatal(err)
	}
	count := map[group]int{}
	for _, s := range sets {
		count[s.group]++
		if s.Base == "" || !strings.Contains(s.Repo, "/") || (s.Newest != "") != s.hasLines() {
			t.Errorf("%s: repository %q, commits %q to %q", s.Name, s.Repo, s.Base, s.Newest)
		}
		if s.derived != (s.group != questions) || s.derived && (s.Exclude == "" || s.Extensions == nil) {
			t.Errorf("%s: derived %v, of files %v but %q", s.Name, s.derived, s.Extensions, s.Exclude)
		}
	}
	if count[questions] != 23 || count[documentation] != 35 || count[commits] != 43 || count[seeded] != 43 {
		t.Errorf("got %v", count)
	}
	if _, err := readSets(t.TempDir()); err == nil {
		t.Error("a folder without sets is no error")
	}
}

// TestSetsSayWhatDiffers checks descriptions that share files, but not names.
func TestSetsSayWhatDiffers(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"repos.json": `[{"name": "a", "newest": "1", "extensions": ["c"]}]`,
		"commits/repos.json": `[{"name": "b", "newest": "1"},
			{"name": "c", "newest": "1", "extensions": ["c"], "exclude": "test"}]`})
	sets, err := readSets(dir)
	if err != nil || len(sets) != 6 {
		t.Fatalf("got %v, %v", sets, err)
	}
	for i, want := range map[int]string{0: "[c] ", 2: fmt.Sprint(commitsSource, " ", commitsExclude), 3: "[c] test"} {
		if got := fmt.Sprint(sets[i].Extensions, " ", sets[i].Exclude); got != want {
			t.Errorf("%s: got %s, want %s", sets[i].Name, got, want)
		}
	}
	if sets[0].derived || !sets[2].derived {
		t.Error("tasks beside the descriptions are derived, or those of commits are not")
	}
	writeFiles(t, dir, map[string]string{"questions/repos.json": `[{"name": "b"}]`})
	if _, err := readSets(dir); err == nil || err.Error() != "two sets are named b" {
		t.Errorf("got %v", err)
	}
}
