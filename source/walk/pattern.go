package walk

import (
	"bytes"
	"strings"
)

// A rule is one compiled line of an ignore file.
//
// A rule without a slash (other than a trailing one) is compared with the last
// segment of a path; any other rule with the whole path below the folder of its
// file. All comparisons are bytewise, as in git: "?" matches one byte, not one
// character.
type rule struct {
	negate   bool // "!pattern"
	dirOnly  bool // "pattern/"
	anchored bool // has a slash before its end
	kind     ruleKind
	text     string  // its meaning depends on kind
	glob     []token // for ruleGlob: the part after text
}

// A ruleKind is the way in which a rule is compared; most rules need no glob.
type ruleKind uint8

const (
	ruleNever  ruleKind = iota // malformed or empty: matches nothing
	ruleExact                  // equal to text
	ruleSuffix                 // ends with text
	ruleGlob                   // starts with text, and glob matches the rest
)

// parseRules compiles an ignore file. The rules keep the order of their lines;
// blank lines and comments are skipped.
func parseRules(data []byte) []rule {
	var rules []rule
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if r := parseRule(string(line)); r.kind != ruleNever {
			rules = append(rules, r)
		}
	}
	return rules
}

// parseRule compiles one line.
func parseRule(line string) rule {
	line, _, _ = strings.Cut(line, "\x00")
	p := trimTrailingSpaces(line)
	var r rule
	if strings.HasPrefix(p, "!") {
		r.negate, p = true, p[1:]
	}
	if strings.HasSuffix(p, "/") {
		r.dirOnly, p = true, p[:len(p)-1]
	}
	r.anchored = strings.Contains(p, "/")
	r.compile(strings.TrimPrefix(p, "/"))
	return r
}

// compile sets the fields for the comparison. As in git, the literal head of a
// pattern is cut off before the rest is compiled as a glob, so a "**" that
// follows it counts as being at the beginning: "a/b**/c" crosses folders
// although "a/?**/c" does not.
func (r *rule) compile(p string) {
	if p == "" {
		return
	}
	head := strings.IndexAny(p, `*?[\`)
	switch {
	case head < 0:
		r.kind, r.text = ruleExact, p
	case head == 0 && p[0] == '*' && !r.anchored && !strings.ContainsAny(p[1:], `*?[\`):
		r.kind, r.text = ruleSuffix, p[1:]
	default:
		glob, ok := compileGlob(p[head:])
		if !ok {
			return
		}
		r.kind, r.text, r.glob = ruleGlob, p[:head], glob
	}
}

// matches reports whether the rule matches a path: rel is relative to the
// folder of the rule's file, name is its last segment.
func (r *rule) matches(rel, name string, dir bool) bool {
	if r.dirOnly && !dir {
		return false
	}
	s := name
	if r.anchored {
		s = rel
	}
	switch r.kind {
	case ruleExact:
		return s == r.text
	case ruleSuffix:
		return strings.HasSuffix(s, r.text)
	case ruleGlob:
		return strings.HasPrefix(s, r.text) && matchGlob(r.glob, s[len(r.text):])
	}
	return false
}

// trimTrailingSpaces removes trailing spaces unless a backslash precedes them.
func trimTrailingSpaces(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
			continue
		case '\\':
			if i++; i == len(s) {
				return s
			}
		}
		end = -1
	}
	if end < 0 {
		return s
	}
	return s[:end]
}
