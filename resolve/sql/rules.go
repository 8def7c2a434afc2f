package sql

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// Rules of SQL. Names are those of objects in one database that all scripts of
// the tree describe together; see also path.go.
//
//   - An object without schema belongs to the home of its script: dbo in T-SQL,
//     public in PostgreSQL; a script whose dialect nothing tells follows the
//     scripts around it.
//   - The case of names does not matter, but for names in quotes in PostgreSQL.
//   - Of several definitions the one in force is meant; see history.go. What ALTER TABLE
//     adds belongs to the table, which the statement, a node of its own, revises.
//   - A name with a database before the schema is outside the tree.
//   - Overloads of a function are one object.
//   - A table, or a view with rows of its own, contains its indexes.
//   - What is not found is external: a node without place for a table,
//     procedure or a function with a schema; a function without one is taken as
//     the system's own.
type rules struct {
	resolve.PlainRules
	data *database
}

// languages are SQL and those whose files change databases as its scripts do.
var languages = []string{"sql", "liquibase", "rails"}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{Family: "sql", Names: languages,
		Rules:        func() resolve.Rules { return &rules{} },
		ProjectFiles: projectFiles, Embedded: true}
}

// defaultSchema is the schema of a database object if neither it nor its script says one.
const defaultSchema = "dbo"

// A database is the symbol table of objects.
type database struct {
	objects map[objectKey][]object
	named   map[objectKey][]resolve.DefID                         // by space and name alone, in any schema
	schemas map[string]bool                                       // those that scripts define anything in, in lower case
	onTable func(schema, name string, kind graph.NodeKind) string // see triggers
	homes   map[*resolve.File]string                              // the schema of what names none, of each script
	home    string                                                // that of most scripts of the tree

	systems  map[*resolve.File]string // that scripts are for; see readSystems
	dialects map[*resolve.File]string // where the path tells another one than the text
	joined   bool                     // see joinPaths

	scripts  map[*resolve.File]*migration.Script // those that are migrations
	whole    map[*resolve.File]bool              // see findStates
	past     map[*resolve.File]bool
	samples  map[*resolve.File]bool
	current  func(path string) bool          // scripts that say what is in force; may be nil
	open     map[resolve.DefID]bool          // see schemaIsOpen
	revised  map[resolve.DefID]resolve.DefID // see Revised
	replaced map[resolve.DefID]bool

	runs        map[*resolve.File]string      // those that are replayed
	dead        map[resolve.DefID]bool        // definitions that their run drops
	renamed     map[eventKey]objectKey        // the new names of objects
	called      map[resolve.DefID]bool        // see findCalled
	lost        map[eventKey]bool             // what migrations take away in the end, by system
	ended       map[eventKey]bool             // see begins
	made        map[objectKey]map[string]bool // what scripts of the schema define, tables with their columns
	beginnings  map[resolve.DefID]bool        // see keepBeginnings
	begun       map[*resolve.File]bool        // scripts that migrations begin with
	shapes      map[eventKey]map[string]bool  // what migrations do to columns, by system; see shapes.go
	outgrown    map[resolve.DefID]bool        // what a newer script of the schema defines, too
	newer       map[[2]string]int             // see findNewer
	droppedFrom map[place]objectKey           // the table of an index that a statement drops
	shared      map[resolve.DefID][]bool      // of what scripts for no system define: which systems drop it
	later       map[resolve.DefID]firstName   // of the ALTER of a later name, what has the first one
	meant       map[place]objectKey           // what a statement changes under a later name
	kept        map[objectKey]objectKey       // the first names of what goes by it, by the last; see keepNames

	byName      sync.Once // fills scriptNames
	scriptNames map[string][]*resolve.File

	columns []resolve.Column // by table, then by place; nil where they are not asked for
	tables  map[resolve.DefID]*columnsOf
}

// An object is one of those that differ in the case of their names alone.
type object struct {
	name string        // see canonical
	id   resolve.DefID // in force
	all  []resolve.DefID
}

// An objectKey is the name of an object within its space, in lower case.
type objectKey struct {
	space        objectSpace
	schema, name string
}

// An objectSpace is a set of kinds whose objects may not share a name in a schema. Systems
// differ: SQL Server has one space for tables, routines and triggers, PostgreSQL has one for
// tables and types. The finest division serves all, since what is run is no table anyway.
type objectSpace uint8

const (
	relations objectSpace = iota + 1 // tables, views, sequences, synonyms
	routines                         // procedures, functions
	types
	triggers
	indexes
)

var spaceOf = map[graph.NodeKind]objectSpace{
	graph.KindTable: relations, graph.KindView: relations, graph.KindSequence: relations,
	graph.KindSynonym: relations,
	graph.KindProc:    routines, graph.KindFunc: routines, graph.KindType: types,
	graph.KindTrigger: triggers,
}

// spaceFor returns the space of what d defines, 0 for what is no object: columns and batches.
func spaceFor(d *resolve.Def) objectSpace {
	if isIndex(d) {
		return indexes
	}
	return spaceOf[d.Kind]
}

// isIndex reports whether d is a statement that makes an index, whose symbol begins with the
// table.
func isIndex(d *resolve.Def) bool { return d.Rare().Form == "index" }

// SchemaOf returns the schema of a database object: what is written, else the home of its
// script, else that of most systems.
func (db *database) SchemaOf(d *resolve.Def) string {
	switch {
	case d.Schema != "":
		return d.Schema
	case db.homes[d.File] != "":
		return db.homes[d.File]
	}
	return defaultSchema
}

func (r *rules) SchemaOf(d *resolve.Def) string { return r.data.SchemaOf(d) }

func (r *rules) Means(d *resolve.Def) bool { return r.data.Means(d) }

// Prepare enters the objects of all scripts by their names. Time and memory are linear in
// their number.
func (r *rules) Prepare(ix *resolve.Table) {
	db := &database{objects: map[objectKey][]object{}, named: map[objectKey][]resolve.DefID{},
		schemas: map[string]bool{},
		homes:   map[*resolve.File]string{}, scripts: map[*resolve.File]*migration.Script{},
		revised: map[resolve.DefID]resolve.DefID{}, replaced: map[resolve.DefID]bool{},
		open: map[resolve.DefID]bool{}, dialects: map[*resolve.File]string{}}
	db.readSystems(ix)
	db.settleHomes(ix)
	db.readScripts(ix)
	db.joinPaths(ix)
	db.findStates(ix)
	db.findCalled(ix)
	db.replay(ix)
	for i := range ix.Defs {
		db.add(&ix.Defs[i])
	}
	db.findNewer(ix)
	// Which definition is in force is known once all of them are.
	for _, list := range db.objects {
		for i := range list {
			list[i].id = db.settle(ix, list[i].all)
			db.leaveUndone(ix.Def(list[i].id))
		}
	}
	db.leaveGone(ix)
	db.nameChanges(ix)
	db.settleLater(ix)
	nameDeployments(ix)
	// Names in strings are looked for in all schemas, by what is in force alone.
	for k, list := range db.objects {
		db.schemas[k.schema] = true
		k.schema = ""
		for _, o := range list {
			db.named[k] = append(db.named[k], o.id)
			if schemaIsOpen(ix.Def(o.id)) {
				db.open[o.id] = true
			}
		}
	}
	if ix.Columns {
		db.declareColumns(ix)
	}
	r.data = db
}

// settleHomes finds the home of each script. Those of unknown dialect have the
// home that most scripts have in the nearest folder where any has one.
//
// A script of a few plain statements is the same text in every dialect; what is beside it tells
// which system it is for; so it does for migrations of Rails beside structure.sql. Ties go to the
// first name, so that the order of files does not matter.
func (db *database) settleHomes(ix *resolve.Table) {
	votes := map[string]map[string]int{}
	mysql := databaseOf(ix)
	for _, f := range ix.Files {
		if f.Language != "sql" {
			continue
		}
		// Few statements look like those of another system; the path knows better.
		home := f.Module
		if d := migration.Dialect(db.systems[f]); d != f.Dialect && homes[d] != "" {
			home, db.dialects[f] = homes[d], d
		}
		if db.dialectOf(f) == "mysql" {
			home = mysql
		}
		if home == "" || db.isForeign(f) {
			continue
		}
		db.homes[f] = home
		for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
			if votes[dir] == nil {
				votes[dir] = map[string]int{}
			}
			votes[dir][home]++
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	tops := db.topFolders(ix)
	for _, f := range ix.Files {
		if slices.Contains(languages, f.Language) && (db.dialectOf(f) == "" || db.isForeign(f)) {
			dir := path.Dir(f.Path)
			if top := tops[db.systems[f]]; top != "" {
				dir = top
			}
			db.homes[f] = nearestHome(votes, dir)
		}
	}
	if db.home = nearestHome(votes, "."); db.home == "" {
		db.home = defaultSchema
	}
}

// isForeign reports whether the path of a script names a system that is none of those with a
// dialect here and none that understands PostgreSQL: what looks like it in one script of the system
// is in the next one something else.
//
//	db2/tables.sql: generated by default as identity    db2/1_to_2.sql
func (db *database) isForeign(f *resolve.File) bool {
	system := migration.Dialect(db.systems[f])
	return db.dialectOf(f) == "pgsql" && system != "" && homes[system] == "" && !likePostgreSQL[system]
}

// likePostgreSQL are systems that descend from PostgreSQL or understand it.
var likePostgreSQL = map[string]bool{"cockroach": true, "redshift": true, "opengauss": true,
	"gaussdb": true, "kingbase": true, "highgo": true, "yugabyte": true, "vertica": true, "gbase": true,
	"greenplum": true, "netezza": true, "uxdb": true, "vastbase": true}

// topFolders finds the folder that all scripts for a system are in, of each system that is no
// dialect here: they have one home. It is empty for those that are all over the tree, and for "".
//
//	db/init/oracle/tables.sql, db/upgrade/1-2-oracle.sql    // db
func (db *database) topFolders(ix *resolve.Table) map[string]string {
	tops := map[string]string{}
	for _, f := range ix.Files {
		system := db.systems[f]
		if f.Language != "sql" || f.Test || system == "" || homes[migration.Dialect(system)] != "" {
			continue
		}
		dir := path.Dir(f.Path)
		if top, ok := tops[system]; ok {
			dir = commonFolder(top, dir)
		}
		tops[system] = dir
	}
	return tops
}

// commonFolder is the folder that two have in common, empty for none.
func commonFolder(a, b string) string {
	for a != "" && a != "." && b != a && !strings.HasPrefix(b, a+"/") {
		a = path.Dir(a)
	}
	return strings.TrimPrefix(a, ".")
}

// homes are the schemas of what names none, by dialect.
var homes = map[string]string{"tsql": defaultSchema, "pgsql": "public", "mysql": defaultSchema}

// dialectOf is the dialect of a script: that of its text, unless its path names another one. A
// system that has no dialect here does not count.
func (db *database) dialectOf(f *resolve.File) string {
	return cmp.Or(db.dialects[f], f.Dialect)
}

// databaseOf is the home of what names no database in scripts of MySQL: the one that some of them
// use, if it is the same in all of these. Else it is the default, which tells them from scripts of
// others.
//
//	create.sql USE `shop`; CREATE TABLE orders (…)    update.sql ALTER TABLE orders …    // shop.orders
func databaseOf(ix *resolve.Table) string {
	name := ""
	for _, f := range ix.Files {
		if f.Language != "sql" || f.Dialect != "mysql" || f.Test {
			continue
		}
		for i := range f.Imports {
			switch im := &f.Imports[i]; {
			case im.Def > 0 || !im.All:
			case name == "":
				name = im.Path
			case !strings.EqualFold(name, im.Path):
				return defaultSchema
			}
		}
	}
	return cmp.Or(name, defaultSchema)
}

// joinPaths finds the home of scripts of PostgreSQL that set no search path, where migrations do:
// what runs the others sets it outside the tree. It is the schema of these migrations of which most
// tables are made by the others, too.
//
//	create.sql CREATE TABLE orders …    updates/2.sql SET search_path = shop; CREATE TABLE orders …
//
// Time grows with the definitions.
func (db *database) joinPaths(ix *resolve.Table) {
	bare := map[string]bool{}
	under := map[string]map[string]bool{}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if !isTable(d) || changes(d) || db.dialectOf(d.File) != "pgsql" || d.File.Test {
			continue
		}
		name := db.canonical(d.File, d.Symbol, d.NameAt)
		switch {
		case d.Schema == "" && db.homes[d.File] == homes["pgsql"]:
			bare[name] = true
		case db.scripts[d.File] != nil && setsPath(d.File, d.Schema):
			if under[d.Schema] == nil {
				under[d.Schema] = map[string]bool{}
			}
			under[d.Schema][name] = true
		}
	}
	home, most := "", fewTables
	for schema, names := range under {
		both := 0
		for name := range names {
			if bare[name] {
				both++
			}
		}
		if 5*both >= 4*len(names) && (both > most || both == most && schema < home) {
			home, most = schema, both
		}
	}
	if home == "" {
		return
	}
	db.joined = true
	for f, was := range db.homes {
		if was == homes["pgsql"] && db.dialectOf(f) == "pgsql" {
			db.homes[f] = home
		}
	}
}

// setsPath reports whether a script sets a search path that has a schema: then the schema of what
// it defines may come from there.
//
//	SET search_path = shop, public;
func setsPath(f *resolve.File, schema string) bool {
	return schema != "" && slices.ContainsFunc(f.Imports, func(im parse.Import) bool {
		return im.All && im.Def == 0 && im.Path == schema
	})
}

// nearestHome returns the most frequent home in dir or the nearest folder above.
func nearestHome(votes map[string]map[string]int, dir string) string {
	for ; ; dir = path.Dir(dir) {
		best, n := "", 0
		for home, count := range votes[dir] {
			if count > n || count == n && home < best {
				best, n = home, count
			}
		}
		if n > 0 || dir == "." || dir == "/" {
			return best
		}
	}
}

// add enters the definition d among those of its object.
func (db *database) add(d *resolve.Def) {
	space := spaceFor(d)
	if space == 0 {
		return
	}
	if isRolledBack(d) {
		db.dead[d.ID] = true
	}
	k := keyOf(db, d)
	name := db.canonical(d.File, d.Symbol, d.NameAt)
	list := db.objects[k]
	if i := slices.IndexFunc(list, func(o object) bool { return o.name == name }); i >= 0 {
		list[i].all = append(list[i].all, d.ID)
		return
	}
	db.objects[k] = append(list, object{name: name, all: []resolve.DefID{d.ID}})
}

// canonical folds a name to lower case, unless it is in quotes at that position of a script of
// PostgreSQL (its manual, "Identifiers and Key Words") or of one that nothing tells from those
// around it.
//
//	Orders, ORDERS, "orders"    // one table
//	"Orders"                    // another
func (db *database) canonical(f *resolve.File, name string, at uint32) string {
	if int(at) < len(f.Text) && f.Text[at] == '"' && (f.Dialect == "pgsql" ||
		f.Language == "sql" && f.Dialect == "" && db.homes[f] == homes["pgsql"]) {
		return name
	}
	return strings.ToLower(name)
}

// find returns the object of that canonical name in one of the spaces, or none. In
// any case finds one whose name differs in case, if it is the only one.
func (db *database) find(schema, name string, anyCase bool, spaces ...objectSpace) resolve.DefID {
	for _, s := range spaces {
		list := db.objects[objectKey{s, strings.ToLower(schema), strings.ToLower(name)}]
		for _, o := range list {
			if o.name == name || anyCase && len(list) == 1 {
				return o.id
			}
		}
	}
	return resolve.None
}

// first returns the definition that stands for the object that d is one of.
func (db *database) first(d *resolve.Def, space objectSpace) resolve.DefID {
	return db.find(db.SchemaOf(d), db.canonical(d.File, d.Symbol, d.NameAt), false, space)
}

// Means reports whether d is the definition that the name of its object means.
// Batches have no name that anything could mean; each is its own.
func (db *database) Means(d *resolve.Def) bool {
	space := spaceFor(d)
	return space == 0 || db.first(d, space) == d.ID
}

// object returns the definition that what d refers to belongs to: d itself, but
// for the ALTER of a table or sequence, which adds to it, the one in force.
func (db *database) object(d *resolve.Def) resolve.DefID {
	if id, ok := db.revised[d.ID]; ok && !db.replaced[d.ID] {
		return id
	}
	return d.ID
}

// BindFile resolves the references of one script. Before them come the edges from what is
// not in force to what is, so that a reader of an old definition finds the current one.
func (r *rules) BindFile(b *resolve.Binder) {
	s := binder{b, r.data}
	for i := range b.File.Definitions {
		d := b.Table.Def(b.File.ID(int32(i)))
		if o, ok := r.data.revised[d.ID]; ok {
			b.Bindings = append(b.Bindings,
				resolve.Binding{From: d.ID, To: o, Kind: graph.Revises, Tier: graph.Exact,
					At: d.NameAt})
		}
	}
	for i := range b.File.References {
		s.bindObject(&b.File.References[i])
	}
	s.bindColumns()
}

// dataEdges says for each kind of reference the edge that it makes, where its
// name is looked for, and the kind of an external object of that name.
var dataEdges = map[parse.RefKind]struct {
	edge   graph.EdgeKind
	spaces []objectSpace
	kind   graph.NodeKind
}{
	parse.RefRead:       {graph.ReadsFrom, []objectSpace{relations}, graph.KindTable},
	parse.RefWrite:      {graph.WritesTo, []objectSpace{relations}, graph.KindTable},
	parse.RefForeignKey: {graph.ForeignKey, []objectSpace{relations}, graph.KindTable},
	parse.RefOn:         {graph.On, []objectSpace{relations}, graph.KindTable},
	// What EXEC names may be a synonym of a procedure; what a function's name names may be a
	// table type or a synonym.
	parse.RefExec:    {graph.Executes, []objectSpace{routines, relations}, graph.KindProc},
	parse.RefFunc:    {graph.Executes, []objectSpace{routines, relations}, graph.KindFunc},
	parse.RefSynonym: {graph.SynonymFor, []objectSpace{relations, routines}, graph.KindUnknown},
	parse.RefUse:     {graph.References, []objectSpace{types, relations}, graph.KindUnknown},
}

// A binder resolves the references of one script.
type binder struct {
	*resolve.Binder
	data *database
}

func (b binder) dialect() string { return b.data.dialectOf(b.File) }

// bindObject resolves one reference.
func (b binder) bindObject(r *parse.Reference) {
	rule, ok := dataEdges[r.Kind]
	if !ok {
		return
	}
	from := b.Table.Def(b.File.ID(r.Def))
	owner := b.data.object(from)
	x := resolve.Binding{From: owner, To: resolve.None, Kind: rule.edge, Tier: graph.Exact,
		At: r.At, Ops: r.Op}
	if r.Dynamic { // in a string that is put together and run
		x.Tier = graph.Heuristic
	}
	// Another database is not of the tree, even if it has an object of the name here: scripts
	// describe one.
	database, schema := writtenSchema(r.Recv)
	if database == "" {
		var tier graph.Tier
		x.To, tier = b.findObject(r, from, schema, rule.spaces)
		x.Tier = resolve.Worse(x.Tier, tier)
	} else {
		x.To = b.inPackage(schema, r.Name, rule.spaces)
	}
	if x.To == resolve.None && database == "" {
		if id := b.model(r); id != resolve.None {
			x.To, x.Tier = id, resolve.Worse(x.Tier, graph.Unique)
		}
	}
	why := resolve.Resolved
	if isIndex(from) && r.Kind == parse.RefOn {
		x = b.partOf(x, from)
	}
	if x.To == resolve.None {
		why = resolve.External
		if schema == "" && database == "" && b.isSystem(r) {
			b.Account(r, owner, 0, resolve.External, 0)
			return
		}
		if schema == "" { // where the system would look first
			schema = append(b.searchPath(r), b.home())[0]
		}
		if database != "" {
			schema = database + "." + schema
		}
		x.Ext = &resolve.ExternalName{Schema: schema, Name: r.Name, Kind: rule.kind}
	}
	// An ALTER belongs to the table that another script creates: the edge begins there, but is
	// written here.
	if b.Table.Def(owner).File != b.File {
		b.Elsewhere[len(b.Bindings)] = from.ID
	}
	b.Bindings = append(b.Bindings, x)
	b.Account(r, owner, x.Tier, why, 0)
}

// partOf turns the edge from an index to what it is on around: a table contains its indexes. One
// that no script creates is used, and so is the table of an index that a later script drops or that
// is only there once a migration is taken back.
func (b binder) partOf(x resolve.Binding, index *resolve.Def) resolve.Binding {
	m := b.data.scripts[b.File]
	if x.Kind = graph.References; x.To != resolve.None && !b.data.dead[index.ID] &&
		(m == nil || !m.TakesBack(index.NameAt)) {
		x.From, x.To, x.Kind = x.To, x.From, graph.Contains
	}
	return x
}

// isSystem reports whether a name without schema that nothing in the tree has is
// taken as one of the database system or an extension: a function, a type, what
// code in a string names, a relation of PostgreSQL's catalog.
func (b binder) isSystem(r *parse.Reference) bool {
	switch {
	case r.Kind == parse.RefFunc, r.Kind == parse.RefUse, r.Dynamic:
		return true
	case b.dialect() == "tsql": // its catalog has the schema sys, which must be written
		return false
	}
	return r.Kind == parse.RefExec && b.dialect() == "pgsql" ||
		len(r.Name) > 3 && strings.EqualFold(r.Name[:3], "pg_")
}
