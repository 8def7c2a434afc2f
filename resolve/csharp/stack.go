package csharp

import "seedgraph/resolve"

// A stack allocates lists of types that are needed only while a call is compared
// with its candidates. That may lead to other calls, whose lists come and go in
// between.
type stack struct {
	types []resolve.Type
	used  int
}

// alloc returns a list of n types, which the caller sets.
func (s *stack) alloc(n int) []resolve.Type {
	from := s.used
	s.used += n
	if s.used > len(s.types) {
		// Lists that are in use keep the old array.
		s.types = make([]resolve.Type, max(2*len(s.types), s.used, minStack))
	}
	return s.types[from:s.used:s.used]
}

// free takes back all lists that were allocated since used was as given.
func (s *stack) free(used int) { s.used = used }

const minStack = 32
