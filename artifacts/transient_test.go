package artifacts_test

import (
	"context"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/testkit/longtest"
)

// TestTransient checks that an index in memory gives the graph, the files and the rows of one that was
// written, and leaves no folder behind.
func TestTransient(t *testing.T) {
	longtest.NotRaced(t)
	t.Setenv("TMPDIR", t.TempDir())
	list := inputs()
	list["outside"] = artifactstest.WithExternalSymbols()
	for name, in := range list {
		written := open(t, write(t, in, artifacts.Options{}))
		r, err := artifacts.OpenTransient(context.Background(), in, 2)
		if err != nil {
			t.Fatal(err)
		}
		for what, read := range map[string]func(r *artifacts.Reader) (any, error){
			"graph": func(r *artifacts.Reader) (any, error) { return r.Graph() },
			"files": func(r *artifacts.Reader) (any, error) { return r.SourceFiles() },
			"rows":  func(r *artifacts.Reader) (any, error) { return r.Rows([]int{0}) },
			"terms": func(r *artifacts.Reader) (any, error) {
				list, err := r.Postings("order")
				if err != nil {
					return nil, err
				}
				return list.Len(), nil
			},
		} {
			want, wantErr := read(written)
			got, err := read(r)
			if (err == nil) != (wantErr == nil) || err == nil && !cmp.Equal(want, got, cmp.Exporter(func(reflect.Type) bool { return true })) {
				t.Errorf("%s: the %s differ: %v, %v", name, what, err, wantErr)
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestTransientInterrupted checks that an interrupted one leaves no folder behind.
func TestTransientInterrupted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := artifacts.OpenTransient(ctx, artifactstest.Sample(), 1); err == nil {
		t.Error("it was opened")
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
