package outline

import "strings"

// scripts returns the changes that complete classes and functions of a script: the
// word before a class or a function, the name of a method of an object, missing
// parts of an arrow or a parameter list, and the parenthesis after return. Time is
// linear in the number of tokens.
//
//	A extends B {    // becomes class A extends B {
//	f((a) = {        // becomes f((a) => {
//	f(a = { return   // becomes f(a => { return
//	get a) {         // becomes get a() {
//	function( {      // becomes function() {
//	m a) {           // becomes m(a) {
//	m: (a) {         // becomes m: function(a) {
//	{ (a) {          // becomes { ""(a) {
func (r *reader) scripts() changes {
	out := r.returns()
	for i := range r.tokens {
		next := r.word(i + 1)
		switch {
		case r.byteAt(i) == '(' && r.isFunctionOf(i):
			out = append(out, r.functionOf(i))
		case (next == "extends" || next == "implements") && r.isClass(i):
			out = append(out, Change{At: r.tokens[i].Start, Put: "class "})
		case r.byteAt(i+1) != '{':
		case r.byteAt(i) == '(' && r.isFunction(i) && r.statementAt(i+2):
			out = append(out, Change{At: r.tokens[i].End, Put: ")"})
		case r.byteAt(i) == ')' && r.isAccessor(i):
			out = append(out, Change{At: r.tokens[i].Start, Put: "("})
		case r.byteAt(i) == ')' && int(r.pair[i]) < 0 && r.isMember(r.lineStart(i)):
			out = append(out, Change{At: r.tokens[r.lineStart(i)].End, Put: "("})
		case r.byteAt(i) == '=' && r.word(i-1) != "" && r.among(i-2, "(,") && r.statementAt(i+2):
			out = append(out, Change{At: r.tokens[i].End, Put: ">"})
		case !r.areOwn(i - 1):
		case r.byteAt(i) == '=':
			out = append(out, Change{At: r.tokens[i].End, Put: ">"})
		case r.byteAt(i) == '>' && !r.inLine(i, '<'):
			out = append(out, Change{At: r.tokens[i].Start, Put: "="})
		}
	}
	return out
}

// isClass reports whether the header of a class begins with its name, the token at
// i: no other header with extends can begin where a statement may.
func (r *reader) isClass(i int) bool {
	w := r.word(i)
	return r.lines.first[i] && w != "" && !among(w, r.NotNames) && !r.open(i-1) && r.opensLater(i)
}

// isFunction reports whether the parenthesis at i begins the parameters of a
// function.
func (r *reader) isFunction(i int) bool {
	return r.word(i-1) == "function" || r.word(i-1) != "" && r.word(i-2) == "function" ||
		r.isMember(i-1)
}

// isMember reports whether the token at i may be the name of a method of a class
// or an object: it begins a line where a member may begin.
func (r *reader) isMember(i int) bool {
	w := r.word(i)
	return w != "" && r.lines.first[i] && r.among(i-1, "{,;}") && !among(w, r.NotNames) &&
		!among(w, r.Leaves) && !among(w, r.Continues)
}

// lineStart returns the first token of the line of the token at i, or one
// maxHeader before it.
func (r *reader) lineStart(i int) int {
	for end := max(0, i-maxHeader); i > end && !r.lines.first[i]; i-- {
	}
	return i
}

// isFunctionOf reports whether the parenthesis at i begins the parameters of a
// function of an object that lacks its name, or the word function.
func (r *reader) isFunctionOf(i int) bool {
	p := int(r.pair[i])
	if p < i || r.byteAt(p+1) != '{' || r.lines.first[p+1] {
		return false
	}
	return r.lines.first[i] && r.among(i-1, "{,") ||
		r.byteAt(i-1) == ':' && r.isMember(i-2) && r.among(i-3, "{,")
}

// functionOf returns the change that adds the missing part before the parameters
// of a function of an object, which begin at i.
func (r *reader) functionOf(i int) Change {
	put := `""`
	if r.byteAt(i-1) == ':' {
		put = "function"
	}
	return Change{At: r.tokens[i].Start, Put: put}
}

// returns adds the parenthesis after the word return if a line with the same
// indentation begins with its partner.
//
//	return       // becomes return (
//		<a />
//	);
func (r *reader) returns() changes {
	var out changes
	var open []int // words at line ends, with increasing indentation
	for i := range r.tokens {
		if !r.lines.first[i] {
			continue
		}
		for n := len(open) - 1; n >= 0 && r.lines.indent[open[n]] >= r.lines.indent[i]; n-- {
			if r.lines.indent[open[n]] == r.lines.indent[i] && r.byteAt(i) == ')' &&
				int(r.pair[i]) < 0 {
				out = append(out, Change{At: r.tokens[open[n]].End, Put: " ("})
			}
			open = open[:n]
		}
		if r.word(i) == "return" && i+1 < len(r.tokens) && r.lines.first[i+1] &&
			r.lines.indent[i+1] > r.lines.indent[i] {
			open = append(open, i)
		}
	}
	return out
}

// isAccessor reports whether an unmatched parenthesis at i ends the header of a
// getter or a setter without parameters.
func (r *reader) isAccessor(i int) bool {
	return int(r.pair[i]) < 0 && r.word(i-1) != "" && i > 1 && r.lines.first[i-2] &&
		among(r.word(i-2), " get set ")
}

// statementAt reports whether the token at i begins a statement, not a member of
// an object.
func (r *reader) statementAt(i int) bool {
	return among(r.word(i), " const let var return if for while switch throw try ") &&
		!r.among(i+1, ":,}")
}

// among reports whether the token at i is one of the given bytes.
func (r *reader) among(i int, bytes string) bool {
	c := r.byteAt(i)
	return c != 0 && strings.IndexByte(bytes, c) >= 0
}

// areOwn reports whether a parenthesis at i ends the parameters of a function, not
// the arguments of a call.
func (r *reader) areOwn(i int) bool {
	if r.byteAt(i) != ')' || int(r.pair[i]) < 0 {
		return false
	}
	before := int(r.pair[i]) - 1
	if r.byteAt(before) == ':' && r.isUnion(before+2, i) {
		return false // the type of a parameter with a default
	}
	return r.word(before) == "async" || r.open(before)
}

// isUnion reports whether a composed type is between two tokens.
func (r *reader) isUnion(from, to int) bool {
	for ; from < to; from++ {
		switch c := r.byteAt(from); c {
		case '|', '&', '>':
			return true
		default:
			if p := int(r.pair[from]); p > from && p < to {
				from = p
			}
		}
	}
	return false
}

// inLine reports whether a byte is a token before token i on its line.
func (r *reader) inLine(i int, c byte) bool {
	for end := max(0, i-maxHeader); i > end && !r.lines.first[i]; i-- {
		if r.byteAt(i-1) == c {
			return true
		}
	}
	return false
}
