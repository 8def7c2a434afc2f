package sql

import (
	"slices"
	"strings"

	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// readSystems determines the database system of each script, by its path and by those
// of the scripts that create the same tables.
func (db *database) readSystems(ix *resolve.Table) {
	var files []string
	tables := map[string]map[string]bool{}
	for _, f := range ix.Files {
		if slices.Contains(languages, f.Language) {
			files = append(files, f.Path)
			tables[f.Path] = tableNames(ix, f)
		}
	}
	systems := migration.SystemsOf(files, func(a, b string) bool {
		return haveMost(tables[a], tables[b])
	})
	db.systems = map[*resolve.File]string{}
	for _, f := range ix.Files {
		if slices.Contains(languages, f.Language) {
			db.systems[f] = systems.Of(f.Path)
		}
	}
}

// tableNames returns the names, in lower case, of the tables that a script creates.
func tableNames(ix *resolve.Table, f *resolve.File) map[string]bool {
	out := map[string]bool{}
	for i := range f.Definitions {
		if d := ix.Def(f.ID(int32(i))); isTable(d) && !changes(d) {
			out[strings.ToLower(d.Symbol)] = true
		}
	}
	return out
}

// haveMost reports whether at least half of the names are in others.
func haveMost(names, others map[string]bool) bool {
	both := 0
	for name := range names {
		if others[name] {
			both++
		}
	}
	return both > 0 && 2*both >= len(names)
}
