// Package sql resolves the names in the SQL scripts of a tree.
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

// rules resolve SQL. Names refer to objects in one database that all scripts of the
// tree describe together; see also path.go.
//
//   - An object without schema belongs to the home of its script: dbo in T-SQL,
//     public in PostgreSQL; a script of unknown dialect follows the
//     scripts near it.
//   - Names are case-insensitive, except quoted names in PostgreSQL.
//   - Of several definitions the one in force is the target; see history.go. Columns that
//     ALTER TABLE adds belong to the table, which the statement, a separate node, revises.
//   - A name with a database before the schema is external.
//   - Overloads of a function are one object.
//   - A table, or a view that stores rows, contains its indexes.
//   - Other names are external: a node without a position for a table,
//     procedure or a function with a schema; a function without one is assumed
//     to be built in.
type rules struct {
	resolve.PlainRules
	data *database
}

// languages are SQL and those whose files change databases like SQL scripts.
var languages = []string{"sql", "liquibase", "rails"}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{Family: "sql", Names: languages,
		Rules:        func() resolve.Rules { return &rules{} },
		ProjectFiles: projectFiles, IsProjectText: isSources, Embedded: true}
}

// defaultSchema is the schema of a database object if neither it nor its script
// specifies one.
const defaultSchema = "dbo"

// A database is the symbol table of objects.
type database struct {
	objects map[objectKey][]object
	named   map[objectKey][]resolve.DefID                         // by space and name only, in any schema
	schemas map[string]bool                                       // those in which scripts define anything, in lower case
	onTable func(schema, name string, kind graph.NodeKind) string // see triggers
	homes   map[*resolve.File]string                              // the default schema of each script
	home    string                                                // the default schema of most scripts in the tree

	systems  map[*resolve.File]string // the target systems of scripts; see readSystems
	dialects map[*resolve.File]string // if the path indicates another dialect than the text
	joined   bool                     // see joinPaths

	scripts  map[*resolve.File]*migration.Script // those that are migrations
	whole    map[*resolve.File]bool              // see findStates
	past     map[*resolve.File]bool
	samples  map[*resolve.File]bool
	current  func(path string) bool          // scripts whose definitions are in force; may be nil
	open     map[resolve.DefID]bool          // see schemaIsOpen
	revised  map[resolve.DefID]resolve.DefID // see Revised
	replaced map[resolve.DefID]bool

	runs            map[*resolve.File]string      // of replayed scripts
	dead            map[resolve.DefID]bool        // definitions that their run drops
	renamed         map[eventKey]objectKey        // the new names of objects
	called          map[resolve.DefID]bool        // see findCalled
	lost            map[eventKey]bool             // objects that migrations finally drop, by system
	ended           map[eventKey]bool             // see begins
	made            map[objectKey]map[string]bool // objects that schema scripts define, tables with their columns
	baseDefinitions map[resolve.DefID]bool        // see recordBaseDefinitions
	baseFiles       map[*resolve.File]bool        // scripts that migrations start from
	shapes          map[eventKey]map[string]bool  // effects of migrations on columns, by system; see shapes.go
	outgrown        map[resolve.DefID]bool        // also defined by a newer schema script
	newer           map[[2]string]int             // see findNewer
	droppedFrom     map[place]objectKey           // the table of an index that a statement drops
	shared          map[resolve.DefID][]bool      // for definitions in scripts for no system: whether each system drops them
	later           map[resolve.DefID]firstName   // for an ALTER of a later name: the definition with the first one
	meant           map[place]objectKey           // the object that a statement changes by a later name
	kept            map[objectKey]objectKey       // the first names of objects, by their last name; see keepNames

	byName      sync.Once // fills scriptNames
	scriptNames map[string][]*resolve.File

	sourcesOnce sync.Once // fills sources
	sources     map[declaredTable]declaredTable

	columns []resolve.Column // by table, then by position; nil if not requested
	tables  map[resolve.DefID]*columnsOf
}

// An object is one of those whose names differ only in case.
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

// An objectSpace is a set of kinds whose objects may not share a name in a schema.
// Systems differ: SQL Server has one space for tables, routines and triggers,
// PostgreSQL has one for tables and types. The finest division serves all, since
// executed objects are never tables.
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

// spaceFor returns the space of the object that d defines, 0 for columns and batches.
func spaceFor(d *resolve.Def) objectSpace {
	if isIndex(d) {
		return indexes
	}
	return spaceOf[d.Kind]
}

// isIndex reports whether d is a statement that creates an index, whose symbol begins
// with the table.
func isIndex(d *resolve.Def) bool { return d.RareFields().Form == "index" }

// SchemaOf returns the schema of a database object: the one written, or else the home
// of its script, or else that of most systems.
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

func (r *rules) IsReferent(d *resolve.Def) bool { return r.data.IsReferent(d) }

// Prepare indexes the objects of all scripts by name.
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
	// The definition in force is determined once all are known.
	for _, list := range db.objects {
		for i := range list {
			list[i].id = db.settle(ix, list[i].all)
			db.markRolledBack(ix.Def(list[i].id))
		}
	}
	db.markDropped(ix)
	db.nameChanges(ix)
	db.attachLaterNames(ix)
	nameDeployments(ix)
	// Names in strings are looked up in all schemas, among the definitions in force
	// only.
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

// settleHomes determines the home of each script. Scripts of unknown dialect get the
// home of most scripts in the nearest folder with one.
//
// A script of a few plain statements is the same text in every dialect; neighbouring
// scripts indicate its system, as structure.sql does for Rails migrations. Ties go to
// the first name, so that the order of files does not matter.
func (db *database) settleHomes(ix *resolve.Table) {
	votes := map[string]map[string]int{}
	mysql := databaseOf(ix)
	for _, f := range ix.Files {
		if f.Language != "sql" {
			continue
		}
		// A few statements may look like those of another system; the path is better
		// evidence.
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

// isForeign reports whether the path of a script names a system that has no dialect
// here and does not understand PostgreSQL: syntax that looks like a dialect in one
// script of the system looks like another one in the next.
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

// topFolders finds the common folder of all scripts for a system, for each system
// without a dialect here: they share a home. It is empty for systems spread over the
// tree, and for "".
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

// commonFolder returns the common folder of two, or empty.
func commonFolder(a, b string) string {
	for a != "" && a != "." && b != a && !strings.HasPrefix(b, a+"/") {
		a = path.Dir(a)
	}
	return strings.TrimPrefix(a, ".")
}

// homes are the default schemas, by dialect.
var homes = map[string]string{"tsql": defaultSchema, "pgsql": "public", "mysql": defaultSchema}

// dialectOf returns the dialect of a script: that of its text, unless its path names
// another one. A system without a dialect here is ignored.
func (db *database) dialectOf(f *resolve.File) string {
	return cmp.Or(db.dialects[f], f.Dialect)
}

// databaseOf returns the default database of MySQL scripts: the one that some of them
// use, if all of these use the same. Otherwise it is the default, which distinguishes
// them from scripts of other systems.
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

// joinPaths finds the home of PostgreSQL scripts that set no search path, if
// migrations set one: it is set outside the tree for the former. It is the schema of
// those migrations most of whose tables the other scripts also create.
//
//	create.sql CREATE TABLE orders …    updates/2.sql SET search_path = shop; CREATE TABLE orders …
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

// setsPath reports whether a script sets a search path that contains a schema: then
// the schema of its definitions may come from there.
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

// add adds the definition d to its object.
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

// canonical folds a name to lower case, unless it is in quotes at that position of a
// script for PostgreSQL (its manual, "Identifiers and Key Words") or of one assumed
// to be for it by its neighbours.
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

// find returns the object of that canonical name in one of the spaces, or none. With
// anyCase it also finds one whose name differs in case, if it is the only one.
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

// first returns the definition that represents the object of d.
func (db *database) first(d *resolve.Def, space objectSpace) resolve.DefID {
	return db.find(db.SchemaOf(d), db.canonical(d.File, d.Symbol, d.NameAt), false, space)
}

// IsReferent reports whether d is the definition that the name of its object refers to.
// Batches cannot be referred to by name; each represents itself.
func (db *database) IsReferent(d *resolve.Def) bool {
	space := spaceFor(d)
	return space == 0 || db.first(d, space) == d.ID
}

// object returns the definition that owns the references in d: d itself, except for
// the ALTER of a table or sequence, which adds to the one in force.
func (db *database) object(d *resolve.Def) resolve.DefID {
	if id, ok := db.revised[d.ID]; ok && !db.replaced[d.ID] {
		return id
	}
	return d.ID
}

// BindFile resolves the references of one script. They are preceded by the edges from
// definitions not in force to the one in force, so that a reader of an old definition
// finds the current one.
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

// dataEdges maps each kind of reference to its edge, the spaces in which its name is
// looked up, and the kind of an external object of that name.
var dataEdges = map[parse.RefKind]struct {
	edge   graph.EdgeKind
	spaces []objectSpace
	kind   graph.NodeKind
}{
	parse.RefRead:       {graph.ReadsFrom, []objectSpace{relations}, graph.KindTable},
	parse.RefWrite:      {graph.WritesTo, []objectSpace{relations}, graph.KindTable},
	parse.RefForeignKey: {graph.ForeignKey, []objectSpace{relations}, graph.KindTable},
	parse.RefOn:         {graph.On, []objectSpace{relations}, graph.KindTable},
	// EXEC may name a synonym of a procedure; a function name may refer to a table
	// type or a synonym.
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
	if r.Dynamic { // in dynamic SQL
		x.Tier = graph.Heuristic
	}
	// Another database is not in the tree, even if it has an object of the same name
	// here: scripts describe one.
	database, schema := writtenSchema(r.Recv)
	if in, name := b.inSource(r, schema); in != schema || name != r.Name {
		named := *r
		named.Name, schema, r = name, in, &named
	}
	if database == "" {
		var tier graph.Tier
		x.To, tier = b.findObject(r, from, schema, rule.spaces)
		x.Tier = resolve.WeakerTier(x.Tier, tier)
	} else {
		x.To = b.inPackage(schema, r.Name, rule.spaces)
	}
	if x.To == resolve.None && database == "" {
		if id := b.model(r); id != resolve.None {
			x.To, x.Tier = id, resolve.WeakerTier(x.Tier, graph.Unique)
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
		if schema == "" { // the schema that the system would search first
			schema = append(b.searchPath(r), b.home())[0]
		}
		if database != "" {
			schema = database + "." + schema
		}
		x.Ext = &resolve.ExternalName{Schema: schema, Name: r.Name, Kind: rule.kind}
	}
	// An ALTER belongs to the table that another script creates: the edge starts
	// there, but is written here.
	if b.Table.Def(owner).File != b.File {
		b.StatedBy[len(b.Bindings)] = from.ID
	}
	b.Bindings = append(b.Bindings, x)
	b.Account(r, owner, x.Tier, why, 0)
}

// partOf reverses the edge from an index to its table: a table contains its indexes.
// A table that no script creates is used instead, and so is the table of an index
// that a later script drops or that exists only after the rollback of a migration.
func (b binder) partOf(x resolve.Binding, index *resolve.Def) resolve.Binding {
	m := b.data.scripts[b.File]
	if x.Kind = graph.References; x.To != resolve.None && !b.data.dead[index.ID] &&
		(m == nil || !m.RevertsAt(index.NameAt)) {
		x.From, x.To, x.Kind = x.To, x.From, graph.Contains
	}
	return x
}

// isSystem reports whether an unqualified name that is not in the tree is assumed to
// be one of the database system or an extension: a function, a type, a name in a
// string, a relation of PostgreSQL's catalog.
func (b binder) isSystem(r *parse.Reference) bool {
	switch {
	case r.Kind == parse.RefFunc, r.Kind == parse.RefUse, r.Dynamic:
		return true
	case b.dialect() == "tsql": // its catalog has the schema sys, which is mandatory
		return false
	}
	return r.Kind == parse.RefExec && b.dialect() == "pgsql" ||
		len(r.Name) > 3 && strings.EqualFold(r.Name[:3], "pg_")
}
