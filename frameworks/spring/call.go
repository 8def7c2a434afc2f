package spring

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A result is a possible return expression of a callable.
type result struct {
	at   eval.Expr
	in   *scope
	tier graph.Tier
}

// isMethod reports whether a definition is callable and not a record component, which
// is called with the same syntax.
func isMethod(d *resolve.Def) bool { return d.Kind.IsCallable() && d.Kind != graph.KindProperty }

// call returns the return value of a call.
func (r *flow) call(x eval.Expr, s *scope, depth int) value {
	var of value
	if x.Recv != nil {
		of = r.eval(x.Sub(x.Recv), s, depth)
	}
	if of.kind == marking {
		return r.element(of, x, depth)
	}
	if x.Callee() <= resolve.None && of.kind != object {
		if v, ok := r.libraryCall(x, of, s, depth); ok {
			return v
		}
		return value{kind: library, at: x, in: s}
	}
	def, on := r.target(x, of, s)
	if def == nil {
		v, _ := r.libraryCall(x, of, s, depth)
		return v
	}
	if !isMethod(def) {
		return component(def.Name, r.Table.Def(on.class), on)
	}
	results := r.body(def, &scope{names: r.given(def, x, s, depth), this: on, tier: s.worst()}, depth)
	if len(results) == 1 && results[0].tier == graph.Exact {
		return r.eval(results[0].at, results[0].in, depth)
	}
	return value{kind: library, at: x, in: s}
}

// target returns the method of the tree that a call runs, and its receiver; nil if no
// such method is known. of is the value of the call's receiver expression.
func (r *flow) target(x eval.Expr, of value, s *scope) (def *resolve.Def, on value) {
	d, on := x.Callee(), of
	super := x.Recv != nil && x.Recv.Kind == parse.ExprName && x.Recv.Text == "super"
	if x.Recv == nil || super || of.kind == class {
		on = s.object() // of a class: a static method, or Interface.super.m()
	}
	if on.kind == object && of.kind != class && !super || d <= resolve.None {
		if own := r.own(on.class, x.Expr.Text, len(x.Args)); own != resolve.None {
			d = own
		}
	}
	if d <= resolve.None {
		return nil, on
	}
	return r.Table.Def(d), on
}

// component returns the constructor argument for a component of a record.
func component(name string, record *resolve.Def, of value) value {
	i := slices.IndexFunc(record.Params, func(p parse.Param) bool { return p.Name == name })
	if of.kind != object || i < 0 || i >= len(of.args) {
		return value{}
	}
	return of.args[i]
}

// body lists the possible return expressions of a callable whose parameters are bound
// in a scope.
func (r *flow) body(d *resolve.Def, s *scope, depth int) []result {
	var out []result
	tier := graph.Exact
	for _, v := range r.Values(d.ID) {
		switch r.runs(v, s, depth) {
		case never:
			continue
		case always:
			return append(out, result{v, s, tier})
		}
		tier = graph.Heuristic
		out = append(out, result{v, s, tier})
	}
	return out
}

// own returns the method or field of that name of the instances of a class; with n
// parameters, unless n is negative. None if the tree declares none.
func (r *flow) own(class resolve.DefID, name string, n int) resolve.DefID {
	if class <= resolve.None {
		return resolve.None
	}
	abstract := resolve.None
	for _, c := range r.Lineage(class) {
		for _, m := range r.Table.Own(c, name) {
			d := r.Table.Def(m)
			switch {
			case n >= 0 && !isMethod(d) && d.Kind != graph.KindProperty: // a field
			case n >= 0 && isMethod(d) && len(d.Params) != n:
			case n >= 0 && isMethod(d) && d.Body.IsEmpty():
				abstract = m
			default:
				return m
			}
		}
	}
	return abstract
}

// invoke returns the return value of a method of an object.
func (r *flow) invoke(of value, name string, args []value, depth int) value {
	d := r.own(of.class, name, len(args))
	if d == resolve.None {
		return value{}
	}
	return r.run(d, of, args, depth)
}

// run returns the return value of a method of the tree.
func (r *flow) run(d resolve.DefID, of value, args []value, depth int) value {
	def := r.Table.Def(d)
	if !isMethod(def) {
		return component(def.Name, r.Table.Def(of.class), of)
	}
	s := &scope{names: map[string]value{}, this: of}
	for i, p := range def.Params {
		if i < len(args) {
			s.names[p.Name] = args[i]
		}
	}
	results := r.body(def, s, depth)
	if len(results) == 1 && results[0].tier == graph.Exact {
		return r.eval(results[0].at, s, depth)
	}
	return value{}
}

// apply returns the return value of a function.
func (r *flow) apply(f value, args []value, depth int) value {
	if f.kind != function {
		return value{}
	}
	if f.at.Kind == parse.ExprLambda {
		if s := r.enter(f, args); f.at.Recv != nil {
			return r.eval(f.at.Sub(f.at.Recv), s, depth)
		} else if list := r.expressions(f.at); len(list) == 1 {
			return r.eval(list[0], s, depth)
		} else if i := parameter(f.at, list); i >= 0 && i < len(args) {
			return args[i]
		}
		return value{}
	}
	of := r.eval(f.at.Sub(f.at.Recv), f.in, depth)
	if of.kind == class && !resolve.HasModifier(r.Table.Def(f.class), "static") {
		if len(args) == 0 {
			return value{}
		}
		of, args = args[0], args[1:]
	}
	d := f.class
	if own := r.own(of.class, f.at.Expr.Text, len(args)); of.kind == object && own > resolve.None {
		d = own
	}
	return r.run(d, of, args, depth)
}

// parameter returns the position of the parameter that is the body of a function
// literal: x -> x. No expressions are kept for such a body.
func parameter(f eval.Expr, list []eval.Expr) int {
	body := f.In.File.Text[f.Body.Start:f.Body.End]
	return slices.IndexFunc(f.Args, func(p parse.ExprArg) bool {
		return len(list) == 0 && p.Name == body
	})
}

// enter returns the scope of the body of a function literal called with arguments.
func (r *flow) enter(f value, args []value) *scope {
	s := &scope{names: map[string]value{}, outer: f.in, body: f.at.Body}
	for i, p := range f.at.Args {
		if i < len(args) {
			s.names[p.Name] = args[i]
		} else {
			s.names[p.Name] = value{kind: library, at: f.at.Sub(&f.at.Args[i].Value), in: f.in}
		}
	}
	return s
}

// element returns the value of an annotation element, which may be its default.
func (r *flow) element(of value, x eval.Expr, depth int) value {
	if arg := of.at.Arg(-1, x.Expr.Text); arg != nil {
		return r.eval(of.at.Sub(arg), nil, depth)
	}
	if x.Expr.Text == "value" && len(of.at.Args) == 1 && of.at.Args[0].Name == "" {
		return r.eval(of.at.Sub(&of.at.Args[0].Value), nil, depth)
	}
	for _, d := range r.Table.Own(of.class, x.Expr.Text) {
		if values := r.Values(d); len(values) == 1 {
			return r.eval(values[0], nil, depth)
		}
	}
	return value{}
}

// annotated returns the annotation of a class that code looks up; null if it has none.
func (r *flow) annotated(of, asked resolve.DefID) value {
	for _, a := range r.Attributes(of) {
		if d := a.Referent().Def; d > resolve.None && r.Table.Canon[d] == asked {
			return value{kind: marking, class: asked, at: a}
		}
	}
	return value{kind: null}
}
