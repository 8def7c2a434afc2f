package outline

import "strings"

// scripts returns the changes that complete the headers of methods of a script, which lack the
// parenthesis in front of their parameters. Time is linear in the number of tokens.
//
//	m a) {    // becomes m( a) {
func (r *reader) scripts() changes {
	var out changes
	for i := range r.tokens {
		if r.byteAt(i) == ')' && r.byteAt(i+1) == '{' && int(r.pair[i]) < 0 &&
			r.isMember(r.lineStart(i)) {
			out = append(out, Change{At: r.tokens[r.lineStart(i)].End, Put: "("})
		}
	}
	return out
}

// isMember reports whether the name of a method of a class or an object may be the token at i: a
// line begins with it where a member may begin.
func (r *reader) isMember(i int) bool {
	w := r.word(i)
	return w != "" && r.lines.first[i] && r.among(i-1, "{,;}") && !among(w, r.NotNames) &&
		!among(w, r.Leaves) && !among(w, r.Continues)
}

// lineStart returns the first token of the line of the token at i, or one maxHeader before it.
func (r *reader) lineStart(i int) int {
	for end := max(0, i-maxHeader); i > end && !r.lines.first[i]; i-- {
	}
	return i
}

// among reports whether the token at i is one of some bytes.
func (r *reader) among(i int, bytes string) bool {
	c := r.byteAt(i)
	return c != 0 && strings.IndexByte(bytes, c) >= 0
}
