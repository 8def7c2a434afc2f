package walk

import (
	"fmt"
	"strings"
)

// A Pattern is one line in the syntax of .gitignore, relative to the root, that
// matches a path or a folder above it.
type Pattern struct{ rule rule }

// ParsePattern compiles a pattern. A pattern that cannot match anything is an
// error, and so is a negated one: callers must handle exceptions themselves.
func ParsePattern(s string) (Pattern, error) {
	p := Pattern{parseRule(s)}
	switch {
	case strings.HasPrefix(s, "#"):
		return p, fmt.Errorf("pattern %q is a comment: write \\# for a name that begins with #", s)
	case p.rule.negate:
		return p, fmt.Errorf("pattern %q begins with !: a name that begins with it is written with a backslash", s)
	case p.rule.kind == ruleNever:
		return p, fmt.Errorf("pattern %q matches nothing", s)
	}
	return p, nil
}

// Match reports whether the pattern matches the file at path, or a folder above
// it.
func (p Pattern) Match(path string) bool {
	for end, begin := 0, 0; ; begin = end + 1 {
		i := strings.IndexByte(path[begin:], '/')
		if i < 0 {
			return p.rule.matches(path, path[begin:], false)
		}
		end = begin + i
		if p.rule.matches(path[:end], path[begin:end], true) {
			return true
		}
	}
}
