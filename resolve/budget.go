package resolve

import "seedgraph/parse"

// Limits of inference. They are far above hand-written code, and keep generated or
// adversarial programs from taking minutes.
const (
	// MaxDepth bounds the nesting of type queries.
	MaxDepth = 200
	// MaxSteps bounds the queries made for one reference.
	MaxSteps = 20_000
	// MaxFileSteps bounds the queries made for all references of a file.
	MaxFileSteps = 20_000_000
	// MaxAliases bounds the length of a chain of aliases.
	MaxAliases = 12
	// MaxLineage bounds the supertypes of one type that are visited.
	MaxLineage = 250
	// MaxCandidates bounds the declarations of one name in one scope that are
	// distinguished.
	MaxCandidates = 1_000
	// MaxImplemented bounds the interfaces of the tree that one type implements
	// implicitly.
	MaxImplemented = 1_000
	// MaxTypeSize bounds the number of types in an inferred type.
	MaxTypeSize = 500
	// MaxFolded bounds the bytes, and the parts, of a string that is concatenated from
	// others.
	MaxFolded = 1 << 16
)

// A Budget counts the steps of resolving the references of one file. The zero value is a
// full budget. It is not safe for concurrent use.
type Budget struct {
	depth, steps int // of the current reference
	spent        int // by earlier references
	cut          bool
	open         int // number of open queries in memos
	lowest       int // 1 + the index of the outermost of them that was queried again, or 0
	at           uint32
	limit        parse.Limit
}

// Next resets the budget for the reference at an offset of the file.
func (b *Budget) Next(at uint32) {
	if b.cut {
		b.limit.Count++
	}
	b.spent += b.steps
	b.depth, b.steps, b.cut, b.at = 0, 0, false, at
	b.open, b.lowest = 0, 0
}

// Enter begins a query. It reports whether the budget allows it; only then must
// [Budget.Leave] be called at the end.
func (b *Budget) Enter() bool {
	if b.depth >= MaxDepth || !b.Charge(1) {
		b.refuse("levels of inference", MaxDepth)
		return false
	}
	b.depth++
	return true
}

// Charge takes n steps. It reports whether the budget allows them.
func (b *Budget) Charge(n int) bool {
	b.steps += n
	switch {
	case b.steps > MaxSteps:
		b.refuse("steps for one reference", MaxSteps)
	case b.spent+b.steps > MaxFileSteps:
		b.refuse("steps for one file", MaxFileSteps)
	default:
		return true
	}
	return false
}

// refuse records that a limit was exceeded: the first position in the file, and how many
// references exceeded one.
func (b *Budget) refuse(what string, limit int) {
	if b.limit.Quantity == "" {
		b.limit = parse.Limit{At: b.at, Quantity: what, Max: limit}
	}
	b.cut = true
}

// Limits returns the limit that references have exceeded so far, if any.
func (b *Budget) Limits() []parse.Limit {
	b.Next(b.at)
	if b.limit.Count == 0 {
		return nil
	}
	return []parse.Limit{b.limit}
}

// Leave ends a query begun by [Budget.Enter].
func (b *Budget) Leave() { b.depth-- }

// Cut reports whether a query of this reference was refused, so that answers may be
// incomplete.
func (b *Budget) Cut() bool { return b.cut }

// A Memo memoizes the answers to queries of one kind, such as the types of locals. A
// cyclic query returns the zero value.
//
// The zero Memo is empty and ready to use. It is not safe for concurrent use.
type Memo[K comparable, V any] struct {
	done   map[K]V
	busy   map[K]bool
	opened map[K]int // for GetClosed: the indices of open queries, from 1
}

// Get returns the answer for key, calling ask the first time. An answer that the budget
// cut short is returned but not memoized: a query that starts elsewhere may have room for
// all of it.
func (m *Memo[K, V]) Get(b *Budget, key K, ask func() V) V {
	if v, ok := m.done[key]; ok {
		return v
	}
	var zero V
	if m.busy[key] || !b.Enter() {
		return zero
	}
	defer b.Leave()
	if m.done == nil {
		m.done, m.busy = map[K]V{}, map[K]bool{}
	}
	m.busy[key] = true
	v := ask()
	delete(m.busy, key)
	if !b.cut {
		m.done[key] = v
	}
	return v
}

// GetClosed is like Get, but does not memoize an answer that used the zero value of an
// enclosing query either, because the answer to a separate query may differ. found is
// false if the query is cyclic or exceeds the budget.
func (m *Memo[K, V]) GetClosed(b *Budget, key K, ask func() V) (answer V, found bool) {
	if v, ok := m.done[key]; ok {
		return v, true
	}
	if at := m.opened[key]; at > 0 {
		b.reach(at)
		return answer, false
	}
	if !b.Enter() {
		return answer, false
	}
	defer b.Leave()
	if m.opened == nil {
		m.done, m.opened = map[K]V{}, map[K]int{}
	}
	around := b.lowest
	b.open++
	b.lowest, m.opened[key] = 0, b.open
	v := ask()
	delete(m.opened, key)
	closed := b.lowest == 0 || b.lowest >= b.open
	b.open--
	if closed && !b.cut {
		m.done[key] = v
	}
	if closed {
		b.lowest = 0
	}
	b.reach(around)
	return v, true
}

// reach records that the open query with an index was queried again.
func (b *Budget) reach(at int) {
	if at > 0 && (b.lowest == 0 || at < b.lowest) {
		b.lowest = at
	}
}
