package data

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Values specific to mappers with repositories are an [LibraryValue] with one of these
// names: repositories and builders belong to the entity that they store, managers to
// any.
const (
	Repository = "repository"
	Builder    = "builder"
	Manager    = "manager"
)

// Roles classifies the types of a TypeScript or JavaScript mapper.
type Roles struct {
	Repositories map[string]bool // types whose first type argument is the entity
	Builders     map[string]bool // query types; the first type argument is the entity
	Managers     map[string]bool
	Around       map[string]bool // types that wrap one object of their first type argument
	Lists        map[string]bool // types that hold several objects of it
	IsLibrary    func(module string) bool

	tree    *eval.Tree
	catalog *Catalog
	objects map[resolve.DefID][]Value // values of the instances of a class
}

// Begin sets the tree, and the entities that the types refer to.
func (r *Roles) Begin(t *eval.Tree, c *Catalog) {
	r.tree, r.catalog, r.objects = t, c, map[resolve.DefID][]Value{}
}

// NewLibraryValue returns a mapper-specific value for an entity or None.
func NewLibraryValue(name string, class resolve.DefID, tier graph.Tier) Value {
	return Value{Kind: LibraryValue, Of: Class{Def: class, Name: name}, Via: resolve.None, Tier: tier}
}

// InTransaction returns the manager that a call passes to a function literal, which runs in a
// transaction; nil for other names than its parameter.
//
//	manager.transaction(async (m) => m.save(order))
func (r *Roles) InTransaction(x eval.Expr, call string) []Value {
	f, param, ok := r.tree.CallersOf(Script).Lambda(x)
	if ok && param == 0 && f.Call.Expr != nil && f.Call.Expr.Text == call {
		return []Value{NewLibraryValue(Manager, resolve.None, graph.Typed)}
	}
	return nil
}

// OfType returns the values of a named type.
func (r *Roles) OfType(w TypeExpr) []Value {
	name := resolve.LastName(w.Name)
	switch given := len(w.Args) > 0; {
	case given && r.Lists[name]:
		return AsRows(w.Part(w.Args[0]).Values(r.OfType))
	case given && r.Around[name]:
		return w.Part(w.Args[0]).Values(r.OfType)
	case given && (r.Repositories[name] || r.Builders[name]):
		kind := Repository
		if r.Builders[name] {
			kind = Builder
		}
		if t := w.In.TypeOf(w.Args[0], w.From, w.At); t.Owner > resolve.None {
			return r.bound(kind, t)
		}
		var out []Value
		for _, v := range w.Part(w.Args[0]).Values(r.OfType) {
			if v.Kind == ObjectValue {
				out = append(out, NewLibraryValue(kind, v.Of.Def, v.Tier))
			}
		}
		return out
	case r.Managers[name] && Imports(w.In.File, name, r.IsLibrary):
		return []Value{NewLibraryValue(Manager, resolve.None, graph.Exact)}
	}
	if t := w.In.TypeOf(w.TypeRef, w.From, w.At); t.Def > resolve.None {
		return r.ofObject(t)
	}
	return nil
}

// OfClass returns the values of an instance of a class of the tree. The result is
// memoized.
func (r *Roles) OfClass(class resolve.DefID) []Value {
	return r.ofObject(resolve.Type{Def: class, Owner: resolve.None})
}

// ofObject returns the values of an instance of a type of the tree: an entity, or a
// repository or manager that derives from a library type.
//
//	class Orders extends Repository<Order>    class Own<T> extends Repository<T>
func (r *Roles) ofObject(t resolve.Type) []Value {
	class := r.tree.Table.Canon[t.Def]
	if e := r.catalog.Of(class); e != nil {
		return []Value{e.Value(ObjectValue, graph.Exact)}
	}
	if out, ok := r.objects[class]; ok && len(t.Args) == 0 {
		return out
	}
	out := r.derived(t)
	if len(t.Args) == 0 {
		r.objects[class] = out
	}
	return out
}

// bound returns the values for a type parameter of a class: one for each entity that it is bound
// to, which is that of the objects with this type argument.
//
//	class Rows<T> { constructor(private repo: Repository<T>) {} }
func (r *Roles) bound(kind string, t resolve.Type) []Value {
	table := r.tree.Table
	if !table.Def(t.Owner).Kind.IsType() {
		return nil
	}
	v := resolve.TypeVar{Owner: table.Canon[t.Owner], Param: t.Param}
	var out []Value
	for _, b := range GenericsOf(r.tree, Script).BoundTypes(v) {
		if b.Def <= resolve.None {
			continue
		}
		if e := r.catalog.Of(table.Canon[b.Def]); e != nil {
			of := NewLibraryValue(kind, e.Def, graph.Hierarchy)
			of.Where = Where(table, v, b)
			out = append(out, of)
		}
	}
	return out
}

// derived returns the values of a type by its supertypes.
func (r *Roles) derived(t resolve.Type) []Value {
	var out []Value
	table := r.tree.Table
	for _, s := range Supertypes(table, t) {
		name := resolve.LastName(s.Name)
		switch {
		case s.Def > resolve.None:
		case r.Repositories[name] && len(s.Args) > 0 && s.Args[0].Def > resolve.None:
			if e := r.catalog.Of(table.Canon[s.Args[0].Def]); e != nil {
				out = append(out, NewLibraryValue(Repository, e.Def, graph.Exact))
			}
		case r.Repositories[name] && len(s.Args) > 0 && s.By > resolve.None:
			of := s.Args[0]
			if at := slices.Index(table.Def(s.By).TypeParams, of.Name); of.Owner == resolve.None && at >= 0 {
				of.Owner, of.Param = s.By, at // by name only: in the arguments of an external type
			}
			if of.Owner > resolve.None {
				out = append(out, r.bound(Repository, of)...)
			}
		case r.Managers[name] && s.By != resolve.None &&
			Imports(table.Def(s.By).File, name, r.IsLibrary):
			out = append(out, NewLibraryValue(Manager, resolve.None, graph.Exact))
		}
	}
	return out
}
