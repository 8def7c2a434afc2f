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

// The definition in force. A tree often defines an object several times: in a script of
// the schema and in the migrations that led there, or again in each migration that changes
// a procedure. By the first of these that decides:
//
//   - a script that the configuration names (database.current), then one of the schema, then a
//     migration, then what is past, and what migrations begin with and make again, see states.go
//     and keepBeginnings, then a script whose name says that it is for tests, then a test or what
//     takes a migration back;
//   - migrations of a folder that make the same tables again are the whole schema as of different
//     times: the last one is a script of the schema, and what only those before it have is gone;
//     see states.go;
//   - one that is there goes before one that its scripts drop; see replay.go;
//   - a definition goes before ALTER of a table or a sequence, which changes one;
//   - of migrations the last one that defines the object; a table that is only created
//     if it does not exist is that of the first;
//   - of scripts of the schema one whose path says that it is the current one, then one in a folder
//     that says it holds the schema, then the first one that has more than an ALTER, those last whose path says that they are old or examples; of
//     scripts with numbers in one folder, and in a script, the last definition, of a table the
//     first; one that has all words of its name before one of its folder that has more, which is a
//     variant; and one beside which none is newer by the columns of tables, see shapes.go; and one
//     that a tool wrote from a database.
//
// Functions of one name with other parameters are other definitions of the object, in dialects that
// have overloads. Definitions for another database system are, too: of each system one is in force,
// and one for no system among the migrations of a set. That of the first system, H2 and the like
// last, stands for the object; those of the others are flagged as all that does not, but nothing of
// their history is that of the first.
//
// All that is not in force is flagged, what only the way back of migrations makes and what the
// last of them dropped or renamed as well.

// The stages of a script; a lower one goes first.
const (
	stageCurrent   = iota // named by the configuration
	stageSchema           // says what the database looks like
	stageMigration        // a step on the way there
	// What is past: older than what stands beside it, or what migrations begin with and make again.
	stagePast
	stageSample // for tests by its name
	stageLast   // a test, or what takes a migration back
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
			// The name of a file tells more than its text: most migrations look like any script.
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

// plannedScripts finds the scripts of Sqitch: a plan says more of them than their names, so that
// these are not asked. Time grows with the plans times the scripts.
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

// includesOf lists what a changelog includes, in its order; none of other files.
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

// stage tells how much a script has to say about what its definitions are.
func (db *database) stage(d *resolve.Def) int {
	m := db.scripts[d.File]
	switch {
	case db.current != nil && db.current(d.File.Path):
		return stageCurrent
	case d.File.Test || m != nil && m.TakesBack(d.NameAt):
		// Undoing a migration restores what an earlier one defined, which is not in force.
		return stageLast
	case db.beginnings[d.ID], db.past[d.File]:
		return stagePast
	case m != nil && !db.whole[d.File]:
		return stageMigration
	case m == nil && db.samples[d.File]:
		return stageSample
	}
	return stageSchema
}

// compare orders definitions of one object: the one in force first. Age decides between scripts of the
// schema whose names do not.
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
	inFile := cmp.Compare(b.NameAt, a.NameAt) // what runs last holds
	// A second CREATE of a table fails, or is for a database that does not have it yet.
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
		return cmp.Or(order.Bools(a.Rare().Form == "alter", b.Rare().Form == "alter"),
			order.Bools(migration.IsCurrent(b.File.Path), migration.IsCurrent(a.File.Path)),
			order.Bools(migration.IsAside(a.File.Path), migration.IsAside(b.File.Path)),
			order.Bools(migration.IsOfSchema(b.File.Path), migration.IsOfSchema(a.File.Path)), inOrder,
			migration.Plainer(a.File.Path, b.File.Path), age(a, b),
			strings.Compare(a.File.Path, b.File.Path))
	}
	if ifMissing(a) || ifMissing(b) {
		return cmp.Or(order.Bools(ifMissing(a), ifMissing(b)), migration.Compare(m, n), inFile)
	}
	return cmp.Or(migration.Compare(n, m), inFile)
}

// isDump reports whether a tool wrote a script from a database, which migrations do not begin with:
// that is as old as they are.
func (db *database) isDump(f *resolve.File) bool { return migration.IsDump(f.Text) && !db.begun[f] }

// isUnknown reports whether a definition is for a system that has no name here; see readSystems.
func (db *database) isUnknown(d *resolve.Def) bool {
	system := db.systems[d.File]
	return system != "" && !migration.Knows(system)
}

// isEmbedded reports whether a definition is for a system that runs within a program of Java:
// beside others, it is the one of tests.
func (db *database) isEmbedded(d *resolve.Def) bool {
	switch db.systems[d.File] {
	case "h2", "hsqldb", "derby":
		return true
	}
	return false
}

// forAll orders a migration that is for no system before one of its set that is for one: it is the
// one of all others.
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
	return d.Rare().Form == "alter" && (isTable(d) || d.Kind == graph.KindSequence)
}

func isTable(d *resolve.Def) bool { return d.Kind == graph.KindTable }

// ifMissing reports whether d creates a table only if it does not exist.
func ifMissing(d *resolve.Def) bool {
	return isTable(d) && strings.Contains(strings.ToUpper(d.Signature), "IF NOT EXISTS")
}

// overload tells definitions of a routine apart that have other parameters. SQL Server and
// MySQL know a routine by its name alone.
func overload(d *resolve.Def) string {
	if !hasOverloads(d) {
		return ""
	}
	return signature(d.Params)
}

// hasOverloads reports whether d is a routine of a system that may have several of its name.
//
//	CREATE FUNCTION total(a int) …; CREATE FUNCTION total(a text) …    // two in PostgreSQL and Oracle
func hasOverloads(d *resolve.Def) bool {
	return (d.Kind == graph.KindFunc || d.Kind == graph.KindProc) && d.File.Dialect != "tsql" &&
		d.File.Dialect != "mysql"
}

// signature tells the parameters of one overload from those of another: the types of what goes in.
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
		if i := strings.IndexByte(name, '('); i > 0 { // a size does not tell overloads apart
			_, zone, _ := strings.Cut(name[i:], ")")
			name = strings.TrimSpace(name[:i]) + zone
		}
		fmt.Fprintf(&b, "%s%s,", cmp.Or(sameTypes[name], name), array)
	}
	return b.String()
}

// sameTypes are other names of types in PostgreSQL, of which some are standard (its manual, "Data
// Types").
//
//	f(a int, b varchar(10)), f(a integer, b character varying)    // one function
var sameTypes = map[string]string{"int": "integer", "int4": "integer", "int8": "bigint",
	"int2": "smallint", "bool": "boolean", "varchar": "character varying", "char": "character",
	"bpchar": "character", "decimal": "numeric", "dec": "numeric", "float4": "real",
	"float": "double precision", "float8": "double precision", "varbit": "bit varying",
	"timestamptz": "timestamp with time zone", "timetz": "time with time zone",
	"timestamp without time zone": "timestamp", "time without time zone": "time"}

// A version is one of the definitions that may be in force for the same thing.
type version struct {
	kind     graph.NodeKind
	overload string
	system   string
}

// systemOf is the system that the path of a script names or, if that names none, the path of
// another.
func (db *database) systemOf(d, other *resolve.Def) string {
	return cmp.Or(db.systems[d.File], db.systems[other.File])
}

// sortDefinitions puts the definition in force first. Which of two is newer is asked among those of one
// system alone, in the places that these have: which system stands for the object does not hang on it.
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

// settle decides which of the definitions of an object is in force, and which of them
// changed it. The list is in the order of files.
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
		if !ok && now != d && db.dead[id] { // an overload that is dropped
			first, ok = now.ID, true
		}
		if !ok && now.Kind != d.Kind && spaceOf[d.Kind] == relations && db.stage(d) >= stageMigration {
			first, ok = now.ID, true // a table that a view took the place of
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
	// Of a table that nothing creates the first ALTER is all there is: it stands for the table.
	delete(db.revised, list[0])
	return list[0]
}

// leaveUndone flags a definition that stands for its object, but is only there once a migration is
// taken back: later migrations have dropped or renamed the object.
func (db *database) leaveUndone(d *resolve.Def) {
	if m := db.scripts[d.File]; m != nil && m.TakesBack(d.NameAt) {
		db.replaced[d.ID] = true
	}
}

// leaveGone flags what its run dropped and nothing makes again, and what migrations make that a
// dump of what they lead to does not have: nothing is in force any more.
//
//	CREATE TABLE new_orders (…); DROP TABLE orders; ALTER TABLE new_orders RENAME TO orders;
//	// new_orders is a definition of orders, which is there
//
// A script of the schema is asked for itself alone: what migrations drop of it is there, but for
// tables of one that is where they begin; see begins. So is what migrations make beside a script
// that does not say which of them it includes.
func (db *database) leaveGone(ix *resolve.Table) {
	dumps := dumpsOf(ix)
	for _, list := range db.objects {
		for _, o := range list {
			d := ix.Def(o.id)
			m := db.scripts[d.File]
			lacks := func(x *migration.Dump) bool { return x.Lacks(m, isTable(d)) }
			// An index may be a part of its table in a dump: nothing follows from its absence.
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

// hasEnded reports whether a table of the schema, or what else a script makes that migrations begin
// with, is dropped by migrations that begin with it.
func (db *database) hasEnded(d *resolve.Def) bool {
	return !changes(d) && (isTable(d) && db.stage(d) == stageSchema || db.stage(d) == stagePast) &&
		db.ended[eventKey{db.systems[d.File], keyOf(db, d)}]
}

// lostSample reports whether a definition for tests is of what migrations drop or rename: it is
// where they begin. What one of the schema defines is there, whatever migrations did before.
//
//	test/1.0.sql CREATE TABLE orders (…)    upgrade/2.0.sql ALTER TABLE orders RENAME TO sales
func (db *database) lostSample(d *resolve.Def) bool {
	system := db.systems[d.File]
	return db.stage(d) >= stageSample && (db.lost[eventKey{system, keyOf(db, d)}] ||
		db.lost[eventKey{"", keyOf(db, d)}])
}

// dumpsOf lists the dumps of a tree that say which migrations they include. One without tables is
// none.
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

// triggers returns what completes the name of a trigger by that of its table, which a DROP needs
// not say: where one table alone has a trigger of the name. Time grows with the objects.
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

// nameChanges makes the ALTER of a table that something creates a statement of its script:
// it is no table of its own.
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

// A firstName is that of a table that changes later know by another one, and the definition that
// has it in the run of these; None where a script of the schema has it.
//
//	ALTER TABLE user_ RENAME TO person; ALTER TABLE person ADD city text    // user_, for the second
type firstName struct {
	key objectKey
	id  resolve.DefID
}

// settleLater leaves what stands for a table under a later name to the table that keeps its first
// one: the ALTER of that name is history of it, and a node of its own for the scripts that know no
// other name. Which definition has the first name in the end is known only now: others may have
// taken it.
//
//	CREATE TABLE user_ …    RENAME TO person    ALTER TABLE person …    // user_ is in force
func (db *database) settleLater(ix *resolve.Table) {
	for id, was := range db.later {
		d := ix.Def(id)
		if _, ok := db.revised[id]; ok || !changes(d) {
			continue
		}
		k := was.key
		if in := db.find(k.schema, k.name, true, k.space); in != resolve.None && in != id {
			if db.systems[ix.Def(in).File] != db.systems[d.File] && was.id != resolve.None {
				in = was.id // of its own system
			}
			db.revised[id], db.replaced[id] = in, true
		}
	}
}

// Revised returns the definition in force of the object that d defines, too, or that it changes.
func (db *database) Revised(d *resolve.Def) (in resolve.DefID, replaced, ok bool) {
	in, ok = db.revised[d.ID]
	return in, db.replaced[d.ID], ok
}

func (r *rules) Revised(d *resolve.Def) (in resolve.DefID, replaced, ok bool) {
	return r.data.Revised(d)
}

// Script is the migration that a file is, nil for others.
func (r *rules) Script(f *resolve.File) *migration.Script { return r.data.scripts[f] }

// Changes lists what a script does to the schema, in source order, if it is a migration: the
// objects that it defines, and what it drops or alters.
func (r *rules) Changes(ix *resolve.Table, f *resolve.File) []resolve.SchemaChange {
	m := r.data.scripts[f]
	if m == nil || m.Undo {
		return nil
	}
	var out []resolve.SchemaChange
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		// What takes a migration back is not a change that it makes. ALTER of a table is among
		// f.Changes, with the columns that it changes.
		if spaceOf[d.Kind] == 0 || m.TakesBack(d.NameAt) || changes(d) {
			continue
		}
		op := graph.CreatesObject
		if d.Rare().Form == "alter" {
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
		if m.TakesBack(c.At) || table == "" {
			continue
		}
		x := resolve.SchemaChange{Op: c.Op, At: c.At, Part: c.Part, To: c.To}
		if c.Home != "" {
			x.Part = c.Home + "." + c.Part
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
			continue // sp_rename does not tell a table from a constraint
		}
		if x.Object == resolve.None {
			x.External = &resolve.ExternalName{Schema: schema, Name: table, Kind: c.Kind}
		}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(a, b resolve.SchemaChange) int { return cmp.Compare(a.At, b.At) })
	return out
}
