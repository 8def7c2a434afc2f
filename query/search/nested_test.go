package search

import (
	"strings"
	"testing"

	"seedgraph/graph"
)

// doors has a given function, nodes nested in it and around it, and others; change
// modifies the program.
func doors(change func(nodes []graph.Node)) *memory {
	nodes := []graph.Node{
		method("A.given: doors of the hall close"),
		method("A.given.inner: doors of the hall close twice at night"),
		method("A.around: doors of the hall close twice at"),
		method("B.outer: doors of the hall close twice"),
		method("B.outer.last: doors of the hall close"),
		method("C.other: doors of the hall"),
	}
	for i, span := range []graph.Span{
		{Start: 10, End: 50}, {Start: 20, End: 40}, {Start: 5, End: 60},
		{Start: 10, End: 50}, {Start: 20, End: 50}, {Start: 20, End: 40}} {
		n := &nodes[i]
		n.Span = span
		n.Span.StartLine, n.Span.EndLine = 1, 9
		n.Path = strings.TrimPrefix(n.Name, "Shop.")[:1] + ".go"
		n.Short = n.Name[strings.LastIndex(n.Name, ".")+1:]
	}
	if change != nil {
		change(nodes)
	}
	return newMemory(nodes...)
}

func besideDoors(t *testing.T, m *memory, weight float64) string {
	t.Helper()
	w := Defaults()
	for name, value := range map[string]float64{"nested": weight, "beside.seed-file": 0,
		"beside.file": 0, "beside.stem": 0, "path": 0, "qualified": 0, "beside.size": 0} {
		if err := w.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(found(t, m, "doors close", Options{Limit: 9, Given: []uint32{0},
		Weights: w, Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }}), " ")
}

// TestAFunctionAndWhatIsInItAreOnePlace checks that a function, listed or given, demotes
// the nodes nested in it and around it.
func TestAFunctionAndWhatIsInItAreOnePlace(t *testing.T) {
	whole := besideDoors(t, doors(nil), 1)
	if got := besideDoors(t, doors(nil), 0.01); got == whole || place(got, "C.other") != 1 ||
		place(got, "A.given.inner") < 2 || place(got, "A.around") < 2 {
		t.Errorf("in order %q, and %q", whole, got)
	}
	for what, change := range map[string]func([]graph.Node){
		"types": func(nodes []graph.Node) {
			for i := range nodes {
				nodes[i].Kind = graph.KindClass
			}
		},
		"files of their own": func(nodes []graph.Node) {
			for i := range nodes {
				nodes[i].Path = nodes[i].Name
			}
		},
		"no places": func(nodes []graph.Node) {
			for i := range nodes {
				nodes[i].Span = graph.Span{}
			}
		},
		"one after the other": func(nodes []graph.Node) {
			for i := range nodes {
				nodes[i].Span.Start = uint32(100 * i)
				nodes[i].Span.End = uint32(100*i + 120)
			}
		},
	} {
		m := doors(change)
		if all, got := besideDoors(t, m, 1), besideDoors(t, m, 0.01); got != all {
			t.Errorf("%s: %s, then %s", what, all, got)
		}
	}
	if w := Defaults(); w.For(KindSeeded)[weightNested] >= 1 || w.For(KindChange)[weightNested] < 1 {
		t.Error("it is for lists beside given nodes")
	}
}

func place(list, name string) int {
	return strings.Count(list[:strings.Index(list, name)], " ")
}
