package outline

import (
	"math"
	"strings"
)

// lines describes the line structure of tokens: whether each is the first of its
// line, and the indentation of that line. A comment before the first token is
// where the line begins.
type lines struct {
	first  []bool
	indent []int32 // of the line that the token begins on
}

// tab is the distance between tab stops in columns.
const tab = 4

func linesOf(text string, tokens []Token) lines {
	l := lines{make([]bool, len(tokens)), make([]int32, len(tokens))}
	at, indent, blank := 0, int32(0), true
	for i, t := range tokens {
		commented := false
		for ; at < int(t.Start); at++ {
			switch c := text[at]; {
			case c == '\n':
				indent, blank, commented = 0, true, false
			case c == '#' || strings.HasPrefix(text[at:], "//"):
				at = lineEnd(text, at) - 1
			case strings.HasPrefix(text[at:], "/*"):
				at = min(after(text, at+2, "*/"), int(t.Start)) - 1
				commented = true
			case !blank || commented:
			case c == '\t':
				indent += tab - indent%tab
			case c == ' ':
				indent++
			}
		}
		l.first[i], l.indent[i] = blank, indent
		blank = false
		for ; at < int(t.End); at++ { // a multi-line string ends on another line
			if text[at] == '\n' {
				indent = 0
			}
		}
	}
	return l
}

// pairs finds the partner of each bracket, -1 for those without one. A closing
// brace closes all brackets open inside it, and so does another bracket that
// begins a line with the indentation of its partner's line.
func pairs(text string, tokens []Token, lines lines) (pair []int32, balanced bool) {
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
			n := closed(text, tokens, lines, open, i)
			if n < 0 {
				continue
			}
			open = open[:n+1]
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

// maxUnclosed bounds the unmatched brackets that are examined to find the partner
// of a closing one.
const maxUnclosed = 20

// closed returns the index of the open bracket that the parenthesis or square
// bracket at i closes, or -1.
//
//	a = [
//		f(b, { c },    // the parenthesis has no partner
//	];
func closed(text string, tokens []Token, lines lines, open []int32, i int) int {
	want, last := opener(text[tokens[i].Start]), len(open)-1
	for n := last; n >= max(0, last-maxUnclosed); n-- {
		k := open[n]
		switch c := text[tokens[k].Start]; {
		case c == '{':
			return -1
		case c == want && (n == last || lines.first[i] && lines.indent[k] == lines.indent[i]):
			return n
		case n == last && !lines.first[i]:
			return -1
		}
	}
	return -1
}

// opener returns the opening bracket for the closing bracket c.
func opener(c byte) byte {
	if c == ')' {
		return '('
	}
	return '['
}

// balance returns the changes that add the missing partners of braces, as far as
// indentation determines where one is missing. Time is linear in the length of the
// text.
func (s *Syntax) balance(text string, tokens []Token) changes {
	lines := linesOf(text, tokens)
	pair, ok := pairs(text, tokens, lines)
	if ok {
		return nil
	}
	b := balancer{text: text, tokens: tokens, lines: lines}
	if s.WordsOnly {
		b.left = s.Leaves
	}
	b.headers()
	settled := b.settle(pair)
	for i := 0; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t.Kind != Punct:
		case settled[i]:
			i = int(pair[i])
		case text[t.Start] == '{' && b.within(i, settled, pair):
			b.drop(i)
		case text[t.Start] == '{':
			b.open = append(b.open, i)
		case text[t.Start] == '}':
			b.close(i)
		}
	}
	for n := len(b.open) - 1; n >= 0; n-- {
		b.end(b.open[n], len(tokens))
	}
	return b.out
}

type balancer struct {
	text   string
	tokens []Token
	lines  lines
	left   string        // words that begin a declaration at the left edge
	starts map[int]int32 // the indentation of the line on which the header of a brace begins
	open   []int         // braces, as token indices
	out    changes
	added  int // number of braces
	looked int // number of braces whose line was scanned
}

// settle finds the opening braces whose partners the indentation confirms: these,
// and everything between them, stay, however broken the surrounding text is.
func (b *balancer) settle(pair []int32) []bool {
	settled := make([]bool, len(b.tokens))
	next := make([]int32, len(b.tokens)+1) // the first token of the next line
	next[len(b.tokens)] = int32(len(b.tokens))
	for i := len(b.tokens) - 1; i >= 0; i-- {
		if next[i] = next[i+1]; b.lines.first[i] {
			next[i] = int32(i)
		}
	}
	type block struct{ at, low int32 }
	var open []block
	for i, t := range b.tokens {
		if n := len(open) - 1; n >= 0 && b.lines.first[i] && int(pair[open[n].at]) != i {
			open[n].low = min(open[n].low, b.lines.indent[i])
			if b.lines.indent[i] == 0 && among(b.text[t.Start:t.End], b.left) {
				open[n].low = -1 // no block continues after it
			}
		}
		switch p := int(pair[i]); {
		case t.Kind != Punct || p < 0:
		case b.text[t.Start] == '{':
			open = append(open, block{int32(i), math.MaxInt32})
		case b.text[t.Start] == '}':
			n := len(open) - 1
			settled[p] = b.confirms(p, i, open[n].low, int(next[i+1]))
			if n > 0 {
				open[n-1].low = min(open[n-1].low, open[n].low, b.ends(i))
			}
			open = open[:n]
		}
	}
	return settled
}

// ends returns the indentation of a closing brace that begins its line; otherwise
// a large value.
func (b *balancer) ends(i int) int32 {
	if b.lines.first[i] {
		return b.lines.indent[i]
	}
	return math.MaxInt32
}

// confirms reports whether the block between two braces ends where its lines do.
// low is the least indentation of a line in it, and next the first token of the
// line after it. A brace preceded by other tokens on its line does not end a block
// that the next line ends:
//
//	class A {
//	    int B get; set; }
//	}
func (b *balancer) confirms(open, end int, low int32, next int) bool {
	if low == math.MaxInt32 && b.sameLine(open, end) {
		return true
	}
	at, column, behind := b.lines.indent[open], b.lines.indent[end], int32(0)
	if next < len(b.tokens) {
		behind = b.lines.indent[next]
	}
	switch {
	case !b.closers(end):
		return low > at && (behind < at || behind == at && !b.brace(next))
	case low < column:
		return false
	case column == b.starts[open] && low > column:
		return true
	case column == at: // the content has the same indentation, or the header has several lines
		return low > column || behind < column
	}
	return at <= column && column < low && behind <= column
}

// brace reports whether the token at i is a closing brace.
func (b *balancer) brace(i int) bool {
	return i < len(b.tokens) && b.tokens[i].Kind == Punct && b.text[b.tokens[i].Start] == '}'
}

// closers reports whether only closing brackets precede a token on its line.
func (b *balancer) closers(i int) bool {
	for ; !b.lines.first[i]; i-- {
		if c := b.text[b.tokens[i-1].Start]; b.tokens[i-1].Kind != Punct ||
			c != ')' && c != ']' && c != '}' {
			return false
		}
	}
	return true
}

// maxLooked bounds the braces, and the tokens for each, that within examines.
const maxLooked = 200

// within reports whether an enclosing bracket on the same line ends before the
// brace at i does: the partner of the brace is missing.
//
//	f({ a: b);
func (b *balancer) within(i int, settled []bool, pair []int32) bool {
	if b.looked++; b.looked > maxLooked {
		return false
	}
	depth := 0
	for j := i + 1; j < min(i+maxLooked, len(b.tokens)) && !b.lines.first[j]; j++ {
		if b.tokens[j].Kind != Punct {
			continue
		}
		switch b.text[b.tokens[j].Start] {
		case '{':
			if !settled[j] {
				return false
			}
			j = int(pair[j])
		case '}':
			return false
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

// drop removes the brace at i.
func (b *balancer) drop(i int) {
	b.out = append(b.out, Change{At: b.tokens[i].Start, Cut: 1, Put: " "})
}

// control are the words that begin a statement with a header, wherever the
// previous line ends.
const control = " for foreach while if switch "

// headers finds where the headers of blocks begin: after the previous statement,
// after the enclosing parenthesis, or with a line that only a statement begins
// with.
func (b *balancer) headers() {
	b.starts = map[int]int32{}
	start, outer := 0, []int(nil)
	for i, t := range b.tokens {
		if w := b.text[t.Start:t.End]; b.lines.first[i] && t.Kind == Word &&
			(among(w, control) || b.lines.indent[i] == 0 && among(w, b.left)) {
			start = i
		}
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

// indent returns the indentation of the block at i: that of the line of its brace,
// if the content is further indented, otherwise that of its header, if that is
// less.
func (b *balancer) indent(i int) int32 {
	at := b.lines.indent[i]
	if i+1 < len(b.tokens) && b.lines.first[i+1] && b.lines.indent[i+1] > at {
		return at
	}
	return min(b.starts[i], at)
}

// maxAdded bounds the braces that are added, and maxOpen the open ones that are
// examined to find the partner of a closing one: for each the text is scanned
// further.
const (
	maxAdded = 50
	maxOpen  = 100
)

// close finds the partner of the closing brace at i.
func (b *balancer) close(i int) {
	n := len(b.open) - 1
	if !b.lines.first[i] {
		if b.stray(i) {
			b.drop(i)
		} else if n >= 0 {
			b.open = b.open[:n]
		}
		return
	}
	column := b.lines.indent[i]
	for k := n; k >= max(0, n-maxOpen); k-- {
		if b.indent(b.open[k]) == column || b.starts[b.open[k]] == column {
			for ; n > k; n-- {
				b.end(b.open[n], i)
			}
			b.open = b.open[:k]
			return
		}
	}
	if n >= 0 && b.indent(b.open[n]) >= column || !b.begin(i) && n >= 0 && b.next(i) < column {
		b.open = b.open[:n]
	}
}

// next returns the indentation of the line after that of the token at i.
func (b *balancer) next(i int) int32 {
	for i++; i < len(b.tokens); i++ {
		if b.lines.first[i] {
			return b.lines.indent[i]
		}
	}
	return 0
}

// stray reports whether the closing brace at i, which is not the first token of
// its line, closes a block on that line whose opening brace is missing: it ends
// its line, or is followed by an assignment, and the innermost open brace is on a
// less indented line. If a comma follows, the innermost open brace must end its
// line. A line that begins with a closing bracket may end constructs begun on many
// lines.
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
	if i+1 == len(b.tokens) || b.lines.first[i+1] || b.unopened(i) {
		return true
	}
	next := b.text[b.tokens[i+1].Start]
	return next == '=' || next == ';' || next == ',' && b.lines.first[b.open[n]+1]
}

// unopened reports whether a bracket opened on the line of the closing brace at i,
// and not closed before it, encloses the block that the brace ends.
//
//	f((a, b }) => {
func (b *balancer) unopened(i int) bool {
	depth := 0
	for j := i - 1; j >= max(0, i-maxLooked) && !b.lines.first[j+1]; j-- {
		if b.tokens[j].Kind != Punct {
			continue
		}
		switch b.text[b.tokens[j].Start] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				return b.text[b.tokens[j].Start] != '{'
			}
		}
	}
	return false
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

// end adds a closing brace for the one at i: before the first line that is not
// further indented than its own, at the latest before the token to.
func (b *balancer) end(i, to int) {
	if b.added++; b.added > maxAdded {
		return
	}
	j := i + 1
	for j < to && !(b.lines.first[j] && b.lines.indent[j] <= b.indent(i) &&
		b.text[b.tokens[j].Start] != '{') {
		j++
	}
	b.out = append(b.out, Change{At: b.tokens[j-1].End, Put: "}"})
}

// begin adds an opening brace for the closing one at i: after the last line before
// it that has the same indentation and is followed by a further indented one;
// without such a line, after the last one that is less indented than the line
// before the brace, unless that is the line of the innermost open brace. It
// reports whether there is such a line.
func (b *balancer) begin(i int) bool {
	if b.added++; b.added > maxAdded {
		return false
	}
	j := b.back(i-1, b.lines.indent[i])
	if j < 0 {
		return false
	}
	if b.lines.indent[j] < b.lines.indent[i] {
		if last := b.back(i-1, math.MaxInt32); last >= 0 {
			j = b.back(last, b.lines.indent[last]-1)
		}
		if n := len(b.open) - 1; j < 0 || n >= 0 && j <= b.open[n] {
			return false
		}
	}
	for j++; j < i && !b.lines.first[j]; j++ {
	}
	b.out = append(b.out, Change{At: b.tokens[j-1].End, Put: "{"})
	return true
}

// back returns the last token up to j that begins a line indented by at most
// column, or -1.
func (b *balancer) back(j int, column int32) int {
	for j >= 0 && !(b.lines.first[j] && b.lines.indent[j] <= column) {
		j--
	}
	return j
}
