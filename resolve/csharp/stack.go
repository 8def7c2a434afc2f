package csharp

// A stack allocates lists of what is needed only while a call is compared with its
// candidates. That may lead to other calls, whose lists come and go in between.
type stack[T any] struct {
	items []T
	used  int
}

// alloc returns a list of n items, which the caller sets.
func (s *stack[T]) alloc(n int) []T {
	from := s.used
	s.used += n
	if s.used > len(s.items) {
		// Lists that are in use keep the old array.
		s.items = make([]T, max(2*len(s.items), s.used, minStack))
	}
	return s.items[from:s.used:s.used]
}

// free takes back all lists that were allocated since used was as given.
func (s *stack[T]) free(used int) { s.used = used }

const minStack = 32
