package parse

// A Patchwork is a text of code that is made of pieces of a source, such as the code in a page.
// The positions of what is parsed of it are moved to the source by [Tree.Move].
type Patchwork struct {
	text   []byte
	pieces []piece
	// Implied has what is written nowhere in the source, by the place that it has there.
	Implied map[uint32]string
}

// A piece of a Patchwork is a copy of a part of the source, or text that the source does not
// have, which is all at one place of it.
type piece struct {
	out, in uint32 // where it begins
	copied  bool
}

// String returns the text.
func (c *Patchwork) String() string { return string(c.text) }

// Put adds text that is not in the source but belongs to a place of it.
func (c *Patchwork) Put(text string, at int) {
	c.pieces = append(c.pieces, piece{out: uint32(len(c.text)), in: uint32(at)})
	c.text = append(c.text, text...)
}

// Name adds a name that is not in the source but belongs to a place of it.
func (c *Patchwork) Name(name string, at int) {
	if c.Implied == nil {
		c.Implied = map[uint32]string{}
	}
	c.Implied[uint32(at)] = name
	c.Put(name, at)
}

// Copy adds source[start:end].
func (c *Patchwork) Copy(source string, start, end int) {
	if start >= end {
		return
	}
	c.pieces = append(c.pieces, piece{uint32(len(c.text)), uint32(start), true})
	c.text = append(c.text, source[start:end]...)
}

// Join adds all of another text.
func (c *Patchwork) Join(o *Patchwork) {
	for _, p := range o.pieces {
		p.out += uint32(len(c.text))
		c.pieces = append(c.pieces, p)
	}
	c.text = append(c.text, o.text...)
	for at, name := range o.Implied {
		if c.Implied == nil {
			c.Implied = map[uint32]string{}
		}
		c.Implied[at] = name
	}
}

// Start returns where in the source what begins at a position of the text begins.
func (c *Patchwork) Start(at uint32) uint32 { return c.place(at, at) }

// End returns where in the source what ends at a position of the text ends.
func (c *Patchwork) End(at uint32) uint32 {
	if at == 0 {
		return c.place(0, 0)
	}
	return c.place(at-1, at)
}

// place returns where in the source the position at is, which is in the piece of the byte
// of, or behind it.
func (c *Patchwork) place(of, at uint32) uint32 {
	lo, hi := 0, len(c.pieces)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); c.pieces[mid].out <= of {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return 0
	}
	p := c.pieces[lo-1]
	if p.copied {
		return p.in + at - p.out
	}
	return p.in
}

// IsEmpty reports whether there is no text.
func (c *Patchwork) IsEmpty() bool { return len(c.text) == 0 }
