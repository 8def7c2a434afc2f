package data

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Steps collects migrations that are code: what their calls change, and the SQL that they run.
type Steps struct {
	*eval.Tree
	Out   *Model
	found map[resolve.DefID]*Migration
	order []*Migration // as they were met
}

// NewSteps returns an empty collection, in no time: it grows with the calls that are entered.
func NewSteps(t *eval.Tree, m *Model) *Steps {
	return &Steps{Tree: t, Out: m, found: map[resolve.DefID]*Migration{}}
}

// An Operation is what a call in a migration does to the table that it names: the operation on
// the schema or on rows, and the places of the arguments that have the part of the table and the
// new name of that part, 0 for none.
type Operation struct {
	Op       graph.SchemaOp
	Ops      graph.Ops
	Part, To int
}

// Of is the migration that a class or a file is. Those of one folder run in the order of
// their names.
func (s *Steps) Of(class resolve.DefID) *Migration {
	if m := s.found[class]; m != nil {
		return m
	}
	file := s.Table.Def(class).File.Path
	m := &Migration{Class: class, Run: path.Dir(file), Key: path.Base(file)}
	s.found[class] = m
	s.order = append(s.order, m)
	return m
}

// Undone reports whether a definition is in what takes a migration back.
func (s *Steps) Undone(d resolve.DefID) bool { return s.within(d, "down") }

// Done reports whether a definition is in what a migration does.
func (s *Steps) Done(d resolve.DefID) bool { return s.within(d, "up") }

func (s *Steps) within(d resolve.DefID, name string) bool {
	for ; d != resolve.None; d = s.Table.Def(d).Outer {
		if def := s.Table.Def(d); def.Name == name && def.Kind.IsCallable() {
			return true
		}
	}
	return false
}

// Change enters what a call does to a table.
func (s *Steps) Change(m *Migration, x eval.Term, t Table, o Operation) {
	c := Change{Op: o.Op, Use: Use{By: m.Class, File: x.In.File, At: x.At, Table: t, Ops: o.Ops,
		Tier: graph.Exact}}
	if o.Part > 0 {
		c.Part = s.NameAt(x, o.Part)
	}
	if o.To > 0 {
		c.To = s.NameAt(x, o.To)
	}
	m.Changes = append(m.Changes, c)
}

// NameAt is the name that an argument is or has, empty for one that is not known.
//
//	'city'    { name: 'city' }    new TableColumn({ name: 'city' })
func (s *Steps) NameAt(x eval.Term, at int) string {
	if at >= len(x.Args) {
		return ""
	}
	for _, v := range s.Reduce(x.Sub(&x.Args[at].Value)) {
		if v.Kind == parse.ExprNew {
			v = v.Sub(argOf(v.Expr))
		}
		if v.Kind == parse.ExprMap {
			v = v.Sub(Within(v.Expr, "name"))
		}
		if text, ok := s.Text(v); ok {
			return text
		}
	}
	return ""
}

// argOf is the first argument, opaque for none.
func argOf(e *parse.Expr) *parse.Expr {
	if len(e.Args) == 0 {
		return &parse.Expr{}
	}
	return &e.Args[0].Value
}

// Key enters a foreign key that a migration adds.
func (s *Steps) Key(from, to Table) {
	s.Out.Keys = append(s.Out.Keys, Key{From: from, To: to, Tier: graph.Exact,
		Via: graph.ViaMigration})
}

// SQL enters what the statements in a string change of tables and views. What is put into a
// string is not known: a name that has such a part is left out.
func (s *Steps) SQL(m *Migration, x eval.Term) {
	f, tier := Statements(s.Tree, x)
	if f == nil {
		return
	}
	enter := func(schema, name string, kind graph.NodeKind, c Change) {
		if kind != graph.KindTable && kind != graph.KindView || name == "" || !IsKnown(schema, name) {
			return
		}
		c.Use = Use{By: m.Class, File: x.In.File, At: x.At, Ops: c.Ops, Tier: tier,
			Table: Table{Schema: schema, Name: name, View: kind == graph.KindView}}
		m.Changes = append(m.Changes, c)
	}
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Rare().Form != "alter" {
			enter(d.Schema, d.Name, d.Kind, Change{Op: graph.CreatesObject})
		}
	}
	for _, c := range f.Changes {
		if c.In > 0 { // by a routine, when it is called
			continue
		}
		enter(c.Schema, c.Name, c.Kind, Change{Op: c.Op, Part: c.Part, To: c.To})
	}
	for i := range f.References {
		s.reference(f, &f.References[i], enter)
	}
}

// unknown stands in a string for what is put into it when it is run.
const unknown = "seedgraph_unknown"

// Statements reads the SQL in a string; nil where there is none. What is put into the string is not
// known, which makes the tier heuristic: [IsKnown] tells the names that have no such part. Time
// grows with the string.
func Statements(t *eval.Tree, x eval.Term) (*parse.Facts, graph.Tier) {
	text, ok := t.Text(x)
	tier := graph.Exact
	if !ok {
		text, tier = strings.ReplaceAll(text, "\x00", unknown), graph.Heuristic
	}
	if strings.TrimSpace(text) == "" || text == unknown {
		return nil, tier
	}
	return t.Script(text), tier
}

// IsKnown reports whether the name of an object in [Statements] is known.
func IsKnown(schema, name string) bool {
	return name != "" && !strings.Contains(name, unknown) && !strings.Contains(schema, unknown)
}

// reference enters the foreign key of a table, or rows that a statement outside of routines
// writes.
func (s *Steps) reference(f *parse.Facts, r *parse.Reference,
	enter func(schema, name string, kind graph.NodeKind, c Change)) {
	d := &f.Definitions[r.Def]
	schema := ""
	if len(r.Recv) > 0 {
		schema = r.Recv[0].Name
	}
	switch {
	case r.Kind == parse.RefForeignKey && d.Kind == graph.KindTable:
		if !IsKnown(d.Schema, d.Name) || !IsKnown(schema, r.Name) {
			return
		}
		s.Key(Table{Schema: d.Schema, Name: d.Name}, Table{Schema: schema, Name: r.Name})
	case r.Kind == parse.RefWrite && d.Kind.IsBatch():
		enter(schema, r.Name, graph.KindTable, Change{Use: Use{Ops: r.Op}})
	}
}

// Close hands the migrations that change something to the model.
func (s *Steps) Close() {
	for _, m := range s.order {
		if len(m.Changes) == 0 {
			continue
		}
		slices.SortStableFunc(m.Changes, func(a, b Change) int {
			return cmp.Or(strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.At, b.At))
		})
		s.Out.Migrations = append(s.Out.Migrations, *m)
	}
}
