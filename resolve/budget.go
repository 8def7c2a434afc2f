package resolve

import "seedgraph/parse"

// Limits of following an expression. They are far above what people write, and
// keep programs that were generated, or made to be hard, from taking minutes.
const (
	// MaxDepth bounds how deep questions about types lead to others.
	MaxDepth = 200
	// MaxSteps bounds how many questions one reference may lead to.
	MaxSteps = 20_000
	// MaxFileSteps bounds how many questions all references of a file may lead to.
	MaxFileSteps = 20_000_000
	// MaxAliases bounds how many aliases in a row are followed.
	MaxAliases = 12
	// MaxLineage bounds how many base types of one type are looked at.
	MaxLineage = 250
	// MaxCandidates bounds how many declarations of one name in one scope are told
	// apart.
	MaxCandidates = 1_000
	// MaxImplemented bounds how many interfaces of the tree one type implements
	// without saying so.
	MaxImplemented = 1_000
	// MaxTypeSize bounds how many types an inferred type is made of.
	MaxTypeSize = 500
	// MaxFolded bounds the bytes, and the parts, of a string that is put together from
	// others.
	MaxFolded = 1 << 16
)

// A Budget counts what answering the questions about the references of one file
// costs. The zero value is a full budget. It is not safe for concurrent use.
type Budget struct {
	depth, steps int // of the reference
	spent        int // of those before it
	cut          bool
	open         int // number of questions that memos hold open
	lowest       int // 1 + the place of the first of them that was asked again, 0 for none
	at           uint32
	limit        parse.Limit
}

// Next fills the budget for the reference at an offset of the file.
func (b *Budget) Next(at uint32) {
	if b.cut {
		b.limit.Count++
	}
	b.spent += b.steps
	b.depth, b.steps, b.cut, b.at = 0, 0, false, at
	b.open, b.lowest = 0, 0
}

// Enter begins a question. It reports whether there is room for it; only then
// must [Budget.Leave] be called at its end.
func (b *Budget) Enter() bool {
	if b.depth >= MaxDepth || !b.Charge(1) {
		b.refuse("levels of inference", MaxDepth)
		return false
	}
	b.depth++
	return true
}

// Charge takes n steps. It reports whether there was room for them.
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

// refuse notes that a limit was met: of a file the first place, and how many
// references met one.
func (b *Budget) refuse(what string, limit int) {
	if b.limit.What == "" {
		b.limit = parse.Limit{At: b.at, What: what, Max: limit}
	}
	b.cut = true
}

// Limits returns the limit that the references met so far have met, if any.
func (b *Budget) Limits() []parse.Limit {
	b.Next(b.at)
	if b.limit.Count == 0 {
		return nil
	}
	return []parse.Limit{b.limit}
}

// Leave ends a question that was entered.
func (b *Budget) Leave() { b.depth-- }

// Cut reports whether a question of this reference was refused, so that
// answers may be incomplete.
func (b *Budget) Cut() bool { return b.cut }

// A Memo remembers the answers to questions of one kind, such as the types of
// locals. A question that leads back to itself is answered with the zero value.
//
// The zero Memo remembers nothing yet. It is not safe for concurrent use.
type Memo[K comparable, V any] struct {
	done   map[K]V
	busy   map[K]bool
	opened map[K]int // by GetClosed: the places of open questions, from 1
}

// Get returns the answer for key, which it asks for the first time. An answer
// that the budget cut short is returned, but not remembered: from another
// beginning there may be room for all of it.
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

// GetClosed is Get, but an answer that used the zero value of a question around it
// is not remembered either: asked by itself, it may be another. found is false
// where the question leads back to itself or there is no room for it.
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

// reach notes that the open question at a place was asked again.
func (b *Budget) reach(at int) {
	if at > 0 && (b.lowest == 0 || at < b.lowest) {
		b.lowest = at
	}
}
