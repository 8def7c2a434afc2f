package mikroorm

import (
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// What only this library has is a [data.OtherValue] of one of these names. Repositories and
// queries are of the entity that they store.
const (
	repository = "repository"
	builder    = "builder"
	manager    = "manager"
)

func other(name string, class resolve.DefID, tier graph.Tier) data.Value {
	return data.Value{Kind: data.OtherValue, Of: data.Class{Def: class, Name: name},
		Via: resolve.None, Tier: tier}
}

// Name implements [data.ValueReader]: schemas, this, and what a declaration says the type of.
func (r *reader) Name(x web.Term) []data.Value {
	if d := x.Meaning().Def; d != resolve.None {
		return r.defined(x, d)
	}
	if x.Expr.Text == "this" || x.Expr.Text == "super" {
		if class := r.Table.EnclosingType(x.Def); class != resolve.None {
			return r.ofClass(r.Table.Canon[class])
		}
		return nil
	}
	if l := x.Local(); l != nil {
		if out := data.WrittenHere(x, l.Type).Values(r.ofType); out != nil {
			return out
		}
		if out := r.values.Element(x); out != nil {
			return out
		}
	}
	return r.givenManager(x)
}

// defined is what a definition is: a schema or class of an entity, or what the type says that is
// written for it.
func (r *reader) defined(x web.Term, d resolve.DefID) []data.Value {
	if r.Table.Def(d).Kind.IsType() {
		d = r.Table.Canon[d]
	}
	if e := r.Of(d); e != nil {
		return []data.Value{e.Value(data.ClassValue, x.Meaning().Tier)}
	}
	return data.Declared(r.Tree, d, r.ofType)
}

// givenManager is the parameter of a function that a transaction runs.
//
//	em.transactional(async (em) => em.persist(order))
func (r *reader) givenManager(x web.Term) []data.Value {
	f, param, ok := r.CallersOf(family).Lambda(x)
	if ok && param == 0 && f.Call.Expr != nil && f.Call.Expr.Text == "transactional" {
		return []data.Value{other(manager, resolve.None, graph.Typed)}
	}
	return nil
}

// ofType is what a type with a name says of its values.
func (r *reader) ofType(w data.Written) []data.Value {
	name := resolve.LastName(w.Name)
	switch {
	case name == "Collection" && len(w.Args) > 0:
		return data.AsRows(w.Part(w.Args[0]).Values(r.ofType))
	case around[name] && len(w.Args) > 0:
		return w.Part(w.Args[0]).Values(r.ofType)
	case (repositories[name] || builders[name]) && len(w.Args) > 0:
		kind := repository
		if builders[name] {
			kind = builder
		}
		var out []data.Value
		for _, v := range w.Part(w.Args[0]).Values(r.ofType) {
			if v.Kind == data.ObjectValue {
				out = append(out, other(kind, v.Of.Def, v.Tier))
			}
		}
		return out
	case managers[name] && data.Imports(w.In.File, name, isLibrary):
		return []data.Value{other(manager, resolve.None, graph.Exact)}
	}
	if t := w.In.TypeOf(w.TypeRef, w.From, w.At); t.Def > resolve.None {
		return r.ofObject(t)
	}
	return nil
}

// ofClass is what an object of a class of the tree is.
func (r *reader) ofClass(class resolve.DefID) []data.Value {
	return r.ofObject(resolve.Type{Def: class, Owner: resolve.None})
}

// ofObject is what an object of a type of the tree is: of an entity, or a repository or manager
// that derives from those of the library.
//
//	class Orders extends EntityRepository<Order>    class Own<T> extends EntityRepository<T>
func (r *reader) ofObject(t resolve.Type) []data.Value {
	class := r.Table.Canon[t.Def]
	if e := r.Of(class); e != nil {
		return []data.Value{e.Value(data.ObjectValue, graph.Exact)}
	}
	if out, ok := r.types[class]; ok && len(t.Args) == 0 {
		return out
	}
	out := r.derived(t)
	if len(t.Args) == 0 {
		r.types[class] = out
	}
	return out
}

// derived is what a type is by those that it derives from.
func (r *reader) derived(t resolve.Type) []data.Value {
	var out []data.Value
	for _, s := range data.Supertypes(r.Table, t) {
		name := resolve.LastName(s.Name)
		switch {
		case s.Def > resolve.None:
		case repositories[name] && len(s.Args) > 0 && s.Args[0].Def > resolve.None:
			if e := r.Of(r.Table.Canon[s.Args[0].Def]); e != nil {
				out = append(out, other(repository, e.Class.Def, graph.Exact))
			}
		case managers[name] && s.By != resolve.None &&
			data.Imports(r.Table.Def(s.By).File, name, isLibrary):
			out = append(out, other(manager, resolve.None, graph.Exact))
		}
	}
	return out
}

// Member implements [data.ValueReader].
func (r *reader) Member(x web.Term, of data.Value) []data.Value {
	if of.Kind == 0 {
		if d := x.Meaning().Def; d != resolve.None {
			return r.defined(x, d)
		}
		return nil
	}
	name := x.Expr.Text
	if of.Kind == data.OtherValue && (name == "em" || name == "_em") {
		return []data.Value{other(manager, resolve.None, of.Tier)}
	}
	e := r.Entity(of)
	if e == nil || of.Kind != data.ObjectValue {
		return nil
	}
	rel := e.Relations[name]
	if rel == nil {
		return nil
	}
	kind := data.ObjectValue
	if rel.List {
		kind = data.RowsValue
	}
	return []data.Value{rel.To.Value(kind, resolve.Worse(of.Tier, graph.Typed))}
}

// Call implements [data.ValueReader].
func (r *reader) Call(x web.Term, of data.Value) []data.Value {
	name := x.Expr.Text
	e := r.Entity(of)
	switch {
	case of.Kind == 0:
		return r.function(x)
	case of.Kind == data.OtherValue && of.Of.Name == manager:
		return r.ofManager(x, of.Tier)
	case e == nil:
		return nil
	case of.Kind == data.OtherValue && of.Of.Name == builder:
		switch name {
		case "getSingleResult":
			return []data.Value{e.Value(data.ObjectValue, of.Tier)}
		case "getResult", "getResultList", "getResultAndCount":
			return []data.Value{e.Value(data.RowsValue, of.Tier)}
		}
		return []data.Value{of}
	case of.Kind == data.OtherValue:
		return r.ofRepository(x, e, of.Tier)
	case of.Kind == data.ObjectValue && same[name], of.Kind == data.RowsValue && items[name]:
		return []data.Value{of}
	}
	return nil
}

// ofRepository is what a repository, or a manager that is given an entity, returns to a call.
func (r *reader) ofRepository(x web.Term, e *data.Entity, tier graph.Tier) []data.Value {
	switch a := actions[x.Expr.Text]; {
	case x.Expr.Text == "createQueryBuilder" || x.Expr.Text == "qb":
		return []data.Value{other(builder, e.Class.Def, tier)}
	case x.Expr.Text == "getRepository" || x.Expr.Text == "repo":
		return []data.Value{other(repository, e.Class.Def, tier)}
	case x.Expr.Text == "getEntityManager":
		return []data.Value{other(manager, resolve.None, tier)}
	case a.one || x.Expr.Text == "getReference" || x.Expr.Text == "map" || x.Expr.Text == "merge":
		return []data.Value{e.Value(data.ObjectValue, tier)}
	case a.many:
		return []data.Value{e.Value(data.RowsValue, tier)}
	}
	return nil
}

// ofManager is what a manager returns to a call.
func (r *reader) ofManager(x web.Term, tier graph.Tier) []data.Value {
	switch x.Expr.Text {
	case "fork", "getContext", "persist", "remove":
		return []data.Value{other(manager, resolve.None, tier)}
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
				out = append(out, r.ofClass(v.Of.Def)...)
			}
		case v.Kind == data.ClassValue:
			out = append(out, r.ofRepository(x, e, resolve.Worse(tier, v.Tier))...)
		case actions[x.Expr.Text].objects:
			out = append(out, v)
		}
	}
	return out
}

// function is what a call returns that is on nothing known: what a function of the library is
// given, what a manager by its name returns, or a callable of the tree by the type that it
// declares.
func (r *reader) function(x web.Term) []data.Value {
	if x.Recv == nil && len(x.Args) > 0 && same[r.library(x)] {
		return r.values.Of(x.Sub(&x.Args[0].Value))
	}
	if d := x.Callee(); d != resolve.None {
		if r.Table.Def(d).Kind.IsCallable() {
			return data.WrittenFor(r.Tree, d).Values(r.ofType)
		}
		return nil
	}
	if tier := r.isManager(x); tier != 0 {
		return r.ofManager(x, tier)
	}
	return nil
}

// isManager says how sure it is that what a call is on is a manager: by its type, or by its name;
// 0 if it is not.
func (r *reader) isManager(x web.Term) graph.Tier {
	if x.Recv == nil || x.Recv.Kind != parse.ExprName && x.Recv.Kind != parse.ExprMember {
		return 0
	}
	name := strings.ToLower(strings.TrimLeft(x.Recv.Text, "_"))
	if name == "em" || strings.HasSuffix(name, "entitymanager") {
		return graph.Typed
	}
	return 0
}
