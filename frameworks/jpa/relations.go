package jpa

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An attribute is a stored property of a class.
type attribute struct {
	name   string
	def    resolve.DefID // the field, or the getter
	typ    resolve.Type  // of the value, or of a collection element
	kind   string        // OneToMany and so on; empty for others
	x      eval.Expr     // the annotation with the kind
	isID   bool
	isList bool
}

// relationKinds are the annotations of attributes that refer to other tables.
var relationKinds = []string{"OneToMany", "ManyToOne", "OneToOne", "ManyToMany",
	"ElementCollection", "Embedded", "EmbeddedId", "Transient"}

// attributesOf lists the attributes that a class declares: fields, and annotated
// getters.
func (r *reader) attributesOf(class resolve.DefID) []attribute {
	if list, ok := r.attributes[class]; ok {
		return list
	}
	var out []attribute
	def := r.Table.Def(class)
	first, f := def.ID-def.File.First, def.File
	for i := int32(first) + 1; int(i) < len(f.Definitions); i++ {
		d := r.Table.Def(f.ID(i))
		if f.Definitions[i].Range.Start >= def.Range.End {
			break
		}
		if d.Outer == def.ID {
			if a, ok := r.attribute(d); ok {
				out = append(out, a)
			}
		}
	}
	r.attributes[class] = out
	return out
}

// attribute reads a member of a class.
func (r *reader) attribute(d *resolve.Def) (a attribute, ok bool) {
	if resolve.HasModifier(d, "static") || resolve.HasModifier(d, "transient") {
		return a, false
	}
	a = attribute{name: d.Name, def: d.ID}
	if d.Kind == graph.KindMethod {
		if a.name = property(d.Name); a.name == "" || len(d.Params) > 0 {
			return a, false
		}
	} else if d.Kind != graph.KindField && d.Kind != graph.KindProperty {
		return a, false
	}
	for _, x := range r.Attributes(d.ID) {
		name := strings.TrimPrefix(r.annotationName(x), persistence)
		a.isID = a.isID || name == "Id" || name == "EmbeddedId"
		for _, kind := range relationKinds {
			if name == kind {
				a.kind, a.x = kind, x
			}
		}
	}
	a.typ, a.isList = element(r.Binder(d.File).TypeOf(d.Type, d.ID, d.NameAt))
	return a, a.kind != "Transient"
}

// property returns the property name of a getter; empty for other methods.
func property(name string) string {
	for _, prefix := range []string{"get", "is"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
			return uncapital(rest)
		}
	}
	return ""
}

func uncapital(s string) string {
	c, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(c)) + s[n:]
}

// element returns the element type of a collection or map, or the type itself.
func element(t resolve.Type) (of resolve.Type, isList bool) {
	if t.Def <= resolve.None && len(t.Args) > 0 {
		return t.Args[len(t.Args)-1], true
	}
	return t, false
}

// find finds an attribute of an entity by its name, in the class or its base classes.
// The annotations of a field may be on its getter.
func (r *reader) find(class resolve.DefID, name string) (found attribute, ok bool) {
	for _, c := range r.Ancestry(class) {
		for _, a := range r.attributesOf(c) {
			if a.name == name && (!ok || found.kind == "" && a.kind != "") {
				found, ok = a, true
			}
		}
	}
	return found, ok
}

// findRelations adds the foreign keys of all entities.
func (r *reader) findRelations() {
	for _, e := range r.order {
		for _, c := range r.Ancestry(e.class) {
			if c != e.class && r.entities[c] != nil {
				break // its declared attributes are in its table
			}
			r.relationsIn(e, c, e.holders(), 0)
		}
	}
}

// holders lists the tables that hold the attributes declared by an entity.
func (e *entity) holders() []data.TableMapping {
	switch e.root.way {
	case "TABLE_PER_CLASS":
		var out []data.TableMapping
		if e.own.Name != "" {
			out = append(out, e.own)
		}
		for _, s := range e.subs {
			out = append(out, s.holders()...)
		}
		return out
	case "JOINED":
		return []data.TableMapping{e.own}
	}
	if e.root.own.Name == "" {
		return nil
	}
	return []data.TableMapping{e.root.own}
}

// maxEmbedded bounds nested embedded classes.
const maxEmbedded = 5

// relationsIn adds the foreign keys of the attributes of a class that are stored in the
// tables from, including those of embedded classes.
func (r *reader) relationsIn(e *entity, class resolve.DefID, from []data.TableMapping, depth int) {
	for _, a := range r.attributesOf(class) {
		if inner := r.embedded(a); inner != resolve.None && depth < maxEmbedded {
			for _, c := range r.Ancestry(inner) {
				r.relationsIn(e, c, from, depth+1)
			}
			continue
		}
		switch a.kind {
		case "ManyToOne", "OneToOne":
			r.toOne(a, from)
		case "OneToMany", "ManyToMany":
			r.toMany(a, from)
		case "ElementCollection":
			r.collection(e, a, from)
		}
	}
}

// embedded returns the class whose attributes are stored in the table of the attribute;
// None for others.
func (r *reader) embedded(a attribute) resolve.DefID {
	if a.typ.Def <= resolve.None || a.isList {
		return resolve.None
	}
	class := r.Table.Canon[a.typ.Def]
	_, ok := r.annotation(class, persistence+"Embeddable")
	if ok || a.kind == "Embedded" || a.kind == "EmbeddedId" {
		return class
	}
	return resolve.None
}

// target returns the target entity of a relation, or nil if it is unknown.
func (r *reader) target(a attribute) *entity {
	if a.x.Expr == nil {
		return nil
	}
	if arg := a.x.Arg(-1, "targetEntity"); arg != nil {
		return r.entityOf(r.typeOf(a.x.Sub(arg)))
	}
	return r.entityOf(a.typ)
}

// unjoined returns the target of a relation; nil if the other side owns the relation, or if it has
// a join table, whose keys it adds.
func (r *reader) unjoined(a attribute, from []data.TableMapping) *entity {
	to := r.target(a)
	if to == nil || a.x.Arg(-1, "mappedBy") != nil {
		return nil
	}
	if join, ok := r.joinTable(a, from, to.keyTables()); ok {
		r.join(a, join, from, to.keyTables())
		return nil
	}
	return to
}

// toOne adds the foreign key of a to-one relation, which is in the table of the class
// unless the other side owns it.
func (r *reader) toOne(a attribute, from []data.TableMapping) {
	to := r.unjoined(a, from)
	if to == nil {
		return
	}
	r.out.Key(from, to.keyTables(), graph.Exact)
}

// keyTables lists the tables whose primary key others reference: those of the class
// itself.
func (e *entity) keyTables() []data.TableMapping {
	if e.own.Name != "" {
		return []data.TableMapping{e.own}
	}
	return e.holders()
}

// toMany adds the keys of a to-many relation: in a join table, or by a specified column
// in the target table.
func (r *reader) toMany(a attribute, from []data.TableMapping) {
	to := r.unjoined(a, from)
	if to == nil {
		return
	}
	_, column := r.annotation(a.def, persistence+"JoinColumn")
	_, columns := r.annotation(a.def, persistence+"JoinColumns")
	if a.kind == "OneToMany" && (column || columns) {
		r.out.Key(to.keyTables(), from, graph.Exact)
		return
	}
	if len(from) == 1 && len(to.keyTables()) == 1 {
		t := data.Table{Schema: from[0].Schema,
			Name: r.naming.joinTable(from[0].Name, to.keyTables()[0].Name, a.name)}
		r.join(a, data.TableMapping{Table: t, Tier: r.naming.implied()}, from, to.keyTables())
	}
}

// joinTable returns the join table that an annotation specifies.
func (r *reader) joinTable(a attribute, from, to []data.TableMapping) (t data.TableMapping, ok bool) {
	x, ok := r.annotation(a.def, persistence+"JoinTable")
	if !ok {
		return t, false
	}
	t, known := r.statedTable(x, "name")
	if !known {
		return data.TableMapping{}, true
	}
	if t.Name == "" && len(from) == 1 && len(to) == 1 {
		t.Name, t.Tier = r.naming.joinTable(from[0].Name, to[0].Name, a.name), r.naming.implied()
	}
	return t, true
}

// join adds the keys of the join table of an attribute.
func (r *reader) join(a attribute, t data.TableMapping, from, to []data.TableMapping) {
	if t.Name != "" {
		r.between[a.def] = t
		r.out.Key([]data.TableMapping{t}, from, graph.Exact)
		r.out.Key([]data.TableMapping{t}, to, graph.Exact)
	}
}

// collection adds the key of a table of element values, which are not entities.
func (r *reader) collection(e *entity, a attribute, from []data.TableMapping) {
	t := data.TableMapping{Table: data.Table{Name: r.naming.table(e.name + "_" + a.name)},
		Tier: r.naming.implied()}
	if x, ok := r.annotation(a.def, persistence+"CollectionTable"); ok {
		stated, known := r.statedTable(x, "name")
		if !known {
			return
		}
		if stated.Name != "" {
			t = stated
		}
	}
	r.between[a.def] = t
	r.out.Key([]data.TableMapping{t}, from, graph.Exact)
}

// tableBetween lists the join table of an attribute: its own, or that of the attribute that owns
// the relation.
func (r *reader) tableBetween(a attribute) []data.TableMapping {
	if t, ok := r.between[a.def]; ok {
		return []data.TableMapping{t}
	}
	if to := r.target(a); to != nil {
		if owner, ok := r.ArgText(a.x, -1, "mappedBy"); ok && owner != "" {
			if of, ok := r.find(to.class, owner); ok {
				if t, ok := r.between[of.def]; ok {
					return []data.TableMapping{t}
				}
			}
		}
	}
	return nil
}

// mention records that a query or the name of a method names an attribute.
func (r *reader) mention(at eval.Expr, a attribute, tier graph.Tier) {
	if at.Expr != nil && a.def > resolve.None {
		r.out.Fields = append(r.out.Fields, data.FieldUse{By: at.Def, File: at.In.File, At: at.At,
			Field: a.def, Tier: tier})
	}
}
