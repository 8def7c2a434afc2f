package nhibernate

import (
	"encoding/xml"
	"slices"
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// An element is one of a document.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

// attr is an attribute, empty where there is none.
func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// child is the first child of one of the names, nil for none.
func (e *element) child(names ...string) *element {
	for i := range e.Children {
		if slices.Contains(names, e.Children[i].XMLName.Local) {
			return &e.Children[i]
		}
	}
	return nil
}

// documents lists the paths of mappings in XML.
func (r *reader) documents() []string {
	var out []string
	for p := range r.Table.Project.Files {
		if strings.HasSuffix(p, ".hbm.xml") {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// A document is a mapping in XML.
type document struct {
	*reader
	root element
}

// readDocuments reads all mappings in XML. One that is no XML says nothing.
func (r *reader) readDocuments() {
	for _, p := range r.documents() {
		d := &document{reader: r}
		if limited.UnmarshalXML([]byte(r.Table.Project.Files[p]), &d.root) != nil ||
			d.root.XMLName.Local != "hibernate-mapping" {
			continue
		}
		for i := range d.root.Children {
			switch c := &d.root.Children[i]; c.XMLName.Local {
			case "class":
				d.class(c, apart, resolve.None)
			case "query":
				r.named[c.attr("name")] = c.Text
			default:
				d.derived(c, d.named(c.attr("extends")))
			}
		}
	}
}

// derived reads a class that derives from another one.
func (d *document) derived(x *element, parent resolve.DefID) {
	ways := map[string]way{"subclass": single, "joined-subclass": joined, "union-subclass": apart}
	if w, ok := ways[x.XMLName.Local]; ok {
		d.class(x, w, parent)
	}
}

// class reads the mapping of a class, and of those within it that derive from it.
func (d *document) class(x *element, w way, parent resolve.DefID) {
	class := d.named(x.attr("name"))
	if class == resolve.None {
		return
	}
	e := d.entity(class, w)
	e.parent = parent
	name, tier := x.attr("table"), graph.Exact
	if name == "" {
		name, tier = d.Table.Def(e.class).Name, d.impliedIn()
	}
	if w != single {
		e.own = tableNamed(d.schema(x), name, tier)
	}
	d.properties(e, x, "")
}

// impliedIn is the tier of the name of a table that a document leaves to the default.
func (d *document) impliedIn() graph.Tier { return resolve.Worse(d.implied, graph.Typed) }

// schema is the one that an element states, or the document.
func (d *document) schema(x *element) string {
	if s := x.attr("schema"); s != "" {
		return s
	}
	return d.root.attr("schema")
}

// properties reads what is within a class.
func (d *document) properties(e *entity, x *element, before string) {
	for i := range x.Children {
		c := &x.Children[i]
		rel := &relation{name: before + c.attr("name"), target: d.named(c.attr("class")), kind: toOne}
		switch c.XMLName.Local {
		case "many-to-one", "key-many-to-one":
		case "one-to-one":
			rel.kind = reverse
			if c.attr("constrained") == "true" {
				rel.kind = toOne
			}
		case "set", "bag", "list", "map", "idbag", "array", "primitive-array":
			d.collection(e, c, rel)
		case "component", "composite-id", "nested-composite-element", "dynamic-component":
			if before == "" && c.attr("name") != "" {
				e.within = append(e.within, &relation{name: c.attr("name"),
					target: d.named(c.attr("class")), kind: component})
			}
			d.components(e, c)
			continue
		case "join":
			e.more = append(e.more, tableNamed(d.schema(c), c.attr("table"), graph.Exact))
			d.properties(e, c, before)
			continue
		default:
			d.derived(c, e.class)
			continue
		}
		e.within = append(e.within, rel)
	}
}

// components reads the properties of a class whose values are in the table of the entity: their
// relations are its own.
func (d *document) components(e *entity, x *element) {
	class := d.named(x.attr("class"))
	if class == resolve.None {
		class = d.propertyClass(e.class, x.attr("name"))
	}
	for i := range x.Children {
		c := &x.Children[i]
		if name := c.XMLName.Local; name != "many-to-one" && name != "key-many-to-one" {
			continue
		}
		target := d.named(c.attr("class"))
		if target == resolve.None && class != resolve.None {
			target = d.propertyClass(class, c.attr("name"))
		}
		if target != resolve.None {
			e.within = append(e.within, &relation{name: c.attr("name"), target: target})
		}
	}
}

// collection reads what a collection holds.
func (d *document) collection(e *entity, x *element, rel *relation) {
	of := x.child("one-to-many", "many-to-many", "element", "composite-element")
	if of == nil {
		rel.kind = reverse
		return
	}
	rel.target = d.named(of.attr("class"))
	name, tier := x.attr("table"), graph.Exact
	if name == "" {
		name, tier = rel.name, d.impliedIn()
	}
	rel.join = tableNamed(d.schema(x), name, tier)
	switch of.XMLName.Local {
	case "one-to-many":
		rel.kind = toMany
	case "many-to-many":
		rel.kind = manyToMany
	default:
		rel.kind = elements
	}
}

// named is the class of a name: with a namespace or in that of the document, before the assembly.
//
//	Order    Shop.Order, Shop.Domain    Outer+Inner
func (d *document) named(name string) resolve.DefID {
	name, _, _ = strings.Cut(name, ",")
	name = strings.TrimSpace(name)
	if name == "" {
		return resolve.None
	}
	full := name
	if space := d.root.attr("namespace"); space != "" && !strings.Contains(name, ".") {
		full = space + "." + name
	}
	return d.classNamed(strings.ReplaceAll(full, "+", "."))
}

// classNamed is the class of the tree with a full name; None for none, or where several have it.
func (r *reader) classNamed(full string) resolve.DefID {
	if r.classes == nil {
		r.classes = r.classesByName()
	}
	if id, ok := r.classes[full]; ok {
		return id
	}
	return resolve.None
}

// classesByName lists the types of the tree by full name, without those of tests; None where several
// have a name.
func (r *reader) classesByName() map[string]resolve.DefID {
	out := map[string]resolve.DefID{}
	for i := range r.Table.Defs {
		d := &r.Table.Defs[i]
		if d.Outer == resolve.None || !d.Kind.IsType() || d.File.Family != data.CSharp || d.File.Test {
			continue
		}
		full, id := d.ModuleName+"."+d.Symbol, r.Table.Canon[d.ID]
		if other, ok := out[full]; ok && other != id {
			id = resolve.None
		}
		out[full] = id
	}
	return out
}
