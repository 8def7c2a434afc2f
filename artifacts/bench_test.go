package artifacts_test

import (
	"os"
	"path/filepath"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
)

func BenchmarkWrite(b *testing.B) {
	in := artifactstest.Synthetic(60_000, 400_000, 1)
	for _, compress := range []bool{false, true} {
		name := "plain"
		if compress {
			name = "compressed"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				dir := filepath.Join(b.TempDir(), "out")
				if err := artifacts.Write(b.Context(), dir, in, graphstore.Create,
					artifacts.Options{Compress: compress}); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(sizeOf(b, dir))/1e6, "MB")
			}
		})
	}
}

// sizeOf sums the sizes of the files below dir.
func sizeOf(tb testing.TB, dir string) int64 {
	tb.Helper()
	var sum int64
	err := filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			sum += info.Size()
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}

func benchReader(b *testing.B) *artifacts.Reader {
	dir := filepath.Join(b.TempDir(), "out")
	if err := artifacts.Write(b.Context(), dir, artifactstest.Synthetic(60_000, 400_000, 1),
		graphstore.Create, artifacts.Options{}); err != nil {
		b.Fatal(err)
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { r.Close() })
	return r
}

func BenchmarkOpen(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "out")
	if err := artifacts.Write(b.Context(), dir, artifactstest.Synthetic(60_000, 400_000, 1),
		graphstore.Create, artifacts.Options{}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := artifacts.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}

func BenchmarkNode(b *testing.B) {
	r := benchReader(b)
	n := uint32(0)
	for b.Loop() {
		n = (n + 7919) % r.NumNodes()
		if _, err := r.Node(n); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOut(b *testing.B) {
	r := benchReader(b)
	n := uint32(0)
	for b.Loop() {
		n = (n + 7919) % r.NumNodes()
		if _, err := r.Out(n); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkText(b *testing.B) {
	r := benchReader(b)
	n := uint32(0)
	for b.Loop() {
		n = (n + 7919) % r.NumNodes()
		if _, err := r.Text(n); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFieldLengths(b *testing.B) {
	r := benchReader(b)
	for b.Loop() {
		if _, err := r.FieldLengths(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPostings(b *testing.B) {
	r := benchReader(b)
	for b.Loop() {
		p, err := r.Postings("order")
		if err != nil {
			b.Fatal(err)
		}
		sum := 0
		for p.Next() {
			sum++
		}
		b.ReportMetric(float64(sum), "postings")
	}
}
