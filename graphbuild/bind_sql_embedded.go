package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// inlineEdges are the kinds of references that strings make edges of; the
// definitions and types in them are left alone.
var inlineEdges = map[parse.RefKind]bool{parse.RefRead: true, parse.RefWrite: true, parse.RefExec: true, parse.RefFunc: true}

// bindEmbedded binds a reference of the SQL in a string at a place of from. It is
// of tier heuristic: nothing tells which database a string is meant for, nor
// whether it is run at all.
func (s *sqlRules) bindEmbedded(b *binder, from defID, at uint32, r *parse.Reference) {
	rule := dataEdges[r.Kind]
	database, written := writtenSchema(r.Recv)
	if !inlineEdges[r.Kind] || strings.Trim(r.Name, "{} ") == "" {
		return
	}
	schema := strings.Trim(written, "{}")
	x := binding{from: from, to: none, kind: rule.edge, tier: graph.Heuristic, at: at, ops: r.Op, via: graph.ViaInline}
	if database == "" {
		x.to = s.data.embedded(r, schema, rule.spaces)
	}
	why := resolved
	if x.to == none {
		why = external
		if r.Kind == parse.RefFunc && written == "" { // the system's own
			b.account(r, from, 0, why, 0)
			return
		}
		if schema == "" {
			schema = s.data.home
		}
		if database != "" {
			schema = database + "." + schema
		}
		x.ext = &externalName{schema: schema, name: r.Name, kind: rule.kind}
	}
	b.bindings = append(b.bindings, x)
	b.account(r, from, x.tier, why, 0)
}

// embedded finds the object that a name in a string means: in the schema
// written, else in the usual ones, else the only one of that name.
func (db *database) embedded(r *parse.Reference, schema string, spaces []objectSpace) defID {
	if strings.Contains(r.Name, hole) {
		return none
	}
	if schema != "" {
		return db.find(schema, r.Name, spaces...)
	}
	for _, s := range []string{db.home, "dbo", "public"} {
		if id := db.find(s, r.Name, spaces...); id != none {
			return id
		}
	}
	return db.only(r.Name, spaces)
}

// only returns the object of that name if exactly one schema has it.
func (db *database) only(name string, spaces []objectSpace) defID {
	for _, s := range spaces {
		if ids := db.named[objectKey{space: s, name: strings.ToLower(name)}]; len(ids) == 1 {
			return ids[0]
		}
	}
	return none
}
