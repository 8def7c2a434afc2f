// Package lazyregexp has regular expressions that are compiled on first use. A program
// that answers in a few milliseconds has no time to compile those that it does not
// need.
package lazyregexp

import (
	"regexp"
	"sync"
)

// A Regexp is a regular expression, safe for concurrent use. Its methods are those of
// [regexp.Regexp].
type Regexp struct {
	expr string
	once sync.Once
	rx   *regexp.Regexp
}

// New returns an expression. If it is invalid, its first use panics.
func New(expr string) *Regexp { return &Regexp{expr: expr} }

func (r *Regexp) compiled() *regexp.Regexp {
	r.once.Do(func() { r.rx = regexp.MustCompile(r.expr) })
	return r.rx
}

// MatchString reports whether s matches.
func (r *Regexp) MatchString(s string) bool { return r.compiled().MatchString(s) }

// FindString returns the first match in s.
func (r *Regexp) FindString(s string) string { return r.compiled().FindString(s) }

// FindAllString returns the first n matches in s; all if n is negative.
func (r *Regexp) FindAllString(s string, n int) []string {
	return r.compiled().FindAllString(s, n)
}

// FindStringSubmatch returns the first match in s and its groups.
func (r *Regexp) FindStringSubmatch(s string) []string {
	return r.compiled().FindStringSubmatch(s)
}

// FindStringSubmatchIndex returns the positions of the first match in s and its
// groups.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}

// FindAllStringSubmatchIndex returns the positions of the first n matches in s and
// their groups.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString replaces the matches in s.
func (r *Regexp) ReplaceAllString(s, with string) string {
	return r.compiled().ReplaceAllString(s, with)
}

// Split splits s at its matches into at most n parts.
func (r *Regexp) Split(s string, n int) []string { return r.compiled().Split(s, n) }

// FindAllStringSubmatch returns up to n matches in s with their groups, all if n is negative.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}
