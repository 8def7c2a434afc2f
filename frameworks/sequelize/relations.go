package sequelize

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
)

// A reference is a foreign key in an attribute of a model, to the table named by x.
type reference struct {
	from *data.Entity
	x    eval.Expr
}

// findRelations finds the associations of all models, from calls and decorators.
func (r *reader) findRelations() {
	r.EachCall(data.Script, func(x eval.Expr) {
		kind, ok := associations[x.Expr.Text]
		if !ok || x.Recv == nil || len(x.Args) == 0 {
			return
		}
		to := r.modelAt(x.Sub(&x.Args[0].Value))
		for _, v := range r.values.Of(x.Sub(x.Recv)) {
			if e := r.Entity(v); e != nil && v.Kind == data.ClassValue && to != nil {
				r.associate(e, to, x, kind, "")
			}
		}
	})
	for _, e := range r.Order {
		if !r.Table.Def(e.Def).Kind.IsType() {
			continue
		}
		for _, c := range r.Ancestry(e.Def) {
			for d := range data.Members(r.Table, c) {
				for _, x := range r.Attributes(d.ID) {
					r.decorated(e, x, d.Name)
				}
			}
		}
	}
	r.readReferences()
}

// decorated adds the association in a decorator of a member.
//
//	@BelongsTo(() => User, 'userId') user: User
func (r *reader) decorated(e *data.Entity, x eval.Expr, member string) {
	name := r.library(x)
	if name == "" || len(x.Args) == 0 {
		return
	}
	kind, ok := associations[strings.ToLower(name[:1])+name[1:]]
	if !ok {
		return
	}
	if to := r.Target(r.Tree, x.Sub(&x.Args[0].Value)); to != nil {
		r.associate(e, to, x, kind, member)
	}
}

// associate adds an association, under its default or specified name.
func (r *reader) associate(e, to *data.Entity, x eval.Expr, rel data.Relation, name string) {
	rel.To = to
	rel.Keyed = data.Option(x, "constraints").Text != "false"
	if as := data.Option(x, "as"); as.Kind != parse.ExprOpaque && name == "" {
		name, _ = r.Text(x.Sub(as))
	}
	if name == "" {
		name = to.Name
		if rel.List {
			name = plural.NPM(name)
		}
	}
	if rel.Joined {
		rel.Join = r.between(x)
	}
	e.Relate(name, &rel)
}

// between returns the join table of two models: that of a through model, or the one of
// the specified name.
//
//	User.belongsToMany(Tag, { through: 'user_tags' })    { through: UserTag }
//	@BelongsToMany(() => User, () => GroupUser)
func (r *reader) between(x eval.Expr) []data.TableMapping {
	through := data.Option(x, "through")
	if through.Kind == parse.ExprMap {
		through = data.Within(through, "model")
	}
	if through.Kind == parse.ExprOpaque && len(x.Args) > 1 {
		through = &x.Args[1].Value
	}
	at := x.Sub(through)
	if e := r.modelAt(at); e != nil {
		return e.Tables
	}
	if name, ok := r.Text(at); ok && name != "" {
		return []data.TableMapping{{Table: data.Table{Name: name}, Tier: graph.Exact}}
	}
	return nil
}

// modelAt returns the model that an expression names, or nil.
func (r *reader) modelAt(x eval.Expr) *data.Entity {
	switch x.Kind {
	case parse.ExprOpaque:
		return nil
	case parse.ExprLambda, parse.ExprString:
		return r.Target(r.Tree, x)
	}
	for _, v := range r.values.Of(x) {
		if e := r.Entity(v); e != nil && v.Kind == data.ClassValue {
			return e
		}
	}
	return nil
}

// readReferences adds the foreign keys in attributes.
func (r *reader) readReferences() {
	for _, ref := range r.refers {
		if e := r.modelAt(ref.x); e != nil && ref.x.Kind != parse.ExprString {
			r.out.Key(ref.from.Tables, e.Tables, graph.Exact)
		} else if t, ok := r.tableAt(ref.x); ok {
			r.out.Key(ref.from.Tables, []data.TableMapping{{Table: t, Tier: graph.Exact}}, graph.Exact)
		}
	}
}

// tableAt returns the table that an expression names, by a string or an object with its
// name.
//
//	'users'    { tableName: 'users', schema: 'auth' }
func (r *reader) tableAt(x eval.Expr) (t data.Table, ok bool) {
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprMap {
			t.Schema = data.TextWithin(r.Tree, v, "schema")
			v = v.Sub(data.Within(v.Expr, "tableName"))
		}
		if t.Name, ok = r.Text(v); ok && t.Name != "" {
			return t, true
		}
	}
	return data.Table{}, false
}
