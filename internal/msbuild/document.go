package msbuild

import (
	"encoding/xml"
	"maps"
	"slices"
	"strings"

	"seedgraph/internal/limited"
)

// An element is an element of a project file.
type element struct {
	name     string
	attrs    map[string]string // by name in lower case
	text     strings.Builder
	children []*element
}

func (e *element) attr(name string) string { return e.attrs[strings.ToLower(name)] }

// documents parses each file once.
type documents struct {
	files     Files
	parsed    map[string]*element
	sorted    []string
	folded    map[string]string    // names by their lower case
	solutions map[string]*solution // by the path of a project file in lower case
	listing   map[string][]string  // paths of all solutions by that path, the project's own first
}

// names returns the names of the files, sorted.
func (d *documents) names() []string {
	if d.sorted == nil {
		d.sorted = slices.Sorted(maps.Keys(d.files))
	}
	return d.sorted
}

// fold returns the file whose name differs from another one in case only, as Windows
// finds it; ok is false without such a file.
func (d *documents) fold(name string) (file string, ok bool) {
	if d.folded == nil {
		d.folded = map[string]string{}
		for _, n := range d.names() {
			d.folded[strings.ToLower(n)] = n
		}
	}
	file, ok = d.folded[strings.ToLower(name)]
	return file, ok
}

// Limits on one file. Elements that are too deep or too many are dropped.
const (
	maxElements = 20_000
	maxNesting  = 30
)

// of returns the root of a file; nil if there is no such file.
func (d *documents) of(name string) *element {
	if root, ok := d.parsed[name]; ok {
		return root
	}
	text, ok := d.files[name]
	if !ok {
		return nil
	}
	root := parseXML(text)
	d.parsed[name] = root
	return root
}

// parseXML parses a file as far as it is well-formed.
func parseXML(text string) *element {
	root := &element{}
	open := []*element{root}
	dec := limited.NewXML(text)
	for elements := 0; elements < maxElements; {
		token, err := dec.Token()
		if err != nil {
			break
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			elements++
			e := &element{name: t.Name.Local, attrs: map[string]string{}}
			for _, a := range t.Attr {
				e.attrs[strings.ToLower(a.Name.Local)] = a.Value
			}
			if len(open) < maxNesting {
				top.children = append(top.children, e)
			}
			open = append(open, e)
		case xml.EndElement:
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		case xml.CharData:
			top.text.Write(t)
		}
	}
	if len(root.children) == 0 {
		return root
	}
	return root.children[0]
}
