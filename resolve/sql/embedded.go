package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// inlineEdges are the kinds of references in strings that make edges; definitions and
// types in them are ignored.
var inlineEdges = map[parse.RefKind]bool{parse.RefRead: true, parse.RefWrite: true,
	parse.RefExec: true, parse.RefFunc: true}

// BindEmbedded binds a reference of the SQL in a string at a position in from. Its
// tier is heuristic: the database of a string is unknown, and whether it is run at
// all.
//
// A name with a part that is known only at run time keeps it as a hole and is listed
// as unresolved. A schema that is a hole refers to the only object of that name, as a
// candidate. With several it is not resolved to a default schema: that would be a
// guess for each program that lets its users choose.
//
//	$"SELECT Id FROM [{schema}].Job"    // dbo.Job if only dbo has a Job; else {}.Job
func (s *rules) BindEmbedded(b *resolve.Binder, from resolve.DefID, at uint32, r *parse.Reference) {
	rule := dataEdges[r.Kind]
	if !inlineEdges[r.Kind] {
		return
	}
	open := *r
	open.At = at
	// A name that is only a hole has no target: "SELECT * FROM " + table.
	if strings.Trim(r.Name, "{} ") == "" {
		if r.Kind != parse.RefFunc {
			b.Account(&open, from, 0, resolve.OpenName, 0)
		}
		return
	}
	database, schema := writtenSchema(r.Recv)
	if schema == "" && database == "" && strings.HasPrefix(r.Name, resolve.Hole) {
		schema = resolve.Hole // "{prefix}Jobs": the schema may be in the inserted part
	}
	x := resolve.Binding{From: from, To: resolve.None, Kind: rule.edge, Tier: graph.Heuristic,
		At: at, Ops: r.Op, Via: graph.ViaInline}
	if database == "" {
		x.To = s.data.embedded(r, schema, rule.spaces)
		if x.To == resolve.None && schema != resolve.Hole && rule.spaces[0] == relations {
			x.To = s.data.withoutSchema(b.Table, schema, r.Name, rule.spaces)
		}
	}
	if x.To != resolve.None {
		b.Bindings = append(b.Bindings, x)
		b.Account(r, from, x.Tier, resolve.Resolved, 0)
		return
	}
	// A function without a schema that the tree lacks is a built-in one: COUNT,
	// GETDATE.
	if r.Kind == parse.RefFunc && (schema == "" || schema == resolve.Hole && len(r.Recv) == 0) {
		b.Account(r, from, 0, resolve.External, 0)
		return
	}
	isOpen := strings.Contains(r.Name, resolve.Hole) || strings.Contains(schema, resolve.Hole)
	if schema == "" {
		// An external node needs a schema: the default one of the tree's scripts.
		schema = s.data.home
	}
	if database != "" {
		schema = database + "." + schema
	}
	x.Ext = &resolve.ExternalName{Schema: schema, Name: r.Name, Kind: rule.kind}
	b.Bindings = append(b.Bindings, x)
	if isOpen {
		open.Name = schema + "." + r.Name
		b.Account(&open, from, 0, resolve.OpenName, 0)
		return
	}
	b.Account(r, from, x.Tier, resolve.External, 0)
}

// embedded finds the object that a name in a string refers to: in the schema written,
// else in the default ones, else the only one of that name, else one that migrations
// rename to it.
//
// The default schema is a setting of the login (SQL Server) or the session's search
// path (PostgreSQL), which a string does not show. The home of the tree's scripts is
// the best evidence; dbo and public are the initial defaults of the systems.
func (db *database) embedded(r *parse.Reference, schema string,
	spaces []objectSpace) resolve.DefID {
	return db.underFirst(db.lookupInString(r, schema, spaces))
}

// underFirst returns the object with its first name, if id is an ALTER of a later
// name.
//
//	ALTER TABLE user_ RENAME TO person; ALTER TABLE person ADD city text    // the second refers to user_
func (db *database) underFirst(id resolve.DefID) resolve.DefID {
	if _, ok := db.later[id]; ok && db.replaced[id] {
		return db.revised[id]
	}
	return id
}

// lookupInString returns the object that a name in the SQL of a program refers to. One
// without a schema is looked up in the default schemas first, then in the only schema
// that has it, and last by its name after migrations.
//
//	"SELECT id FROM orders"         // dbo.orders, or public.orders if the scripts are for PostgreSQL
//	"SELECT id FROM shop.orders"    // only in that schema
func (db *database) lookupInString(r *parse.Reference, schema string,
	spaces []objectSpace) resolve.DefID {
	if strings.Contains(r.Name, resolve.Hole) { // a part of it is known only at run time
		return resolve.None
	}
	name := strings.ToLower(r.Name)
	switch {
	case schema == resolve.Hole:
		return db.onlyOpen(r.Name, spaces)
	case schema != "":
		if id := db.find(schema, name, true, spaces...); id != resolve.None {
			return id
		}
		return db.underFirstName([]string{schema}, name, spaces)
	}
	usual := []string{db.home, "dbo", "public"}
	for _, s := range usual {
		if id := db.find(s, name, true, spaces...); id != resolve.None {
			return id
		}
	}
	if id := db.only(r.Name, spaces); id != resolve.None {
		return id
	}
	return db.underFirstName(usual, name, spaces)
}

// underFirstName returns the object that migrations rename to a name but that keeps
// its first one.
//
//	ALTER TABLE user_ RENAME TO person    // "SELECT id FROM person" reads user_
func (db *database) underFirstName(schemas []string, name string, spaces []objectSpace) resolve.DefID {
	for _, space := range spaces {
		for _, schema := range schemas {
			first, ok := db.kept[objectKey{space, strings.ToLower(schema), name}]
			if ok {
				return db.find(first.schema, first.name, true, space)
			}
		}
	}
	return resolve.None
}

// only returns the object of that name if exactly one schema has it: with two, the
// program's schema at run time decides.
func (db *database) only(name string, spaces []objectSpace) resolve.DefID {
	for _, s := range spaces {
		if ids := db.named[objectKey{space: s, name: strings.ToLower(name)}]; len(ids) == 1 {
			return ids[0]
		}
	}
	return resolve.None
}

// onlyOpen returns the object of that name whose schema is a parameter of its script,
// if there is one: it is as open as the schema in the string, and the same program
// fills in both. Otherwise it is the only one of that name in any schema.
//
//	CREATE TABLE [$(Schema)].[Job] (…)
func (db *database) onlyOpen(name string, spaces []objectSpace) resolve.DefID {
	found := resolve.None
	for _, s := range spaces {
		for _, id := range db.named[objectKey{space: s, name: strings.ToLower(name)}] {
			if !db.open[id] {
				continue
			}
			if found != resolve.None {
				return resolve.None // two scripts, each filled in by its own program
			}
			found = id
		}
	}
	if found != resolve.None {
		return found
	}
	return db.only(name, spaces)
}

// schemaIsOpen reports whether the script that defines an object uses a variable for
// its schema without assigning it.
func schemaIsOpen(d *resolve.Def) bool {
	at := int(d.NameAt)
	if d.Schema == "" || at > len(d.File.Text) {
		return false
	}
	before := strings.TrimRight(d.File.Text[max(0, at-maxSchema):at], " \t[\"`.]")
	switch {
	case strings.HasSuffix(before, ")"): // $(Schema): a variable set in the script has its value
		return strings.HasSuffix(before, "$("+d.Schema+")")
	case strings.HasSuffix(before, "}"): // ${schema}, {schema}
		return strings.HasSuffix(strings.TrimRight(d.Schema, "]\""), "}")
	}
	return false
}

// maxSchema bounds the text before a name that may be its schema.
const maxSchema = 150

// FindRelation finds a table or view by a name in a string: in the schema written,
// else in the default ones, else the only one of that name.
func (s *rules) FindRelation(schema, name string) (resolve.DefID, string, graph.Tier) {
	db, relation := s.data, []objectSpace{relations}
	id := db.embedded(&parse.Reference{Name: name}, schema, relation)
	tier := graph.Exact
	// An object that only one schema has is a guess, unless that is a default one.
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
