// Package guice finds the bindings of Guice and Dagger modules, and of CDI producer
// methods.
package guice

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Container returns the rules of Guice, Dagger and CDI.
func Container() inject.Container { return rules{&head} }

type rules struct{ *interest.Head }

const family = "java"

// head requests the sites of files with modules.
var head = interest.Head{Languages: []string{family}, Words: []string{"com.google.inject",
	"dagger.", "enterprise.inject"}}

// producers are the annotations of methods that provide their return value, by full
// name.
var producers = map[string]bool{
	"com.google.inject.Provides":         true,
	"dagger.Provides":                    true,
	"jakarta.enterprise.inject.Produces": true,
	"javax.enterprise.inject.Produces":   true,
}

// binds is Dagger's annotation of a method that provides its parameter.
const binds = "dagger.Binds"

// singletons are the singleton annotations.
var singletons = map[string]bool{"javax.inject.Singleton": true, "jakarta.inject.Singleton": true,
	"com.google.inject.Singleton": true, "jakarta.enterprise.context.ApplicationScoped": true,
	"javax.enterprise.context.ApplicationScoped": true}

// Bindings lists the bindings of the modules of the tree.
func (rules) Bindings(t *eval.Tree) []inject.Binding {
	r := &reader{Tree: t}
	t.EachCall(family, r.call)
	for _, f := range t.Table.Files {
		if f.Language != family || f.Test || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			if d := t.Table.Def(f.ID(int32(i))); d.Kind == graph.KindMethod {
				r.method(d)
			}
		}
	}
	return r.found
}

// A reader collects the bindings of one tree.
type reader struct {
	*eval.Tree
	found []inject.Binding
}

// call records a binding in the method configure of a module:
//
//	bind(Store.class).to(SqlStore.class).in(Singleton.class)
//	bind(Store.class).toInstance(new SqlStore())
func (r *reader) call(x eval.Expr) {
	if x.Expr.Text != "to" && x.Expr.Text != "toInstance" || len(x.Args) != 1 ||
		x.Referent().Def != resolve.None {
		return
	}
	bind := x.Recv
	for bind != nil && bind.Kind == parse.ExprCall && bind.Text != "bind" {
		bind = bind.Recv // annotatedWith(…)
	}
	if bind == nil || bind.Kind != parse.ExprCall || len(bind.Args) != 1 {
		return
	}
	service := x.Sub(&bind.Args[0].Value)
	value := x.Sub(&x.Args[0].Value)
	given := r.WrittenType(value).Def
	lifetime := graph.ViaTransient
	if x.Expr.Text == "toInstance" {
		given, lifetime = resolve.None, graph.ViaSingleton
		for _, made := range r.Evaluate(value) {
			given = r.Class(made)
		}
	}
	if given > resolve.None && r.isSingleton(r.Table.Def(given)) {
		lifetime = graph.ViaSingleton
	}
	tier := graph.Exact
	if x.Branch {
		tier = graph.Heuristic
	}
	b := inject.Binding{By: x.Def, Lifetime: lifetime, Tier: tier,
		At: eval.Place{File: x.In.File, At: x.At}}
	if r.ExternalName(service) != "" {
		b.Outside = service.Expr.Text
	}
	r.enter(r.WrittenType(service).Def, given, b)
}

// method records the class that an annotated method provides for its declared return
// type.
//
//	@Provides Store store() { return new SqlStore(); }
//	@Binds abstract Store store(SqlStore store);
func (r *reader) method(d *resolve.Def) {
	b := inject.Binding{By: d.ID, Lifetime: graph.ViaTransient, Tier: graph.Exact,
		At: eval.Place{File: d.File, At: d.NameAt}}
	if r.isSingleton(d) {
		b.Lifetime = graph.ViaSingleton
	}
	in := r.Binder(d.File)
	service := in.TypeOf(d.Type, d.ID, d.NameAt)
	if len(eval.Imported(d.File, d.Type.Name)) > 0 {
		b.Outside = d.Type.Name
	}
	switch {
	case r.has(d, func(full string) bool { return producers[full] }):
		for _, v := range r.Values(d.ID) {
			for _, made := range r.Evaluate(v) {
				r.enter(service.Def, r.Class(made), b)
			}
		}
	case len(d.Params) == 1 && r.has(d, func(full string) bool { return full == binds }):
		r.enter(service.Def, in.TypeOf(d.Params[0].Type, d.ID, d.NameAt).Def, b)
	}
}

func (r *reader) isSingleton(d *resolve.Def) bool {
	return r.has(d, func(full string) bool { return singletons[full] })
}

// has reports whether a definition has an annotation whose full name satisfies in.
func (r *reader) has(d *resolve.Def, in func(full string) bool) bool {
	for _, written := range d.Decorators {
		for _, full := range append(eval.Imported(d.File, written), written) {
			if in(full) {
				return true
			}
		}
	}
	return false
}

// enter records a binding of a class of the tree: to a type of the tree, or else to the
// external type in the binding.
func (r *reader) enter(service, implementation resolve.DefID, b inject.Binding) {
	if service > resolve.None {
		b.Outside = ""
	} else if service = resolve.None; b.Outside == "" {
		return
	}
	if implementation > resolve.None {
		b.Service, b.Implementation = service, implementation
		r.found = append(r.found, b)
	}
}
