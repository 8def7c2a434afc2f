package request

import "strings"

// HasPath reports whether a text contains a string with a slash and no blank, on one
// line: other files contain no address. A slash in a comment may be a false positive,
// which only costs time.
func HasPath(text string) bool {
	for {
		at := strings.IndexByte(text, '/')
		if at < 0 {
			return false
		}
		before := text[strings.LastIndexAny(text[:at], "\n \t")+1 : at]
		after := text[at+1:]
		if end := strings.IndexAny(after, "\n \t"); end >= 0 {
			after = after[:end]
		}
		if strings.ContainsAny(before, "\"'`") && strings.ContainsAny(after, "\"'`") {
			return true
		}
		text = text[at+1:]
	}
}
