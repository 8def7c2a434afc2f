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

// twoHashes is a name that has the hash of what a script begins with and of what it leads to.
var twoHashes = lazyregexp.New(`^([0-9a-f]{7,40})[-_.]+(?:to[-_.]+)?([0-9a-f]{7,40})(?:[-_.]|$)`)

// hashesOf takes both hashes from the name of a script, empty for none. Numbers alone are days or
// versions.
func hashesOf(stem string) (from, to string) {
	m := twoHashes.FindStringSubmatch(stem)
	if m == nil || !strings.ContainsAny(m[1]+m[2], "abcdef") || len(m[1]) != len(m[2]) {
		return "", ""
	}
	return m[1], m[2]
}

// ArrangeChains orders migrations whose names have two hashes: one runs behind those of its folder
// that lead to what it begins with.
//
//	b1b2c3d-a1a2c3d.sql, c1c2c3d-b1b2c3d.sql    // the second one runs first
//
// Time grows with their number, times its logarithm.
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

// A chain has the migrations of a folder by the hashes that they begin with.
type chain struct {
	dir     string
	next    map[string][]*Script
	reached map[string]bool // what migrations lead to
	seen    map[string]bool
	last    []*Script // in their order from the end
}

// arrange places those first that begin with what none leads to. A ring is placed from one of its
// hashes.
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

// visit adds what comes behind a hash, and then the migrations that begin with it.
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

// isCleanup reports whether the name of a script says that it runs behind another one of its step.
//
//	435c62c3-2e7531a2.patch.sql, 435c62c3-2e7531a2.cleanup.sql
func isCleanup(file string) bool {
	return slices.ContainsFunc(word.FindAllString(stemOf(path.Base(file)), -1), func(w string) bool {
		return w == "cleanup" || w == "clean" || w == "after" || w == "post"
	})
}
