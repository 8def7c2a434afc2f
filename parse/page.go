package parse

// A Page holds the facts of the markup of a page or component, in addition to the
// code in it.
type Page struct {
	Routes     []Route           // in source order
	Namespace  string            // as written; may be empty
	Model      TypeRef           // the declared model type of a view
	Layout     TypeRef           // the component that a page is rendered within
	Tags       []Tag             // that may be components or tag helpers, by At
	FolderWide bool              // the directives apply to the pages of the folder and its subfolders
	Template   *Template         // a server-side template; nil for other pages
	Markups    []AngularTemplate // of Angular, by Range.Start
	Parts      []Part            // declared by Angular's decorators, in source order
}

// A AngularTemplate is a template of Angular: a file, or a string in the file of its
// component. Names in it are members of the component.
type AngularTemplate struct {
	Def   int32 // the template file, or the component that has it as a string
	Range Range
	Pipes []uint32 // start positions of pipe names, ascending
}

// A Part is a class with a decorator of Angular.
type Part struct {
	Def       int32
	Decorator string   // Component, Directive, Pipe or NgModule
	Selector  string   // of a component or directive; the name of a pipe
	Template  TextPart // the path of a template file, as written, and its position

	// names visible in the template or in the templates of a module, and names that a
	// module re-exports
	Imports, Declarations, Exports []TextPart
}

// A Route is a path template under which a page is served.
type Route struct {
	Template string // as written; empty for the default given by its place in the tree
	At       uint32
}

// A Tag is the start tag of an element.
type Tag struct {
	Name   string
	At     uint32 // where the name begins
	Parent int32  // index of the innermost enclosing tag that is kept, or -1
	Attrs  []Attr // in source order
}

// An Attr is an attribute of a tag.
type Attr struct {
	Name  string // of @bind-Value the part after the dash
	At    uint32 // where the name begins
	Text  string // the value, if it contains no code
	Value Range  // empty if not written

	IsText bool // Text is the value
	// MayBeCode means that the value was also read as code; the type of the parameter
	// that the attribute sets decides whether it is.
	MayBeCode bool
}

// Attr returns the attribute with the given name, or nil.
func (t *Tag) Attr(name string) *Attr {
	for i := range t.Attrs {
		if t.Attrs[i].Name == name {
			return &t.Attrs[i]
		}
	}
	return nil
}
