package efcore

import (
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A model is the model of one context, during and after its construction.
type model struct {
	*reader
	context     resolve.DefID
	contextType resolve.Type

	entities  map[string]*entity
	order     []*entity // in the order of addition
	sets      []dbSet
	setsOf    map[string][]*dbSet // by type key; see setFor
	relations []*relation

	ignored     map[string]bool // types
	ownedTypes  map[string]bool
	scalarTypes map[string]bool
	schema      string
	schemaTier  graph.Tier
	noSetNames  bool
	noPlurals   bool
	older6      bool       // Entity Framework 6
	renamed     graph.Tier // tier of a renaming of all tables
	open        bool       // entities are added that the code does not name
	snake       bool

	tier  graph.Tier // of the running code
	steps int
	depth int
}

// A dbSet is a property of a context that represents the rows of an entity.
type dbSet struct {
	def  resolve.DefID
	name string
	of   resolve.Type
}

// A tableName is the configuration of an entity's table.
type tableName struct {
	name, schema     string
	given, schemaSet bool
	none, unknown    bool // no table; a table with an unknown name
	written          bool // final, exempt from renaming of all tables
	tier             graph.Tier
}

func (n *tableName) set(m *model, v value) {
	n.given, n.none, n.unknown = true, v.kind == null, v.kind == unknown
	n.name, n.tier = v.text, resolve.WeakerTier(m.tier, v.tier)
	if v.kind != text && v.kind != null {
		n.unknown = true
	}
}

// setSchema sets the schema. A schema known only at run time becomes a hole rather than
// the default one, which would be a guess about every application with a configurable
// schema.
func (n *tableName) setSchema(m *model, v value) {
	switch v.kind {
	case text:
		n.schema, n.schemaSet = v.text, true
		n.tier = resolve.WeakerTier(n.tier, resolve.WeakerTier(m.tier, v.tier))
	case null:
		n.schema, n.schemaSet = "", false
	default:
		n.schema, n.schemaSet = resolve.Hole, true
		n.tier = resolve.WeakerTier(n.tier, graph.Heuristic)
	}
}

// An entity is an entity type of a model.
type entity struct {
	typ        resolve.Type // the class; without a definition for a property bag
	name       string       // of a property bag
	table      tableName
	view       tableName
	split      []tableName
	computed   bool // read from a function or a query
	json       bool
	configured bool // from its attribute
	noBase     bool
	strategy   string
	ignored    map[string]bool // properties
	scalars    map[string]bool
	owner      *entity
	ownedBy    string // navigation of the owner
	many       bool
	base       *entity
	join       *relation // the relation that it is the join entity of
}

// annotate reads an annotation that names the table.
func (x *entity) annotate(m *model, name, v value) {
	switch name.text {
	case "Relational:TableName":
		x.table.set(m, v)
	case "Relational:Schema":
		x.table.setSchema(m, v)
	case "Relational:ViewName":
		x.view.set(m, v)
	}
}

func (r *reader) newModel(context resolve.DefID) *model {
	m := &model{reader: r, context: context, contextType: r.self(context), entities: map[string]*entity{},
		ignored: map[string]bool{}, ownedTypes: map[string]bool{}, scalarTypes: map[string]bool{},
		tier: graph.Exact}
	m.findSets()
	return m
}

// findSets adds the sets of the context and its bases, those of the bases first.
func (m *model) findSets() {
	line := m.lineage(m.contextType)
	seen := map[string]bool{}
	for i := range line {
		c := line[i]
		if c.Def <= resolve.None {
			continue
		}
		for _, id := range m.members[c.Def] {
			d := m.table.Def(id)
			if d.Kind != graph.KindProperty || resolve.HasModifier(d, "static") || seen[d.Name] {
				continue
			}
			of, ok := m.setOf(resolve.Substitute(m.typeOfDef(id), c.Def, c.Args))
			if !ok {
				continue
			}
			seen[d.Name] = true
			m.sets = append(m.sets, dbSet{id, m.nameOfSet(d, c), of})
			m.older6 = m.older6 || isOlder(d.File)
		}
	}
}

// nameOfSet returns the name of a property in the framework's metadata: an explicit
// interface implementation is prefixed with the interface.
func (m *model) nameOfSet(d *resolve.Def, class resolve.Type) string {
	of := strings.TrimPrefix(d.Symbol, m.table.Def(d.Outer).Symbol+".")
	of, _, explicit := strings.Cut(of, ".")
	if !explicit {
		return d.Name
	}
	for _, b := range m.table.Bases[class.Def] {
		if b.Def > resolve.None && m.table.Def(b.Def).Name == of {
			return strings.ReplaceAll(m.fullName(b), "+", ".") + "." + d.Name
		}
	}
	return d.Name
}

// entity finds or adds the entity of a class.
func (m *model) entity(t resolve.Type) *entity {
	k := data.TypeKey(t)
	x := m.entities[k]
	if x == nil {
		x = m.add(k, &entity{typ: t})
	}
	return x
}

// bag finds or adds an entity without a class.
func (m *model) bag(name string) *entity {
	k := "bag " + name
	x := m.entities[k]
	if x == nil {
		x = m.add(k, &entity{typ: resolve.Unknown, name: name})
	}
	return x
}

func (m *model) add(key string, x *entity) *entity {
	x.ignored, x.scalars = map[string]bool{}, map[string]bool{}
	m.entities[key] = x
	m.order = append(m.order, x)
	return x
}

// fullName returns the name of a class in the framework's notation.
func (m *model) fullName(t resolve.Type) string {
	if t.Def <= resolve.None {
		return ""
	}
	d := m.table.Def(t.Def)
	name := d.Name
	for o := d.Outer; o != resolve.None && m.table.Def(o).Kind.IsType(); o = m.table.Def(o).Outer {
		name = m.table.Def(o).Name + "+" + name
	}
	if d.ModuleName == "" {
		return name
	}
	return d.ModuleName + "." + name
}

// run builds the model in the order of the framework: the sets, then the configuration
// in the context.
func (m *model) run() {
	for _, s := range m.sets {
		if m.mayBeEntity(s.of) {
			m.entity(s.of)
		}
	}
	this := m.construct(m.contextType, nil)
	m.method(this.object, "ConfigureConventions", value{kind: conventions})
	m.attributed()
	m.method(this.object, "OnModelCreating", value{kind: builder})
}

// method runs a context method that the framework calls.
func (m *model) method(this *object, name string, arg value) {
	for _, c := range m.lineage(this.typ) {
		for _, id := range m.members[c.Def] {
			d := m.table.Def(id)
			if d.Kind == graph.KindMethod && d.Name == name && len(d.Params) == 1 {
				m.invoke(id, this, []argument{{value: arg}}, nil, nil)
				return
			}
		}
	}
	if name == "OnModelCreating" {
		m.runLibrary(&frame{this: this})
	}
}

// attributed runs the configurations named by attributes of entities.
func (m *model) attributed() {
	for i := 0; i < len(m.order); i++ {
		m.runAttribute(m.order[i])
	}
}

func (m *model) runAttribute(x *entity) {
	s := m.attribute(x.typ.Def, "EntityTypeConfiguration")
	if x.typ.Def <= resolve.None || s == nil || x.configured {
		return
	}
	x.configured = true
	f := &frame{in: s.in}
	types := typesOf(m.typeArgs(&s.Expr, f), m.arguments(&s.Expr, f))
	if len(types) == 0 || types[0].Def <= resolve.None {
		return
	}
	o := m.construct(types[0], nil)
	m.configure(o.object, x.typ, value{kind: mapped, entity: x})
}

// enter adds the facts of the model to out.
func (m *model) enter(out *data.Model) {
	for _, x := range m.order {
		for _, t := range m.tablesOf(x) {
			m.enterMapping(out, x, t)
		}
	}
	out.Keys = append(out.Keys, m.foreignKeys()...)
}

func (m *model) enterMapping(out *data.Model, x *entity, t named) {
	if x.typ.Def <= resolve.None {
		return
	}
	row := data.Mapping{Class: x.typ.Def, Context: m.context, Set: resolve.None, Table: t.Table,
		Tier: t.tier}
	if set := m.setFor(x); set != nil {
		row.Set = set.def
	}
	out.Mappings = append(out.Mappings, row)
}
