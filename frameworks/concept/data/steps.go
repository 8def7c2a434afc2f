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

// Steps collects migrations written in code: the changes made by their calls, and the
// SQL that they run.
type Steps struct {
	*eval.Tree
	Out   *Model
	found map[resolve.DefID]*Migration
	order []*Migration // in the order visited
}

// NewSteps returns an empty collection.
func NewSteps(t *eval.Tree, m *Model) *Steps {
	return &Steps{Tree: t, Out: m, found: map[resolve.DefID]*Migration{}}
}

// An Operation describes the effect of a migration call on the table that it names: the
// operation on the schema or on rows, and the positions of the arguments with the table
// part and its new name, or 0.
type Operation struct {
	Op       graph.SchemaOp
	Ops      graph.Ops
	Part, To int
}

// Of returns the migration of a class or file. The migrations of one folder run in the
// order of their names.
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

// InDown reports whether a definition is in the part that reverts a migration.
func (s *Steps) InDown(d resolve.DefID) bool { return s.within(d, "down") }

// InUp reports whether a definition is in the part that applies a migration.
func (s *Steps) InUp(d resolve.DefID) bool { return s.within(d, "up") }

func (s *Steps) within(d resolve.DefID, name string) bool {
	for ; d != resolve.None; d = s.Table.Def(d).Outer {
		if def := s.Table.Def(d); def.Name == name && def.Kind.IsCallable() {
			return true
		}
	}
	return false
}

// Change records the effect of a call on a table.
func (s *Steps) Change(m *Migration, x eval.Expr, t Table, o Operation) {
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

// NameAt returns the name that an argument is or has, or "" if it is unknown.
//
//	'city'    { name: 'city' }    new TableColumn({ name: 'city' })
func (s *Steps) NameAt(x eval.Expr, at int) string {
	if at >= len(x.Args) {
		return ""
	}
	for _, v := range s.Evaluate(x.Sub(&x.Args[at].Value)) {
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

// argOf returns the first argument, or an opaque expression.
func argOf(e *parse.Expr) *parse.Expr {
	if len(e.Args) == 0 {
		return &parse.Expr{}
	}
	return &e.Args[0].Value
}

// Key adds a foreign key that a migration creates.
func (s *Steps) Key(from, to Table) {
	s.Out.Keys = append(s.Out.Keys, Key{From: from, To: to, Tier: graph.Exact,
		Via: graph.ViaMigration})
}

// SQL records the changes of tables and views by the statements in a string.
// Interpolated values are unknown: a name with an interpolated part is omitted.
func (s *Steps) SQL(m *Migration, x eval.Expr) {
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
		if d := &f.Definitions[i]; d.RareFields().Form != "alter" {
			enter(d.Schema, d.Name, d.Kind, Change{Op: graph.CreatesObject})
		}
	}
	for _, c := range f.Changes {
		if c.In > 0 { // made by a routine when it is called
			continue
		}
		enter(c.Schema, c.Name, c.Kind, Change{Op: c.Op, Part: c.Part, To: c.To})
	}
	for i := range f.References {
		s.reference(f, &f.References[i], enter)
	}
}

// unknown is the placeholder for values interpolated into a string.
const unknown = "seedgraph_unknown"

// Statements parses the SQL in a string; nil if it has no SQL. Interpolated values are
// unknown, which makes the tier heuristic: [IsKnown] reports the names without such
// parts.
func Statements(t *eval.Tree, x eval.Expr) (*parse.Facts, graph.Tier) {
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

// IsKnown reports whether the name of an object in [Statements] has no unknown parts.
func IsKnown(schema, name string) bool {
	return name != "" && !strings.Contains(name, unknown) && !strings.Contains(schema, unknown)
}

// reference records a foreign key of a table, or rows that a statement outside routines
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

// Close adds the migrations with changes to the model.
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
