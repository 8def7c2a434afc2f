package jpa

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// repositoryOf returns the class that a repository type stores; unknown for other
// types.
func (r *reader) repositoryOf(t resolve.Type) resolve.Type {
	if t.Def == resolve.None && !t.External {
		return resolve.Unknown
	}
	for _, s := range data.Supertypes(r.Table, t) {
		if s.Def <= resolve.None && len(s.Args) > 0 && r.isOneOf(s, repositories) {
			return s.Args[0]
		}
	}
	return resolve.Unknown
}

// isOneOf reports whether a supertype is a listed external type.
func (r *reader) isOneOf(s data.Supertype, known map[string]bool) bool {
	switch {
	case s.Def > resolve.None:
		return false
	case s.By == resolve.None:
		return known[s.Name]
	}
	return full(r.Table.Def(s.By).File, s.Name, known) != ""
}

// bound lists the entities that a type may be: its own entity, or those bound to a type
// parameter in the subclasses of the class that declares it.
func (r *reader) bound(t resolve.Type) ([]*entity, graph.Tier) {
	if e := r.entityOf(t); e != nil {
		return []*entity{e}, graph.Exact
	}
	if t.Owner == resolve.None || !r.Table.Def(t.Owner).Kind.IsType() {
		return nil, graph.Exact
	}
	v := resolve.TypeVar{Owner: r.Table.Canon[t.Owner], Param: t.Param}
	out, known := r.standing[v]
	if known {
		return out, graph.Hierarchy
	}
	for _, d := range r.derivedFrom(v.Owner) {
		for _, s := range data.Supertypes(r.Table, r.self(d)) {
			if s.Def != v.Owner || v.Param >= len(s.Args) {
				continue
			}
			if e := r.entityOf(s.Args[v.Param]); e != nil && !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	r.standing[v] = out
	return out, graph.Hierarchy
}

// derivedFrom lists the subclasses and subinterfaces of a type, by (path, position).
func (r *reader) derivedFrom(class resolve.DefID) []resolve.DefID {
	if r.derived == nil {
		r.derived = map[resolve.DefID][]resolve.DefID{}
		for id := range r.Table.Defs {
			d := resolve.DefID(id)
			if def := r.Table.Def(d); !def.Kind.IsType() || def.File.Test {
				continue
			}
			for _, c := range r.Lineage(d)[1:] {
				r.derived[r.Table.Canon[c]] = append(r.derived[r.Table.Canon[c]], d)
			}
		}
	}
	return r.derived[class]
}

// readRepositories records the uses of repository methods without a body.
func (r *reader) readRepositories() {
	for _, d := range r.repos {
		def := r.Table.Def(d)
		if def.Kind != graph.KindInterface || def.File.Test {
			continue
		}
		of := r.repositoryOf(r.self(d))
		stored, tier := r.bound(of)
		for id := range r.Table.Within(def) {
			m := r.Table.Def(id)
			if m.Outer == d && m.Kind == graph.KindMethod && m.Body.IsEmpty() {
				for _, e := range stored {
					first := len(r.out.Uses)
					r.declared(m, e, tier)
					r.where(first, of, e)
				}
			}
		}
	}
}

// declared records the uses of a method: by its @Query, its named query, a built-in
// repository method, or a query derived from its name.
func (r *reader) declared(m *resolve.Def, e *entity, tier graph.Tier) {
	at := r.termOf(m)
	if q, ok := r.queryOf(m); ok {
		r.run(at, q, e, tier)
		return
	}
	if q, ok := r.named[e.name+"."+m.Name]; ok {
		r.run(at, q, e, tier)
		return
	}
	if ops, ok := repositoryCalls[m.Name]; ok {
		r.out.Use(at, r.tables[e.class], ops, tier)
		return
	}
	d, ok := derived(m.Name)
	if !ok {
		return
	}
	r.out.Use(at, r.tables[e.class], d.ops, tier)
	r.at = at
	defer func() { r.at = eval.Expr{} }()
	for _, p := range d.properties {
		for _, to := range r.joined(e, p) {
			r.out.Use(at, r.tables[to.class], reads, resolve.WeakerTier(tier, graph.Typed))
		}
	}
}

// termOf returns the name of a definition as a term.
func (r *reader) termOf(d *resolve.Def) eval.Expr {
	return eval.Expr{Expr: &parse.Expr{At: d.NameAt, Text: d.Name}, In: r.Binder(d.File), Def: d.ID}
}
