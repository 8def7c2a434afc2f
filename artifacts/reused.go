package artifacts

import (
	"cmp"
	"container/heap"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// A Reused is artifacts whose nodes an index has taken over with their texts. Their search terms are used
// again: to analyze the texts would take most of the time of Write. The nodes differ in
// their ids, their access and the beginnings of their paths only.
type Reused struct {
	Reader  *Reader
	Numbers []uint32 // by node: its number in the index, ascending; NoNumber for nodes without texts that it lacks
	Below   string   // added before the paths: "orders/"
	Texts   *Texts   // of its nodes, which lack them; nil if they have them
}

// NoNumber is the number of a node that is not in the index.
const NoNumber = math.MaxUint32

// Reusable reports whether the search terms may be used again: they are those of all nodes, for all readers.
func (r *Reader) Reusable() bool { return r.showsStored() }

// A termIndex is what the store has of search terms.
type termIndex interface {
	sums() []uint64 // by field: the lengths of all nodes together
	writeLengths(put putFunc) error
	writeTerms(put putFunc) (terms int, err error)
}

func (x *postingIndex) sums() []uint64 { return x.totals[:] }

// A reusedIndex merges the search terms of artifacts.
type reusedIndex struct {
	postingIndex // the lengths, not the lists
	parts        []*reusedPart
}

// A reusedPart is the terms of one of the artifacts.
type reusedPart struct {
	Reused
	added  map[string]uint32 // keys that Below adds to the nodes with a path: how often
	pathed [2][]uint32       // these nodes by their numbers in the index; those of documents have other keys
}

// reuseTerms prepares the merge. It takes time in proportion to the nodes.
func (b *build) reuseTerms() (*reusedIndex, error) {
	x := &reusedIndex{}
	x.lengths = make([][tokens.NumFields]uint32, len(b.g.Nodes))
	parts := foldingOf(b.g)
	for _, from := range b.in.Reused {
		p := &reusedPart{Reused: from, added: map[string]uint32{}}
		count := p.addFolder()
		lengths, err := from.Reader.lengths()
		if err != nil {
			return nil, err
		}
		for own, n := range from.Numbers {
			if n == NoNumber {
				continue
			}
			for f := range tokens.NumFields {
				x.lengths[n][f] = uint32(lengths[own*int(tokens.NumFields)+int(f)])
			}
			node := &b.g.Nodes[n]
			if node.Path == "" || node.Kind.IsExternal() || parts.folded[n] {
				continue
			}
			p.pathed[docsOf(node)] = append(p.pathed[docsOf(node)], n)
			x.lengths[n][tokens.FieldPath] += count
			x.totals[tokens.FieldPath] += uint64(count)
		}
		for f, sum := range from.Reader.head.totals {
			x.totals[f] += sum
		}
		x.parts = append(x.parts, p)
	}
	return x, nil
}

// docsOf returns 1 for a node of a document, otherwise 0.
func docsOf(n *graph.Node) int {
	if markOf(n) != "" {
		return 1
	}
	return 0
}

// addFolder finds the keys of Below, and returns the number of its terms.
func (p *reusedPart) addFolder() (count uint32) {
	var terms tokens.Analyzer
	stops := keepsStops(tokens.FieldPath)
	terms.Each(p.Below, func(term []byte, kind tokens.TermKind) {
		if stops || kind&tokens.Stop == 0 {
			count++
			for _, mark := range []string{"", tokens.DocsMark} {
				p.added[string(tokens.AppendKey([]byte(mark), term, kind))]++
			}
		}
	})
	return count
}

// A reusedTerm is a term of one of the artifacts with its list there; without one, if only Below has it.
type reusedTerm struct {
	term string
	list []byte // valid until the next term
	of   int    // the number of the artifacts
}

// terms lists the terms of a part, ascending.
func (p *reusedPart) terms(failed *error) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		more := slices.Sorted(maps.Keys(p.added))
		words, err := p.Reader.terms.open()
		if err != nil {
			*failed = err
			return
		}
		scan := p.Reader.store.scan(sectionTerms)
		for at := range words.firsts {
			block, err := scan.next(uint32(at))
			goOn := err == nil
			if goOn {
				goOn, err = scanBlock(block, "", func(term string, list []byte) bool {
					for ; len(more) > 0 && more[0] < term; more = more[1:] {
						if !yield(more[0], nil) {
							return false
						}
					}
					if len(more) > 0 && more[0] == term {
						more = more[1:]
					}
					return yield(term, list)
				})
			}
			if err != nil {
				*failed = err
			}
			if !goOn {
				return
			}
		}
		for _, term := range more {
			if !yield(term, nil) {
				return
			}
		}
	}
}

// writeTerms merges the dictionaries of the artifacts. Time is linear in their size, times the logarithm of their
// number; memory in that of a list.
func (x *reusedIndex) writeTerms(put putFunc) (terms int, err error) {
	var failed error
	q := &termQueue{}
	for i, p := range x.parts {
		next, stop := iter.Pull2(p.terms(&failed))
		defer stop()
		q.next = append(q.next, next)
		q.pull(i)
	}
	heap.Init(q)
	w := newDictWriter(sectionTerms, put)
	var value []byte
	for len(q.heads) > 0 && failed == nil {
		m := termMerge{value: value[:0]}
		term := q.heads[0].term
		for len(q.heads) > 0 && q.heads[0].term == term {
			head := q.heads[0]
			if err := m.add(x.parts[head.of], term, head.list); err != nil {
				return 0, err
			}
			q.advance()
		}
		value = m.value
		if m.count == 0 {
			continue // no node has a path
		}
		terms++
		if err := w.add(term, append(appendUint(nil, uint64(m.count)), value...)); err != nil {
			return 0, err
		}
	}
	if failed != nil {
		return 0, failed
	}
	return terms, w.close()
}

// A termQueue has the next term of each of the artifacts, the lowest first, of equal ones in the order
// of the artifacts.
type termQueue struct {
	heads []reusedTerm
	next  []func() (string, []byte, bool)
}

// pull appends the next term of one of the artifacts, if there is one.
func (q *termQueue) pull(of int) bool {
	term, list, ok := q.next[of]()
	if ok {
		q.heads = append(q.heads, reusedTerm{term, list, of})
	}
	return ok
}

// advance puts the next term of its artifacts in the place of the first one.
func (q *termQueue) advance() {
	of := q.heads[0].of
	if q.pull(of) {
		last := len(q.heads) - 1
		q.heads[0], q.heads = q.heads[last], q.heads[:last]
		heap.Fix(q, 0)
		return
	}
	heap.Pop(q)
}

func (q *termQueue) Len() int { return len(q.heads) }
func (q *termQueue) Less(i, j int) bool {
	a, b := &q.heads[i], &q.heads[j]
	return cmp.Or(cmp.Compare(a.term, b.term), cmp.Compare(a.of, b.of)) < 0
}
func (q *termQueue) Swap(i, j int) { q.heads[i], q.heads[j] = q.heads[j], q.heads[i] }
func (q *termQueue) Push(x any)    { q.heads = append(q.heads, x.(reusedTerm)) }
func (q *termQueue) Pop() any {
	last := len(q.heads) - 1
	x := q.heads[last]
	q.heads = q.heads[:last]
	return x
}

// A termMerge joins the lists of a term.
type termMerge struct {
	value []byte
	count uint32
	last  uint32
}

// add appends a list of one of the artifacts, and the nodes that Below adds.
func (m *termMerge) add(p *reusedPart, term string, list []byte) error {
	var paths []uint32
	times := p.added[term]
	if times > 0 {
		paths = p.pathed[0]
		if strings.HasPrefix(term, tokens.DocsMark) {
			paths = p.pathed[1]
		}
	}
	d := decoder{b: list}
	if list != nil {
		d.uint() // the number of nodes
	}
	var freq [tokens.NumFields]uint32
	for own := uint64(0); len(d.b) > 0; {
		own += d.uint()
		stored := d.b
		d.frequencies(&freq)
		if d.bad || own >= uint64(len(p.Numbers)) || p.Numbers[own] == NoNumber {
			return corruptf("list of the term %q", term)
		}
		n := p.Numbers[own]
		for ; len(paths) > 0 && paths[0] < n; paths = paths[1:] {
			m.put(paths[0], appendFrequencies(nil, &[tokens.NumFields]uint32{tokens.FieldPath: times}))
		}
		if len(paths) > 0 && paths[0] == n {
			paths = paths[1:]
			freq[tokens.FieldPath] += times
			m.put(n, appendFrequencies(nil, &freq))
			continue
		}
		m.put(n, stored[:len(stored)-len(d.b)])
	}
	for _, n := range paths {
		m.put(n, appendFrequencies(nil, &[tokens.NumFields]uint32{tokens.FieldPath: times}))
	}
	return nil
}

// put appends a node.
func (m *termMerge) put(n uint32, frequencies []byte) {
	m.value = append(appendUint(m.value, uint64(n-m.last)), frequencies...)
	m.last = n
	m.count++
}
