package sequelize

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// called records the reads and writes of a call. Methods of the tree are read
// separately.
func (r *reader) called(x eval.Expr) {
	if x.Recv == nil || x.Callee() != resolve.None {
		return
	}
	for _, v := range r.values.Of(x.Sub(x.Recv)) {
		e := r.Entity(v)
		switch {
		case e == nil:
		case v.Kind == data.ClassValue:
			r.onModel(x, e, v.Tier)
		case v.Kind == data.ObjectValue:
			r.onObject(x, e, v.Tier)
		}
	}
}

// onModel records the operation of a method of a model.
func (r *reader) onModel(x eval.Expr, e *data.Entity, tier graph.Tier) {
	if x.Expr.Text == "scope" {
		r.scoped(x, e, tier)
		return
	}
	a, ok := actions[x.Expr.Text]
	if !ok {
		return
	}
	r.out.Use(x, e.Tables, a.ops, tier)
	for i := range x.Args {
		r.options(x, x.Sub(&x.Args[i].Value), e, a.ops, tier)
	}
	if a.ops == reads && !r.isUnscoped(x.Expr) {
		r.scope(x, e, "", tier)
	}
}

// isUnscoped reports whether a call is on a model without its default scope.
func (r *reader) isUnscoped(e *parse.Expr) bool {
	for of := e.Recv; of != nil; of = of.Recv {
		if of.Kind == parse.ExprCall && (of.Text == "unscoped" || of.Text == "scope") {
			return true
		}
	}
	return false
}

// scoped records the reads by the scopes that a call names.
//
//	User.scope('withPosts')    User.scope(['defaultScope', { method: ['withTags', id] }])
func (r *reader) scoped(x eval.Expr, e *data.Entity, tier graph.Tier) {
	for i := range x.Args {
		r.scopeAt(x, x.Sub(&x.Args[i].Value), e, tier)
	}
}

func (r *reader) scopeAt(at, x eval.Expr, e *data.Entity, tier graph.Tier) {
	switch x.Kind {
	case parse.ExprList:
		for i := range x.Args {
			r.scopeAt(at, x.Sub(&x.Args[i].Value), e, tier)
		}
	case parse.ExprMap:
		if m := data.Within(x.Expr, "method"); m.Kind == parse.ExprList && len(m.Args) > 0 {
			r.scopeAt(at, x.Sub(&m.Args[0].Value), e, tier)
		}
	default:
		if name, ok := r.Text(x); ok && name == "defaultScope" {
			r.scope(at, e, "", tier)
		} else if ok {
			r.scope(at, e, name, tier)
		}
	}
}

// scope records the models that a scope includes.
func (r *reader) scope(at eval.Expr, e *data.Entity, name string, tier graph.Tier) {
	s, ok := r.scopes[e][name]
	if !ok {
		return
	}
	for _, v := range r.scopeOf(s) {
		r.options(at, v, e, reads, resolve.WeakerTier(tier, graph.Typed))
	}
}

// options records the models that the options of a call include.
func (r *reader) options(at, x eval.Expr, e *data.Entity, ops graph.Ops, tier graph.Tier) {
	for _, v := range r.Evaluate(x) {
		if include := data.Within(v.Expr, "include"); include.Kind != parse.ExprOpaque {
			if ops != graph.Insert {
				ops = reads
			}
			r.include(at, v.Sub(include), e, ops, tier)
		}
	}
}

// include records models that are read or created with another one.
//
//	[Line, 'lines', { model: Line, as: 'lines', include: [Product] }, { association: 'lines' }]
func (r *reader) include(at, x eval.Expr, e *data.Entity, ops graph.Ops, tier graph.Tier) {
	if x.Kind == parse.ExprList {
		for i := range x.Args {
			r.include(at, x.Sub(&x.Args[i].Value), e, ops, tier)
		}
		return
	}
	if x.Kind == parse.ExprMap {
		r.included(at, x, e, ops, tier)
		return
	}
	if v := r.Evaluate(x); len(v) == 1 && v[0].Expr != x.Expr &&
		(v[0].Kind == parse.ExprList || v[0].Kind == parse.ExprMap) {
		r.include(at, v[0], e, ops, tier)
		return
	}
	r.follow(at, r.relationAt(x, e), ops, tier)
}

// included is include for an object: it includes one model, or all associations.
func (r *reader) included(at, x eval.Expr, e *data.Entity, ops graph.Ops, tier graph.Tier) {
	if data.Within(x.Expr, "all").Text == "true" {
		for _, name := range e.Fields {
			r.follow(at, e.Relations[name], ops, tier)
		}
		return
	}
	var rel *data.Relation
	for _, name := range []string{"as", "association", "model"} {
		if v := data.Within(x.Expr, name); rel == nil && v.Kind != parse.ExprOpaque {
			rel = r.relationAt(x.Sub(v), e)
		}
	}
	if rel == nil {
		return
	}
	r.follow(at, rel, ops, tier)
	if inner := data.Within(x.Expr, "include"); inner.Kind != parse.ExprOpaque {
		r.include(at, x.Sub(inner), rel.To, ops, tier)
	}
}

// relationAt returns the association that an expression names: by its name, its target
// model, or a member of the model. A model without an association is read nevertheless.
func (r *reader) relationAt(x eval.Expr, e *data.Entity) *data.Relation {
	if x.Kind == parse.ExprString {
		name, _ := r.Text(x)
		return e.Relations[name]
	}
	if to := r.modelAt(x); to != nil {
		for _, name := range e.Fields {
			if e.Relations[name].To == to {
				return e.Relations[name]
			}
		}
		return &data.Relation{To: to}
	}
	if x.Kind == parse.ExprMember {
		return e.Relations[x.Expr.Text] // User.Posts
	}
	return nil
}

func (r *reader) follow(at eval.Expr, rel *data.Relation, ops graph.Ops, tier graph.Tier) {
	if rel != nil {
		r.out.Use(at, rel.To.Tables, ops, tier)
		r.out.Use(at, rel.Join, ops, tier)
	}
}

// onObject records the operation of a method of an object.
func (r *reader) onObject(x eval.Expr, e *data.Entity, tier graph.Tier) {
	if ops, ok := own[x.Expr.Text]; ok {
		r.out.Use(x, e.Tables, ops, tier)
		for i := range x.Args {
			r.options(x, x.Sub(&x.Args[i].Value), e, ops, tier)
		}
		return
	}
	rel, ops, ok := r.mixin(x, e)
	if !ok {
		return
	}
	tier = resolve.WeakerTier(tier, graph.Typed)
	if ops == graph.Update && rel.Joined { // it changes the association
		r.out.Use(x, rel.Join, graph.Insert|graph.Delete, tier)
		return
	}
	r.out.Use(x, rel.To.Tables, ops, tier)
	if rel.Joined {
		r.out.Use(x, rel.Join, ops, tier)
	}
}
