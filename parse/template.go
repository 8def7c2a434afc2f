package parse

// A Template is what a template of a server says: what it names outside of it, and the names
// that it sets.
type Template struct {
	Marks []Mark   // by At
	Vars  []Var    // by Scope.Start
	Loads []string // libraries of tags and filters that it loads, in source order
}

// A Mark is a place at which a template names something outside of it.
type Mark struct {
	Kind MarkKind
	Def  int32 // the innermost definition around it
	At   uint32
	// Name is a template, a route, a filter, a tag, a function, or the address of a link, with
	// [Unknown] for each part of it that is not known.
	Name string
	Part string     // the fragment of a template that is meant; what a link begins with, if unknown
	Verb string     // of a link or route, in upper case; empty where nothing says it
	Path []TextPart // of a value: its name, then members; of a template: what it is given
}

// Unknown stands for a part of an address that is not known.
const Unknown = "\x00"

// A MarkKind says what a Mark names.
type MarkKind uint8

// The kinds of marks.
const (
	MarkTemplate MarkKind = iota + 1
	MarkLink              // an address
	MarkRoute             // a route by its name
	MarkFilter
	MarkTag
	MarkFunc
	MarkValue // of a variable or of what the template is given, or a member of one
)

// String returns template, link, route, filter, tag, func or value.
func (k MarkKind) String() string {
	return [...]string{"", "template", "link", "route", "filter", "tag", "func", "value"}[k]
}

// A Var is a name that a template sets for a part of it. "." and "*" are what members without
// a receiver are taken of.
type Var struct {
	Name  string
	Scope Range
	Of    []TextPart // as the Path of a Mark
	Each  bool       // it is an element of that
}

// Here is what a path begins with that is taken of what a template of Go is given, Selected of the
// object that is selected in one of Thymeleaf.
const (
	Here     = "."
	Selected = "*"
)
