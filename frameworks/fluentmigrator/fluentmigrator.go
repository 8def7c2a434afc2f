// Package fluentmigrator reads the migrations of FluentMigrator.
//
//	fluentmigrator.go  the mapper; which classes are migrations, and their order
//	numbers.go         version numbers of migrations
//	chain.go           changes by a chain of calls
package fluentmigrator

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of FluentMigrator.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const (
	language  = "csharp"
	namespace = "FluentMigrator"
)

// head requests the sites of files that have migrations or their base classes. A
// migration need not name the library: it may derive from a class of the tree.
var head = interest.Head{Languages: []string{language}, Words: []string{namespace, "Migration"},
	Names: []string{namespace}}

// Read adds the migrations of the tree.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, found: map[resolve.DefID]*data.Migration{},
		known: map[resolve.DefID]bool{}, inner: map[*parse.Expr]bool{}}
	r.EachCall(language, r.called)
	r.EachCall(language, r.executed)
	r.rows()
	for _, class := range r.order {
		x := r.found[class]
		slices.SortStableFunc(x.Changes, func(a, b data.Change) int {
			return cmp.Or(strings.Compare(a.File.Path, b.File.Path), cmp.Compare(a.At, b.At))
		})
		m.Migrations = append(m.Migrations, *x)
	}
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out   *data.Model
	found map[resolve.DefID]*data.Migration
	order []resolve.DefID // classes of found, in the order visited
	known map[resolve.DefID]bool
	inner map[*parse.Expr]bool // inner calls of chains that were read

	// tables maps the extension methods that make tables to the position of the table
	// name argument.
	tables map[string]int
}

// bases are the base classes of migrations.
var bases = resolve.WordSet("Migration AutoReversingMigration ForwardOnlyMigration MigrationBase")

// migration returns the migration that contains a definition, or nil. A class without a
// number attribute is only a base class.
func (r *reader) migration(d resolve.DefID) *data.Migration {
	class := r.Table.EnclosingType(d)
	if class == resolve.None || !r.isMigration(class) {
		return nil
	}
	if m := r.found[class]; m != nil {
		return m
	}
	number, run, ok := r.number(class)
	if !ok {
		return nil
	}
	m := &data.Migration{Class: class, Key: number, Run: namespace + ":" + run}
	r.found[class] = m
	r.order = append(r.order, class)
	return m
}

// isMigration reports whether a class derives from one of the library's.
func (r *reader) isMigration(class resolve.DefID) bool {
	is, ok := r.known[class]
	if ok {
		return is
	}
	for _, c := range r.Ancestry(class) {
		def := r.Table.Def(c)
		for i, b := range def.Bases {
			list := r.Table.Bases[c]
			inTree := i < len(list) && list[i].Def > resolve.None
			is = is || !inTree && bases[resolve.LastName(b.Name)] &&
				(strings.HasPrefix(b.Name, namespace+".") || imports(def.File))
		}
	}
	r.known[class] = is
	return is
}

// imports reports whether a file uses the library's namespace.
func imports(f *resolve.File) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return im.Path == namespace })
}

// isUndone reports whether a definition is in the part that reverts a migration.
func (r *reader) isUndone(d resolve.DefID) bool {
	for ; d != resolve.None; d = r.Table.Def(d).Outer {
		if def := r.Table.Def(d); def.Name == "Down" && def.Kind == graph.KindMethod {
			return true
		}
	}
	return false
}

// executed records the schema changes by the SQL of a call. Method rows handles row
// changes.
//
//	Execute.Sql("ALTER TABLE orders ADD note text");
func (r *reader) executed(x eval.Expr) {
	if x.Expr.Text != "Sql" || x.Recv == nil || x.Recv.Text != "Execute" || len(x.Args) == 0 ||
		x.Callee() != resolve.None || x.Sub(x.Recv).Referent().Def != resolve.None {
		return
	}
	m := r.migration(x.Def)
	if m == nil {
		return
	}
	first, keys := len(m.Changes), len(r.out.Keys)
	data.NewSteps(r.Tree, r.out).SQL(m, x.Sub(&x.Args[0].Value))
	m.Changes = append(m.Changes[:first], slices.DeleteFunc(m.Changes[first:],
		func(c data.Change) bool { return c.Ops != 0 })...)
	if r.isUndone(x.Def) {
		r.out.Keys = r.out.Keys[:keys]
		for i := first; i < len(m.Changes); i++ {
			m.Changes[i].Undo = true
		}
	}
}

// rows records the row changes by the SQL in strings of migrations.
//
//	Execute.Sql("UPDATE orders SET state = 1");
func (r *reader) rows() {
	for _, b := range r.Files {
		if b.File.Family != language || len(b.File.Sites) == 0 {
			continue
		}
		for i := range b.Bindings {
			x := &b.Bindings[i]
			if x.Kind != graph.WritesTo || x.Via != graph.ViaInline {
				continue
			}
			m := r.migration(x.From)
			if m == nil {
				continue
			}
			m.Changes = append(m.Changes, data.Change{Undo: r.isUndone(x.From),
				Use: data.Use{By: m.Class, File: b.File, At: x.At, Ops: x.Ops, Tier: x.Tier},
				SQL: &resolve.SchemaChange{Object: x.To, External: x.Ext, At: x.At}})
		}
	}
}
