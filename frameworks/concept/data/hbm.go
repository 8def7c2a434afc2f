package data

import (
	"encoding/xml"
	"maps"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/internal/limited"
)

// An Element is one of a document of XML.
type Element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []Element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

// Attr is an attribute, empty where there is none. Time grows with the attributes.
func (e *Element) Attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// Child is the first child of one of the names, nil for none. Time grows with the children.
func (e *Element) Child(names ...string) *Element {
	for i := range e.Children {
		if slices.Contains(names, e.Children[i].XMLName.Local) {
			return &e.Children[i]
		}
	}
	return nil
}

// IsMapping reports whether a file is one by which Hibernate and NHibernate map classes. Time does not
// grow with the tree.
func IsMapping(path string) bool { return strings.HasSuffix(path, ".hbm.xml") }

// Mappings lists the roots of the documents by which Hibernate and NHibernate map classes, by path. One that
// is no XML says nothing. Time grows with the documents.
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
