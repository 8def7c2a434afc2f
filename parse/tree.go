package parse

// #include "tree.h"
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"seedgraph/parse/outline"
)

var (
	// ErrCancelled is returned if a parse was cancelled.
	ErrCancelled = errors.New("parse cancelled")
	// ErrTooBroken is returned for a text with so many consecutive errors that
	// recovering from them would take too long.
	ErrTooBroken = errors.New("too many syntax errors")
	// ErrTooDeep is returned for a text whose syntax tree would take too much memory,
	// for instance with tens of thousands of nesting levels.
	ErrTooDeep = errors.New("the syntax tree takes too much memory")
)

// errorLimit bounds the bytes that a parse may request in large blocks: about a
// second of copying. A megabyte of sound code, or of code broken by people,
// requests less than a fiftieth of it.
const errorLimit = 1 << 28

// room returns the bytes of memory that a parse of a text may use. Sound code
// takes less than a hundred per byte, apart from a few megabytes of stacks.
func room(text string) int { return 96<<20 + 128*len(text) }

// soundRoom returns the memory limit of a parse that only reports whether a text
// is sound. Text that is not code can take any amount, and a second per few
// megabytes, while the runtime follows all possible parses.
func soundRoom(text string) int { return 3<<20 + 128*len(text) }

var useArenas = sync.OnceFunc(func() { C.sg_use_arenas() })

// A Grammar is a tree-sitter language with its names looked up in advance.
type Grammar struct {
	language unsafe.Pointer
	kinds    []string    // by symbol
	named    []C.uint8_t // by symbol: 1 if its nodes are named
	fields   []string    // by field id
	// Broken returns the position at which a text accepted by the grammar is broken
	// nevertheless, or -1. It is nil if the grammar is exact.
	Broken func(text string) int
	// Adapt replaces syntax unknown to the grammar by known syntax. It is called for
	// every text, and again with broken set if the grammar does not accept the result:
	// adaptations needed only by such texts are made then, in addition to the others.
	// It is nil if there is nothing to adapt.
	Adapt func(a *Adaptation, broken bool)

	moves struct { // see moveRolesOf
		once  sync.Once
		roles []moveRole
	}
}

// NewGrammar wraps a grammar of the tree-sitter distribution.
func NewGrammar(l *sitter.Language) *Grammar {
	// The distribution hides the pointer that its Language consists of.
	g := &Grammar{language: *(*unsafe.Pointer)(unsafe.Pointer(l))}
	for i := range uint16(C.ts_language_symbol_count(g.language)) {
		g.kinds = append(g.kinds, C.GoString(C.ts_language_symbol_name(g.language, C.uint16_t(i))))
		named := C.uint8_t(0)
		if C.ts_language_symbol_type(g.language, C.uint16_t(i)) == 0 {
			named = flagNamed
		}
		g.named = append(g.named, named)
	}
	g.fields = append(g.fields, "")
	for i := range uint16(C.ts_language_field_count(g.language)) {
		g.fields = append(g.fields, C.GoString(C.ts_language_field_name_for_id(g.language,
			C.uint16_t(i+1))))
	}
	return g
}

// LazyGrammar returns a function that wraps a grammar at its first call.
func LazyGrammar(get func() *sitter.Language) func() *Grammar {
	return sync.OnceValue(func() *Grammar { return NewGrammar(get()) })
}

// Table returns the results of row for the kind of each named node, indexed by
// [Node.Symbol]. Several symbols may have one kind.
func Table[T any](g *Grammar, row func(kind string) T) []T {
	out := make([]T, len(g.kinds))
	for i, kind := range g.kinds {
		if g.named[i] != 0 {
			out[i] = row(kind)
		}
	}
	return out
}

// HasKind reports whether the grammar has named nodes of a kind.
func (g *Grammar) HasKind(kind string) bool {
	for i, k := range g.kinds {
		if k == kind && g.named[i] != 0 {
			return true
		}
	}
	return false
}

// A Parser parses one file at a time. It is not safe for concurrent use: give
// each worker one.
type Parser struct {
	arena   C.sg_arena
	tree    C.sg_tree
	cancel  *C.size_t
	limits  []Limit
	nesting int              // limit on the levels of the tree that are read
	outline *outline.Outline // of the current file, if it is read in the form of its outline
	edits   []edit           // of the current file; see mended
	room    lists            // see Room

	// Part is the number of bytes of code that are parsed at once, if a text is larger
	// and can be cut between members.
	Part     int
	division division // of the current file
}

// Limits returns the limits that were hit since its last call.
func (p *Parser) Limits() []Limit {
	out := p.limits
	p.limits = nil
	return out
}

// NewParser returns a parser. Close it after use: its memory is allocated in C.
func NewParser() *Parser {
	return &Parser{nesting: MaxNesting, Part: partBytes, cancel: (*C.size_t)(C.calloc(1, C.sizeof_size_t))}
}

// Cancel makes the current parse, and every later one, fail with ErrCancelled. It
// may be called from any goroutine until Close.
func (p *Parser) Cancel() { atomic.OrUintptr((*uintptr)(unsafe.Pointer(p.cancel)), C.SG_CANCELLED) }

// Close frees the parser's memory. Trees that it returned become invalid.
func (p *Parser) Close() {
	C.sg_free(&p.arena, &p.tree)
	C.free(unsafe.Pointer(p.cancel))
	C.sg_trim()
}

// Parse parses text in linear time and memory. For a tree deeper than MaxNesting
// it returns the upper part; see [Parser.Limits]. The tree is valid until the next
// Parse or Close. Apart from ErrCancelled it fails with ErrTooBroken and
// ErrTooDeep, which depend only on the text.
func (p *Parser) Parse(g *Grammar, text string) (*Tree, error) {
	useArenas()
	source := text
	if p.outline != nil {
		text = outline.Apply(text, p.outline.Changes())
	}
	if p.edits != nil {
		text = p.edited(text)
	}
	parse := p.whole
	if p.divides(text) {
		parse = p.inParts
	}
	tree, err := parse(g, text)
	if tree != nil && p.outline != nil {
		tree.Move(source, p.outline.Source, p.outline.Source)
	} else if tree != nil {
		tree.Text = source
	}
	return tree, err
}

// ParseApart parses a text that is not a version of the file's text, such as a
// template in it: the outline and edits of the file do not apply to it.
func (p *Parser) ParseApart(g *Grammar, text string) (*Tree, error) {
	o, edits, d := p.outline, p.edits, p.division
	defer func() { p.outline, p.edits, p.division = o, edits, d }()
	p.outline, p.edits, p.division = nil, nil, division{}
	return p.Parse(g, text)
}

// sound reports whether the grammar accepts a text, or returns the limit that was
// hit.
func (p *Parser) sound(g *Grammar, text string) (bool, error) {
	useArenas()
	tree, err := p.adapting(g, text, soundRoom(text))
	return err == nil && !tree.HasError, err
}

// expected returns the end of the longest prefix of text with which some text
// accepted by the grammar begins.
func (p *Parser) expected(g *Grammar, text string) uint32 {
	useArenas()
	return g.adapted(text, true).expectedIn(func(text string) uint32 {
		return p.expectedOf(g, text)
	})
}

// expectedOf is like expected, for an adapted text.
func (p *Parser) expectedOf(g *Grammar, text string) uint32 {
	data := (*C.char)(unsafe.Pointer(unsafe.StringData(text)))
	place := C.sg_expected(&p.arena, g.language, data, C.uint32_t(len(text)), p.cancel, errorLimit,
		C.size_t(soundRoom(text)))
	at, before := len(text), text
	if place.found {
		at = 0
		for range int(place.row) {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		at += int(place.column)
		before = text[:strings.LastIndexByte(text[:at], '\n')+1]
	}
	if i := g.broken(before); i >= 0 {
		at = i
	}
	return uint32(at)
}

// broken calls g.Broken, if there is one.
func (g *Grammar) broken(text string) int {
	if g.Broken == nil {
		return -1
	}
	return g.Broken(text)
}

// whole parses a text at once.
func (p *Parser) whole(g *Grammar, text string) (*Tree, error) {
	return p.adapting(g, text, room(text))
}

// within parses a text at once, with a memory limit of room bytes.
func (p *Parser) within(g *Grammar, text string, room int) (*Tree, error) {
	data := (*C.char)(unsafe.Pointer(unsafe.StringData(text)))
	code := C.sg_parse(&p.arena, g.language, &g.named[0], data, C.uint32_t(len(text)), p.cancel,
		errorLimit, C.size_t(room), C.uint32_t(p.nesting), &p.tree)
	switch code {
	case 0:
		if p.tree.cuts > 0 {
			p.limits = append(p.limits, Limit{At: uint32(p.tree.cut), Quantity: "levels of nesting",
				Max: p.nesting, Count: int(p.tree.cuts)})
		}
		nodes := unsafe.Slice((*record)(unsafe.Pointer(p.tree.nodes)), int(p.tree.len))
		return &Tree{Text: text, HasError: bool(p.tree.has_error) || g.broken(text) >= 0,
			grammar: g, nodes: nodes}, nil
	case 1:
		return nil, fmt.Errorf("parse: the runtime does not accept the grammar")
	case 2:
		return nil, ErrCancelled
	case 4:
		return nil, ErrTooBroken
	case 5:
		return nil, ErrTooDeep
	}
	return nil, errors.New("parse: out of memory")
}

// record mirrors sg_node.
type record struct {
	start, end    uint32
	parent, next  int32
	symbol, field uint16
	flags         uint32
}

const (
	flagNamed = 1 << iota
	flagMissing
	flagError
)

// A Tree is a parsed file, flattened in preorder.
type Tree struct {
	Text     string
	HasError bool // even if no node has an error flag
	grammar  *Grammar
	nodes    []record
}

// Move makes t a tree of source: start and end map the start and end positions of
// nodes to the source. It is for texts derived from a source.
func (t *Tree) Move(source string, start, end func(at uint32) uint32) {
	t.Text = source
	for i := range t.nodes {
		r := &t.nodes[i]
		r.start, r.end = start(r.start), end(r.end)
		r.end = max(r.start, r.end)
	}
}

// Root returns the root node.
func (t *Tree) Root() Node { return Node{t, 0} }

// Len returns the number of nodes, anonymous ones included.
func (t *Tree) Len() int { return len(t.nodes) }

// At returns the node at index i in preorder.
func (t *Tree) At(i int) Node { return Node{t, int32(i)} }

// ErrorBytes counts the bytes inside error nodes.
func (t *Tree) ErrorBytes() int {
	sum := 0
	for i := 0; i < len(t.nodes); {
		r := t.nodes[i]
		if r.flags&flagError != 0 {
			sum += int(r.end - r.start)
			i = int(r.next)
		} else {
			i++
		}
	}
	return sum
}

// A Node is a node of a Tree. The zero value is the nil node: its Kind is empty,
// and it has no children and no text.
type Node struct {
	t *Tree
	i int32
}

// IsZero reports whether n is the zero Node.
func (n Node) IsZero() bool { return n.t == nil }

// Index returns the position of n in preorder.
func (n Node) Index() int { return int(n.i) }

// Kind returns the name of n's grammar symbol; the text of an anonymous node.
func (n Node) Kind() string {
	if n.t == nil {
		return ""
	}
	if s := int(n.t.nodes[n.i].symbol); s < len(n.t.grammar.kinds) {
		return n.t.grammar.kinds[s]
	}
	return "ERROR"
}

// Symbol returns the number of n's kind, for tables by kind; see [Table]. It is
// negative for an error node and the zero Node.
func (n Node) Symbol() int {
	if n.t == nil {
		return -1
	}
	if s := int(n.t.nodes[n.i].symbol); s < len(n.t.grammar.kinds) {
		return s
	}
	return -1
}

// FieldName returns the field of its parent that n is in, if any.
func (n Node) FieldName() string {
	if n.t == nil {
		return ""
	}
	return n.t.grammar.fields[n.t.nodes[n.i].field]
}

// Is reports whether n has one of the kinds.
func (n Node) Is(kinds ...string) bool {
	k := n.Kind()
	for _, kind := range kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// IsNamed reports whether n is a named node of the grammar.
func (n Node) IsNamed() bool { return n.t != nil && n.t.nodes[n.i].flags&flagNamed != 0 }

// IsError reports whether n is an error node.
func (n Node) IsError() bool { return n.t != nil && n.t.nodes[n.i].flags&flagError != 0 }

// IsMissing reports whether n is a missing token inserted by the parser for error
// recovery.
func (n Node) IsMissing() bool { return n.t != nil && n.t.nodes[n.i].flags&flagMissing != 0 }

// Start returns the offset of n's first byte.
func (n Node) Start() uint32 {
	if n.t == nil {
		return 0
	}
	return n.t.nodes[n.i].start
}

// End returns the offset after n's last byte.
func (n Node) End() uint32 {
	if n.t == nil {
		return 0
	}
	return n.t.nodes[n.i].end
}

// Range returns the bytes of n.
func (n Node) Range() Range { return Range{n.Start(), n.End()} }

// Text returns the source text of n.
func (n Node) Text() string {
	if n.t == nil {
		return ""
	}
	return n.t.Text[n.Start():n.End()]
}

// Parent returns the parent of n.
func (n Node) Parent() Node {
	if n.t == nil || n.t.nodes[n.i].parent < 0 {
		return Node{}
	}
	return Node{n.t, n.t.nodes[n.i].parent}
}

// First returns the first child, anonymous ones included.
func (n Node) First() Node {
	if n.t == nil || n.i+1 >= n.t.nodes[n.i].next {
		return Node{}
	}
	return Node{n.t, n.i + 1}
}

// Next returns the next sibling, anonymous ones included.
func (n Node) Next() Node {
	if n.t == nil {
		return Node{}
	}
	r := n.t.nodes[n.i]
	if r.parent < 0 || r.next >= n.t.nodes[r.parent].next {
		return Node{}
	}
	return Node{n.t, r.next}
}

// Prev returns the previous sibling, anonymous ones included. It walks from the
// parent's first child.
func (n Node) Prev() Node {
	var prev Node
	for c := n.Parent().First(); !c.IsZero() && c.i < n.i; c = c.Next() {
		prev = c
	}
	return prev
}

// Children iterates over n's children, anonymous ones included.
func (n Node) Children(yield func(Node) bool) {
	for c := n.First(); c.t != nil; c = c.Next() {
		if !yield(c) {
			return
		}
	}
}

// Named iterates over n's named children.
func (n Node) Named(yield func(Node) bool) {
	for c := n.First(); c.t != nil; c = c.Next() {
		if c.IsNamed() && !yield(c) {
			return
		}
	}
}

// Field returns the first child with the given field.
func (n Node) Field(name string) Node {
	for c := n.First(); c.t != nil; c = c.Next() {
		if c.FieldName() == name {
			return c
		}
	}
	return Node{}
}

// Child returns the first child of one of the kinds.
func (n Node) Child(kinds ...string) Node {
	for c := n.First(); c.t != nil; c = c.Next() {
		if c.Is(kinds...) {
			return c
		}
	}
	return Node{}
}

// Descendants iterates in preorder over everything below n, without n. If yield
// returns false for a node, its subtree is skipped.
func (n Node) Descendants(yield func(Node) (into bool)) {
	if n.t == nil {
		return
	}
	end := n.t.nodes[n.i].next
	for i := n.i + 1; i < end; {
		if yield(Node{n.t, i}) {
			i++
		} else {
			i = n.t.nodes[i].next
		}
	}
}
