package csharp

import (
	"sync"

	"seedgraph/resolve"
)

// spaceNames memoizes names that were looked up outside of all types of a file: see
// tree.inNamespaces. Binders of other files use it too, for the signatures of the file.
type spaceNames struct {
	scoped bool // a using directive applies to a part of the file: nothing is memoized

	mu     sync.Mutex
	found  map[nameKey]resolve.LookupResult
	closed bool
}

type nameKey struct {
	idle        bool // the name is in inactive code
	space, name string
	arity       int
}

func (s *spaceNames) get(k nameKey) (resolve.LookupResult, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fd, ok := s.found[k]
	return fd, ok
}

func (s *spaceNames) put(k nameKey, fd resolve.LookupResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if s.found == nil {
		s.found = map[nameKey]resolve.LookupResult{}
	}
	s.found[k] = fd
}

// close drops the names once the file is bound: few files need them after that.
func (s *spaceNames) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found, s.closed = nil, true
}
