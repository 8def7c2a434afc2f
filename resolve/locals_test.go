package resolve

import (
	"slices"
	"strconv"
	"testing"

	"seedgraph/parse"
)

func localsNamed(names ...string) *File {
	f := &File{Facts: &parse.Facts{}}
	for _, name := range names {
		f.Locals = append(f.Locals, parse.Local{Name: name})
	}
	return f
}

func TestLocalsAreFoundByName(t *testing.T) {
	b := NewBinder(nil, localsNamed("a", "err", "a", "b", "err", "a"))
	for name, want := range map[string][]int32{
		"a": {0, 2, 5}, "err": {1, 4}, "b": {3}, "c": nil, "": nil,
	} {
		if got := b.LocalsNamed(name); !slices.Equal(got, want) {
			t.Errorf("%q: %d, want %d", name, got, want)
		}
	}
}

func TestAFileWithoutLocalsHasNone(t *testing.T) {
	if got := NewBinder(nil, localsNamed()).LocalsNamed("a"); got != nil {
		t.Errorf("got %d", got)
	}
}

// BenchmarkLocals indexes the locals of a file with 300 of them and 50 names.
func BenchmarkLocals(b *testing.B) {
	var names []string
	for i := range 300 {
		names = append(names, "local"+strconv.Itoa(i*i%50))
	}
	f := localsNamed(names...)
	b.ReportAllocs()
	for b.Loop() {
		NewBinder(nil, f).LocalsNamed("local1")
	}
}
