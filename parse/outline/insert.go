package outline

import "strings"

const (
	// before is the maximum distance in tokens of the place of a missing token from
	// the first unexpected one, and beforeBracket the same for a bracket: the
	// construct that it opens or ends may continue without it.
	before        = 12
	beforeBracket = 100
	// insertions bounds the bytes parsed to find one token, as a multiple of the
	// length of the text.
	insertions = 4
	// maxWindows bounds the nested parts of a text that are tried.
	maxWindows = 16
)

// punctuation lists the one-byte tokens that may be missing, except for brackets.
const punctuation = ":.=,;>?<&|!@*/+-"

// A Checker checks texts against a grammar.
type Checker interface {
	// Sound reports whether the grammar accepts a text.
	Sound(text string) bool
	// Expected returns the end of the longest prefix of a text with which some
	// accepted text begins.
	Expected(text string) uint32
}

// Insert searches for one missing token: with it, the grammar accepts the smallest
// part of the text that is broken by itself. at is the first token that the
// grammar does not expect; the places before it are tried, the nearest first.
// accepted is called with each text found, as an outline without items, and with
// the token, until it returns true.
//
// The total length of the texts passed to the checker is a bounded multiple of
// that of the outline.
func (o *Outline) Insert(at uint32, check Checker, accepted func(with *Outline, token string) bool) {
	in := inserter{o: o, check: check, accepted: accepted, mender: mender{reader: o.r,
		sound: check.Sound, out: []byte(o.Text), room: insertions*len(o.Text) + 1<<15}}
	for in.at < len(in.tokens) && in.tokens[in.at].Start < at {
		in.at++
	}
	windows := in.windows()
	in.inner = &windows[len(windows)-1]
	for i := len(windows) - 1; i >= 0; i-- {
		w := &windows[i]
		if !in.accepts(w.in, in.part(w.Start, w.End)) && in.complete(w) {
			return
		}
	}
}

// MayBeName reports whether a definition may have the name. If the name of a value
// precedes its type, any word may be the name of a member.
func (s *Syntax) MayBeName(name string) bool {
	return name != "" && (s.NameFirst || !among(name, s.NotNames))
}

type inserter struct {
	mender
	o        *Outline
	check    Checker
	at       int   // the first unexpected token
	inner    *Item // the innermost part that contains the token before it
	accepted func(with *Outline, token string) bool
}

// windows lists the text and the nested items in it that contain the last token
// that the grammar expects.
func (in *inserter) windows() []Item {
	out := []Item{{End: uint32(len(in.out)), to: len(in.tokens), in: Top, Open: -1}}
	last := max(in.at-1, 0)
	for items := in.o.Items; len(out) < maxWindows; {
		found := -1
		for i := range items {
			if items[i].from <= last && last < items[i].to {
				found = i
			}
		}
		if found < 0 {
			break
		}
		it := items[found]
		out = append(out, it)
		if items = it.Items; len(items) == 0 {
			items = in.statements(&it, last)
		}
	}
	return out
}

// statements lists the statements of the outermost block of an item that contains
// a token.
func (in *inserter) statements(it *Item, token int) []Item {
	if in.Indented {
		return nil
	}
	for i := it.from; i < it.to && i < token; i++ {
		p := int(in.pair[i])
		if p <= i || p >= it.to || p < token {
			if p > i {
				i = p
			}
			continue
		}
		if in.byteAt(i) == '{' && !in.mayBeLiteral(i, p) {
			held := in.holds(i)
			return in.items(i+1, p, held, 0)
		}
	}
	return nil
}

// complete tries the tokens that may be missing in a part of the text.
func (in *inserter) complete(w *Item) bool {
	tokens, back := in.missing(w), before
	if len(tokens) == 1 {
		back = beforeBracket
	}
	first, last := max(w.from, in.at-back), min(in.at, w.to)
	for _, k := range append(in.likely(tokens), down(last, first)...) {
		if k < first || k > last {
			continue
		}
		for _, t := range tokens {
			if in.room < 0 || in.tryAt(w, k, t) {
				return true
			}
		}
	}
	return false
}

// down lists the integers between two bounds, in descending order.
func down(from, to int) []int {
	var out []int
	for ; from >= to; from-- {
		out = append(out, from)
	}
	return out
}

// likely lists the tokens before which one of the given tokens probably belongs,
// judging from the lines of the text: a bracket that closes one opened on the same
// line, and a token missing at the end of a line where lines end statements,
// though the next line could continue it.
//
//	a []
//	b int    // the error is after b
func (in *inserter) likely(tokens []string) []int {
	if t := tokens[0]; len(tokens) == 1 && (t == ")" || t == "]") {
		return in.opened(opener(t[0]))
	}
	for k := in.at; in.WordsOnly && k > in.at-ahead/2 && k > 0; k-- {
		if k < len(in.tokens) && in.lines.first[k] {
			return []int{k}
		}
	}
	return nil
}

// opened lists the tokens from the end of a line back to the last unclosed bracket
// of a kind before the error.
func (in *inserter) opened(bracket byte) []int {
	for i := min(in.at, len(in.tokens)) - 1; i >= max(0, in.at-beforeBracket); i-- {
		if in.byteAt(i) != bracket || in.pair[i] >= 0 {
			continue
		}
		end := i + 1
		for end < in.at && !in.lines.first[end] {
			end++
		}
		return down(end, i+1)
	}
	return nil
}

// missing lists the tokens that may be missing in a part of the text: a bracket
// only if it is the only one missing in the text, or in the part.
func (in *inserter) missing(w *Item) []string {
	alone := in.alone(0, len(in.tokens))
	if len(alone) != 1 {
		alone = in.alone(w.from, w.to)
	}
	if len(alone) == 1 {
		return []string{alone}
	}
	return append(strings.Split(punctuation+alone, ""), strings.Fields(in.Missing)...)
}

// alone returns the brackets of which there are too few among some tokens, each
// once.
func (in *inserter) alone(from, to int) string {
	out := ""
	for _, b := range []string{"()", "[]", "{}"} {
		more := 0
		for i := from; i < to; i++ {
			switch in.byteAt(i) {
			case b[0]:
				more++
			case b[1]:
				more--
			}
		}
		switch {
		case more > 0:
			out += b[1:]
		case more < 0:
			out += b[:1]
		}
	}
	return out
}

// tryAt tries a token before the one at k: right after the previous token, and if
// that ends earlier, also right before k.
func (in *inserter) tryAt(w *Item, k int, token string) bool {
	isWord := isWord(token[0]) || token[0] == '"'
	if k > w.from {
		c := Change{At: in.tokens[k-1].End, Put: token}
		if isWord {
			c.Put = " " + token + " "
		}
		if in.try(w, c, token) {
			return true
		}
	}
	if k == w.to || k > w.from && in.tokens[k-1].End == in.tokens[k].Start {
		return false
	}
	c := Change{At: in.tokens[k].Start, Put: token}
	if isWord {
		c.Put += " "
		if in.Indented && c.At > 0 && in.out[c.At-1] == ' ' && in.isOdd(k) {
			c.At, c.Cut = c.At-1, 1
		}
	}
	return in.try(w, c, token)
}

// isOdd reports whether the line that begins with the token at k is indented
// differently from the lines around it: a blank may remain from a missing word
// before it.
func (in *inserter) isOdd(k int) bool {
	prev, next := k-1, k+1
	for prev > 0 && !in.lines.first[prev] {
		prev--
	}
	for next < len(in.tokens) && !in.lines.first[next] {
		next++
	}
	return (prev < 0 || in.lines.indent[prev] != in.lines.indent[k]) &&
		(next == len(in.tokens) || in.lines.indent[next] != in.lines.indent[k])
}

// try tries a change of a part of the text, which inserts a token, and reports
// whether to stop.
func (in *inserter) try(w *Item, c Change, token string) bool {
	start := in.lineOf(w.Start)
	if c.At < start || !in.goesOn(w, c) ||
		!in.accepts(w.in, in.out[start:c.At], []byte(c.Put), in.out[c.At+c.Cut:w.End]) {
		return false
	}
	with := in.o.with(c)
	return with != nil && in.accepted(with, token)
}

const (
	// large is the size in bytes from which only the inner part is used to judge
	// whether a token helps.
	large = 1 << 10
	// ahead is the number of tokens after the error that must be expected then.
	ahead = 8
	// maxOperator is the maximum length of an operator in bytes.
	maxOperator = 4
)

// goesOn reports whether the grammar expects the tokens at the error after a
// change of a part of the text. Of a large part only the innermost one is checked,
// and of a small one the innermost first, unless that is most of it.
func (in *inserter) goesOn(w *Item, c Change) bool {
	size, start := w.End-w.Start, in.lineOf(in.inner.Start)
	end := in.behind(in.at + ahead)
	if c.At < start {
		return size < large
	}
	if size < large && 2*(end-start) > size {
		return true
	}
	text := in.Wrap[in.inner.in][0] + string(in.out[start:c.At]) + c.Put +
		string(in.out[c.At+c.Cut:end])
	in.room -= len(text)
	return in.room >= 0 && int(in.check.Expected(text)) >= len(text)
}

// behind returns the end of the token at i, or of the multi-byte operator that it
// begins.
func (in *inserter) behind(i int) uint32 {
	last := len(in.tokens) - 1
	i = min(i, last)
	for end := min(i+maxOperator-1, last); i < end && in.byteAt(i) != 0 && in.byteAt(i+1) != 0 &&
		in.tokens[i].End == in.tokens[i+1].Start; i++ {
	}
	return in.tokens[i].End
}

// with returns the outline of the text with a change applied; nil if it overlaps
// another change.
func (o *Outline) with(c Change) *Outline {
	list := o.place.list
	i := 0
	for i < len(list) && int64(list[i].At)+o.place.moved[i] < int64(c.At) {
		i++
	}
	at := o.Source(c.At)
	if o.Source(c.At+c.Cut) != at+c.Cut || i > 0 && list[i-1].At+list[i-1].Cut > at ||
		i < len(list) && list[i].At < at+c.Cut {
		return nil
	}
	made := append(changes{}, list[:i]...)
	made = append(append(made, Change{At: at, Cut: c.Cut, Put: c.Put}), list[i:]...)
	return &Outline{Text: Apply(o.Text, changes{c}), r: o.r, place: placeOf(made)}
}
