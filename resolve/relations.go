package resolve

import "seedgraph/graph"

// A RelationFinder is implemented by rules of database objects that other languages
// name without SQL.
type RelationFinder interface {
	// FindRelation finds the table or view that a schema and a name mean; an empty
	// schema is the usual one, which it returns.
	FindRelation(schema, name string) (id DefID, usual string, tier graph.Tier)
}

// Relation finds the table or view that a program means by a schema and a name: a
// definition of the tree, or the name of one outside. A name without schema means a
// table of the usual schema of the tree's scripts, of dbo or of public, else the only one
// of that name, which makes the tier unique.
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
