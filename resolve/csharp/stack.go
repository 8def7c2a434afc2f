package csharp

// A stack allocates lists that are needed only while a call is compared with its
// candidates. That may involve other calls, whose lists are allocated and released in
// between.
type stack[T any] struct {
	items []T
	used  int
}

// alloc returns a list of n items, which the caller sets.
func (s *stack[T]) alloc(n int) []T {
	from := s.used
	s.used += n
	if s.used > len(s.items) {
		// Lists in use keep the old array.
		s.items = make([]T, max(2*len(s.items), s.used, minStack))
	}
	return s.items[from:s.used:s.used]
}

// free releases all lists that were allocated after the given value of used.
func (s *stack[T]) free(used int) { s.used = used }

const minStack = 32
