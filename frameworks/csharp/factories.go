package csharp

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A gift is the class that a factory returns, or that of an instance.
type gift struct {
	typ  resolve.Type
	tier graph.Tier
}

// maxDepth bounds names that stand for one another.
const maxDepth = 8

// given lists the classes of the objects that an expression gives: a factory what it
// returns, any other expression itself. service is what is wanted of new().
func (r *reader) given(x eval.Term, service resolve.Type, depth int) []gift {
	if depth > maxDepth {
		return nil
	}
	switch x.Kind {
	case parse.ExprLambda:
		return r.returned(x, service, depth)
	case parse.ExprName, parse.ExprMember:
		if d := x.Meaning().Def; d > resolve.None && r.Table.Def(d).Kind == graph.KindMethod {
			return r.all(r.Values(d), service, depth) // a method group
		}
	case parse.ExprChoice:
		var out []gift
		for i := range x.Args {
			out = append(out, r.given(x.Sub(&x.Args[i].Value), service, depth+1)...)
		}
		for i := range out {
			out[i].tier = resolve.Worse(out[i].tier, graph.Heuristic)
		}
		return out
	case parse.ExprNew:
		if d := r.Class(x); d != resolve.None {
			return []gift{{resolve.Type{Def: d, Owner: resolve.None}, graph.Exact}}
		}
		if x.Expr.Text == "" {
			return []gift{{service, graph.Exact}}
		}
		return nil
	case parse.ExprCall:
		return r.called(x, service, depth)
	}
	values := r.Reduce(x)
	if len(values) == 1 && values[0].Expr == x.Expr {
		return r.byType(x)
	}
	return r.all(values, service, depth)
}

// all lists what several expressions give, one of which does.
func (r *reader) all(values []eval.Term, service resolve.Type, depth int) []gift {
	var out []gift
	for _, v := range values {
		out = append(out, r.given(v, service, depth+1)...)
	}
	if len(values) > 1 {
		for i := range out {
			out[i].tier = resolve.Worse(out[i].tier, graph.Heuristic)
		}
	}
	return out
}

// askers are the calls that give an object of their type argument.
var askers = map[string]bool{"GetRequiredService": true, "GetService": true,
	"GetRequiredKeyedService": true, "GetKeyedService": true, "CreateInstance": true,
	"GetServiceOrCreateInstance": true}

// called lists the results of a call: what the container is asked for, or what a method of the
// tree returns.
func (r *reader) called(x eval.Term, service resolve.Type, depth int) []gift {
	if askers[x.Expr.Text] && x.Meaning().Def == resolve.None {
		if len(x.TypeArgs) == 1 {
			return []gift{{r.WrittenType(x.Sub(&x.TypeArgs[0])), graph.Exact}}
		}
		for i := range x.Args {
			if x.Args[i].Value.Kind == parse.ExprType {
				return []gift{{r.WrittenType(x.Sub(&x.Args[i].Value)), graph.Exact}}
			}
		}
		return nil
	}
	if d := x.Callee(); d > resolve.None && len(r.Values(d)) > 0 {
		return r.all(r.Values(d), service, depth)
	}
	return r.byType(x)
}

// byType is the class that the type of an expression says, if that is one.
func (r *reader) byType(x eval.Term) []gift {
	t := x.In.ValueType(x.At)
	if t.Def <= resolve.None || r.Table.Def(t.Def).Kind == graph.KindInterface {
		return nil
	}
	return []gift{{t, graph.Typed}}
}

// returnsName is a statement that returns what a name stands for.
var returnsName = regexp.MustCompile(`\breturn\s+([A-Za-z_]\w*)\s*;`)

// returned lists what a lambda returns: the value that its body is, or those of its return
// statements.
func (r *reader) returned(x eval.Term, service resolve.Type, depth int) []gift {
	text := x.In.File.Slice(x.Body)
	isBlock := strings.HasPrefix(text, "{")
	var values []eval.Term
	for _, s := range r.byFile[x.In.File] {
		if !x.Body.Contains(s.At) || s.Expr == x.Expr {
			continue
		}
		if !isBlock || isReturned(text, int(start(s)-x.Body.Start)) {
			s.Env = x.Env
			values = append(values, s)
			if !isBlock {
				break // what is inside of it comes behind it
			}
		}
	}
	if isBlock {
		for _, m := range returnsName.FindAllStringSubmatchIndex(text, -1) {
			name := &parse.Expr{Kind: parse.ExprName, Text: text[m[2]:m[3]],
				At: x.Body.Start + uint32(m[2])}
			values = append(values, x.Sub(name))
		}
	}
	return r.all(values, service, depth)
}

// start is where an expression begins, that is a chain of calls where the first of them
// does.
func start(x eval.Term) uint32 {
	e := x.Expr
	for e.Recv != nil {
		e = e.Recv
	}
	return e.At
}

// isReturned reports whether the text before a position says that what begins there is
// returned.
func isReturned(text string, at int) bool {
	before := strings.TrimRight(text[:max(at, 0)], " \r\n\t(")
	before = strings.TrimRight(strings.TrimSuffix(before, "new"), " \r\n\t(")
	return strings.HasSuffix(before, "return")
}
