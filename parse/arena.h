// The memory of one parse.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The runtime copies the children of an error node again and again while the
// error grows, so that a text that is all errors takes quadratic time. What it
// does is told by the bytes that it asks for in large blocks; time would tell
// another story on every machine. A parse that asks for more than its limit ends
// like one that was cancelled.
#define SG_LARGE 4096
#define SG_CANCELLED 1
#define SG_SPENT 2

// The memory of a parse is bounded, too: its stack takes a few hundred bytes for each
// level that is open. A parse that holds more than its room ends in the same way.

// The runtime asks for several small blocks a node. All of them are forgotten at once
// when the tree has been flattened, so they are cut from chunks that are kept for the
// next parse. A block has its size class in front of it; a block that is given back
// serves the next request of its class: multiples of SG_GRAIN up to SG_SMALL, then
// powers of two.
#define SG_GRAIN 16
#define SG_SMALL 1024
#define SG_CLASSES (SG_SMALL / SG_GRAIN + 64)
#define SG_CHUNK ((size_t)1 << 20)
#define SG_KEEP ((size_t)8 << 20) // bytes of chunks that outlive a parse

typedef struct sg_chunk { struct sg_chunk *next; size_t size; } sg_chunk; // its blocks follow

typedef struct {
	sg_chunk *used, *spare;      // with blocks in them, the current one first; empty ones
	char *at, *end;              // what is left of the current chunk
	void *back[SG_CLASSES];      // blocks given back, each with the next one in it
	size_t asked, limit, *flag;  // see SG_LARGE
	size_t held, room;           // bytes of chunks in use, and how many may be
} sg_arena;

static __thread sg_arena *sg_current; // of the parse under way on the thread

static size_t sg_class(size_t *size) {
	size_t whole = (*size + sizeof(size_t) + SG_GRAIN - 1) & ~(size_t)(SG_GRAIN - 1);
	if (whole <= SG_SMALL) {
		*size = whole;
		return whole / SG_GRAIN;
	}
	size_t class = SG_SMALL / SG_GRAIN, power = SG_SMALL;
	while (power < whole) {
		power *= 2;
		class++;
	}
	*size = power;
	return class;
}

static size_t sg_whole(size_t class) {
	const size_t small = SG_SMALL / SG_GRAIN;
	return class <= small ? class * SG_GRAIN : (size_t)SG_SMALL << (class - small);
}

// sg_grow makes room for a block of a size in the current chunk. Blocks are aligned to
// SG_GRAIN with their class in front, so that a chunk loses a word.
static void sg_grow(sg_arena *a, size_t size) {
	sg_chunk *c = a->spare;
	if (c && size <= c->size) {
		a->spare = c->next;
	} else {
		size_t room = size > SG_CHUNK ? size : SG_CHUNK;
		c = malloc(sizeof(sg_chunk) + sizeof(size_t) + room);
		if (!c) abort(); // the runtime cannot go on without memory
		c->size = room;
	}
	a->held += c->size;
	if (a->held > a->room) __atomic_or_fetch(a->flag, SG_SPENT, __ATOMIC_SEQ_CST);
	c->next = a->used;
	a->used = c;
	a->at = (char *)(c + 1) + sizeof(size_t);
	a->end = a->at + c->size;
}

static void sg_charge(sg_arena *a, size_t size) {
	if (size < SG_LARGE) return;
	a->asked += size;
	if (a->asked > a->limit) __atomic_or_fetch(a->flag, SG_SPENT, __ATOMIC_SEQ_CST);
}

static void *sg_block(sg_arena *a, size_t size) {
	size_t class = sg_class(&size);
	void *p = a->back[class];
	if (p) {
		a->back[class] = *(void **)p;
		return p;
	}
	if ((size_t)(a->end - a->at) < size) sg_grow(a, size);
	size_t *head = (size_t *)a->at;
	a->at += size;
	*head = class;
	return head + 1;
}

static void *sg_malloc(size_t size) {
	if (!sg_current) return malloc(size);
	sg_charge(sg_current, size);
	return sg_block(sg_current, size);
}

static void *sg_calloc(size_t count, size_t size) {
	return sg_current ? memset(sg_malloc(count * size), 0, count * size) : calloc(count, size);
}

static void sg_release(void *p) {
	if (!sg_current) {
		free(p);
	} else if (p) {
		void **back = &sg_current->back[((size_t *)p)[-1]];
		*(void **)p = *back;
		*back = p;
	}
}

static void *sg_realloc(void *p, size_t size) {
	if (!sg_current) return realloc(p, size);
	sg_charge(sg_current, size);
	size_t had = p ? sg_whole(((size_t *)p)[-1]) - sizeof(size_t) : 0;
	if (p && size <= had) return p;
	void *to = sg_block(sg_current, size);
	if (p) memcpy(to, p, had);
	sg_release(p);
	return to;
}

// sg_reset forgets all blocks, and all chunks but some.
static void sg_reset(sg_arena *a, size_t keep) {
	for (sg_chunk *next, *c = a->used; c; c = next) {
		next = c->next;
		c->next = a->spare;
		a->spare = c;
	}
	size_t kept = 0;
	for (sg_chunk **link = &a->spare; *link;) {
		sg_chunk *c = *link;
		if (c->size == SG_CHUNK && kept + c->size <= keep) {
			kept += c->size;
			link = &c->next;
		} else {
			*link = c->next;
			free(c);
		}
	}
	a->used = NULL;
	a->held = 0;
	a->at = a->end = NULL;
	memset(a->back, 0, sizeof a->back);
}
