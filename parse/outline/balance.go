package outline

// lines holds where each token is: whether it is the first of its line, and how far that
// line is indented.
type lines struct {
	first  []bool
	indent []int32 // of the line that the token begins on
}

// tab is the columns that a tab takes.
const tab = 4

func linesOf(text string, tokens []Token) lines {
	l := lines{make([]bool, len(tokens)), make([]int32, len(tokens))}
	at, indent, blank := 0, int32(0), true
	for i, t := range tokens {
		for ; at < int(t.Start); at++ {
			switch c := text[at]; {
			case c == '\n':
				indent, blank = 0, true
			case !blank:
			case c == '\t':
				indent += tab
			case c == ' ':
				indent++
			}
		}
		l.first[i], l.indent[i] = blank, indent
		blank = false
		for ; at < int(t.End); at++ { // a string of several lines ends on another
			if text[at] == '\n' {
				indent = 0
			}
		}
	}
	return l
}

// pairs finds the partner of each bracket, -1 for those without one. A brace closes what
// is open inside of it.
func pairs(text string, tokens []Token) (pair []int32, balanced bool) {
	pair = make([]int32, len(tokens))
	balanced = true
	var open []int32
	braces := 0
	for i, t := range tokens {
		pair[i] = -1
		if t.Kind != Punct {
			continue
		}
		c := text[t.Start]
		switch c {
		case '{':
			braces++
			open = append(open, int32(i))
		case '(', '[':
			open = append(open, int32(i))
		case '}':
			if braces == 0 {
				balanced = false
				continue
			}
			braces--
			for text[tokens[open[len(open)-1]].Start] != '{' {
				open = open[:len(open)-1]
			}
		case ')', ']':
			n := len(open)
			if n == 0 || text[tokens[open[n-1]].Start] != opener(c) {
				continue
			}
		default:
			continue
		}
		if c == '}' || c == ')' || c == ']' {
			n := len(open) - 1
			pair[i], pair[open[n]] = open[n], int32(i)
			open = open[:n]
		}
	}
	return pair, balanced && braces == 0
}

// opener returns the bracket that c closes.
func opener(c byte) byte {
	if c == ')' {
		return '('
	}
	return '['
}

// balance returns a text of the same length whose braces have partners, as far as the
// indentation of lines tells where one is missing: a brace takes the place of white
// space. A text whose braces are balanced is returned as it is.
func balance(text string, lex func(string) []Token) (string, []Token) {
	tokens := lex(text)
	if _, ok := pairs(text, tokens); ok {
		return text, tokens
	}
	b := balancer{text: text, tokens: tokens, lines: linesOf(text, tokens), out: []byte(text)}
	b.headers()
	for i, t := range tokens {
		if t.Kind != Punct {
			continue
		}
		switch text[t.Start] {
		case '{':
			b.open = append(b.open, i)
		case '}':
			b.close(i)
		}
	}
	for n := len(b.open) - 1; n >= 0; n-- {
		b.end(b.open[n], len(tokens))
	}
	return string(b.out), lex(string(b.out))
}

type balancer struct {
	text   string
	tokens []Token
	lines  lines
	starts map[int]int32 // the indentation of the line that the header of a brace begins on
	open   []int         // braces, by their tokens
	out    []byte
	added  int // braces
}

// headers finds where the headers of blocks begin: behind the statement before, or the
// parenthesis around.
func (b *balancer) headers() {
	b.starts = map[int]int32{}
	start, outer := 0, []int(nil)
	for i, t := range b.tokens {
		if t.Kind != Punct {
			continue
		}
		switch b.text[t.Start] {
		case '(', '[':
			outer = append(outer, start)
			start = i + 1
		case ')', ']':
			if n := len(outer) - 1; n >= 0 {
				start, outer = outer[n], outer[:n]
			}
		case '{':
			b.starts[i] = b.lines.indent[start]
			start = i + 1
		case '}', ';':
			start = i + 1
		}
	}
}

// indent returns the indentation of the block at i: that of its header or of its brace,
// whichever is less.
func (b *balancer) indent(i int) int32 { return min(b.starts[i], b.lines.indent[i]) }

// maxAdded bounds the braces that are added, and maxOpen how many open ones are looked at
// for the partner of one that closes: for each the text is read on.
const (
	maxAdded = 50
	maxOpen  = 100
)

// close finds the partner of the closing brace at i.
func (b *balancer) close(i int) {
	n := len(b.open) - 1
	if !b.lines.first[i] {
		if b.stray(i) {
			b.out[b.tokens[i].Start] = ' '
		} else if n >= 0 {
			b.open = b.open[:n]
		}
		return
	}
	column := b.lines.indent[i]
	for k := n; k >= max(0, n-maxOpen); k-- {
		if b.lines.indent[b.open[k]] == column || b.starts[b.open[k]] == column {
			for ; n > k; n-- {
				b.end(b.open[n], i)
			}
			b.open = b.open[:k]
			return
		}
	}
	if n < 0 || b.indent(b.open[n]) < column {
		b.begin(i)
		return
	}
	b.open = b.open[:n]
}

// stray reports whether the closing brace at i, which other tokens of its line precede,
// closes a block of that line whose opening brace is missing: it ends its line, or what a
// value is set to follows, and the innermost open brace is on a line less indented. A line
// that begins with a bracket that closes may end what many lines have begun.
func (b *balancer) stray(i int) bool {
	n := len(b.open) - 1
	if n < 0 || b.sameLine(b.open[n], i) || b.lines.indent[i] <= b.indent(b.open[n]) {
		return false
	}
	first := i
	for !b.lines.first[first] {
		first--
	}
	if c := b.text[b.tokens[first].Start]; c == ')' || c == ']' || c == '}' {
		return false
	}
	if i+1 == len(b.tokens) || b.lines.first[i+1] {
		return true
	}
	next := b.text[b.tokens[i+1].Start]
	return next == '=' || next == ';'
}

// sameLine reports whether no token after from up to to is the first of its line.
func (b *balancer) sameLine(from, to int) bool {
	for ; to > from; to-- {
		if b.lines.first[to] {
			return false
		}
	}
	return true
}

// end puts a closing brace for the one at i: before the first line that is not further
// indented than its own, at the latest before the token to.
func (b *balancer) end(i, to int) {
	if b.added++; b.added > maxAdded {
		return
	}
	j := i + 1
	for j < to && !(b.lines.first[j] && b.lines.indent[j] <= b.indent(i) &&
		b.text[b.tokens[j].Start] != '{') {
		j++
	}
	stop := len(b.text)
	if j < len(b.tokens) {
		stop = int(b.tokens[j].Start)
	}
	if at := int(b.tokens[j-1].End); at < stop && isSpace(b.out[at]) {
		b.out[at] = '}'
		return
	}
	for at := stop - 1; at >= int(b.tokens[j-1].End); at-- {
		if b.out[at] == ' ' || b.out[at] == '\t' || b.out[at] == '\n' && !b.commented(at) {
			b.out[at] = '}'
			return
		}
		if !isSpace(b.out[at]) && b.out[at] != '}' {
			return
		}
	}
}

// commented reports whether a comment ends with the line end at at.
func (b *balancer) commented(at int) bool {
	start := at
	for start > 0 && b.text[start-1] != '\n' {
		start--
	}
	for ; start+1 < at; start++ {
		if b.text[start] == '/' && b.text[start+1] == '/' {
			return true
		}
	}
	return false
}

// begin puts an opening brace for the closing one at i: behind the last line before it
// that is as far indented, and that a further indented one follows.
func (b *balancer) begin(i int) {
	if b.added++; b.added > maxAdded {
		return
	}
	column := b.lines.indent[i]
	j := i - 1
	for j >= 0 && !(b.lines.first[j] && b.lines.indent[j] <= column) {
		j--
	}
	if j < 0 || b.lines.indent[j] < column {
		return
	}
	for j++; j < i && !b.lines.first[j]; j++ {
	}
	at := int(b.tokens[j-1].End)
	if at < len(b.out) && isSpace(b.out[at]) {
		b.out[at] = '{'
	}
}
