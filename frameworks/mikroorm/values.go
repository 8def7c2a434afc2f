package mikroorm

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
	if d := x.Referent().Def; d != resolve.None {
		return r.defined(x, d)
	}
	if x.Expr.Text == "this" || x.Expr.Text == "super" {
		if class := r.Table.EnclosingType(x.Def); class != resolve.None {
			return r.roles.OfClass(r.Table.Canon[class])
		}
		return nil
	}
	if l := x.Local(); l != nil {
		if out := data.TypeExprAt(x, l.Type).Values(r.roles.OfType); out != nil {
			return out
		}
		if out := r.values.Element(x); out != nil {
			return out
		}
	}
	return r.roles.InTransaction(x, "transactional")
}

// defined returns the values of a definition: a schema or class of an entity, or those
// of its declared type.
func (r *reader) defined(x eval.Expr, d resolve.DefID) []data.Value {
	if r.Table.Def(d).Kind.IsType() {
		d = r.Table.Canon[d]
	}
	if e := r.Of(d); e != nil {
		return []data.Value{e.Value(data.ClassValue, x.Referent().Tier)}
	}
	return data.Declared(r.Tree, d, r.roles.OfType)
}

// Member implements [data.ValueReader].
func (r *reader) Member(x eval.Expr, of data.Value) []data.Value {
	if of.Kind == 0 {
		if d := x.Referent().Def; d != resolve.None {
			return r.defined(x, d)
		}
		return nil
	}
	name := x.Expr.Text
	if of.Kind == data.LibraryValue && (name == "em" || name == "_em") {
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
		return r.ofManager(x, of.Tier)
	case e == nil:
		return nil
	case of.Kind == data.LibraryValue && of.Of.Name == data.Builder:
		switch name {
		case "getSingleResult":
			return []data.Value{e.Value(data.ObjectValue, of.Tier)}
		case "getResult", "getResultList", "getResultAndCount":
			return []data.Value{e.Value(data.RowsValue, of.Tier)}
		}
		return []data.Value{of}
	case of.Kind == data.LibraryValue:
		out := r.ofRepository(x, e, of.Tier)
		for i := range out {
			out[i].Where = of.Where
		}
		return out
	case of.Kind == data.ObjectValue && same[name], of.Kind == data.RowsValue && items[name]:
		return []data.Value{of}
	}
	return nil
}

// ofRepository returns the values of a call on a repository, or on a manager with an
// entity argument.
func (r *reader) ofRepository(x eval.Expr, e *data.Entity, tier graph.Tier) []data.Value {
	switch a := actions[x.Expr.Text]; {
	case x.Expr.Text == "createQueryBuilder" || x.Expr.Text == "qb":
		return []data.Value{data.NewLibraryValue(data.Builder, e.Class.Def, tier)}
	case x.Expr.Text == "getRepository" || x.Expr.Text == "repo":
		return []data.Value{data.NewLibraryValue(data.Repository, e.Class.Def, tier)}
	case x.Expr.Text == "getEntityManager":
		return []data.Value{data.NewLibraryValue(data.Manager, resolve.None, tier)}
	case a.one || x.Expr.Text == "getReference" || x.Expr.Text == "map" || x.Expr.Text == "merge":
		return []data.Value{e.Value(data.ObjectValue, tier)}
	case a.many:
		return []data.Value{e.Value(data.RowsValue, tier)}
	}
	return nil
}

// ofManager returns the values of a call on a manager.
func (r *reader) ofManager(x eval.Expr, tier graph.Tier) []data.Value {
	switch x.Expr.Text {
	case "fork", "getContext", "persist", "remove":
		return []data.Value{data.NewLibraryValue(data.Manager, resolve.None, tier)}
	}
	if len(x.Args) == 0 {
		return nil
	}
	var out []data.Value
	for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
		e := r.Entity(v)
		switch {
		case e == nil:
			if v.Kind == data.ClassValue { // a repository of the tree
				out = append(out, r.roles.OfClass(v.Of.Def)...)
			}
		case v.Kind == data.ClassValue:
			out = append(out, r.ofRepository(x, e, resolve.WeakerTier(tier, v.Tier))...)
		case actions[x.Expr.Text].objects:
			out = append(out, v)
		}
	}
	return out
}

// function returns the values of a call without a known receiver: the argument of a
// library function, the result of a manager recognized by its name, or the declared
// return type of a callable of the tree.
func (r *reader) function(x eval.Expr) []data.Value {
	if x.Recv == nil && len(x.Args) > 0 && same[r.library(x)] {
		return r.values.Of(x.Sub(&x.Args[0].Value))
	}
	if d := x.Callee(); d != resolve.None {
		if r.Table.Def(d).Kind.IsCallable() {
			return data.DeclaredType(r.Tree, d).Values(r.roles.OfType)
		}
		return nil
	}
	if tier := r.isManager(x); tier != 0 {
		return r.ofManager(x, tier)
	}
	return nil
}

// isManager returns the confidence that the receiver of a call is a manager: by its
// type, or by its name; 0 if it is not.
func (r *reader) isManager(x eval.Expr) graph.Tier {
	if x.Recv == nil || x.Recv.Kind != parse.ExprName && x.Recv.Kind != parse.ExprMember {
		return 0
	}
	name := strings.ToLower(strings.TrimLeft(x.Recv.Text, "_"))
	if name == "em" || strings.HasSuffix(name, "entitymanager") {
		return graph.Typed
	}
	return 0
}
