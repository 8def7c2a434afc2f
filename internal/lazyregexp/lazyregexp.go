// Package lazyregexp has regular expressions that are compiled when they are first used. A
// program that answers in some milliseconds has no time for those that it does not need.
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

// New returns an expression. A mistake in it panics at its first use.
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

// FindStringSubmatchIndex returns where the first match in s and its groups are.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}

// FindAllStringSubmatchIndex returns where the first n matches in s and their groups are.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString replaces what matches in s.
func (r *Regexp) ReplaceAllString(s, with string) string {
	return r.compiled().ReplaceAllString(s, with)
}

// Split splits s at its matches into at most n parts.
func (r *Regexp) Split(s string, n int) []string { return r.compiled().Split(s, n) }
