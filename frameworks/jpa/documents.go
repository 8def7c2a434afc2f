package jpa

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// ways maps the elements of XML mappings for subclasses to the inheritance strategy.
var ways = map[string]string{"subclass": "", "joined-subclass": "JOINED", "union-subclass": "TABLE_PER_CLASS"}

// readDocuments adds the entities that Hibernate documents map, which need no
// annotations:
//
//	<class name="shop.Order" table="orders"> … <joined-subclass name="shop.Rush" table="rush">
func (r *reader) readDocuments() {
	mappings := data.Mappings(r.Tree)
	if len(mappings) == 0 {
		return
	}
	classes := map[string]*resolve.Def{} // by full name; nil if ambiguous
	for _, f := range r.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Outer == resolve.None || !d.Kind.IsType() {
				continue
			}
			full := d.ModuleName + "." + d.Symbol
			if _, twice := classes[full]; twice {
				d = nil
			}
			classes[full] = d
		}
	}
	for i := range mappings {
		root := &mappings[i]
		for k := range root.Children {
			x := &root.Children[k]
			if _, derived := ways[x.XMLName.Local]; derived || x.XMLName.Local == "class" {
				r.document(root, x, classes)
			}
		}
	}
}

// document adds the class that an element maps, and its subclasses in nested elements.
func (r *reader) document(root, x *data.Element, classes map[string]*resolve.Def) {
	name := x.Attr("name")
	if p := root.Attr("package"); p != "" && !strings.Contains(name, ".") {
		name = p + "." + name
	}
	d := classes[strings.ReplaceAll(name, "$", ".")]
	if d == nil {
		return
	}
	e := r.addEntity(d, eval.Expr{})
	e.document = true
	if table := x.Attr("table"); table != "" {
		e.stated = data.TableMapping{Table: data.Table{Schema: x.Attr("schema"), Name: strings.Trim(table, "`")}, Tier: graph.Exact}
	}
	e.way = ways[x.XMLName.Local]
	for i := range x.Children {
		if _, ok := ways[x.Children[i].XMLName.Local]; ok {
			r.document(root, &x.Children[i], classes)
		}
	}
}
