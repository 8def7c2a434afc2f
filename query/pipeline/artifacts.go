package pipeline

import (
	"cmp"
	"fmt"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/texts"
	"seedgraph/query/fetch"
	"seedgraph/query/search"
)

// An Index is the data on which the steps operate. [*answer.Index] implements it.
type Index interface {
	search.Index
	answer.Edges
	texts.Index
	Lookup(id graph.NodeID) (n uint32, ok bool, err error)
	LookupHandle(handle string) (n uint32, ok bool, err error)
	Abbreviated(prefix string) ([]uint32, error)
	WithoutEdge(kinds map[graph.EdgeKind]bool) error
}

// Artifacts is the index on which the steps operate, with its repository and snapshot.
type Artifacts struct {
	Index   Index
	Unknown func(id string) error // the error for an id that the index does not have
	Count   fetch.Counter         // for budgets in tokens

	Repository string
	Snapshots  []string // all names of the snapshot: id, commit, fingerprint, label
	Disclosed  []string // names disclosed to the reader: without those that depend on hidden files
	SnapshotID string   // the id that the runtime gives the reader's view
	wholeID    string   // the id that it gives the whole snapshot, which ids from there may contain
}

// NewArtifacts returns the artifacts of an index with the repository and the snapshot
// named in its manifest, as far as they are disclosed to the reader.
func NewArtifacts(x *answer.Index, unknown func(id string) error,
	count fetch.Counter) (Artifacts, error) {
	source := x.Manifest().Source
	a := Artifacts{Index: x, Unknown: unknown, Count: count, Repository: source.Repository}
	a.wholeID = SnapshotID(source.Repository, cmp.Or(source.Commit, source.Fingerprint))
	revision, err := x.Revision()
	if err != nil {
		return a, err
	}
	a.SnapshotID = SnapshotID(source.Repository, revision)
	whole := snapshotNames(a.wholeID, &source)
	if source.Fingerprint = ""; source.Commit == "" {
		source.Fingerprint = revision
	}
	a.Disclosed = snapshotNames(a.SnapshotID, &source)
	a.Snapshots = append(whole, a.Disclosed...)
	return a, nil
}

// snapshotNames lists the names of a snapshot.
func snapshotNames(id string, source *artifacts.Source) []string {
	var names []string
	for _, name := range []string{id, source.Snapshot, source.Commit, source.Fingerprint,
		source.Tag,
		source.Branch} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// find returns the node with a canonical id, which may be an id of LocalAI-RAG for this
// repository and snapshot, or with a handle. Names and locations are for people; a state
// has none. If there is no such node, the ref is not Known.
func (a *Artifacts) find(id string) (answer.Ref, error) {
	if parts := strings.SplitN(id, "::", 4); len(parts) == 4 {
		if !strings.EqualFold(parts[0], a.Repository) || parts[1] != a.SnapshotID && parts[1] != a.wholeID {
			return answer.Ref{ID: id}, nil
		}
		id = parts[3]
	}
	missing := answer.Ref{ID: id}
	own, part := graph.SplitChunk(id)
	n, ok, err := a.Index.Lookup(own)
	if err == nil && !ok && graph.IsHandle(string(own)) {
		n, ok, err = a.Index.LookupHandle(string(own))
	}
	if err == nil && !ok {
		n, ok, err = a.abbreviated(string(own))
	}
	if err != nil || !ok {
		return missing, err
	}
	node, err := a.Index.Node(n)
	if err != nil || part > max(len(node.Parts), 1) {
		return missing, err
	}
	return answer.RefTo(a.Index, answer.Target{Node: n, Part: part})
}

// abbreviated finds the only node whose handle begins with a text.
func (a *Artifacts) abbreviated(prefix string) (n uint32, ok bool, err error) {
	nodes, err := a.Index.Abbreviated(prefix)
	switch {
	case err != nil || len(nodes) == 0:
		return 0, false, err
	case len(nodes) > 1:
		return 0, false, fmt.Errorf("%w: %d handles begin with %s", answer.ErrAmbiguousID, len(nodes), prefix)
	}
	return nodes[0], true, nil
}
