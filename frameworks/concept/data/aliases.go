package data

import (
	"strings"

	"seedgraph/resolve"
)

// Aliases maps the aliases of entities in queries, by the callable that builds the
// query, since a query may be built in several statements.
//
//	const query = orders.createQueryBuilder('o')
//	query.leftJoin('o.lines', 'l').leftJoin('l.product', 'p')
type Aliases map[resolve.DefID]map[string]*Entity

// Set assigns an alias to an entity.
func (a Aliases) Set(d resolve.DefID, name string, e *Entity) {
	if a[d] == nil {
		a[d] = map[string]*Entity{}
	}
	a[d][name] = e
}

// Relation returns the relation at the end of a path that begins with an alias, or nil
// if it is unknown.
//
//	o.lines
func (a Aliases) Relation(d resolve.DefID, path string) *Relation {
	alias, name, _ := strings.Cut(path, ".")
	if e := a[d][alias]; e != nil {
		return e.Relations[name]
	}
	return nil
}
