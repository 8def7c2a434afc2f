package fastapi

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Container returns the rules of FastAPI.
func Container() inject.Container { return rules{&rulesHead} }

type rules struct{ *interest.Head }

const family = "python"

// injectWords are the words of files with dependencies, or with functions that others may depend on.
var injectWords = []string{"Depends(", "Security("}

// rulesHead requests the sites of the files that name dependencies.
var rulesHead = interest.Head{Languages: []string{family}, Words: injectWords}

// injectDependers are the functions that name a dependency, by their full names.
var injectDependers = map[string]bool{"fastapi.Depends": true, "fastapi.Security": true,
	"fastapi.params.Depends": true, "fastapi.params.Security": true}

// Bindings lists the bindings by dependencies of the tree.
func (rules) Bindings(t *eval.Tree) []inject.Binding {
	var out []inject.Binding
	t.EachCall(family, func(x eval.Expr) {
		if !injectDependers[t.ExternalName(x)] {
			return
		}
		arg := x.Arg(0, "dependency")
		if arg == nil {
			return
		}
		if d := x.Sub(arg).Referent().Def; d > resolve.None && t.Table.Def(d).Kind.IsCallable() {
			out = append(out, given(t, x, d)...)
		}
	})
	return out
}

// given lists the bindings of the declared return type of a dependency to the classes
// that it returns.
//
//	def store() -> Store:
//	    return SqlStore()    # implements Store
func given(t *eval.Tree, x eval.Expr, dependency resolve.DefID) []inject.Binding {
	d := t.Table.Def(dependency)
	service := t.Binder(d.File).TypeOf(d.Type, dependency, d.NameAt)
	if service.Def <= resolve.None || !t.Table.Def(service.Def).Kind.IsType() {
		return nil
	}
	var out []inject.Binding
	values := t.Values(dependency)
	for _, v := range values {
		for _, made := range t.Evaluate(v) {
			class := t.Class(made)
			if class == resolve.None && made.Kind == parse.ExprCall {
				class = made.Referent().Def // a call of a class creates an object
			}
			if class <= resolve.None {
				continue
			}
			if t.Table.Def(class).Kind == graph.KindConstructor {
				class = t.Table.Def(class).Outer
			}
			if !t.Table.Def(class).Kind.IsType() {
				continue
			}
			b := inject.Binding{Service: service.Def, Implementation: class, By: x.Def,
				At: eval.Place{File: x.In.File, At: x.At}, Lifetime: graph.ViaScoped, Tier: graph.Exact}
			if len(values) > 1 {
				b.Tier = graph.Heuristic
			}
			out = append(out, b)
		}
	}
	return out
}
