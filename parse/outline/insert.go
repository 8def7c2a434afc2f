package outline

import "strings"

const (
	// before is how many tokens the place of one that is missing is at most before the first
	// that the grammar does not expect, and beforeBracket the same for a bracket: what it opens
	// or ends may go on without it.
	before        = 12
	beforeBracket = 100
	// insertions bounds what is parsed to find one token: so many times the bytes of the text.
	insertions = 4
	// maxWindows bounds the parts of a text, one in the other, that are tried to be completed.
	maxWindows = 16
)

// punctuation lists the tokens of one byte that may be missing, but for brackets.
const punctuation = ":.=,;>?<&|!@*/+-"

// A Checker asks a grammar about texts.
type Checker interface {
	// Sound reports whether the grammar accepts a text.
	Sound(text string) bool
	// Expected returns where the part of a text ends that something the grammar accepts begins
	// with.
	Expected(text string) uint32
}

// Insert looks for one token that the text lacks: with it, the grammar accepts the smallest part
// of the text that is broken by itself. at is the first token that the grammar does not expect;
// the places before it are tried, the nearest first. accepted is told each text that it finds, as an
// outline of which no items are known, with the token, until it wants no more.
//
// The checker is asked about texts that together are a bounded number of times as long as that of
// the outline.
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

// MayBeName reports whether a definition may have a name. Where the name of a value precedes its
// type, any word may be the name of a member.
func (s *Syntax) MayBeName(name string) bool {
	return name != "" && (s.NameFirst || !among(name, s.NotNames))
}

type inserter struct {
	mender
	o        *Outline
	check    Checker
	at       int   // the first token that is not expected
	inner    *Item // the innermost part that the one before it is in
	accepted func(with *Outline, token string) bool
}

// windows lists the text and the items in it, one in the other, that the last token is in which
// the grammar expects.
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

// statements lists those of the outermost block of an item that a token is in.
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

// complete tries the tokens that a part of the text may lack.
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

// down lists numbers from one down to another.
func down(from, to int) []int {
	var out []int
	for ; from >= to; from-- {
		out = append(out, from)
	}
	return out
}

// likely lists the tokens in front of which one of others belongs by the lines of the text: a
// bracket that ends what is opened on the same line, and what is missing at the end of a line
// where lines end statements, though the next could go on with it.
//
//	a []
//	b int    // the error is behind b
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

// opened lists the tokens from the end of a line back to the last bracket of a kind before the
// error that is not closed.
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

// missing lists the tokens that a part of the text may lack: a bracket, if it is the only one
// that the text lacks, or the part.
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

// alone returns the brackets that some tokens have too few of, each once.
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

// tryAt tries a token in front of the one at k: behind the one before it, and where that ends
// before, also there.
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

// isOdd reports whether the line that the token at k begins is indented like neither of the lines
// around it: a blank is left of a word before it.
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

// try reports whether no more is to be tried than a change of a part of the text, which puts a
// token in.
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
	// large is how many bytes a part has in which it is told by fewer whether a token is of use.
	large = 1 << 10
	// ahead is how many tokens must be expected then behind the place of the error.
	ahead = 8
	// maxOperator is how many bytes an operator has at most.
	maxOperator = 4
)

// goesOn reports whether the grammar expects the tokens at the place of the error after a change
// of a part of the text. Of a large part only the innermost is looked at, and of a small one the
// innermost first, unless that is most of it.
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

// behind returns where the token at i ends, or an operator of several bytes whose first it is.
func (in *inserter) behind(i int) uint32 {
	last := len(in.tokens) - 1
	i = min(i, last)
	for end := min(i+maxOperator-1, last); i < end && in.byteAt(i) != 0 && in.byteAt(i+1) != 0 &&
		in.tokens[i].End == in.tokens[i+1].Start; i++ {
	}
	return in.tokens[i].End
}

// with returns the outline of the text with a change of it; nil where it meets another change.
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
