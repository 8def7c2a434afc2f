package sql

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// A run is a series of scripts applied to one database: the migrations of a set for
// one system, or a single script. Its drops and renames are replayed, so that a
// definition belongs to the object whose name it finally has.
//
//	CREATE TABLE new_orders (…); INSERT INTO new_orders SELECT … FROM orders;
//	DROP TABLE orders; ALTER TABLE new_orders RENAME TO orders;    // new_orders defines orders
//
// Sets of migrations are separate, since a script of another set may drop objects of
// another database. So are the systems named in paths: mysql/2.sql drops nothing of
// sqlite/1.sql. A script of the set for no system runs for each system that has no
// script with its number: 3.up.sql, but 3.mysql.up.sql for MySQL. Rollbacks are not
// replayed, and the statements of a routine are if the script calls it.
type run struct {
	db   *database
	name string
	at   map[objectKey][]*definitionState   // the definitions that now have the name, dropped or not
	by   map[objectKey][]*definitionState   // indexes and triggers of tables, by schema and unqualified name
	seen map[resolve.DefID]*definitionState // by definition
	lost map[objectKey]bool                 // names that were dropped or given up, and not reused
	home string                             // the default schema, in scripts of no system

	bodies map[string]body // of Oracle packages, by name
	views  []*resolve.Def  // of its scripts; see dropReaders
	// shapes are the columns that the run adds and drops in total, by table; true for
	// those that exist at the end.
	shapes map[objectKey]map[string]bool
}

// A body is the latest body of a package, with its routines.
type body struct {
	file    *resolve.File
	members []*definitionState
}

// An eventKey is the name of an object in a run.
type eventKey struct {
	run string
	objectKey
}

// A definitionState is the history of a definition during its run.
type definitionState struct {
	def                *resolve.Def     // nil for an object that the run renames but does not define
	of                 *definitionState // the table of an ALTER, an index or a trigger
	key                objectKey
	name               string // from the last rename, or empty
	home               string // the schema it moved to with that rename; empty for its own
	renamedByOwnScript bool   // renamed by its own script
	dropped            bool
}

// dead reports whether the definition, or the object that it is part of, is dropped.
func (l *definitionState) dead() bool { return l.dropped || l.of != nil && l.of.dead() }

// An event is an effect of a script on an object at a position: a definition or a
// change.
type event struct {
	script *migration.Script // nil in a run of one script
	file   *resolve.File
	at     uint32
	def    *resolve.Def
	change *parse.Change
}

// runOf returns the name of a script's run: its own, if it is not a migration. Schema
// scripts have no order, so a drop in one does not affect objects created in another.
func (db *database) runOf(f *resolve.File) string {
	if m := db.scripts[f]; m != nil {
		return m.Set + "\n" + db.systems[f]
	}
	return f.Path
}

// replay replays all runs before objects are added by name: it gives definitions
// their final names, and finds the dropped ones.
//
// Runs in O(n log n) time in the number of definitions and changes in scripts that
// drop or rename something, times the number of systems of a set for scripts of no
// system.
func (db *database) replay(ix *resolve.Table) {
	db.dead, db.renamed = map[resolve.DefID]bool{}, map[eventKey]objectKey{}
	db.lost, db.kept = map[eventKey]bool{}, map[objectKey]objectKey{}
	db.shared = map[resolve.DefID][]bool{}
	db.meant, db.later = map[place]objectKey{}, map[resolve.DefID]firstName{}
	db.ended, db.made = map[eventKey]bool{}, db.madeBySchema(ix)
	db.shapes, db.baseDefinitions = map[eventKey]map[string]bool{}, map[resolve.DefID]bool{}
	db.outgrown, db.baseFiles = map[resolve.DefID]bool{}, map[*resolve.File]bool{}
	db.runs, db.droppedFrom = map[*resolve.File]string{}, map[place]objectKey{}
	runs := map[string][]event{}
	var names []string
	for _, f := range ix.Files {
		if !slices.Contains(languages, f.Language) || db.scripts[f] == nil && !db.dropsOrRenames(f) {
			continue
		}
		name := db.runOf(f)
		db.runs[f] = name
		if _, known := runs[name]; !known {
			names = append(names, name)
		}
		runs[name] = append(runs[name], db.events(ix, f)...)
	}
	for _, name := range names {
		if len(runs[name]) == 0 {
			continue
		}
		list := withShared(runs, name)
		r := run{db, name, map[objectKey][]*definitionState{}, map[objectKey][]*definitionState{},
			map[resolve.DefID]*definitionState{}, map[objectKey]bool{}, db.homes[runs[name][0].file],
			map[string]body{}, viewsOf(list), map[objectKey]map[string]bool{}}
		slices.SortStableFunc(list, func(a, b event) int {
			if a.script != b.script && a.script != nil && b.script != nil {
				if c := migration.Compare(a.script, b.script); c != 0 {
					return c
				}
			}
			return cmp.Compare(a.at, b.at)
		})
		for i := range list {
			if s := list[i].script; s != nil && s.MakesExtension() && (i == 0 || list[i-1].file != list[i].file) {
				r.clear()
			}
			r.do(&list[i])
		}
		r.end(ix, list)
	}
	// A definition in a script for no system is gone if all systems of its set drop
	// it.
	for id, dead := range db.shared {
		if len(dead) > 1 && !slices.Contains(dead, false) {
			db.dead[id] = true
		}
	}
}

// withShared returns the events of a run and, if it is for one system, those of the
// scripts of its set for no system: their definitions belong to another run, but
// their drops and renames also apply to this one.
//
//	1.up.sql CREATE TABLE orders …    2.mysql.up.sql ALTER TABLE orders …    3.up.sql DROP TABLE orders
//	// the ALTER is gone with the table
func withShared(runs map[string][]event, name string) []event {
	set, system, ok := strings.Cut(name, "\n")
	if !ok || system == "" {
		return runs[name]
	}
	number := func(e *event) string { return path.Dir(e.file.Path) + "/" + e.script.Version }
	own := map[string]bool{}
	for i := range runs[name] {
		if e := &runs[name][i]; e.script.Version != "" {
			own[number(e)] = true
		}
	}
	list := slices.Clip(runs[name])
	for _, e := range runs[set+"\n"] {
		if !own[number(&e)] {
			list = append(list, e)
		}
	}
	return list
}

// dropsOrRenames reports whether a script drops or renames something. Other schema
// scripts, the majority, are not replayed.
func (db *database) dropsOrRenames(f *resolve.File) bool {
	return slices.ContainsFunc(db.changesOf(f), func(c *parse.Change) bool {
		return c.Op == graph.DropsObject || c.Op == graph.RenamesObject || c.Index != ""
	})
}

// events lists the definitions, drops and renames of a script, without rollbacks.
func (db *database) events(ix *resolve.Table, f *resolve.File) []event {
	var out []event
	m := db.scripts[f]
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		if spaceFor(d) != 0 && !isRolledBack(d) && (m == nil || !m.RevertsAt(d.NameAt)) {
			out = append(out, event{m, f, d.NameAt, d, nil})
		}
	}
	for _, c := range db.changesOf(f) {
		if m == nil || !m.RevertsAt(c.At) {
			out = append(out, event{m, f, c.At, nil, c})
		}
	}
	return out
}

// changesOf lists the changes that a script makes when it runs: those of its
// statements, and those of the routines that it defines and calls.
//
//	CREATE PROCEDURE add_zip() BEGIN ALTER TABLE orders ADD zip int; END; CALL add_zip();
//
// References are released once they are bound, so the calls of a script are collected
// once.
func (db *database) changesOf(f *resolve.File) []*parse.Change {
	var out []*parse.Change
	for i := range f.Changes {
		if c := &f.Changes[i]; c.In == 0 || db.called[f.ID(c.In)] {
			out = append(out, c)
		}
	}
	return out
}

// findCalled finds the routines of scripts that change the schema and that these
// scripts call, possibly through other routines that they define. For scripts whose
// routines make changes, it runs in time proportional to the number of references
// times the depth of calls.
func (db *database) findCalled(ix *resolve.Table) {
	db.called = map[resolve.DefID]bool{}
	for _, f := range ix.Files {
		if slices.Contains(languages, f.Language) &&
			slices.ContainsFunc(f.Changes, func(c parse.Change) bool { return c.In > 0 }) {
			db.findCalledIn(f)
		}
	}
}

// findCalledIn finds the called routines of one script: those called by its
// statements, then by these, up to a fixpoint. A name refers to all routines of that
// name in the script.
//
//	SELECT add_zip();    PERFORM add_zip() in a called routine    CALL shop.add_zip
func (db *database) findCalledIn(f *resolve.File) {
	named := map[string][]int32{}
	for i := range f.Definitions {
		if d := &f.Definitions[i]; spaceOf[d.Kind] == routines {
			name := strings.ToLower(d.Name)
			named[name] = append(named[name], int32(i))
		}
	}
	for more := true; more; {
		more = false
		for i := range f.References {
			r := &f.References[i]
			if r.Kind != parse.RefExec && r.Kind != parse.RefFunc ||
				r.Def > 0 && !f.Definitions[r.Def].Kind.IsBatch() && !db.called[f.ID(r.Def)] {
				continue
			}
			for _, d := range named[strings.ToLower(r.Name)] {
				more = more || !db.called[f.ID(d)]
				db.called[f.ID(d)] = true
			}
		}
	}
}

// do applies one event.
func (r *run) do(e *event) {
	if e.def != nil {
		r.define(e.def)
		return
	}
	c := e.change
	schema := cmp.Or(c.Schema, r.homeOf(e.file), defaultSchema)
	k := objectKey{spaceOf[c.Kind], strings.ToLower(schema), strings.ToLower(c.Name)}
	if l := r.last(k); l != nil && l.def != nil && l.key != k {
		r.db.meant[place{e.file, c.At}] = l.key
	}
	switch {
	case c.Kind == "" && c.TargetSchema != "":
		r.moveSchema(k.schema, c.TargetSchema, e.file)
	case c.Kind == "":
		r.dropSchema(k.schema)
	case c.Index != "":
		r.dropIndex(c, e.file, k)
	case c.Op == graph.DropsObject && k.space == triggers:
		r.dropTrigger(k)
	case c.Op == graph.CreatesObject: // in a string or a routine: not a definition
		delete(r.lost, k)
		if r.last(k) == nil {
			r.at[k] = append(r.at[k], &definitionState{key: k})
		}
	case c.Op == graph.DropsObject:
		delete(r.shapes, k)
		r.drop(k, c)
	case c.Op == graph.AddsColumn || c.Op == graph.DropsColumn || c.Op == graph.RenamesColumn:
		r.changeColumns(k, c)
	case c.Op == graph.RenamesObject && k.space == triggers:
		r.renameTrigger(k, c, e.file)
	case c.Op == graph.RenamesObject && k.space != 0 && c.Part != "":
		// sp_rename does not distinguish a table from a procedure.
		if routine := (objectKey{routines, k.schema, k.name}); r.last(k) == nil &&
			r.last(routine) != nil {
			k = routine
		}
		r.rename(k, c, e.file)
	}
}

// homeOf returns the default schema of a script: for one in another run, that of the
// scripts here, since it runs in their database.
func (r *run) homeOf(f *resolve.File) string {
	if r.db.runs[f] != r.name {
		return r.home
	}
	return r.db.homes[f]
}

// drop drops an object. All its definitions are dropped, including older ones of a
// view, but not other overloads if the statement names the parameters.
//
//	DROP FUNCTION total(int)    // total(int, text) remains
func (r *run) drop(k objectKey, c *parse.Change) {
	rest := false
	for _, l := range r.at[k] {
		if isOther(l, c.Params) {
			rest = rest || !l.dropped
			continue
		}
		l.dropped = true
	}
	if !rest {
		r.lost[k] = true
	}
	if c.Cascades && k.space == relations {
		r.dropReaders(k)
	}
}

// dropSchema drops all objects in a schema.
//
//	DROP SCHEMA shop CASCADE
func (r *run) dropSchema(schema string) {
	for k, list := range r.at {
		if k.schema != schema {
			continue
		}
		for _, l := range list {
			l.dropped = true
		}
		r.lost[k] = true
	}
}

// clear drops all objects: the following scripts create everything from scratch.
//
//	shop--1.0--1.1.sql CREATE FUNCTION a …    shop--2.0.sql CREATE FUNCTION b …    // a is gone
func (r *run) clear() {
	for k, list := range r.at {
		for _, l := range list {
			l.dropped = true
		}
		r.lost[k] = true
	}
	clear(r.shapes)
}

// define records a definition; an ALTER, an index or a trigger as a part of its
// table.
//
//	CREATE TABLE orders …; ALTER TABLE orders ADD zip int; DROP TABLE orders; CREATE TABLE orders …
//	// the ALTER ends with the first definition, and adds no column to the second
func (r *run) define(d *resolve.Def) {
	l := &definitionState{def: d, key: keyOf(r.db, d)}
	if d.Schema == "" {
		l.key.schema = strings.ToLower(cmp.Or(r.homeOf(d.File), defaultSchema))
	}
	r.seen[d.ID] = l
	delete(r.lost, l.key)
	if isMember(d) {
		r.join(l)
	}
	if changes(d) {
		if l.of = r.last(l.key); l.of == nil {
			l.of = &definitionState{key: l.key} // of a table that other scripts create
			r.at[l.key] = append(r.at[l.key], l.of)
		}
		return
	}
	// Triggers of PostgreSQL and SQLite are also prefixed with the name of their
	// table.
	table, part, ok := strings.Cut(l.key.name, ".")
	if ok && (isIndex(d) || d.Kind == graph.KindTrigger) {
		l.of = r.last(objectKey{relations, l.key.schema, table})
		short := objectKey{l.key.space, l.key.schema, part}
		r.by[short] = append(r.by[short], l)
	}
	r.at[l.key] = append(r.at[l.key], l)
}

// join makes a routine a member of its package. A body in another script replaces the
// previous one, with all its routines.
//
//	1.sql CREATE PACKAGE BODY shop AS PROCEDURE a … PROCEDURE b …    2.sql CREATE OR REPLACE … PROCEDURE a …
//	// b is gone
func (r *run) join(l *definitionState) {
	b := r.bodies[l.key.schema]
	if b.file != l.def.File {
		for _, old := range b.members {
			old.dropped = true
			r.lost[old.key] = true
		}
		b = body{file: l.def.File}
		delete(r.lost, l.key)
	}
	b.members = append(b.members, l)
	r.bodies[l.key.schema] = b
}

// isRolledBack reports whether the script itself rolls back the definition.
//
//	BEGIN; CREATE TABLE orders (…); ROLLBACK;
func isRolledBack(d *resolve.Def) bool { return resolve.HasModifier(d, "rolled back") }

// isMember reports whether d is a routine in the body of an Oracle package.
func isMember(d *resolve.Def) bool { return resolve.HasModifier(d, "package") }

// last returns the current owner of a name, or nil.
func (r *run) last(k objectKey) *definitionState {
	for _, l := range slices.Backward(r.at[k]) {
		if !l.dropped {
			return l
		}
	}
	return nil
}

// rename renames the current owner of a name, whether or not the run defines it.
//
//	ALTER TABLE new_orders RENAME TO orders    sp_rename 'dbo.NewOrders', 'Orders'
//	RENAME TABLE new_orders TO orders          ALTER INDEX is not one: it is found by its table
//	ALTER TABLE orders SET SCHEMA shop         ALTER FUNCTION total(int) SET SCHEMA shop: only this overload
func (r *run) rename(k objectKey, c *parse.Change, f *resolve.File) {
	next := objectKey{k.space, strings.ToLower(cmp.Or(c.TargetSchema, k.schema)), strings.ToLower(c.Part)}
	if next == k || r.last(k) == nil && r.db.renamed[eventKey{r.name, k}] == next && r.movedOn(k) {
		return // or another form of the same migration has done it
	}
	r.lost[k] = true
	delete(r.lost, next)
	if r.last(k) == nil {
		r.at[k] = append(r.at[k], &definitionState{key: k})
	}
	// Dropped definitions of the name belong to its history.
	var rest []*definitionState
	for _, l := range r.at[k] {
		if l.dropped || isOther(l, c.Params) {
			rest = append(rest, l)
			continue
		}
		l.name, l.home, l.renamedByOwnScript = c.Part, c.TargetSchema, l.def != nil && l.def.File == f
		r.at[next] = append(r.at[next], l)
	}
	r.at[k] = rest
	if columns, ok := r.shapes[k]; ok {
		r.shapes[next] = columns
		delete(r.shapes, k)
	}
	r.db.renamed[eventKey{r.name, k}] = next
}

// moveSchema moves all objects in a schema to another one.
//
//	ALTER SCHEMA sales RENAME TO shop
func (r *run) moveSchema(schema, home string, f *resolve.File) {
	var moved []objectKey
	for k, list := range r.at {
		if k.schema == schema && slices.ContainsFunc(list, func(l *definitionState) bool { return !l.dropped && l.of == nil }) {
			moved = append(moved, k)
		}
	}
	for _, k := range moved {
		name := k.name
		if l := r.last(k); l.def != nil {
			name = cmp.Or(l.name, l.def.Symbol)
		}
		r.rename(k, &parse.Change{Part: name, TargetSchema: home}, f)
	}
}

// isOther reports whether a definition is an overload with different parameters; nil
// matches any.
func isOther(l *definitionState, params []parse.Param) bool {
	return params != nil && l.def != nil && hasOverloads(l.def) && overload(l.def) != signature(params)
}

// movedOn reports whether the owner of a name exists under a later name.
func (r *run) movedOn(k objectKey) bool {
	for range maxRenames {
		next, ok := r.db.renamed[eventKey{r.name, k}]
		if !ok || r.last(next) != nil {
			return ok
		}
		k = next
	}
	return false
}

// dropIndex drops an index of a table or, if the statement names no table, the index
// of that name, as in PostgreSQL, SQLite and Oracle, where index names are unique in
// a schema. The result is kept, since only the index determines the table that the
// statement changes.
func (r *run) dropIndex(c *parse.Change, f *resolve.File, table objectKey) {
	for _, l := range r.by[objectKey{indexes, table.schema, strings.ToLower(c.Index)}] {
		of, _, _ := strings.Cut(l.key.name, ".")
		if l.dead() || table.name != "" && table.name != of && (l.of == nil || l.of != r.last(table)) {
			continue
		}
		l.dropped = true
		r.db.droppedFrom[place{f, c.At}] = objectKey{relations, table.schema, of}
	}
}

// A place is a position in a script.
type place struct {
	file *resolve.File
	at   uint32
}

// end records the results of the run. A definition gets its last name, if it still
// exists or its own script renamed it; an object that was put away under another name
// and dropped is part of the history of its former name.
func (r *run) end(ix *resolve.Table, list []event) {
	r.keepRenamed()
	r.keepNames(list)
	if _, system, ok := strings.Cut(r.name, "\n"); ok {
		begins := r.startsFromSchema()
		r.keepShapes(system)
		if begins {
			r.recordBaseDefinitions(ix, system)
		}
		for k := range r.lost {
			r.db.lost[eventKey{system, k}] = true
			r.db.ended[eventKey{system, k}] = r.db.ended[eventKey{system, k}] || begins
		}
	}
	for i := range list {
		d := list[i].def
		if d == nil {
			continue
		}
		l := r.seen[d.ID]
		if r.db.runs[d.File] != r.name { // only Oracle has packages
			dead := l.dead() || isMember(d) && !strings.HasSuffix(r.name, "\noracle")
			r.db.shared[d.ID] = append(r.db.shared[d.ID], dead)
			continue
		}
		if l.dead() {
			r.db.dead[d.ID] = true
		}
		if changes(d) && l.of != nil && l.of.key != l.key && (l.of.def != nil || r.db.made[l.of.key] != nil) {
			f := firstName{key: l.of.key, id: resolve.None}
			if l.of.def != nil {
				f.key, f.id = keyOf(r.db, l.of.def), l.of.def.ID
			}
			r.db.later[d.ID] = f
		}
		part := d.Kind == graph.KindTrigger || l.of != nil && !changes(d)
		d.Schema = cmp.Or(l.homeOf(), d.Schema)
		switch name := l.nameOf(); {
		case name == "":
			if l.dropped && l.name != "" {
				old := objectKey{l.key.space, strings.ToLower(cmp.Or(l.home, l.key.schema)), strings.ToLower(l.name)}
				r.db.renamed[eventKey{r.name, old}] = l.key
			}
		case part: // an index or a trigger is prefixed with its table
			d.Symbol = name
			if l.ownName() != "" {
				d.Name = name[strings.LastIndexByte(name, '.')+1:]
			}
		default:
			d.Symbol, d.Name = name, name
		}
	}
}

// keyOf returns the name by which the definitions of an object are looked up.
func keyOf(db *database, d *resolve.Def) objectKey {
	// The key is case-insensitive, so one lookup finds all spellings.
	return objectKey{spaceFor(d), strings.ToLower(db.SchemaOf(d)), strings.ToLower(d.Symbol)}
}

// findIn finds the object that a name refers to in a script, including one that its
// run renames later.
//
//	INSERT INTO new_orders …    // writes orders, the final name of new_orders
func (db *database) findIn(f *resolve.File, schema, name string, anyCase bool,
	spaces ...objectSpace) resolve.DefID {
	id := db.find(schema, name, anyCase, spaces...)
	for _, space := range spaces {
		k := objectKey{space, strings.ToLower(schema), strings.ToLower(name)}
		for range maxRenames {
			next, ok := db.renamed[eventKey{db.runs[f], k}]
			if id != resolve.None || !ok {
				break
			}
			k = next
			id = db.find(k.schema, k.name, true, space)
		}
	}
	return id
}

// maxRenames bounds the renames of one name that are followed.
const maxRenames = 16
