package fleet

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// goIndex is an index of Go with functions f and g in a package, and calls of f of external
// symbols.
func goIndex(name, module string, calls ...string) *Index {
	x := &Index{Header: Header{Name: name, Packages: []artifacts.Package{{Ecosystem: "go", Name: module, Path: "go.mod"}}},
		graph: &graph.Graph{}}
	node := func(kind graph.NodeKind, in, short, path string) {
		x.graph.Nodes = append(x.graph.Nodes, graph.Node{ID: graph.ChunkID("go", in, short, path), Kind: kind,
			Language: "go", Name: short, Short: short, Module: in, Path: path, Complexity: 3})
	}
	for _, call := range calls {
		at := strings.LastIndexByte(call, '.')
		node(graph.KindExternal, call[:at], call[at+1:], "")
	}
	node(graph.KindFunction, "p", "F", "p/a.go")
	node(graph.KindFunction, "p", "G", "p/a.go")
	slices.SortFunc(x.graph.Nodes, func(a, b graph.Node) int { return strings.Compare(string(a.ID), string(b.ID)) })
	var f uint32
	for i := range x.graph.Nodes {
		if x.graph.Nodes[i].Short == "F" && x.graph.Nodes[i].Path != "" {
			f = uint32(i)
		}
	}
	for i := range x.graph.Nodes {
		if x.graph.Nodes[i].Kind.IsExternal() {
			e := graph.Edge{From: f, To: uint32(i), Kind: graph.Calls, Line: 7}
			x.graph.ExternalEdges = append(x.graph.ExternalEdges, e)
			x.graph.ExternalSites = append(x.graph.ExternalSites, graph.Site{From: f, To: e.To, Kind: e.Kind, Line: 9})
		}
	}
	x.end = uint32(len(x.graph.Nodes))
	x.Rename(nil)
	return x
}

// TestFragments: an index exchanges the external symbols of packages that others provide, and the
// definitions of those that others require; nothing else, and nothing of what only it has.
func TestFragments(t *testing.T) {
	a := goIndex("a", "example.com/a", "example.com/b/p.F", "fmt.Println", "example.com/c/p.F", "example.com/a/p.G")
	b := goIndex("b", "example.com/b", "fmt.Println")
	c := goIndex("c", "example.com/d")
	shared := Share([]Needs{c.Needs(), a.Needs(), b.Needs()})
	if want := (Shared{{"go", "example.com/b/p"}: true}); !reflect.DeepEqual(shared, want) {
		t.Fatalf("shared: %v", shared)
	}
	for x, want := range map[*Index]string{a: "F.F", b: "F.G", c: ""} {
		var names []string
		for _, f := range x.Fragments(shared) {
			for i := range f.graph.Nodes {
				names = append(names, f.graph.Nodes[i].Short)
			}
		}
		if got := strings.Join(names, "."); got != want {
			t.Errorf("fragments of %s: %s", x.Name, got)
		}
	}
}

// TestFragmentText: what machines exchange gives the same joins, and damage is an error.
func TestFragmentText(t *testing.T) {
	a, b := goIndex("a", "example.com/a", "example.com/b/p.F"), goIndex("b", "example.com/b")
	a.Readers = map[string]graph.Access{"go.mod": {Allow: []string{"a:staff"}}}
	a.graph.Nodes[0].Access = a.Readers["go.mod"]
	shared := Share([]Needs{a.Needs(), b.Needs()})
	fragments := append(a.Fragments(shared), b.Fragments(shared)...)
	headers := []Header{a.Header, b.Header}
	want, err := Join(keySymbols+"go", headers, fragments)
	if err != nil || len(want) != 1 || len(want[0].Joins) != 1 || len(want[0].Joins[0].Lines) != 1 {
		t.Fatalf("%+v, %v", want, err)
	}
	var read []Fragment
	for i := len(fragments) - 1; i >= 0; i-- { // in another order
		text, err := json.Marshal(fragments[i])
		if err != nil {
			t.Fatal(err)
		}
		var f Fragment
		if err := json.Unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		read = append(read, f)
	}
	got, err := Join(keySymbols+"go", []Header{b.Header, a.Header}, read)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	text, _ := json.Marshal(fragments[0])
	for _, damage := range [][2]string{{`"numbers":[`, `"numbers":[0,`}, {`"outside":[[`, `"outside":[[7`}, {`"lines":[[`, `"lines":[[7`}} {
		damaged := strings.Replace(string(text), damage[0], damage[1], 1)
		if damaged == string(text) {
			t.Errorf("no %s in %s", damage[0], text)
		}
		if err := json.Unmarshal([]byte(damaged), &Fragment{}); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", damage[1], err)
		}
	}
	if _, err := Join(keyTopics, headers, fragments); err == nil {
		t.Error("fragments of another key are joined")
	}
}

// TestStale: what was found in other indexes than those that are assembled is an error.
func TestStale(t *testing.T) {
	a := goIndex("a", "example.com/a")
	for _, f := range []*Found{{Member: "b"}, {Member: "a", Joins: []Joined{{In: "b"}}},
		{Member: "a", Joins: []Joined{{Triple: Triple{From: 100}, In: "a"}}}} {
		if _, err := apply(a.graph, []*Index{a}, []*Found{f}); err == nil {
			t.Errorf("%+v is taken", f)
		}
	}
}

// TestReaders: the readers of a manifest are groups of the linked index.
func TestReaders(t *testing.T) {
	x := &Index{Header: Header{Name: "a", Readers: map[string]graph.Access{"go.mod": {Allow: []string{"staff"}}}},
		graph: &graph.Graph{}}
	x.Rename(nil)
	if got := x.Readers["go.mod"].Allow; len(got) != 1 || got[0] != "a:staff" {
		t.Errorf("%v", got)
	}
}

// TestMergeSorted: a short list is put into a long one.
func TestMergeSorted(t *testing.T) {
	compare := func(a, b int) int { return a - b }
	for _, c := range [][3][]int{{{1, 3}, {2}, {1, 2, 3}}, {{}, {1, 2}, {1, 2}}, {{1}, {}, {1}}, {{2, 4}, {1, 5}, {1, 2, 4, 5}}} {
		if got := mergeSorted(append([]int{}, c[0]...), c[1], compare); !reflect.DeepEqual(got, c[2]) {
			t.Errorf("%v and %v: %v", c[0], c[1], got)
		}
	}
}
