package search

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

const ticket = "waits for tickets of the gate, counts people inside, opens doors, closes windows, " +
	"rings bells"

// gate has a family of near-duplicate functions, and two others.
func gate(change func([]graph.Node)) *memory {
	nodes := []graph.Node{method("A.Enter: " + ticket), method("B.EnterAsync: " + ticket),
		method("C.EnterV2: " + ticket + " twice"), method("D.Other: tickets of the gate are red"),
		method("E.More: the gate")}
	if change != nil {
		change(nodes)
	}
	return newMemory(nodes...)
}

// order searches gate.
func order(t *testing.T, m *memory, opts Options) string {
	t.Helper()
	opts.Limit = 5
	return strings.Join(found(t, m, "gate with tickets for people in front", opts), " ")
}

// TestAFamilyOfTwinsDoesNotFillAList checks that twins are demoted, and that names,
// files, kinds and texts must all match for twins.
func TestAFamilyOfTwinsDoesNotFillAList(t *testing.T) {
	text := func(m *memory) Options {
		return Options{Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil },
			Weights: weighed(t, "twins", 0.3)}
	}
	const apart, together = "A.Enter D.Other B.EnterAsync E.More C.EnterV2",
		"A.Enter B.EnterAsync C.EnterV2 D.Other E.More"
	folded := gate(nil)
	if got := order(t, folded, text(folded)); got != apart {
		t.Errorf("twins: %s", got)
	}
	for what, change := range map[string]func([]graph.Node){
		"one file": func(nodes []graph.Node) {
			for i := range nodes {
				nodes[i].Path = "gate.go"
			}
		},
		"names": func(nodes []graph.Node) {
			nodes[0].Short, nodes[1].Short, nodes[2].Short = "Enter", "LeaveOften", "StayHere"
		},
		"two words more": func(nodes []graph.Node) {
			nodes[1].Short, nodes[2].Short = "EnterAsyncLocked", "EnterGenericOnceMore"
		},
		"kinds": func(nodes []graph.Node) {
			nodes[1].Kind, nodes[2].Kind = graph.KindFunction, graph.KindConstructor
		},
		"texts": func(nodes []graph.Node) {
			nodes[1].Doc = "tickets of the gate for people, two three four five six seven eight nine"
			nodes[2].Doc = "tickets of the gate for people, red green blue white black pink grey"
		},
		"short texts": func(nodes []graph.Node) {
			for i := range 3 {
				nodes[i].Doc = "tickets of the gate, people"
			}
		},
	} {
		m := gate(change)
		off := text(m)
		off.Weights = weighed(t, "twins", 1)
		if got, want := order(t, m, text(m)), order(t, m, off); got != want {
			t.Errorf("%s: %s, without the rule %s", what, got, want)
		}
	}
	off := text(folded)
	off.Weights = weighed(t, "twins", 1)
	for what, opts := range map[string]Options{"the weight off": off,
		"no texts": {Weights: weighed(t, "twins", 0.3)}} {
		if got := order(t, folded, opts); got != together {
			t.Errorf("%s: %s", what, got)
		}
	}
}

// TestATwinThatIsNamedKeepsItsPlace checks that twins named by the query are not demoted.
func TestATwinThatIsNamedKeepsItsPlace(t *testing.T) {
	m := gate(nil)
	got := found(t, m, "gate with tickets of EnterAsync and EnterV2", Options{Limit: 5,
		Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }})
	if !slices.Equal(slices.Sorted(slices.Values(got[:2])), []string{"B.EnterAsync", "C.EnterV2"}) {
		t.Errorf("got %q", got)
	}
}

// TestATextThatCannotBeReadFailsTheSearch checks that errors of Options.Text are
// returned.
func TestATextThatCannotBeReadFailsTheSearch(t *testing.T) {
	lost := errors.New("lost")
	_, err := Search(gate(nil), "gate with tickets for people", Options{Limit: 5,
		Text: func(uint32) (string, error) { return "", lost }})
	if !errors.Is(err, lost) {
		t.Errorf("error %v", err)
	}
}
