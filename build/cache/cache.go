// Package cache keeps what a build has read from single files for the next build: in a folder of the user
// ([Dir]), or in memory ([Memory]). It knows keys and bytes; what they mean is for package build to say.
//
// A folder has segments: files that are written once and never changed. A build reads all segments of its
// program and writes one more with what it did not find. Everything read is checked; damage is an absent
// entry. Segments are renamed into place whole, so that several builds can share a folder.
package cache

import "sync"

// A Key identifies an entry: a hash of all that the entry depends on.
type Key [32]byte

// A Store has entries by key. It is safe for concurrent use.
type Store interface {
	// Get returns the entry of a key, possibly in the memory of buf.
	Get(key Key, buf []byte) ([]byte, bool)

	// Put adds an entry, which may be dropped at any time. It does not keep data.
	Put(key Key, data []byte)
}

// Memory is a Store in memory.
type Memory struct {
	mu      sync.Mutex
	limit   int64
	size    int64
	now     int // the current build
	entries map[Key]*remembered
}

// A remembered entry was used last by a build.
type remembered struct {
	data []byte
	used int
}

// NewMemory returns a Store that holds at most limit bytes.
func NewMemory(limit int64) *Memory {
	return &Memory{limit: limit, entries: map[Key]*remembered{}}
}

// Len returns the number of entries.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries)
}

// Next begins the next build: when there is no room left, entries that the current one does not use are
// dropped.
func (m *Memory) Next() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now++
}

// Get implements [Store].
func (m *Memory) Get(key Key, _ []byte) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.entries[key]
	if e == nil {
		return nil, false
	}
	e.used = m.now
	return e.data, true
}

// Put implements [Store].
func (m *Memory) Put(key Key, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries[key] != nil {
		return
	}
	size := int64(len(data))
	if m.size+size > m.limit {
		m.dropUnused()
	}
	if m.size+size > m.limit {
		return
	}
	m.size += size
	m.entries[key] = &remembered{append([]byte(nil), data...), m.now}
}

// dropUnused drops the entries that neither the current build nor the one before has used: the current
// one may not have come to them yet.
func (m *Memory) dropUnused() {
	for key, e := range m.entries {
		if e.used < m.now-1 {
			m.size -= int64(len(e.data))
			delete(m.entries, key)
		}
	}
}

// Layers is a Store of several: Get asks them in order, and gives what it finds to those before.
type Layers []Store

// Get implements [Store].
func (l Layers) Get(key Key, buf []byte) ([]byte, bool) {
	for i, s := range l {
		if data, ok := s.Get(key, buf); ok {
			for _, before := range l[:i] {
				before.Put(key, data)
			}
			return data, true
		}
	}
	return nil, false
}

// Put implements [Store].
func (l Layers) Put(key Key, data []byte) {
	for _, s := range l {
		s.Put(key, data)
	}
}
