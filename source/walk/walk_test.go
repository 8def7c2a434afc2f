package walk

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestListingOrder shuffles every listing and moves the tree.
func TestListingOrder(t *testing.T) {
	var first string
	for seed := range uint64(4) {
		root := t.TempDir()
		for _, p := range []string{"b/c.go", "b.go", "b-c.go", "a/x/y.go", "a/x.go",
			"node_modules/m.js", "z.min.js"} {
			write(t, root, p, "x")
		}
		r := rand.New(rand.NewPCG(seed, 1))
		got := outcome(t, root, Options{ReadDir: func(dir string) ([]fs.DirEntry, error) {
			entries, err := os.ReadDir(dir)
			r.Shuffle(len(entries), func(i, j int) {
				entries[i], entries[j] = entries[j],
					entries[i]
			})
			return entries, err
		}})
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("seed %d: got\n%s\nwant\n%s", seed, got, first)
		}
	}
	want := "list a/x.go\nlist a/x/y.go\nlist b-c.go\nlist b.go\nlist b/c.go\n"
	if !strings.HasPrefix(first, want) {
		t.Errorf("got\n%s\nwant\n%s", first, want)
	}
}

func TestRootErrors(t *testing.T) {
	root := t.TempDir()
	write(t, root, "file", "x")
	for path, want := range map[string]string{
		filepath.Join(root, "none"): "no such file",
		filepath.Join(root, "file"): "not a folder",
	} {
		_, err := Walk(context.Background(), path, Options{})
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("Walk(%s): %v, want %q", path, err, want)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if tree, err := Walk(ctx, t.TempDir(), Options{}); !errors.Is(err, context.Canceled) ||
		tree != nil {
		t.Errorf("got %v, %v", tree, err)
	}
}

func TestSymlinks(t *testing.T) {
	outside := t.TempDir()
	write(t, outside, "secret.go", "x")
	root := t.TempDir()
	write(t, root, "real/a.go", "x")
	for link, target := range map[string]string{
		"in.go":        "real/a.go",
		"out.go":       filepath.Join(outside, "secret.go"),
		"outdir":       outside,
		"broken.go":    "none.go",
		"self.go":      "self.go",
		"real/up":      "..",
		"real/sibling": "../real2",
		"chain.go":     "in.go",
		"out.txt":      filepath.Join(outside, "secret.go"),
	} {
		symlink(t, target, filepath.Join(root, link))
	}
	write(t, root, "real2/b.go", "x")
	got := outcome(t, root, Options{Select: func(p string) bool {
		return strings.HasSuffix(p,
			".go")
	}})
	want := `list real/a.go
list real2/b.go
skip broken.go symlink-broken: target is missing
skip chain.go symlink: target is real/a.go
skip in.go symlink: target is real/a.go
skip out.go symlink-out: target is outside the tree
skip outdir symlink-out: target is outside the tree
skip real/sibling symlink: target is real2
skip real/up symlink-loop: target is the folder .
skip self.go symlink-loop: link cycle
ignored 0, unselected 1
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestRootIsLink walks through a link to the root.
func TestRootIsLink(t *testing.T) {
	root := t.TempDir()
	write(t, root, "real/a.go", "x")
	symlink(t, "real", filepath.Join(root, "link"))
	if got, want := outcome(t, filepath.Join(root, "link"),
		Options{}), "list a.go\nignored 0, unselected 0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUnreadable makes the listing of one folder fail midway.
func TestUnreadable(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a/x.go", "x")
	write(t, root, "b/y.go", "x")
	write(t, root, "c/z.go", "x")
	got := outcome(t, root, Options{ReadDir: func(dir string) ([]fs.DirEntry, error) {
		entries, err := os.ReadDir(dir)
		switch filepath.Base(dir) {
		case "a":
			return nil, &fs.PathError{Op: "open", Path: dir, Err: fs.ErrPermission}
		case "b":
			return entries, &fs.PathError{Op: "readdirent", Path: dir,
				Err: errors.New("input/output error")}
		}
		return entries, err
	}})
	want := "list b/y.go\nlist c/z.go\nskip a/ unreadable: permission denied\nskip b/ unreadable: input/output error\nignored 0, unselected 0\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("permissions do not hold here")
	}
	root := t.TempDir()
	write(t, root, "a.go", "x")
	write(t, root, "dir/b.go", "x")
	must(t, os.Chmod(filepath.Join(root, "a.go"), 0))
	must(t, os.Chmod(filepath.Join(root, "dir"), 0))
	t.Cleanup(func() { must(t, os.Chmod(filepath.Join(root, "dir"), 0o777)) })
	got := outcome(t, root, Options{})
	want := "read skip a.go unreadable: permission denied\nskip dir/ unreadable: permission denied\nignored 0, unselected 0\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNames has names that are not UTF-8, and names that are merely odd.
func TestNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the file system takes UTF-8 alone")
	}
	root := t.TempDir()
	for _, p := range []string{"caf\xe9.go", "d\xff/a.go", "line\nbreak.go", "tab\t.go",
		"caf\xe9.txt"} {
		write(t, root, p, "x")
	}
	tree, err := Walk(context.Background(), root,
		Options{Select: func(p string) bool { return strings.HasSuffix(p, ".go") }})
	must(t, err)
	if diff := cmp.Diff([]string{"line\nbreak.go", "tab\t.go"}, paths(tree)); diff != "" {
		t.Error(diff)
	}
	want := []Skip{
		{Path: `"caf\xe9.go"`, Reason: ReasonBadName},
		{Path: `"d\xff"`, Dir: true, Reason: ReasonBadName},
	}
	if diff := cmp.Diff(want, tree.Skipped); diff != "" {
		t.Error(diff)
	}
	if want := map[string]int{".txt": 1}; !maps.Equal(tree.Unselected, want) {
		t.Errorf("unselected %v, want %v", tree.Unselected, want)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name    string
		opts    Options
		content string
		want    string
	}{
		{"at the size", Options{MaxFileBytes: 4}, "abcd", "list a.go"},
		{"above the size", Options{MaxFileBytes: 4}, "abcde",
			"skip a.go too-large: 5 bytes, limit 4"},
		{"size of code", Options{}, strings.Repeat("x\n", 1<<20), "list a.go"},
		{"above the size of code", Options{}, strings.Repeat("x\n", 8<<20) + "x",
			"skip a.go too-large: 16777217 bytes, limit 16777216"},
		{"above the size of data", Options{Data: func(string) bool { return true }},
			strings.Repeat("x\n", 1<<19) + "x",
			"skip a.go too-large: 1048577 bytes, limit 1048576"},
		{"no size", Options{MaxFileBytes: -1}, strings.Repeat("x\n", 9<<20), "list a.go"},
		{"one long line", Options{}, strings.Repeat("x", 1<<20), "list a.go"},
		{"empty", Options{}, "", "list a.go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			write(t, root, "a.go", c.content)
			got, _, _ := strings.Cut(outcome(t, root, c.opts), "\n")
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestIgnoredRoot walks a folder that its enclosing repository ignores: the
// user asked for it, so the repository's rules do not apply.
func TestIgnoredRoot(t *testing.T) {
	top := t.TempDir()
	write(t, top, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, top, ".gitignore", "/shut/\n*.log\n")
	write(t, top, "shut/tree/a.log", "x")
	write(t, top, "open/a.log", "x")
	write(t, top, "open/a.go", "x")
	for dir, want := range map[string]string{
		"shut/tree": "list a.log\nignored 0, unselected 0\n",
		"open":      "list a.go\nignored 1, unselected 0\n",
	} {
		if got := outcome(t, filepath.Join(top, dir), Options{}); got != want {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
}

// TestBadIgnoreFiles has ignore files that are a link and that are too large.
func TestBadIgnoreFiles(t *testing.T) {
	root := t.TempDir()
	write(t, root, "rules", "*.go\n")
	symlink(t, "rules", filepath.Join(root, ".gitignore"))
	write(t, root, "a.go", "x")
	write(t, root, "sub/.gitignore", strings.Repeat("*.go\n", 1<<20))
	write(t, root, "sub/b.go", "x")
	got := outcome(t, root, Options{Select: func(p string) bool {
		return strings.HasSuffix(p,
			".go")
	}})
	want := "list a.go\nlist sub/b.go\nskip sub/.gitignore unreadable: more than 4194304 bytes of rules\nignored 0, unselected 3\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLiteral excludes files by their exact names.
func TestLiteral(t *testing.T) {
	names := []string{"a*b", "ab", "a[b]", "!x", "#y", "z ", `back\slash`, "d/a*b"}
	root := t.TempDir()
	for _, n := range names {
		write(t, root, n, "x")
	}
	for _, n := range names {
		tree, err := Walk(context.Background(), root, Options{Exclude: []string{Literal(n)}})
		must(t, err)
		if got := paths(tree); len(got) != len(names)-1 || slices.Contains(got, n) {
			t.Errorf("Exclude %s leaves %q", Literal(n), got)
		}
	}
}

func symlink(t *testing.T, target, link string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(link), 0o777))
	must(t, os.Symlink(target, link))
}
