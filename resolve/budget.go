package resolve

// Limits of following an expression. They are far above what people write, and
// keep programs that were generated, or made to be hard, from taking minutes.
const (
	// MaxDepth bounds how deep questions about types lead to others.
	MaxDepth = 200
	// MaxSteps bounds how many questions one reference may lead to.
	MaxSteps = 20_000
	// MaxAliases bounds how many aliases in a row are followed.
	MaxAliases = 12
)

// A Budget counts what answering the questions about one reference costs. The
// zero value is a full budget. It is not safe for concurrent use.
type Budget struct {
	depth, steps int
	cut          bool
	open         int // number of questions that memos hold open
	lowest       int // 1 + the place of the first of them that was asked again, 0 for none
}

// Reset fills the budget for the next reference.
func (b *Budget) Reset() { *b = Budget{} }

// Enter begins a question. It reports whether there is room for it; only then
// must [Budget.Leave] be called at its end.
func (b *Budget) Enter() bool {
	b.steps++
	if b.depth >= MaxDepth || b.steps > MaxSteps {
		b.cut = true
		return false
	}
	b.depth++
	return true
}

// Leave ends a question that was entered.
func (b *Budget) Leave() { b.depth-- }

// Cut reports whether a question was refused since the last reset, so that
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
