package main

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSameTreeGivesSameBytes builds one tree with different numbers of jobs, in
// folders of different names and depths, with shuffled listings, and compares
// every byte of the artifacts.
func TestSameTreeGivesSameBytes(t *testing.T) {
	tr := realSources(t)
	maps.Copy(tr, oddSources)
	top := t.TempDir()
	near, far := filepath.Join(top, "a"), filepath.Join(top, "much", "further down", "the-tree.d")
	for _, dir := range []string{near, far} {
		if err := writeFolder(dir, tr); err != nil {
			t.Fatal(err)
		}
	}
	// The second folder also has the files in another order on disk, and other
	// times.
	for _, name := range slices.Sorted(maps.Keys(tr))[:10] {
		path := filepath.Join(far, filepath.FromSlash(name))
		if err := os.Rename(path, path+"~"); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+"~", path); err != nil {
			t.Fatal(err)
		}
	}
	builds := []struct {
		name, src, jobs string
		readDir         func(string) ([]fs.DirEntry, error)
	}{
		{"one job", near, "1", nil},
		{"two jobs", near, "2", nil},
		{"eight jobs, another folder, shuffled listings", far, "8", shuffledReadDir(7)},
		{"one job, backward listings", far, "1", backwardReadDir},
	}
	if testing.Short() {
		builds = builds[1:3]
	}
	var first map[string]string
	for _, b := range builds {
		out := filepath.Join(top, "out-"+b.jobs+"-"+filepath.Base(b.src))
		runHere(t, globals{readDir: b.readDir}, "build", b.src, "--out", out, "--jobs", b.jobs,
			"--quiet")
		files, err := readFolder(out)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = files
			checkArtifactFiles(t, files, top)
		} else if diff := differences(first, files); len(diff) > 0 {
			t.Errorf("%s: %s and %s differ in %s", b.name, builds[0].name, b.name,
				strings.Join(diff, ", "))
		}
	}
}

// checkArtifactFiles checks that files to compare exist, and that they contain
// no path of this machine.
func checkArtifactFiles(t *testing.T, files map[string]string, dir string) {
	t.Helper()
	tables := 0
	for name, text := range files {
		if strings.HasSuffix(name, ".sst") {
			tables++
		}
		if strings.Contains(text, dir) {
			t.Errorf("%s holds the path of the tree", name)
		}
	}
	if tables == 0 || len(files["regular_code_bundle/chunks.json"]) < 100_000 {
		t.Errorf("%d badger tables, %d bytes of chunks", tables,
			len(files["regular_code_bundle/chunks.json"]))
	}
}

func shuffledReadDir(seed uint64) func(string) ([]fs.DirEntry, error) {
	return func(dir string) ([]fs.DirEntry, error) {
		entries, err := os.ReadDir(dir)
		r := rand.New(rand.NewPCG(seed, uint64(len(entries))))
		r.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		return entries, err
	}
}

func backwardReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	slices.Reverse(entries)
	return entries, err
}

// TestListedFileThatIsNotThere has a listing with a file that does not exist:
// it is skipped and reported, and the rest is the same as without it.
func TestListedFileThatIsNotThere(t *testing.T) {
	top := t.TempDir()
	src := filepath.Join(top, "src")
	files := map[string]string{"a.py": "def f():\n    return g()\n",
		"b.py": "def g():\n    return 1\n"}
	if err := writeFolder(src, files); err != nil {
		t.Fatal(err)
	}
	ghost := func(dir string) ([]fs.DirEntry, error) {
		entries, err := os.ReadDir(dir)
		return append(entries, ghostEntry{entries[0], "ghost.py"}), err
	}
	out := filepath.Join(top, "out")
	err := execute(t.Context(), []string{"build", src, "--out", out, "--quiet"},
		&globals{streams: discard, readDir: ghost})
	if code := program.Exit(err, nil, discard.Err); code != 3 {
		t.Errorf("exit code %d, want 3 (%v)", code, err)
	}
	got, err := os.ReadFile(filepath.Join(out, "diagnostics.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(got), `"path":"ghost.py","language":null,"reason":"vanished"`) {
		t.Errorf("diagnostics do not tell of the file:\n%s", got)
	}
}

// A ghostEntry is the entry of a file under another name.
type ghostEntry struct {
	fs.DirEntry
	name string
}

func (g ghostEntry) Name() string { return g.name }
