package jooq

import (
	"regexp"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// handed matches the name that a constructor passes to another one.
//
//	public Author() { this(DSL.name("author"), null); }    super("public", null);
var handed = regexp.MustCompile(`\b(?:this|super)\(\s*(?:DSL\.name\(\s*)?"([^"]+)"`)

// findNames finds the names of tables and schemas that constructors pass on.
func (r *reader) findNames() {
	for d := range r.DefinitionsWithSites(family) {
		if d.Kind != graph.KindConstructor {
			continue
		}
		class := r.Table.EnclosingType(d.ID)
		text := d.File.Text[d.Range.Start:d.Range.End]
		if m := handed.FindStringSubmatch(text); m != nil && r.names[class] == "" {
			r.names[class] = m[1]
		}
	}
}

// given matches the schema that a method returns.
//
//	return aliased() ? null : Public.PUBLIC;
var given = regexp.MustCompile(`\b([\w.]+)\.\w+;`)

// schemaOf returns the schema that a table class declares, or "".
func (r *reader) schemaOf(class resolve.DefID) string {
	for _, id := range r.Table.Own(class, "getSchema") {
		d := r.Table.Def(id)
		m := given.FindStringSubmatch(d.File.Text[d.Range.Start:d.Range.End])
		if m == nil {
			continue
		}
		w := data.DeclaredType(r.Tree, id).Part(parse.TypeRef{Name: m[1], At: d.NameAt})
		return r.names[w.Class(r.Table)]
	}
	return ""
}

// findTables finds the classes that represent tables, and maps them.
func (r *reader) findTables() {
	for d := range r.Definitions(family) {
		if d.Kind != graph.KindClass || r.names[d.ID] == "" || !r.isTable(d.ID) {
			continue
		}
		t := data.Table{Schema: r.schemaOf(d.ID), Name: r.names[d.ID]}
		s := data.TableMapping{Table: t, Tier: graph.Exact}
		r.tables[data.ClassOf(d.ID)] = s
		r.out.Map(d.ID, []data.TableMapping{s})
	}
}

// isTable reports whether a class is one that the library generates for a table or
// view.
func (r *reader) isTable(class resolve.DefID) bool {
	for _, base := range r.ExternalBases(class) {
		if base == library+".impl.TableImpl" || base == library+".impl.CustomTable" {
			return true
		}
	}
	return false
}

// generated returns the table for a constant of generated code that is not in the tree:
// the one named like the constant, if a script defines it.
//
//	com.shop.db.Tables.ORDER_ITEM    com.shop.db.tables.OrderItem.ORDER_ITEM
func (r *reader) generated(full string) (data.Class, bool) {
	parts := strings.Split(full, ".")
	n := len(parts)
	if n < 3 || parts[n-2] != "Tables" && parts[n-3] != "tables" {
		return data.Class{}, false
	}
	name := parts[n-1]
	if name != strings.ToUpper(name) {
		return data.Class{}, false
	}
	for _, name := range []string{strings.ToLower(name), name} {
		if id, _, _ := r.Relation("", name, graph.KindTable); id != resolve.None {
			class := data.Class{Def: resolve.None, Name: "\"" + name}
			r.tables[class] = data.TableMapping{Table: data.Table{Name: name}, Tier: graph.Unique}
			return class, true
		}
	}
	return data.Class{}, false
}
