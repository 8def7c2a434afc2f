// The shell of the tree-sitter runtime: a text is parsed and its tree flattened in one
// call.

#include "arena.h"
#include <stdio.h>
#include <string.h>
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
WEAK void ts_parser_set_cancellation_flag(void *, const size_t *);
WEAK void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
WEAK TSNode ts_tree_root_node(const void *);
WEAK uint16_t ts_node_symbol(TSNode);
WEAK uint32_t ts_node_start_byte(TSNode);
WEAK uint32_t ts_node_end_byte(TSNode);
WEAK bool ts_node_is_missing(TSNode);
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
WEAK int ts_language_symbol_type(const void *, uint16_t); // 0: a named node
WEAK uint32_t ts_language_field_count(const void *);
WEAK const char *ts_language_field_name_for_id(const void *, uint16_t);

typedef struct { void *payload; void (*log)(void *, int, const char *); } TSLogger;
WEAK void ts_parser_set_logger(void *, TSLogger);

#define SG_ERROR UINT16_MAX // the symbol of error nodes

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

// sg_push appends a node. named tells by symbol what would take a call: whether nodes of
// it are named.
static sg_node *sg_push(sg_tree *t, TSNode n, const uint8_t *named, uint16_t field, int32_t parent) {
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
	out->flags = out->symbol == SG_ERROR ? 5 : named[out->symbol];
	if (out->start == out->end && ts_node_is_missing(n)) out->flags |= 2;
	return out;
}

// sg_flatten writes the tree in preorder. It keeps no stack: the way up is the
// parent index of the node it stands on. What lies deeper than max is left out, below
// a node of the kind ERROR: front ends call themselves for each level.
static bool sg_flatten(sg_tree *t, void *tree, const uint8_t *named, uint32_t max) {
	TSNode root = ts_tree_root_node(tree);
	uint32_t depth = 0;
	t->len = 0;
	t->cuts = t->cut = 0;
	t->has_error = ts_node_has_error(root);
	TSTreeCursor c = ts_tree_cursor_new(root);
	bool ok = sg_push(t, root, named, 0, -1) != NULL;
	int32_t at = 0;
	while (ok) {
		int32_t parent = at;
		bool down = ts_tree_cursor_goto_first_child(&c);
		if (down && depth >= max) {
			if (t->cuts++ == 0) t->cut = t->nodes[at].start;
			t->nodes[at].symbol = SG_ERROR; // its kind without children would mislead
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
		ok = sg_push(t, ts_tree_cursor_current_node(&c), named, ts_tree_cursor_current_field_id(&c), parent) != NULL;
	}
	ts_tree_cursor_delete(&c);
	return ok;
}

static void sg_use_arenas(void) { ts_set_allocator(sg_malloc, sg_calloc, sg_realloc, sg_release); }

// sg_parse parses text and flattens its tree. 0: done; 1: the language is not
// accepted; 2: cancelled; 3: out of memory; 4: over the limit; 5: over the room. The
// parser is a new one each time: all that it knows is in the arena.
static int sg_parse(sg_arena *arena, const void *language, const uint8_t *named, const char *text, uint32_t len, size_t *flag, size_t limit, size_t room, uint32_t depth, sg_tree *out) {
	arena->asked = 0;
	arena->limit = limit;
	arena->room = room;
	arena->flag = flag;
	sg_current = arena;
	int code = 1;
	void *parser = ts_parser_new();
	if (ts_parser_set_language(parser, language)) {
		ts_parser_set_cancellation_flag(parser, flag);
		void *tree = ts_parser_parse_string(parser, NULL, text, len);
		bool cancelled = __atomic_and_fetch(flag, ~(size_t)SG_SPENT, __ATOMIC_SEQ_CST) != 0;
		int over = arena->asked > limit ? 4 : arena->held > room ? 5 : 0;
		arena->limit = arena->room = SIZE_MAX; // the rest is within bounds
		if (!tree || over) {
			code = cancelled || !over ? 2 : over;
		} else {
			code = sg_flatten(out, tree, named, depth) ? 0 : 3;
		}
	}
	ts_parser_delete(parser); // scanners may have memory of their own
	sg_current = NULL;
	sg_reset(arena, SG_KEEP);
	return code;
}

// sg_place is a place of a text, with columns in bytes.
typedef struct {
	unsigned row, column;             // the furthest that was not gone on from
	unsigned current_row, current_column; // of the way to read the text that is followed
	bool found;
	size_t *flag;
} sg_place;

// sg_watch follows the log of the runtime up to where no way to read the text goes on.
static void sg_watch(void *payload, int type, const char *message) {
	sg_place *p = payload;
	unsigned row, column;
	if (type != 0 || p->found) return;
	if (sscanf(message, "process version:%*u, version_count:%*u, state:%*u, row:%u, col:%u", &row, &column) == 2) {
		p->current_row = row;
		p->current_column = column;
	} else if (strncmp(message, "detect_error", 12) == 0) {
		bool further = p->current_row > p->row || (p->current_row == p->row && p->current_column > p->column);
		if (further) p->row = p->current_row;
		if (further) p->column = p->current_column;
	} else if (strncmp(message, "resume", 6) == 0) {
		p->found = true;
		__atomic_or_fetch(p->flag, SG_SPENT, __ATOMIC_SEQ_CST);
	}
}

// sg_expected returns where the first token of a text is that no way to read it goes on with. The
// parse ends there.
static sg_place sg_expected(sg_arena *arena, const void *language, const char *text, uint32_t len, size_t *flag, size_t limit, size_t room) {
	sg_place place = {0};
	place.flag = flag;
	arena->asked = 0;
	arena->limit = limit;
	arena->room = room;
	arena->flag = flag;
	sg_current = arena;
	void *parser = ts_parser_new();
	if (ts_parser_set_language(parser, language)) {
		TSLogger logger = {&place, sg_watch};
		ts_parser_set_cancellation_flag(parser, flag);
		ts_parser_set_logger(parser, logger);
		ts_parser_parse_string(parser, NULL, text, len);
		__atomic_and_fetch(flag, ~(size_t)SG_SPENT, __ATOMIC_SEQ_CST);
		arena->limit = arena->room = SIZE_MAX;
	}
	ts_parser_delete(parser);
	sg_current = NULL;
	sg_reset(arena, SG_KEEP);
	return place;
}

// sg_trim hands back to the system what C has freed: glibc keeps it.
static void sg_trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

static void sg_free(sg_arena *a, sg_tree *t) {
	sg_reset(a, 0);
	free(t->nodes);
	t->nodes = NULL;
	t->len = t->cap = 0;
}
