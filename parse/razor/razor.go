// Package razor splits the sources of Razor pages and components into C#, with the
// source position of every byte of it, and the markup around it.
//
//	@page "/orders/{Id:int}"
//	@inject OrderService Orders
//	<h1>@Title</h1>
//	@foreach (var line in order.Lines) { <OrderLine Line="line" OnRemove="Remove" /> }
//	@code { void Remove(Line line) => order.Remove(line); }
//
// The result is two C# texts. One has the declarations:
//
//	class _ { void _() { } OrderService Orders {get;set;} void Remove(Line line) => … }
//
// The other has the statements that rendering runs:
//
//	class _ { void _() { (Title); foreach (var line in order.Lines) { (line); (Remove); } } }
//
// The package does not use a C# grammar: brackets, and literals as recognized by
// the caller, are enough to find the end of an expression.
package razor

import "seedgraph/parse"

// A Page is the result of splitting a source.
type Page struct {
	*parse.Page

	// Declarations is `using …; [attributes] class _<T> { void _(types) { } members
	// }`. The types are those in Directives, in this order.
	Declarations parse.Patchwork
	// Statements is `class _ { void _() { … } }`.
	Statements parse.Patchwork

	Directives []Directive // that name types
	Members    bool        // Declarations has members
}

// A Directive is the kind of a directive that names a type.
type Directive uint8

// The directives that name a type.
const (
	Model Directive = iota + 1
	Inherits
	Implements
)

// A Literal returns the end of the C# string, character or comment that begins at
// a position of a text, or the position itself if nothing begins there.
type Literal func(text string, at int) int

// Read splits a source. Invalid parts are left out.
func Read(text string, isComponent bool, literal Literal) *Page {
	s := &scanner{text: text, literal: literal, isComponent: isComponent,
		page: &Page{Page: &parse.Page{}}}
	s.statements.Put("class _{void _(){\n", 0)
	s.out = &s.statements
	s.markup(untilEnd, len(text))
	end := len(text)
	s.statements.Put("\n}}", end)

	p := s.page
	d := &p.Declarations
	d.Join(&s.usings)
	d.Join(&s.attributes)
	d.Put("class _", 0)
	if !s.typeParams.IsEmpty() {
		d.Put("<", 0)
		d.Join(&s.typeParams)
		d.Put(">", 0)
		d.Join(&s.constraints)
	}
	d.Put("{void _(", 0)
	d.Join(&s.types)
	d.Put("){}\n", 0)
	p.Members = !s.members.IsEmpty()
	d.Join(&s.members)
	d.Put("\n}", end)
	p.Statements = s.statements
	return p
}
