package parse

/*
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// The runtime of tree-sitter is compiled by the Go package that carries it. Its
// functions are declared here by hand, weak, and bound by the final link.
typedef struct { uint32_t context[4]; const void *id; const void *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
#define WEAK __attribute__((weak))
WEAK void *ts_parser_new(void);
WEAK void ts_parser_delete(void *);
WEAK bool ts_parser_set_language(void *, const void *);
WEAK void *ts_parser_parse_string(void *, const void *, const char *, uint32_t);
WEAK void ts_parser_reset(void *);
WEAK void ts_parser_set_cancellation_flag(void *, const size_t *);
WEAK void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
WEAK void ts_tree_delete(void *);
WEAK TSNode ts_tree_root_node(const void *);
WEAK uint16_t ts_node_symbol(TSNode);
WEAK uint32_t ts_node_start_byte(TSNode);
WEAK uint32_t ts_node_end_byte(TSNode);
WEAK bool ts_node_is_named(TSNode);
WEAK bool ts_node_is_missing(TSNode);
WEAK bool ts_node_is_error(TSNode);
WEAK bool ts_node_has_error(TSNode);
WEAK TSTreeCursor ts_tree_cursor_new(TSNode);
WEAK void ts_tree_cursor_delete(TSTreeCursor *);
WEAK TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
WEAK uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_parent(TSTreeCursor *);
WEAK uint32_t ts_language_symbol_count(const void *);
WEAK const char *ts_language_symbol_name(const void *, uint16_t);
WEAK uint32_t ts_language_field_count(const void *);
WEAK const char *ts_language_field_name_for_id(const void *, uint16_t);

typedef struct {
	uint32_t start, end; // bytes
	int32_t parent;      // index, -1 for the root
	int32_t next;        // index after the last node of this subtree
	uint16_t symbol, field;
	uint32_t flags;      // 1 named, 2 missing, 4 error
} sg_node;

typedef struct {
	sg_node *nodes;
	size_t len, cap;
	bool has_error;
	uint32_t cuts, cut; // subtrees left out for their depth; where the first begins
} sg_tree;

static sg_node *sg_push(sg_tree *t, TSNode n, uint16_t field, int32_t parent) {
	if (t->len == t->cap) {
		size_t cap = t->cap ? t->cap * 2 : 4096;
		sg_node *nodes = realloc(t->nodes, cap * sizeof(sg_node));
		if (!nodes) return NULL;
		t->nodes = nodes;
		t->cap = cap;
	}
	sg_node *out = &t->nodes[t->len++];
	out->start = ts_node_start_byte(n);
	out->end = ts_node_end_byte(n);
	out->parent = parent;
	out->next = 0;
	out->symbol = ts_node_symbol(n);
	out->field = field;
	out->flags = (ts_node_is_named(n) ? 1 : 0) | (ts_node_is_missing(n) ? 2 : 0) | (ts_node_is_error(n) ? 4 : 0);
	return out;
}

// sg_flatten writes the tree in preorder. It keeps no stack: the way up is the
// parent index of the node it stands on. What lies deeper than max is left out, below
// a node of the kind ERROR: front ends call themselves for each level.
static bool sg_flatten(sg_tree *t, void *tree, uint32_t max) {
	TSNode root = ts_tree_root_node(tree);
	uint32_t depth = 0;
	t->len = 0;
	t->cuts = t->cut = 0;
	t->has_error = ts_node_has_error(root);
	TSTreeCursor c = ts_tree_cursor_new(root);
	bool ok = sg_push(t, root, 0, -1) != NULL;
	int32_t at = 0;
	while (ok) {
		int32_t parent = at;
		bool down = ts_tree_cursor_goto_first_child(&c);
		if (down && depth >= max) {
			if (t->cuts++ == 0) t->cut = t->nodes[at].start;
			t->nodes[at].symbol = UINT16_MAX; // ERROR: its kind without children would mislead
			ts_tree_cursor_goto_parent(&c);
			down = false;
		}
		if (down) {
			depth++;
		} else {
			for (;;) {
				t->nodes[at].next = (int32_t)t->len;
				parent = t->nodes[at].parent;
				if (parent < 0 || ts_tree_cursor_goto_next_sibling(&c)) break;
				if (!ts_tree_cursor_goto_parent(&c)) { parent = -1; break; }
				at = parent;
				depth--;
			}
			if (parent < 0) break;
		}
		at = (int32_t)t->len;
		ok = sg_push(t, ts_tree_cursor_current_node(&c), ts_tree_cursor_current_field_id(&c), parent) != NULL;
	}
	ts_tree_cursor_delete(&c);
	return ok;
}

// The runtime copies the children of an error node again and again while the
// error grows, so that a text that is all errors takes quadratic time. What it
// does is told by the bytes that it asks for in large blocks; time would tell
// another story on every machine. A parse that asks for more than its limit ends
// like one that was cancelled.
#define SG_LARGE 4096
#define SG_CANCELLED 1
#define SG_SPENT 2
static __thread size_t sg_asked, sg_limit, *sg_flag;

static void sg_charge(size_t size) {
	if (size < SG_LARGE || !sg_flag) return;
	sg_asked += size;
	if (sg_asked > sg_limit) __atomic_or_fetch(sg_flag, SG_SPENT, __ATOMIC_SEQ_CST);
}

static void *sg_checked(void *p, size_t size) {
	if (!p && size > 0) abort(); // the runtime cannot go on without memory
	return p;
}

static void *sg_malloc(size_t size) {
	sg_charge(size);
	return sg_checked(malloc(size), size);
}

static void *sg_calloc(size_t count, size_t size) {
	sg_charge(count * size);
	return sg_checked(calloc(count, size), count * size);
}

static void *sg_realloc(void *p, size_t size) {
	sg_charge(size);
	return sg_checked(realloc(p, size), size);
}

static void sg_count_allocations(void) { ts_set_allocator(sg_malloc, sg_calloc, sg_realloc, free); }

// sg_parse parses text and flattens its tree. 0: done; 1: the language is not
// accepted; 2: cancelled; 3: out of memory; 4: over the limit. After an error the
// parser is reset: else the next parse would go on with the text of this one.
static int sg_parse(void *parser, const void *language, const char *text, uint32_t len, size_t *flag, size_t limit, uint32_t depth, sg_tree *out) {
	if (!ts_parser_set_language(parser, language)) return 1;
	sg_asked = 0;
	sg_limit = limit;
	sg_flag = flag;
	void *tree = ts_parser_parse_string(parser, NULL, text, len);
	sg_flag = NULL;
	bool spent = __atomic_and_fetch(flag, ~(size_t)SG_SPENT, __ATOMIC_SEQ_CST) == 0 && sg_asked > limit;
	if (!tree || spent) {
		if (tree) ts_tree_delete(tree);
		ts_parser_reset(parser);
		return spent ? 4 : 2;
	}
	bool ok = sg_flatten(out, tree, depth);
	ts_tree_delete(tree);
	return ok ? 0 : 3;
}

// sg_trim hands back to the system what C has freed: glibc keeps it.
static void sg_trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

static void sg_free(sg_tree *t) {
	free(t->nodes);
	t->nodes = NULL;
	t->len = t->cap = 0;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

var (
	// ErrCancelled is returned when a parse was stopped from outside.
	ErrCancelled = errors.New("parse cancelled")
	// ErrTooBroken is returned for a text with so many errors, one after the
	// other, that mending them would take out of proportion long.
	ErrTooBroken = errors.New("too many syntax errors")
)

// errorLimit bounds the bytes that a parse may ask for in large blocks: that is
// about a second of copying. Sound code of a megabyte, and broken code of people,
// asks for less than a fiftieth of it.
const errorLimit = 1 << 28

var countAllocations = sync.OnceFunc(func() { C.sg_count_allocations() })

// A Grammar is a tree-sitter language with its names looked up once.
type Grammar struct {
	language unsafe.Pointer
	kinds    []string // by symbol
	fields   []string // by field id
}

// NewGrammar wraps a grammar of the tree-sitter distribution.
func NewGrammar(l *sitter.Language) *Grammar {
	// The distribution hides the pointer that its Language consists of.
	g := &Grammar{language: *(*unsafe.Pointer)(unsafe.Pointer(l))}
	for i := range uint16(C.ts_language_symbol_count(g.language)) {
		g.kinds = append(g.kinds, C.GoString(C.ts_language_symbol_name(g.language, C.uint16_t(i))))
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

// A Parser parses one file at a time. It is not safe for concurrent use: give
// each worker one.
type Parser struct {
	parsers map[*Grammar]unsafe.Pointer
	tree    C.sg_tree
	cancel  *C.size_t
	limits  []Limit
	nesting int // levels of the tree that are read
}

// Limits returns the limits that were met since it was last called.
func (p *Parser) Limits() []Limit {
	out := p.limits
	p.limits = nil
	return out
}

// NewParser returns a parser. Close it after use: its memory is C's.
func NewParser() *Parser {
	return &Parser{nesting: MaxNesting, parsers: map[*Grammar]unsafe.Pointer{},
		cancel: (*C.size_t)(C.calloc(1, C.sizeof_size_t))}
}

// Cancel makes the parse under way, and every later one, end with
// ErrCancelled. It may be called from any goroutine until Close.
func (p *Parser) Cancel() { atomic.OrUintptr((*uintptr)(unsafe.Pointer(p.cancel)), C.SG_CANCELLED) }

// Close frees the parser's memory. Trees that it returned become invalid.
func (p *Parser) Close() {
	for _, c := range p.parsers {
		C.ts_parser_delete(c)
	}
	C.sg_free(&p.tree)
	C.free(unsafe.Pointer(p.cancel))
	C.sg_trim()
	p.parsers = nil
}

// Parse parses text, in time and memory that grow with its length. Of a tree that
// is deeper than MaxNesting it returns the upper part; see [Parser.Limits]. The tree
// is valid until the next Parse or Close. Besides
// ErrCancelled it fails with ErrTooBroken, which depends on the text alone.
func (p *Parser) Parse(g *Grammar, text string) (*Tree, error) {
	countAllocations()
	c, used := p.parsers[g]
	if !used {
		c = p.renew(g)
	}
	// A parser that has been used asks for less, since it has its buffers. So that
	// the limit is the same for all, close cases are left to a new one.
	limit := errorLimit
	if used {
		limit /= 2
	}
	code := p.parse(c, g, text, limit)
	if code == 4 && used {
		code = p.parse(p.renew(g), g, text, errorLimit)
	}
	switch code {
	case 0:
		if p.tree.cuts > 0 {
			p.limits = append(p.limits, Limit{At: uint32(p.tree.cut), What: "levels of nesting",
				Max: p.nesting, Count: int(p.tree.cuts)})
		}
		nodes := unsafe.Slice((*record)(unsafe.Pointer(p.tree.nodes)), int(p.tree.len))
		return &Tree{Text: text, HasError: bool(p.tree.has_error), grammar: g, nodes: nodes}, nil
	case 1:
		return nil, fmt.Errorf("parse: the runtime does not accept the grammar")
	case 2:
		return nil, ErrCancelled
	case 4:
		return nil, ErrTooBroken
	}
	return nil, errors.New("parse: out of memory")
}

// renew makes the parser for g, in place of the one that there may be.
func (p *Parser) renew(g *Grammar) unsafe.Pointer {
	if old, ok := p.parsers[g]; ok {
		C.ts_parser_delete(old)
	}
	c := C.ts_parser_new()
	C.ts_parser_set_cancellation_flag(c, p.cancel)
	p.parsers[g] = c
	return c
}

// parse returns what sg_parse does.
func (p *Parser) parse(c unsafe.Pointer, g *Grammar, text string, limit int) int {
	data := (*C.char)(unsafe.Pointer(unsafe.StringData(text)))
	return int(C.sg_parse(c, g.language, data, C.uint32_t(len(text)), p.cancel, C.size_t(limit),
		C.uint32_t(p.nesting), &p.tree))
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
	HasError bool // somewhere, even where no node says so
	grammar  *Grammar
	nodes    []record
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

// A Node is a node of a Tree. The zero value stands for no node: its Kind is
// empty, it has no children and no text.
type Node struct {
	t *Tree
	i int32
}

// IsZero reports whether n stands for no node.
func (n Node) IsZero() bool { return n.t == nil }

// Index returns the position of n in preorder.
func (n Node) Index() int { return int(n.i) }

// Kind returns the name of n's grammar symbol; for an anonymous node its text.
func (n Node) Kind() string {
	if n.t == nil {
		return ""
	}
	if s := int(n.t.nodes[n.i].symbol); s < len(n.t.grammar.kinds) {
		return n.t.grammar.kinds[s]
	}
	return "ERROR"
}

// FieldName returns the field that n fills in its parent, if any.
func (n Node) FieldName() string {
	if n.t == nil {
		return ""
	}
	return n.t.grammar.fields[n.t.nodes[n.i].field]
}

// Is reports whether n is of one of the kinds.
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

// IsMissing reports whether the parser made n up to go on.
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

// Parent returns the node that n is a child of.
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

// Prev returns the sibling before n, anonymous ones included. It walks from the
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

// Field returns the first child that fills the field.
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

// Descendants iterates in preorder over everything below n, n left out. When
// yield returns false for a node, its subtree is skipped.
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
