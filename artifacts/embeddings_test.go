package artifacts_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/internal/embedding"
	"seedgraph/testkit/embeddingtest"
)

// shopTable is an embedding in which bill is similar to charge, and order to purchase.
func shopTable(t *testing.T) *embedding.Table {
	t.Helper()
	table, err := embedding.ReadFolder(embeddingtest.Groups(t, []string{"bill", "charge"},
		[]string{"order", "purchase"}, []string{"save", "insert"}, []string{"b", "a"}))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// withTable returns an index with vectors.
func withTable(t *testing.T, in artifacts.Index) artifacts.Index {
	in.Embeddings = shopTable(t)
	return in
}

// TestEmbeddings checks that a text is similar to nodes that have other words of the same
// meaning, and that the bytes do not depend on the number of workers.
func TestEmbeddings(t *testing.T) {
	dir := write(t, withTable(t, artifactstest.Shop()), artifacts.Options{Workers: 1})
	mustVerify(t, dir)
	if diff := cmp.Diff(contents(t, dir), contents(t, write(t, withTable(t, artifactstest.Shop()),
		artifacts.Options{Workers: 7}))); diff != "" {
		t.Error("the number of workers changes the artifacts")
	}
	r := open(t, dir)
	cosines, err := r.Cosines("charge")
	if err != nil || len(cosines) != int(r.NumNodes()) {
		t.Fatalf("%d cosines, %v", len(cosines), err)
	}
	m, err := r.Resolve("dbo.BillOrder")
	if err != nil || len(m.Nodes) != 1 {
		t.Fatal(m, err)
	}
	if bill := m.Nodes[0]; cosines[bill] < 0.3 || slices.Max(cosines) != cosines[bill] {
		t.Errorf("dbo.BillOrder has the cosine %g, the highest is %g", cosines[bill], slices.Max(cosines))
	}
	for _, text := range []string{"", "zeppelin"} {
		if c, err := r.Cosines(text); c != nil || err != nil {
			t.Errorf("%q: %v, %v", text, c, err)
		}
	}
}

// TestNoEmbeddings checks artifacts without vectors.
func TestNoEmbeddings(t *testing.T) {
	r := open(t, write(t, artifactstest.Shop(), artifacts.Options{}))
	if c, err := r.Cosines("order"); c != nil || err != nil {
		t.Errorf("%v, %v", c, err)
	}
	if table, err := r.EmbeddingTable(); table != nil || err != nil || r.Manifest().HasEmbeddings() {
		t.Errorf("%v, %v", table, err)
	}
}

// TestEmbeddingsObeyAccess checks that the cosines of a restricted reader are those of
// artifacts without the hidden nodes.
func TestEmbeddingsObeyAccess(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	accesses := []graph.Access{{}, {Allow: []string{"a"}}}
	in := artifactstest.Guarded(random, accesses)
	r := open(t, write(t, withTable(t, in), artifacts.Options{}))
	stranger := graph.Visitor{Checked: true, Groups: []string{"b"}}
	restricted, err := r.Restrict(stranger)
	if err != nil {
		t.Fatal(err)
	}
	left, hidden := artifactstest.Without(in.Graph, stranger)
	if len(hidden) == 0 {
		t.Fatal("no node is hidden")
	}
	in.Graph = left
	without := open(t, write(t, withTable(t, in), artifacts.Options{}))
	const text = "a charge for an order b"
	got, err := restricted.Cosines(text)
	if err != nil {
		t.Fatal(err)
	}
	want, err := without.Cosines(text)
	if err != nil || len(want) == 0 || slices.Max(want) <= 0 {
		t.Fatal(want, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the hidden nodes show (-want +got):\n%s", diff)
	}
}

// TestDamagedEmbeddings checks that a changed byte is damage for readers that use it, not only
// for Verify: in the vectors, in the words of the table, and in its rows, of which the last is
// that of "save".
func TestDamagedEmbeddings(t *testing.T) {
	for _, c := range []struct {
		name     string
		at       int // from the end, if negative
		text     string
		harmless bool // for a query without the damaged word
	}{
		{"vectors.bin", 40, "order", false},
		{"vectors.bin", -1, "order", false},
		{"table.bin", 0, "order", false},
		{"table.bin", 40, "order", false},
		{"table.bin", -1, "save", false},
		{"table.bin", -6, "save", false},
		{"table.bin", -6, "order", true},
	} {
		dir := write(t, withTable(t, artifactstest.Shop()), artifacts.Options{})
		file := filepath.Join(dir, "embeddings", c.name)
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := (c.at + len(raw)) % len(raw)
		raw[at] ^= 1
		if err := os.WriteFile(file, raw, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err = open(t, dir).Cosines(c.text)
		if damaged := errors.Is(err, artifacts.ErrCorrupt); damaged == c.harmless || !damaged && err != nil {
			t.Errorf("%s, byte %d, %q: %v", c.name, at, c.text, err)
		}
		if findings, err := artifacts.Verify(dir); err != nil || len(findings) < 2 {
			t.Errorf("%s, byte %d: %v, %v", c.name, at, findings, err)
		}
	}
}
