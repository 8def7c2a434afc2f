package data

import (
	"strings"

	"seedgraph/resolve"
)

// Aliases are the names that queries have for entities, by the callable that builds them: a query
// may be built in several statements.
//
//	const query = orders.createQueryBuilder('o')
//	query.leftJoin('o.lines', 'l').leftJoin('l.product', 'p')
type Aliases map[resolve.DefID]map[string]*Entity

// Set gives a name to an entity.
func (a Aliases) Set(d resolve.DefID, name string, e *Entity) {
	if a[d] == nil {
		a[d] = map[string]*Entity{}
	}
	a[d][name] = e
}

// Relation is the one that a path leads along from a name, nil for one that is not known.
//
//	o.lines
func (a Aliases) Relation(d resolve.DefID, path string) *Relation {
	alias, name, _ := strings.Cut(path, ".")
	if e := a[d][alias]; e != nil {
		return e.Relations[name]
	}
	return nil
}
