package migration

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/internal/order"
)

// twoHashes matches a name with the hashes of the state before the script and of
// the state after it.
var twoHashes = lazyregexp.New(`^([0-9a-f]{7,40})[-_.]+(?:to[-_.]+)?([0-9a-f]{7,40})(?:[-_.]|$)`)

// hashesOf returns both hashes in the name of a script, or empty strings. Pure numbers
// are days or versions.
func hashesOf(stem string) (from, to string) {
	m := twoHashes.FindStringSubmatch(stem)
	if m == nil || !strings.ContainsAny(m[1]+m[2], "abcdef") || len(m[1]) != len(m[2]) {
		return "", ""
	}
	return m[1], m[2]
}

// ArrangeChains orders migrations whose names have two hashes: each runs after those of
// its folder that produce the state it starts from.
//
//	b1b2c3d-a1a2c3d.sql, c1c2c3d-b1b2c3d.sql    // the second one runs first
//
// Runs in O(n log n).
func ArrangeChains(list []*Script) {
	folders := map[string]*chain{}
	for _, s := range list {
		from, to := hashesOf(stemOf(path.Base(s.Path)))
		if from == "" || s.place != "" {
			continue
		}
		dir := path.Dir(s.Path)
		if folders[dir] == nil {
			folders[dir] = &chain{dir: dir, next: map[string][]*Script{}, reached: map[string]bool{},
				seen: map[string]bool{}}
		}
		folders[dir].next[from] = append(folders[dir].next[from], s)
		folders[dir].reached[to] = true
	}
	for _, c := range folders {
		c.arrange()
	}
}

// A chain has the migrations of a folder by the hashes of the states that they
// start from.
type chain struct {
	dir     string
	next    map[string][]*Script
	reached map[string]bool // the states that migrations produce
	seen    map[string]bool
	last    []*Script // in reverse order
}

// arrange sorts topologically: migrations without a predecessor come first. A cycle starts
// at one of its hashes.
func (c *chain) arrange() {
	var heads []string
	for from, list := range c.next {
		slices.SortFunc(list, func(a, b *Script) int {
			return cmp.Or(order.Bools(isCleanup(a.Path), isCleanup(b.Path)), strings.Compare(a.Path, b.Path))
		})
		heads = append(heads, from)
	}
	slices.SortFunc(heads, func(a, b string) int {
		return cmp.Or(order.Bools(c.reached[a], c.reached[b]), strings.Compare(a, b))
	})
	for _, from := range heads {
		c.visit(from)
	}
	for i, s := range c.last {
		s.place = fmt.Sprintf("%s/%d", c.dir, len(c.last)-i)
	}
}

// visit appends the migrations after those that start from a hash, and then those
// that start from it.
func (c *chain) visit(from string) {
	if c.seen[from] {
		return
	}
	c.seen[from] = true
	for _, s := range c.next[from] {
		_, to := hashesOf(stemOf(path.Base(s.Path)))
		c.visit(to)
	}
	for _, s := range slices.Backward(c.next[from]) {
		c.last = append(c.last, s)
	}
}

// isCleanup reports whether a script runs, by its name, after another one of the same
// step.
//
//	435c62c3-2e7531a2.patch.sql, 435c62c3-2e7531a2.cleanup.sql
func isCleanup(file string) bool {
	return slices.ContainsFunc(word.FindAllString(stemOf(path.Base(file)), -1), func(w string) bool {
		return w == "cleanup" || w == "clean" || w == "after" || w == "post"
	})
}
