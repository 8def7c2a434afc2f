package readmetest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestQuestionsHaveAnswers runs the commands of the README's tables of questions in the
// tree that the head of each table names. A command must succeed and print an answer.
func TestQuestionsHaveAnswers(t *testing.T) {
	data, err := os.ReadFile(pages[0])
	if err != nil {
		t.Fatal(err)
	}
	tables := questions(string(data))
	if len(tables) < 2 {
		t.Fatalf("%d tables of questions name a tree", len(tables))
	}
	dir, env := workplace(t, programs(t))
	for tree, commands := range tables {
		name := filepath.Base(tree)
		if err := os.CopyFS(filepath.Join(dir, "questions", name),
			os.DirFS(filepath.Join("../..", filepath.FromSlash(tree)))); err != nil {
			t.Fatal(err)
		}
		in := "cd questions/" + name + " && "
		run(t, in+"indexer build --quiet", dir, env)
		for _, command := range commands {
			got := run(t, in+command, dir, env)
			if len(got) == 0 || strings.HasPrefix(got[len(got)-1], "(exit ") {
				t.Errorf("%s: %s:\n%s", tree, command, strings.Join(got, "\n"))
			}
		}
	}
}

// questions returns the commands of the tables of a page whose head names a tree, by
// that tree:
//
//	| question | command in `testdata/shop` |
func questions(page string) map[string][]string {
	out := map[string][]string{}
	head := regexp.MustCompile("^\\| question \\| command in `([^`]+)` \\|$")
	tree := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if m := head.FindStringSubmatch(line); m != nil {
			tree = m[1]
		} else if !strings.HasPrefix(line, "|") {
			tree = ""
		}
		if tree == "" || strings.HasPrefix(line, "| question ") {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(line, -1) {
			out[tree] = append(out[tree], strings.ReplaceAll(m[1], `\|`, "|"))
		}
	}
	return out
}

func TestQuestionsOfAPage(t *testing.T) {
	got := questions("| question | command in `a/b` |\n|---|---|\n| Who? | `query who`, `query 'x\\|y'` |\n\n| `query not` | |\n")
	if want := "query who; query 'x|y'"; strings.Join(got["a/b"], "; ") != want || len(got) != 1 {
		t.Errorf("%v, want %s", got, want)
	}
}
