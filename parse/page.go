package parse

// A Page is what the markup of a page or component says beside the code in it.
type Page struct {
	Routes    []Route   // in source order
	Namespace string    // as written; empty when it is not
	Model     TypeRef   // that a view is written for
	Layout    TypeRef   // the component that a page is rendered within
	Tags      []Tag     // that may be components or tag helpers, by At
	Imports   bool      // the directives hold for the pages of the folder and those below it
	Template  *Template // of a server; nil for other pages
	Markups   []Markup  // of Angular, by Range.Start
	Parts     []Part    // that Angular's decorators declare, in source order
}

// A Markup is a template of Angular: a file, or a string in the file of its component. What is
// named in it is a member of the component.
type Markup struct {
	Def   int32 // the template, or the component that has it as a string
	Range Range
	Pipes []uint32 // where the names of pipes begin, ascending
}

// A Part is a class that Angular knows by a decorator.
type Part struct {
	Def       int32
	Decorator string   // Component, Directive, Pipe or NgModule
	Selector  string   // of a component or directive; the name of a pipe
	Template  TextPart // path of the file of a template, as written, and its place

	// what is visible in the template, or among the templates of a module; what a module hands on
	Imports, Declarations, Exports []TextPart
}

// A Route is a template of a path that a page is served at.
type Route struct {
	Template string // as written; empty for the one that its place in the tree gives
	At       uint32
}

// A Tag is the start tag of an element.
type Tag struct {
	Name   string
	At     uint32 // where the name begins
	Parent int32  // index of the tag of the innermost element around; -1 for none that is kept
	Attrs  []Attr // in source order
}

// An Attr is an attribute of a tag.
type Attr struct {
	Name  string // of @bind-Value the part behind the dash
	At    uint32 // where the name begins
	Text  string // the value, where no code is in it
	Value Range  // empty when none is written

	IsText bool // Text is the value
	// MayBeCode says that the value was read as code as well: whether it is, is decided by
	// the type of the parameter that the attribute sets.
	MayBeCode bool
}

// Attr returns the attribute of a name, nil if there is none.
func (t *Tag) Attr(name string) *Attr {
	for i := range t.Attrs {
		if t.Attrs[i].Name == name {
			return &t.Attrs[i]
		}
	}
	return nil
}
