package sql

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Which of two scripts of the schema is the newer one is told by the columns of their tables, where
// names do not tell: one has more of what migrations add and less of what they drop, or all columns
// of the other and more. What else they define follows the tables that both places make.
//
//	a/tables.sql CREATE TABLE orders (id)    b/tables.sql CREATE TABLE orders (id, zip)    // b is newer

// changeColumns follows what a statement does to the columns of a table: in the end a column is
// there, or it is gone.
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
// Where several sets of migrations are for one system, a column is there that one of them leaves.
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

// maxRivals is how many scripts of the schema that define one object are compared: of more, none is
// the newer one.
const maxRivals = 32

// rivals lists the definitions of an object by scripts of the schema.
func (db *database) rivals(ix *resolve.Table, list []resolve.DefID) []*resolve.Def {
	var out []*resolve.Def
	for _, id := range list {
		if d := ix.Def(id); db.describes(d) {
			if out = append(out, d); len(out) > maxRivals {
				return nil
			}
		}
	}
	return out
}

// findNewer counts for any two places the tables by which scripts of the one are newer. Places are
// told apart by the first parts of paths in which they differ.
//
//	misc/mysql/all.sql, utils/mysql/orders.sql    misc and utils
//
// Time grows with the tables, times the square of maxRivals.
func (db *database) findNewer(ix *resolve.Table) {
	db.newer = map[[2]string]int{}
	for k, list := range db.objects {
		if k.space != relations {
			continue
		}
		for _, o := range list {
			rivals := db.rivals(ix, o.all)
			for _, a := range rivals {
				for _, b := range rivals {
					if db.systems[a.File] == db.systems[b.File] && db.outgrows(a, b) {
						db.newer[placesOf(a.File.Path, b.File.Path)]++
					}
				}
			}
		}
	}
}

// placesOf cuts two paths behind the first part in which they differ.
func placesOf(a, b string) [2]string {
	from := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			from = i + 1
		}
	}
	return [2]string{cutBehind(a, from), cutBehind(b, from)}
}

// cutBehind cuts a path at the first slash from a place on.
func cutBehind(file string, from int) string {
	if i := strings.IndexByte(file[from:], '/'); i >= 0 {
		return file[:from+i]
	}
	return file
}

// isNewer reports whether scripts of the place of one are newer than those of the place of another
// by most of the tables that tell.
func (db *database) isNewer(a, b *resolve.Def) bool {
	places := placesOf(a.File.Path, b.File.Path)
	return db.newer[places] > 4*db.newer[[2]string{places[1], places[0]}]
}

// findOutgrown finds those of the definitions of an object beside which a script of the schema for
// the same system is newer. Time grows with the square of their number, up to maxRivals.
func (db *database) findOutgrown(ix *resolve.Table, list []resolve.DefID) {
	rivals := db.rivals(ix, list)
	for _, d := range rivals {
		db.outgrown[d.ID] = slices.ContainsFunc(rivals, func(o *resolve.Def) bool {
			return o.File != d.File && db.systems[o.File] == db.systems[d.File] &&
				(db.outgrows(o, d) || !db.outgrows(d, o) && db.isNewer(o, d))
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

// followed counts the changes by migrations that the columns of a table show, less those that they
// do not.
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

// columnNames are the columns that a definition of a table lists, in lower case. Those that an ALTER
// adds are not among them.
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
