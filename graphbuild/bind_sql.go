package graphbuild

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
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
type sqlRules struct {
	plainRules
	data *database
}

// sqlLanguage returns the language with its rules.
func sqlLanguage() language {
	return language{family: "sql", names: []string{"sql"}, rules: func() rules { return &sqlRules{} }, embedded: true}
}

// defaultSchema is where a database object lies if neither it nor its script
// says a schema.
const defaultSchema = "dbo"

// A database is the symbol table of objects.
type database struct {
	objects map[objectKey]defID
	named   map[objectKey][]defID // by space and name alone, in any schema
	homes   map[*file]string      // the schema of what names none, of each script
	home    string                // that of most scripts of the tree
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
	sqlTypes
	triggers
)

var spaceOf = map[graph.NodeKind]objectSpace{
	graph.KindTable: relations, graph.KindView: relations, graph.KindSequence: relations, graph.KindSynonym: relations,
	graph.KindProc: routines, graph.KindFunc: routines, graph.KindType: sqlTypes, graph.KindTrigger: triggers,
}

// schemaOf returns the schema of a database object.
func (db *database) schemaOf(d *defn) string {
	switch {
	case d.Schema != "":
		return d.Schema
	case db.homes[d.file] != "":
		return db.homes[d.file]
	}
	return defaultSchema
}

func (r *sqlRules) schemaOf(d *defn) string { return r.data.schemaOf(d) }
func (r *sqlRules) means(d *defn) bool      { return r.data.means(d) }

func (r *sqlRules) prepare(ix *index) {
	db := &database{objects: map[objectKey]defID{}, named: map[objectKey][]defID{}, homes: map[*file]string{}}
	db.settleHomes(ix)
	for i := range ix.defs {
		db.add(ix, &ix.defs[i])
	}
	for k, id := range db.objects {
		k.schema = ""
		db.named[k] = append(db.named[k], id)
	}
	r.data = db
}

// settleHomes finds the home of each script. Those of unknown dialect have the
// home that most scripts have in the nearest folder where any has one.
func (db *database) settleHomes(ix *index) {
	votes := map[string]map[string]int{}
	for _, f := range ix.files {
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
	for _, f := range ix.files {
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
func (db *database) add(ix *index, d *defn) {
	space := spaceOf[d.Kind]
	if space == 0 {
		return
	}
	k := objectKey{space, strings.ToLower(db.schemaOf(d)), strings.ToLower(d.Symbol)}
	if old, ok := db.objects[k]; ok && (ix.def(old).Form != "alter" || d.Form == "alter") {
		return
	}
	db.objects[k] = d.id
}

// find returns the object of that name in one of the spaces, or none.
func (db *database) find(schema, name string, spaces ...objectSpace) defID {
	for _, s := range spaces {
		if id, ok := db.objects[objectKey{s, strings.ToLower(schema), strings.ToLower(name)}]; ok {
			return id
		}
	}
	return none
}

// means reports whether d is the definition that the name of its object means.
// Batches have no name that anything could mean; each is its own.
func (db *database) means(d *defn) bool {
	space := spaceOf[d.Kind]
	return space == 0 || db.find(db.schemaOf(d), d.Symbol, space) == d.id
}

// object returns the definition that what d refers to belongs to: d itself, but
// for the ALTER of a table or sequence, which adds to it, the CREATE.
func (db *database) object(d *defn) defID {
	if d.Form == "alter" && (d.Kind == graph.KindTable || d.Kind == graph.KindSequence) {
		if id := db.find(db.schemaOf(d), d.Symbol, spaceOf[d.Kind]); id != none {
			return id
		}
	}
	return d.id
}

// bindFile resolves the references of one script.
func (r *sqlRules) bindFile(b *binder) {
	s := sqlBinder{b, r.data}
	for i := range b.f.Definitions {
		d := b.ix.def(b.f.def(int32(i)))
		if o := r.data.object(d); o != d.id {
			b.bindings = append(b.bindings, binding{from: d.id, to: o, kind: graph.References, tier: graph.Exact, at: d.NameAt})
		}
	}
	for i := range b.f.References {
		s.bindObject(&b.f.References[i])
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
	parse.RefUse:        {graph.References, []objectSpace{sqlTypes, relations}, graph.KindUnknown},
}

// A sqlBinder resolves the references of one script.
type sqlBinder struct {
	*binder
	data *database
}

// bindObject resolves one reference.
func (b sqlBinder) bindObject(r *parse.Reference) {
	rule, ok := dataEdges[r.Kind]
	if !ok {
		return
	}
	from := b.ix.def(b.f.def(r.Def))
	owner := b.data.object(from)
	x := binding{from: owner, to: none, kind: rule.edge, tier: graph.Exact, at: r.At, ops: r.Op}
	if r.Dynamic {
		x.tier = graph.Heuristic
	}
	database, schema := writtenSchema(r.Recv)
	if database == "" {
		x.to = b.findObject(r, from, schema, rule.spaces)
	}
	why := resolved
	if x.to == none {
		why = external
		if schema == "" && database == "" && b.isSystem(r) {
			b.account(r, owner, 0, external, 0)
			return
		}
		if schema == "" {
			schema = append(b.searchPath(r), b.home())[0]
		}
		if database != "" {
			schema = database + "." + schema
		}
		x.ext = &externalName{schema: schema, name: r.Name, kind: rule.kind}
	}
	if b.ix.def(owner).file != b.f {
		b.elsewhere[len(b.bindings)] = from.id
	}
	b.bindings = append(b.bindings, x)
	b.account(r, owner, x.tier, why, 0)
}

// isSystem reports whether a name without schema that nothing in the tree has is
// taken as one of the database system or an extension: a function, a type, what
// code in a string names, a relation of PostgreSQL's catalog.
func (b sqlBinder) isSystem(r *parse.Reference) bool {
	switch {
	case r.Kind == parse.RefFunc, r.Kind == parse.RefUse, r.Dynamic:
		return true
	case b.f.Dialect == "tsql":
		return false
	}
	return r.Kind == parse.RefExec && b.f.Dialect == "pgsql" || len(r.Name) > 3 && strings.EqualFold(r.Name[:3], "pg_")
}

// findObject looks a name up in the schema that is written, else in those that
// hold at the place. A call finds no table.
func (b sqlBinder) findObject(r *parse.Reference, from *defn, schema string, spaces []objectSpace) defID {
	schemas := []string{schema}
	if schema == "" {
		schemas = b.schemasFor(r, from)
	}
	for _, s := range schemas {
		id := b.data.find(s, r.Name, spaces...)
		if id == none {
			continue
		}
		if d := b.ix.def(id); (r.Kind == parse.RefExec || r.Kind == parse.RefFunc) && spaceOf[d.Kind] == relations && d.Kind != graph.KindSynonym {
			continue
		}
		return id
	}
	return none
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
func (b sqlBinder) schemasFor(r *parse.Reference, from *defn) []string {
	out := b.searchPath(r)
	if from.Schema != "" {
		out = append(out, from.Schema)
	}
	home := b.home()
	out = append(out, home)
	if home != "public" && b.f.Dialect == "pgsql" {
		out = append(out, "public")
	}
	return out
}

// home is the schema of what names none in the script.
func (b sqlBinder) home() string {
	if home := b.data.homes[b.f]; home != "" {
		return home
	}
	return defaultSchema
}

// searchPath lists the schemas of the search path that holds at r: that of the
// function around it, else that of the script.
func (b sqlBinder) searchPath(r *parse.Reference) []string {
	var own, script []string
	for i := range b.f.Imports {
		switch im := &b.f.Imports[i]; {
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
