package tokens

// A merger counts the tokens of single pieces by byte-pair encoding: starting
// from single bytes, the adjacent pair that forms the token of the lowest rank
// is joined, the leftmost first, until no pair forms a token. It owns scratch
// memory and a cache of pieces, so it serves one goroutine at a time.
type merger struct {
	vocab *vocabulary
	cache pieceCache
	parts []part
	heap  []uint64
}

// A part is a run of bytes of a piece that has been merged so far, one element
// of a list linked by index.
type part struct {
	prev, next int32  // starts of the neighbours; next is the piece's length at the end
	rank       uint32 // of the token made of this part and the next, or noRank
}

// scanLimit is the length up to which the lowest rank is found by scanning all
// parts. Beyond it that would take quadratic time, and a heap is used.
const scanLimit = 64

// keepScratch is the length of the longest piece whose scratch memory is kept.
const keepScratch = 1 << 16

// count returns the number of tokens of a piece.
func (m *merger) count(piece string) int {
	if len(piece) == 1 {
		return 1 // every byte is a token
	}
	if len(piece) > cachedLength {
		return m.merge(piece)
	}
	return m.cache.count(piece, m.merge)
}

func (m *merger) merge(piece string) int {
	if m.vocab.rank(piece) != noRank {
		return 1
	}
	if len(piece) <= scanLimit {
		return m.mergeByScan(piece)
	}
	n := m.mergeByHeap(piece)
	if len(piece) > keepScratch {
		m.parts, m.heap = nil, nil
	}
	return n
}

// mergeByScan merges with one pass over the remaining parts for each merge.
func (m *merger) mergeByScan(piece string) int {
	var starts [scanLimit + 1]uint8 // of the parts; the last is the piece's length
	var ranks [scanLimit + 1]uint32 // of each part joined with its successor
	n := len(piece)
	for i := range n {
		starts[i] = uint8(i)
		ranks[i] = noRank
		if i+2 <= n {
			ranks[i] = m.vocab.rank(piece[i : i+2])
		}
	}
	starts[n] = uint8(n)
	for n > 1 {
		at := 0
		for i := 1; i < n-1; i++ {
			if ranks[i] < ranks[at] {
				at = i
			}
		}
		if ranks[at] == noRank {
			break
		}
		copy(starts[at+1:n], starts[at+2:n+1])
		copy(ranks[at+1:n-1], ranks[at+2:n])
		n--
		for i := max(at-1, 0); i <= at; i++ {
			ranks[i] = noRank
			if i+2 <= n {
				ranks[i] = m.vocab.rank(piece[starts[i]:starts[i+2]])
			}
		}
	}
	return n
}

// mergeByHeap merges in O(n log n) time. The heap holds rank<<32 | start of
// every pair; an entry whose part has another rank by now is stale.
func (m *merger) mergeByHeap(piece string) int {
	n := len(piece)
	if cap(m.parts) < n {
		m.parts = make([]part, n)
	}
	m.parts, m.heap = m.parts[:n], m.heap[:0]
	for i := range m.parts {
		m.parts[i] = part{prev: int32(i) - 1, next: int32(i) + 1}
		m.setRank(piece, int32(i), int32(min(i+2, n+1)))
	}
	count := n
	for len(m.heap) > 0 {
		top := m.pop()
		at, rank := int32(uint32(top)), uint32(top>>32)
		if m.parts[at].rank != rank {
			continue
		}
		gone := m.parts[at].next
		after := m.parts[gone].next
		m.parts[gone].rank = noRank
		m.parts[at].next = after
		if int(after) < n {
			m.parts[after].prev = at
		}
		m.setRank(piece, at, m.pairEnd(at, n))
		if p := m.parts[at].prev; p >= 0 {
			m.setRank(piece, p, m.pairEnd(p, n))
		}
		count--
	}
	return count
}

// pairEnd returns the end of the part at and its successor in a piece of n
// bytes, or n+1 if it has none.
func (m *merger) pairEnd(at int32, n int) int32 {
	next := m.parts[at].next
	if int(next) == n {
		return int32(n) + 1
	}
	return m.parts[next].next
}

// setRank records the rank of the pair piece[at:end], unless end is out of range.
func (m *merger) setRank(piece string, at, end int32) {
	rank := uint32(noRank)
	if int(end) <= len(piece) {
		rank = m.vocab.rank(piece[at:end])
	}
	m.parts[at].rank = rank
	if rank != noRank {
		m.push(uint64(rank)<<32 | uint64(at))
	}
}

func (m *merger) push(x uint64) {
	m.heap = append(m.heap, x)
	h := m.heap
	i := len(h) - 1
	for i > 0 && x < h[(i-1)/2] {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = x
}

// pop removes and returns the smallest entry.
func (m *merger) pop() uint64 {
	h := m.heap
	top, x := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	m.heap = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1] < h[c] {
			c++
		}
		if x <= h[c] {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = x
	return top
}
