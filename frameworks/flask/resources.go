package flask

import (
	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// resource finds the endpoints of the resources that api.add_resource(class, path, …) registers, or a
// method of a class of the tree that hands what it is given on to that.
//
//	class Scoped(Api):
//	    def add_scoped(self, resource, *urls, **kwargs):
//	        return self.add_resource(resource, *[scoped(url) for url in urls], **kwargs)
func (r *reader) resource(x eval.Term) {
	if x.Recv == nil || x.Expr.Text != "add_resource" && r.apiMethod(x) == resolve.None {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		at := rule{Term: x, on: r.Variables(x.Sub(x.Recv)), tier: f.Tier}
		if x.Branch {
			at.tier = resolve.Worse(at.tier, graph.Heuristic)
		}
		if len(at.on) > 0 {
			r.addResource(at, x, 0)
		}
	}
}

// apiMethod is the method that a call calls, if a class of the tree that is an api declares it.
func (r *reader) apiMethod(x eval.Term) resolve.DefID {
	d := x.Callee()
	if d <= resolve.None || !r.Table.Def(d).Kind.IsCallable() {
		return resolve.None
	}
	class := r.Table.EnclosingType(d)
	if class == resolve.None {
		return resolve.None
	}
	for _, name := range r.OutsideBases(class) {
		if k := makers[name]; k == api || k == namespace {
			return d
		}
	}
	return resolve.None
}

// addResource enters the endpoints of a call that adds a resource, or of the calls that the method
// makes which it calls. The rule stays where it was written.
func (r *reader) addResource(at rule, x eval.Term, depth int) {
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
	of := rule{Term: x, on: at.on, paths: x.Args[1:], tier: at.tier}
	for _, class := range r.Reduce(x.Sub(resource)) {
		if d := class.Meaning().Def; d != resolve.None && r.Table.Def(d).Kind.IsType() {
			first := len(r.found)
			r.class(of, r.Table.Canon[d])
			for i := range r.found[first:] {
				r.found[first+i].At = eval.Place{File: at.In.File, At: at.At}
			}
		}
	}
}
