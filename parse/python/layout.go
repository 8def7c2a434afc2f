package python

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// onlyStatements are words that only statements begin with: a bracket that is open
// before a line beginning with one was never closed.
var onlyStatements = map[string]bool{"def": true, "class": true, "return": true, "import": true,
	"while": true, "try": true, "with": true, "raise": true, "pass": true, "break": true,
	"continue": true, "del": true, "global": true, "nonlocal": true, "assert": true, "elif": true,
	"except": true, "finally": true}

// levelled joins each line within brackets that is indented less than its
// statement to the line above. Python ignores indentation within brackets, but the
// scanner of the grammar ends blocks there.
//
//	return self.add(1 +
//	n)
func levelled(a *parse.Adaptation, tokens *outline.Tokens) {
	text := a.Source
	depth, indent := 0, 0 // of the current statement
	last := 0             // end of the previous token
	for k := range tokens.Len() {
		t := tokens.At(k)
		from, to := int(t.Start), int(t.End)
		if i := strings.LastIndexByte(text[last:from], '\n'); i >= 0 {
			column := from - (last + i + 1)
			switch {
			case depth > 0 && onlyStatements[text[from:to]]:
				depth, indent = 0, column
			case depth == 0:
				indent = column
			case column < indent: // including the comments in between
				a.Put(t.Start-uint32(from-last), strings.Repeat(" ", from-last))
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
}
