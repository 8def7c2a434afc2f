// Command diff compares `indexer diff` with git over the history of a repository of Go,
// Python, C# or TypeScript code. For each of the newest commits that change files of
// the language it builds both states, and compares the definitions that `indexer diff`
// reports with the definitions that contain the hunks of `git diff`, as found by
// go/parser or Python's ast or, for C# and TypeScript, in the index.
//
//	go run ./scripts/truth/diff -indexer bin/indexer -language go -commits 100 REPO
//
// REPO is a git directory; it need not have a work tree.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	indexer := flag.String("indexer", "bin/indexer", "the program to check")
	commits := flag.Int("commits", 100, "how many commits")
	name := flag.String("language", "go", "the language of the repository: go, python, csharp or typescript")
	verbose := flag.Bool("v", false, "print every disagreement")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: diff [flags] REPO")
	}
	lang, ok := languages[*name]
	if !ok {
		log.Fatalf("language %q: use go, python, csharp or typescript", *name)
	}
	work, err := os.MkdirTemp("", "difftruth")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(work)
	c := &checker{repo: flag.Arg(0), indexer: *indexer, work: work, verbose: *verbose,
		language: lang}
	if err := c.run(*commits); err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.total)
}

// A checker walks over a history.
type checker struct {
	repo, indexer, work string
	verbose             bool
	language            language
	total               score
}

// git runs git in the repository.
func (c *checker) git(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"--git-dir=" + c.repo, "-c", "core.quotepath=off"},
		args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return string(out), err
}

// run checks the newest commits, the oldest of them first.
func (c *checker) run(n int) error {
	out, err := c.git(append([]string{"log", "--first-parent", "--no-merges", "--format=%H", "-n",
		fmt.Sprint(4*n + 1), "HEAD", "--"}, c.language.globs()...)...)
	if err != nil {
		return err
	}
	list := strings.Fields(out)
	list = list[:min(n, len(list))]
	slices.Reverse(list)
	for i, commit := range list {
		if err := c.commit(commit); err != nil {
			return fmt.Errorf("%s: %w", commit, err)
		}
		fmt.Fprintf(os.Stderr, "\r%d of %d commits", i+1, len(list))
	}
	fmt.Fprintln(os.Stderr)
	return nil
}

// commit checks one commit against its parent.
func (c *checker) commit(commit string) error {
	for side, rev := range map[string]string{"old": commit + "^", "new": commit} {
		if err := c.checkOut(rev, side); err != nil {
			return err
		}
		build := exec.Command(c.indexer, "build", c.tree(side), "--out", c.tree(side)+".sg", "--quiet", "--no-cache")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("build: %w: %s", err, out)
		}
	}
	r, err := c.report()
	if err != nil {
		return err
	}
	t, err := c.truth(commit)
	if err != nil {
		return err
	}
	c.total.commits++
	c.total.compare(c.language, r, t, func(format string, args ...any) {
		if c.verbose {
			fmt.Printf(commit[:10]+" "+format+"\n", args...)
		}
	})
	return nil
}

func (c *checker) tree(side string) string { return filepath.Join(c.work, side) }

// checkOut writes the files of the language of a revision into the tree of a side.
func (c *checker) checkOut(rev, side string) error {
	out, err := c.git("ls-tree", "-r", rev)
	if err != nil {
		return err
	}
	want := map[string]string{} // blobs by path
	for line := range strings.Lines(out) {
		meta, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if fields := strings.Fields(meta); fields[1] == "blob" && c.language.has(path) {
			want[path] = fields[2]
		}
	}
	state := c.tree(side) + ".json"
	have := map[string]string{}
	if raw, err := os.ReadFile(state); err == nil {
		if err := json.Unmarshal(raw, &have); err != nil {
			return err
		}
	}
	for path := range have {
		if want[path] == "" {
			if err := os.Remove(filepath.Join(c.tree(side), path)); err != nil {
				return err
			}
		}
	}
	for path, blob := range want {
		if have[path] == blob {
			continue
		}
		text, err := c.git("cat-file", "blob", blob)
		if err != nil {
			return err
		}
		file := filepath.Join(c.tree(side), path)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	raw, err := json.Marshal(want)
	if err != nil {
		return err
	}
	return os.WriteFile(state, raw, 0o666)
}

// A reported is a node in the report of `indexer diff`.
type reported struct {
	Change       string   `json:"change"`
	Kind         string   `json:"kind"`
	Name         string   `json:"name"`
	OldName      string   `json:"old_name"`
	ID           string   `json:"id"`
	OldID        string   `json:"old_id"`
	Path         string   `json:"path"`
	OldPath      string   `json:"old_path"`
	StartLine    int      `json:"start_line"`
	EndLine      int      `json:"end_line"`
	OldStartLine int      `json:"old_start_line"`
	OldEndLine   int      `json:"old_end_line"`
	Aspects      []string `json:"aspects"`
	With         string   `json:"with"`
}

// report runs `indexer diff` over both builds.
func (c *checker) report() ([]reported, error) {
	cmd := exec.Command(c.indexer, "diff", c.tree("old")+".sg", c.tree("new")+".sg", "--json")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var r struct {
		Nodes []reported `json:"nodes"`
	}
	return r.Nodes, json.Unmarshal(out, &r)
}
