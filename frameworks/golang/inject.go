package golang

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Container returns the rules of wire and fx.
func Container() inject.Container { return injectRules{&injectHead} }

type injectRules struct{ *interest.Head }

const family = "go"

// injectHead requests the sites of the files that name one of the libraries.
var injectHead = interest.Head{Languages: []string{family},
	Words: []string{"github.com/google/wire", "go.uber.org/fx"}}

// Bindings lists the bindings in Go files.
func (injectRules) Bindings(t *eval.Tree) []inject.Binding {
	r := &injectReader{Tree: t}
	t.EachCall(family, func(x eval.Expr) {
		switch t.ExternalName(x) {
		case "github.com/google/wire.Bind":
			if len(x.Args) == 2 {
				r.enter(x, r.named(x.Sub(&x.Args[0].Value)), r.named(x.Sub(&x.Args[1].Value)))
			}
		case "go.uber.org/fx.Annotate":
			r.annotate(x)
		}
	})
	return r.found
}

// A injectReader collects the bindings of one tree.
type injectReader struct {
	*eval.Tree
	found []inject.Binding
}

// annotate records the result of a constructor as the implementation of the given
// interfaces:
//
//	fx.Annotate(NewSqlStore, fx.As(new(Store)))
func (r *injectReader) annotate(x eval.Expr) {
	if len(x.Args) < 2 {
		return
	}
	made := r.result(x.Sub(&x.Args[0].Value).Referent().Def)
	for i := range x.Args[1:] {
		as := x.Sub(&x.Args[1+i].Value)
		if as.Kind != parse.ExprCall || r.ExternalName(as) != "go.uber.org/fx.As" {
			continue
		}
		for k := range as.Args {
			r.enter(x, r.named(as.Sub(&as.Args[k].Value)), made)
		}
	}
}

// result returns the type of the first result of a function of the tree.
func (r *injectReader) result(f resolve.DefID) resolve.DefID {
	if f <= resolve.None || !r.Table.Def(f).Kind.IsCallable() {
		return resolve.None
	}
	d := r.Table.Def(f)
	t := r.Binder(d.File).TypeOf(d.Type, f, d.NameAt)
	if t.Form == parse.FormTuple && len(t.Args) > 0 {
		t = t.Args[0]
	}
	return t.Def
}

// named returns the type T of new(T); new(*T) is equivalent.
func (r *injectReader) named(x eval.Expr) resolve.DefID {
	if x.Expr.Text != "new" || len(x.Args) != 1 {
		return resolve.None
	}
	arg := x.Sub(&x.Args[0].Value)
	if d := arg.Referent().Def; d > resolve.None && r.Table.Def(d).Kind.IsType() {
		return d
	}
	return r.WrittenType(arg).Def
}

// enter records a binding between types of the tree.
func (r *injectReader) enter(x eval.Expr, service, implementation resolve.DefID) {
	if service <= resolve.None || implementation <= resolve.None {
		return
	}
	b := inject.Binding{Service: service, Implementation: implementation, By: x.Def,
		At: eval.Place{File: x.In.File, At: x.At}, Lifetime: graph.ViaSingleton, Tier: graph.Exact}
	if x.Branch {
		b.Tier = graph.Heuristic
	}
	r.found = append(r.found, b)
}
