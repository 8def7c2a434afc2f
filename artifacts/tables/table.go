package tables

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"sort"
	"sync"

	"github.com/dgraph-io/badger/v4/fb"
)

const (
	versionBytes = 8 // at the end of each key: a version
	headerBytes  = 4 // before each entry: the lengths of the shared and of the remaining part of its key
	// bits in the meta byte of entries whose value is stored elsewhere, or deleted
	metaNoValue = 1 | 2
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	// ErrDamaged reports a table that badger could not have written.
	ErrDamaged = errors.New("a table is damaged")
)

// A table is one file of the store. It is safe for concurrent use.
type table struct {
	file   *os.File
	blocks []tableBlock // in the order of their keys

	mu   sync.Mutex
	kept [keptBlocks]keptBlock // the last blocks, at their number modulo keptBlocks
}

// keptBlocks is the number of blocks of a table that are kept in memory.
const keptBlocks = 8

// A keptBlock is a block in memory.
type keptBlock struct {
	at     int // its number, from 1; 0: none
	buffer []byte
	blockEntries
}

// A tableBlock is the location of a block, and its first key without the version.
type tableBlock struct {
	first        string
	offset, size uint32
}

// openTable reads the index of a table. A table ends with: index, its length, checksum,
// its length.
func openTable(f *os.File) (t *table, err error) {
	defer func() { // the code that parses the index trusts it
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	end := info.Size()
	sum, err := lastBytes(f, &end)
	if err != nil {
		return nil, err
	}
	raw, err := lastBytes(f, &end)
	if err != nil {
		return nil, err
	}
	if !checks(raw, sum) {
		return nil, ErrDamaged
	}
	t = &table{file: f}
	index := fb.GetRootAsTableIndex(raw, 0)
	t.blocks = make([]tableBlock, index.OffsetsLength())
	var at fb.BlockOffset
	for i := range t.blocks {
		if !index.Offsets(&at, i) || len(at.KeyBytes()) < versionBytes {
			return nil, ErrDamaged
		}
		key := at.KeyBytes()
		t.blocks[i] = tableBlock{string(key[:len(key)-versionBytes]), at.Offset(), at.Len()}
	}
	if len(t.blocks) == 0 {
		return nil, ErrDamaged
	}
	return t, nil
}

// lastBytes returns the bytes before end whose length is in the last four bytes, and
// moves end to their start.
func lastBytes(f *os.File, end *int64) ([]byte, error) {
	var word [4]byte
	*end -= int64(len(word))
	if *end < 0 {
		return nil, ErrDamaged
	}
	if _, err := f.ReadAt(word[:], *end); err != nil {
		return nil, err
	}
	size := int64(binary.BigEndian.Uint32(word[:]))
	if size > *end {
		return nil, ErrDamaged
	}
	*end -= size
	b := make([]byte, size)
	_, err := f.ReadAt(b, *end)
	return b, err
}

// checks reports whether a checksum, which is a message of two numbers, matches b. The
// first number is the algorithm, omitted for CRC-32C.
func checks(b, sum []byte) bool {
	const field2 = 2 << 3
	if len(sum) == 0 || sum[0] != field2 {
		return len(sum) == 0 && crc32.Checksum(b, castagnoli) == 0
	}
	want, n := binary.Uvarint(sum[1:])
	return n == len(sum)-1 && uint64(crc32.Checksum(b, castagnoli)) == want
}

// firstKey is the lowest key of the table.
func (t *table) firstKey() string { return t.blocks[0].first }

// get appends the value at key to b, and returns its user meta; longer is nil if there is
// no value.
func (t *table) get(b, key []byte) (longer []byte, meta byte, err error) {
	at := sort.Search(len(t.blocks), func(i int) bool { return t.blocks[i].first > string(key) }) - 1
	if at < 0 {
		return nil, 0, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	block, err := t.load(at)
	if err != nil {
		return nil, 0, err
	}
	return block.get(b, key)
}

// load reads a block and keeps it, because values that are used together are often in the same
// few blocks.
func (t *table) load(at int) (*keptBlock, error) {
	k := &t.kept[at%keptBlocks]
	if k.at == at+1 {
		return k, nil
	}
	k.at = 0
	b := t.blocks[at]
	k.buffer = slices.Grow(k.buffer[:0], int(b.size))[:b.size]
	if _, err := t.file.ReadAt(k.buffer, int64(b.offset)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	var ok bool
	if k.blockEntries, ok = openBlock(k.buffer); !ok {
		return nil, ErrDamaged
	}
	k.at = at + 1
	return k, nil
}

// A blockEntries holds the entries of a block, and their offsets.
type blockEntries struct {
	entries, offsets []byte
	base             []byte // the first key, with which the others share a prefix
}

// openBlock parses a block. A block ends with: offsets, their number, checksum, its
// length.
func openBlock(b []byte) (blockEntries, bool) {
	sum, b, ok := cutEnd(b)
	if !ok || !checks(b, sum) || len(b) < 4 {
		return blockEntries{}, false
	}
	n := uint64(binary.BigEndian.Uint32(b[len(b)-4:]))
	if b = b[:len(b)-4]; n == 0 || 4*n > uint64(len(b)) {
		return blockEntries{}, false
	}
	at := len(b) - 4*int(n)
	e := blockEntries{entries: b[:at], offsets: b[at:]}
	_, rest, ok := e.entry(0)
	if !ok {
		return blockEntries{}, false
	}
	e.base = rest
	return e, true
}

// cutEnd splits off the bytes whose length is in the last four bytes.
func cutEnd(b []byte) (end, rest []byte, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	n := uint64(binary.BigEndian.Uint32(b[len(b)-4:]))
	if b = b[:len(b)-4]; n > uint64(len(b)) {
		return nil, nil, false
	}
	return b[uint64(len(b))-n:], b[:uint64(len(b))-n], true
}

// entry returns the length of the prefix that the key of an entry shares with the base
// key, and the remaining key, followed by the value.
func (e *blockEntries) entry(i int) (shared int, rest []byte, ok bool) {
	at := uint64(binary.NativeEndian.Uint32(e.offsets[4*i:]))
	if at+headerBytes > uint64(len(e.entries)) {
		return 0, nil, false
	}
	b := e.entries[at:]
	n := int(binary.NativeEndian.Uint16(b[2:]))
	if headerBytes+n > len(b) {
		return 0, nil, false
	}
	return int(binary.NativeEndian.Uint16(b)), b[headerBytes : headerBytes+n], true
}

// compare compares the key of an entry, without the version, with key.
func (e *blockEntries) compare(i int, key []byte) (order int, ok bool) {
	shared, rest, ok := e.entry(i)
	if !ok || shared > len(e.base) || shared+len(rest) < versionBytes {
		return 0, false
	}
	end := shared + len(rest) - versionBytes
	if shared >= end {
		return bytes.Compare(e.base[:end], key), true
	}
	n := min(shared, len(key))
	if order := bytes.Compare(e.base[:shared], key[:n]); order != 0 {
		return order, true
	}
	return bytes.Compare(rest[:end-shared], key[n:]), true
}

// get appends the value at key to b, and returns its user meta; longer is nil if there is
// no value.
func (e *blockEntries) get(b, key []byte) (longer []byte, meta byte, err error) {
	low, high := 0, len(e.offsets)/4
	for low < high {
		middle := (low + high) / 2
		order, ok := e.compare(middle, key)
		switch {
		case !ok:
			return nil, 0, ErrDamaged
		case order == 0:
			return e.appendValue(b, middle)
		case order < 0:
			low = middle + 1
		default:
			high = middle
		}
	}
	return nil, 0, nil
}

// appendValue appends the value of an entry to b, after skipping its meta, user meta and
// expiration time.
func (e *blockEntries) appendValue(b []byte, i int) (longer []byte, meta byte, err error) {
	at := int(binary.NativeEndian.Uint32(e.offsets[4*i:]))
	end := len(e.entries)
	if 4*(i+1) < len(e.offsets) {
		end = int(binary.NativeEndian.Uint32(e.offsets[4*(i+1):]))
	}
	_, rest, _ := e.entry(i)
	if at += headerBytes + len(rest); at+2 >= end || end > len(e.entries) {
		return nil, 0, ErrDamaged
	}
	entry := e.entries[at:end]
	_, n := binary.Uvarint(entry[2:])
	if n <= 0 || entry[0]&metaNoValue != 0 {
		return nil, 0, ErrDamaged
	}
	return append(b, entry[2+n:]...), entry[1], nil
}
