package resolve

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"seedgraph/parse"
)

// locals returns a file with locals of scopes like a:0-9, in that order.
func locals(t testing.TB, scopes ...string) *File {
	t.Helper()
	f := &File{Facts: &parse.Facts{}}
	for _, s := range scopes {
		var l parse.Local
		name, scope, _ := strings.Cut(s, ":")
		if _, err := fmt.Sscanf(scope, "%d-%d", &l.Scope.Start, &l.Scope.End); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		l.Name = name
		f.Locals = append(f.Locals, l)
	}
	return f
}

// localsAt lists the indices of the locals with a name at a position.
func localsAt(b *Binder, name string, at uint32) (out []int32) {
	for i := range b.LocalsAt(name, at) {
		out = append(out, i)
	}
	return out
}

// TestLocalsAt: the locals whose scopes contain a position are found innermost first,
// whatever their order in the list; of scopes that begin together, the last one listed
// comes first.
func TestLocalsAt(t *testing.T) {
	b := NewBinder(nil, locals(t, "a:10-20", "b:0-50", "a:0-30", "a:12-14", "a:15-15", "a:16-18", "a:16-18", "a:25-40"))
	for _, c := range []struct {
		name string
		at   uint32
		want []int32
	}{
		{"a", 0, []int32{2}}, {"a", 11, []int32{0, 2}}, {"a", 13, []int32{3, 0, 2}}, {"a", 14, []int32{0, 2}},
		{"a", 15, []int32{0, 2}}, {"a", 17, []int32{6, 5, 0, 2}}, {"a", 19, []int32{0, 2}}, {"a", 20, []int32{2}},
		{"a", 28, []int32{7, 2}}, {"a", 35, []int32{7}}, {"a", 40, nil}, {"b", 13, []int32{1}}, {"c", 13, nil},
	} {
		if got := localsAt(b, c.name, c.at); !slices.Equal(got, c.want) {
			t.Errorf("%s at %d: %d, want %d", c.name, c.at, got, c.want)
		}
	}
	if got := NewBinder(nil, locals(t)).LocalAt("a", 0); got != nil {
		t.Errorf("a file without locals has %v", got)
	}
}

// TestLocalsAtIsAScan compares with a linear scan, for arbitrarily overlapping scopes.
func TestLocalsAtIsAScan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f := &File{Facts: &parse.Facts{}}
		for range r.IntN(30) {
			start := r.Uint32N(20)
			f.Locals = append(f.Locals, parse.Local{Name: string(rune('a' + r.IntN(2))),
				Scope: parse.Range{Start: start, End: start + r.Uint32N(12)}})
		}
		b := NewBinder(nil, f)
		for at := range uint32(32) {
			var want []int32
			for i, l := range f.Locals {
				if l.Name == "a" && l.Scope.Contains(at) {
					want = append(want, int32(i))
				}
			}
			slices.SortStableFunc(want, func(i, j int32) int {
				return cmp.Or(cmp.Compare(f.Locals[j].Scope.Start, f.Locals[i].Scope.Start), cmp.Compare(j, i))
			})
			if got := localsAt(b, "a", at); !slices.Equal(got, want) {
				t.Fatalf("at %d of %v: %d, want %d", at, f.Locals, got, want)
			}
		}
	}
}

// BenchmarkLocals indexes the locals of a file, 300 with 50 names, and looks one up.
func BenchmarkLocals(b *testing.B) {
	var scopes []string
	for i := range 300 {
		scopes = append(scopes, fmt.Sprintf("local%d:%d-%d", i*i%50, 10*i, 10*i+30))
	}
	f := locals(b, scopes...)
	b.ReportAllocs()
	for b.Loop() {
		NewBinder(nil, f).LocalAt("local1", 1500)
	}
}
