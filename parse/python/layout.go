package python

import (
	"strings"

	"seedgraph/parse/outline"
)

// onlyStatements are words that begin nothing but statements: a bracket that is open in front of
// a line which begins with one was never closed.
var onlyStatements = map[string]bool{"def": true, "class": true, "return": true, "import": true,
	"while": true, "try": true, "with": true, "raise": true, "pass": true, "break": true,
	"continue": true, "del": true, "global": true, "nonlocal": true, "assert": true, "elif": true,
	"except": true, "finally": true}

// levelled returns a text of the same length in which no line within brackets is indented less
// than the statement that it belongs to: such a line is put behind the one above. The language
// gives indentation within brackets no meaning, but the scanner of the grammar ends blocks there.
//
//	return self.add(1 +
//	n)
func levelled(text string) string {
	tokens := outline.Python(text)
	var out []byte
	depth, indent := 0, 0 // of the statement under way
	last := 0             // end of the token before
	for _, t := range tokens {
		from, to := int(t.Start), int(t.End)
		if i := strings.LastIndexByte(text[last:from], '\n'); i >= 0 {
			column := from - (last + i + 1)
			switch {
			case depth > 0 && onlyStatements[text[from:to]]:
				depth, indent = 0, column
			case depth == 0:
				indent = column
			case column < indent:
				if out == nil {
					out = []byte(text)
				}
				for k := last; k < from; k++ { // with the comments between
					out[k] = ' '
				}
			}
		}
		last = to
		if to-from == 1 {
			switch text[from] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(0, depth-1)
			}
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}
