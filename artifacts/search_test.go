package artifacts_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
	"seedgraph/tokens"
)

// A posting is an occurrence of a term in the naive index below.
type posting struct {
	Node uint32
	Freq [tokens.NumFields]uint32
}

// plainIndex builds the postings and lengths naively.
func plainIndex(g *graph.Graph) (map[string][]posting, []uint16) {
	index := map[string][]posting{}
	var lengths []uint16
	for i, n := range g.Nodes {
		var length [tokens.NumFields]uint16
		freq := map[string]*[tokens.NumFields]uint32{}
		add := func(f tokens.Field, text string) {
			for _, term := range tokens.Terms(nil, text) {
				if term.Kind&tokens.Stop != 0 && f > tokens.FieldQualified {
					continue
				}
				key := term.Key()
				if freq[key] == nil {
					freq[key] = new([tokens.NumFields]uint32)
				}
				freq[key][f]++
				length[f]++
			}
		}
		if n.Kind.IsExternal() {
			lengths = append(lengths, length[:]...)
			continue
		}
		for f, text := range map[tokens.Field]string{
			tokens.FieldName: n.Short, tokens.FieldType: n.Class, tokens.FieldQualified: n.Name,
			tokens.FieldPath: n.Path, tokens.FieldSignature: n.Signature, tokens.FieldDoc: n.Doc,
		} {
			add(f, text)
		}
		for _, p := range n.Parts {
			add(tokens.FieldBody, p.Text)
		}
		for _, key := range slices.Sorted(maps.Keys(freq)) {
			index[key] = append(index[key], posting{uint32(i), *freq[key]})
		}
		lengths = append(lengths, length[:]...)
	}
	return index, lengths
}

func TestPostingsAreThoseOfThePlainIndex(t *testing.T) {
	longtest.NotRaced(t)
	for name, in := range inputs() {
		t.Run(name, func(t *testing.T) {
			r := open(t, write(t, in, artifacts.Options{}))
			want, lengths := plainIndex(in.Graph)
			for term, list := range want {
				if got := readPostings(t, r, term); !slices.Equal(got, list) {
					t.Fatalf("%q (-want +got):\n%s", term, cmp.Diff(list, got))
				}
			}
			terms := 0
			if err := r.Terms("", func(term string, n int) bool {
				terms++
				if n != len(want[term]) {
					t.Errorf("%q stands in %d nodes, want %d", term, n, len(want[term]))
				}
				return true
			}); err != nil {
				t.Fatal(err)
			}
			if terms != len(want) {
				t.Errorf("%d terms, want %d", terms, len(want))
			}
			got, err := r.FieldLengths()
			if err != nil || !slices.Equal(got, lengths) {
				t.Errorf("lengths differ, %v", err)
			}
			checkTotals(t, r, lengths)
			if p, err := r.Postings("there is no such term"); err != nil || p.Len() != 0 ||
				p.Next() {
				t.Errorf("an unknown term has a list, %v", err)
			}
		})
	}
}

func readPostings(t *testing.T, r *artifacts.Reader, term string) []posting {
	t.Helper()
	p, err := r.Postings(term)
	if err != nil {
		t.Fatal(err)
	}
	var list []posting
	for p.Next() {
		list = append(list, posting{p.Node, p.Freq})
	}
	if err := p.Err(); err != nil || len(list) != p.Len() {
		t.Fatalf("%q: %d of %d nodes, %v", term, len(list), p.Len(), err)
	}
	return list
}

func checkTotals(t *testing.T, r *artifacts.Reader, lengths []uint16) {
	t.Helper()
	var sums [tokens.NumFields]uint64
	for i, n := range lengths {
		sums[i%int(tokens.NumFields)] += uint64(n)
	}
	for f, sum := range sums {
		if got, err := r.TotalLength(tokens.Field(f)); got != sum || err != nil {
			t.Errorf("the total of field %s is %d, want %d", tokens.Field(f), got, sum)
		}
	}
}

// TestWholeNamesAndPartsAreToldApart searches for whole names and for parts of names.
func TestWholeNamesAndPartsAreToldApart(t *testing.T) {
	in := artifactstest.Sample()
	r := open(t, write(t, in, artifacts.Options{}))
	whole, part := readPostings(t, r, "=orderservice"), readPostings(t, r, "servic")
	if len(whole) == 0 || len(part) == 0 {
		t.Errorf("%d nodes with the whole name, %d with the part", len(whole), len(part))
	}
	if list := readPostings(t, r, "orderservice"); len(list) != 0 {
		t.Errorf("the whole name stands among the parts: %v", list)
	}
}

// TestLongListsAreCutAndJoined writes a value that needs several pieces.
func TestLongListsAreCutAndJoined(t *testing.T) {
	longtest.NotRaced(t)
	in := artifactstest.Synthetic(30_000, 30_000, 5)
	hub := uint32(17)
	var edges []graph.Edge
	for i := range in.Graph.Nodes {
		edges = append(edges, graph.Edge{From: uint32(i), To: hub, Kind: graph.Calls,
			Tier: graph.Exact, Line: uint32(1000 + i), Share: 300})
	}
	in.Graph.Edges = edges
	dir := write(t, in, artifacts.Options{})
	mustVerify(t, dir)
	got, err := open(t, dir).In(hub)
	if err != nil || !slices.Equal(got, edges) {
		t.Errorf("%d edges to the hub, want %d; %v", len(got), len(edges), err)
	}
}
