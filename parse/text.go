package parse

import "strings"

// SkipBlank returns the length of the white space and the comments, // and /* */,
// that s begins with.
func SkipBlank(s string) int {
	i := 0
	for i < len(s) {
		switch {
		case strings.IndexByte(" \t\n\r\f", s[i]) >= 0:
			i++
		case strings.HasPrefix(s[i:], "//"):
			i = Behind(s, i, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			i = Behind(s, i+2, "*/")
		default:
			return i
		}
	}
	return i
}

// Behind returns the position behind the next mark from i on, the end of s where
// there is none.
func Behind(s string, i int, mark string) int {
	if k := strings.Index(s[i:], mark); k >= 0 {
		return i + k + len(mark)
	}
	return len(s)
}
