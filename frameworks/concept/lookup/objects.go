package lookup

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// unknown is an object of which nothing is known.
var unknown = object{open: true}

// objectOf returns what an expression may be: by its type, or else by the values that it has.
func (r *reader) objectOf(x eval.Expr) object {
	if r.isThis(x) {
		return r.around(x)
	}
	if of, ok := r.typed(x); ok {
		return of
	}
	if of, ok := r.described(x); ok {
		return of
	}
	values := r.Evaluate(x)
	var of object
	for _, v := range values {
		class := r.Class(v)
		if class <= resolve.None {
			return unknown
		}
		of.classes = append(of.classes, class)
	}
	if len(values) == 0 {
		return unknown
	}
	return of
}

// isThis reports whether an expression is the object, or the class, of the method around it.
func (r *reader) isThis(x eval.Expr) bool {
	if x.Kind != parse.ExprName {
		return false
	}
	switch x.Expr.Text {
	case "this", "super", "base":
		return true
	}
	if x.In.File.Family != "python" || !r.IsSelf(x) {
		return false
	}
	return x.Expr.Text == "self" || x.Expr.Text == "cls" // not a parameter of a lambda
}

// around returns an object of the class around an expression.
func (r *reader) around(x eval.Expr) object {
	if class := r.Table.EnclosingType(x.Def); class != resolve.None {
		return object{classes: []resolve.DefID{class}}
	}
	return unknown
}

// typed returns an object of the type of an expression; ok is false if that is not known, or says
// nothing.
func (r *reader) typed(x eval.Expr) (of object, ok bool) {
	if x.Kind == parse.ExprNew {
		class := r.Class(x)
		return object{classes: []resolve.DefID{class}}, class > resolve.None
	}
	if l := x.Local(); l != nil && !l.Type.IsZero() {
		if of, ok := r.ofType(x.In.TypeOf(l.Type, x.Def, x.At), 0); ok {
			return of, true
		}
	}
	switch x.Kind {
	case parse.ExprName, parse.ExprMember, parse.ExprCall:
		return r.ofType(x.In.ValueType(x.At), 0)
	}
	return object{}, false
}

// ofType returns an object of a type, or of one of the types of a union.
func (r *reader) ofType(t resolve.Type, depth int) (of object, ok bool) {
	switch t.Form {
	case parse.FormNamed:
		if t.Def <= resolve.None || !r.Table.Def(t.Def).Kind.IsType() ||
			r.Table.Def(t.Def).Kind == graph.KindTypeAlias {
			return object{}, false
		}
		return object{classes: []resolve.DefID{r.Table.Canon[t.Def]}}, true
	case parse.FormUnion, parse.FormIntersection, parse.FormOptional:
		for _, part := range t.Args {
			if p, known := r.ofType(part, depth+1); known {
				of.classes = append(of.classes, p.classes...)
			} else if t.Form == parse.FormUnion && !isEmpty(part) {
				return object{}, false
			}
		}
		slices.Sort(of.classes)
		of.classes = slices.Compact(of.classes)
		return of, len(of.classes) > 0
	}
	return object{}, false
}

// isEmpty reports whether a type has only values without members.
func isEmpty(t resolve.Type) bool {
	return slices.Contains([]string{"None", "null", "undefined"}, t.Name)
}

// classObject returns the objects of the class that an expression of Java or C# reflects on.
//
//	Plugin.class, plugin.getClass(), Class.forName("shop.Plugin")
//	typeof(Plugin), plugin.GetType(), Type.GetType("Shop.Plugin")
func (r *reader) classObject(x eval.Expr) object {
	var of object
	for _, v := range r.Evaluate(x) {
		part := r.reflected(v)
		of.classes = append(of.classes, part.classes...)
		of.open = of.open || part.open
	}
	slices.Sort(of.classes)
	of.classes = slices.Compact(of.classes)
	return of
}

func (r *reader) reflected(x eval.Expr) object {
	switch {
	case x.Kind == parse.ExprType:
		if of, ok := r.ofType(r.WrittenType(x), 0); ok {
			return of
		}
		if r.ExternalName(x) != "" {
			return object{} // of a library
		}
	case isCall(x, "getClass", "GetType") && len(x.Args) == 0:
		if x.Recv == nil {
			return r.around(x)
		}
		return r.objectOf(x.Sub(x.Recv))
	case isCall(x, "forName", "loadClass", "GetType") && len(x.Args) > 0:
		if text, ok := r.Text(x.Sub(&x.Args[0].Value)); ok {
			return object{classes: r.classesNamed(x.In.File.Family, text)}
		}
	}
	return unknown
}
