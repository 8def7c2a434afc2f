package parse

import (
	"cmp"
	"slices"
)

// An Adaptation is a text in which syntax unknown to a grammar is replaced by
// known syntax of the same meaning. Overwriting keeps all positions; if there is
// no room for that, text is inserted, and the tree is mapped back to the source.
//
// Front ends take names and all other text from the source: the overwritten text
// only determines the shape of the tree.
type Adaptation struct {
	Source string

	out     []byte // nil until the first overwrite
	inserts []insert
}

// An insert is text that is not in the source.
type insert struct {
	at   uint32
	text string
}

// Put overwrites the bytes at a position with s, of the same length.
func (a *Adaptation) Put(at uint32, s string) {
	if a.out == nil {
		a.out = []byte(a.Source)
	}
	copy(a.out[at:], s)
}

// Blank overwrites a range with spaces; line ends stay.
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

// Insert inserts text before a position. Several inserts at one position are in
// call order.
func (a *Adaptation) Insert(at uint32, s string) {
	a.inserts = append(a.inserts, insert{at, s})
}

// IsNone reports whether the text equals the source.
func (a *Adaptation) IsNone() bool { return a.out == nil && len(a.inserts) == 0 }

// Overwritten returns the text without the inserts: it is as long as the source.
func (a *Adaptation) Overwritten() string {
	if a.out == nil {
		return a.Source
	}
	return string(a.out)
}

// pieces returns the text with the source position of each of its parts.
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

// adapted returns the text to parse instead of text; see [Grammar.Adapt].
func (g *Grammar) adapted(text string, broken bool) *Adaptation {
	a := &Adaptation{Source: text}
	if g.Adapt != nil {
		g.Adapt(a, broken)
	}
	return a
}

// adapting parses a text after its adaptation, with a memory limit of room bytes.
// If the tree has errors, the text is parsed again with the adaptations for broken
// texts, and that tree is used if it has fewer errors.
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

// adaptation parses an adapted text; the positions of the tree are those of the
// source.
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

// expectedIn applies find to the adapted text, like [Parser.expected], and maps
// the result to the source.
func (a *Adaptation) expectedIn(find func(text string) uint32) uint32 {
	c := a.pieces()
	return min(c.Start(find(c.String())), uint32(len(a.Source)))
}
