package data

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A TableMapping is a table that holds objects of a class.
type TableMapping struct {
	Table
	Tier graph.Tier
}

// Entities maps classes to the tables that store their objects.
type Entities map[resolve.DefID][]TableMapping

// Add adds a table of a class. For a table that it has already, it keeps the surest
// tier.
func (e Entities) Add(class resolve.DefID, t Table, tier graph.Tier) {
	list := e[class]
	for i := range list {
		if list[i].Table == t {
			list[i].Tier = min(list[i].Tier, tier)
			return
		}
	}
	e[class] = append(list, TableMapping{t, tier})
}

// Map adds the mappings of a class, without a context class.
func (m *Model) Map(class resolve.DefID, tables []TableMapping) {
	for _, t := range tables {
		m.Mappings = append(m.Mappings, Mapping{Class: class, Context: resolve.None,
			Set: resolve.None, Table: t.Table, Tier: t.Tier})
	}
}

// Use records an operation on tables at a place.
func (m *Model) Use(x eval.Expr, tables []TableMapping, ops graph.Ops, tier graph.Tier) {
	for _, t := range tables {
		m.Uses = append(m.Uses, Use{By: x.Def, File: x.In.File, At: x.At, Table: t.Table, Ops: ops,
			Tier: resolve.WeakerTier(tier, t.Tier)})
	}
}

// Restrict restricts the uses from number first on to the objects of a condition, if that is not
// nil.
func (m *Model) Restrict(first int, where *Condition) {
	for i := first; where != nil && i < len(m.Uses); i++ {
		m.Uses[i].Where = where
	}
}

// TextOf is the string that an expression is, empty for one that is not known. Time is that of
// [eval.Tree.Text].
func TextOf(t *eval.Tree, x eval.Expr) string {
	if text, ok := t.Text(x); ok {
		return text
	}
	return ""
}

// Key adds foreign keys from each table of one list to each of another.
func (m *Model) Key(from, to []TableMapping, tier graph.Tier) {
	for _, f := range from {
		for _, t := range to {
			m.Keys = append(m.Keys, Key{f.Table, t.Table,
				resolve.WeakerTier(tier, resolve.WeakerTier(f.Tier, t.Tier)), graph.ViaORM})
		}
	}
}

// Query records a string that is a query in a mapper's own language, so that names in
// it are not table names.
func (m *Model) Query(x eval.Expr) {
	m.Queries = append(m.Queries, eval.Place{File: x.In.File, At: x.At})
}

// A Supertype is a supertype of a type, or the type itself.
type Supertype struct {
	resolve.Type
	By resolve.DefID // the class that declares it; None for the type itself
}

// Supertypes lists a type and all its supertypes, internal and external, with type
// arguments substituted, the nearest first.
func Supertypes(table *resolve.Table, t resolve.Type) []Supertype {
	out := []Supertype{{t, resolve.None}}
	for i := 0; i < len(out) && len(out) < resolve.MaxLineage; i++ {
		of := out[i]
		if of.Def <= resolve.None {
			continue
		}
		class := table.Canon[of.Def]
		for _, b := range table.Bases[class] {
			b = bound(table.Def(class), resolve.Substitute(b, of.Def, of.Args), of.Args)
			known := func(x Supertype) bool { return x.Def == b.Def && x.SameForm(b) }
			if !slices.ContainsFunc(out, known) {
				out = append(out, Supertype{b, class})
			}
		}
	}
	return out
}

// bound substitutes the type parameters of a class in one of its bases where they occur
// by name only: in the arguments of an external type.
func bound(class *resolve.Def, base resolve.Type, args []resolve.Type) resolve.Type {
	for i, a := range base.Args {
		at := slices.Index(class.TypeParams, a.Name)
		if a.Def > resolve.None || a.Owner != resolve.None || at < 0 || at >= len(args) {
			continue
		}
		base.Args = slices.Clone(base.Args)
		base.Args[i] = args[at]
	}
	return base
}
