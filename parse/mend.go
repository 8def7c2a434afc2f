package parse

import (
	"cmp"
	"errors"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse/outline"
)

// A Mendable is a Language whose broken files can be mended if the grammar does
// not accept them and loses more than the broken member.
type Mendable interface {
	Language
	Grammar() *Grammar
	Syntax() *outline.Syntax
	// Prepared returns a text as the front end passes it to the parser. It has the
	// same length, except for text added at the end.
	Prepared(src Source) string
}

// A Conditional is a Mendable of a language with conditional compilation.
type Conditional interface {
	Mendable
	// SyntaxWith is Syntax with the given symbols defined; nil: they are unknown.
	SyntaxWith(symbols map[string]bool) *outline.Syntax
}

// A Dialectal is a Mendable whose files may be in a dialect that its grammar does
// not know. In those, the cause of an error is not a missing token.
type Dialectal interface {
	Mendable
	// IsDialect reports whether a text declares itself to be in a dialect.
	IsDialect(text string) bool
}

// A LostDefinition is a definition that the file apparently has and the facts lack.
type LostDefinition struct {
	Name string
	At   uint32 // where the name begins
}

// maxMended bounds the bytes of a file that is mended: it is parsed several times,
// when memory use is at its peak. For larger files, lost definitions are only
// reported.
const maxMended = 500_000

// maxLimits bounds the parts of a file that may hit a limit of the parser before
// mending is abandoned: each takes the full time to the limit.
const maxLimits = 4

// mended reads a file again that the grammar did not accept. f holds the facts of
// the unchanged text. Among those and the facts of other texts - with the missing
// braces added, with the broken parts left out, and with one more token - it
// returns the facts that lack the fewest definitions.
func mended(l Mendable, p *Parser, src Source, f *Facts) *Facts {
	o := outlined(l, src)
	names := o.Names()
	f.addLost(names)
	if len(src.Text) > maxMended {
		return f
	}
	m := mending{Mendable: l, p: p, src: src, raw: f, best: f, names: names, limits: maxLimits}
	m.try(o, o.Text)
	m.try(o, o.Mend(m.Sound))
	if d, ok := l.(Dialectal); ok && d.IsDialect(src.Text) {
		return m.best
	}
	if !m.insert(syntaxOf(l, src).AsIs(src.Text)) && len(o.Changes()) > 0 {
		m.insert(o)
	}
	return m.best
}

// A mending searches for the variant of a broken file's text that lacks the fewest
// definitions.
type mending struct {
	Mendable
	p         *Parser
	src       Source
	raw, best *Facts // the facts of the unchanged text, and of the best one
	sure      bool   // the grammar accepts the best text
	names     []outline.Name
	limits    int // number of limits that may still be hit
}

// Sound implements [outline.Checker].
func (m *mending) Sound(text string) bool {
	if m.limits == 0 {
		return false
	}
	sound, err := m.p.sound(m.Grammar(), m.prepared(text))
	if errors.Is(err, ErrTooBroken) || errors.Is(err, ErrTooDeep) {
		m.limits--
	}
	return sound
}

// Expected implements [outline.Checker].
func (m *mending) Expected(text string) uint32 {
	return m.p.expected(m.Grammar(), m.prepared(text))
}

func (m *mending) prepared(text string) string {
	return m.Prepared(Source{Path: m.src.Path, Text: text, Symbols: m.src.Symbols})
}

// try reads the file in the form of one of the texts of an outline.
func (m *mending) try(o *outline.Outline, text string) {
	if len(text) != len(o.Text) || text == o.Text && len(o.Changes()) == 0 {
		return
	}
	made := edits(o.Text, text)
	again, sound := m.read(o, made)
	if again == nil {
		return
	}
	blank := make([]uint32, len(made))
	for i, e := range made {
		blank[i] = o.Source(e.at)
	}
	if again.keepsMore(m.best, sound, blank) {
		m.best, m.sure = again, sound
	}
}

// read returns the facts of the text of an outline with edits, and whether the
// grammar accepts it; nil if it cannot be read.
func (m *mending) read(o *outline.Outline, made []edit) (f *Facts, sound bool) {
	m.p.outline, m.p.edits = o, made
	f, err := m.Facts(m.p, m.src)
	m.p.outline, m.p.edits = nil, nil
	if err != nil {
		return nil, false
	}
	sound = !f.HasError
	f.HasError, f.ErrorBytes = true, max(f.ErrorBytes, m.raw.ErrorBytes)
	f.addLost(m.names)
	return f, sound
}

// maxInserted bounds the texts with one more token that are read, both for the
// unchanged text and for the one with the missing braces: to this number, or to
// insertedBytes in total, whichever allows more.
const (
	maxInserted   = 6
	insertedBytes = 1 << 16
)

// insert reads the file with one more token, at places where the grammar accepts
// it then, and reports whether that keeps all known definitions; the token taken
// last does not count again at another place. A result replaces the best if it
// lacks less, or lacks the same number and has more named definitions, where those
// of a text that the grammar does not accept do not count. Between equal results
// of insert, the one with more definitions of the unchanged text wins.
func (m *mending) insert(o *outline.Outline) (whole bool) {
	count, most := 0, max(maxInserted, insertedBytes/(1+len(m.src.Text)))
	var taken *Facts
	last := "" // the token in that text
	m.limits = maxLimits
	o.Insert(m.Expected(o.Text), m, func(with *outline.Outline, token string) bool {
		count++
		f, sound := m.read(with, nil)
		if f == nil || !sound || len(f.Definitions) < 2 || m.invents(f) {
			return count >= most
		}
		named, there := f.named(), m.best.named()
		whole = m.sure && token != last && len(f.Lost) <= len(m.best.Lost) && f.keeps(m.best) && f.keeps(m.raw) &&
			named == len(f.Definitions)
		if !m.sure {
			there = 0 // some may come from statements
		}
		c := cmp.Or(cmp.Compare(len(m.best.Lost), len(f.Lost)), cmp.Compare(named, there))
		if c > 0 || c == 0 && m.best == taken && f.kept(m.raw) > m.best.kept(m.raw) {
			m.best, m.sure, taken, last = f, true, f, token
		}
		return whole || count >= most
	})
	return whole
}

// keeps reports whether f has all named definitions of g.
func (f *Facts) keeps(g *Facts) bool { return f.kept(g) == g.named() }

// kept counts the named definitions of g that f has.
func (f *Facts) kept(g *Facts) int {
	there := map[uint32]bool{}
	for i := range f.Definitions {
		there[f.Definitions[i].NameAt] = true
	}
	count := 0
	for i := range g.Definitions {
		if d := &g.Definitions[i]; d.Name != unread && there[d.NameAt] {
			count++
		}
	}
	return count
}

// unread is the name of a definition whose name could not be read.
const unread = "?"

// named counts the named definitions of f.
func (f *Facts) named() int {
	count := 0
	for i := range f.Definitions {
		if f.Definitions[i].Name != unread {
			count++
		}
	}
	return count
}

// invents reports whether f has a definition whose name is not one: an inserted
// token, or a keyword. A definition with an unreadable name is accepted if it
// contains others, or if its name is unreadable in the unchanged text, too.
func (m *mending) invents(f *Facts) bool {
	syntax := syntaxOf(m, m.src)
	holds := map[int32]bool{}
	for i := range f.Definitions {
		holds[f.Definitions[i].Parent] = true
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Name == unread && !holds[int32(i)] && !m.isUnread(d.NameAt) ||
			d.Name != unread && !syntax.MayBeName(d.Name) {
			return true
		}
	}
	return false
}

// isUnread reports whether the unchanged text has a definition with an unreadable
// name at a position.
func (m *mending) isUnread(at uint32) bool {
	return slices.ContainsFunc(m.raw.Definitions, func(d Definition) bool {
		return d.NameAt == at && d.Name == unread
	})
}

// keepsMore reports whether f, read from a mended text in which some places of the
// source are blank, lacks less than g. If they lack the same number, f may lack
// the broken definition and g another: a text that the grammar accepts is
// preferred then, unless its blanked parts gain nothing.
func (f *Facts) keepsMore(g *Facts, sound bool, blank []uint32) bool {
	there, unbroken := len(g.Definitions), 0
	if sound {
		there = g.believed(f, blank)
		unbroken = cmp.Compare(g.unbroken(blank), f.unbroken(blank))
	}
	if c := cmp.Or(cmp.Compare(len(g.Lost), len(f.Lost)), unbroken,
		cmp.Compare(len(f.Definitions), there)); c != 0 {
		return c > 0
	}
	return sound && !(len(blank) > 0 && slices.Equal(f.Lost, g.Lost) &&
		slices.EqualFunc(f.Definitions, g.Definitions, sameName))
}

// unbroken counts the names that f lacks though they are not blanked, that is,
// names outside the broken parts.
func (f *Facts) unbroken(blank []uint32) int {
	count := 0
	for _, l := range f.Lost {
		if _, gone := slices.BinarySearch(blank, l.At); !gone {
			count++
		}
	}
	return count
}

// believed counts the definitions of g, except those missing from f, which was
// read from a text that the grammar accepts, although their names are not blank
// there: in a broken text, statements look like definitions.
//
//	a = { m() b = 1 if (b) { } } }    // if becomes a method, and b a variable of the file
func (g *Facts) believed(f *Facts, blank []uint32) int {
	there := map[uint32]bool{}
	for i := range f.Definitions {
		there[f.Definitions[i].NameAt] = true
	}
	count := 0
	for i := range g.Definitions {
		at := g.Definitions[i].NameAt
		if _, gone := slices.BinarySearch(blank, at); gone || there[at] {
			count++
		}
	}
	return count
}

// sameName reports whether the names of two definitions of a file are at the same
// position.
func sameName(a, b Definition) bool { return a.NameAt == b.NameAt }

// addLost adds the names that f does not define to the lost definitions found by
// the front end.
func (f *Facts) addLost(names []outline.Name) {
	f.Lost = append(f.Lost, lost(names, f)...)
	slices.SortFunc(f.Lost, func(a, b LostDefinition) int { return cmp.Compare(a.At, b.At) })
	f.Lost = slices.Compact(f.Lost)
}

// lost lists the names that f does not define, by position. One of several
// adjacent definitions of a name is enough, unless each overload is a separate
// definition.
func lost(names []outline.Name, f *Facts) []LostDefinition {
	defined := map[uint32][]int{}
	for i := range f.Definitions {
		if i > 0 {
			defined[f.Definitions[i].NameAt] = append(defined[f.Definitions[i].NameAt], i)
		}
	}
	type sibling struct {
		name, of string
		within   int
	}
	there := map[sibling]bool{}
	for _, n := range names {
		if slices.ContainsFunc(defined[n.At], func(i int) bool { return f.defines(i, n) }) {
			there[sibling{n.Text, n.Receiver, n.Within}] = true
		}
	}
	var out []LostDefinition
	for _, n := range names {
		if !there[sibling{n.Text, n.Receiver, n.Within}] {
			out = append(out, LostDefinition{n.Text, n.At})
		}
	}
	slices.SortFunc(out, func(a, b LostDefinition) int { return cmp.Compare(a.At, b.At) })
	return out
}

// defines reports whether definition i is the one that an outline has the name n
// for.
func (f *Facts) defines(i int, n outline.Name) bool {
	d := &f.Definitions[i]
	switch d.Kind {
	case graph.KindProperty, graph.KindField, graph.KindConstant, graph.KindVariable:
		if n.Called {
			return false
		}
	}
	return n.Parent == "" || f.Definitions[d.Parent].Name == n.Parent
}

// An edit overwrites a byte of a text.
type edit struct {
	at uint32
	to byte
}

// edits lists the differences between two texts of the same length.
func edits(from, to string) []edit {
	var out []edit
	for i := range len(from) {
		if from[i] != to[i] {
			out = append(out, edit{uint32(i), to[i]})
		}
	}
	return out
}

// edited returns a text with the edits of p applied.
func (p *Parser) edited(text string) string {
	out := []byte(text)
	for _, e := range p.edits {
		if int(e.at) < len(out) {
			out[e.at] = e.to
		}
	}
	return string(out)
}

// LostDefinitions lists the definitions that a file apparently has and its facts f lack.
func LostDefinitions(l Mendable, src Source, f *Facts) []LostDefinition {
	return lost(outlined(l, src).Names(), f)
}

// outlined returns the outline of a file.
func outlined(l Mendable, src Source) *outline.Outline { return syntaxOf(l, src).Read(src.Text) }

// syntaxOf returns the outline syntax of the language of a file.
func syntaxOf(l Mendable, src Source) *outline.Syntax {
	if s, ok := l.(Conditional); ok {
		return s.SyntaxWith(src.Symbols)
	}
	return l.Syntax()
}
