package artifacts_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/testkit/longtest"
)

// TestDamageIsNamed damages every file in every way. Open reports damage that it can
// detect without reading everything; Verify reports all. Neither panics.
func TestDamageIsNamed(t *testing.T) {
	longtest.NotRaced(t)
	for _, compress := range []bool{false, true} {
		dir := write(t, artifactstest.Sample(), artifacts.Options{Compress: compress})
		for path, content := range contents(t, dir) {
			for damage, change := range map[string]func(string) (string, bool){
				"missing":   func(string) (string, bool) { return "", false },
				"truncated": func(s string) (string, bool) { return s[:len(s)/2], true },
				"flipped":   func(s string) (string, bool) { return flip(s, len(s)/2), true },
				"first":     func(s string) (string, bool) { return flip(s, 0), true },
				"last":      func(s string) (string, bool) { return flip(s, len(s)-1), true },
				"foreign": func(string) (string, bool) {
					return "{\"hello\": \"world\"}\n",
						true
				},
				"longer": func(s string) (string, bool) { return s + "\n", true },
			} {
				changed, keep := change(content)
				if keep && changed == content {
					continue // an empty file stays empty
				}
				file := filepath.Join(dir, filepath.FromSlash(path))
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
				if keep {
					if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				checkDamage(t, dir, path, damage, len(changed) != len(content))
				if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		mustVerify(t, dir)
	}
}

func flip(s string, i int) string {
	if s == "" {
		return s
	}
	return s[:i] + string(s[i]^0x10) + s[i+1:]
}

func checkDamage(t *testing.T, dir, path, damage string, sized bool) {
	t.Helper()
	findings, err := artifacts.Verify(dir)
	named := false
	for _, f := range findings {
		named = named || strings.Contains(f.String(), path)
	}
	if err == nil && !named {
		t.Errorf("%s %s: the findings are %v", path, damage, findings)
	}
	if err != nil && !errors.Is(err, artifacts.ErrVersion) {
		t.Errorf("%s %s: Verify fails with %v", path, damage, err)
	}
	r, err := artifacts.Open(dir)
	if err == nil {
		_, _ = everything(r) // may fail, must not panic
		r.Close()
		if sized || path == "manifest.json" {
			t.Errorf("%s %s: Open finds nothing", path, damage)
		}
		return
	}
	if !errors.Is(err, artifacts.ErrCorrupt) && !errors.Is(err, artifacts.ErrVersion) {
		t.Errorf("%s %s: Open fails with %v", path, damage, err)
	}
}

// everything reads all data of a Reader, and returns the number of texts.
func everything(r *artifacts.Reader) (texts int, err error) {
	for n := range r.NumNodes() {
		_, err1 := r.Node(n)
		_, err2 := r.Out(n)
		_, err3 := r.In(n)
		text, err4 := r.Text(n)
		if text != "" {
			texts++
		}
		err = errors.Join(err, err1, err2, err3, err4)
	}
	_, err1 := r.FieldLengths()
	list, err2 := r.Postings("order")
	for err2 == nil && list.Next() {
	}
	_, err3 := r.Resolve("OrderService.Place")
	return texts, errors.Join(err, err1, err2, err3)
}

// TestEveryByteOfTheStoreCounts flips bytes throughout the tables: a reader returns the
// correct data or an error, never wrong data.
func TestEveryByteOfTheStoreCounts(t *testing.T) {
	dir := write(t, artifactstest.Sample(), artifacts.Options{})
	table := filepath.Join(dir, "graph", "000001.sst")
	raw, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	noticed := 0
	for i := 0; i < len(raw); i += 13 {
		raw[i] ^= 0x55
		if err := os.WriteFile(table, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		raw[i] ^= 0x55
		r, err := artifacts.Open(dir)
		if err == nil {
			if _, err = everything(r); err == nil {
				compareGraph(t, r, artifactstest.Sample().Graph)
			}
			r.Close()
		}
		if err != nil && !errors.Is(err, artifacts.ErrCorrupt) &&
			!errors.Is(err, artifacts.ErrVersion) {
			t.Fatalf("byte %d: %v", i, err)
		}
		if err != nil {
			noticed++
		}
	}
	if noticed == 0 {
		t.Error("no damage was noticed")
	}
}

func TestFlippedTextIsNoticed(t *testing.T) {
	in := artifactstest.Sample()
	dir := write(t, in, artifacts.Options{})
	file := filepath.Join(dir, "regular_code_bundle", "chunks.json")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(raw), "def load(path):",
		"def Load(path):", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	r := open(t, dir)
	for i, n := range in.Graph.Nodes {
		_, err := r.Text(uint32(i))
		if damaged := n.Short == "load"; damaged != errors.Is(err, artifacts.ErrCorrupt) {
			t.Errorf("the text of %s: %v", n.ID, err)
		}
	}
}

func TestNoArtifactsAndOtherVersions(t *testing.T) {
	empty := t.TempDir()
	if _, err := artifacts.Open(empty); !errors.Is(err, artifacts.ErrNotFound) {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := artifacts.Open(filepath.Join(empty, "none")); !errors.Is(err,
		artifacts.ErrNotFound) {
		t.Errorf("no folder: %v", err)
	}
	dir := write(t, artifactstest.Sample(), artifacts.Options{})
	file := filepath.Join(dir, "manifest.json")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.Replace(string(raw), `"format_version": 2`, `"format_version": 99`, 1)
	if err := os.WriteFile(file, []byte(newer), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"Open": errOf(artifacts.Open(dir)),
		"Verify": errOf(artifacts.Verify(dir))} {
		if !errors.Is(err, artifacts.ErrVersion) || !strings.Contains(err.Error(), "99") {
			t.Errorf("%s of format 99: %v", name, err)
		}
	}
}

func errOf[T any](_ T, err error) error { return err }

// TestDamageInTheMiddleIsNoticedWhenRead flips bytes of blocks that are read only on
// demand.
func TestDamageInTheMiddleIsNoticedWhenRead(t *testing.T) {
	longtest.NotRaced(t)
	in := artifactstest.Synthetic(6_000, 30_000, 4)
	dir := write(t, in, artifacts.Options{})
	table := filepath.Join(dir, "graph", "000001.sst")
	raw, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	noticed := 0
	for i := 1; i < 8; i++ {
		at := i * len(raw) / 10
		raw[at] ^= 0x01
		if err := os.WriteFile(table, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		raw[at] ^= 0x01
		r := open(t, dir) // the tail is intact
		_, err := everything(r)
		if err != nil && !errors.Is(err, artifacts.ErrCorrupt) {
			t.Fatalf("byte %d: %v", at, err)
		}
		if err != nil {
			noticed++
		}
	}
	if noticed < 4 { // the others are in postings that were not read
		t.Errorf("%d of 7 damages were noticed", noticed)
	}
}
