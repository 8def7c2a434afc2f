package artifacts

import "seedgraph/artifacts/tables"

// A storeReader reads a store, caching recently read values; it is safe for concurrent
// use. The values that it returns are shared and must not be changed.
type storeReader struct {
	tables storedValues
	cache  valueCache
}

// storedValues are the values of a store, on disk or in memory.
type storedValues interface {
	Value(key []byte) ([]byte, error)     // nil if the key is missing
	Append(b, key []byte) ([]byte, error) // nil if the key is missing
	Close() error
}

// openStore opens the tables in dir.
func openStore(dir string) (*storeReader, error) {
	t, err := tables.Open(dir)
	if err != nil {
		return nil, corruptf("open graph store: %w", err)
	}
	return &storeReader{tables: t}, nil
}

// get returns the value at key. A missing key is damage: the reader only reads keys that
// the writer wrote.
func (s *storeReader) get(key []byte) ([]byte, error) {
	value, err := s.find(key)
	if err == nil && value == nil {
		err = corruptf("key %x is missing", key)
	}
	return value, err
}

// find returns the value at key, or nil if the key is missing.
func (s *storeReader) find(key []byte) ([]byte, error) {
	if value := s.cache.get(key); value != nil {
		return value, nil
	}
	value, err := s.read(key)
	if err == nil && value != nil {
		s.cache.put(key, value)
	}
	return value, err
}

// read reads the value at key, or returns nil if the key is missing.
func (s *storeReader) read(key []byte) ([]byte, error) {
	value, err := s.tables.Value(key)
	if err != nil {
		return nil, corruptf("read graph store: %w", err)
	}
	return value, nil
}

// A blockScan reads the blocks of a section sequentially, bypassing the cache.
type blockScan struct {
	s       *storeReader
	section byte
	value   []byte // the last block
}

// scan begins a scan.
func (s *storeReader) scan(section byte) *blockScan {
	return &blockScan{s, section, []byte{}}
}

// next returns the value of a block, which is valid until the next call.
func (b *blockScan) next(block uint32) ([]byte, error) {
	key := blockKey(b.section, block)
	value, err := b.s.tables.Append(b.value[:0], key)
	switch {
	case err != nil:
		return nil, corruptf("read graph store: %w", err)
	case value == nil:
		return nil, corruptf("key %x is missing", key)
	}
	b.value = value
	return value, nil
}

// close closes the tables.
func (s *storeReader) close() error { return s.tables.Close() }
