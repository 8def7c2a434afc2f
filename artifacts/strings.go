package artifacts

import (
	"slices"
	"sync"
)

// stringBlock is the number of strings in a block of the string table.
const stringBlock = 64

// A stringTable numbers strings that many nodes share. Number 0 is the empty
// string; the others follow in ascending order.
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

// A stringReader reads the string table, block by block as it is asked, and keeps what
// it has read. It is safe for concurrent use.
type stringReader struct {
	store *storeReader
	mu    sync.Mutex
	block map[uint32][]string
}

// get returns string n.
func (r *stringReader) get(n uint32) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	block, ok := r.block[n/stringBlock]
	if !ok {
		var err error
		if block, err = r.read(n / stringBlock); err != nil {
			return "", err
		}
		r.block[n/stringBlock] = block
	}
	if int(n%stringBlock) >= len(block) {
		return "", corruptf("string %d is missing", n)
	}
	return block[n%stringBlock], nil
}

func (r *stringReader) read(n uint32) ([]string, error) {
	value, err := r.store.get(blockKey(sectionStrings, n))
	if err != nil {
		return nil, err
	}
	var block []string
	last := ""
	for d := (decoder{b: value}); !d.done(); {
		last = d.front(last)
		if d.bad {
			return nil, corruptf("block %d of the string table", n)
		}
		block = append(block, last)
	}
	return block, nil
}
