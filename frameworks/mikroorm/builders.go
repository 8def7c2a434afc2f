package mikroorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
)

// isBuilder reports whether a method begins a query.
func isBuilder(name string) bool { return name == "createQueryBuilder" || name == "qb" }

// findAliases finds the aliases of entities in queries, in call order, as a join may
// begin at an earlier join's alias.
func (r *reader) findAliases() {
	data.EachChain(r.Tree, family, func(c data.Chain) {
		for _, x := range c.Calls {
			switch {
			case isBuilder(x.Expr.Text):
				r.aliasBuilt(x)
			case joins[x.Expr.Text] && x.Recv != nil && len(x.Args) > 1:
				if _, to := r.joinedBy(x); to != nil {
					r.alias(x, 1, to)
				}
			}
		}
	})
}

// aliasBuilt assigns the alias with which a query begins to the entity that it reads.
//
//	orders.qb('o')    em.createQueryBuilder(Order, 'o')
func (r *reader) aliasBuilt(x eval.Expr) {
	for _, v := range r.values.Of(x) {
		if e := r.Entity(v); e != nil {
			for i := range min(len(x.Args), 2) {
				if x.Args[i].Value.Kind == parse.ExprString {
					r.alias(x, i, e)
				}
			}
		}
	}
}

func (r *reader) alias(x eval.Expr, arg int, e *data.Entity) {
	if name, ok := r.Text(x.Sub(&x.Args[arg].Value)); ok {
		r.aliases.Set(x.Def, name, e)
	}
}

// joinedBy returns the relation that a join follows, and the entity that it reads, or
// nil if they are unknown. A path without an alias begins at the main entity of the
// query.
//
//	leftJoin('o.lines', 'l')    leftJoin('lines', 'l')    innerJoin(Line, 'l')
func (r *reader) joinedBy(x eval.Expr) (*data.Relation, *data.Entity) {
	first := x.Sub(&x.Args[0].Value)
	if first.Kind != parse.ExprString {
		for _, v := range r.values.Of(first) {
			if e := r.Entity(v); e != nil {
				return nil, e
			}
		}
		return nil, nil
	}
	path, _ := r.Text(first)
	rel := r.aliases.Relation(x.Def, path)
	if rel == nil && !strings.Contains(path, ".") {
		for _, v := range r.values.Of(x.Sub(x.Recv)) {
			if e := r.Entity(v); e != nil {
				rel = e.Relations[path]
			}
		}
	}
	if rel == nil {
		return nil, nil
	}
	return rel, rel.To
}

// built records the operation of a query that a call begins: a write if one of the
// calls that follow writes.
func (r *reader) built(x eval.Expr, e *data.Entity, tier graph.Tier) {
	if !r.writes(x) {
		r.out.Use(x, e.Tables, reads, tier)
	}
}

// writes reports whether a write follows in the chain that a call begins.
func (r *reader) writes(x eval.Expr) bool {
	if r.chains == nil {
		r.chains = map[*parse.Expr]bool{}
		data.EachChain(r.Tree, family, func(c data.Chain) {
			for i, of := range c.Calls {
				if isBuilder(of.Expr.Text) && i+1 < len(c.Calls) &&
					changes[c.Calls[i+1].Expr.Text] != 0 {
					r.chains[of.Expr] = true
				}
			}
		})
	}
	return r.chains[x.Expr]
}

// onBuilder records the reads and writes of a call on a query.
func (r *reader) onBuilder(x eval.Expr, e *data.Entity, tier graph.Tier) {
	if joins[x.Expr.Text] && len(x.Args) > 0 {
		rel, to := r.joinedBy(x)
		if rel != nil {
			r.out.Use(x, rel.Join, reads, tier)
		}
		if to != nil {
			r.out.Use(x, to.Tables, reads, tier)
		}
		return
	}
	if ops := changes[x.Expr.Text]; ops != 0 {
		r.out.Use(x, e.Tables, ops, tier)
	}
}
