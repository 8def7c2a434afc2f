package msbuild

import (
	"strconv"
	"strings"
)

// condition evaluates the condition of an element; an empty one is true. A condition
// that cannot be parsed is false; e.unknown then reports whether it contains an unknown
// function.
//
//	'$(TargetFramework)' == 'net8.0' And !Exists('..\x.props') Or '$(A)' != ''
func (e *evaluation) condition(text, file string) bool {
	if strings.TrimSpace(text) == "" {
		return true
	}
	e.unknown = false
	c := conditionReader{e: e, text: text, file: file}
	yes := c.or(0)
	c.space()
	return yes && !c.bad && c.at == len(c.text)
}

// A conditionReader evaluates a condition by recursive descent.
type conditionReader struct {
	e    *evaluation
	text string
	file string
	at   int
	bad  bool
}

// maxParentheses limits the nesting of a condition.
const maxParentheses = 50

func (c *conditionReader) space() {
	for c.at < len(c.text) && strings.IndexByte(" \t\r\n", c.text[c.at]) >= 0 {
		c.at++
	}
}

// word accepts a keyword, ignoring case.
func (c *conditionReader) word(w string) bool {
	c.space()
	end := c.at + len(w)
	if end > len(c.text) || !strings.EqualFold(c.text[c.at:end], w) ||
		end < len(c.text) && isNamePart(c.text[end]) {
		return false
	}
	c.at = end
	return true
}

// mark accepts punctuation.
func (c *conditionReader) mark(m string) bool {
	c.space()
	if !strings.HasPrefix(c.text[c.at:], m) {
		return false
	}
	c.at += len(m)
	return true
}

func (c *conditionReader) or(depth int) bool {
	v := c.and(depth)
	for c.word("or") {
		w := c.and(depth)
		v = v || w
	}
	return v
}

func (c *conditionReader) and(depth int) bool {
	v := c.unary(depth)
	for c.word("and") {
		w := c.unary(depth)
		v = v && w
	}
	return v
}

func (c *conditionReader) unary(depth int) bool {
	if depth > maxParentheses {
		c.bad = true
		return false
	}
	c.space()
	switch {
	case c.mark("!"):
		return !c.unary(depth + 1)
	case c.mark("("):
		v := c.or(depth + 1)
		c.bad = c.bad || !c.mark(")")
		return v
	}
	return c.comparison()
}

// comparison evaluates a function or a comparison of values.
func (c *conditionReader) comparison() bool {
	for _, f := range []string{"exists", "hastrailingslash"} {
		if start := c.at; c.word(f) && c.mark("(") {
			arg := c.value()
			c.bad = c.bad || !c.mark(")")
			if f == "exists" {
				return c.exists(arg)
			}
			return strings.HasSuffix(arg, "/") || strings.HasSuffix(arg, `\`)
		} else {
			c.at = start
		}
	}
	a := c.value()
	switch {
	case c.mark("=="):
		return sameValue(a, c.value())
	case c.mark("!="):
		return !sameValue(a, c.value())
	case c.mark(">="):
		return compareVersions(a, c.value()) >= 0
	case c.mark("<="):
		return compareVersions(a, c.value()) <= 0
	case c.mark(">"):
		return compareVersions(a, c.value()) > 0
	case c.mark("<"):
		return compareVersions(a, c.value()) < 0
	}
	return strings.EqualFold(strings.TrimSpace(a), "true") || strings.EqualFold(a, "on") ||
		strings.EqualFold(a, "yes")
}

func (c *conditionReader) exists(name string) bool {
	name = c.e.resolve(name, c.file)
	if c.e.docs.of(name) != nil {
		return true
	}
	for _, file := range c.e.docs.names() { // a folder, if there are known files in it
		if strings.HasPrefix(file, name+"/") {
			return true
		}
	}
	return false
}

// value parses a quoted text, a property or a bare word.
func (c *conditionReader) value() string {
	c.space()
	if c.at >= len(c.text) {
		c.bad = true
		return ""
	}
	start := c.at
	switch q := c.text[c.at]; {
	case q == '\'' || q == '"':
		// a property function in quotes may itself contain quotes
		for c.at++; c.at < len(c.text) && c.text[c.at] != q; c.at++ {
			if strings.HasPrefix(c.text[c.at:], "$(") {
				if end := closing(c.text, c.at+1); end > 0 {
					c.at = end
				}
			}
		}
		if c.at >= len(c.text) {
			c.bad = true
			return ""
		}
		c.at++
		return c.e.expand(c.text[start+1:c.at-1], c.file)
	case strings.HasPrefix(c.text[c.at:], "$("):
		end := closing(c.text, c.at+1)
		if end < 0 {
			c.bad = true
			return ""
		}
		c.at = end + 1
		return c.e.expand(c.text[start:c.at], c.file)
	}
	for c.at < len(c.text) && (isNamePart(c.text[c.at]) || c.text[c.at] == '.' || c.text[c.at] == '-') {
		c.at++
	}
	if c.at == start {
		c.bad = true
		c.at = len(c.text)
	}
	return c.text[start:c.at]
}

func isNamePart(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

func sameValue(a, b string) bool {
	return strings.EqualFold(a, b) || numeric(a) && numeric(b) && compareVersions(a, b) == 0
}

func numeric(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}
