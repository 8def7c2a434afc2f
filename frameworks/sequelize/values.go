package sequelize

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// findHeld finds the object members whose assigned value may be a model.
//
//	db.users = require('./user')(sequelize, DataTypes)
func (r *reader) findHeld() {
	for _, f := range r.Table.Files {
		if f.Family != data.Script || f.Test {
			continue
		}
		b := r.Binder(f)
		for i := range f.Sites {
			s := &f.Sites[i]
			if s.Kind != parse.SiteValue || s.For == 0 || f.Text[s.For-1] != '.' {
				continue
			}
			switch s.Expr.Kind {
			case parse.ExprCall, parse.ExprName, parse.ExprMember:
				name := nameAt(f.Text[s.For:])
				r.held[name] = append(r.held[name],
					eval.Expr{Expr: &s.Expr, In: b, Def: f.ID(s.Def)})
			}
		}
	}
}

// nameAt returns the name at the start of a text.
func nameAt(text string) string {
	end := strings.IndexFunc(text, func(c rune) bool {
		return c != '_' && c != '$' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if end < 0 {
		return text
	}
	return text[:end]
}

// Name implements [data.ValueReader]: models that variables hold, this, declared types,
// and parameters named after a model.
func (r *reader) Name(x eval.Expr) []data.Value {
	if d := x.Referent().Def; d != resolve.None {
		if e := r.Of(d); e != nil && !r.Table.Def(d).Kind.IsType() {
			return []data.Value{e.Value(data.ClassValue, x.Referent().Tier)}
		}
		return data.Declared(r.Tree, d, r.ofType)
	}
	if x.Expr.Text == "this" || x.Expr.Text == "super" {
		return r.self(x)
	}
	l := x.Local()
	if l == nil {
		if name := taken(x); name != "" {
			return r.modelIn(x, name)
		}
		return nil
	}
	if out := data.TypeExprAt(x, l.Type).Values(r.ofType); out != nil {
		return out
	}
	if out := r.values.Element(x); out != nil {
		return out
	}
	// function ({ User, Post }) {…}, function (sequelize, User) {…}
	if e := r.Only(x.Expr.Text); e != nil && l.Kind == parse.LocalParam {
		return []data.Value{e.Value(data.ClassValue, graph.Unique)}
	}
	return nil
}

// self returns the value of this: an object of the enclosing class, or the class in a
// static method.
func (r *reader) self(x eval.Expr) []data.Value {
	class := r.Table.EnclosingType(x.Def)
	if class == resolve.None {
		return nil
	}
	if e := r.Of(r.Table.Canon[class]); e != nil {
		return e.This(r.Table.Def(x.Def))
	}
	return nil
}

// ofType returns the values of a named type.
//
//	typeof User    ModelStatic<User>    User | null    Promise<User[]>
func (r *reader) ofType(w data.TypeExpr) []data.Value {
	kind := data.ObjectValue
	if w.Form == parse.FormQuery {
		w.Form, kind = parse.FormNamed, data.ClassValue
	} else if modelTypes[resolve.LastName(w.Name)] && len(w.Args) > 0 {
		w, kind = w.Part(w.Args[0]), data.ClassValue
	}
	if e := r.Of(w.Class(r.Table)); e != nil {
		return []data.Value{e.Value(kind, graph.Exact)}
	}
	return nil
}

// Member implements [data.ValueReader]: the targets of associations, and models held by
// members of an object.
func (r *reader) Member(x eval.Expr, of data.Value) []data.Value {
	name := x.Expr.Text
	if of.Kind == 0 {
		if d := x.Referent().Def; d != resolve.None {
			if e := r.Of(d); e != nil && !r.Table.Def(d).Kind.IsType() {
				return []data.Value{e.Value(data.ClassValue, x.Referent().Tier)}
			}
			return data.Declared(r.Tree, d, r.ofType)
		}
		return r.modelIn(x, x.Expr.Text)
	}
	e := r.Entity(of)
	if e == nil || e.Relations[name] == nil || of.Kind != data.ObjectValue {
		return nil
	}
	return []data.Value{e.Relations[name].Value(resolve.WeakerTier(of.Tier, graph.Typed))}
}

// taken returns the member of an object of another file that an imported name is; "" for
// other names.
//
//	const { User } = require('./models')    // module.exports = db, where db.User is set
func taken(x eval.Expr) string {
	if x.Kind != parse.ExprName || x.Referent().External != "" {
		return ""
	}
	for i := range x.In.File.Imports {
		im := &x.In.File.Imports[i]
		if im.Alias == x.Expr.Text && im.Name != "" && strings.HasPrefix(im.Path, ".") {
			return im.Name
		}
	}
	return ""
}

// modelIn returns the model that a member of an object holds: models.User, db.users.
func (r *reader) modelIn(x eval.Expr, name string) []data.Value {
	if e := r.Only(name); e != nil {
		return []data.Value{e.Value(data.ClassValue, graph.Unique)}
	}
	var out []data.Value
	for _, v := range r.held[name] {
		if v.Expr == x.Expr {
			continue
		}
		for _, m := range r.values.Of(v) {
			if m.Kind == data.ClassValue && r.Entity(m) != nil {
				m.Tier = resolve.WeakerTier(m.Tier, graph.Unique)
				out = append(out, m)
			}
		}
	}
	if len(out) > 1 {
		return nil // several objects have a member of that name
	}
	return out
}

// Call implements [data.ValueReader].
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	if of.Kind == 0 {
		return r.function(x)
	}
	e := r.Entity(of)
	if e == nil {
		return nil
	}
	name := x.Expr.Text
	switch of.Kind {
	case data.ClassValue:
		if x.Callee() != resolve.None && r.Table.Def(x.Callee()).Kind.IsCallable() {
			return nil // a method of the tree
		}
		return r.ofModel(x, e, of.Tier)
	case data.ObjectValue:
		if _, ok := own[name]; ok {
			return []data.Value{of}
		}
		if rel, ops, ok := r.mixin(x, e); ok && ops&^graph.Insert == 0 {
			return []data.Value{rel.Value(resolve.WeakerTier(of.Tier, graph.Typed))}
		}
	}
	return nil
}

// ofModel returns the values of a call of a model method.
func (r *reader) ofModel(x eval.Expr, e *data.Entity, tier graph.Tier) []data.Value {
	switch a := actions[x.Expr.Text]; {
	case scoping[x.Expr.Text]:
		return []data.Value{e.Value(data.ClassValue, tier)}
	case x.Expr.Text == "build" || a.gives == anObject:
		return []data.Value{e.Value(data.ObjectValue, tier)}
	case a.gives == aList:
		return []data.Value{e.Value(data.RowsValue, tier)}
	}
	return nil
}

// function returns the values of a call without a known receiver: the definition of a
// model, a lookup by its name or class, or the declared return type of a callable of
// the tree.
func (r *reader) function(x eval.Expr) []data.Value {
	if e := r.models[x.Expr]; e != nil {
		return []data.Value{e.Value(data.ClassValue, graph.Exact)}
	}
	if (x.Expr.Text == "model" || x.Expr.Text == "getRepository") && len(x.Args) == 1 {
		if e := r.modelAt(x.Sub(&x.Args[0].Value)); e != nil {
			return []data.Value{e.Value(data.ClassValue, graph.Typed)}
		}
	}
	if d := x.Callee(); d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
		return data.DeclaredType(r.Tree, d).Values(r.ofType)
	}
	return nil
}

// mixin returns the association that a method of an object is named after, and its
// operation on the target rows.
//
//	order.getLines()    order.createLine({})    order.$get('lines')
func (r *reader) mixin(x eval.Expr, e *data.Entity) (*data.Relation, graph.Ops, bool) {
	name, dollar := strings.CutPrefix(x.Expr.Text, "$")
	for _, m := range mixins {
		rest, ok := strings.CutPrefix(name, m.prefix)
		if !ok {
			continue
		}
		if dollar && rest == "" {
			rest = r.firstText(x)
		}
		for _, field := range e.Fields {
			if strings.EqualFold(field, rest) || strings.EqualFold(field, plural.NPM(rest)) {
				rel := e.Relations[field]
				ops := m.ops
				if m.links && rel.Owns && ops == graph.Update {
					ops = reads
				}
				return rel, ops, rest != ""
			}
		}
	}
	return nil, 0, false
}
