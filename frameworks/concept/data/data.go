// Package data finds where an application keeps its data: which class is stored in which
// table, by what a mapper is told, and what reads and writes those tables through it.
//
// A mapper is an object-relational mapping. The folder of each has its rules; what they
// say is here in one form, as mappings, keys, uses and migrations.
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

// A Mapper knows by what an application tells it what is stored where.
type Mapper interface {
	interest.SiteReader

	// Read enters what the sites of the tree say into the model. Time grows with the sites of
	// the tree and the members of its entities: the values that are followed from one of
	// them, and the statements that are run to build a model, have bounds.
	Read(t *eval.Tree, m *Model)
}

// A Set is a list of mappers.
type Set []Mapper

// Read returns what the mappers find. Should one of them panic, that costs what it has
// not found yet and is noted with the first file that has sites. Time is that of the mappers,
// and of sorting.
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

// A Model is what is stored where, and by whom it is used.
type Model struct {
	Mappings   []Mapping
	Keys       []Key
	Uses       []Use
	Fields     []FieldUse
	Migrations []Migration
	Queries    []eval.Place // strings that are no SQL: see [Model.Query]
}

// A Table is the name of a table or view. An empty schema is the usual one of the
// database, whatever that is.
type Table struct {
	Schema, Name string
	View         bool
}

// String returns the name as it is written in SQL.
func (t Table) String() string {
	if t.Schema == "" {
		return t.Name
	}
	return t.Schema + "." + t.Name
}

// TableOf names what a binding that reads or writes leads to.
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

// A Mapping says that the objects of a class are stored in a table.
type Mapping struct {
	Class   resolve.DefID // the entity
	Context resolve.DefID // the class whose model it is of
	Set     resolve.DefID // a member that stands for all rows, None for none
	Table   Table
	Tier    graph.Tier
}

// A Key is a foreign key that a model implies or a migration adds.
type Key struct {
	From, To Table
	Tier     graph.Tier
	Via      graph.Via
}

// A Use is a place that reads or writes a table.
type Use struct {
	By    resolve.DefID
	File  *resolve.File
	At    uint32
	Table Table
	Ops   graph.Ops // 0: it reads
	Tier  graph.Tier
	Where *Condition // nil: it is for all objects
}

// A FieldUse is a place that names a field of a stored class in a string, or as an argument.
type FieldUse struct {
	By    resolve.DefID
	File  *resolve.File
	At    uint32
	Field resolve.DefID
	Tier  graph.Tier
}

// A Condition says that a use is one of those objects of a generic class for which a type
// parameter stands for a class.
type Condition struct {
	Owner resolve.DefID
	Param int
	Given resolve.DefID
}

// Where is the condition that a type stands for a type parameter; nil where that is no condition
// on objects, as with the type parameters of methods.
func Where(t *resolve.Table, v resolve.TypeVar, given resolve.Type) *Condition {
	if v.Owner <= resolve.None || !t.Def(v.Owner).Kind.IsType() || given.Def <= resolve.None {
		return nil
	}
	return &Condition{t.Canon[v.Owner], v.Param, t.Canon[given.Def]}
}

// A Migration is a class, a function or a file that changes the database.
type Migration struct {
	Class resolve.DefID

	// Run names the migrations that run one after the other, Key the place among them;
	// digits in it count by the number that they are.
	Run, Key string

	Changes []Change // in source order

	// After is the migration that runs right before, None for the first. Set.Read fills it in.
	After resolve.DefID
	Order int // from 1, among those of the run
}

// A Change is one of the things that a migration does.
type Change struct {
	Use // Ops are of rows: 0 changes the schema
	Op  graph.SchemaOp
	// Part is the column or constraint, of RenamesObject the new name; To the new name of a
	// column.
	Part, To string
	Undo     bool // it takes the migration back

	SQL *resolve.SchemaChange // of a script, which knows its objects; the Table is empty
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
	slices.SortFunc(m.Fields, func(a, b FieldUse) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At, b.At), cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Tier, b.Tier))
	})
	m.Fields = slices.CompactFunc(m.Fields, func(a, b FieldUse) bool {
		a.Tier = b.Tier
		return a == b
	})
	m.order()
}

// order sorts the migrations and puts those of each run one after the other.
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

// joined makes one of the migrations of a class: several libraries may have read it.
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
