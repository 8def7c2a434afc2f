package compare

import (
	"math"

	"seedgraph/graph"
)

// A Report presents a difference to people and programs.
type Report struct {
	Old     Build   `json:"old"`
	New     Build   `json:"new"`
	Summary Summary `json:"summary"`
	Nodes   []Item  `json:"nodes"`
	Edges   []Link  `json:"edges"`
	Broken  []Rule  `json:"failed"` // the rules that the difference breaks
}

// A Build identifies an indexed state.
type Build struct {
	Repository  string `json:"repository"`
	Commit      string `json:"commit,omitempty"`
	Snapshot    string `json:"snapshot,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
}

// A Summary counts the differences.
type Summary struct {
	Nodes     Counts `json:"nodes"`
	Edges     Counts `json:"edges"`
	NodeKinds []Kind `json:"node_kinds"` // in the order of the table of kinds
	EdgeKinds []Kind `json:"edge_kinds"`
}

// A Kind counts the differences of one kind.
type Kind struct {
	Name string `json:"kind"`
	Counts
}

// Counts holds the number of differences by change.
type Counts struct {
	Removed int `json:"removed"`
	Added   int `json:"added"`
	Renamed int `json:"renamed"`
	Moved   int `json:"moved"`
	Changed int `json:"changed"` // including nodes that were moved or renamed
}

// add counts one difference.
func (c *Counts) add(change Change, changed bool) {
	switch change {
	case Removed:
		c.Removed++
	case Added:
		c.Added++
	case Renamed:
		c.Renamed++
	case Moved:
		c.Moved++
	case Changed:
		changed = true
	}
	if changed {
		c.Changed++
	}
}

// zero reports whether all counts are 0.
func (c Counts) zero() bool { return c == Counts{} }

// An Item is a node that differs.
type Item struct {
	Change       Change   `json:"change"`
	Kind         string   `json:"kind"`
	Name         string   `json:"name"`
	OldName      string   `json:"old_name,omitempty"` // if it differs, as for the fields below
	ID           string   `json:"id"`
	OldID        string   `json:"old_id,omitempty"`
	Path         string   `json:"path"`
	OldPath      string   `json:"old_path,omitempty"`
	StartLine    uint32   `json:"start_line"`
	EndLine      uint32   `json:"end_line"`
	OldStartLine uint32   `json:"old_start_line,omitempty"`
	OldEndLine   uint32   `json:"old_end_line,omitempty"`
	Language     string   `json:"language,omitempty"`
	DataType     string   `json:"data_type"`
	Aspects      []Aspect `json:"aspects,omitempty"`
	Signature    string   `json:"signature,omitempty"`
	OldSignature string   `json:"old_signature,omitempty"`
	With         string   `json:"with,omitempty"` // id of the container that explains the move

	node *Node
}

// A Link is an edge that differs.
type Link struct {
	Change  Change   `json:"change"`
	Type    string   `json:"edge_type"`
	From    string   `json:"from_id"`
	To      string   `json:"to_id"`
	Tier    string   `json:"tier"`
	OldTier string   `json:"old_tier,omitempty"` // if it differs
	Ops     []string `json:"op,omitempty"`
	OldOps  []string `json:"old_op,omitempty"`
	Via     string   `json:"via,omitempty"`
	Path    string   `json:"path"`    // of from_id
	Line    uint32   `json:"line"`    // in the file of from_id; 0: unknown
	Implied bool     `json:"implied"` // one of its ends was added or removed

	edge *Edge
}

// NewReport describes the part of a difference that a filter admits.
func NewReport(d *Difference, f Filter) *Report {
	r := &Report{Nodes: []Item{}, Edges: []Link{}, Broken: []Rule{},
		Summary: Summary{NodeKinds: []Kind{}, EdgeKinds: []Kind{}}}
	byKind, byEdge := map[string]*Counts{}, map[string]*Counts{}
	count := func(m map[string]*Counts, kind string, change Change, changed bool) {
		if m[kind] == nil {
			m[kind] = &Counts{}
		}
		m[kind].add(change, changed)
	}
	for i := range d.Nodes {
		if n := &d.Nodes[i]; f.node(n) {
			r.Nodes = append(r.Nodes, newItem(n))
			r.Summary.Nodes.add(n.Change, len(n.Aspects) > 0)
			count(byKind, string(n.Node().Kind), n.Change, len(n.Aspects) > 0)
		}
	}
	for i := range d.Edges {
		if e := &d.Edges[i]; f.edge(e) {
			r.Edges = append(r.Edges, newLink(e))
			r.Summary.Edges.add(e.Change, false)
			count(byEdge, e.Kind.String(), e.Change, false)
		}
	}
	for _, k := range graph.NodeKinds() {
		if c := byKind[string(k)]; c != nil {
			r.Summary.NodeKinds = append(r.Summary.NodeKinds, Kind{string(k), *c})
		}
	}
	for _, k := range graph.EdgeKinds() {
		if c := byEdge[k.Name]; c != nil {
			r.Summary.EdgeKinds = append(r.Summary.EdgeKinds, Kind{k.Name, *c})
		}
	}
	return r
}

func newItem(n *Node) Item {
	x := n.Node()
	it := Item{Change: n.Change, Kind: string(x.Kind), Name: x.Name, ID: string(x.ID),
		Path: x.Path, StartLine: x.Span.StartLine, EndLine: x.Span.EndLine, Language: x.Language,
		DataType: string(x.Domain()), Aspects: n.Aspects, Signature: x.Signature, node: n}
	if n.With != nil {
		it.With = string(n.With.ID)
	}
	if n.Old == nil || n.New == nil {
		return it
	}
	it.OldStartLine, it.OldEndLine = n.Old.Span.StartLine, n.Old.Span.EndLine
	for _, field := range []struct {
		old, new string
		to       *string
	}{
		{n.Old.Name, x.Name, &it.OldName}, {string(n.Old.ID), it.ID, &it.OldID},
		{n.Old.Path, x.Path, &it.OldPath}, {n.Old.Signature, x.Signature, &it.OldSignature},
	} {
		if field.old != field.new {
			*field.to = field.old
		}
	}
	if x.Kind == graph.KindFile {
		it.OldName = "" // the name of a file is its path
	}
	return it
}

func newLink(e *Edge) Link {
	x := e.New
	if x == nil {
		x = e.Old
	}
	l := Link{Change: e.Change, Type: e.Kind.String(), From: string(e.From.ID),
		To: string(e.To.ID), Tier: x.Tier.String(), Ops: x.Operations(), Via: x.Via.String(),
		Path: e.From.Path, Line: x.Line, Implied: e.Implied, edge: e}
	if e.Change == Changed {
		if e.Old.Tier != x.Tier {
			l.OldTier = e.Old.Tier.String()
		}
		if e.Old.Ops != x.Ops {
			l.OldOps = e.Old.Operations()
		}
	}
	return l
}

// Empty reports whether there are no differences.
func (r *Report) Empty() bool { return r.Summary.Nodes.zero() && r.Summary.Edges.zero() }

// limited returns the number of n rows within a limit; 0 means no limit.
func limited(n, limit int) int {
	if limit == 0 {
		limit = math.MaxInt
	}
	return min(n, limit)
}
