package nhibernate

import (
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// hasDocuments reports whether there are XML mappings.
func (r *reader) hasDocuments() bool {
	for p := range r.Table.Project.Files {
		if data.IsMapping(p) {
			return true
		}
	}
	return false
}

// A document is an XML mapping.
type document struct {
	*reader
	root data.Element
}

// readDocuments reads all XML mappings.
func (r *reader) readDocuments() {
	for _, root := range data.Mappings(r.Tree) {
		d := &document{reader: r, root: root}
		for i := range d.root.Children {
			switch c := &d.root.Children[i]; c.XMLName.Local {
			case "class":
				d.class(c, apart, resolve.None)
			case "query":
				r.named[c.Attr("name")] = c.Text
			default:
				d.derived(c, d.named(c.Attr("extends")))
			}
		}
	}
}

// derived reads the mapping of a subclass.
func (d *document) derived(x *data.Element, parent resolve.DefID) {
	ways := map[string]way{"subclass": single, "joined-subclass": joined, "union-subclass": apart}
	if w, ok := ways[x.XMLName.Local]; ok {
		d.class(x, w, parent)
	}
}

// class reads the mapping of a class, and of its subclasses in nested elements.
func (d *document) class(x *data.Element, w way, parent resolve.DefID) {
	class := d.named(x.Attr("name"))
	if class == resolve.None {
		return
	}
	e := d.entity(class, w)
	e.parent = parent
	name, tier := x.Attr("table"), graph.Exact
	if name == "" {
		name, tier = d.Table.Def(e.class).Name, d.impliedIn()
	}
	if w != single {
		e.own = tableNamed(d.schema(x), name, tier)
	}
	d.properties(e, x, "")
}

// impliedIn returns the tier of a default table name in a document.
func (d *document) impliedIn() graph.Tier { return resolve.WeakerTier(d.implied, graph.Typed) }

// schema returns the schema of an element, or else of the document.
func (d *document) schema(x *data.Element) string {
	if s := x.Attr("schema"); s != "" {
		return s
	}
	return d.root.Attr("schema")
}

// properties reads the content of a class element.
func (d *document) properties(e *entity, x *data.Element, before string) {
	for i := range x.Children {
		c := &x.Children[i]
		rel := &relation{name: before + c.Attr("name"), target: d.named(c.Attr("class")), kind: toOne}
		switch c.XMLName.Local {
		case "many-to-one", "key-many-to-one":
		case "one-to-one":
			rel.kind = reverse
			if c.Attr("constrained") == "true" {
				rel.kind = toOne
			}
		case "set", "bag", "list", "map", "idbag", "array", "primitive-array":
			d.collection(e, c, rel)
		case "component", "composite-id", "nested-composite-element", "dynamic-component":
			if before == "" && c.Attr("name") != "" {
				e.within = append(e.within, &relation{name: c.Attr("name"),
					target: d.named(c.Attr("class")), kind: component})
			}
			d.components(e, c)
			continue
		case "join":
			e.more = append(e.more, tableNamed(d.schema(c), c.Attr("table"), graph.Exact))
			d.properties(e, c, before)
			continue
		default:
			d.derived(c, e.class)
			continue
		}
		e.within = append(e.within, rel)
	}
}

// components reads the properties of a component class, whose values are in the table
// of the entity, as relations of the entity.
func (d *document) components(e *entity, x *data.Element) {
	class := d.named(x.Attr("class"))
	if class == resolve.None {
		class = d.propertyClass(e.class, x.Attr("name"))
	}
	for i := range x.Children {
		c := &x.Children[i]
		if name := c.XMLName.Local; name != "many-to-one" && name != "key-many-to-one" {
			continue
		}
		target := d.named(c.Attr("class"))
		if target == resolve.None && class != resolve.None {
			target = d.propertyClass(class, c.Attr("name"))
		}
		if target != resolve.None {
			e.within = append(e.within, &relation{name: c.Attr("name"), target: target})
		}
	}
}

// collection reads the element type of a collection.
func (d *document) collection(e *entity, x *data.Element, rel *relation) {
	of := x.Child("one-to-many", "many-to-many", "element", "composite-element")
	if of == nil {
		rel.kind = reverse
		return
	}
	rel.target = d.named(of.Attr("class"))
	name, tier := x.Attr("table"), graph.Exact
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

// named returns the class for a name, whose namespace defaults to the document's; an
// assembly name may follow.
//
//	Order    Shop.Order, Shop.Domain    Outer+Inner
func (d *document) named(name string) resolve.DefID {
	name, _, _ = strings.Cut(name, ",")
	name = strings.TrimSpace(name)
	if name == "" {
		return resolve.None
	}
	full := name
	if space := d.root.Attr("namespace"); space != "" && !strings.Contains(name, ".") {
		full = space + "." + name
	}
	return d.classNamed(strings.ReplaceAll(full, "+", "."))
}

// classNamed returns the class of the tree with that full name; None if there is not
// exactly one.
func (r *reader) classNamed(full string) resolve.DefID {
	if r.classes == nil {
		r.classes = r.classesByName()
	}
	if id, ok := r.classes[full]; ok {
		return id
	}
	return resolve.None
}

// classesByName indexes the non-test types of the tree by full name; None for ambiguous
// names.
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
