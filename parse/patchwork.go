package parse

// A Patchwork is a code text assembled from pieces of a source, such as the code
// in a page. [Tree.Move] maps the positions of its tree to the source.
type Patchwork struct {
	text   []byte
	pieces []piece
	// Implied holds names that are not written in the source, by the position assigned
	// to them there.
	Implied map[uint32]string
}

// A piece of a Patchwork is a copy of a part of the source, or text that is not in
// the source, all of which maps to a single position.
type piece struct {
	out, in uint32 // where it begins
	copied  bool
}

// String returns the text.
func (c *Patchwork) String() string { return string(c.text) }

// Put adds text that is not in the source, at position at of the source.
func (c *Patchwork) Put(text string, at int) {
	c.pieces = append(c.pieces, piece{out: uint32(len(c.text)), in: uint32(at)})
	c.text = append(c.text, text...)
}

// Name adds a name that is not in the source, at position at of the source.
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

// Join appends another text.
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

// Start returns the source position for a start position in the text.
func (c *Patchwork) Start(at uint32) uint32 { return c.place(at, at) }

// End returns the source position for an end position in the text.
func (c *Patchwork) End(at uint32) uint32 {
	if at == 0 {
		return c.place(0, 0)
	}
	return c.place(at-1, at)
}

// place maps position at to the source by the piece that contains byte of; at is
// in that piece or just after it.
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
