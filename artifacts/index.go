package artifacts

import (
	"cmp"
	"crypto/sha1"
	"fmt"
	"strings"

	"seedgraph/artifacts/tables"
	"seedgraph/graph"
	"seedgraph/internal/embedding"
)

// An Index is the complete input of Write.
type Index struct {
	Graph       *graph.Graph
	Source      Source
	Files       []SourceFile      // of the source tree, in any order; nil if not known
	Packages    []Package         // declared or required by the tree, in any order
	Links       []Link            // edges between repositories, in any order; only in linked indexes
	Embeddings  *embedding.Table  // for the vectors of nodes; nil: they have none
	Reused      []Reused          // that have all nodes of Graph, in their order; nil: texts are analyzed
	Settings    map[string]string // build options that affect the result, by name
	Diagnostics []Diagnostic      // in any order
	References  []ReferenceCount  // in any order; rows that differ only in Count are added up
	Tokens      string            // name of the counter that computed graph.Part.Tokens
	Tool        string            // version of the indexer
	Inputs      string            // hash of everything that the artifacts follow from, or empty; see [Manifest]
}

// A Source identifies the indexed state of a repository.
type Source struct {
	Repository string `json:"repository"`
	Branch     string `json:"branch,omitempty"`
	Commit     string `json:"commit,omitempty"`
	Tag        string `json:"tag,omitempty"`
	// the indexed files differ from the commit: some are changed, new or deleted
	Dirty bool `json:"dirty,omitempty"`
	// of the indexed files; required if there is no commit, or it does not identify the
	// state
	Fingerprint string `json:"fingerprint,omitempty"`
	// label of the snapshot; by default the tag, or the branch
	Snapshot   string `json:"snapshot,omitempty"`
	SnapshotID string `json:"snapshot_id,omitempty"` // set by Write: see snapshotID
}

// NoRepository is the name in artifacts of a tree that is no repository, or has no name.
const NoRepository = "unknown-repo"

// Named returns the source with the names that [Write] gives it: without a repository or a snapshot the default
// ones, and without text that an importer would misread, since LocalAI-RAG joins ids with "::".
func (s Source) Named() Source {
	if s.Repository = strings.TrimSpace(s.Repository); s.Repository == "" {
		s.Repository = NoRepository
	}
	for strings.Contains(s.Repository, "::") {
		s.Repository = strings.ReplaceAll(s.Repository, "::", ":")
	}
	if s.Snapshot == "" {
		s.Snapshot = cmp.Or(s.Tag, s.Branch)
		if s.Dirty && s.Snapshot != "" {
			s.Snapshot += "-dirty" // like `git describe --dirty`
		}
	}
	return s
}

// normal sets names and derived fields.
func (s Source) normal(g *graph.Graph) Source {
	s = s.Named()
	if s.head() == "" && s.Fingerprint == "" {
		s.Fingerprint = fingerprint(g)
	}
	s.SnapshotID = snapshotID(s)
	return s
}

// head returns the commit if it identifies the state of the files.
func (s Source) head() string {
	if s.Dirty {
		return ""
	}
	return s.Commit
}

// snapshotID returns the name under which LocalAI-RAG stores the state: the version 5
// UUID of "repository:commit", or of "repository:fingerprint" if there is no commit or
// files differ from it, in the namespace of domain names.
func snapshotID(s Source) string {
	state := s.head()
	if state == "" {
		state = s.Fingerprint
	}
	h := sha1.New()
	h.Write(dnsNamespace)
	h.Write([]byte(s.Repository + ":" + state))
	u := h.Sum(nil)[:16]
	u[6] = u[6]&0x0f | 5<<4 // version
	u[8] = u[8]&0x3f | 0x80 // variant
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// dnsNamespace is 6ba7b810-9dad-11d1-80b4-00c04fd430c8 of RFC 9562.
var dnsNamespace = []byte{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0,
	0x4f, 0xd4, 0x30, 0xc8}

// A DiagnosticType is the subject of a line of diagnostics.jsonl.
type DiagnosticType string

const (
	SkippedFile  DiagnosticType = "skipped"     // the file is not in the index
	UnknownFiles DiagnosticType = "unknown"     // nor are files with suffix Detail: no front end reads them
	ParseErrors  DiagnosticType = "parse_error" // the file is indexed, but parts of it could not be parsed
	// definitions of the file are not in the index; Line is the first one
	LostDefinitions DiagnosticType = "lost"
	Unresolved      DiagnosticType = "unresolved" // references of the file without a resulting edge
	// credentials of the kind Reason were masked; Line is the first one
	Masked  DiagnosticType = "masked"
	Limited DiagnosticType = "limit" // the file exceeds a limit
	// the file is too large to be indexed completely: Count of the things named by Reason
	// were left out
	Condensed DiagnosticType = "condensed"
	// a setting that controls how parts of the tree refer to each other is not understood
	UnreadSetting DiagnosticType = "setting"
	Failed        DiagnosticType = "failed" // an internal error: references of the file have no edges
	// a file of a library could not be read: its types are unknown
	Library DiagnosticType = "library"
	// the index of a compiler denies an edge, or a document of it does not match the tree
	Compiler DiagnosticType = "compiler"
	// commits that git has, or should have, were not read: Count is the number of commits
	// read
	History DiagnosticType = "history"
)

// A Diagnostic reports something that is missing from the index.
type Diagnostic struct {
	Type     DiagnosticType `json:"type"`
	Path     string         `json:"path,omitempty"`
	Language string         `json:"language,omitempty"`
	Reason   string         `json:"reason"`           // a fixed word, for counting
	Detail   string         `json:"detail,omitempty"` // for human readers
	Line     uint32         `json:"line,omitempty"`   // the first affected line, from 1
	Bytes    int            `json:"bytes,omitempty"`  // affected bytes
	Count    int            `json:"count,omitempty"`  // references, definitions, credentials or files
}

// A ReferenceCount counts references of one language and kind by outcome.
type ReferenceCount struct {
	Language string `json:"language"`
	Kind     string `json:"kind"` // call, create, type, member, data, …
	// OutcomeResolved, OutcomeExternal, or the reason why they are unresolved
	Outcome string `json:"outcome"`
	Tier    string `json:"tier,omitempty"` // for resolved references
	Count   int    `json:"count"`
}

// Outcomes other than the reasons for unresolved references.
const (
	OutcomeResolved = "resolved" // to a node of the tree
	OutcomeExternal = "external" // to an external symbol
	OutcomeLocal    = "local"    // to a local variable or parameter
)

// A StoreCreator creates a graph store in a new folder. It is passed to Write because the
// only implementation, graphstore.Create, depends on badger, which programs that only
// read do not need.
type StoreCreator func(dir string) (tables.Writer, error)

// Options configures Write. The zero value writes uncompressed files with all processors.
type Options struct {
	Compress bool // compress the big files to .zst
	Bodies   bool // write a file for each text of the SQL bundle, and rows for the SQL in strings
	Workers  int  // number of goroutines; 0 means GOMAXPROCS; does not affect the output
	Ignored  bool // write a .gitignore that keeps the folder out of git
}

// check checks the invariants of the graph; the code below relies on them.
func check(g *graph.Graph) error {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.ID == "" || i > 0 && g.Nodes[i-1].ID >= n.ID {
			return fmt.Errorf("check graph: node %d (%q) is out of order", i, n.ID)
		}
	}
	for i, e := range g.ExternalEdges {
		if int(e.To) >= len(g.Nodes) || !g.Nodes[e.To].Kind.IsExternal() {
			return fmt.Errorf("check graph: edge %d out of the tree does not leave it", i)
		}
	}
	if err := checkEdges(g.ExternalEdges, uint32(len(g.Nodes))); err != nil {
		return err
	}
	return checkEdges(g.Edges, uint32(len(g.Nodes)))
}

// checkEdges checks a list of edges between n nodes.
func checkEdges(edges []graph.Edge, n uint32) error {
	for i, e := range edges {
		if e.From >= n || e.To >= n {
			return fmt.Errorf("check graph: the target of edge %d is missing", i)
		}
		if i > 0 && compareEdges(edges[i-1], e) >= 0 {
			return fmt.Errorf("check graph: edge %d is out of order", i)
		}
		if e.Kind.String() == "invalid" || e.Tier.String() == "invalid" ||
			e.Via.String() == "invalid" {
			return fmt.Errorf("check graph: edge %d has an unknown kind, tier or via", i)
		}
	}
	return nil
}

// compareEdges orders edges by (From, Kind, To).
func compareEdges(a, b graph.Edge) int {
	switch {
	case a.From != b.From:
		return order(a.From < b.From)
	case a.Kind != b.Kind:
		return order(a.Kind < b.Kind)
	case a.To != b.To:
		return order(a.To < b.To)
	}
	return 0
}

func order(less bool) int {
	if less {
		return -1
	}
	return 1
}
