package data

import (
	"iter"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An Entity is a class whose objects a mapper stores, or what stands for one: a schema or a
// model that a variable holds.
type Entity struct {
	Class     Class
	Def       resolve.DefID // that of the class, or where the model is declared
	Name      string
	Own       string   // the name of its table, before a prefix is put on all
	Tables    []Stored // none where the name is not known
	Relations map[string]*Relation
	Fields    []string // the names of the relations, in source order
}

// A Relation is a member that leads to objects of another entity.
type Relation struct {
	To     *Entity
	Target string // the name of the entity, where To is not known yet
	List   bool
	Owns   bool     // the key is in the table of the entity that has it
	Keyed  bool     // there is a foreign key
	Eager  bool     // it is read with the object
	Join   []Stored // the table between; none where the other side has it, or none is
	Joined bool     // there is a table between, here or on the other side
}

// A Catalog has the entities of a tree.
type Catalog struct {
	Order  []*Entity // by (path, position)
	of     map[Class]*Entity
	byName map[string][]*Entity
}

// Add enters an entity, unless it is known.
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

// AddClass enters a class of the tree.
func (c *Catalog) AddClass(d *resolve.Def, table *resolve.Table) *Entity {
	class := table.Canon[d.ID]
	return c.Add(ClassOf(class), class, d.Name)
}

// Alias lets an entity be known by another name, too.
func (c *Catalog) Alias(e *Entity, name string) {
	if name != e.Name {
		c.byName[name] = append(c.byName[name], e)
	}
}

// Stand lets a class stand for an entity that something else declares.
func (c *Catalog) Stand(class resolve.DefID, e *Entity) { c.of[ClassOf(class)] = e }

// Of is the entity of a class or variable of the tree; nil for others.
func (c *Catalog) Of(d resolve.DefID) *Entity { return c.of[ClassOf(d)] }

// Only is the entity of a name, nil if there are several or none.
func (c *Catalog) Only(name string) *Entity {
	if list := c.byName[name]; len(list) == 1 {
		return list[0]
	}
	return nil
}

// Named lists the entities of a name, in the order in which they were entered.
func (c *Catalog) Named(name string) []*Entity { return c.byName[name] }

// Entity is the entity that a value is of, nil for none.
func (c *Catalog) Entity(v Value) *Entity {
	if v.Kind == OtherValue {
		return c.Of(v.Of.Def)
	}
	return c.of[v.Of]
}

// Knows is that of a [ValueReader].
func (c *Catalog) Knows(class Class) bool { return c.of[class] != nil }

// Value is a value of the entity.
func (e *Entity) Value(kind ValueKind, tier graph.Tier) Value {
	return Value{Kind: kind, Of: e.Class, Via: resolve.None, Tier: tier}
}

// This is what this stands for in a member of the entity's class: an object, or the class itself
// where the member is static.
func (e *Entity) This(member *resolve.Def) []Value {
	if resolve.HasModifier(member, "static") {
		return []Value{e.Value(ClassValue, graph.Exact)}
	}
	return []Value{e.Value(ObjectValue, graph.Exact)}
}

// Relate enters a relation, unless there is one of the name.
func (e *Entity) Relate(name string, rel *Relation) {
	if e.Relations[name] == nil {
		e.Relations[name] = rel
		e.Fields = append(e.Fields, name)
	}
}

// Target is the entity that a relation names, nil for one that is not known. Time is that of
// resolving one name.
//
//	@ManyToOne(() => Order)    @ManyToOne('Order')    @ManyToOne(Order)
func (c *Catalog) Target(t *eval.Tree, x eval.Term) *Entity {
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
	d := x.Meaning().Def
	if d > resolve.None {
		return c.Of(t.Table.Canon[d])
	}
	return nil
}

// Members lists what a class declares, in source order.
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

// Settle finds the entities of relations that name them, and takes away those that lead to
// nothing known.
func (c *Catalog) Settle() {
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

// Implied enters the foreign keys that the relations of an entity imply.
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

// Follow enters that the objects that a relation leads to are read, by way of the table
// between where there is one.
func (m *Model) Follow(x eval.Term, rel *Relation, tier graph.Tier) {
	m.Use(x, rel.To.Tables, 0, tier)
	m.Use(x, rel.Join, 0, tier)
}

// Path enters the relations of a path, and returns the entity that it ends at; nil for one
// that is not known.
func (m *Model) Path(x eval.Term, e *Entity, path string, tier graph.Tier) *Entity {
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
