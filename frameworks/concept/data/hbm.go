package data

import (
	"encoding/xml"
	"maps"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/internal/limited"
)

// An Element is an XML element.
type Element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []Element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

// Attr returns an attribute, or "".
func (e *Element) Attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// Child returns the first child with one of the names, or nil.
func (e *Element) Child(names ...string) *Element {
	for i := range e.Children {
		if slices.Contains(names, e.Children[i].XMLName.Local) {
			return &e.Children[i]
		}
	}
	return nil
}

// IsMapping reports whether a file is a mapping document of Hibernate or NHibernate.
func IsMapping(path string) bool { return strings.HasSuffix(path, ".hbm.xml") }

// Mappings lists the root elements of the mapping documents of Hibernate and
// NHibernate, by path. Malformed documents are skipped.
func Mappings(t *eval.Tree) []Element {
	var out []Element
	for _, p := range slices.Sorted(maps.Keys(t.Table.Project.Files)) {
		if !IsMapping(p) {
			continue
		}
		var root Element
		if limited.UnmarshalXML([]byte(t.Table.Project.Files[p]), &root) == nil &&
			root.XMLName.Local == "hibernate-mapping" {
			out = append(out, root)
		}
	}
	return out
}
