// Package resolvetest tests name resolution with small programs that a reader can check
// by eye: txtar archives of source files with the expected edges.
//
// An archive begins with the rule that it tests. Every file in it is a source, or one
// that describes the project (go.mod, tsconfig.json), except for libraries installed in
// their folders (node_modules) and for these:
//
//	want    lines that must hold, see [Run]
//	truth   the calls that a compiler finds, see [RunTruth]
//	missed  the calls of truth that are known not to be found
//	options optional features of the build: columns
//
// The name "link -> target" denotes a symbolic link.
package resolvetest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"seedgraph/build/expect"
	"seedgraph/external/libs"
	"seedgraph/graph"
	"seedgraph/testkit/treetest"
)

var update = flag.Bool("update", false, "rewrite the tiers in the want sections of the archives")

// Run builds the sources of every archive that matches the glob pattern, each in a
// subtest, and checks the lines of its section want, which package expect documents. With
// -update, the tiers of expected edges without a Via and without operations are rewritten.
func Run(t *testing.T, pattern string) {
	t.Helper()
	each(t, pattern, func(t *testing.T, file string, archive *txtar.Archive) {
		b := build(t, archive)
		lines := strings.Split(expect.Section(archive, "want"), "\n")
		if *update {
			setTiers(b, archive, lines)
			write(t, file, archive)
		}
		problems, checked := b.Check(lines)
		for _, p := range problems {
			t.Error(p)
		}
		if checked == 0 {
			t.Error("the archive wants nothing")
		}
		if t.Failed() {
			t.Logf("the graph:\n%s", strings.Join(b.Report(), "\n"))
			return
		}
		setTiers(b, archive, lines)
		wantUnchanged(t, file, archive)
	})
}

// RunTruth builds the sources of every archive that matches the glob pattern, each in a
// subtest, and compares the calls and creations with its section truth, which a
// compiler wrote:
//
//	call Shop.java:12 --> Price.java:3
//
// Both ends are the lines of the names of definitions, so every definition must be on a
// separate line. Lines of the section missed are calls of the truth that are not found;
// a call that is found must be in the truth.
//
// Sources below the folder unseen are libraries: the compiler read them, but the index
// does not contain them. In a program that uses such a library, an edge of tier unique
// or lower may be wrong, as these tiers imply; one of a higher tier may not. With
// -update, the section missed of these archives is rewritten.
func RunTruth(t *testing.T, pattern string) {
	t.Helper()
	each(t, pattern, func(t *testing.T, file string, archive *txtar.Archive) {
		truth, missed := lineSet(expect.Section(archive, "truth")), lineSet(expect.Section(archive, "missed"))
		if len(truth) == 0 {
			t.Fatal("the archive has no truth")
		}
		whole := &txtar.Archive{Comment: archive.Comment, Files: slices.Clone(archive.Files)}
		archive.Files = slices.DeleteFunc(archive.Files, isUnseen)
		libraries := len(archive.Files) < len(whole.Files)
		maps.DeleteFunc(truth, func(line string, _ bool) bool {
			return strings.Contains(line, " "+unseen)
		})
		found := calls(build(t, archive))
		if libraries && *update {
			missed = setMissed(whole, truth, found)
			write(t, file, whole)
		}
		for _, line := range sorted(truth) {
			_, ok := found[line]
			if !ok && !missed[line] {
				t.Errorf("not found: %s", line)
			}
			if ok && missed[line] {
				t.Errorf("found, but listed as missed: %s", line)
			}
		}
		for _, line := range slices.Sorted(maps.Keys(found)) {
			tier := found[line]
			if !truth[line] && (!libraries || tier <= graph.Typed) {
				t.Errorf("wrong, of tier %s: %s", tier, line)
			}
		}
		for _, line := range sorted(missed) {
			if !truth[line] {
				t.Errorf("listed as missed, but not in the truth: %s", line)
			}
		}
		if libraries && !t.Failed() {
			setMissed(whole, truth, found)
			wantUnchanged(t, file, whole)
		}
	})
}

// unseen is the folder of sources that a compiler read but the index does not
// contain.
const unseen = "unseen/"

func isUnseen(f txtar.File) bool { return strings.HasPrefix(f.Name, unseen) }

// setMissed sets the section missed of an archive to the lines of the truth that
// are not found.
func setMissed(archive *txtar.Archive, truth map[string]bool,
	found map[string]graph.Tier) map[string]bool {
	missed := maps.Clone(truth)
	maps.DeleteFunc(missed, func(line string, _ bool) bool {
		_, ok := found[line]
		return ok
	})
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		return f.Name == "missed"
	})
	if len(missed) > 0 {
		archive.Files = append(archive.Files, txtar.File{Name: "missed",
			Data: []byte(strings.Join(sorted(missed), "\n") + "\n")})
	}
	return missed
}

func write(t *testing.T, file string, archive *txtar.Archive) {
	t.Helper()
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wantUnchanged fails if an archive, as -update would write it, differs from the file:
// while the tests pass, -update changes nothing.
func wantUnchanged(t *testing.T, file string, archive *txtar.Archive) {
	t.Helper()
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), string(txtar.Format(archive))); diff != "" {
		t.Errorf("-update would change the archive (-is +would be):\n%s", diff)
	}
}

func each(t *testing.T, pattern string, check func(t *testing.T, file string,
	archive *txtar.Archive)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives match %s (%v)", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			check(t, file, archive)
		})
	}
}

// lineSet returns the lines of text that are neither empty nor comments.
func lineSet(text string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			set[line] = true
		}
	}
	return set
}

func sorted(set map[string]bool) []string {
	var out []string
	for line := range set {
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// build builds an archive, with the libraries installed in it.
func build(t *testing.T, archive *txtar.Archive) *expect.Graph {
	t.Helper()
	whole := *archive
	var libraries *libs.Libraries
	whole.Files, libraries = installed(t, archive.Files)
	b, err := expect.Build(&whole, expect.Options{Libraries: libraries})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range b.Problems {
		t.Error(p)
	}
	return b
}

// folders are the folders in which libraries are installed.
var folders = []string{"node_modules/", "pkg/mod/", "site-packages/", ".m2/"}

// requirements are the files of a tree that list its libraries.
var requirements = []string{"go.mod", "pom.xml"}

// isInstalled reports whether a file belongs to a library.
func isInstalled(name string) bool {
	return path.Ext(name) == ".jar" || slices.ContainsFunc(folders, func(folder string) bool {
		return strings.HasPrefix(name, folder) || strings.Contains(name, "/"+folder)
	})
}

// installed writes the files of libraries, and those that list the libraries of the
// tree, to a folder, and returns all files that do not belong to libraries.
func installed(t *testing.T, files []txtar.File) (sources []txtar.File, found *libs.Libraries) {
	t.Helper()
	dir := ""
	for _, f := range files {
		if !isInstalled(f.Name) {
			sources = append(sources, f)
			continue
		}
		if dir == "" {
			dir = t.TempDir()
		}
		treetest.File(t, dir, f)
	}
	if dir == "" {
		return sources, nil
	}
	for _, f := range sources {
		if slices.Contains(requirements, path.Base(f.Name)) {
			treetest.File(t, dir, f)
		}
	}
	found = libs.Open(dir, dir)
	t.Cleanup(found.Close)
	return sources, found
}

// calls returns the calls and creations, as lines of a truth.
func calls(b *expect.Graph) map[string]graph.Tier {
	at := func(i uint32) string {
		n := &b.Result.Graph.Nodes[i]
		return fmt.Sprintf("%s:%d", n.Path, n.NameLine)
	}
	out := map[string]graph.Tier{}
	for _, e := range b.Result.Graph.Edges {
		if (e.Kind == graph.Calls || e.Kind == graph.Creates) && e.Via == graph.ViaNone {
			line := "call " + at(e.From) + " --> " + at(e.To)
			if tier, ok := out[line]; !ok || e.Tier < tier {
				out[line] = e.Tier
			}
		}
	}
	return out
}

// setTiers sets the tiers of expected edges to the actual ones, in the archive and
// in lines.
func setTiers(b *expect.Graph, archive *txtar.Archive, lines []string) {
	for i, line := range lines {
		if !strings.HasPrefix(line, "edge ") && !strings.HasPrefix(line, "out ") {
			continue
		}
		bare := line
		at := strings.LastIndexByte(line, ' ')
		if _, ok := graph.ParseTier(line[at+1:]); ok {
			bare = line[:at]
		}
		for _, tier := range graph.Tiers() {
			if l := bare + " " + tier.String(); b.Has(l) {
				lines[i] = l
			}
		}
	}
	for i := range archive.Files {
		if archive.Files[i].Name == "want" {
			archive.Files[i].Data = []byte(strings.Join(lines, "\n"))
		}
	}
}
