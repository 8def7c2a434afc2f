package lookup

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// Reader returns the reader that requests the sites of files that may look up members.
func Reader() interest.SiteReader { return siteReader{} }

type siteReader struct{}

// words are those of files that may look up members, by family.
var words = map[string][]string{
	"python": {"getattr(", "methodcaller("},
	"java":   {"Method(", "Class.forName(", ".loadClass("},
	"csharp": {"GetMethod(", "Activator.CreateInstance"},
	"go":     {".MethodByName("},
	"script": {"](", "]?.(", "Reflect.get("},
}

func (siteReader) Sites(language string, src parse.Source) parse.SiteScope {
	switch language {
	case "typescript", "tsx", "javascript":
		language = "script"
	}
	if src.ContainsAny(words[language]) {
		return parse.AllSites
	}
	return parse.NoSites
}

// script reads calls of elements of objects, which are no lists and no literals.
//
//	plugin[name](), Reflect.get(plugin, name)()
func (r *reader) script() {
	r.EachCall("typescript", func(x eval.Expr) {
		switch {
		case isElement(x):
			of, name := x.Sub(x.Recv.Recv), x.Sub(&x.Recv.Args[0].Value)
			number := name.Kind == parse.ExprLiteral || x.In.ValueType(name.At).Name == "number"
			if !number && !r.isTable(of) {
				r.look(x, r.objectOf(of), name)
			}
		case isCall(x, "get") && x.Recv != nil && x.Recv.Text == "Reflect" && len(x.Args) > 1:
			r.look(x, r.objectOf(x.Sub(&x.Args[0].Value)), x.Sub(&x.Args[1].Value))
		}
	})
}

// isElement reports whether a call is that of an element: of[name]().
func isElement(call eval.Expr) bool {
	return call.Expr.Text == "" && call.Recv != nil && call.Recv.Kind == parse.ExprIndex &&
		len(call.Recv.Args) == 1
}

// isTable reports whether all values of an expression are literals of objects or lists, or it is a
// list of some type: the functions in these are known.
func (r *reader) isTable(x eval.Expr) bool {
	switch x.In.ValueType(x.At).Form {
	case parse.FormList, parse.FormTuple:
		return true
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind != parse.ExprMap && v.Kind != parse.ExprList {
			return false
		}
	}
	return true
}

// java reads reflection on methods and classes.
//
//	plugin.getClass().getMethod(name), Class.forName(name)
func (r *reader) java() {
	r.EachCall("java", func(x eval.Expr) {
		switch {
		case isCall(x, "getMethod", "getDeclaredMethod") && len(x.Args) > 0:
			of := object{}
			if x.Recv == nil {
				of = unknown
			} else {
				of = r.classObject(x.Sub(x.Recv))
			}
			r.look(x, of, x.Sub(&x.Args[0].Value))
		case isCall(x, "forName") && x.Recv != nil && x.Recv.Text == "Class" && len(x.Args) > 0,
			isCall(x, "loadClass") && len(x.Args) > 0:
			r.class(x, x.Sub(&x.Args[0].Value))
		}
	})
}

// csharp reads reflection on methods, and objects created by it.
//
//	plugin.GetType().GetMethod(name), Activator.CreateInstance(typeof(Plugin))
func (r *reader) csharp() {
	r.EachCall("csharp", func(x eval.Expr) {
		switch {
		case isCall(x, "GetMethod", "InvokeMember") && x.Recv != nil && len(x.Args) > 0:
			r.look(x, r.classObject(x.Sub(x.Recv)), x.Sub(&x.Args[0].Value))
		case isCall(x, "CreateInstance") && x.Recv != nil && x.Recv.Text == "Activator":
			r.instance(x)
		}
	})
}

// instance records the objects that a call of Activator.CreateInstance makes.
func (r *reader) instance(x eval.Expr) {
	var of object
	switch {
	case len(x.TypeArgs) > 0:
		t, ok := r.ofType(r.WrittenType(x.Sub(&x.TypeArgs[0])), 0)
		of = object{t.classes, !ok}
	case len(x.Args) > 0:
		of = r.classObject(x.Sub(&x.Args[0].Value))
	}
	for _, class := range of.classes {
		r.creates(x, class)
	}
	if of.open {
		r.open(x, AnyClass)
	}
}

// golang reads methods by their names.
//
//	reflect.ValueOf(plugin).MethodByName(name)
func (r *reader) golang() {
	r.EachCall("go", func(x eval.Expr) {
		if !isCall(x, "MethodByName") || x.Recv == nil || len(x.Args) == 0 {
			return
		}
		of := object{}
		for _, v := range r.Evaluate(x.Sub(x.Recv)) {
			part := unknown
			if isCall(v, "ValueOf", "TypeOf") && len(v.Args) == 1 {
				part = r.objectOf(v.Sub(&v.Args[0].Value))
			}
			of.classes = append(of.classes, part.classes...)
			of.open = of.open || part.open
		}
		r.look(x, of, x.Sub(&x.Args[0].Value))
	})
}
