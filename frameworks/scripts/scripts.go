// Package scripts reads migrations that are SQL scripts. Package migration determines
// which files are migrations, and their order; the SQL rules determine their changes.
package scripts

import (
	"fmt"
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// Mapper returns the reader of scripts.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// Sites returns NoSites: scripts are read by the SQL front end.
func (mapper) Sites(string, parse.Source) parse.SiteScope { return parse.NoSites }

// A sequencer determines which files are migrations, and their order.
type sequencer interface {
	resolve.Migrator
	Script(f *resolve.File) *migration.Script
}

// A script is a migration with its file.
type script struct {
	migration.Script
	in *resolve.Binder
}

// Read adds the script migrations, in order.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	var list []script
	for _, b := range t.Files {
		rules, ok := b.File.Rules.(sequencer)
		if !ok {
			continue
		}
		if s := rules.Script(b.File); s != nil && !s.Undo {
			list = append(list, script{*s, b})
		}
	}
	slices.SortStableFunc(list, func(a, b script) int {
		return migration.Compare(&a.Script,
			&b.Script)
	})
	for i, s := range list {
		x := data.Migration{Class: s.in.File.First, Run: s.Set, Key: fmt.Sprint(i),
			Changes: slices.Concat(s.schema(t), s.rows(t))}
		slices.SortStableFunc(x.Changes, func(a,
			b data.Change) int {
			return int(a.At) - int(b.At)
		})
		if len(x.Changes) > 0 {
			m.Migrations = append(m.Migrations, x)
		}
	}
}

// schema lists the schema changes of a script.
func (s script) schema(t *eval.Tree) []data.Change {
	var out []data.Change
	for _, c := range s.in.File.Rules.(resolve.Migrator).Changes(t.Table, s.in.File) {
		out = append(out, s.change(c, 0))
	}
	return out
}

// rows lists the tables whose rows a script changes directly. Changes by a routine that
// it defines belong to the routine.
func (s script) rows(t *eval.Tree) []data.Change {
	var out []data.Change
	for _, x := range s.in.Bindings {
		if x.Kind != graph.WritesTo || !t.Table.Def(x.From).Kind.IsBatch() ||
			s.RevertsAt(x.At) {
			continue
		}
		c := s.change(resolve.SchemaChange{Object: x.To, External: x.Ext, At: x.At}, x.Ops)
		c.Tier = x.Tier
		out = append(out, c)
	}
	return out
}

func (s script) change(c resolve.SchemaChange, ops graph.Ops) data.Change {
	return data.Change{Op: c.Op, Part: c.Part, To: c.To, SQL: &c,
		Use: data.Use{By: s.in.File.First, File: s.in.File, At: c.At, Ops: ops, Tier: graph.Exact}}
}
