// Package xaml splits XAML pages of WPF, WinUI, MAUI and Avalonia into C#, with
// the source position of every byte of it, and the elements around it.
//
//	<Window x:Class="Shop.Orders" xmlns:vm="clr-namespace:Shop.Models" x:DataType="vm:Order">
//	  <Button Click="OnSave" Command="{Binding Save}" />
//	</Window>
//
// The text has the statements that loading the page runs:
//
//	class _{void _(){ vm.Order d=default; throw (OnSave); throw (d.Save); }}
//
// Resources and styles referenced by key are left out, and so are bindings to
// named elements and to data whose type is not in the file.
package xaml

import (
	"regexp"
	"strconv"
	"strings"

	"seedgraph/parse"
)

// A Page is the result of splitting a source.
type Page struct {
	*parse.Page

	Class      string          // the code-behind class, with its namespace; or empty
	ClassAt    uint32          // position of the class name
	Namespaces []Namespace     // by position
	Statements parse.Patchwork // class _ { void _() { … } }
}

// A Namespace is a CLR namespace with its prefix.
type Namespace struct {
	Prefix, Name string
	At           uint32
}

// Read splits a source in linear time. Invalid parts are left out.
func Read(text string) *Page {
	r := &reader{scanner: scanner{text: text}, page: &Page{Page: &parse.Page{}},
		clr: map[string]bool{}, uris: map[string]string{}}
	r.out = &r.page.Statements
	r.out.Put("class _{void _(){\n", 0)
	for {
		e, ok := r.next()
		if !ok {
			break
		}
		switch {
		case e.closes:
			r.pop()
		default:
			r.open(&e)
		}
	}
	r.out.Put("\n}}", len(text))
	return r.page
}

// The namespaces of XAML itself, whatever their prefix: the language namespace,
// and the design-time namespace.
const (
	languageSpace = "http://schemas.microsoft.com/winfx/2006/xaml"
	laterSpace    = "http://schemas.microsoft.com/winfx/2009/xaml"
	designSpace   = "http://schemas.microsoft.com/expression/blend/2008"
)

// A reader converts elements to statements.
type reader struct {
	scanner
	page   *Page
	out    *parse.Patchwork
	clr    map[string]bool   // prefixes of CLR namespaces
	uris   map[string]string // by prefix, of all others
	frames []frame
	data   int // number of locals declared for data so far
}

// A frame is the binding context of an element.
type frame struct {
	data    string // the local that represents the data of bindings; empty if unknown
	inside  bool   // in a template: x:Bind refers to its data, not to the page
	context bool   // the element provides the data of its parent
}

// maxDepth bounds the nesting of elements.
const maxDepth = 200

// open reads a start tag.
func (r *reader) open(e *element) {
	r.namespaces(e)
	f := frame{}
	if n := len(r.frames); n > 0 {
		f = r.frames[n-1]
		if f.context {
			r.given(e)
		}
		f.context = false
	}
	if strings.HasSuffix(e.local(), "Template") && !strings.Contains(e.name, ".") {
		f.data, f.inside = "", true
	}
	f.context = isContext(e.name[strings.LastIndexByte(e.name, '.')+1:])
	r.dataOf(e, &f)
	r.tag(e)
	for i := range e.attrs {
		r.attribute(&e.attrs[i], f)
	}
	if !e.empty && len(r.frames) < maxDepth {
		r.frames = append(r.frames, f)
	}
}

func (r *reader) pop() { r.frames = r.frames[:max(0, len(r.frames)-1)] }

// namespaces records the prefixes that an element declares, and the class of the
// page.
func (r *reader) namespaces(e *element) {
	for i := range e.attrs {
		a := &e.attrs[i]
		prefix, ok := strings.CutPrefix(a.name, "xmlns:")
		if !ok {
			continue
		}
		name, isCLR := strings.CutPrefix(a.value, "clr-namespace:")
		if !isCLR {
			name, isCLR = strings.CutPrefix(a.value, "using:")
		}
		if name, _, _ = strings.Cut(name, ";"); !isCLR || !isPath(name) {
			r.uris[prefix] = a.value
			continue
		}
		if !r.clr[prefix] {
			r.clr[prefix] = true
			r.page.Namespaces = append(r.page.Namespaces, Namespace{prefix, name, uint32(a.at)})
		}
	}
	if a := e.attr(r, languageSpace, "Class"); a != nil && r.page.Class == "" && isPath(a.value) {
		r.page.Class, r.page.ClassAt = a.value, uint32(a.start)
	}
}

// tag keeps an application-defined element, and its possible event handlers.
func (r *reader) tag(e *element) {
	t := parse.Tag{At: uint32(e.at), Parent: -1}
	prefix, name, ok := strings.Cut(e.name, ":")
	base := len(r.frames) == 0 && r.page.Class != "" // the outermost element is the base class
	if ok && r.clr[prefix] && isName(name) && !base {
		t.Name = prefix + "." + name
	}
	for i := range e.attrs {
		a := &e.attrs[i]
		if a.name == "Name" || strings.Contains(a.name, ":") || !isName(a.value) {
			continue
		}
		t.Attrs = append(t.Attrs, parse.Attr{Name: a.name, At: uint32(a.at), Text: a.value,
			Value: parse.Range{Start: uint32(a.start), End: uint32(a.end)}, MayBeCode: true})
		r.named("", a.start, a.value)
	}
	if t.Name != "" || len(t.Attrs) > 0 {
		r.page.Tags = append(r.page.Tags, t)
	}
}

// typed matches a prefixed name.
var typed = regexp.MustCompile(`([A-Za-z_]\w*):([A-Za-z_]\w*)`)

// dataOf reads the data context that an element declares for its bindings.
//
//	x:DataType="vm:Order"    d:DataContext="{d:DesignInstance Type=vm:Order}"
//	DataContext="{Binding Order}"
func (r *reader) dataOf(e *element, f *frame) {
	for i := range e.attrs {
		a := &e.attrs[i]
		space, name := r.split(a.name)
		isTemplate := strings.HasSuffix(e.local(), "Template")
		switch {
		case name == "DataType" && (isLanguage(space) || isTemplate),
			name == "DataContext" && space == designSpace:
			f.data = r.typedData(a)
		case isContext(a.name):
			path, at, ok := binding(a.value, "Binding")
			if !ok || f.data == "" || path == "" {
				f.data = ""
				continue
			}
			local := r.local()
			r.out.Name("var", a.at)
			r.out.Put(" ", a.at)
			r.out.Name(local, a.at+1)
			r.out.Put("=", a.start+at)
			r.member(f.data, a.start+at, path)
			r.out.Put(";\n", a.start+at+len(path))
			f.data = local
		}
	}
}

// isContext reports whether an attribute sets the data of an element.
func isContext(name string) bool { return name == "DataContext" || name == "BindingContext" }

// typedData declares data of the type in a value and returns its name, or "".
func (r *reader) typedData(a *attr) string {
	for _, m := range typed.FindAllStringSubmatchIndex(a.value, -1) {
		if r.clr[a.value[m[2]:m[3]]] {
			return r.declare(a.start+m[2], a.start+m[3], a.start+m[4], a.start+m[5])
		}
	}
	return ""
}

// given reads an element that is the data of its grandparent, where its parent is
// a property element.
//
//	<Window.DataContext><vm:Order /></Window.DataContext>
func (r *reader) given(e *element) {
	n := len(r.frames)
	prefix, name, _ := strings.Cut(e.name, ":")
	if n < 2 || !r.clr[prefix] || !isName(name) {
		return
	}
	r.frames[n-2].data = r.declare(e.at, e.at+len(prefix), e.at+len(prefix)+1, e.at+len(e.name))
}

// declare declares a local of the type whose prefix and name are at the given
// positions.
func (r *reader) declare(prefix, prefixEnd, name, nameEnd int) string {
	local := r.local()
	r.typeName(prefix, prefixEnd, name, nameEnd)
	r.out.Put(" ", nameEnd)
	r.out.Name(local, nameEnd)
	r.out.Put("=default;\n", nameEnd)
	return local
}

func (r *reader) typeName(prefix, prefixEnd, name, nameEnd int) {
	r.out.Copy(r.text, prefix, prefixEnd)
	r.out.Put(".", prefixEnd)
	r.out.Copy(r.text, name, nameEnd)
}

// local returns a new name for data that no program uses.
func (r *reader) local() string {
	r.data++
	return "__data" + strconv.Itoa(r.data)
}

// member writes the member that a path refers to: of a local, or of the page.
func (r *reader) member(of string, at int, path string) {
	if of != "" {
		r.out.Name(of, at)
		r.out.Put(".", at)
	}
	r.out.Copy(r.text, at, at+len(path))
}

// named writes a statement that only refers to a member.
func (r *reader) named(of string, at int, path string) {
	r.out.Put("throw (", at)
	r.member(of, at, path)
	r.out.Put(");\n", at+len(path))
}
