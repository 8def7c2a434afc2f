package git

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Object ids of the tests.
var (
	commitA = strings.Repeat("a1", 20)
	commitB = strings.Repeat("b2", 20)
	tagA    = strings.Repeat("c3", 20)
	tagTag  = strings.Repeat("d4", 20)
)

func TestRepository(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string // below .git
		want  State             // Root and, if empty, Name are filled in
	}{
		{"branch", map[string]string{
			"HEAD": "ref: refs/heads/feature/x\n", "refs/heads/feature/x": commitA + "\n",
			"config": "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://user:secret@host.example/org/shop.git\n\tfetch = +refs/*\n",
		}, State{Name: "shop", Branch: "feature/x", Commit: commitA}},
		{"detached", map[string]string{"HEAD": commitA + "\n"}, State{Commit: commitA}},
		{"unborn", map[string]string{"HEAD": "ref: refs/heads/main\n"}, State{Branch: "main"}},
		{"packed", map[string]string{
			"HEAD": "ref: refs/heads/main",
			"packed-refs": "# pack-refs with: peeled fully-peeled sorted \n" + commitB +
				" refs/heads/main\n" + commitA + " refs/tags/v1\n" + tagA + " refs/tags/v2\n^" +
				commitB + "\n",
		}, State{Branch: "main", Commit: commitB, Tag: "v2"}},
		{"loose hides packed", map[string]string{
			"HEAD": "ref: refs/heads/main", "refs/heads/main": commitA, "refs/tags/v1": commitB,
			"packed-refs": commitB + " refs/heads/main\n" + commitA + " refs/tags/v1\n",
		}, State{Branch: "main", Commit: commitA}},
		{"highest of several tags", map[string]string{
			"HEAD": commitA, "refs/tags/v1.9.0": commitA, "refs/tags/v1.10.0": commitA,
			"refs/tags/v1.10.0-rc.2": commitA, "refs/tags/latest": commitA,
			"refs/tags/v2.0.0": commitB,
		}, State{Commit: commitA, Tag: "v1.10.0"}},
		{"tag in a folder", map[string]string{"HEAD": commitA, "refs/tags/release/7": commitA},
			State{Commit: commitA, Tag: "release/7"}},
		{"annotated loose tag", map[string]string{"HEAD": commitA, "refs/tags/v3": tagA,
			looseName(tagA): loose("tag", tagBody(commitA, "commit"))},
			State{Commit: commitA, Tag: "v3"}},
		{"tag of a tag", map[string]string{
			"HEAD": commitA, "refs/tags/v4": tagTag,
			looseName(tagTag): loose("tag", tagBody(tagA, "tag")),
			looseName(tagA):   loose("tag", tagBody(commitA, "commit")),
		}, State{Commit: commitA, Tag: "v4"}},
		{"tag of another commit", map[string]string{"HEAD": commitA, "refs/tags/v3": tagA,
			looseName(tagA): loose("tag", tagBody(commitB, "commit"))}, State{Commit: commitA}},
		{"tag object in a pack", map[string]string{
			"HEAD": commitA, "refs/tags/v5": tagA,
			"objects/pack/p.idx":  packIndex(commitB, tagA, tagTag),
			"objects/pack/p.pack": pack(tagBody(commitA, "commit")),
		}, State{Commit: commitA, Tag: "v5"}},
		{"damaged objects", map[string]string{
			"HEAD": commitA, "refs/tags/v6": tagA, looseName(tagA): "no zlib",
			"refs/tags/v7": tagTag, "objects/pack/p.idx": "short",
		}, State{Commit: commitA}},
		{"reftable", map[string]string{"HEAD": "ref: refs/heads/.invalid\n",
			"config": "[remote \"origin\"]\nurl=x/y.git"}, State{Name: "y"}},
		{"ref out of the repository", map[string]string{"HEAD": "ref: refs/../../secret"}, State{}},
		{"text that is no hash", map[string]string{"HEAD": "ref: refs/heads/main",
			"refs/heads/main": "password"}, State{Branch: "main"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for name, content := range c.files {
				write(t, root, ".git/"+name, content)
			}
			write(t, root, "sub/x", "")
			c.want.Root = realRoot(t, root)
			for _, from := range []string{root, filepath.Join(root, "sub")} {
				got, err := Describe(from)
				if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
					t.Errorf("from %s: %v\n%s", from, err, diff)
				}
			}
		})
	}
}

// TestLinkedWorkTree has a .git file and its own HEAD; everything else is in
// the repository that it is linked to.
func TestLinkedWorkTree(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "main/.git/HEAD", "ref: refs/heads/main\n")
	write(t, dir, "main/.git/refs/heads/main", commitA)
	write(t, dir, "main/.git/refs/heads/side", commitB)
	write(t, dir, "main/.git/refs/tags/v1", commitB)
	write(t, dir, "main/.git/config", "[remote \"origin\"]\n url = git@host.example:org/app.git\n")
	write(t, dir, "main/.git/worktrees/side/HEAD", "ref: refs/heads/side\n")
	write(t, dir, "main/.git/worktrees/side/commondir", "../..\n")
	write(t, dir, "side/.git", "gitdir: "+filepath.Join(dir, "main/.git/worktrees/side")+"\n")
	got, err := Describe(filepath.Join(dir, "side"))
	want := State{Root: filepath.Join(realRoot(t, dir), "side"), Name: "app", Branch: "side",
		Commit: commitB, Tag: "v1"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestNoRepository(t *testing.T) {
	root := t.TempDir()
	if got, err := Describe(root); got != (State{}) || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	write(t, root, ".git", "not a link")
	if got, err := Describe(root); got != (State{}) || err != nil {
		t.Errorf("bad .git: got %+v, %v", got, err)
	}
	if _, err := Describe(filepath.Join(root, "none")); err == nil {
		t.Error("a missing folder gives no error")
	}
}

func TestLastSegment(t *testing.T) {
	for url, want := range map[string]string{
		"https://host.example/org/app.git":            "app",
		"https://user:secret@host.example/app":        "app",
		"https://user:secret@host.example":            "",
		"https://user:secret@host.example/":           "",
		"https://host.example/app.git?token=secret":   "app",
		"https://host.example/app/#secret":            "app",
		"ssh://git@host.example:22/org/app.git/":      "app",
		"git@host.example:app.git":                    "app",
		"git@host.example:org/app":                    "app",
		"secret@host.example":                         "",
		"/srv/git/app.git":                            "app",
		"../app/.git":                                 "app",
		`C:\src\app`:                                  "app",
		"app":                                         "app",
		"":                                            "",
		"https://host.example/org/my.app.git":         "my.app",
		"https://u:p@dev.example/org/proj/_git/app":   "app",
		"https://user:se/cret@host.example":           "",
		"file:///srv/app.git":                         "app",
		"https://user:se/cret@host.example/x/app.git": "app",
	} {
		if got := lastSegment(url); got != want {
			t.Errorf("%s: got %q, want %q", url, got, want)
		}
	}
}

func TestCompareTags(t *testing.T) {
	ascending := []string{"latest", "nightly", "v0.9", "v1.0.0-alpha", "v1.0.0-rc.2",
		"v1.0.0-rc.10", "v1.0.0", "1.0.1", "v1.2", "v1.10", "v2", "v10"}
	for i, a := range ascending {
		for j, b := range ascending {
			if got := compareTags(a, b); got != sign(i-j) {
				t.Errorf("%s, %s: %d, want %d", a, b, got, sign(i-j))
			}
		}
	}
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func realRoot(t *testing.T, dir string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(dir)
	must(t, err)
	return root
}

func tagBody(object, kind string) string {
	return "object " + object + "\ntype " + kind + "\ntag v\ntagger a <a@b> 0 +0000\n\nnote\n"
}

func looseName(id string) string { return "objects/" + id[:2] + "/" + id[2:] }

func loose(kind, body string) string {
	return deflate(fmt.Sprintf("%s %d\x00%s", kind, len(body), body))
}

func deflate(s string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write([]byte(s))
	_ = z.Close()
	return b.String()
}

// packAt is the offset of tagA in packIndex; the other ids are not in the pack.
const packAt = 12

// pack returns a pack file whose only object is a tag.
func pack(body string) string {
	n := len(body)
	head := []byte{byte(n&15) | 4<<4}
	for n >>= 4; n > 0; n >>= 7 {
		head[len(head)-1] |= 0x80
		head = append(head, byte(n&0x7f))
	}
	return "PACK\x00\x00\x00\x02\x00\x00\x00\x01" + string(head) + deflate(body)
}

// packIndex returns an index of ids, sorted, of which the one at packAt is
// tagA. Its offset is in the table of large offsets.
func packIndex(ids ...string) string {
	b := []byte("\xfftOc\x00\x00\x00\x02")
	raw := make([][]byte, len(ids))
	for i, id := range ids {
		raw[i], _ = hex.DecodeString(id)
	}
	for first := range 256 {
		n := uint32(0)
		for _, id := range raw {
			if int(id[0]) <= first {
				n++
			}
		}
		b = binary.BigEndian.AppendUint32(b, n)
	}
	b = append(b, bytes.Join(raw, nil)...)
	b = append(b, make([]byte, 4*len(ids))...)
	for _, id := range ids {
		offset := uint32(1 << 20)
		if id == tagA {
			offset = 1 << 31
		}
		b = binary.BigEndian.AppendUint32(b, offset)
	}
	return string(binary.BigEndian.AppendUint64(b, packAt))
}

// TestIndexDamaged reads an index truncated at every length.
func TestIndexDamaged(t *testing.T) {
	root := t.TempDir()
	entry := append(make([]byte, 62), "a/b.go\x00\x00\x00\x00"...)
	whole := "DIRC\x00\x00\x00\x02\x00\x00\x00\x01" + string(entry)
	write(t, root, ".git/HEAD", "ref: refs/heads/main")
	place, ok := At(root)
	if !ok {
		t.Fatal("no repository")
	}
	for n := range len(whole) + 1 {
		must(t, os.WriteFile(filepath.Join(root, ".git", "index"), []byte(whole[:n]), 0o666))
		got, err := place.index()
		if n == len(whole) && (err != nil || !slices.Equal(got.paths(), []string{"a/b.go"})) ||
			n < len(whole) && err == nil {
			t.Errorf("%d of %d bytes: %q, %v", n, len(whole), got.paths(), err)
		}
	}
}

// TestLargeGitFile checks that a file of git that is larger than git writes it is
// treated as missing.
func TestLargeGitFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "packed-refs")
	for size, want := range map[int64]bool{maxFile: true, maxFile + 1: false} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if _, err := readSmall(path); (err == nil) != want {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
