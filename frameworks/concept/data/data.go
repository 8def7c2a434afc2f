// Package data finds where an application stores its data: which class is mapped to
// which table, by the mapper's configuration, and which code reads and writes those
// tables through it.
//
// A mapper is an object-relational mapping library. Each has its own package; they all
// produce mappings, keys, uses and migrations.
package data

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// A Mapper reads the configuration and the queries of one library.
type Mapper interface {
	interest.SiteReader

	// Read adds the facts from the sites of the tree to the model. Time is linear in
	// the sites of the tree and the members of its entities: the values followed from
	// each, and the statements evaluated to build a model, are bounded.
	Read(t *eval.Tree, m *Model)
}

// A Set is a list of mappers.
type Set []Mapper

// Read returns the findings of all mappers. If a mapper panics, the rest of its
// findings is lost, and the panic is recorded with the first file that has sites.
func (s Set) Read(t *eval.Tree) *Model {
	m := &Model{}
	if len(t.Files) == 0 {
		return m
	}
	first := max(0, slices.IndexFunc(t.Files,
		func(b *resolve.Binder) bool { return len(b.File.Sites) > 0 }))
	for _, x := range s {
		t.Files[first].File.Guard(func() { x.Read(t, m) })
	}
	m.sort()
	return m
}

// A Model holds the mappings of classes to tables, and the uses of tables.
type Model struct {
	Mappings   []Mapping
	Keys       []Key
	Uses       []Use
	Attributes []Attribute
	Fields     []FieldUse
	Calls      []Call
	Migrations []Migration
	Queries    []eval.Place // strings that are not SQL: see [Model.Query]
}

// A Table is the name of a table or view. An empty schema is the default schema of the
// database, whatever it is called.
type Table struct {
	Schema, Name string
	View         bool
}

// String returns the name in SQL notation.
func (t Table) String() string {
	if t.Schema == "" {
		return t.Name
	}
	return t.Schema + "." + t.Name
}

// TableOf returns the table that is the target of a read or write binding.
func TableOf(ix *resolve.Table, x *resolve.Binding) Table {
	if x.To == resolve.None {
		return Table{Schema: x.Ext.Schema, Name: x.Ext.Name}
	}
	d := ix.Def(x.To)
	schema := d.Schema
	if db, ok := d.File.Rules.(resolve.ObjectNamer); ok {
		schema = db.SchemaOf(d)
	}
	return Table{Schema: schema, Name: d.Name, View: d.Kind == graph.KindView}
}

// A Mapping maps a class to a table.
type Mapping struct {
	Class   resolve.DefID // the entity
	Context resolve.DefID // the context class whose model it belongs to
	Set     resolve.DefID // a member that represents all rows, or None
	Table   Table
	Tier    graph.Tier
}

// A Key is a foreign key that a model implies or a migration adds.
type Key struct {
	From, To Table
	Tier     graph.Tier
	Via      graph.Via
}

// A Use is a read or write of a table.
type Use struct {
	By    resolve.DefID
	File  *resolve.File
	At    uint32
	Table Table
	Ops   graph.Ops // 0 for a read
	Tier  graph.Tier
	Where *Condition // nil if it applies to all objects
}

// A FieldUse is a reference to a field of a stored class by a string, or by an
// argument.
type FieldUse struct {
	By    resolve.DefID
	File  *resolve.File
	At    uint32
	Field resolve.DefID
	Name  string // of an [Attribute] of the class Field; empty if Field is declared
	Tier  graph.Tier
}

// A Call is a call of a method on an object that was read from the database, whose type
// only the mapping shows.
type Call struct {
	By     resolve.DefID
	File   *resolve.File
	At     uint32
	Method resolve.DefID
	Tier   graph.Tier
}

// A Condition restricts a use to objects of a generic class in which a type parameter
// is bound to a certain class.
type Condition struct {
	Owner resolve.DefID
	Param int
	Given resolve.DefID
}

// equals reports whether two conditions, which may be nil, are the same.
func (c *Condition) equals(d *Condition) bool {
	return c == d || c != nil && d != nil && *c == *d
}

// Where returns the condition that a type parameter is bound to a type, or nil if that
// is not a property of the object, as with the type parameters of methods.
func Where(t *resolve.Table, v resolve.TypeVar, given resolve.Type) *Condition {
	if v.Owner <= resolve.None || !t.Def(v.Owner).Kind.IsType() || given.Def <= resolve.None {
		return nil
	}
	return &Condition{t.Canon[v.Owner], v.Param, t.Canon[given.Def]}
}

// A Migration is a class, a function or a file that changes the database.
type Migration struct {
	Class resolve.DefID

	// Run names the sequence that the migration is part of, Key its position there;
	// digits in Key compare as numbers.
	Run, Key string

	Changes []Change // in source order

	// After is the preceding migration, or None for the first. Set.Read sets it.
	After resolve.DefID
	Order int // from 1, within the run
}

// A Change is a single operation of a migration.
type Change struct {
	Use // Ops apply to rows; 0 changes the schema
	Op  graph.SchemaOp
	// Part is the column or constraint, or the new name for RenamesObject; To is the
	// new name of a column.
	Part, To string
	Undo     bool // reverts the migration

	SQL *resolve.SchemaChange // of a script, with its own objects; Table is empty
}

func (m *Model) sort() {
	slices.SortFunc(m.Mappings, func(a, b Mapping) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Set, b.Set),
			cmp.Compare(a.Context, b.Context), a.Table.compare(b.Table), cmp.Compare(a.Tier, b.Tier))
	})
	m.Mappings = slices.Compact(m.Mappings)
	slices.SortFunc(m.Keys, func(a, b Key) int {
		return cmp.Or(a.From.compare(b.From), a.To.compare(b.To), cmp.Compare(a.Via, b.Via),
			cmp.Compare(a.Tier, b.Tier))
	})
	slices.SortFunc(m.Uses, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At, b.At), a.Table.compare(b.Table),
			cmp.Compare(a.Ops, b.Ops), cmp.Compare(a.Tier, b.Tier))
	})
	m.Uses = slices.CompactFunc(m.Uses, func(a, b Use) bool {
		a.Tier = b.Tier
		return a == b
	})
	slices.SortFunc(m.Attributes, Attribute.compare)
	slices.SortFunc(m.Fields, func(a, b FieldUse) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At, b.At), cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Tier, b.Tier))
	})
	m.Fields = slices.CompactFunc(m.Fields, func(a, b FieldUse) bool {
		a.Tier = b.Tier
		return a == b
	})
	slices.SortFunc(m.Calls, func(a, b Call) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At, b.At),
			cmp.Compare(a.Method, b.Method), cmp.Compare(a.Tier, b.Tier))
	})
	m.Calls = slices.CompactFunc(m.Calls, func(a, b Call) bool {
		a.Tier = b.Tier
		return a == b
	})
	m.order()
}

// order sorts the migrations, and links the migrations of each run.
func (m *Model) order() {
	slices.SortFunc(m.Migrations, func(a, b Migration) int {
		return cmp.Or(strings.Compare(a.Run, b.Run), migration.Natural(a.Key, b.Key),
			cmp.Compare(a.Class, b.Class))
	})
	m.Migrations = joined(m.Migrations)
	for i := range m.Migrations {
		x := &m.Migrations[i]
		x.After, x.Order = resolve.None, 1
		if i > 0 && m.Migrations[i-1].Run == x.Run {
			x.After, x.Order = m.Migrations[i-1].Class, m.Migrations[i-1].Order+1
		}
	}
}

// joined merges the migrations of one class, which several libraries may have read.
func joined(list []Migration) []Migration {
	var out []Migration
	for _, x := range list {
		if n := len(out); n > 0 && out[n-1].Class == x.Class && out[n-1].Run == x.Run {
			out[n-1].Changes = append(out[n-1].Changes, x.Changes...)
			continue
		}
		out = append(out, x)
	}
	return out
}

func (t Table) compare(u Table) int {
	return cmp.Or(strings.Compare(t.Schema, u.Schema), strings.Compare(t.Name, u.Name))
}
