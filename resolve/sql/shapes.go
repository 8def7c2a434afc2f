package sql

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Which of two scripts of the schema is the newer one is told by the columns of their tables, where names do
// not tell: one has more of what migrations add and less of what they drop, or all columns of the other and
// more. What is not a table follows the tables that both scripts make.
//
//	a/tables.sql CREATE TABLE orders (id)    b/tables.sql CREATE TABLE orders (id, zip)    // b is newer

// changeColumns follows what a statement does to the columns of a table: in the end a column is there, or
// it is gone.
func (r *run) changeColumns(k objectKey, c *parse.Change) {
	set := func(name string, there bool) {
		if r.shapes[k] == nil {
			r.shapes[k] = map[string]bool{}
		}
		r.shapes[k][strings.ToLower(name)] = there
	}
	switch c.Op {
	case graph.AddsColumn:
		set(c.Part, true)
	case graph.DropsColumn:
		set(c.Part, false)
	case graph.RenamesColumn:
		set(c.Part, false)
		set(c.To, true)
	}
}

// keepShapes keeps what the run has done to columns for the scripts of a system.
func (r *run) keepShapes(system string) {
	for k, columns := range r.shapes {
		key := eventKey{system, k}
		if r.db.shapes[key] == nil {
			r.db.shapes[key] = map[string]bool{}
		}
		for name, there := range columns {
			r.db.shapes[key][name] = r.db.shapes[key][name] || there
		}
	}
}

// findOutgrown finds those of the definitions of an object beside which a script of the schema for the same
// system is newer. Time grows with the square of their number, and with the tables of their scripts.
func (db *database) findOutgrown(ix *resolve.Table, list []resolve.DefID) {
	for _, id := range list {
		d := ix.Def(id)
		if !db.describes(d) {
			continue
		}
		db.outgrown[id] = slices.ContainsFunc(list, func(other resolve.DefID) bool {
			o := ix.Def(other)
			return db.describes(o) && o.File != d.File && db.systems[o.File] == db.systems[d.File] &&
				(db.outgrows(o, d) || !db.outgrows(d, o) && db.hasOutgrown(ix, o.File, d.File))
		})
	}
}

// describes reports whether a definition is one of a script of the schema.
func (db *database) describes(d *resolve.Def) bool {
	return db.scripts[d.File] == nil && db.stage(d) == stageSchema && !changes(d)
}

// outgrows reports whether a definition of a table is newer than another one.
func (db *database) outgrows(a, b *resolve.Def) bool {
	if !isTable(a) || !isTable(b) || len(a.Params) == 0 || len(b.Params) == 0 {
		return false
	}
	x, y := db.followed(a), db.followed(b)
	return x > y || x == y && len(a.Params) > len(b.Params) && hasColumnsOf(a, b)
}

// followed counts the changes by migrations that the columns of a table show, less those that they do not.
func (db *database) followed(d *resolve.Def) int {
	n := 0
	k := keyOf(db, d)
	columns := columnNames(d)
	for _, system := range slices.Compact([]string{"", db.systems[d.File]}) {
		for name, there := range db.shapes[eventKey{system, k}] {
			if columns[name] == there {
				n++
			} else {
				n--
			}
		}
	}
	return n
}

func columnNames(d *resolve.Def) map[string]bool {
	out := map[string]bool{}
	for _, p := range d.Params {
		out[strings.ToLower(p.Name)] = true
	}
	return out
}

// hasColumnsOf reports whether a table has all columns of another one.
func hasColumnsOf(a, b *resolve.Def) bool {
	columns := columnNames(a)
	return !slices.ContainsFunc(b.Params, func(p parse.Param) bool {
		return !columns[strings.ToLower(p.Name)]
	})
}

// hasOutgrown reports whether a script is newer than another one by a table that both make, and older by none.
func (db *database) hasOutgrown(ix *resolve.Table, a, b *resolve.File) bool {
	key := [2]*resolve.File{a, b}
	if known, ok := db.newer[key]; ok {
		return known
	}
	mine := db.madeIn(ix, a)
	newer, older := false, false
	for k, theirs := range db.madeIn(ix, b) {
		if own := mine[k]; own != nil {
			newer, older = newer || db.outgrows(own, theirs), older || db.outgrows(theirs, own)
		}
	}
	db.newer[key] = newer && !older
	return newer && !older
}

// madeIn returns the tables that a script makes, by name: the first definition of each.
func (db *database) madeIn(ix *resolve.Table, f *resolve.File) map[objectKey]*resolve.Def {
	out := map[objectKey]*resolve.Def{}
	for i := range f.Definitions {
		if d := ix.Def(f.ID(int32(i))); isTable(d) && !changes(d) && out[keyOf(db, d)] == nil {
			out[keyOf(db, d)] = d
		}
	}
	return out
}
