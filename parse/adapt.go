package parse

import (
	"cmp"
	"slices"
)

// An Adaptation is a text in which what a grammar does not know is written as something of the
// same meaning that it does know. Overwriting keeps all positions; where there is no room for
// that, text is inserted, and the tree is moved back to the source.
//
// Front ends take names and all other text from the source: what is overwritten matters only for
// the shape of the tree.
type Adaptation struct {
	Source string

	out     []byte // nil until something is overwritten
	inserts []insert
}

// An insert is text that the source does not have.
type insert struct {
	at   uint32
	text string
}

// Put overwrites the bytes at a position with as many others.
func (a *Adaptation) Put(at uint32, s string) {
	if a.out == nil {
		a.out = []byte(a.Source)
	}
	copy(a.out[at:], s)
}

// Blank overwrites a range with spaces; ends of lines stay.
func (a *Adaptation) Blank(start, end uint32) {
	if a.out == nil {
		a.out = []byte(a.Source)
	}
	for i := start; i < end; i++ {
		if c := a.out[i]; c != '\n' && c != '\r' {
			a.out[i] = ' '
		}
	}
}

// Insert adds text in front of a position. Of several at one position the first comes first.
func (a *Adaptation) Insert(at uint32, s string) {
	a.inserts = append(a.inserts, insert{at, s})
}

// IsNone reports whether the text is the source.
func (a *Adaptation) IsNone() bool { return a.out == nil && len(a.inserts) == 0 }

// Overwritten returns the text without what was inserted: it is as long as the source.
func (a *Adaptation) Overwritten() string {
	if a.out == nil {
		return a.Source
	}
	return string(a.out)
}

// pieces returns the text with the place in the source of each of its parts.
func (a *Adaptation) pieces() *Patchwork {
	slices.SortStableFunc(a.inserts, func(x, y insert) int { return cmp.Compare(x.at, y.at) })
	var c Patchwork
	text, from := a.Overwritten(), 0
	for _, i := range a.inserts {
		c.Copy(text, from, int(i.at))
		c.Put(i.text, int(i.at))
		from = int(i.at)
	}
	c.Copy(text, from, len(text))
	return &c
}

// adapted returns what the grammar is given of a text; see [Grammar.Adapt].
func (g *Grammar) adapted(text string, broken bool) *Adaptation {
	a := &Adaptation{Source: text}
	if g.Adapt != nil {
		g.Adapt(a, broken)
	}
	return a
}

// adapting parses a text as the grammar knows it, in so many bytes of memory. A text that has
// errors as it is, is parsed once more in its adapted form, which counts if it has fewer.
func (p *Parser) adapting(g *Grammar, text string, room int) (*Tree, error) {
	a, met := g.adapted(text, false), len(p.limits)
	tree, err := p.adaptation(g, a, room)
	if err != nil || !tree.HasError {
		return tree, err
	}
	b := g.adapted(text, true)
	if b.Overwritten() == a.Overwritten() && slices.Equal(a.inserts, b.inserts) {
		return tree, nil
	}
	bytes, limits := tree.ErrorBytes(), slices.Clone(p.limits[met:])
	p.limits = p.limits[:met]
	tree, err = p.adaptation(g, b, room)
	if err == nil && (!tree.HasError || tree.ErrorBytes() < bytes) {
		return tree, nil
	}
	p.limits = append(p.limits[:met], limits...)
	met = len(p.limits)
	tree, err = p.adaptation(g, a, room)
	p.limits = p.limits[:met]
	return tree, err
}

// adaptation parses an adapted text; the tree is one of its source.
func (p *Parser) adaptation(g *Grammar, a *Adaptation, room int) (*Tree, error) {
	if len(a.inserts) == 0 {
		tree, err := p.within(g, a.Overwritten(), room)
		if tree != nil {
			tree.Text = a.Source
		}
		return tree, err
	}
	c, met := a.pieces(), len(p.limits)
	tree, err := p.within(g, c.String(), room)
	for i := met; i < len(p.limits); i++ {
		p.limits[i].At = c.Start(p.limits[i].At)
	}
	if tree != nil {
		tree.Move(a.Source, c.Start, c.End)
	}
	return tree, err
}

// expectedIn returns what [Parser.expected] does of the text that the grammar is given.
func (a *Adaptation) expectedIn(find func(text string) uint32) uint32 {
	c := a.pieces()
	return min(c.Start(find(c.String())), uint32(len(a.Source)))
}
