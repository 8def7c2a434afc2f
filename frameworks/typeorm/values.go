package typeorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Name implements [data.ValueReader]: schemas, this, and declared types.
func (r *reader) Name(x eval.Expr) []data.Value {
	m := x.Referent()
	if m.Def != resolve.None {
		if e := r.Of(m.Def); e != nil && !r.Table.Def(m.Def).Kind.IsType() {
			return []data.Value{e.Value(data.ClassValue, m.Tier)}
		}
		return data.Declared(r.Tree, m.Def, r.roles.OfType)
	}
	if x.Expr.Text == "this" || x.Expr.Text == "super" {
		return r.self(x)
	}
	if l := x.Local(); l != nil {
		if out := data.TypeExprAt(x, l.Type).Values(r.roles.OfType); out != nil {
			return out
		}
	}
	return r.roles.InTransaction(x, "transaction")
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
	return r.roles.OfClass(r.Table.Canon[class])
}

// Member implements [data.ValueReader].
func (r *reader) Member(x eval.Expr, of data.Value) []data.Value {
	if of.Kind == 0 {
		if d := x.Referent().Def; d != resolve.None {
			return data.Declared(r.Tree, d, r.roles.OfType)
		}
		return nil
	}
	name := x.Expr.Text
	if of.Kind == data.LibraryValue && (name == "manager" || name == "entityManager") {
		return []data.Value{data.NewLibraryValue(data.Manager, resolve.None, of.Tier)}
	}
	e := r.Entity(of)
	if e == nil || of.Kind != data.ObjectValue {
		return nil
	}
	if rel := e.Relations[name]; rel != nil {
		return []data.Value{rel.Value(resolve.WeakerTier(of.Tier, graph.Typed))}
	}
	return nil
}

// Call implements [data.ValueReader].
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	name := x.Expr.Text
	e := r.Entity(of)
	switch {
	case of.Kind == 0:
		return r.function(x)
	case of.Kind == data.LibraryValue && of.Of.Name == data.Manager:
		return r.ofManager(x, of)
	case of.Kind == data.LibraryValue && of.Of.Name == data.Builder:
		switch {
		case e == nil:
		case name == "getOne", name == "getOneOrFail":
			return []data.Value{e.Value(data.ObjectValue, of.Tier)}
		case name == "getMany", name == "getManyAndCount":
			return []data.Value{e.Value(data.RowsValue, of.Tier)}
		}
		return r.rebuilt(x, of)
	case e == nil:
		return nil
	case of.Kind == data.LibraryValue, of.Kind == data.ClassValue:
		out := r.ofRows(x, e, of)
		for i := range out {
			out[i].Where = of.Where
		}
		return out
	}
	return nil
}

// ofRows returns the values of a call on a repository, or an active record class.
func (r *reader) ofRows(x eval.Expr, e *data.Entity, of data.Value) []data.Value {
	name := x.Expr.Text
	switch a, known := actions[name]; {
	case name == "createQueryBuilder":
		return []data.Value{data.NewLibraryValue(data.Builder, e.Def, of.Tier)}
	case name == "extend" || name == "withRepository" || name == "getRepository":
		return []data.Value{data.NewLibraryValue(data.Repository, e.Def, of.Tier)}
	case name == "create" || name == "merge" || known && a.one:
		return []data.Value{e.Value(data.ObjectValue, of.Tier)}
	case known && a.many:
		return []data.Value{e.Value(data.RowsValue, of.Tier)}
	}
	return nil
}

// ofManager returns the values of a call on a manager.
func (r *reader) ofManager(x eval.Expr, of data.Value) []data.Value {
	if x.Expr.Text == "createEntityManager" || x.Expr.Text == "createQueryRunner" {
		return []data.Value{of}
	}
	if getters[x.Expr.Text] {
		return r.function(x)
	}
	if len(x.Args) == 0 {
		if x.Expr.Text == "createQueryBuilder" {
			return []data.Value{data.NewLibraryValue(data.Builder, resolve.None, of.Tier)}
		}
		return nil
	}
	var out []data.Value
	for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
		e := r.Entity(v)
		switch {
		case e == nil:
		case v.Kind == data.ClassValue:
			out = append(out, r.ofRows(x, e, v)...)
		case actions[x.Expr.Text].objects:
			out = append(out, v)
		}
	}
	return out
}

// rebuilt returns the query that a method of a query returns, for another class if it
// names one.
func (r *reader) rebuilt(x eval.Expr, of data.Value) []data.Value {
	switch x.Expr.Text {
	case "update", "delete", "insert", "from", "into", "select":
		for i := range x.Args {
			if e := r.entityAt(x.Sub(&x.Args[i].Value)); e != nil {
				of.Of.Def = e.Def
			}
		}
	}
	return []data.Value{of}
}

// entityAt returns the entity whose class an expression is, or nil.
func (r *reader) entityAt(x eval.Expr) *data.Entity {
	if x.Kind == parse.ExprString {
		text, _ := r.Text(x)
		return r.Only(text)
	}
	for _, v := range r.values.Of(x) {
		if e := r.Entity(v); e != nil && v.Kind == data.ClassValue {
			return e
		}
	}
	return nil
}

// function returns the values of a call without a known receiver: a lookup of the
// repository of a class, on any receiver, or the declared return type of a callable of
// the tree.
func (r *reader) function(x eval.Expr) []data.Value {
	kind := ""
	switch {
	case getters[x.Expr.Text]:
		kind = data.Repository
	case x.Expr.Text == "createQueryBuilder":
		kind = data.Builder
	}
	if d := x.Callee(); d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
		result := data.DeclaredType(r.Tree, d)
		if out := result.Values(r.roles.OfType); out != nil {
			return out
		}
		if data.IsWrapper(resolve.LastName(result.Name)) && len(result.Args) > 0 {
			result = result.Part(result.Args[0])
		}
		switch name := resolve.LastName(result.Name); {
		case roles.Repositories[name]:
			kind = data.Repository
		case roles.Builders[name]:
			kind = data.Builder
		case result.Name != "":
			kind = ""
		}
	}
	if kind == "" {
		return nil
	}
	return r.ofArguments(x, kind)
}

// ofArguments returns a repository or query of the classes among the arguments of a
// call.
func (r *reader) ofArguments(x eval.Expr, kind string) []data.Value {
	var out []data.Value
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind == parse.ExprString {
			if e := r.entityAt(arg); e != nil && i == 0 && kind == data.Repository {
				out = append(out, data.NewLibraryValue(kind, e.Def, graph.Typed))
			}
			continue
		}
		for _, v := range r.values.Of(arg) {
			if v.Kind != data.ClassValue {
				continue
			}
			if e := r.Entity(v); e != nil {
				out = append(out, data.NewLibraryValue(kind, e.Def, resolve.WeakerTier(v.Tier, graph.Typed)))
			} else if v.Of.Def > resolve.None { // a repository of the tree
				out = append(out, r.roles.OfClass(v.Of.Def)...)
			}
		}
	}
	return out
}

// isManager returns the confidence that the receiver of a call is a manager: by its
// type, or by its name; 0 if it is not.
func (r *reader) isManager(x eval.Expr) graph.Tier {
	if x.Recv == nil {
		return 0
	}
	for _, v := range r.values.Of(x.Sub(x.Recv)) {
		if v.Kind == data.LibraryValue && v.Of.Name == data.Manager {
			return v.Tier
		}
	}
	if x.Callee() == resolve.None && strings.HasSuffix(strings.ToLower(x.Recv.Text), "manager") {
		return graph.Typed
	}
	return 0
}
