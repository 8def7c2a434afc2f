package rows

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/model"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rowsOf returns the class, or the type parameter, of the entity that a call in C# takes.
//
//	db.Get<T>(1)    db.Insert(order)    db.Insert(new List<Order> { … })
func (r *tables) rowsOf(x model.Match) resolve.Type {
	return r.typeOf(x, x.Call.Table.Entity)
}

// typeOf returns the type of an argument, that of the elements for a collection.
func (r *tables) typeOf(x model.Match, a model.Arg) resolve.Type {
	arg, ok := a.First(r.m.Tree, x.Expr)
	if !ok {
		return resolve.Unknown
	}
	if arg.Kind == parse.ExprType || len(x.TypeArgs) > 0 && arg.Expr == &x.TypeArgs[0] {
		t := x.In.TypeOf(data.TypeRefOf(arg.Expr), x.Def, x.At)
		if of, ok := data.ElementOf(x.In.File, t); ok {
			return of
		}
		return t
	}
	return r.dotnet.Element(arg)
}

// yielded returns the class of the objects that a call of a row returns.
func (r *tables) yielded(x eval.Expr) resolve.Type {
	if x.Kind != parse.ExprCall || !r.m.Has(x) {
		return resolve.Unknown
	}
	for _, match := range r.m.Match(x) {
		if match.Call.Yields != "" {
			return r.typeOf(match, match.Call.Yields)
		}
	}
	return resolve.Unknown
}

// anyClasses maps the classes whose objects calls of libraries store which need no annotation.
func (r *tables) anyClasses() {
	if r.dotnet == nil {
		return
	}
	r.m.EachMatch(func(e *model.Effect) bool { return e.Table != nil && e.Table.Entity != "" }, func(x model.Match) {
		if !x.Library.AnyClass {
			return
		}
		t := r.rowsOf(x)
		if t.Owner == resolve.None {
			r.anyClass(x.Library, t)
			return
		}
		for _, of := range data.GenericsOf(r.m.Tree, data.CSharp).BoundTypes(resolve.TypeVar{Owner: t.Owner, Param: t.Param}) {
			r.anyClass(x.Library, of)
		}
	})
}

// anyClass maps one class by its annotation, of the library or of another one with the same name, or by
// the naming of the library.
func (r *tables) anyClass(l *model.Library, t resolve.Type) {
	if t.Def <= resolve.None {
		return
	}
	class := r.m.Table.Def(r.m.Table.Canon[t.Def])
	if r.entities[class.ID] != nil || class.File.Test {
		return
	}
	for _, x := range r.m.Attributes(class.ID) {
		for i := range l.Annotations {
			if a := &l.Annotations[i]; a.Entity != nil && slices.Contains(a.Name, strings.TrimSuffix(x.Expr.Text, "Attribute")) {
				r.entity(class, l, a.Entity, x)
				return
			}
		}
	}
	r.entity(class, l, &model.Entity{}, eval.Expr{})
}
