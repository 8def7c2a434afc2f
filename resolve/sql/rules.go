package sql

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Rules of SQL. Names are those of objects in one database that all scripts of
// the tree describe together; their case does not matter.
//
//   - An object without schema lies in the home of its script: dbo in T-SQL,
//     public in PostgreSQL; a script whose dialect nothing tells follows the
//     scripts around it.
//   - A name without schema is looked for in the search path that holds at the
//     place, in the schema of the object that uses it, then in the home.
//   - Of several definitions the first CREATE is meant, an ALTER only if nothing
//     creates the object. What ALTER TABLE adds belongs to the table, to which
//     the statement, a node of its own, refers.
//   - A name with a database before the schema lies outside the tree.
//   - Overloads of a function are one object.
//   - What is not found is external: a node without place for a table,
//     procedure or a function with a schema; a function without one is taken as
//     the system's own.
type rules struct {
	resolve.PlainRules
	data *database
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{Family: "sql", Names: []string{"sql"}, Rules: func() resolve.Rules { return &rules{} }, Embedded: true}
}

// defaultSchema is where a database object lies if neither it nor its script
// says a schema.
const defaultSchema = "dbo"

// A database is the symbol table of objects.
type database struct {
	objects map[objectKey]resolve.DefID
	named   map[objectKey][]resolve.DefID // by space and name alone, in any schema
	homes   map[*resolve.File]string      // the schema of what names none, of each script
	home    string                        // that of most scripts of the tree
}

// An objectKey is the name of an object within its space, in lower case.
type objectKey struct {
	space        objectSpace
	schema, name string
}

// An objectSpace is a set of kinds whose objects may not share a name.
type objectSpace uint8

const (
	relations objectSpace = iota + 1 // tables, views, sequences, synonyms
	routines                         // procedures, functions
	types
	triggers
)

var spaceOf = map[graph.NodeKind]objectSpace{
	graph.KindTable: relations, graph.KindView: relations, graph.KindSequence: relations, graph.KindSynonym: relations,
	graph.KindProc: routines, graph.KindFunc: routines, graph.KindType: types, graph.KindTrigger: triggers,
}

// SchemaOf returns the schema of a database object.
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

func (r *rules) Prepare(ix *resolve.Table) {
	db := &database{objects: map[objectKey]resolve.DefID{}, named: map[objectKey][]resolve.DefID{}, homes: map[*resolve.File]string{}}
	db.settleHomes(ix)
	for i := range ix.Defs {
		db.add(ix, &ix.Defs[i])
	}
	for k, id := range db.objects {
		k.schema = ""
		db.named[k] = append(db.named[k], id)
	}
	r.data = db
}

// settleHomes finds the home of each script. Those of unknown dialect have the
// home that most scripts have in the nearest folder where any has one.
func (db *database) settleHomes(ix *resolve.Table) {
	votes := map[string]map[string]int{}
	for _, f := range ix.Files {
		if f.Language != "sql" || f.Module == "" {
			continue
		}
		db.homes[f] = f.Module
		for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
			if votes[dir] == nil {
				votes[dir] = map[string]int{}
			}
			votes[dir][f.Module]++
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	for _, f := range ix.Files {
		if f.Language == "sql" && f.Dialect == "" {
			db.homes[f] = nearestHome(votes, path.Dir(f.Path))
		}
	}
	if db.home = nearestHome(votes, "."); db.home == "" {
		db.home = defaultSchema
	}
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

// add enters the definition d unless the object has a better one already.
func (db *database) add(ix *resolve.Table, d *resolve.Def) {
	space := spaceOf[d.Kind]
	if space == 0 {
		return
	}
	k := objectKey{space, strings.ToLower(db.SchemaOf(d)), strings.ToLower(d.Symbol)}
	if old, ok := db.objects[k]; ok && (ix.Def(old).Form != "alter" || d.Form == "alter") {
		return
	}
	db.objects[k] = d.ID
}

// find returns the object of that name in one of the spaces, or none.
func (db *database) find(schema, name string, spaces ...objectSpace) resolve.DefID {
	for _, s := range spaces {
		if id, ok := db.objects[objectKey{s, strings.ToLower(schema), strings.ToLower(name)}]; ok {
			return id
		}
	}
	return resolve.None
}

// Means reports whether d is the definition that the name of its object means.
// Batches have no name that anything could mean; each is its own.
func (db *database) Means(d *resolve.Def) bool {
	space := spaceOf[d.Kind]
	return space == 0 || db.find(db.SchemaOf(d), d.Symbol, space) == d.ID
}

// object returns the definition that what d refers to belongs to: d itself, but
// for the ALTER of a table or sequence, which adds to it, the CREATE.
func (db *database) object(d *resolve.Def) resolve.DefID {
	if d.Form == "alter" && (d.Kind == graph.KindTable || d.Kind == graph.KindSequence) {
		if id := db.find(db.SchemaOf(d), d.Symbol, spaceOf[d.Kind]); id != resolve.None {
			return id
		}
	}
	return d.ID
}

// BindFile resolves the references of one script.
func (r *rules) BindFile(b *resolve.Binder) {
	s := binder{b, r.data}
	for i := range b.File.Definitions {
		d := b.Table.Def(b.File.ID(int32(i)))
		if o := r.data.object(d); o != d.ID {
			b.Bindings = append(b.Bindings, resolve.Binding{From: d.ID, To: o, Kind: graph.References, Tier: graph.Exact, At: d.NameAt})
		}
	}
	for i := range b.File.References {
		s.bindObject(&b.File.References[i])
	}
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
	parse.RefExec:       {graph.Executes, []objectSpace{routines, relations}, graph.KindProc},
	parse.RefFunc:       {graph.Executes, []objectSpace{routines, relations}, graph.KindFunc},
	parse.RefSynonym:    {graph.SynonymFor, []objectSpace{relations, routines}, graph.KindUnknown},
	parse.RefUse:        {graph.References, []objectSpace{types, relations}, graph.KindUnknown},
}

// A binder resolves the references of one script.
type binder struct {
	*resolve.Binder
	data *database
}

// bindObject resolves one reference.
func (b binder) bindObject(r *parse.Reference) {
	rule, ok := dataEdges[r.Kind]
	if !ok {
		return
	}
	from := b.Table.Def(b.File.ID(r.Def))
	owner := b.data.object(from)
	x := resolve.Binding{From: owner, To: resolve.None, Kind: rule.edge, Tier: graph.Exact, At: r.At, Ops: r.Op}
	if r.Dynamic {
		x.Tier = graph.Heuristic
	}
	database, schema := writtenSchema(r.Recv)
	if database == "" {
		x.To = b.findObject(r, from, schema, rule.spaces)
	}
	why := resolve.Resolved
	if x.To == resolve.None {
		why = resolve.External
		if schema == "" && database == "" && b.isSystem(r) {
			b.Account(r, owner, 0, resolve.External, 0)
			return
		}
		if schema == "" {
			schema = append(b.searchPath(r), b.home())[0]
		}
		if database != "" {
			schema = database + "." + schema
		}
		x.Ext = &resolve.ExternalName{Schema: schema, Name: r.Name, Kind: rule.kind}
	}
	if b.Table.Def(owner).File != b.File {
		b.Elsewhere[len(b.Bindings)] = from.ID
	}
	b.Bindings = append(b.Bindings, x)
	b.Account(r, owner, x.Tier, why, 0)
}

// isSystem reports whether a name without schema that nothing in the tree has is
// taken as one of the database system or an extension: a function, a type, what
// code in a string names, a relation of PostgreSQL's catalog.
func (b binder) isSystem(r *parse.Reference) bool {
	switch {
	case r.Kind == parse.RefFunc, r.Kind == parse.RefUse, r.Dynamic:
		return true
	case b.File.Dialect == "tsql":
		return false
	}
	return r.Kind == parse.RefExec && b.File.Dialect == "pgsql" || len(r.Name) > 3 && strings.EqualFold(r.Name[:3], "pg_")
}

// findObject looks a name up in the schema that is written, else in those that
// hold at the place. A call finds no table.
func (b binder) findObject(r *parse.Reference, from *resolve.Def, schema string, spaces []objectSpace) resolve.DefID {
	schemas := []string{schema}
	if schema == "" {
		schemas = b.schemasFor(r, from)
	}
	for _, s := range schemas {
		id := b.data.find(s, r.Name, spaces...)
		if id == resolve.None {
			continue
		}
		if d := b.Table.Def(id); (r.Kind == parse.RefExec || r.Kind == parse.RefFunc) && spaceOf[d.Kind] == relations && d.Kind != graph.KindSynonym {
			continue
		}
		return id
	}
	return resolve.None
}

// writtenSchema takes the schema, and the server and database before it, from
// what stands before a name.
func writtenSchema(recv []parse.Step) (database, schema string) {
	for i := range recv {
		if i == len(recv)-1 {
			return database, recv[i].Name
		}
		if database != "" {
			database += "."
		}
		database += recv[i].Name
	}
	return "", ""
}

// schemasFor lists the schemas in which a name without one is looked for, the
// first choice first.
func (b binder) schemasFor(r *parse.Reference, from *resolve.Def) []string {
	out := b.searchPath(r)
	if from.Schema != "" {
		out = append(out, from.Schema)
	}
	home := b.home()
	out = append(out, home)
	if home != "public" && b.File.Dialect == "pgsql" {
		out = append(out, "public")
	}
	return out
}

// home is the schema of what names none in the script.
func (b binder) home() string {
	if home := b.data.homes[b.File]; home != "" {
		return home
	}
	return defaultSchema
}

// searchPath lists the schemas of the search path that holds at r: that of the
// function around it, else that of the script.
func (b binder) searchPath(r *parse.Reference) []string {
	var own, script []string
	for i := range b.File.Imports {
		switch im := &b.File.Imports[i]; {
		case !im.All:
		case im.Def > 0 && im.Def == r.Def:
			own = append(own, im.Path)
		case im.Def == 0 && im.Scope.Contains(r.At):
			script = append(script, im.Path)
		}
	}
	if own != nil {
		return own
	}
	return script
}
