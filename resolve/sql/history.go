package sql

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/order"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// The definition in force. A tree often defines an object several times: in a schema
// script and in the migrations that lead to it, or again in each migration that
// changes a procedure. The first of these criteria that distinguishes two definitions
// decides:
//
//   - a script named by the configuration (database.current), then a schema script, then a
//     migration, then past scripts, and base definitions that migrations redefine, see
//     states.go and recordBaseDefinitions, then a script whose name marks it as a sample, then a
//     test or the rollback part of a migration;
//   - migrations of a folder that create the same tables again are the whole schema as of
//     different times: the last one is a schema script, and objects only in earlier ones are
//     gone; see states.go;
//   - an existing definition before one that its scripts drop; see replay.go;
//   - a definition before an ALTER of a table or a sequence, which only changes one;
//   - among migrations the last one that defines the object; a table that is only created
//     if it does not exist is that of the first;
//   - among schema scripts one whose path marks it as current, then one in a schema folder,
//     then the first one that has more than an ALTER, and last those whose path marks them as
//     old or examples; among numbered scripts in one folder, and within a script, the last
//     definition, for a table the first; one whose name consists of a subset of the words of
//     another in its folder, which is a variant; one next to which none is newer by the
//     columns of tables, see shapes.go; and one that a tool dumped from a database.
//
// Functions with the same name and different parameters are separate definitions of
// the object, in dialects that have overloads. So are definitions for another
// database system: for each system one is in force, and one for no system among the
// migrations of a set. The definition for the first system, H2 and the like last,
// represents the object; those for the others are flagged like all that do not, but
// their history is separate.
//
// All definitions not in force are flagged, and also those made only by the rollback
// of migrations, and those that the last migration dropped or renamed.

// The stages of a script; a lower one takes precedence.
const (
	stageCurrent   = iota // named by the configuration
	stageSchema           // the current state of the database
	stageMigration        // a step towards it
	// Past: older than another state of the same objects, or base definitions that
	// migrations redefine.
	stagePast
	stageSample // a sample, by its name
	stageLast   // a test, or the rollback part of a migration
)

// readScripts finds the migrations among the scripts of the tree.
func (db *database) readScripts(ix *resolve.Table) {
	var list []*migration.Script
	includes := map[string][]migration.Include{}
	planned := plannedScripts(ix)
	var rest []*resolve.File
	for _, f := range ix.Files {
		if !slices.Contains(languages, f.Language) {
			continue
		}
		if m := planned[f.Path]; m != nil {
			db.scripts[f] = m
		} else if m, ok := migration.Of(f.Path, f.Text); !ok {
			rest = append(rest, f)
		} else {
			// The name of a file is better evidence than its text: most migrations
			// look like any script.
			db.scripts[f] = &m
			list = append(list, &m)
			if in := includesOf(f); len(in) > 0 {
				includes[f.Path] = in
			}
		}
	}
	paths := make([]string, len(rest))
	for i, f := range rest {
		paths[i] = f.Path
	}
	for i, m := range migration.Series(paths) {
		if m != nil {
			db.scripts[rest[i]] = m
		}
	}
	migration.Arrange(list, includes)
	migration.ArrangeChains(list)
	migration.ArrangeDates(list)
	db.current = ix.Project.Current
}

// plannedScripts finds the scripts of Sqitch: a plan is more specific than their
// names, so these are ignored. Runs in time proportional to the number of plans times
// the number of scripts.
func plannedScripts(ix *resolve.Table) map[string]*migration.Script {
	plans := map[string]string{}
	for file, text := range ix.Project.Files {
		if path.Base(file) == migration.SqitchPlan {
			plans[file] = text
		}
	}
	if len(plans) == 0 {
		return nil
	}
	var files []string
	for _, f := range ix.Files {
		if f.Language == "sql" {
			files = append(files, f.Path)
		}
	}
	return migration.Sqitch(files, plans)
}

// includesOf lists the includes of a changelog, in order; nil for other files.
func includesOf(f *resolve.File) []migration.Include {
	if f.Language != "liquibase" {
		return nil
	}
	var out []migration.Include
	for i := range f.Imports {
		im := &f.Imports[i]
		out = append(out, migration.Include{Path: im.Path, All: im.All, Relative: im.Name != ""})
	}
	return out
}

// stage returns the precedence of the script of a definition.
func (db *database) stage(d *resolve.Def) int {
	m := db.scripts[d.File]
	switch {
	case db.current != nil && db.current(d.File.Path):
		return stageCurrent
	case d.File.Test || m != nil && m.RevertsAt(d.NameAt):
		// Undoing a migration restores the definition of an earlier one, which is not
		// in force.
		return stageLast
	case db.baseDefinitions[d.ID], db.past[d.File]:
		return stagePast
	case m != nil && !db.whole[d.File]:
		return stageMigration
	case m == nil && db.samples[d.File]:
		return stageSample
	}
	return stageSchema
}

// compare orders definitions of one object, the one in force first. Age decides
// between schema scripts whose names do not.
func (db *database) compare(a, b *resolve.Def, age func(a, b *resolve.Def) int) int {
	if c := order.Bools(changes(a), changes(b)); c != 0 {
		return c
	}
	stage := db.stage(a)
	if c := cmp.Or(cmp.Compare(stage, db.stage(b)),
		order.Bools(db.dead[a.ID], db.dead[b.ID]),
		order.Bools(db.isUnknown(a), db.isUnknown(b)),
		order.Bools(db.isEmbedded(a), db.isEmbedded(b)), db.forAll(a, b)); c != 0 {
		return c
	}
	inFile := cmp.Compare(b.NameAt, a.NameAt) // the last one to run is in force
	// A second CREATE of a table fails, or is for a database that does not have it
	// yet.
	if isTable(a) && isTable(b) {
		inFile = -inFile
	}
	m, n := db.scripts[a.File], db.scripts[b.File]
	if m == nil || n == nil || stage == stageLast {
		if a.File == b.File {
			return inFile
		}
		inOrder := migration.Order(b.File.Path, a.File.Path)
		if isTable(a) && isTable(b) {
			inOrder = -inOrder
		}
		return cmp.Or(order.Bools(a.RareFields().Form == "alter", b.RareFields().Form == "alter"),
			order.Bools(migration.IsCurrent(b.File.Path), migration.IsCurrent(a.File.Path)),
			order.Bools(migration.IsUnused(a.File.Path), migration.IsUnused(b.File.Path)),
			order.Bools(migration.IsSchemaFile(b.File.Path), migration.IsSchemaFile(a.File.Path)), inOrder,
			migration.CompareGenerality(a.File.Path, b.File.Path), age(a, b),
			strings.Compare(a.File.Path, b.File.Path))
	}
	if ifMissing(a) || ifMissing(b) {
		return cmp.Or(order.Bools(ifMissing(a), ifMissing(b)), migration.Compare(m, n), inFile)
	}
	return cmp.Or(migration.Compare(n, m), inFile)
}

// isDump reports whether a script is a dump of a database by a tool, other than one
// that migrations start from: that is as old as they are.
func (db *database) isDump(f *resolve.File) bool { return migration.IsDump(f.Text) && !db.baseFiles[f] }

// isUnknown reports whether a definition is for an unknown database system; see
// readSystems.
func (db *database) isUnknown(d *resolve.Def) bool {
	system := db.systems[d.File]
	return system != "" && !migration.Knows(system)
}

// isEmbedded reports whether a definition is for a database system embedded in Java
// programs: next to other systems, it is for tests.
func (db *database) isEmbedded(d *resolve.Def) bool {
	switch db.systems[d.File] {
	case "h2", "hsqldb", "derby":
		return true
	}
	return false
}

// forAll orders a migration for no system before one of its set for a specific
// system: it applies to all others.
//
//	1.up.sql CREATE TABLE orders …    2.sqlite.up.sql CREATE TABLE orders_new … RENAME TO orders
func (db *database) forAll(a, b *resolve.Def) int {
	m, n := db.scripts[a.File], db.scripts[b.File]
	if m == nil || n == nil || m.Set != n.Set {
		return 0
	}
	return order.Bools(db.systems[a.File] != "", db.systems[b.File] != "")
}

// changes reports whether d is the ALTER of a table or a sequence.
func changes(d *resolve.Def) bool {
	return d.RareFields().Form == "alter" && (isTable(d) || d.Kind == graph.KindSequence)
}

func isTable(d *resolve.Def) bool { return d.Kind == graph.KindTable }

// ifMissing reports whether d creates a table only if it does not exist.
func ifMissing(d *resolve.Def) bool {
	return isTable(d) && strings.Contains(strings.ToUpper(d.Signature), "IF NOT EXISTS")
}

// overload returns a string that distinguishes definitions of a routine with
// different parameters. In SQL Server and MySQL a routine is identified by its name
// only.
func overload(d *resolve.Def) string {
	if !hasOverloads(d) {
		return ""
	}
	return signature(d.Params)
}

// hasOverloads reports whether d is a routine in a system that supports overloading.
//
//	CREATE FUNCTION total(a int) …; CREATE FUNCTION total(a text) …    // two in PostgreSQL and Oracle
func hasOverloads(d *resolve.Def) bool {
	return (d.Kind == graph.KindFunc || d.Kind == graph.KindProc) && d.File.Dialect != "tsql" &&
		d.File.Dialect != "mysql"
}

// signature returns a string that distinguishes the parameters of overloads: the
// types of the input parameters.
func signature(params []parse.Param) string {
	var b strings.Builder
	for _, p := range params {
		if p.Out {
			continue
		}
		name := strings.Join(strings.Fields(strings.ToLower(p.Type.Name)), " ")
		array := ""
		if i := strings.IndexByte(name, '['); i > 0 {
			name, array = strings.TrimSpace(name[:i]), "[]"
		}
		if i := strings.IndexByte(name, '('); i > 0 { // a size does not distinguish overloads
			_, zone, _ := strings.Cut(name[i:], ")")
			name = strings.TrimSpace(name[:i]) + zone
		}
		fmt.Fprintf(&b, "%s%s,", cmp.Or(sameTypes[name], name), array)
	}
	return b.String()
}

// sameTypes are alternative names of types in PostgreSQL, some of them standard (its
// manual, "Data Types").
//
//	f(a int, b varchar(10)), f(a integer, b character varying)    // one function
var sameTypes = map[string]string{"int": "integer", "int4": "integer", "int8": "bigint",
	"int2": "smallint", "bool": "boolean", "varchar": "character varying", "char": "character",
	"bpchar": "character", "decimal": "numeric", "dec": "numeric", "float4": "real",
	"float": "double precision", "float8": "double precision", "varbit": "bit varying",
	"timestamptz": "timestamp with time zone", "timetz": "time with time zone",
	"timestamp without time zone": "timestamp", "time without time zone": "time"}

// A version identifies the definitions among which one is in force.
type version struct {
	kind     graph.NodeKind
	overload string
	system   string
}

// systemOf returns the system named by the path of a script or, if it names none, by
// the path of another.
func (db *database) systemOf(d, other *resolve.Def) string {
	return cmp.Or(db.systems[d.File], db.systems[other.File])
}

// sortDefinitions sorts the definition in force first. Ages are compared only between
// definitions for the same system, within the positions that these have: which system
// represents the object does not depend on age.
//
//	misc/mysql (old), misc/oracle, utils/mysql    // utils/mysql, misc/oracle, misc/mysql
func (db *database) sortDefinitions(ix *resolve.Table, list []resolve.DefID) {
	sortBy := func(list []resolve.DefID, age func(a, b *resolve.Def) int) {
		slices.SortStableFunc(list, func(a, b resolve.DefID) int {
			return db.compare(ix.Def(a), ix.Def(b), age)
		})
	}
	sortBy(list, func(a, b *resolve.Def) int { return 0 })
	db.findOutgrown(ix, list)
	places := map[string][]int{}
	for i, id := range list {
		if d := ix.Def(id); db.stage(d) == stageSchema && !changes(d) {
			system := db.systems[d.File]
			places[system] = append(places[system], i)
		}
	}
	for _, at := range places {
		var own []resolve.DefID
		for _, i := range at {
			own = append(own, list[i])
		}
		sortBy(own, func(a, b *resolve.Def) int {
			return cmp.Or(order.Bools(db.outgrown[a.ID], db.outgrown[b.ID]),
				order.Bools(db.isDump(b.File), db.isDump(a.File)))
		})
		for k, i := range at {
			list[i] = own[k]
		}
	}
}

// settle determines which definition of an object is in force, and which ones it
// replaces. The list is in the order of files.
func (db *database) settle(ix *resolve.Table, list []resolve.DefID) resolve.DefID {
	if len(list) == 1 {
		return list[0]
	}
	db.sortDefinitions(ix, list)
	stands := ix.Def(list[0])
	force, firsts := map[version]resolve.DefID{}, map[string]*resolve.Def{}
	for _, id := range list {
		d := ix.Def(id)
		system := db.systemOf(d, stands)
		now := firsts[system]
		if changes(d) {
			if now == nil {
				now = stands
			}
			if d.Kind == now.Kind {
				db.revised[id] = now.ID
			}
			continue
		}
		if now == nil {
			now, firsts[system] = d, d
		}
		v := version{d.Kind, overload(d), system}
		first, ok := force[v]
		if !ok && now != d && db.dead[id] { // a dropped overload
			first, ok = now.ID, true
		}
		if !ok && now.Kind != d.Kind && spaceOf[d.Kind] == relations && db.stage(d) >= stageMigration {
			first, ok = now.ID, true // a table replaced by a view
		}
		if !ok {
			force[v] = id
			first, ok = stands.ID, system != db.systems[stands.File]
		}
		if ok {
			db.revised[id] = first
			db.replaced[id] = true
		}
	}
	// If a table has no CREATE, its first ALTER represents it.
	delete(db.revised, list[0])
	return list[0]
}

// markRolledBack flags a definition that represents its object, but exists only after
// the rollback of a migration: later migrations have dropped or renamed the object.
func (db *database) markRolledBack(d *resolve.Def) {
	if m := db.scripts[d.File]; m != nil && m.RevertsAt(d.NameAt) {
		db.replaced[d.ID] = true
	}
}

// markDropped flags objects that their run drops and that are not recreated, and
// objects created by migrations that a later dump does not have: no definition is in
// force any more.
//
//	CREATE TABLE new_orders (…); DROP TABLE orders; ALTER TABLE new_orders RENAME TO orders;
//	// new_orders is a definition of orders, which exists
//
// For a schema script only its own drops count: objects that migrations drop still
// exist, except tables of a script that the migrations start from; see begins.
// Objects created by migrations also exist next to a schema script that does not list
// the migrations it includes.
func (db *database) markDropped(ix *resolve.Table) {
	dumps := dumpsOf(ix)
	for _, list := range db.objects {
		for _, o := range list {
			d := ix.Def(o.id)
			m := db.scripts[d.File]
			lacks := func(x *migration.Dump) bool { return x.Lacks(m, isTable(d)) }
			// An index may be part of its table in a dump: its absence implies
			// nothing.
			gone := m != nil && db.stage(d) == stageMigration && slices.ContainsFunc(dumps, lacks)
			gone = !d.Kind.IsBatch() && (gone || db.past[d.File] && db.stage(d) > stageCurrent)
			if db.dead[o.id] || gone || m == nil && db.hasEnded(d) ||
				(m == nil || d.File.Test) && db.lostSample(d) {
				db.replaced[o.id] = true
			}
		}
	}
	db.onTable = db.triggers()
}

// hasEnded reports whether a table of a schema script, or another base definition, is
// dropped by migrations that start from it.
func (db *database) hasEnded(d *resolve.Def) bool {
	return !changes(d) && (isTable(d) && db.stage(d) == stageSchema || db.stage(d) == stagePast) &&
		db.ended[eventKey{db.systems[d.File], keyOf(db, d)}]
}

// lostSample reports whether a sample or test definition is of an object that
// migrations drop or rename: it is their starting state. An object defined by a
// schema script exists, whatever migrations did before.
//
//	test/1.0.sql CREATE TABLE orders (…)    upgrade/2.0.sql ALTER TABLE orders RENAME TO sales
func (db *database) lostSample(d *resolve.Def) bool {
	system := db.systems[d.File]
	return db.stage(d) >= stageSample && (db.lost[eventKey{system, keyOf(db, d)}] ||
		db.lost[eventKey{"", keyOf(db, d)}])
}

// dumpsOf lists the dumps of a tree that record the migrations they include. Dumps
// without tables are ignored.
func dumpsOf(ix *resolve.Table) []*migration.Dump {
	var out []*migration.Dump
	for _, f := range ix.Files {
		if !slices.Contains(languages, f.Language) {
			continue
		}
		if dump, ok := migration.DumpOf(f.Path, f.Text); ok && slices.ContainsFunc(f.Definitions,
			func(d parse.Definition) bool { return d.Kind == graph.KindTable }) {
			out = append(out, dump)
		}
	}
	return out
}

// triggers returns a function that qualifies the name of a trigger by its table,
// which a DROP may omit, if only one table has a trigger of that name.
//
//	CREATE TRIGGER touch AFTER UPDATE ON orders …; DROP TRIGGER touch;    // orders.touch
func (db *database) triggers() func(schema, name string, kind graph.NodeKind) string {
	whole := map[objectKey][]string{}
	for k := range db.objects {
		if i := strings.LastIndexByte(k.name, '.'); k.space == triggers && i >= 0 {
			short := objectKey{triggers, k.schema, k.name[i+1:]}
			whole[short] = append(whole[short], k.name)
		}
	}
	return func(schema, name string, kind graph.NodeKind) string {
		k := objectKey{triggers, strings.ToLower(schema), strings.ToLower(name)}
		if list := whole[k]; kind == graph.KindTrigger && len(list) == 1 && db.objects[k] == nil {
			return list[0]
		}
		return name
	}
}

// nameChanges makes the ALTER of a table that has a CREATE a statement of its script:
// it is not a separate table.
func (db *database) nameChanges(ix *resolve.Table) {
	counts := map[*resolve.File]int{}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if _, ok := db.revised[d.ID]; !ok || !changes(d) {
			continue
		}
		counts[d.File]++
		d.Kind = graph.KindBatch
		d.Name = fmt.Sprintf("__batch__:%s:alter%d", d.File.Path, counts[d.File])
		d.Symbol = d.Name
	}
}

// A firstName is the original name of a table that a later ALTER refers to by another
// name, and the definition with that name in the ALTER's run; None if a schema script
// defines it.
//
//	ALTER TABLE user_ RENAME TO person; ALTER TABLE person ADD city text    // user_, for the second
type firstName struct {
	key objectKey
	id  resolve.DefID
}

// attachLaterNames attaches an ALTER of a table's later name to the table that keeps its
// first name: the ALTER is part of its history, and a separate node for the scripts
// that use only the later name. The definition that finally has the first name is
// known only now: another may have taken it.
//
//	CREATE TABLE user_ …    RENAME TO person    ALTER TABLE person …    // user_ is in force
func (db *database) attachLaterNames(ix *resolve.Table) {
	for id, was := range db.later {
		d := ix.Def(id)
		if _, ok := db.revised[id]; ok || !changes(d) {
			continue
		}
		k := was.key
		if in := db.find(k.schema, k.name, true, k.space); in != resolve.None && in != id {
			if db.systems[ix.Def(in).File] != db.systems[d.File] && was.id != resolve.None {
				in = was.id // the one for its own system
			}
			db.revised[id], db.replaced[id] = in, true
		}
	}
}

// Revised returns the definition in force of the object that d also defines, or that
// it changes.
func (db *database) Revised(d *resolve.Def) (in resolve.DefID, replaced, ok bool) {
	in, ok = db.revised[d.ID]
	return in, db.replaced[d.ID], ok
}

func (r *rules) Revised(d *resolve.Def) (in resolve.DefID, replaced, ok bool) {
	return r.data.Revised(d)
}

// Script returns the migration of a file, or nil.
func (r *rules) Script(f *resolve.File) *migration.Script { return r.data.scripts[f] }

// Changes lists the schema changes of a migration, in source order: the objects that
// it defines, and those that it drops or alters.
func (r *rules) Changes(ix *resolve.Table, f *resolve.File) []resolve.SchemaChange {
	m := r.data.scripts[f]
	if m == nil || m.Undo {
		return nil
	}
	var out []resolve.SchemaChange
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		// The rollback part of a migration is not one of its changes. ALTER of a
		// table is among f.Changes, with the changed columns.
		if spaceOf[d.Kind] == 0 || m.RevertsAt(d.NameAt) || changes(d) {
			continue
		}
		op := graph.CreatesObject
		if d.RareFields().Form == "alter" {
			op = graph.Alters
		}
		to := r.data.first(d, spaceOf[d.Kind])
		for in, _, ok := r.Revised(d); ok; in, _, ok = r.Revised(ix.Def(in)) {
			to = in
		}
		out = append(out, resolve.SchemaChange{Object: to, Op: op, At: d.NameAt})
	}
	for _, c := range r.data.changesOf(f) {
		schema, table := cmp.Or(c.Schema, r.data.homes[f], defaultSchema), c.Name
		if k, ok := r.data.droppedFrom[place{f, c.At}]; ok && table == "" {
			schema, table = k.schema, k.name
		}
		if m.RevertsAt(c.At) || table == "" {
			continue
		}
		x := resolve.SchemaChange{Op: c.Op, At: c.At, Part: c.Part, To: c.To}
		if c.TargetSchema != "" {
			x.Part = c.TargetSchema + "." + c.Part
		}
		name := r.data.onTable(schema, table, c.Kind)
		x.Object = r.data.underFirst(r.data.findIn(f, schema, name, true, spaceOf[c.Kind]))
		if k, ok := r.data.meant[place{f, c.At}]; ok && x.Object == resolve.None {
			if first, kept := r.data.kept[k]; kept {
				k = first
			}
			x.Object = r.data.find(k.schema, k.name, true, k.space)
		}
		if x.Object == resolve.None && c.Op == graph.RenamesObject && r.data.dialectOf(f) == "tsql" {
			continue // sp_rename does not distinguish a table from a constraint
		}
		if x.Object == resolve.None {
			x.External = &resolve.ExternalName{Schema: schema, Name: table, Kind: c.Kind}
		}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(a, b resolve.SchemaChange) int { return cmp.Compare(a.At, b.At) })
	return out
}
