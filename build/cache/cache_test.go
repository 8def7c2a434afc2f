package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func keyOf(n int) Key { return sha256.Sum256([]byte(fmt.Sprint(n))) }

func dataOf(n int) []byte { return bytes.Repeat([]byte{byte(n)}, n%50+1) }

// fill opens a cache, puts entries that it lacks, and closes it.
func fill(t *testing.T, folder string, version Key, limit int64, from, to int) (found int) {
	t.Helper()
	d, err := Open(folder, version)
	if err != nil {
		t.Fatal(err)
	}
	d.limit = limit
	for n := from; n < to; n++ {
		data, ok := d.Get(keyOf(n), nil)
		if !ok {
			d.Put(keyOf(n), dataOf(n))
			continue
		}
		found++
		if !bytes.Equal(data, dataOf(n)) {
			t.Errorf("entry %d has other bytes", n)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return found
}

func segmentsIn(t *testing.T, folder string) (count int, size int64) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	return len(entries), size
}

func TestDir(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a[b]*", "cache")
	if found := fill(t, folder, Key{1}, 1<<20, 0, 100); found != 0 {
		t.Errorf("%d entries of a new folder", found)
	}
	if found := fill(t, folder, Key{1}, 1<<20, 50, 150); found != 50 {
		t.Errorf("%d entries found, want 50", found)
	}
	if found := fill(t, folder, Key{2}, 1<<20, 0, 10); found != 0 {
		t.Errorf("%d entries of another program found", found)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may use the folder: %v, %v", info.Mode(), err)
	}
}

// TestMerge: builds that each add something leave a bounded number of segments, with everything.
func TestMerge(t *testing.T) {
	folder := t.TempDir()
	for n := range 100 {
		fill(t, folder, Key{1}, 1<<20, n, n+3)
		if count, _ := segmentsIn(t, folder); count > maxSegments {
			t.Fatalf("%d segments after %d builds", count, n+1)
		}
	}
	if found := fill(t, folder, Key{1}, 1<<20, 0, 102); found != 102 {
		t.Errorf("%d entries are left, want 102", found)
	}
}

// TestLimit: beyond the limit entries that the last build has not used are dropped, first those of other
// programs.
func TestLimit(t *testing.T) {
	folder := t.TempDir()
	fill(t, folder, Key{2}, 1<<20, 0, 400)
	const limit = 60 << 10
	fill(t, folder, Key{1}, limit, 0, 200)
	if found := fill(t, folder, Key{2}, 1<<20, 0, 400); found != 400 {
		t.Errorf("%d entries of another program are left, want all", found)
	}
	fill(t, folder, Key{1}, limit, 200, 500)
	if found := fill(t, folder, Key{1}, limit, 0, 200); found != 200 {
		t.Errorf("%d entries of the first build are left, want all: those of the other program make room", found)
	}
	if found := fill(t, folder, Key{2}, 1<<20, 0, 1); found != 0 {
		t.Error("entries of another program are left")
	}
	for n := 1000; n < 10_000; n += 500 {
		fill(t, folder, Key{1}, limit, n, n+500)
		// The live entries may take more than the limit, by the factor.
		if _, size := segmentsIn(t, folder); size > 2*limit {
			t.Fatalf("%d bytes", size)
		}
		if found := fill(t, folder, Key{1}, limit, n, n+500); found != 500 {
			t.Fatalf("%d entries of the last build are left", found)
		}
	}
}

// TestDamage: whatever bytes are changed, an entry has its own bytes or is absent.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	fill(t, folder, Key{1}, 1<<20, 0, 100)
	paths, err := filepath.Glob(filepath.Join(folder, segmentPattern))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	sound, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	absent := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 3))
		bad := bytes.Clone(sound)
		if r.IntN(4) == 0 {
			bad = bad[:r.IntN(len(bad))]
		} else {
			bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
		}
		if err := os.WriteFile(paths[0], bad, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := Open(folder, Key{1})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 100 {
			data, ok := d.Get(keyOf(n), nil)
			if !ok {
				absent++
			} else if !bytes.Equal(data, dataOf(n)) {
				t.Fatalf("seed %d: entry %d has other bytes", seed, n)
			}
		}
		for _, s := range d.segments {
			s.file.Close()
		}
	}
	if absent < 1000 {
		t.Errorf("only %d entries are absent", absent)
	}
	if found := fill(t, folder, Key{1}, 1<<20, 0, 100); found == 100 {
		t.Error("the last damage left all entries")
	}
	if found := fill(t, folder, Key{1}, 1<<20, 0, 100); found != 100 {
		t.Errorf("%d entries after a build on a damaged cache", found)
	}
}

// TestTogether: several builds at once, which merge segments, neither fail nor lose what the last one wrote.
func TestTogether(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for n := range 40 {
				fill(t, folder, Key{1}, 1<<20, 100*worker+n, 100*worker+n+2)
			}
		})
	}
	all.Wait()
	fill(t, folder, Key{1}, 1<<20, 0, 500)
	if found := fill(t, folder, Key{1}, 1<<20, 0, 500); found != 500 {
		t.Errorf("%d entries, want 500", found)
	}
}

func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(file, "cache"), Key{}); err == nil {
		t.Error("a cache in a file")
	}
	folder := t.TempDir()
	d, err := Open(folder, Key{})
	if err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(folder)
	d.Put(keyOf(1), dataOf(1))
	if d.Close() == nil {
		t.Error("no error for a folder that is gone")
	}
}

func TestAbandoned(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, "seedgraph-1.tmp")
	for _, path := range []string{old, filepath.Join(folder, "seedgraph-2.tmp"), filepath.Join(folder, "mine.tmp")} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	fill(t, folder, Key{1}, 1<<20, 0, 1)
	if count, _ := segmentsIn(t, folder); count != 3 {
		t.Errorf("%d files are left, want the segment and two others", count)
	}
}

func TestRemoveUnused(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{"new", "old", "other"} {
		fill(t, filepath.Join(parent, name), Key{1}, 1<<20, 0, 1)
	}
	if err := os.WriteFile(filepath.Join(parent, "other", "notes"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * unused)
	for _, name := range []string{"old", "other"} {
		if err := os.Chtimes(filepath.Join(parent, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	RemoveUnused(parent)
	if _, err := os.Stat(filepath.Join(parent, "old")); err == nil {
		t.Error("an unused cache is left")
	}
	if _, err := os.Stat(filepath.Join(parent, "other", "notes")); err != nil {
		t.Error("a file of someone else is gone")
	}
	if count, _ := segmentsIn(t, filepath.Join(parent, "new")); count != 1 {
		t.Error("a cache in use is gone")
	}
}

func TestMemory(t *testing.T) {
	m := NewMemory(100)
	put := func(n int) { m.Put(keyOf(n), make([]byte, 40)) }
	has := func(n int) bool { _, ok := m.Get(keyOf(n), nil); return ok }
	put(1)
	put(2)
	put(3)
	if !has(1) || !has(2) || has(3) {
		t.Error("the limit does not hold, or drops what the build uses")
	}
	m.Next()
	has(1)
	m.Next()
	has(1)
	put(3)
	if !has(1) || has(2) || !has(3) {
		t.Error("an unused entry stays, or one in use goes")
	}
}

func TestLayers(t *testing.T) {
	first, second := NewMemory(1000), NewMemory(1000)
	second.Put(keyOf(1), dataOf(1))
	if _, ok := (Layers{first, second}).Get(keyOf(1), nil); !ok {
		t.Error("not found")
	}
	if data, ok := first.Get(keyOf(1), nil); !ok || !bytes.Equal(data, dataOf(1)) {
		t.Error("not given to the first layer")
	}
}

// TestProgram: the program that runs the test has an id, the same each time.
func TestProgram(t *testing.T) {
	a, err := Program()
	b, _ := Program()
	if err != nil || a == (Key{}) || a != b {
		t.Error(a, b, err)
	}
}
