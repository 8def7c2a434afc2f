package data

import (
	"iter"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An Entity is a class whose instances a mapper stores, or its equivalent: a schema or
// a model that a variable holds.
type Entity struct {
	Class     Class
	Def       resolve.DefID // the class, or the declaration of the model
	Name      string
	Own       string         // the name of its table, without a global prefix
	Tables    []TableMapping // empty if the name is unknown
	Relations map[string]*Relation
	Fields    []string // relation names, in source order
}

// A Relation is a member that refers to another entity.
type Relation struct {
	To     *Entity
	Target string // entity name, while To is unresolved
	List   bool
	Owns   bool           // the foreign key is in the table of the declaring entity
	Keyed  bool           // there is a foreign key
	Eager  bool           // loaded with the object
	Join   []TableMapping // the join table; empty if the other side declares it, or if there is no join table
	Joined bool           // a join table exists, declared on either side
}

// A Catalog holds the entities of a tree.
type Catalog struct {
	Order  []*Entity // by (path, position)
	of     map[Class]*Entity
	byName map[string][]*Entity
}

// Add adds an entity, unless it exists.
func (c *Catalog) Add(class Class, def resolve.DefID, name string) *Entity {
	if e := c.of[class]; e != nil {
		return e
	}
	if c.of == nil {
		c.of, c.byName = map[Class]*Entity{}, map[string][]*Entity{}
	}
	e := &Entity{Class: class, Def: def, Name: name, Relations: map[string]*Relation{}}
	c.of[class] = e
	c.Order = append(c.Order, e)
	c.byName[name] = append(c.byName[name], e)
	return e
}

// AddClass adds a class of the tree.
func (c *Catalog) AddClass(d *resolve.Def, table *resolve.Table) *Entity {
	class := table.Canon[d.ID]
	return c.Add(ClassOf(class), class, d.Name)
}

// Alias registers an additional name of an entity.
func (c *Catalog) Alias(e *Entity, name string) {
	if name != e.Name {
		c.byName[name] = append(c.byName[name], e)
	}
}

// MapClass maps a class to an entity that is declared elsewhere.
func (c *Catalog) MapClass(class resolve.DefID, e *Entity) { c.of[ClassOf(class)] = e }

// Of returns the entity of a class or variable of the tree, or nil.
func (c *Catalog) Of(d resolve.DefID) *Entity { return c.of[ClassOf(d)] }

// Only returns the entity of that name, or nil unless there is exactly one.
func (c *Catalog) Only(name string) *Entity {
	if list := c.byName[name]; len(list) == 1 {
		return list[0]
	}
	return nil
}

// Named lists the entities of that name, in the order in which they were added.
func (c *Catalog) Named(name string) []*Entity { return c.byName[name] }

// Entity returns the entity of a value, or nil.
func (c *Catalog) Entity(v Value) *Entity {
	if v.Kind == LibraryValue {
		return c.Of(v.Of.Def)
	}
	return c.of[v.Of]
}

// Knows implements [ValueReader].
func (c *Catalog) Knows(class Class) bool { return c.of[class] != nil }

// Value returns a value of the entity.
func (e *Entity) Value(kind ValueKind, tier graph.Tier) Value {
	return Value{Kind: kind, Of: e.Class, Via: resolve.None, Tier: tier}
}

// This returns the value of this in a member of the entity's class: an object, or the
// class itself in a static member.
func (e *Entity) This(member *resolve.Def) []Value {
	if resolve.HasModifier(member, "static") {
		return []Value{e.Value(ClassValue, graph.Exact)}
	}
	return []Value{e.Value(ObjectValue, graph.Exact)}
}

// Value returns the value of the member that a relation is.
func (rel *Relation) Value(tier graph.Tier) Value {
	if rel.List {
		return rel.To.Value(RowsValue, tier)
	}
	return rel.To.Value(ObjectValue, tier)
}

// Relate adds a relation, unless its name is taken.
func (e *Entity) Relate(name string, rel *Relation) {
	if e.Relations[name] == nil {
		e.Relations[name] = rel
		e.Fields = append(e.Fields, name)
	}
}

// Target returns the entity that a relation names, or nil if it is unknown.
//
//	@ManyToOne(() => Order)    @ManyToOne('Order')    @ManyToOne(Order)
func (c *Catalog) Target(t *eval.Tree, x eval.Expr) *Entity {
	if x.Kind == parse.ExprLambda {
		text := strings.TrimSpace(x.In.File.Text[x.Body.Start:x.Body.End])
		of := x.In.TypeOf(parse.TypeRef{Name: text, At: x.Body.Start}, x.Def, x.Body.Start)
		if of.Def > resolve.None {
			return c.Of(t.Table.Canon[of.Def])
		}
		return c.Only(text)
	}
	if text, ok := t.Text(x); ok {
		return c.Only(text)
	}
	d := x.Referent().Def
	if d > resolve.None {
		return c.Of(t.Table.Canon[d])
	}
	return nil
}

// Members yields the members that a class declares, in source order.
func Members(table *resolve.Table, class resolve.DefID) iter.Seq[*resolve.Def] {
	return func(yield func(*resolve.Def) bool) {
		of := table.Def(class)
		for i := int(class-of.File.First) + 1; i < len(of.File.Definitions); i++ {
			d := table.Def(of.File.ID(int32(i)))
			if d.Range.Start >= of.Range.End || d.Outer == class && !yield(d) {
				return
			}
		}
	}
}

// ResolveRelations resolves the target names of relations, and removes relations with unknown
// targets.
func (c *Catalog) ResolveRelations() {
	for _, e := range c.Order {
		var known []string
		for _, name := range e.Fields {
			rel := e.Relations[name]
			if rel.To == nil {
				rel.To = c.Only(rel.Target)
			}
			if rel.To == nil {
				delete(e.Relations, name)
			} else {
				known = append(known, name)
			}
		}
		e.Fields = known
	}
}

// Implied adds the foreign keys that the relations of an entity imply.
func (m *Model) Implied(e *Entity) {
	for _, name := range e.Fields {
		rel := e.Relations[name]
		switch {
		case !rel.Keyed:
		case rel.Joined:
			m.Key(rel.Join, e.Tables, graph.Typed)
			m.Key(rel.Join, rel.To.Tables, graph.Typed)
		case rel.Owns:
			m.Key(e.Tables, rel.To.Tables, graph.Exact)
		default:
			m.Key(rel.To.Tables, e.Tables, graph.Exact)
		}
	}
}

// Follow records that the target table of a relation is read, through its join table if
// it has one.
func (m *Model) Follow(x eval.Expr, rel *Relation, tier graph.Tier) {
	m.Use(x, rel.To.Tables, 0, tier)
	m.Use(x, rel.Join, 0, tier)
}

// maxEager bounds chains of relations that are loaded with an object.
const maxEager = 5

// FollowEager records the reads of the relations that are loaded with an object of an entity.
func (m *Model) FollowEager(x eval.Expr, e *Entity, tier graph.Tier) {
	m.followEager(x, e, resolve.WeakerTier(tier, graph.Typed), 0)
}

func (m *Model) followEager(x eval.Expr, e *Entity, tier graph.Tier, depth int) {
	for _, name := range e.Fields {
		if rel := e.Relations[name]; rel.Eager && depth < maxEager {
			m.Follow(x, rel, tier)
			m.followEager(x, rel.To, tier, depth+1)
		}
	}
}

// Path records the reads along a path of relations, and returns the entity that it ends
// at, or nil if it is unknown.
func (m *Model) Path(x eval.Expr, e *Entity, path string, tier graph.Tier) *Entity {
	for name := range strings.SplitSeq(path, ".") {
		rel := e.Relations[name]
		if rel == nil || rel.To == nil {
			return nil
		}
		m.Follow(x, rel, tier)
		e = rel.To
	}
	return e
}
