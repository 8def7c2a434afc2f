// Package readmetest runs what README.md shows: every command in a block marked
// `console`, in the order of the file, in one folder that begins as a copy of
// testdata/shop. What a command prints must be what stands below it. "…" in a
// line stands for any text, a line of "…" alone for any lines, and "(exit N)"
// for the exit code.
//
// A block marked `yaml` that begins with the comment "# NAME.yaml" is the file of
// that name in the folder.
//
// The tables of commands and flags are generated from the programs' help.
// With -update both are rewritten.
package readmetest

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite README.md with what the commands print")

const readme = "../../README.md"

// A block is a run of lines of the README between two fences.
type block struct {
	kind  string   // the word after the opening fence; empty for text between blocks
	lines []string // without the fences
}

// blocks cuts the README at its fences.
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

func TestReadmeShowsWhatTheProgramsPrint(t *testing.T) {
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	dir, env := workplace(t)
	bs := blocks(string(data))
	commands := 0
	for i := range bs {
		switch bs[i].kind {
		case "console ":
			commands += runBlock(t, &bs[i], dir, env)
		case "yaml ":
			writeBlock(t, bs[i], dir)
		}
	}
	if commands == 0 {
		t.Fatal("README.md shows no command")
	}
	if *update {
		if err := os.WriteFile(readme, []byte(join(bs)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// writeBlock writes a block that is a file.
func writeBlock(t *testing.T, b block, dir string) {
	t.Helper()
	if len(b.lines) == 0 {
		return
	}
	name, ok := strings.CutPrefix(b.lines[0], "# ")
	if !ok || !strings.HasSuffix(name, ".yaml") || strings.ContainsAny(name, " /") {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(b.lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// workplace builds the programs and copies the example tree.
func workplace(t *testing.T) (dir string, env []string) {
	t.Helper()
	bin, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"indexer", "query"} {
		if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, name), "../../cmd/"+name).CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", name, err, out)
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "shop"), os.DirFS("../../testdata/shop")); err != nil {
		t.Fatal(err)
	}
	env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1", "SEEDGRAPH_ARTIFACTS=")
	return dir, env
}

// runBlock runs the commands of a block one after the other and compares, or
// replaces, what stands below each.
func runBlock(t *testing.T, b *block, dir string, env []string) (commands int) {
	var out []string
	for i := 0; i < len(b.lines); {
		command, ok := strings.CutPrefix(b.lines[i], "$ ")
		if !ok {
			t.Fatalf("README.md: %q stands below no command", b.lines[i])
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
		commands++
		if matches(want, got) {
			out = append(out, want...)
			continue
		}
		out = append(out, keepPatterns(want, got)...)
		if !*update {
			t.Errorf("$ %s\n(-README +printed)\n%s", command, cmp.Diff(want, got))
		}
	}
	b.lines = out
	return commands
}

// keepPatterns puts the lines with "…" of the README in the place of the printed
// lines that they match.
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

// run returns what a command prints, line by line, and how it ends.
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
