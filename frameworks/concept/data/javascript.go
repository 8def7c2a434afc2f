package data

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
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

// A Written is a type that is written at a place of a definition.
type Written struct {
	parse.TypeRef
	In   *resolve.Binder // nil where nothing is known of the file
	From resolve.DefID
	At   uint32
}

// WrittenFor is the type that is written for a definition: of a member or variable its own, of a
// callable what it returns. It takes constant time.
func WrittenFor(t *eval.Tree, d resolve.DefID) Written {
	def := t.Table.Def(d)
	return Written{def.Type, t.Binder(def.File), d, def.NameAt}
}

// WrittenHere is a type that is written where an expression is.
func WrittenHere(x eval.Term, ref parse.TypeRef) Written { return Written{ref, x.In, x.Def, x.At} }

// Declared is what the type that is written for a member or variable says of its values; nothing
// of other definitions. Time grows with the parts of the type.
func Declared(t *eval.Tree, d resolve.DefID, named func(Written) []Value) []Value {
	if kind := t.Table.Def(d).Kind; kind.IsType() || kind.IsCallable() {
		return nil
	}
	return WrittenFor(t, d).Values(named)
}

// Part is a type that is a part of w.
func (w Written) Part(ref parse.TypeRef) Written {
	w.TypeRef = ref
	return w
}

// Class is the class or alias of the tree that a type names; None for others.
func (w Written) Class(table *resolve.Table) resolve.DefID {
	if t := w.In.TypeOf(w.TypeRef, w.From, w.At); t.Def > resolve.None {
		return table.Canon[t.Def]
	}
	return resolve.None
}

// Values is what a type says of its values; named says it of one that has a name. A union says what
// its parts say, a promise what it gives, an array has rows of its elements.
func (w Written) Values(named func(Written) []Value) []Value {
	name := resolve.LastName(w.Name)
	var out []Value
	switch {
	case w.IsZero() || w.In == nil:
	case w.Name == "|" || w.Name == "&":
		for _, a := range w.Args {
			out = append(out, w.Part(a).Values(named)...)
		}
	case w.Name == "[]" || name == "Array" || name == "ReadonlyArray":
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
func LibraryName(t *eval.Tree, x eval.Term, isLibrary func(module string) bool) string {
	full := t.Outside(x)
	i := strings.LastIndexByte(full, '.')
	if i < 0 || !isLibrary(full[:i]) {
		return ""
	}
	return full[i+1:]
}

// Option is what an object literal among the arguments of a call has for a name, opaque where
// there is none.
func Option(x eval.Term, name string) *parse.Expr {
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

// TextWithin is the string that an object literal has for a name; empty where there is none, or
// where it is not known. Time is that of [eval.Tree.Text].
func TextWithin(t *eval.Tree, x eval.Term, name string) string {
	return TextOf(t, x.Sub(Within(x.Expr, name)))
}

// each are the methods of lists that give their elements to a function one by one.
var each = resolve.WordSet("map forEach filter some every find findIndex flatMap")

// Element lists what the parameter of a function is that the method of a list calls for its
// elements.
//
//	orders.map((o) => o.save())
func (v *Values) Element(x eval.Term) []Value {
	f, param, ok := v.CallersOf(Script).Lambda(x)
	if !ok || param != 0 || f.Call.Recv == nil || f.At != 0 || !each[f.Call.Expr.Text] {
		return nil
	}
	return Elements(v.Of(f.Call.Sub(f.Call.Recv)))
}
