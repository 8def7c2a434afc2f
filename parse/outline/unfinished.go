package outline

import "strings"

// IncompleteLine returns the end of the first line of a Python text that is
// incomplete, though neither a bracket nor a backslash continues it on the next;
// or -1. A grammar that treats line ends as white space accepts such a line. Time
// is linear in the length of the text.
//
//	a = b.    // the next line is another statement
//	c = d
func IncompleteLine(text string) int {
	r := reader{text: text, tokens: LexPython(text)}
	depth, first := 0, 0
	for i := range r.tokens {
		switch r.byteAt(i) {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
		if depth > 0 || !r.endsLine(i) {
			continue
		}
		if r.isUnfinished(first, i) {
			return int(r.tokens[i].End)
		}
		first = i + 1
	}
	return -1
}

// endsLine reports whether the line of the token at i ends after it, without a
// backslash that continues it.
func (r *reader) endsLine(i int) bool {
	if i+1 == len(r.tokens) {
		return true
	}
	gap := r.text[r.tokens[i].End:r.tokens[i+1].Start]
	for {
		line, rest, ends := strings.Cut(gap, "\n")
		if !ends {
			return false
		}
		if code, _, _ := strings.Cut(line, "#"); !strings.Contains(code, `\`) {
			return true
		}
		gap = rest
	}
}

// operators are the words of Python that must be followed by an operand or a name.
const operators = " and or not in is lambda import from as assert del "

// isUnfinished reports whether something must follow the token at i, the last one
// of the statement that begins at first. Three points are a value, a point ends a
// number, and a star may denote all names of a module.
func (r *reader) isUnfinished(first, i int) bool {
	before := r.tokens[max(i-1, 0)]
	switch c := r.byteAt(i); c {
	case 0:
		return among(r.word(i), operators) && r.byteAt(i-1) != '.'
	case '.':
		return r.byteAt(i-1) != '.' &&
			!(before.Kind == Number && before.End == r.tokens[i].Start)
	case '*':
		return r.word(i-1) != "import"
	case ':':
		return !among(r.word(first), compound)
	default:
		return strings.IndexByte("=+-/%&|^~<>@", c) >= 0
	}
}
