// Package readmetest runs the examples of README.md and the pages in docs, and
// generates docs/commands.
//
// Every command in a block marked `console` runs, in the order of the page, in one
// folder that starts as a copy of testdata/shop. The text after it is the expected
// output. "…" in a line matches any text, a line "…" any lines, and "(exit N)" is
// the exit code. A block marked `yaml`, `json` or `text` whose first line is "#
// FILE" is written to that file. The commands in the README's tables of questions run
// in the trees that the tables name. `make docs` rewrites outputs and generates
// docs/commands.
package readmetest

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the pages with what the commands print")

// pages are the pages whose commands are run, in addition to those in docs.
var pages = []string{"../../README.md"}

const docs = "../../docs"

// A block is a sequence of lines of a page between two fences.
type block struct {
	kind  string   // the word after the opening fence; empty for text between blocks
	lines []string // without the fences
}

// blocks splits a page at its fences.
func blocks(text string) []block {
	out := []block{{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		last := &out[len(out)-1]
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && last.kind == "":
			out = append(out, block{kind: fence + " "})
		case isFence:
			out = append(out, block{})
		default:
			last.lines = append(last.lines, line)
		}
	}
	return out
}

// join is the inverse of blocks.
func join(bs []block) string {
	var b strings.Builder
	for i, x := range bs {
		if x.kind != "" {
			b.WriteString("```" + strings.TrimSuffix(x.kind, " ") + "\n")
		} else if i > 0 {
			b.WriteString("```\n")
		}
		for _, l := range x.lines {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

func TestPagesShowWhatTheProgramsPrint(t *testing.T) {
	bin := programs(t)
	inDocs, err := filepath.Glob(filepath.Join(docs, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, inDocs...) {
		t.Run(filepath.Base(page), func(t *testing.T) { runPage(t, page, bin) })
	}
}

// runPage runs the commands of a page.
func runPage(t *testing.T, page, bin string) {
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir, env := workplace(t, bin)
	bs := blocks(string(data))
	for i := range bs {
		switch kind := strings.TrimSpace(bs[i].kind); kind {
		case "console":
			runBlock(t, &bs[i], dir, env)
		case "yaml", "json", "text":
			writeBlock(t, bs[i], dir)
		}
	}
	if *update {
		if err := os.WriteFile(page, []byte(join(bs)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// writeBlock writes the file that a block names.
func writeBlock(t *testing.T, b block, dir string) {
	t.Helper()
	if len(b.lines) == 0 {
		return
	}
	name, ok := strings.CutPrefix(b.lines[0], "# ")
	if !ok || filepath.Ext(name) == "" || strings.Contains(name, " ") {
		return
	}
	lines := b.lines
	if filepath.Ext(name) != ".yaml" { // where "#" is not a comment
		lines = lines[1:]
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
}

// bin is the folder of the programs, after a call of built.
var bin string

// TestMain removes the programs that tests have built.
func TestMain(m *testing.M) {
	code := m.Run()
	if bin != "" {
		os.RemoveAll(bin)
	}
	os.Exit(code)
}

// built builds the programs, once for all tests. Without symbols, the linker takes half
// the time.
var built = sync.OnceValue(func() (err error) {
	if bin, err = os.MkdirTemp("", "programs"); err != nil {
		return err
	}
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin+"/",
		"../../cmd/indexer", "../../cmd/query").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	return nil
})

// programs returns the folder of the programs.
func programs(t *testing.T) string {
	t.Helper()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	return bin
}

// workplace returns a folder with the example tree, and the environment in which
// commands find the programs.
func workplace(t *testing.T, bin string) (dir string, env []string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "shop"), os.DirFS("../../testdata/shop")); err != nil {
		t.Fatal(err)
	}
	return dir, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"NO_COLOR=1", "SEEDGRAPH_ARTIFACTS=", "XDG_CACHE_HOME="+t.TempDir())
}

// runBlock runs the commands of a block in order, and compares, or replaces, the
// output after each.
func runBlock(t *testing.T, b *block, dir string, env []string) {
	var out []string
	for i := 0; i < len(b.lines); {
		command, ok := strings.CutPrefix(b.lines[i], "$ ")
		if !ok {
			t.Fatalf("%q is not below a command", b.lines[i])
		}
		first := i
		for i++; strings.HasSuffix(command, "\\") && i < len(b.lines); i++ {
			command += "\n" + b.lines[i]
		}
		out = append(out, b.lines[first:i]...)
		var want []string
		for ; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
			want = append(want, b.lines[i])
		}
		got := run(t, command, dir, env)
		if matches(want, got) {
			out = append(out, want...)
			continue
		}
		out = append(out, keepPatterns(want, got)...)
		if !*update {
			t.Errorf("$ %s\n(-page +printed)\n%s", command, cmp.Diff(want, got))
		}
	}
	b.lines = out
}

// keepPatterns replaces printed lines by the lines with "…" of the page that match
// them.
func keepPatterns(want, got []string) []string {
	out := append([]string(nil), got...)
	for _, w := range want {
		if strings.TrimSpace(w) == "…" || !strings.Contains(w, "…") {
			continue
		}
		for i, g := range got {
			if lineMatches(w, g) {
				out[i] = w
				break
			}
		}
	}
	return out
}

// run returns the output of a command, line by line, and its exit code.
func run(t *testing.T, command, dir string, env []string) []string {
	c := exec.Command("bash", "-c", command)
	c.Dir, c.Env = dir, env
	data, err := c.CombinedOutput()
	var exit *exec.ExitError
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	if len(data) == 0 {
		lines = nil
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if err != nil {
		if !asExit(err, &exit) {
			t.Fatalf("%s: %v", command, err)
		}
		lines = append(lines, fmt.Sprintf("(exit %d)", exit.ExitCode()))
	}
	return lines
}

func asExit(err error, target **exec.ExitError) bool {
	e, ok := err.(*exec.ExitError)
	*target = e
	return ok
}

// matches compares printed lines with a pattern of lines.
func matches(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if strings.TrimSpace(want[0]) == "…" {
		for i := 0; i <= len(got); i++ {
			if matches(want[1:], got[i:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && lineMatches(want[0], got[0]) && matches(want[1:], got[1:])
}

func lineMatches(want, got string) bool {
	if !strings.Contains(want, "…") {
		return want == got
	}
	if want == got {
		return true
	}
	parts := strings.Split(want, "…")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(got)
}

func TestPatternsOfLines(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"a\nb", "a\nb", true},
		{"a\n…\nz", "a\nb\nc\nz", true},
		{"a\n…", "a", true},
		{"took … ms", "took 12 ms", true},
		{"took … ms", "took 12 s", false},
		{"a", "a\nb", false},
		{"a\n…\nz", "a\nb", false},
	} {
		if got := matches(strings.Split(c.want, "\n"), strings.Split(c.got, "\n")); got != c.ok {
			t.Errorf("pattern %q on %q: %v", c.want, c.got, got)
		}
	}
}
