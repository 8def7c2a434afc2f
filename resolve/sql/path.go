package sql

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A schema is a schema to search for a name, and the tier of a match.
type schema struct {
	name string
	tier graph.Tier
}

// findObject looks a name up in the schema written, or else in the applicable ones. A
// call does not refer to a table.
func (b binder) findObject(r *parse.Reference, from *resolve.Def, written string,
	spaces []objectSpace) (resolve.DefID, graph.Tier) {
	schemas := []schema{{written, graph.Exact}}
	if written == "" {
		schemas = b.schemasFor(r, from)
	}
	name, anyCase := b.data.canonical(b.File, r.Name, r.At), b.dialect() != "pgsql"
	// Quoted names are case-sensitive only in PostgreSQL; SQL Server's default
	// collation is case-insensitive.
	for _, s := range schemas {
		id := b.data.findIn(b.File, s.name, name, anyCase, spaces...)
		if id == resolve.None {
			continue
		}
		d := b.Table.Def(id)
		// EXEC may run a procedure through a synonym, which is in the space of
		// tables.
		if (r.Kind == parse.RefExec || r.Kind == parse.RefFunc) && spaceOf[d.Kind] == relations &&
			d.Kind != graph.KindSynonym {
			continue
		}
		return b.data.underFirst(id), s.tier
	}
	for _, s := range schemas {
		if id := b.data.underFirstName([]string{s.name}, name, spaces); id != resolve.None {
			return id, resolve.WeakerTier(s.tier, graph.Unique)
		}
	}
	if b.dialect() == "mysql" { // a schema is a database
		return resolve.None, 0
	}
	if id := b.data.withoutSchema(b.Binder.Table, written, name, spaces); id != resolve.None {
		return id, graph.Heuristic
	}
	return resolve.None, 0
}

// withoutSchema returns the only table of a name, if its script specifies no schema
// and no script defines anything in the schema of the reference: then that schema was
// chosen when the script was run.
//
//	one.sql CREATE TABLE edit (…)    two.sql … REFERENCES music.edit (id)
func (db *database) withoutSchema(ix *resolve.Table, schema, name string,
	spaces []objectSpace) resolve.DefID {
	if schema == "" || db.schemas[strings.ToLower(schema)] || isCatalog(schema) ||
		!slices.Contains(spaces, relations) {
		return resolve.None
	}
	id := db.only(name, []objectSpace{relations})
	if id == resolve.None || ix.Def(id).Schema != "" {
		return resolve.None
	}
	return id
}

// isCatalog reports whether a schema is reserved by a system: a name in it never
// refers to an object that a script of the tree defines without a schema.
func isCatalog(schema string) bool {
	switch s := strings.ToLower(schema); s {
	case "sys", "information_schema", "mysql", "performance_schema":
		return true
	default:
		return strings.HasPrefix(s, "pg_")
	}
}

// writtenSchema returns the schema written before a name, and the database before
// that, with its server.
//
//	Sales.dbo.Orders           // the database Sales, the schema dbo
//	Server1.Sales.dbo.Orders   // the database Server1.Sales
//	Sales..Orders              // the default schema of the user there: an empty one
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

// inPackage finds the routine of an Oracle package that a name with the schema of the
// package refers to: hr.employees_api.hire. If no package has that name, it is a
// database and a schema.
func (b binder) inPackage(pack, name string, spaces []objectSpace) resolve.DefID {
	id := b.data.find(pack, strings.ToLower(name), true, spaces...)
	if id != resolve.None && isMember(b.Table.Def(id)) {
		return id
	}
	return resolve.None
}

// schemasFor lists the schemas in which an unqualified name is looked up, in order of
// preference.
//
// PostgreSQL has the search path, by default public. A name in neither may be in the
// schema of the object that uses it: then the path is set outside the tree.
//
// SQL Server looks in the schema of the enclosing module, then in dbo; in a dynamic
// string it begins with dbo, the default schema of most users.
func (b binder) schemasFor(r *parse.Reference, from *resolve.Def) []schema {
	var out []schema
	for _, name := range b.searchPath(r) {
		out = append(out, schema{name, graph.Exact})
	}
	home := schema{b.home(), graph.Exact}
	switch {
	case b.dialect() == "pgsql" && len(out) > 0:
		return out
	case b.dialect() == "pgsql" && b.data.joined:
		out = append(out, home, schema{"public", graph.Exact})
	case b.dialect() == "pgsql":
		out = append(out, schema{"public", graph.Exact}, schema{home.name, graph.Unique})
		if from.Schema != "" {
			out = append(out, schema{from.Schema, graph.Unique})
		}
	case r.Dynamic: // the string runs as the caller, whose default schema applies
		out = append(out, home, schema{from.Schema, graph.Heuristic})
	case from.Schema != "":
		// Static SQL in a module: the schema of the module comes before dbo.
		out = append(out, schema{from.Schema, graph.Exact}, home)
	default:
		out = append(out, home)
	}
	return out
}

// home returns the default schema of the script.
func (b binder) home() string {
	if home := b.data.homes[b.File]; home != "" {
		return home
	}
	return defaultSchema
}

// searchPath lists the schemas of the search path in effect at r: that of the
// enclosing function, or else that of the script. The schema of an extension is not
// subject to the path.
//
//	CREATE FUNCTION f() … SET search_path = shop, public    // for the body of f
//	SET search_path TO shop;                                // from here to the next SET
//	@extschema@.g()                                         // no search path
func (b binder) searchPath(r *parse.Reference) []string {
	if b.isOfExtension(r) {
		return nil
	}
	var own, script []string
	for i := range b.File.Imports {
		switch im := &b.File.Imports[i]; {
		case !im.All: // not a search path
		case im.Def > 0 && im.Def == r.Def:
			own = append(own, im.Path)
		case im.Def == 0 && im.Scope.Contains(r.At):
			script = append(script, im.Path)
		}
	}
	if own != nil {
		// SET search_path of a function replaces that of the session for its body.
		return own
	}
	return script
}

// extensionMark matches the placeholder that PostgreSQL replaces by the schema of an
// extension when it runs its script, or by that of another extension which it
// requires.
//
//	@extschema@.f()    "@extschema@".f()    @extschema:cube@.f()
var extensionMark = regexp.MustCompile(`@extschema(:\w+)?@"?\s*\.\s*$`)

func (b binder) isOfExtension(r *parse.Reference) bool {
	at := int(r.At)
	return b.dialect() == "pgsql" && at <= len(b.File.Text) &&
		extensionMark.MatchString(b.File.Text[max(0, at-maxSchema):at])
}
