package resolve

import "seedgraph/graph"

// A RelationFinder is implemented by rules of database objects that other languages refer
// to without SQL.
type RelationFinder interface {
	// FindRelation finds the table or view with a schema and a name; an empty schema is
	// the default one, which it returns.
	FindRelation(schema, name string) (id DefID, usual string, tier graph.Tier)
}

// Relation finds the table or view that a program refers to by a schema and a name: a
// definition of the tree, or an external name. A name without schema refers to a table in
// the default schema of the tree's scripts, in dbo or in public, or else to the only one
// with that name, which makes the tier unique.
func (r *Resolution) Relation(schema, name string, kind graph.NodeKind) (DefID, *ExternalName,
	graph.Tier) {
	usual := ""
	for _, rules := range r.Table.used {
		f, ok := rules.(RelationFinder)
		if !ok {
			continue
		}
		id, home, tier := f.FindRelation(schema, name)
		if id != None {
			return id, nil, tier
		}
		usual = home
	}
	if schema == "" {
		schema = usual
	}
	return None, &ExternalName{Schema: schema, Name: name, Kind: kind}, graph.Exact
}
