package artifacts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
)

func TestSourceOfAType(t *testing.T) {
	r := open(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	m, err := r.Resolve("Shop.OrderService")
	if err != nil || len(m.Nodes) != 1 {
		t.Fatalf("OrderService means %v, %v", m, err)
	}
	const want = `/// Keeps orders — "all" of them.
public class OrderService : IOrders
{ public void Place(int id)
{
    Check(id);
    // first half
    db.Execute("INSERT INTO dbo.Order VALUES (1)");
}

public void Place(string id) => Place(int.Parse(id));

void Check(int id)
{
	Legacy.Audit(id);
}
 }
`
	if got, err := r.Source(m.Nodes[0]); err != nil || got != want {
		t.Errorf("the source is %q, %v; want %q", got, err, want)
	}
	own, err := r.Own(m.Nodes[0])
	if want := []string{"/// Keeps orders — \"all\" of them.\npublic class OrderService : IOrders\n{",
		"}"}; err != nil || !slices.Equal(own, want) {
		t.Errorf("its own source is %q, %v; want %q", own, err, want)
	}
}

// TestSourcesOfWhatIsSeen compares the sources of a restricted reader with those of
// artifacts without the hidden nodes.
func TestSourcesOfWhatIsSeen(t *testing.T) {
	longtest.NotRaced(t)
	hiddenChildren := 0
	for seed := range uint64(30) {
		in := artifactstest.Guarded(rand.New(rand.NewPCG(seed, 3)),
			[]graph.Access{{Allow: []string{"hr"}}, {Level: 10}})
		v := graph.Visitor{Checked: true}
		left, _ := artifactstest.Without(in.Graph, v)
		for _, n := range left.Nodes {
			for _, s := range n.Layout {
				if s.Child == "" && s.Own == 5 {
					hiddenChildren++
				}
			}
		}
		full := open(t, write(t, in, artifacts.Options{}))
		seen, err := full.Restrict(v)
		if err != nil {
			t.Fatal(err)
		}
		in.Graph = left
		part := open(t, write(t, in, artifacts.Options{}))
		for n := range part.NumNodes() {
			want, err := part.Source(n)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := seen.Source(n); err != nil || got != want {
				t.Fatalf("seed %d, node %d: %q, %v; want %q", seed, n, got, err, want)
			}
		}
	}
	if hiddenChildren == 0 {
		t.Error("nothing was hidden inside another node")
	}
}

func TestALayoutThatNamesNoNodeIsRefused(t *testing.T) {
	in := artifactstest.Sample()
	in.Graph.Nodes[0].Layout = []graph.Segment{{Child: "csharp:x#Y@aaaaaaaaaa"}}
	err := artifacts.Write(t.Context(), t.TempDir(), in, graphstore.Create, artifacts.Options{})
	if err == nil || !strings.Contains(err.Error(), "which is not a node") {
		t.Errorf("the error is %v", err)
	}
}

// TestVerifyReadsLayouts checks that Verify finds a layout that does not fit, and a node
// in two layouts.
func TestVerifyReadsLayouts(t *testing.T) {
	in := artifactstest.Sample()
	class := slices.IndexFunc(in.Graph.Nodes,
		func(n graph.Node) bool { return n.Short == "OrderService" })
	layout := in.Graph.Nodes[class].Layout
	for want, wrong := range map[string][]graph.Segment{
		"it is longer than the text":  append(slices.Clone(layout), graph.Segment{Own: 1}),
		"it is shorter than the text": layout[:3],
		"is in the layouts of several nodes": append(slices.Clone(layout),
			graph.Segment{Child: layout[0].Child}),
	} {
		in.Graph.Nodes[class].Layout = wrong
		findings, err := artifacts.Verify(write(t, in, artifacts.Options{}))
		if err != nil || len(findings) != 1 || !strings.Contains(findings[0].What, want) {
			t.Errorf("%s: %v, %v", want, findings, err)
		}
	}
}

// TestTexts compares the texts read in one pass with those read one by one, of readers
// who see everything and of restricted ones, compressed and uncompressed.
func TestTexts(t *testing.T) {
	for seed := range uint64(6) {
		in := artifactstest.Guarded(rand.New(rand.NewPCG(seed, 4)),
			[]graph.Access{{Allow: []string{"hr"}}, {Level: 10}})
		r := open(t, write(t, in, artifacts.Options{Compress: seed%2 == 0}))
		seen, err := r.Restrict(graph.Visitor{Checked: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*artifacts.Reader{r, seen} {
			got := map[uint32]string{}
			admit := func(n *graph.Node) bool { return n.Kind != graph.KindFile }
			err := r.Texts(admit, func(n uint32, text []byte) error {
				got[n] = string(text)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for n := range r.NumNodes() {
				node, err := r.Node(n)
				if err != nil {
					t.Fatal(err)
				}
				want := ""
				if admit(node) {
					if want, err = r.Text(n); err != nil {
						t.Fatal(err)
					}
				}
				if got[n] != want {
					t.Errorf("seed %d, node %d: %q, want %q", seed, n, got[n], want)
				}
			}
		}
	}
}
