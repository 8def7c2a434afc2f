package data

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Script is the family of JavaScript and TypeScript.
const Script = "typescript"

// ScriptSites asks for the sites of files of the family that have one of the words.
func ScriptSites(lang string, src parse.Source, words []string) parse.SiteScope {
	if lang != "typescript" && lang != "javascript" && lang != "tsx" || !src.Mentions(words) {
		return parse.NoSites
	}
	return parse.AllSites
}

// wrappers are types of the language around what they hold.
var wrappers = resolve.WordSet("Promise Partial DeepPartial Readonly Required NonNullable Awaited")

// IsWrapper reports whether a type of the language stands for its first type argument.
func IsWrapper(name string) bool { return wrappers[name] }

// OfWritten is what a type that is written at a place of from says of its values; named says it of
// one that has a name. A union says what its parts say, a promise what it gives, an array has
// rows of its elements.
func OfWritten(ref parse.TypeRef, named func(parse.TypeRef) []Value) []Value {
	name := resolve.LastName(ref.Name)
	var out []Value
	switch {
	case ref.IsZero():
	case ref.Name == "|" || ref.Name == "&":
		for _, a := range ref.Args {
			out = append(out, OfWritten(a, named)...)
		}
	case ref.Name == "[]" || name == "Array" || name == "ReadonlyArray":
		if len(ref.Args) > 0 {
			out = AsRows(OfWritten(ref.Args[0], named))
		}
	case wrappers[name]:
		if len(ref.Args) > 0 {
			out = OfWritten(ref.Args[0], named)
		}
	default:
		out = named(ref)
	}
	return out
}

// AsRows makes rows of the objects among values.
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

// Imports reports whether a file has a name from a module that is one of a library's.
func Imports(f *resolve.File, name string, isLibrary func(module string) bool) bool {
	for i := range f.Imports {
		im := &f.Imports[i]
		if (im.Name == name || im.Alias == name) && isLibrary(im.Path) {
			return true
		}
	}
	return false
}

// LibraryName is the name of what an expression names in a library; empty for others. Time grows
// with the imports of the file.
func LibraryName(t *web.Tree, x web.Term, isLibrary func(module string) bool) string {
	full := t.Outside(x)
	i := strings.LastIndexByte(full, '.')
	if i < 0 || !isLibrary(full[:i]) {
		return ""
	}
	return full[i+1:]
}

// Option is what an object literal among the arguments of a call has for a name, opaque where
// there is none.
func Option(x web.Term, name string) *parse.Expr {
	for i := range x.Args {
		if v := &x.Args[i].Value; v.Kind == parse.ExprMap && v.Arg(-1, name) != nil {
			return v.Arg(-1, name)
		}
	}
	return &parse.Expr{}
}

// Within is a member of an object literal, opaque where there is none.
func Within(e *parse.Expr, name string) *parse.Expr {
	if e != nil && e.Kind == parse.ExprMap {
		if v := e.Arg(-1, name); v != nil {
			return v
		}
	}
	return &parse.Expr{}
}

// each are the methods of lists that give their elements to a function one by one.
var each = resolve.WordSet("map forEach filter some every find findIndex flatMap")

// Element lists what the parameter of a function is that the method of a list calls for its
// elements.
//
//	orders.map((o) => o.save())
func (v *Values) Element(x web.Term) []Value {
	f, param, ok := v.CallersOf(Script).Lambda(x)
	if !ok || param != 0 || f.Call.Recv == nil || f.At != 0 || !each[f.Call.Expr.Text] {
		return nil
	}
	return Elements(v.Of(f.Call.Sub(f.Call.Recv)))
}
