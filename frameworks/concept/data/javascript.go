package data

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Script is the language family of JavaScript and TypeScript.
const Script = "typescript"

// wrappers are the types of the language that wrap their first type argument.
var wrappers = resolve.WordSet("Promise Partial DeepPartial Readonly Required NonNullable Awaited")

// IsWrapper reports whether a type of the language is treated as its first type
// argument.
func IsWrapper(name string) bool { return wrappers[name] }

// A TypeExpr is a type reference at a place in a definition.
type TypeExpr struct {
	parse.TypeRef
	In   *resolve.Binder // nil if the file is unknown
	From resolve.DefID
	At   uint32
}

// DeclaredType returns the declared type of a member or variable, or the return type of a
// callable.
func DeclaredType(t *eval.Tree, d resolve.DefID) TypeExpr {
	def := t.Table.Def(d)
	return TypeExpr{def.Type, t.Binder(def.File), d, def.NameAt}
}

// TypeExprAt returns a type reference at the place of an expression.
func TypeExprAt(x eval.Expr, ref parse.TypeRef) TypeExpr { return TypeExpr{ref, x.In, x.Def, x.At} }

// Declared returns the values implied by the declared type of a member or variable; nil
// for other definitions.
func Declared(t *eval.Tree, d resolve.DefID, named func(TypeExpr) []Value) []Value {
	if kind := t.Table.Def(d).Kind; kind.IsType() || kind.IsCallable() {
		return nil
	}
	return DeclaredType(t, d).Values(named)
}

// Part returns a component type of w.
func (w TypeExpr) Part(ref parse.TypeRef) TypeExpr {
	w.TypeRef = ref
	return w
}

// Class returns the class or alias of the tree that a type names, or None.
func (w TypeExpr) Class(table *resolve.Table) resolve.DefID {
	if t := w.In.TypeOf(w.TypeRef, w.From, w.At); t.Def > resolve.None {
		return table.Canon[t.Def]
	}
	return resolve.None
}

// Values returns the values of a type; named returns those of a named type. A union has
// the values of its members, a promise those of its result, an array rows of its
// elements.
func (w TypeExpr) Values(named func(TypeExpr) []Value) []Value {
	name := resolve.LastName(w.Name)
	var out []Value
	switch {
	case w.IsZero() || w.In == nil:
	case w.Form == parse.FormUnion || w.Form == parse.FormIntersection:
		for _, a := range w.Args {
			out = append(out, w.Part(a).Values(named)...)
		}
	case w.Form == parse.FormList || name == "Array" || name == "ReadonlyArray":
		if len(w.Args) > 0 {
			out = AsRows(w.Part(w.Args[0]).Values(named))
		}
	case wrappers[name]:
		if len(w.Args) > 0 {
			out = w.Part(w.Args[0]).Values(named)
		}
	default:
		out = named(w)
	}
	return out
}

// AsRows converts the objects among values to rows.
func AsRows(of []Value) []Value {
	var out []Value
	for _, v := range of {
		if v.Kind == ObjectValue {
			v.Kind = RowsValue
			out = append(out, v)
		}
	}
	return out
}

// Imports reports whether a file imports a name from a module of a library.
func Imports(f *resolve.File, name string, isLibrary func(module string) bool) bool {
	for i := range f.Imports {
		im := &f.Imports[i]
		if (im.Name == name || im.Alias == name) && isLibrary(im.Path) {
			return true
		}
	}
	return false
}

// LibraryName returns the name of a library symbol that an expression refers to, or "".
func LibraryName(t *eval.Tree, x eval.Expr, isLibrary func(module string) bool) string {
	full := t.ExternalName(x)
	i := strings.LastIndexByte(full, '.')
	if i < 0 || !isLibrary(full[:i]) {
		return ""
	}
	return full[i+1:]
}

// Option returns a property of an object literal among the arguments of a call, or an
// opaque expression if it is missing.
func Option(x eval.Expr, name string) *parse.Expr {
	for i := range x.Args {
		if v := &x.Args[i].Value; v.Kind == parse.ExprMap && v.Arg(-1, name) != nil {
			return v.Arg(-1, name)
		}
	}
	return &parse.Expr{}
}

// Within returns a property of an object literal, or an opaque expression if it is
// missing.
func Within(e *parse.Expr, name string) *parse.Expr {
	if e != nil && e.Kind == parse.ExprMap {
		if v := e.Arg(-1, name); v != nil {
			return v
		}
	}
	return &parse.Expr{}
}

// TextWithin returns the string that an object literal has for a name; empty if it has no such
// member, or if the value is unknown.
func TextWithin(t *eval.Tree, x eval.Expr, name string) string {
	return TextOf(t, x.Sub(Within(x.Expr, name)))
}

// each are the list methods that pass each element to a function.
var each = resolve.WordSet("map forEach filter some every find findIndex flatMap")

// Element returns the values of a function parameter to which a list method passes the
// elements.
//
//	orders.map((o) => o.save())
func (v *Values) Element(x eval.Expr) []Value {
	f, param, ok := v.CallersOf(Script).Lambda(x)
	if !ok || param != 0 || f.Call.Recv == nil || f.At != 0 || !each[f.Call.Expr.Text] {
		return nil
	}
	return Elements(v.Of(f.Call.Sub(f.Call.Recv)))
}
