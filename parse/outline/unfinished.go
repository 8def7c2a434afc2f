package outline

import "strings"

// Unfinished returns where the first line of a text of Python ends that something must follow,
// though neither a bracket nor a backslash says that it goes on in the next; -1 if there is none.
// A grammar that takes the ends of lines for white space accepts it. Time is linear in the length
// of the text.
//
//	a = b.    // the next line is another statement
//	c = d
func Unfinished(text string) int {
	r := reader{text: text, tokens: Python(text)}
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

// endsLine reports whether the line of the token at i ends behind it, and no backslash says that
// it goes on in the next.
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

// operators are the words of Python that an operand or a name follows.
const operators = " and or not in is lambda import from as assert del "

// isUnfinished reports whether something must follow the token at i, the last one of the statement
// that begins at another. Three points are a value, a point ends a number, and a star may stand for
// all names of a module.
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
