package tokens

import (
	"fmt"
	"strings"
	"sync"
)

// The names of the counters.
const (
	O200k  = "o200k_base"  // the byte-pair encoding of newer models
	Cl100k = "cl100k_base" // the byte-pair encoding of older models
	Words  = "words"       // parts between white space
	Chars4 = "chars4"      // a quarter of the characters, at least 1 if there are any

	// Default is the counter used by default.
	Default = O200k
)

// A Counter counts the tokens of texts. It is safe for concurrent use.
// Concurrent callers have a cache of a megabyte each, which stays with the
// Counter; so share one Counter among all.
type Counter struct {
	name   string
	scheme scheme
}

// A scheme is a method of counting. additive is called only for texts that are not
// empty.
type scheme interface {
	count(text string) int
	additive(a, b string) bool
}

var schemes = map[string]func() scheme{
	O200k:  func() scheme { return newEncoding(o200kData, splitO200k) },
	Cl100k: func() scheme { return newEncoding(cl100kData, splitCl100k) },
	Words:  func() scheme { return words{} },
	Chars4: func() scheme { return chars4{} },
}

// Names returns the names of all counters, sorted.
func Names() []string { return []string{Chars4, Cl100k, O200k, Words} }

// New returns a new counter by name. It costs next to nothing before the first
// Count.
func New(name string) (*Counter, error) {
	if scheme, ok := schemes[name]; ok {
		return &Counter{name, scheme()}, nil
	}
	return nil, fmt.Errorf("unknown token counter %q: want one of %s", name,
		strings.Join(Names(), ", "))
}

var shared = struct {
	sync.Mutex
	counters map[string]*Counter
}{counters: map[string]*Counter{}}

// ByName returns the counter of that name that is shared by the whole process.
func ByName(name string) (*Counter, error) {
	shared.Lock()
	defer shared.Unlock()
	if c := shared.counters[name]; c != nil {
		return c, nil
	}
	c, err := New(name)
	if err == nil {
		shared.counters[name] = c
	}
	return c, err
}

// Name returns the name of the counter, to be recorded with its counts.
func (c *Counter) Name() string { return c.name }

// Count returns the number of tokens of text: 0 for the empty text and, with
// Words, for white space; otherwise at least 1.
func (c *Counter) Count(text string) int { return c.scheme.count(text) }

// Additive reports whether the count of a+b is known to be the sum of the
// counts of a and b. False means unknown: only counting a+b decides it. See the
// package comment for sums of more texts.
func (c *Counter) Additive(a, b string) bool {
	return a == "" || b == "" || c.scheme.additive(a, b)
}
