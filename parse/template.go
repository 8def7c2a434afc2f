package parse

// A Template holds the facts of a server-side template: its external references,
// and the names that it sets.
type Template struct {
	Refs  []TemplateRef // by At
	Vars  []Var         // by Scope.Start
	Loads []string      // libraries of tags and filters that it imports, in source order
}

// A TemplateRef is a reference in a template to something outside it.
type TemplateRef struct {
	Kind MarkKind
	Def  int32 // the innermost enclosing definition
	At   uint32
	// Name is the name of a template, route, filter, tag or function, or the address
	// of a link, with [Unknown] for each unknown part.
	Name string
	Part string     // the referenced fragment of a template; the prefix of a link, if unknown
	Verb string     // of a link or route, in upper case; empty if not specified
	Path []TextPart // of a value: its name, then members; of a template: the value passed to it
}

// Unknown denotes an unknown part of an address.
const Unknown = "\x00"

// A MarkKind is the kind of entity that a Mark refers to.
type MarkKind uint8

// The kinds of marks.
const (
	MarkTemplate MarkKind = iota + 1
	MarkLink              // an address
	MarkRoute             // a route by its name
	MarkFilter
	MarkTag
	MarkFunc
	MarkValue // a variable, the data passed to the template, or a member of either
)

// String returns template, link, route, filter, tag, func or value.
func (k MarkKind) String() string {
	return [...]string{"", "template", "link", "route", "filter", "tag", "func", "value"}[k]
}

// A Var is a name that a template sets for a part of its text. "." and "*" are the
// implicit receivers of members without a receiver.
type Var struct {
	Name  string
	Scope Range
	Of    []TextPart // as the Path of a Mark
	Each  bool       // it is bound to the elements of Of
}

// Here is the first part of a path relative to the data passed to a Go template,
// Selected of one relative to the selected object in Thymeleaf.
const (
	Here     = "."
	Selected = "*"
)
