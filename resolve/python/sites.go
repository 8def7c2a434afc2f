package python

import (
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// bindSites says what types the values have that sites name: frameworks and mappers ask
// for them once all files are bound.
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

// bindSite says what type an expression has, and those that it is made of. It returns what
// the expression stands for: a chain is followed once, from its beginning.
func (p *evaluator) bindSite(b *resolve.Binder, e *parse.Expr, from resolve.DefID) set {
	var of set
	if e.Recv != nil {
		of = p.bindSite(b, e.Recv, from)
	} else if e.Kind == parse.ExprName || e.Kind == parse.ExprCall {
		p.meanImported(b, e, from)
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
	if e.Recv != nil && len(of) == 0 { // nothing is known of what comes before
		return nil
	}
	// Each expression has a budget of its own: one that is too deep must not cost the others
	// their types.
	p.pending = math.MaxInt
	p.budget.Next(e.At)
	out := p.siteStep(of, &st, e, from)
	b.MeanType(e.At, p.siteType(out))
	return out
}

// meanImported says what a name is outside the tree that an import takes from a module of
// the tree, which imports it itself:
//
//	from shop.config import Config    # shop/config.py: from starlette.config import Config
//	config = Config(".env")           # starlette.config.Config
func (p *evaluator) meanImported(b *resolve.Binder, e *parse.Expr, from resolve.DefID) {
	if !slices.ContainsFunc(b.File.Imports, func(im parse.Import) bool {
		return im.Name != "" && (im.Alias == e.Text || im.Alias == "" && im.Name == e.Text) &&
			p.modules.find(b.File, im.Path) != nil
	}) {
		return
	}
	refs := p.name(e.Text, e.At, from)
	if len(refs) == 1 && refs[0].kind == refOutside && len(refs[0].vals) == 1 {
		if v := refs[0].vals[0]; v.kind == kindExternal {
			b.MeanOutsideName(e.At, v.name)
		}
	}
}

// siteStep goes on from what a step is taken of. Of a member of a name tests may have told
// more than its declaration does:
//
//	if self.user is not None:
//	    self.user.save()    # the evaluator narrows self.user by the test around
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

// siteType is the type of what an expression stands for, if that is one thing. None does not
// count as another: an optional value is used as what it is otherwise. Those who ask have no
// use for a union, which they would have to decide between.
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
	if s.isPartial() { // it may stand for something unknown besides
		out.Tier = resolve.Worse(out.Tier, graph.Unique)
	}
	return out
}

// MemberType is the type of a member of a value.
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

// typeSet is what a value of a type may be, if the tree declares the type.
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
