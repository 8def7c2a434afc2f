// Package razor takes the sources of Razor pages and components apart: into C#, with the
// place in the source of every byte of it, and into the markup around it.
//
//	@page "/orders/{Id:int}"
//	@inject OrderService Orders
//	<h1>@Title</h1>
//	@foreach (var line in order.Lines) { <OrderLine Line="line" OnRemove="Remove" /> }
//	@code { void Remove(Line line) => order.Remove(line); }
//
// Two texts of C# are made of it. One has the declarations:
//
//	class _ { void _() { } OrderService Orders {get;set;} void Remove(Line line) => … }
//
// The other one has the statements that rendering runs:
//
//	class _ { void _() { (Title); foreach (var line in order.Lines) { (line); (Remove); } } }
//
// The package knows no grammar of C#: brackets, and what a caller says of literals, are enough
// to find the end of an expression.
package razor

import "seedgraph/parse"

// A Page is a source that has been taken apart.
type Page struct {
	*parse.Page

	// Declarations is `using …; [attributes] class _<T> { void _(types) { } members }`.
	// The types are those of Directives, in this order.
	Declarations Code
	// Statements is `class _ { void _() { … } }`.
	Statements Code

	Directives []Directive // that name types
	Members    bool        // Declarations has members
}

// A Directive is what a directive names a type for.
type Directive uint8

// The directives that name a type.
const (
	Model Directive = iota + 1
	Inherits
	Implements
)

// A Literal finds the end of the string, character or comment of C# that begins at a
// position of a text; it returns the position if none does.
type Literal func(text string, at int) int

// Read takes a source apart. What is wrong in it is left out.
func Read(text string, isComponent bool, literal Literal) *Page {
	s := &scanner{text: text, literal: literal, isComponent: isComponent,
		page: &Page{Page: &parse.Page{}}}
	s.statements.put("class _{void _(){\n", 0)
	s.out = &s.statements
	s.markup(untilEnd, len(text))
	end := len(text)
	s.statements.put("\n}}", end)

	p := s.page
	d := &p.Declarations
	d.join(&s.usings)
	d.join(&s.attributes)
	d.put("class _", 0)
	if len(s.typeParams.text) > 0 {
		d.put("<", 0)
		d.join(&s.typeParams)
		d.put(">", 0)
		d.join(&s.constraints)
	}
	d.put("{void _(", 0)
	d.join(&s.types)
	d.put("){}\n", 0)
	p.Members = len(s.members.text) > 0
	d.join(&s.members)
	d.put("\n}", end)
	p.Statements = s.statements
	return p
}

// Code is a text of C# that is made of pieces of a source.
type Code struct {
	text   []byte
	pieces []piece
	// Implied has what is written nowhere in the source, by the place that it has there.
	Implied map[uint32]string
}

// A piece of a Code is a copy of a part of the source, or text that the source does not
// have, which is all at one place of it.
type piece struct {
	out, in uint32 // where it begins
	copied  bool
}

// String returns the text.
func (c *Code) String() string { return string(c.text) }

// put adds text that is not in the source but belongs to a place of it.
func (c *Code) put(text string, at int) {
	c.pieces = append(c.pieces, piece{out: uint32(len(c.text)), in: uint32(at)})
	c.text = append(c.text, text...)
}

// name adds a name that is not in the source but belongs to a place of it.
func (c *Code) name(name string, at int) {
	if c.Implied == nil {
		c.Implied = map[uint32]string{}
	}
	c.Implied[uint32(at)] = name
	c.put(name, at)
}

// copy adds source[start:end].
func (c *Code) copy(source string, start, end int) {
	if start >= end {
		return
	}
	c.pieces = append(c.pieces, piece{uint32(len(c.text)), uint32(start), true})
	c.text = append(c.text, source[start:end]...)
}

// join adds all of another text.
func (c *Code) join(o *Code) {
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
func (c *Code) Start(at uint32) uint32 { return c.place(at, at) }

// End returns where in the source what ends at a position of the text ends.
func (c *Code) End(at uint32) uint32 {
	if at == 0 {
		return c.place(0, 0)
	}
	return c.place(at-1, at)
}

// place returns where in the source the position at is, which is in the piece of the byte
// of, or behind it.
func (c *Code) place(of, at uint32) uint32 {
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
