package artifacts

import (
	"slices"
	"sync"
)

// stringBlock is the number of strings in a block of the string table.
const stringBlock = 64

// A stringTable numbers strings shared by many nodes. Number 0 is the empty string; the
// others follow in ascending order.
type stringTable struct {
	sorted []string
	number map[string]uint32
}

func newStringTable(set map[string]struct{}) *stringTable {
	t := &stringTable{number: make(map[string]uint32, len(set)+1)}
	set[""] = struct{}{}
	t.sorted = make([]string, 0, len(set))
	for s := range set {
		t.sorted = append(t.sorted, s)
	}
	slices.Sort(t.sorted)
	for i, s := range t.sorted {
		t.number[s] = uint32(i)
	}
	return t
}

// write stores the table in front-coded blocks.
func (t *stringTable) write(put func(key, value []byte) error) error {
	for i := 0; i < len(t.sorted); i += stringBlock {
		var b []byte
		last := ""
		for _, s := range t.sorted[i:min(i+stringBlock, len(t.sorted))] {
			b = appendFront(b, last, s)
			last = s
		}
		if err := put(blockKey(sectionStrings, uint32(i/stringBlock)), b); err != nil {
			return err
		}
	}
	return nil
}

// A stringReader reads strings of the table on demand, and caches them. It is safe for
// concurrent use.
type stringReader struct {
	store *storeReader
	mu    sync.Mutex
	known map[uint32]string
}

// get returns string n.
func (r *stringReader) get(n uint32) (string, error) {
	r.mu.Lock()
	s, ok := r.known[n]
	r.mu.Unlock()
	if ok {
		return s, nil
	}
	s, err := r.read(n)
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	r.known[n] = s
	r.mu.Unlock()
	return s, nil
}

func (r *stringReader) read(n uint32) (string, error) {
	value, err := r.store.get(blockKey(sectionStrings, n/stringBlock))
	if err != nil {
		return "", err
	}
	var s []byte
	d := decoder{b: value}
	for range n%stringBlock + 1 {
		s = d.frontBytes(s)
	}
	if d.bad {
		return "", corruptf("string %d", n)
	}
	return string(s), nil
}
