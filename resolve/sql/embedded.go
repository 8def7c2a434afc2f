package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// inlineEdges are the kinds of references that strings make edges of; the
// definitions and types in them are left alone.
var inlineEdges = map[parse.RefKind]bool{parse.RefRead: true, parse.RefWrite: true,
	parse.RefExec: true, parse.RefFunc: true}

// BindEmbedded binds a reference of the SQL in a string at a place of from. It is
// of tier heuristic: nothing tells which database a string is meant for, nor
// whether it is run at all.
func (s *rules) BindEmbedded(b *resolve.Binder, from resolve.DefID, at uint32, r *parse.Reference) {
	rule := dataEdges[r.Kind]
	database, written := writtenSchema(r.Recv)
	// A name that consists of a hole alone says nothing: "SELECT * FROM " + table.
	if !inlineEdges[r.Kind] || strings.Trim(r.Name, "{} ") == "" {
		return
	}
	// A schema that a program fills in is often written as a placeholder: {dbo}.Orders.
	schema := strings.Trim(written, "{}")
	x := resolve.Binding{From: from, To: resolve.None, Kind: rule.edge, Tier: graph.Heuristic,
		At: at, Ops: r.Op, Via: graph.ViaInline}
	if database == "" {
		x.To = s.data.embedded(r, schema, rule.spaces)
	}
	why := resolve.Resolved
	if x.To == resolve.None {
		why = resolve.External
		// A function without a schema that the tree lacks is the system's own: COUNT, GETDATE.
		if r.Kind == parse.RefFunc && written == "" {
			b.Account(r, from, 0, why, 0)
			return
		}
		if schema == "" {
			// An external node needs a schema: the one that scripts of the tree have as theirs.
			schema = s.data.home
		}
		if database != "" {
			schema = database + "." + schema
		}
		x.Ext = &resolve.ExternalName{Schema: schema, Name: r.Name, Kind: rule.kind}
	}
	b.Bindings = append(b.Bindings, x)
	b.Account(r, from, x.Tier, why, 0)
}

// embedded finds the object that a name in a string means: in the schema
// written, else in the usual ones, else the only one of that name.
//
// Which schema is the default is a setting of the login (SQL Server) or the session's search
// path (PostgreSQL), which a string does not show. The home of the tree's scripts is the best
// evidence; dbo and public are what the systems begin with.
func (db *database) embedded(r *parse.Reference, schema string,
	spaces []objectSpace) resolve.DefID {
	if strings.Contains(r.Name, resolve.Hole) { // a part of it is known at run time alone
		return resolve.None
	}
	name := strings.ToLower(r.Name)
	if schema != "" {
		return db.find(schema, name, true, spaces...)
	}
	for _, s := range []string{db.home, "dbo", "public"} {
		if id := db.find(s, name, true, spaces...); id != resolve.None {
			return id
		}
	}
	return db.only(r.Name, spaces)
}

// only returns the object of that name if exactly one schema has it: with two, the schema
// that the program has at run time decides.
func (db *database) only(name string, spaces []objectSpace) resolve.DefID {
	for _, s := range spaces {
		if ids := db.named[objectKey{space: s, name: strings.ToLower(name)}]; len(ids) == 1 {
			return ids[0]
		}
	}
	return resolve.None
}

// FindRelation finds a table or view as a name in a string does: in the schema written,
// else in the usual ones, else the only one of that name.
func (s *rules) FindRelation(schema, name string) (resolve.DefID, string, graph.Tier) {
	db, relation := s.data, []objectSpace{relations}
	id := db.embedded(&parse.Reference{Name: name}, schema, relation)
	tier := graph.Exact
	// What only one schema has is a guess, unless that is one of the usual ones.
	if id != resolve.None && schema == "" && id == db.only(name, relation) {
		for _, usual := range []string{db.home, "dbo", "public"} {
			if db.find(usual, strings.ToLower(name), true, relations) == id {
				return id, db.home, graph.Exact
			}
		}
		tier = graph.Unique
	}
	return id, db.home, tier
}
