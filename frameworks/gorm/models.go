package gorm

import (
	"regexp"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A model is a struct whose values are stored.
type model struct {
	def          resolve.DefID
	name         string
	tables       []data.TableMapping // empty if the name is unknown
	fields       map[string]bool
	primary      []string // the fields of the primary key, if tags declare it
	isOpen       bool     // it embeds an external struct with unknown fields
	associations []association
}

// An association is a field that refers to another model.
type association struct {
	name string
	to   resolve.DefID
	list bool
	join string // name of the join table; may be empty
	by   *model // model of the join table, if SetupJoinTable specifies one
	key  string // the foreign key field, if a tag names it
	kind string // the field with the owner's kind, if it is polymorphic
}

// isBetween reports whether an association has a join table.
func (a *association) isBetween() bool { return a.join != "" || a.by != nil }

// model returns the model of a struct; nil if the struct is not a model.
func (r *reader) model(def resolve.DefID) *model {
	if def <= resolve.None {
		return nil
	}
	def = r.Table.Canon[def]
	if m, ok := r.models[def]; ok {
		return m
	}
	d := r.Table.Def(def)
	if d.Kind != graph.KindStruct || d.File.Test {
		r.models[def] = nil
		return nil
	}
	m := &model{def: def, name: d.Name, fields: map[string]bool{}}
	r.models[def] = m
	r.order = append(r.order, m)
	m.tables = r.tableOf(d)
	r.readFields(m, def, 0)
	return m
}

// tableOf returns the table of a struct: the return value of its method TableName, any
// of the possible ones, or else its name in plural snake case.
func (r *reader) tableOf(d *resolve.Def) []data.TableMapping {
	name, own, known := r.naming.Text(r.Tree, d)
	switch {
	case known:
		return []data.TableMapping{{Table: tableNamed(name), Tier: graph.Exact}}
	case own:
		var out []data.TableMapping
		for _, name := range r.naming.Texts(r.Tree, d) { // the possible return values of its branches
			out = append(out, data.TableMapping{Table: tableNamed(name), Tier: graph.Heuristic})
		}
		return out
	}
	name = snakeCase(d.Name)
	if !r.singular {
		name = plural.Jinzhu(name)
	}
	return []data.TableMapping{{Table: data.Table{Name: r.prefix + name}, Tier: graph.Typed}}
}

// tableNamed returns the table for a name, which may have a schema and an alias.
//
//	sales.orders AS o
func tableNamed(name string) data.Table {
	name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	name = strings.NewReplacer("`", "", `"`, "").Replace(name)
	if schema, rest, ok := strings.Cut(name, "."); ok {
		return data.Table{Schema: schema, Name: rest}
	}
	return data.Table{Name: name}
}

// maxEmbedded bounds nested embedded structs.
const maxEmbedded = 10

var (
	tagOf     = regexp.MustCompile("gorm:\"([^\"]*)\"")
	between   = regexp.MustCompile(`(?i)many2many:([^;]+)`)
	keyOf     = regexp.MustCompile(`(?i)foreignKey:([^;,]+)`)
	unstored  = regexp.MustCompile(`(?i)^-`)
	isPrimary = regexp.MustCompile(`(?i)\bprimary_?key\b`)
	ownerOf   = regexp.MustCompile(`(?i)\bpolymorphic:([^;]+)`)
	kindOf    = regexp.MustCompile(`(?i)\bpolymorphicType:([^;]+)`)
)

// readFields reads the fields of a struct, including those of embedded structs.
func (r *reader) readFields(m *model, of resolve.DefID, depth int) {
	def := r.Table.Def(of)
	if depth >= maxEmbedded {
		return
	}
	for id := range r.Table.Within(def) {
		d := r.Table.Def(id)
		if d.Outer == of && d.Kind == graph.KindField {
			r.readField(m, d, depth)
		}
	}
	for _, b := range r.Table.Bases[of] {
		switch {
		case b.Def > resolve.None && r.Table.Def(b.Def).Kind == graph.KindStruct:
			r.readFields(m, r.Table.Canon[b.Def], depth+1)
		case b.Def <= resolve.None && !isLibrary(b.Module):
			m.isOpen = true
		}
	}
}

// readField reads a field. A field whose type is a struct of the tree is an
// association, or embeds the fields of that struct if its tag declares that.
func (r *reader) readField(m *model, d *resolve.Def, depth int) {
	tag := data.TagOn(d, tagOf)
	if unstored.MatchString(tag) {
		return
	}
	m.fields[d.Name] = true
	if isPrimary.MatchString(tag) {
		m.primary = append(m.primary, d.Name)
	}
	if strings.Contains(tag, "serializer:") {
		return
	}
	t := r.Binder(d.File).TypeOf(d.Type, d.ID, d.NameAt)
	a := association{name: d.Name}
	if t.Form == parse.FormList && len(t.Args) > 0 {
		t, a.list = t.Args[0], true
	}
	if t.Def <= resolve.None || r.Table.Def(t.Def).Kind != graph.KindStruct {
		return
	}
	a.to = r.Table.Canon[t.Def]
	if strings.Contains(tag, "embedded") {
		r.readFields(m, a.to, depth+1)
		return
	}
	a.join, a.key = part(between, tag), part(keyOf, tag)
	if owner := part(ownerOf, tag); owner != "" {
		a.kind = owner + "Type"
	}
	if kind := part(kindOf, tag); kind != "" {
		a.kind = kind
	}
	m.associations = append(m.associations, a)
}

// part returns the group that a pattern matches, or "".
func part(of *regexp.Regexp, text string) string {
	if found := of.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}

// keys adds the foreign keys that the associations of a model imply. A struct without a
// key on either side is not an association, but a value. A polymorphic association
// refers to rows of several tables, for which databases have no foreign keys.
func (r *reader) keys(m *model) {
	for i := range m.associations {
		a := &m.associations[i]
		switch r.sideOf(m, a) {
		case keyBetween:
			to := r.model(a.to)
			join := r.joinOf(a)
			if to != nil {
				r.out.Key(join, m.tables, graph.Typed)
				r.out.Key(join, to.tables, graph.Typed)
			}
		case keyHere:
			if to := r.model(a.to); to != nil {
				r.out.Key(m.tables, to.tables, graph.Typed)
			}
		case keyThere:
			if to := r.model(a.to); to != nil {
				r.out.Key(to.tables, m.tables, graph.Typed)
			}
		case ofSeveral:
			r.model(a.to)
		}
	}
}

// A side is the location of the key of an association.
type side uint8

const (
	noKey      side = iota
	keyHere         // the model belongs to the other one
	keyThere        // the model has the other one
	keyBetween      // in a join table
	ofSeveral       // in the other table, with the kind of the owner
)

// sideOf finds the location of the key of an association: in the field that a tag
// names, or else in the field named after the field or model and the primary key.
func (r *reader) sideOf(m *model, a *association) side {
	if a.isBetween() {
		return keyBetween
	}
	other := &model{fields: map[string]bool{}}
	r.readFields(other, a.to, 0)
	switch {
	case a.kind != "" && (other.fields[a.kind] || other.isOpen):
		return ofSeveral
	case a.kind != "":
		return noKey
	case !a.list && (m.fields[a.key] || other.keyed(a.name, m.fields)):
		return keyHere
	case other.fields[a.key] || m.keyed(m.name, other.fields):
		return keyThere
	}
	return noKey
}

// keyed reports whether fields contain a key to the model with a prefix: UserID, or
// UserCode if the primary key is Code.
func (m *model) keyed(name string, fields map[string]bool) bool {
	for _, p := range m.primary {
		if fields[name+p] {
			return true
		}
	}
	return fields[name+"ID"]
}

// leads reports whether the target of an association may be loaded along. It is not if
// neither side has a key, unless some fields are unknown.
func (r *reader) leads(m *model, a *association) bool {
	if m.isOpen || r.sideOf(m, a) != noKey {
		return true
	}
	other := &model{fields: map[string]bool{}}
	r.readFields(other, a.to, 0)
	return other.isOpen
}

// association returns the association of that name, or nil.
func (m *model) association(name string) *association {
	for i := range m.associations {
		if m.associations[i].name == name {
			return &m.associations[i]
		}
	}
	return nil
}

// readOptions reads the naming options.
//
//	gorm.Config{NamingStrategy: schema.NamingStrategy{SingularTable: true, TablePrefix: "t_"}}
func (r *reader) readOptions() {
	for x := range r.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if v := e.Arg(-1, "SingularTable"); e.Kind == parse.ExprMap && v != nil {
				r.singular = v.Text == "true"
			}
			if v := e.Arg(-1, "TablePrefix"); e.Kind == parse.ExprMap && v != nil {
				if prefix, ok := r.Text(x.Sub(v)); ok {
					r.prefix = prefix
				}
			}
		})
	}
}
