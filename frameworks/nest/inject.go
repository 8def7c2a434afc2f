package nest

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Container returns the rules of Nest and Angular.
func Container() inject.Container { return rules{&rulesHead} }

type rules struct{ *interest.Head }

const family = "typescript"

// rulesHead requests the sites of the files that list providers.
var rulesHead = interest.Head{Languages: interest.Scripts, Words: []string{"provide:", "provide :"},
	Else: []interest.Head{{Needs: []string{"@Injectable("}, Words: forms}}}

// forms are the properties of a provider that determine the provided value.
var forms = []string{"useClass", "useExisting", "useFactory", "useValue"}

// Bindings lists the bindings by the providers of the tree.
func (rules) Bindings(t *eval.Tree) []inject.Binding {
	var out []inject.Binding
	for x := range t.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprMap {
				out = append(out, provided(t, x.Sub(e))...)
			}
		})
	}
	t.EachAttribute(family, func(of *resolve.Def, x eval.Expr) {
		if of.Kind == graph.KindClass && t.ExternalName(x) == injectable && len(x.Args) == 1 {
			says := x.Sub(&x.Args[0].Value)
			out = append(out, bound(t, says, says.At, of.ID)...)
		}
	})
	return out
}

// injectable is the Angular decorator by which a class itself declares its
// implementation:
//
//	@Injectable({ providedIn: 'root', useClass: SqlStore })
//	export abstract class Store {}
const injectable = "@angular/core.Injectable"

// provided lists the bindings of {provide: Service, useClass: Class}, and of the other
// forms.
func provided(t *eval.Tree, x eval.Expr) []inject.Binding {
	service := x.Arg(-1, "provide")
	if service == nil {
		return nil
	}
	of := x.Sub(service).Referent().Def
	if of > resolve.None && t.Table.Def(of).Kind.IsType() {
		return bound(t, x, service.At, of)
	}
	// A class or a token of a package; a relative path refers to the tree.
	if full := t.ExternalName(x.Sub(service)); of > resolve.None || full == "" || full[0] == '.' {
		return nil
	}
	out := bound(t, x, service.At, resolve.None)
	for i := range out {
		out[i].Outside = service.Text
	}
	return out
}

// bound lists the bindings of a service by the forms in an object.
func bound(t *eval.Tree, x eval.Expr, at uint32, of resolve.DefID) []inject.Binding {
	var out []inject.Binding
	for _, form := range forms {
		value := x.Arg(-1, form)
		if value == nil {
			continue
		}
		for _, class := range given(t, x.Sub(value), form) {
			b := inject.Binding{Service: of, Implementation: class, By: x.Def, Tier: graph.Exact,
				At: eval.Place{File: x.In.File, At: at}, Lifetime: graph.ViaSingleton}
			if x.Branch {
				b.Tier = graph.Heuristic
			}
			out = append(out, b)
		}
	}
	return out
}

// given lists the classes of the values that a provider yields.
func given(t *eval.Tree, x eval.Expr, form string) []resolve.DefID {
	if form == "useClass" || form == "useExisting" {
		if d := x.Referent().Def; d > resolve.None && t.Table.Def(d).Kind.IsType() {
			return []resolve.DefID{d}
		}
		return nil
	}
	if form == "useFactory" && x.Kind == parse.ExprLambda {
		return made(t, x)
	}
	values := t.Evaluate(x)
	if d := x.Referent().Def; form == "useFactory" && d > resolve.None &&
		t.Table.Def(d).Kind.IsCallable() { // a function name yields its return value
		values = nil
		for _, v := range t.Values(d) {
			values = append(values, t.Evaluate(v)...)
		}
	}
	var out []resolve.DefID
	for _, v := range values {
		if class := t.Class(v); class != resolve.None {
			out = append(out, class)
		}
	}
	return out
}

// made returns the class of the object that a factory creates, if there is only one.
func made(t *eval.Tree, factory eval.Expr) []resolve.DefID {
	var out []resolve.DefID
	for x := range t.Family(family) {
		if x.In != factory.In || !factory.Body.Contains(x.At) || x.Kind != parse.ExprNew {
			continue
		}
		if class := t.Class(x); class != resolve.None {
			out = append(out, class)
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}
