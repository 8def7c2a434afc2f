package graphbuild

import (
	"strings"

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

// maxDepth bounds how far one expression is followed through declarations.
const maxDepth = 12

// typeOf resolves a written type as seen from the definition at a position.
func (b *binder) typeOf(ref parse.TypeRef, from defID, at uint32) typ {
	// An alias may lead back to itself: type A = B.C; type B = A.
	if ref.IsZero() || !b.deeper() {
		return unknown
	}
	defer b.back()
	if r, ok := b.f.rules.(typeResolver); ok {
		return r.resolveType(b, ref, from, at)
	}
	args := make([]typ, 0, len(ref.Args))
	for _, a := range ref.Args {
		args = append(args, b.typeOf(a, from, at))
	}
	if strings.ContainsAny(ref.Name, "[|({") || ref.Name == "func" || ref.Name == "map" {
		return typ{def: none, owner: none, form: ref.Name, args: args}
	}
	if t, ok := b.typeParam(ref.Name, from); ok {
		return t
	}
	found := b.typeNamed(ref.Name, len(args), at, from)
	switch {
	case len(found.defs) == 1:
		return typ{def: b.ix.canon[found.defs[0]], owner: none, args: args, tier: found.tier}
	case found.external || len(found.defs) == 0:
		return typ{def: none, owner: none, form: ref.Name, args: args, external: true}
	}
	return unknown
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

// typeNamed finds the type that a written name means: one candidate when it is
// decided, several when nothing decides among them.
func (b *binder) typeNamed(name string, args int, at uint32, from defID) found {
	parts := strings.Split(name, ".")
	at1, _ := b.bare(parts[0], at, from, func(d *defn) bool { return d.Kind.IsType() })
	for i := 1; i < len(parts) && at1.ok(); i++ {
		switch {
		case at1.isModule:
			at1 = b.f.rules.inModule(b, at1.module, parts[i])
		case len(at1.defs) > 0:
			at1.defs, _ = b.nested(at1.defs[0], parts[i])
		}
	}
	if at1.isModule {
		return found{}
	}
	at1.defs = b.declarations(b.arity(b.ix.filter(at1.defs, isType), args))
	return at1
}

// nested lists the types that a type or one of its bases declares inside.
func (b *binder) nested(t defID, name string) ([]defID, bool) {
	return b.memberDefs(typ{def: b.ix.canon[t], owner: none}, name, isType)
}

// arity keeps the types with the given number of type parameters, if there are any.
func (b *binder) arity(ids []defID, args int) []defID {
	fit := b.ix.filter(ids, func(d *defn) bool { return len(d.TypeParams) == args })
	if len(fit) > 0 {
		return fit
	}
	return ids
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

// valueType is the declared type of a member of owner: of a value its own, of a
// callable its result.
func (b *binder) valueType(id defID, owner typ) typ {
	d := b.ix.def(id)
	if d.Kind.IsType() {
		return typ{def: b.ix.canon[id], owner: none, static: true}
	}
	db := b.in(d.file)
	return b.subst(db.typeOf(d.Type, id, d.NameAt), owner)
}

// bases lists the base types of t with its type arguments put in.
func (b *binder) basesOf(t typ) []typ {
	var out []typ
	for _, base := range b.ix.bases[t.def] {
		out = append(out, b.subst(base, t))
	}
	return out
}

// memberDefs finds what a type declares or inherits under a name: the
// candidates of the nearest type that has any that ok accepts. external reports
// that a base outside the tree may have it instead.
func (b *binder) memberDefs(t typ, name string, ok func(*defn) bool) (ids []defID, external bool) {
	ids, _, external = b.member(t, name, ok)
	return ids, external
}

// member is memberDefs; owner is the type that declares the candidates, with
// its type arguments as seen from t.
func (b *binder) member(t typ, name string, ok func(*defn) bool) (ids []defID, owner typ, external bool) {
	queue, seen := []typ{t}, map[defID]bool{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t.external {
			external = true
		}
		if t.def == none || seen[t.def] {
			continue
		}
		seen[t.def] = true
		if ids := b.ix.filter(b.ix.own(t.def, name), ok); len(ids) > 0 {
			return ids, t, external
		}
		if d := b.ix.def(t.def); d.Kind == graph.KindTypeAlias && !d.Type.IsZero() {
			queue = append(queue, b.subst(b.in(d.file).typeOf(d.Type, t.def, d.NameAt), t))
		}
		queue = append(queue, b.basesOf(t)...)
	}
	return nil, unknown, external
}
