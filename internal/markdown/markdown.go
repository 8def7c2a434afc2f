// Package markdown formats text of a source tree in Markdown. The tree is not trusted: its names and
// paths must not become links, images or HTML in the comment of a merge request.
package markdown

import (
	"strings"
	"unicode"
)

// Code formats a text as a code span.
func Code(s string) string {
	s = oneLine(s)
	if !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	fence := "``" // a code span ends at a run of as many backquotes as it begins with
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + " " + s + " " + fence
}

// Escape escapes the syntax of Markdown.
func Escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "_", `\_`, "*", `\*`, "<", "&lt;", "`", "\\`", "[", `\[`).Replace(oneLine(s))
}

// oneLine removes line ends and characters that a reader does not see.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
}
