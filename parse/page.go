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
