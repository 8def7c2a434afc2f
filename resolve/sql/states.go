package sql

import (
	"path"
	"slices"
	"strings"

	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// fewTables is the maximum number of tables in a script from which nothing is
// concluded.
const fewTables = 4

// findStates finds the migrations that contain the whole schema as of some time:
// those of a folder or a series, for one system, that create again at least four of
// five tables of an earlier one. The last of them is whole, those before it are past.
// It also finds the sample scripts.
//
//	snapshots/schema-1.9.xml, snapshots/schema-2.1.xml
//
// Runs in time proportional to the number of definitions times the number of scripts
// of a folder that create the same table.
func (db *database) findStates(ix *resolve.Table) {
	db.whole, db.past = map[*resolve.File]bool{}, map[*resolve.File]bool{}
	db.samples = map[*resolve.File]bool{}
	folders := map[string][]*resolve.File{}
	var names []string
	for _, f := range ix.Files {
		if !slices.Contains(languages, f.Language) || f.Test || len(f.Definitions) <= fewTables {
			continue
		}
		m := db.scripts[f]
		if m == nil {
			db.samples[f] = migration.IsSample(f.Path)
			continue
		}
		dir := path.Dir(f.Path)
		if m.MakesAll() { // folders may be versions
			dir = m.Set
		}
		name := dir + "\n" + db.systems[f] + "\n" + f.Dialect
		if folders[name] == nil {
			names = append(names, name)
		}
		folders[name] = append(folders[name], f)
	}
	for _, name := range names {
		if len(folders[name]) > 1 {
			db.findStatesIn(ix, folders[name])
		}
	}
	db.findVersions(ix)
	db.findArchived(ix)
}

// findArchived finds the archived scripts that are past: schema scripts elsewhere
// also create most of their objects, so the rest are gone.
//
//	sql/base/all.sql CREATE TABLE a, b, c …    sql/archive/0.1.sql CREATE TABLE a, b, c, old …
func (db *database) findArchived(ix *resolve.Table) {
	archives := map[string]map[objectKey]bool{} // the tables of each
	now := map[objectKey]bool{}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if !isTable(d) || changes(d) || d.File.Test {
			continue
		}
		if dir := migration.Archive(d.File.Path); dir == "" {
			now[keyOf(db, d)] = now[keyOf(db, d)] || db.scripts[d.File] == nil
		} else {
			if archives[dir] == nil {
				archives[dir] = map[objectKey]bool{}
			}
			archives[dir][keyOf(db, d)] = true
		}
	}
	for dir, tables := range archives {
		both := 0
		for k := range tables {
			if now[k] {
				both++
			}
		}
		if both < fewTables || 2*both < len(tables) {
			delete(archives, dir)
		}
	}
	for _, f := range ix.Files {
		if archives[migration.Archive(f.Path)] != nil {
			db.past[f] = true
		}
	}
}

// findVersions finds the scripts that are past since their folder has one named
// latest: their names are only versions.
//
//	views/totals/9.5-1.sql, views/totals/10.0-1.sql, views/totals/latest.sql
func (db *database) findVersions(ix *resolve.Table) {
	latest := map[string]bool{}
	for _, f := range ix.Files {
		if slices.Contains(languages, f.Language) && len(f.Definitions) > 1 && migration.IsLatest(f.Path) {
			latest[path.Dir(f.Path)] = true
		}
	}
	for _, f := range ix.Files {
		if slices.Contains(languages, f.Language) && latest[path.Dir(f.Path)] && migration.IsVersion(f.Path) {
			db.past[f] = true
		}
	}
}

// findStatesIn finds the states in a folder, from the last script to the first, so
// that a script is compared with later ones. A script that one later script repeats
// is past, whatever others do; the one that repeats it is whole unless it is past
// itself.
//
//	1.xml, 2.xml, 3.xml    // 3 repeats 2 and 1, 2 repeats 1: 3 is whole, 1 and 2 are past
func (db *database) findStatesIn(ix *resolve.Table, files []*resolve.File) {
	slices.SortStableFunc(files, func(a, b *resolve.File) int {
		return migration.Natural(a.Path, b.Path)
	})
	later := map[objectKey][]*resolve.File{} // by created table
	for _, f := range slices.Backward(files) {
		again, count := map[*resolve.File]int{}, 0
		for _, k := range db.tablesOf(ix, f) {
			count++
			for _, other := range later[k] {
				again[other]++
			}
			later[k] = append(later[k], f)
		}
		for _, other := range files {
			if count > fewTables && 5*again[other] >= 4*count {
				db.past[f] = true
				db.whole[other] = !db.past[other]
			}
		}
	}
}

// tablesOf lists the tables that a script creates, deduplicated by name, since the
// definitions of a table in several scripts are not one object yet. Rollbacks create
// none.
func (db *database) tablesOf(ix *resolve.Table, f *resolve.File) []objectKey {
	var out []objectKey
	seen := map[objectKey]bool{}
	m := db.scripts[f]
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		k := objectKey{relations, strings.ToLower(db.SchemaOf(d)), strings.ToLower(d.Symbol)}
		if isTable(d) && !changes(d) && !m.RevertsAt(d.NameAt) && !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}
