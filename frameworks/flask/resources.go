package flask

import (
	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// resource adds the endpoints of the resources that api.add_resource(class, path, …)
// registers, or that a method of a class in the tree registers by passing its arguments
// on.
//
//	class Scoped(Api):
//	    def add_scoped(self, resource, *urls, **kwargs):
//	        return self.add_resource(resource, *[scoped(url) for url in urls], **kwargs)
func (r *reader) resource(x eval.Expr) {
	if x.Recv == nil || x.Expr.Text != "add_resource" && r.apiMethod(x) == resolve.None {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		at := rule{Expr: x, on: r.Variables(x.Sub(x.Recv)), tier: f.Tier}
		if x.Branch {
			at.tier = resolve.WeakerTier(at.tier, graph.Heuristic)
		}
		if len(at.on) > 0 {
			r.addResource(at, x, 0)
		}
	}
}

// apiMethod returns the target of a call, if it is a method of a class in the tree that
// is an api.
func (r *reader) apiMethod(x eval.Expr) resolve.DefID {
	d := x.Callee()
	if d <= resolve.None || !r.Table.Def(d).Kind.IsCallable() {
		return resolve.None
	}
	class := r.Table.EnclosingType(d)
	if class == resolve.None {
		return resolve.None
	}
	for _, name := range r.ExternalBases(class) {
		if k := makers[name]; k == api || k == namespace {
			return d
		}
	}
	return resolve.None
}

// addResource adds the endpoints of a call that adds a resource, or of such calls in
// the method that it calls. The location of the rule remains that of the outermost
// call.
func (r *reader) addResource(at rule, x eval.Expr, depth int) {
	if d := r.apiMethod(x); d != resolve.None && depth < maxWrapped {
		env, fits := eval.Bind(r.Table.Def(d), x, 0)
		for _, call := range r.SelfCalls(d) {
			if call.Env = env; fits {
				r.addResource(at, call, depth+1)
			}
		}
		return
	}
	resource := x.Arg(0, "resource")
	if x.Expr.Text != "add_resource" || resource == nil {
		return
	}
	of := rule{Expr: x, on: at.on, paths: x.Args[1:], tier: at.tier}
	for _, class := range r.Evaluate(x.Sub(resource)) {
		if d := class.Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsType() {
			first := len(r.found)
			r.class(of, r.Table.Canon[d])
			for i := range r.found[first:] {
				r.found[first+i].At = eval.Place{File: at.In.File, At: at.At}
			}
		}
	}
}
