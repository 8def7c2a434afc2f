package fleet

import (
	"encoding/json"
	"fmt"

	"seedgraph/graph"
)

// A fragmentText is the form in which machines exchange a fragment.
type fragmentText struct {
	Member  string      `json:"member"`
	Key     string      `json:"key"`
	Numbers []uint32    `json:"numbers"`
	Nodes   []nodeText  `json:"nodes"`
	Edges   [][8]uint32 `json:"edges,omitempty"`   // see edgeTexts
	Outside [][8]uint32 `json:"outside,omitempty"` // to external symbols
	Lines   [][4]uint32 `json:"lines,omitempty"`   // further ones of these: from, to, kind, line
}

// A nodeText is a node of a fragment.
type nodeText struct {
	ID        graph.NodeID   `json:"id"`
	Kind      graph.NodeKind `json:"kind"`
	Language  string         `json:"language,omitempty"`
	Name      string         `json:"name,omitempty"`
	Short     string         `json:"short,omitempty"`
	Module    string         `json:"module,omitempty"`
	Path      string         `json:"path,omitempty"`
	Modifiers []string       `json:"modifiers,omitempty"`
	Bases     []string       `json:"bases,omitempty"`
	Parent    graph.NodeID   `json:"parent,omitempty"`
	Body      bool           `json:"body,omitempty"`
	Flags     graph.Flags    `json:"flags,omitempty"`
	Access    *graph.Access  `json:"access,omitempty"`
}

// MarshalJSON writes the fragment.
func (f Fragment) MarshalJSON() ([]byte, error) {
	t := fragmentText{Member: f.Member, Key: f.Key, Numbers: f.numbers,
		Edges: edgeTexts(f.graph.Edges), Outside: edgeTexts(f.graph.ExternalEdges)}
	for i := range f.graph.Nodes {
		n := &f.graph.Nodes[i]
		x := nodeText{ID: n.ID, Kind: n.Kind, Language: n.Language, Name: n.Name, Short: n.Short,
			Module: n.Module, Path: n.Path, Modifiers: n.Modifiers, Bases: n.Bases, Parent: n.Parent,
			Body: n.Complexity > 0, Flags: n.Flags}
		if !n.Access.IsZero() {
			x.Access = &n.Access
		}
		t.Nodes = append(t.Nodes, x)
	}
	for _, s := range f.graph.ExternalSites {
		t.Lines = append(t.Lines, [4]uint32{s.From, s.To, uint32(s.Kind), s.Line})
	}
	return json.Marshal(t)
}

// edgeTexts lists edges: from, to, kind, tier, share, line, operations, source.
func edgeTexts(edges []graph.Edge) [][8]uint32 {
	var out [][8]uint32
	for _, e := range edges {
		out = append(out, [8]uint32{e.From, e.To, uint32(e.Kind), uint32(e.Tier), uint32(e.Share), e.Line,
			uint32(e.Ops), uint32(e.Via)})
	}
	return out
}

// UnmarshalJSON reads a fragment, and checks that its edges are those of its nodes.
func (f *Fragment) UnmarshalJSON(text []byte) error {
	var t fragmentText
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	*f = Fragment{Member: t.Member, Key: t.Key, numbers: t.Numbers}
	for _, n := range t.Nodes {
		x := graph.Node{ID: n.ID, Kind: n.Kind, Language: n.Language, Name: n.Name, Short: n.Short,
			Module: n.Module, Path: n.Path, Modifiers: n.Modifiers, Bases: n.Bases, Parent: n.Parent,
			Flags: n.Flags}
		if n.Body {
			x.Complexity = 1
		}
		if n.Access != nil {
			x.Access = *n.Access
		}
		f.graph.Nodes = append(f.graph.Nodes, x)
	}
	f.graph.Edges, f.graph.ExternalEdges = edgesOf(t.Edges), edgesOf(t.Outside)
	for _, s := range t.Lines {
		f.graph.ExternalSites = append(f.graph.ExternalSites,
			graph.Site{From: s[0], To: s[1], Kind: graph.EdgeKind(s[2]), Line: s[3]})
	}
	return f.check()
}

func edgesOf(list [][8]uint32) []graph.Edge {
	var out []graph.Edge
	for _, e := range list {
		out = append(out, graph.Edge{From: e[0], To: e[1], Kind: graph.EdgeKind(e[2]),
			Tier: graph.Tier(e[3]), Share: uint16(e[4]), Line: e[5], Ops: graph.Ops(e[6]),
			Via: graph.Via(e[7])})
	}
	return out
}

// check reports whether the parts of the fragment fit together.
func (f *Fragment) check() error {
	nodes := f.graph.Nodes
	wrong := func(what string) error {
		return fmt.Errorf("the fragment %s of %s is damaged: %s", f.Key, f.Member, what)
	}
	if len(f.numbers) != len(nodes) {
		return wrong(fmt.Sprintf("%d numbers of %d nodes", len(f.numbers), len(nodes)))
	}
	for i := 1; i < len(nodes); i++ {
		if nodes[i-1].ID >= nodes[i].ID || f.numbers[i-1] >= f.numbers[i] {
			return wrong("nodes out of order")
		}
	}
	for _, list := range [][]graph.Edge{f.graph.Edges, f.graph.ExternalEdges} {
		for i, e := range list {
			if int(e.From) >= len(nodes) || int(e.To) >= len(nodes) {
				return wrong("an edge to a node that it lacks")
			}
			if i > 0 && compareKeys(keyOf(list[i-1]), keyOf(e)) >= 0 {
				return wrong("edges out of order")
			}
		}
	}
	for _, s := range f.graph.ExternalSites {
		if int(s.From) >= len(nodes) || int(s.To) >= len(nodes) {
			return wrong("a line of an edge that it lacks")
		}
	}
	return nil
}
