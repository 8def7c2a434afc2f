package walk

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the want sections of testdata/*.txtar")

// TestTrees walks and reads the tree in each archive of testdata. The comment
// may have a line "options: …"; the section "want" is the complete outcome: one
// line per file that is listed or skipped, and the counts.
func TestTrees(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"),
			func(t *testing.T) { checkArchive(t, name) })
	}
}

func checkArchive(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	must(t, err)
	root := t.TempDir()
	want := -1
	for i, f := range a.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		write(t, root, f.Name, strings.ReplaceAll(string(f.Data), "(repeat)",
			strings.Repeat("var a=1;", 200)))
	}
	if want < 0 {
		t.Fatal("no section want")
	}
	got := outcome(t, root, archiveOptions(t, string(a.Comment)))
	if got == string(a.Files[want].Data) {
		return
	}
	if !*update {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, a.Files[want].Data)
		return
	}
	a.Files[want].Data = []byte(got)
	must(t, os.WriteFile(name, txtar.Format(a), 0o666))
}

// archiveOptions parses the words of the line "options:".
func archiveOptions(t *testing.T, comment string) Options {
	t.Helper()
	var o Options
	for line := range strings.Lines(comment) {
		words, ok := strings.CutPrefix(strings.TrimSpace(line), "options:")
		if !ok {
			continue
		}
		for _, w := range strings.Fields(words) {
			name, value, _ := strings.Cut(w, "=")
			switch name {
			case "vendored":
				o.Vendored = true
			case "no-generated":
				o.NoGenerated = true
			case "build-output":
				o.BuildOutput = true
			case "minified":
				o.Minified = true
			case "no-ignore":
				o.NoIgnore = true
			case "include":
				o.Include = append(o.Include, value)
			case "exclude":
				o.Exclude = append(o.Exclude, value)
			case "select":
				o.Select = func(p string) bool { return strings.HasSuffix(p, value) }
			default:
				t.Fatalf("unknown option %q", w)
			}
		}
	}
	return o
}

// outcome walks a tree and reads its files.
func outcome(t *testing.T, root string, o Options) string {
	t.Helper()
	tree, err := Walk(context.Background(), root, o)
	must(t, err)
	var b strings.Builder
	for _, f := range tree.Files {
		s, err := tree.Read(f)
		var skip *SkipError
		if errors.As(err, &skip) {
			fmt.Fprintln(&b, "read", skipLine(skip.Skip))
			continue
		}
		must(t, err)
		fmt.Fprintln(&b, strings.TrimSpace("list "+f.Path+flags(f, s)))
	}
	for _, s := range tree.Skipped {
		fmt.Fprintln(&b, skipLine(s))
	}
	unselected := 0
	for _, n := range tree.Unselected {
		unselected += n
	}
	fmt.Fprintf(&b, "ignored %d, unselected %d\n", tree.Ignored, unselected)
	return b.String()
}

func skipLine(s Skip) string {
	if s.Dir {
		s.Path += "/"
	}
	return strings.TrimSuffix(fmt.Sprintf("skip %s %s: %s", s.Path, s.Reason, s.Detail), ": ")
}

func flags(f File, s Source) string {
	out := ""
	for _, x := range []struct {
		on   bool
		name string
	}{{f.Vendored, "vendored"}, {s.Generated, "generated"}, {s.Minified, "minified"}, {f.Test,
		"test"}} {
		if x.on {
			out += " " + x.name
		}
	}
	return out
}

// write makes a file and the folders above it.
func write(t *testing.T, root, path, content string) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(path))
	must(t, os.MkdirAll(filepath.Dir(full), 0o777))
	must(t, os.WriteFile(full, []byte(content), 0o666))
}
