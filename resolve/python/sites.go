package python

import (
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// bindSites records the types of the expressions in sites: framework and mapper
// analyses query them once all files are bound.
func (p *evaluator) bindSites(b *resolve.Binder) {
	for i := range b.File.Sites {
		s := &b.File.Sites[i]
		if s.Kind == parse.SiteAttribute {
			continue
		}
		if s.To != nil {
			p.bindSite(b, s.To, b.File.ID(s.Def))
		}
		p.bindSite(b, &s.Expr, b.File.ID(s.Def))
	}
}

// bindSite records the types of an expression and its parts. It returns the value of
// the expression: a chain is evaluated once, from its beginning.
func (p *evaluator) bindSite(b *resolve.Binder, e *parse.Expr, from resolve.DefID) set {
	var of set
	if e.Recv != nil {
		of = p.bindSite(b, e.Recv, from)
	} else if e.Kind == parse.ExprName || e.Kind == parse.ExprCall {
		p.recordImportedSymbol(b, e, from)
	}
	for i := range e.Args {
		p.bindSite(b, &e.Args[i].Value, from)
	}
	var st parse.Step
	switch e.Kind {
	case parse.ExprName:
		st = parse.Step{Kind: parse.StepName, Name: e.Text}
	case parse.ExprMember:
		st = parse.Step{Kind: parse.StepMember, Name: e.Text}
	case parse.ExprCall:
		st = parse.Step{Kind: parse.StepCall, Name: e.Text}
	case parse.ExprIndex:
		st = parse.Step{Kind: parse.StepElement}
	default:
		return nil
	}
	if e.Recv != nil && len(of) == 0 { // the part before it is unknown
		return nil
	}
	// Each expression has a separate budget: one that is too deep must not cost the
	// others their types.
	p.pending = math.MaxInt
	p.budget.Next(e.At)
	out := p.siteStep(of, &st, e, from)
	b.SetValueType(e.At, p.siteType(out))
	return out
}

// recordImportedSymbol records the external symbol of a name imported from a module of the
// tree that itself imports it:
//
//	from shop.config import Config    # shop/config.py: from starlette.config import Config
//	config = Config(".env")           # starlette.config.Config
func (p *evaluator) recordImportedSymbol(b *resolve.Binder, e *parse.Expr, from resolve.DefID) {
	if !slices.ContainsFunc(b.File.Imports, func(im parse.Import) bool {
		return im.Name != "" && (im.Alias == e.Text || im.Alias == "" && im.Name == e.Text) &&
			p.modules.find(b.File, im.Path) != nil
	}) {
		return
	}
	refs := p.name(e.Text, e.At, from)
	if len(refs) == 1 && refs[0].kind == refOutside && len(refs[0].vals) == 1 {
		if v := refs[0].vals[0]; v.kind == kindExternal {
			b.SetExternalName(e.At, v.name)
		}
	}
}

// siteStep applies a step to its receiver. A test may narrow a member of a name
// beyond its declaration:
//
//	if self.user is not None:
//	    self.user.save()    # the evaluator narrows self.user by the enclosing test
func (p *evaluator) siteStep(of set, st *parse.Step, e *parse.Expr, from resolve.DefID) set {
	if e.Kind == parse.ExprMember && e.Recv.Kind == parse.ExprName {
		name := parse.Step{Kind: parse.StepName, Name: e.Recv.Text}
		return p.eval([]parse.Step{name, *st}, e.At, from)
	}
	if !p.enter() {
		return nil
	}
	defer p.budget.Leave()
	return p.step(of, st, e.Recv == nil, e.At, from)
}

// siteType returns the type of an expression's value, if there is only one. None does
// not count: an optional value is used as its other alternative. Callers cannot use a
// union, since they would have to choose from it.
func (p *evaluator) siteType(s set) resolve.Type {
	out := resolve.Unknown
	for _, v := range s {
		if v.kind == kindNothing {
			continue
		}
		if out.Known() {
			return resolve.Unknown
		}
		t := resolve.Type{Def: resolve.None, Owner: resolve.None, Tier: v.tier}
		switch {
		case v.kind == kindInstance && v.def != resolve.None:
			t.Def = p.table.Canon[v.def]
		case v.kind == kindClass && v.def != resolve.None:
			t.Def, t.Static = p.table.Canon[v.def], true
		case v.kind == kindObject:
			t.External, t.Name = true, v.name
		default:
			return resolve.Unknown
		}
		for _, a := range v.args {
			t.Args = append(t.Args, p.siteType(a))
		}
		out = t
	}
	if s.isPartial() { // there may also be unknown alternatives
		out.Tier = resolve.WeakerTier(out.Tier, graph.Unique)
	}
	return out
}

// MemberType returns the type of a member of a value.
//
//	class Repository(Generic[M]):
//	    model: type[M]
//	Repository[Order]().model    # the class Order
func (r *rules) MemberType(b *resolve.Binder, of resolve.Type, name string) resolve.Type {
	p := r.python(b)
	p.pending = math.MaxInt
	p.budget.Next(0)
	out := resolve.Unknown
	for _, v := range typeSet(of) {
		out = p.siteType(p.member(v, name))
	}
	return out
}

// typeSet returns the value of a type, if the tree declares the type.
func typeSet(t resolve.Type) set {
	if t.Def <= resolve.None {
		return nil
	}
	v := val{kind: kindInstance, def: t.Def, tier: t.Tier}
	if t.Static {
		v.kind = kindClass
	}
	for _, a := range t.Args {
		v.args = append(v.args, typeSet(a))
	}
	return set{v}
}
