package jpa

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A query is a text in the query language of the mapper.
type query struct {
	text  string
	tier  graph.Tier
	isSQL bool // SQL, handled elsewhere
}

// findQueries reads the named queries of classes.
func (r *reader) findQueries() {
	for _, f := range r.Table.Files {
		if f.Language != language {
			continue
		}
		for i := range f.Definitions {
			if d := f.ID(int32(i)); r.Table.Def(d).Kind.IsType() {
				for _, of := range []string{persistence, "org.hibernate.annotations."} {
					for _, x := range r.list(d, of+"NamedQuery", of+"NamedQueries") {
						r.name(x)
					}
				}
			}
		}
	}
}

// name records a named query of an annotation.
func (r *reader) name(x eval.Expr) {
	name, ok := r.ArgText(x, -1, "name")
	arg := x.Arg(-1, "query")
	if !ok || arg == nil {
		return
	}
	r.named[name] = r.query(x.Sub(arg))
}

// query reads a string as a query, excluding it from SQL.
func (r *reader) query(x eval.Expr) query {
	r.out.Query(x)
	text, tier := r.KnownText(x)
	return query{text: text, tier: tier}
}

// queryOf returns the query in an annotation of a repository method.
func (r *reader) queryOf(m *resolve.Def) (q query, ok bool) {
	for _, x := range r.Attributes(m.ID) {
		name := r.annotationName(x)
		if nativeQueries[name] {
			return query{isSQL: true}, true
		}
		if name != query_ {
			continue
		}
		if native := x.Arg(-1, "nativeQuery"); native != nil && native.Text == "true" {
			return query{isSQL: true}, true
		}
		if named := x.Arg(-1, "name"); named != nil {
			text, _ := r.Text(x.Sub(named))
			q, ok = r.named[text]
			return q, ok
		}
		if value := x.Arg(0, "value"); value != nil {
			return r.query(x.Sub(value)), true
		}
	}
	return q, false
}

// run records the reads and writes of a query; e is the entity that #{#entityName}
// refers to.
func (r *reader) run(at eval.Expr, q query, e *entity, tier graph.Tier) {
	if q.isSQL {
		return
	}
	text := q.text
	if e != nil {
		text = strings.ReplaceAll(text, "#{#entityName}", e.name)
	}
	r.at = at
	defer func() { r.at = eval.Expr{} }()
	for _, u := range data.ReadQuery(r, text) {
		r.out.Use(at, u.Tables, u.Ops, resolve.WeakerTier(tier, q.tier))
	}
}

// EntityNamed implements [data.QueryModel], by entity name or full class name.
func (r *reader) EntityNamed(name string) resolve.DefID {
	if e := r.byName[name]; e != nil {
		return e.class
	}
	if e := r.byName[resolve.LastName(name)]; e != nil {
		if d := r.Table.Def(e.class); d.ModuleName+"."+d.Name == name {
			return e.class
		}
	}
	return resolve.None
}

// TablesOf implements [data.QueryModel].
func (r *reader) TablesOf(class resolve.DefID) []data.TableMapping { return r.tables[class] }

// Attribute implements [data.QueryModel].
func (r *reader) Attribute(class resolve.DefID, name string) (data.QueryAttribute, bool) {
	a, ok := r.find(class, name)
	if !ok {
		return data.QueryAttribute{}, false
	}
	r.mention(r.at, a, graph.Typed)
	out := data.QueryAttribute{Class: resolve.None, IsKey: a.isID, Between: r.tableBetween(a)}
	if out.Class = r.embedded(a); out.Class != resolve.None {
		out.Within = true
	} else if to := r.target(a); to != nil {
		out.Class = to.class
	}
	return out, true
}
