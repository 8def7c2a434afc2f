package sql

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// If their names do not decide, the newer of two schema scripts is determined by the
// columns of their tables: it has more of the columns that migrations add and fewer
// of those they drop, or all columns of the other and more. Other objects follow the
// tables that both places create.
//
//	a/tables.sql CREATE TABLE orders (id)    b/tables.sql CREATE TABLE orders (id, zip)    // b is newer

// changeColumns applies a statement's effect on the columns of a table: a column
// finally exists, or is dropped.
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

// keepShapes records the run's effect on columns for the scripts of a system. If
// several sets of migrations are for one system, a column exists if one of them
// leaves it.
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

// maxRivals is the maximum number of compared schema scripts that define one object:
// of more, none is considered newer.
const maxRivals = 32

// rivals lists the definitions of an object by schema scripts.
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

// findNewer counts for each pair of places the tables by which scripts of the one are
// newer. A place is a path up to the first part in which two scripts differ.
//
//	misc/mysql/all.sql, utils/mysql/orders.sql    misc and utils
//
// Runs in time proportional to the number of tables times maxRivals squared.
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

// placesOf cuts two paths after the first part in which they differ.
func placesOf(a, b string) [2]string {
	from := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			from = i + 1
		}
	}
	return [2]string{cutBehind(a, from), cutBehind(b, from)}
}

// cutBehind cuts a path at the first slash from an offset on.
func cutBehind(file string, from int) string {
	if i := strings.IndexByte(file[from:], '/'); i >= 0 {
		return file[:from+i]
	}
	return file
}

// isNewer reports whether scripts in the place of a are newer than those in the place
// of b by most of the tables that distinguish them.
func (db *database) isNewer(a, b *resolve.Def) bool {
	places := placesOf(a.File.Path, b.File.Path)
	return db.newer[places] > 4*db.newer[[2]string{places[1], places[0]}]
}

// findOutgrown finds those definitions of an object for which a newer schema script
// for the same system exists. Runs in time quadratic in their number, up to
// maxRivals.
func (db *database) findOutgrown(ix *resolve.Table, list []resolve.DefID) {
	rivals := db.rivals(ix, list)
	for _, d := range rivals {
		db.outgrown[d.ID] = slices.ContainsFunc(rivals, func(o *resolve.Def) bool {
			return o.File != d.File && db.systems[o.File] == db.systems[d.File] &&
				(db.outgrows(o, d) || !db.outgrows(d, o) && db.isNewer(o, d))
		})
	}
}

// describes reports whether a definition is in a schema script.
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

// followed counts the changes by migrations that the columns of a table reflect,
// minus those that they do not.
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

// columnNames returns the columns that a definition of a table lists, in lower case,
// without those that an ALTER adds.
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
