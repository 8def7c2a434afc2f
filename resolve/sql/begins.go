package sql

import (
	"maps"
	"slices"

	"seedgraph/resolve"
)

// madeBySchema returns the objects that schema scripts define, by name, with the
// columns of all definitions of a table.
func (db *database) madeBySchema(ix *resolve.Table) map[objectKey]map[string]bool {
	out := map[objectKey]map[string]bool{}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if spaceFor(d) == 0 || !db.describes(d) {
			continue
		}
		k := keyOf(db, d)
		if out[k] == nil {
			out[k] = map[string]bool{}
		}
		for name := range columnNames(d) {
			out[k][name] = true
		}
	}
	return out
}

// startsFromSchema reports whether the run starts from the objects of a schema script: at most
// a fifth of the tables that it creates and of the columns that it adds to tables of
// a schema script, and of at least three, are in one. A schema script that is kept up
// to date has them.
//
//	create.sql CREATE TABLE orders …    upgrades/1.sql CREATE TABLE lines …    upgrades/2.sql DROP TABLE orders
func (r *run) startsFromSchema() bool {
	makes, kept := 0, 0
	for k, list := range r.at {
		if k.space != relations || !slices.ContainsFunc(list, func(l *definitionState) bool {
			return l.def != nil && isTable(l.def) && !l.dead() && r.db.runs[l.def.File] == r.name
		}) {
			continue
		}
		makes++
		if r.db.made[k] != nil {
			kept++
		}
	}
	for k, columns := range r.shapes {
		for name, there := range columns {
			if there && len(r.db.made[k]) > 0 {
				makes++
				if r.db.made[k][name] {
					kept++
				}
			}
		}
	}
	return makes >= 3 && 5*kept <= makes
}

// recordBaseDefinitions records the base definitions, other than tables, that the run
// redefines or drops. They are in schema scripts, for the system or for no specific
// one, that create a table that the run alters or drops. Scripts without such a table
// may be run again.
//
//	create.sql CREATE TABLE orders …  CREATE FUNCTION total …    upgrades/3.sql CREATE OR REPLACE FUNCTION total …
func (r *run) recordBaseDefinitions(ix *resolve.Table, system string) {
	files := map[*resolve.File]bool{}
	of := func(d *resolve.Def) bool {
		return r.db.describes(d) && (r.db.systems[d.File] == "" || r.db.systems[d.File] == system)
	}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if k := keyOf(r.db, d); isTable(d) && of(d) && (r.lost[k] || len(r.shapes[k]) > 0) {
			files[d.File] = true
		}
	}
	maps.Copy(r.db.baseFiles, files)
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if k := keyOf(r.db, d); !isTable(d) && spaceFor(d) != 0 && files[d.File] && of(d) {
			l := r.last(k)
			if r.lost[k] || l != nil && l.def != nil && r.db.runs[l.def.File] == r.name {
				r.db.baseDefinitions[d.ID] = true
			}
		}
	}
}
