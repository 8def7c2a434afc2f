package xaml

import (
	"regexp"
	"strings"
)

// This file reads attribute values: bindings, and names of types and static
// members.

// static matches a static member or a type in a value, at any nesting depth.
//
//	{x:Static vm:Order.Empty}    {Binding Kind, Converter={x:Static c:Kinds.ToText}}
var static = regexp.MustCompile(`\{\s*(\w+):(Static|Type)\s+(?:\w+\s*=\s*)?(\w+):(\w+(?:\.\w+)*)\s*\}`)

// attribute writes the bindings of an attribute.
func (r *reader) attribute(a *attr, f frame) {
	space, _ := r.split(a.name)
	if isLanguage(space) || space == designSpace || !strings.HasPrefix(a.value, "{") {
		return
	}
	for _, m := range static.FindAllStringSubmatchIndex(a.value, -1) {
		if isLanguage(r.uris[a.value[m[2]:m[3]]]) && r.clr[a.value[m[6]:m[7]]] {
			word := "throw ("
			if a.value[m[4]:m[5]] == "Type" {
				word = "throw (typeof("
			}
			r.out.Put(word, a.start+m[6])
			r.typeName(a.start+m[6], a.start+m[7], a.start+m[8], a.start+m[9])
			r.out.Put(strings.Repeat(")", strings.Count(word, "("))+";\n", a.start+m[9])
		}
	}
	for _, name := range []string{"Binding", "CompiledBinding"} {
		path, at, ok := binding(a.value, name)
		if ok && path != "" && f.data != "" && !isContext(a.name) {
			r.named(f.data, a.start+at, path)
		}
	}
	path, at, ok := binding(a.value, "x:Bind")
	switch {
	case !ok || path == "":
	case !f.inside: // a member of the page
		r.named("", a.start+at, path)
	case f.data != "":
		r.named(f.data, a.start+at, path)
	}
}

// elsewhere matches the binding arguments that select another source than the data
// of the element.
var elsewhere = regexp.MustCompile(`\b(ElementName|RelativeSource|Source)\s*=`)

// pathIn matches the path of a binding, which is its first argument or named.
var pathIn = regexp.MustCompile(`^\{\s*([\w:]+)\s+(?:[^{}]*?\bPath\s*=\s*)?([^,={}\s]+)\s*[,}]`)

// binding finds the path of a binding of a kind in a value, and its position. The
// path is empty if it is missing or not a chain of members.
//
//	{Binding Customer.Name, Mode=OneWay}    {Binding Mode=OneWay, Path=Customer.Name}
func binding(value, kind string) (path string, at int, ok bool) {
	m := pathIn.FindStringSubmatchIndex(value)
	if m == nil || value[m[2]:m[3]] != kind || elsewhere.MatchString(value) {
		return "", 0, false
	}
	if path = value[m[4]:m[5]]; !isPath(path) {
		path = ""
	}
	return path, m[4], true
}

// split returns the URI of the prefix of a name, and the local part.
func (r *reader) split(name string) (space, local string) {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		return "", name
	}
	return r.uris[prefix], local
}

func isLanguage(space string) bool { return space == languageSpace || space == laterSpace }

var (
	nameForm = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	pathForm = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[\d+\])*$`)
)

func isName(s string) bool { return nameForm.MatchString(s) }

func isPath(s string) bool { return pathForm.MatchString(s) }
