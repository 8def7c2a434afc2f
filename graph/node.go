package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A Span is a place in one file, in the coordinates of the original bytes on
// disk: a byte order mark counts, and so does every byte of a UTF-16 file.
type Span struct {
	Start, End         uint32 // bytes, half open
	StartLine, EndLine uint32 // from 1, both inclusive; 0 when there is no place
}

// Contains reports whether line is within the span.
func (s Span) Contains(line uint32) bool {
	return s.StartLine != 0 && s.StartLine <= line && line <= s.EndLine
}

// A Part is one stored text of a node: a chunk. A node whose text is short has
// one part, a long definition several, split at statement boundaries.
type Part struct {
	Text               string
	StartLine, EndLine uint32 // lines of the file that the text was taken from
	Tokens             int    // of Text, in the encoding that the manifest names
	Hash               Hash   // of Text; zero: not known
}

// A Hash identifies a text: it is the first 16 bytes of its SHA-256. Every part of every node
// has one, so that it is not kept as a string.
type Hash [16]byte

// HashOf returns the hash of a text.
func HashOf(text []byte) Hash {
	sum := sha256.Sum256(text)
	return Hash(sum[:len(Hash{})])
}

// String returns h in lower-case hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// A Segment is a step of putting the source of a node together from its own text
// and from the sources of the nodes in it: Own bytes of the text are source, Skip
// more only stand for what comes now: Gap, and the source of Child.
type Segment struct {
	Own, Skip uint32 // bytes of the text, in order
	Gap       string // source that no text has, such as blank lines; usually empty
	Child     NodeID // empty: none
}

// A Node is a vertex of the graph. Fields that do not apply are zero.
type Node struct {
	ID        NodeID
	Kind      NodeKind
	Language  string   // "csharp", "sql", …; empty for an external name of unknown language
	Name      string   // qualified, as a reader would say it: dbo.Order, Shop.OrderService.Place
	Short     string   // the last part of Name: Place
	Module    string   // what the language scopes by: namespace, package, package folder, path
	Path      string   // relative to the tree's root, with '/'; empty for what has no place
	Span      Span     // the whole definition, its leading doc comment included
	NameLine  uint32   // the line of the name, from 1; 0 when unknown
	Signature string   // one line, white space collapsed
	Doc       string   // the doc comment's text without comment marks
	Modifiers []string // as written, in source order
	Bases     []string // base types as written, in source order
	Class     string   // short name of the enclosing type, empty outside types
	Schema    string   // of SQL objects
	Project   string   // name of the project of its file; read on demand, see artifacts.Reader
	Parent    NodeID   // the node that contains this one; empty at the top

	Complexity int    // cyclomatic: 1 + decision points; 0 for what has no body
	Flags      Flags  // test code, external name, …
	Parts      []Part // in order; nil for nodes without text

	// Layout says how the source of a file, and of a node that contains others, is put
	// together; nil where the text is the source.
	Layout []Segment

	// Access rules, stamped by the index configuration. See Access.
	Access Access

	Rank float64 // PageRank, 9 significant digits; all ranks of a graph sum to 1
}

// Tokens returns the tokens of all parts of n together.
func (n *Node) Tokens() int {
	sum := 0
	for _, p := range n.Parts {
		sum += p.Tokens
	}
	return sum
}

// Domain returns the domain of n's kind; a file that has sections is a document.
func (n *Node) Domain() Domain {
	if n.Kind == KindFile && n.Language == "markdown" {
		return Docs
	}
	return n.Kind.Domain()
}

// IsTask reports whether n is a topic that stands for one function, which a queue runs.
func (n *Node) IsTask() bool {
	return n.Kind == KindRoute && n.Language == "topic" && strings.HasPrefix(n.Name, "TASK ")
}

// Flags are the yes-or-no properties of a node.
type Flags uint16

const (
	Test      Flags = 1 << iota // test code, by path, attribute or naming rule of its language
	Generated                   // written by a program
	Vendored                    // third-party source kept in the tree
	External                    // a name outside the tree: no path, no text
	Exported                    // visible outside its module
	Replaced                    // of a database object: another definition stands for it
)

// Has reports whether all of the given flags are set.
func (f Flags) Has(flags Flags) bool { return f&flags == flags }

// An Edge joins two nodes of one Graph, named by their index in Graph.Nodes.
type Edge struct {
	From, To uint32
	Kind     EdgeKind
	Tier     Tier
	Share    uint16 // the number of candidates that this edge stands among; 0 and 1 mean it alone
	Line     uint32 // the first line in From's file that says so; 0 when none does
	Ops      Ops    // what a data edge does
	Via      Via    // where a data edge was read from
	Recv     uint32 // the objects that it is for: a set of Graph.Receivers; 0: nothing is known
}

// Parameter is the position, from 1, of the argument by which e passes its target; 0 where it is
// stored or returned, and where the position is not known.
func (e Edge) Parameter() int {
	if e.Kind != Passes {
		return 0
	}
	return int(e.Ops)
}

// ByCaller reports whether e says that its origin runs what its callers pass to it: e holds for
// some callers, and each of these has an edge Passes of its own.
func (e Edge) ByCaller() bool { return e.Via == ViaParameter }

// Operations names what a data edge does.
func (e Edge) Operations() []string {
	if e.Kind == Passes {
		return nil
	}
	return e.Ops.Names()
}

// Confidence is the measured confidence of e's tier, shared among its candidates.
func (e Edge) Confidence() float64 {
	c := e.Tier.Confidence()
	if e.Share > 1 {
		c /= float64(e.Share)
	}
	return c
}

// HasSites reports whether all lines of edges of kind k are kept, not the first
// alone: of those that something happens along, and of changes, each of which is an operation.
func (k EdgeKind) HasSites() bool {
	switch k {
	case Calls, Creates, Passes, ReadsFrom, WritesTo, Executes, Requests, SchemaChange, DataChange:
		return true
	}
	return false
}

// A Site is a further line that says what an edge says, behind its first.
type Site struct {
	From, To uint32
	Kind     EdgeKind
	Line     uint32
}

// A Graph is a whole index in memory.
type Graph struct {
	Nodes []Node // by ID, bytewise
	Edges []Edge // by (From, Kind, To), each triple once
	Sites []Site // by (From, Kind, To, Line), each once

	// Outside has the edges to names of code outside the tree, and between such names, in
	// the order of Edges. They are kept apart, so that whoever follows the edges of the
	// tree stays in it.
	Outside      []Edge
	OutsideSites []Site // of these

	Receivers Receivers // the objects that members are used on, by the Recv of edges

	OpenEnds []OpenEnd // by (Node, Line, Name), each once: calls of which it is not known what they run

	Inline     []InlineText   // by (Node, Line, Text), where asked for; of a build alone
	Migrations []Migration    // those of one run in their order; of a build alone
	Settings   []SettingsFile // by path; of a build alone

	Entries []Entry // by (Node, Role, By): entry points that no edge tells

	History    []TermFiles  // by term; empty where no history was read
	Companions []Companions // by node; the same

	Worlds *Worlds // nil without rules of access, and where they make no difference
}

// A TermFiles is a word of the messages of commits, with the files that they changed.
type TermFiles struct {
	Term  string
	Files []FileGain // by node
}

// Companions are the definitions that commits change together with one.
type Companions struct {
	Node uint32
	With []Tie // by node
}

// A Tie says how often commits change a definition with another: 255 would be in all that
// change either, and nothing else.
type Tie struct {
	Node     uint32
	Strength uint8 // at least 1
}

// A FileGain says how much a word of commits speaks for a file: 255 would be all that
// a word can.
type FileGain struct {
	Node uint32
	Gain uint8
}
