package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// A typ is what is known of an expression: the type of its value, or the type
// or module that it names.
type typ struct {
	def      defID      // canonical definition of the type; none for all others
	args     []typ      // type arguments, by position
	form     string     // of types without definition: "[]", "|", "()", "func", or the external name
	param    int        // when owner is set: the number of its type parameter
	owner    defID      // the definition whose type parameter it is; none for all others
	module   string     // the module that the expression names
	isModule bool       // the expression names a module
	static   bool       // the expression names the type itself, not a value of it
	external bool       // the type lies outside the tree
	tier     graph.Tier // how it is known; zero means Exact
}

var unknown = typ{def: none, owner: none}

// known reports whether anything is known of t.
func (t typ) known() bool {
	return t.def != none || t.isModule || t.external || t.form != "" || t.owner != none
}

// worse returns the less sure of two tiers; zero counts as Exact.
func worse(a, b graph.Tier) graph.Tier { return max(a, b, graph.Exact) }

// withTier returns t, no surer than tier.
func (t typ) withTier(tier graph.Tier) typ {
	t.tier = worse(t.tier, tier)
	return t
}

// maxDepth bounds how far one expression is followed through declarations: an
// alias may lead back to itself.
const maxDepth = 12

// typeOf resolves a written type as seen from the definition at a position.
func (b *binder) typeOf(ref parse.TypeRef, from defID, at uint32) typ {
	if ref.IsZero() {
		return unknown
	}
	return b.f.rules.resolveType(b, ref, from, at)
}

// typeParam finds the type parameter of an enclosing definition.
func (b *binder) typeParam(name string, from defID) (typ, bool) {
	for d := from; d != none; d = b.ix.defs[d].parent {
		for i, p := range b.ix.defs[d].TypeParams {
			if p == name {
				return typ{def: none, owner: b.ix.canon[d], param: i, form: name}, true
			}
		}
	}
	return unknown, false
}

// declarations drops the further declarations of what stands in the list
// already: parts of one type, and the same symbol declared again in its module.
func (b *binder) declarations(ids []defID) []defID {
	if len(ids) < 2 {
		return ids
	}
	var out []defID
next:
	for _, id := range ids {
		d := b.ix.def(id)
		for _, o := range out {
			od := b.ix.def(o)
			if b.ix.canon[o] == b.ix.canon[id] || od.Symbol == d.Symbol && od.module == d.module && od.Kind == d.Kind {
				continue next
			}
		}
		out = append(out, id)
	}
	return out
}

// subst replaces the type parameters of owner's definition by its arguments.
func (b *binder) subst(t, owner typ) typ {
	if t.owner != none {
		if t.owner == owner.def && t.param < len(owner.args) {
			return owner.args[t.param].withTier(t.tier)
		}
		return t
	}
	if len(t.args) == 0 || len(owner.args) == 0 {
		return t
	}
	args := make([]typ, len(t.args))
	for i, a := range t.args {
		args[i] = b.subst(a, owner)
	}
	t.args = args
	return t
}
