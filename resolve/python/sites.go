package python

import (
	"math"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// bindSites says what types the values have that sites name: frameworks and mappers ask
// for them once all files are bound.
func (p *evaluator) bindSites(b *resolve.Binder) {
	for i := range b.File.Sites {
		s := &b.File.Sites[i]
		from := b.File.ID(s.Def)
		s.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprName && e.Kind != parse.ExprMember && e.Kind != parse.ExprCall {
				return
			}
			steps, ok := siteSteps(e)
			if !ok {
				return
			}
			p.pending = math.MaxInt
			p.budget.Next(e.At)
			b.MeanType(e.At, p.siteType(p.eval(steps, e.At, from)))
		})
	}
}

// siteSteps writes an expression as a chain of steps; ok is false for one that begins with
// anything but a name.
func siteSteps(e *parse.Expr) (steps []parse.Step, ok bool) {
	if e.Recv != nil {
		if steps, ok = siteSteps(e.Recv); !ok {
			return nil, false
		}
	}
	switch e.Kind {
	case parse.ExprName:
		return append(steps, parse.Step{Kind: parse.StepName, Name: e.Text}), true
	case parse.ExprMember:
		return append(steps, parse.Step{Kind: parse.StepMember, Name: e.Text}), true
	case parse.ExprCall:
		return append(steps, parse.Step{Kind: parse.StepCall, Name: e.Text}), true
	case parse.ExprIndex:
		return append(steps, parse.Step{Kind: parse.StepElement}), true
	}
	return nil, false
}

// siteType is the type of what an expression stands for, if that is one thing.
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
	if s.isPartial() {
		out.Tier = resolve.Worse(out.Tier, graph.Unique)
	}
	return out
}
