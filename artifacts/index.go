package artifacts

import (
	"cmp"
	"crypto/sha1"
	"fmt"
	"strings"

	"seedgraph/artifacts/tables"
	"seedgraph/graph"
)

// An Index is everything that Write puts into artifacts.
type Index struct {
	Graph       *graph.Graph
	Source      Source
	Files       []SourceFile      // of the source tree, in any order; nil: not known
	Settings    map[string]string // options of the build that shape the result, by name
	Diagnostics []Diagnostic      // in any order
	References  []ReferenceCount  // in any order; rows that agree in all but Count are added up
	Tokens      string            // name of the counter that made graph.Part.Tokens
	Tool        string            // version of the program that builds
}

// A Source says which state of which repository was indexed.
type Source struct {
	Repository string `json:"repository"`
	Branch     string `json:"branch,omitempty"`
	Commit     string `json:"commit,omitempty"`
	Tag        string `json:"tag,omitempty"`
	// the indexed files are not those of the commit: some are changed, new or gone
	Dirty bool `json:"dirty,omitempty"`
	// of the indexed files; needed where there is no commit, or it does not tell the state
	Fingerprint string `json:"fingerprint,omitempty"`
	// label of the snapshot; empty: the tag, else the branch
	Snapshot   string `json:"snapshot,omitempty"`
	SnapshotID string `json:"snapshot_id,omitempty"` // set by Write: see snapshotID
}

// normal fills what can be derived, and removes what an importer would trip
// over: LocalAI-RAG joins ids with "::".
func (s Source) normal(g *graph.Graph) Source {
	if s.Repository = strings.TrimSpace(s.Repository); s.Repository == "" {
		s.Repository = "unknown-repo"
	}
	for strings.Contains(s.Repository, "::") {
		s.Repository = strings.ReplaceAll(s.Repository, "::", ":")
	}
	if s.head() == "" && s.Fingerprint == "" {
		s.Fingerprint = fingerprint(g)
	}
	if s.Snapshot == "" {
		s.Snapshot = cmp.Or(s.Tag, s.Branch)
		if s.Dirty && s.Snapshot != "" {
			s.Snapshot += "-dirty" // as `git describe --dirty` has it
		}
	}
	s.SnapshotID = snapshotID(s)
	return s
}

// head is the commit, if it alone tells the state of the files.
func (s Source) head() string {
	if s.Dirty {
		return ""
	}
	return s.Commit
}

// snapshotID is the name by which LocalAI-RAG keeps the state: the UUID of
// version 5 of "repository:commit", or of "repository:fingerprint" where there is
// no commit, or files differ from it, in the name space of domain names.
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

// A DiagnosticType says what a line of diagnostics.jsonl is about.
type DiagnosticType string

const (
	SkippedFile  DiagnosticType = "skipped"     // the file is not in the index
	UnknownFiles DiagnosticType = "unknown"     // nor are files that end with Detail: no front end reads them
	ParseErrors  DiagnosticType = "parse_error" // the file is, but parts of it could not be read
	// definitions of the file are not in the index; Line is that of the first
	LostDefinitions DiagnosticType = "lost"
	Unresolved      DiagnosticType = "unresolved" // references of the file that no edge came from
	// credentials of the kind Reason were masked; Line is that of the first
	Masked  DiagnosticType = "masked"
	Limited DiagnosticType = "limit" // something in the file is beyond a limit
	// the file is too large to be indexed whole: Count of what Reason names were left out
	Condensed DiagnosticType = "condensed"
	// a setting that says how the parts of the tree find each other is not understood
	UnreadSetting DiagnosticType = "setting"
	Failed        DiagnosticType = "failed" // the program failed: references of the file have no edges
	// a file of a library could not be read: its types are unknown
	Library DiagnosticType = "library"
	// commits that git has, or should have, were not read: Count is the number of those that were
	History DiagnosticType = "history"
)

// A Diagnostic reports something that the index lacks.
type Diagnostic struct {
	Type     DiagnosticType `json:"type"`
	Path     string         `json:"path,omitempty"`
	Language string         `json:"language,omitempty"`
	Reason   string         `json:"reason"`           // a fixed word, to count by
	Detail   string         `json:"detail,omitempty"` // for people
	Line     uint32         `json:"line,omitempty"`   // the first line concerned, from 1
	Bytes    int            `json:"bytes,omitempty"`  // bytes concerned
	Count    int            `json:"count,omitempty"`  // references, definitions, credentials or files
}

// A ReferenceCount counts references of one language and kind by what became of
// them.
type ReferenceCount struct {
	Language string `json:"language"`
	Kind     string `json:"kind"` // call, create, type, member, data, …
	// OutcomeResolved, OutcomeExternal, or the reason why it is unresolved
	Outcome string `json:"outcome"`
	Tier    string `json:"tier,omitempty"` // of resolved ones
	Count   int    `json:"count"`
}

// Outcomes that are not reasons of being unresolved.
const (
	OutcomeResolved = "resolved" // to a node of the tree
	OutcomeExternal = "external" // to a name outside the tree
	OutcomeLocal    = "local"    // to a local variable or parameter
)

// A StoreCreator begins a graph store in a new folder. It is handed to Write because the
// one that there is, graphstore.Create, brings badger, which programs that read do without.
type StoreCreator func(dir string) (tables.Writer, error)

// Options tunes Write. The zero value writes plain files with all processors.
type Options struct {
	Compress bool // the big files become .zst
	Bodies   bool // a file for each text of the SQL bundle, and rows of the SQL in strings
	Workers  int  // goroutines; 0 means GOMAXPROCS; never changes the bytes
	Ignored  bool // a file .gitignore keeps the folder out of git
}

// check tells whether the graph keeps the promises of its type; what follows
// relies on them.
func check(g *graph.Graph) error {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.ID == "" || i > 0 && g.Nodes[i-1].ID >= n.ID {
			return fmt.Errorf("check graph: node %d (%q) is out of order", i, n.ID)
		}
	}
	for i, e := range g.Outside {
		if int(e.To) >= len(g.Nodes) || !g.Nodes[e.To].Kind.IsOutside() {
			return fmt.Errorf("check graph: edge %d out of the tree does not leave it", i)
		}
	}
	if err := checkEdges(g.Outside, uint32(len(g.Nodes))); err != nil {
		return err
	}
	return checkEdges(g.Edges, uint32(len(g.Nodes)))
}

// checkEdges checks a list of edges between n nodes.
func checkEdges(edges []graph.Edge, n uint32) error {
	for i, e := range edges {
		if e.From >= n || e.To >= n {
			return fmt.Errorf("check graph: edge %d leads to no node", i)
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
