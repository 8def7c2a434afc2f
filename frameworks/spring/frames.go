package spring

import (
	"cmp"
	"slices"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A lambda is a function literal, or a method reference, that is an argument of a call.
type lambda struct {
	*parse.Expr
	call eval.Expr
}

// maxFrames bounds the number of distinct call frames.
const maxFrames = 2000

// index indexes the sites in Java files by call target, and by the variable that their
// call chain begins with.
func (r *flow) index() {
	for x := range r.Family(family) {
		r.sites[x.In.File] = append(r.sites[x.In.File], x)
		if v, d, ok := r.root(x); ok && x.Kind == parse.ExprCall {
			if d > resolve.None {
				r.puts[d] = append(r.puts[d], x)
			} else {
				r.statements[v] = append(r.statements[v], x)
			}
		}
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			call := x.Sub(e)
			if e.Kind != parse.ExprCall && e.Kind != parse.ExprNew {
				return
			}
			if e.Kind == parse.ExprNew && e.Text == "super" {
				c := r.Table.EnclosingType(x.Def)
				r.supers[c] = append(r.supers[c], call)
			} else if d := call.Callee(); d > resolve.None {
				r.calls[d] = append(r.calls[d], call)
			}
			for i := range e.Args {
				arg := call.Sub(&e.Args[i].Value)
				if d := arg.Referent().Def; arg.Kind == parse.ExprLambda {
					r.lambdas[x.In.File] = append(r.lambdas[x.In.File], lambda{arg.Expr, call})
				} else if arg.Kind == parse.ExprMember && d > resolve.None {
					r.refs[d] = append(r.refs[d], lambda{arg.Expr, call})
				}
			}
		})
	}
}

// root returns the local or field that a chain of calls begins with.
func (r *flow) root(x eval.Expr) (eval.Variable, resolve.DefID, bool) {
	e := x.Expr
	for e.Recv != nil && (e.Kind != parse.ExprMember || e.Recv.Text != "this") {
		e = e.Recv
	}
	if e == x.Expr || e.Kind != parse.ExprName && e.Kind != parse.ExprMember {
		return eval.Variable{}, resolve.None, false
	}
	d := x.Sub(e).Referent().Def
	if d > resolve.None && (r.Table.Def(d).Kind.IsType() || r.Table.Def(d).Kind.IsCallable()) {
		return eval.Variable{}, resolve.None, false
	}
	return eval.Variable{Def: x.Def, Name: e.Text}, d, d > resolve.None || e.Kind == parse.ExprName
}

// frames lists the scopes in which a callable runs on an object, one for each call. A
// callable without callers is run by the container.
func (r *flow) frames(d resolve.DefID, on value, depth int) []*scope {
	for d > resolve.None && !r.Table.Def(d).Kind.IsCallable() {
		d = r.Table.Def(d).Outer
	}
	if d <= resolve.None || depth > maxDepth {
		return []*scope{{this: on}}
	}
	depth++
	def := r.Table.Def(d)
	var out []*scope
	for _, x := range r.calls[d] {
		for _, s := range r.around(x, depth) {
			of := s.object()
			if x.Recv != nil {
				of = r.eval(x.Sub(x.Recv), s, depth)
			}
			if isOther(of, on) || len(out) >= maxFrames {
				continue
			}
			out = append(out, &scope{names: r.given(def, x, s, depth), this: on, tier: s.worst()})
		}
	}
	for _, f := range r.refs[d] {
		for _, s := range r.around(f.call, depth) {
			of := r.eval(f.call.Sub(f.Recv), s, depth)
			if f.call.Recv == nil || isOther(of, on) {
				continue
			}
			items, _ := r.elements(r.eval(f.call.Sub(f.call.Recv), s, depth), depth)
			for _, it := range items[:min(len(items), maxFrames)] {
				in := &scope{names: map[string]value{}, this: on,
					tier: resolve.WeakerTier(s.worst(), it.tier)}
				bindItem(in, paramNames(def), it)
				out = append(out, in)
			}
		}
	}
	if len(r.calls[d]) == 0 && len(r.refs[d]) == 0 {
		return []*scope{{this: on}}
	}
	return out
}

// around lists the scopes in which a site runs.
func (r *flow) around(x eval.Expr, depth int) []*scope {
	of := value{}
	if c := r.Table.EnclosingType(x.Def); c > resolve.None {
		of = value{kind: object, class: c}
	}
	var out []*scope
	for _, s := range r.frames(x.Def, of, depth) {
		out = append(out, r.expand(x, s, depth)...)
	}
	return out
}

// isOther reports whether two objects are different, because they are created in two
// places.
func isOther(a, b value) bool {
	return a.kind == object && b.kind == object && a.at.Expr != nil && b.at.Expr != nil &&
		a.at.Expr != b.at.Expr
}

func paramNames(d *resolve.Def) []string {
	var out []string
	for _, p := range d.Params {
		out = append(out, p.Name)
	}
	return out
}

// bindItem binds an element to a function with one parameter, and an entry to one with
// two.
func bindItem(s *scope, params []string, it item) {
	switch len(params) {
	case 1:
		s.names[params[0]] = it.value
	case 2:
		s.names[params[0]], s.names[params[1]] = it.key, it.value
	}
}

// each holds the methods that pass every element of the receiver to a function.
var each = map[string]bool{"forEach": true, "forEachOrdered": true, "ifPresent": true,
	"map": true, "flatMap": true, "peek": true, "ifAvailable": true, "ifUnique": true}

// expand lists the scopes in which a site runs within that of the method around it: one
// for each element that the loops and function literals around the site run for.
func (r *flow) expand(x eval.Expr, s *scope, depth int) []*scope {
	out := []*scope{s}
	literals := r.literalsAround(x, s)
	loops := r.loopsAround(x, literals)
	for len(literals) > 0 || len(loops) > 0 {
		if len(loops) > 0 && (len(literals) == 0 || loops[0].over.At < literals[0].Body.Start) {
			out = r.looped(loops[0], out, depth)
			loops = loops[1:]
		} else {
			out = r.entered(literals[0], out, depth)
			literals = literals[1:]
		}
		out = out[:min(len(out), maxFrames)]
	}
	return out
}

// entered lists the nested scopes in which the body of a function literal runs.
func (r *flow) entered(f lambda, in []*scope, depth int) []*scope {
	var params []string
	for i := range f.Args {
		params = append(params, f.Args[i].Name)
	}
	var out []*scope
	for _, s := range in {
		items, ok := r.elements(r.eval(f.call.Sub(f.call.Recv), s, depth), depth)
		if !ok {
			out = append(out, s)
		}
		for _, it := range items[:min(len(items), maxFrames)] {
			in := &scope{names: map[string]value{}, outer: s, body: f.Body, tier: it.tier}
			bindItem(in, params, it)
			out = append(out, in)
		}
	}
	return out
}

// literalsAround lists the function literals around a site that run for each element of
// a collection, outermost first.
func (r *flow) literalsAround(x eval.Expr, s *scope) []lambda {
	var out []lambda
	for _, f := range r.lambdas[x.In.File] {
		if f.Body.Contains(x.At) && f.call.Recv != nil && each[f.call.Expr.Text] &&
			f.call.Def == x.Def && f.call.Expr != x.Expr && !s.within(f.Body) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b lambda) int { return cmp.Compare(a.Body.Start, b.Body.Start) })
	return out
}

// A loop assigns each element of a list to a name.
type loop struct {
	name string
	over eval.Expr
}

// loopsAround lists the loops whose variables occur in an expression, in the lists of
// such loops, or in the receivers of function literals around it, outermost first.
func (r *flow) loopsAround(x eval.Expr, literals []lambda) []loop {
	var out []loop
	var find func(of eval.Expr)
	find = func(of eval.Expr) {
		of.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprName || len(out) > maxMeta {
				return
			}
			for _, list := range r.Loops(x.Sub(e)) {
				same := func(l loop) bool { return l.over.Expr == list.Expr }
				if list.At < x.At && !slices.ContainsFunc(out, same) {
					out = append(out, loop{e.Text, list})
					find(list)
				}
			}
		})
	}
	find(x)
	for _, f := range literals {
		find(f.call.Sub(f.call.Recv))
	}
	slices.SortStableFunc(out, func(a, b loop) int { return cmp.Compare(a.over.At, b.over.At) })
	return out
}

// looped lists the nested scopes in which the body of a loop runs.
func (r *flow) looped(l loop, in []*scope, depth int) []*scope {
	var out []*scope
	for _, s := range in {
		if _, set := s.lookup(l.name); set {
			out = append(out, s)
			continue
		}
		items, ok := r.elements(r.eval(l.over, s, depth), depth)
		if !ok {
			out = append(out, s)
		}
		for _, it := range items[:min(len(items), maxFrames)] {
			out = append(out, s.with(l.name, it.value, it.tier))
		}
	}
	return out
}
