package data

import (
	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// What only mappers with repositories have is an [OtherValue] of one of these names: repositories
// and builders are of the entity that they store, managers of any.
const (
	Repository = "repository"
	Builder    = "builder"
	Manager    = "manager"
)

// Roles says what the types of a mapper for scripts stand for.
type Roles struct {
	Repositories map[string]bool // types whose first type argument is the entity
	Builders     map[string]bool // types of queries, of their first type argument
	Managers     map[string]bool
	Around       map[string]bool // types that hold one object of their first type argument
	Lists        map[string]bool // types that hold several of them
	IsLibrary    func(module string) bool

	tree    *eval.Tree
	catalog *Catalog
	objects map[resolve.DefID][]Value // what the objects of a class are
}

// Begin sets the tree and the entities that the types are of. It takes no time.
func (r *Roles) Begin(t *eval.Tree, c *Catalog) {
	r.tree, r.catalog, r.objects = t, c, map[resolve.DefID][]Value{}
}

// Other is a value that only a mapper knows, of an entity or of None.
func Other(name string, class resolve.DefID, tier graph.Tier) Value {
	return Value{Kind: OtherValue, Of: Class{Def: class, Name: name}, Via: resolve.None, Tier: tier}
}

// OfType is what a type with a name says of its values. Time is that of [Roles.OfClass].
func (r *Roles) OfType(w Written) []Value {
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
		var out []Value
		for _, v := range w.Part(w.Args[0]).Values(r.OfType) {
			if v.Kind == ObjectValue {
				out = append(out, Other(kind, v.Of.Def, v.Tier))
			}
		}
		return out
	case r.Managers[name] && Imports(w.In.File, name, r.IsLibrary):
		return []Value{Other(Manager, resolve.None, graph.Exact)}
	}
	if t := w.In.TypeOf(w.TypeRef, w.From, w.At); t.Def > resolve.None {
		return r.ofObject(t)
	}
	return nil
}

// OfClass is what an object of a class of the tree is. Time grows with the types that it derives
// from; it is found once.
func (r *Roles) OfClass(class resolve.DefID) []Value {
	return r.ofObject(resolve.Type{Def: class, Owner: resolve.None})
}

// ofObject is what an object of a type of the tree is: of an entity, or a repository or manager
// that derives from those of the library.
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

// derived is what a type is by those that it derives from.
func (r *Roles) derived(t resolve.Type) []Value {
	var out []Value
	table := r.tree.Table
	for _, s := range Supertypes(table, t) {
		name := resolve.LastName(s.Name)
		switch {
		case s.Def > resolve.None:
		case r.Repositories[name] && len(s.Args) > 0 && s.Args[0].Def > resolve.None:
			if e := r.catalog.Of(table.Canon[s.Args[0].Def]); e != nil {
				out = append(out, Other(Repository, e.Def, graph.Exact))
			}
		case r.Managers[name] && s.By != resolve.None &&
			Imports(table.Def(s.By).File, name, r.IsLibrary):
			out = append(out, Other(Manager, resolve.None, graph.Exact))
		}
	}
	return out
}
