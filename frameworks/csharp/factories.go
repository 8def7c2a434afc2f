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

// maxDepth bounds chains of names.
const maxDepth = 8

// given lists the classes of the objects that an expression provides: a factory its
// return values, any other expression itself. service is the target type of new().
func (r *reader) given(x eval.Expr, service resolve.Type, depth int) []gift {
	if depth > maxDepth {
		return nil
	}
	switch x.Kind {
	case parse.ExprLambda:
		return r.returned(x, service, depth)
	case parse.ExprName, parse.ExprMember:
		if d := x.Referent().Def; d > resolve.None && r.Table.Def(d).Kind == graph.KindMethod {
			return r.all(r.Values(d), service, depth) // a method group
		}
	case parse.ExprConditional:
		var out []gift
		for i := range x.Args {
			out = append(out, r.given(x.Sub(&x.Args[i].Value), service, depth+1)...)
		}
		for i := range out {
			out[i].tier = resolve.WeakerTier(out[i].tier, graph.Heuristic)
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
	values := r.Evaluate(x)
	if len(values) == 1 && values[0].Expr == x.Expr {
		return r.byType(x)
	}
	return r.all(values, service, depth)
}

// all lists the objects of several expressions, one of which is used.
func (r *reader) all(values []eval.Expr, service resolve.Type, depth int) []gift {
	var out []gift
	for _, v := range values {
		out = append(out, r.given(v, service, depth+1)...)
	}
	if len(values) > 1 {
		for i := range out {
			out[i].tier = resolve.WeakerTier(out[i].tier, graph.Heuristic)
		}
	}
	return out
}

// askers are the calls that return an object of their type argument.
var askers = map[string]bool{"GetRequiredService": true, "GetService": true,
	"GetRequiredKeyedService": true, "GetKeyedService": true, "CreateInstance": true,
	"GetServiceOrCreateInstance": true}

// called lists the results of a call: a container lookup, or the return values of a
// method of the tree.
func (r *reader) called(x eval.Expr, service resolve.Type, depth int) []gift {
	if askers[x.Expr.Text] && x.Referent().Def == resolve.None {
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

// byType returns the class that is the type of an expression.
func (r *reader) byType(x eval.Expr) []gift {
	t := x.In.ValueType(x.At)
	if t.Def <= resolve.None || r.Table.Def(t.Def).Kind == graph.KindInterface {
		return nil
	}
	return []gift{{t, graph.Typed}}
}

// returnsName matches a statement that returns a name.
var returnsName = regexp.MustCompile(`\breturn\s+([A-Za-z_]\w*)\s*;`)

// returned lists the return values of a lambda: its body expression, or those of its
// return statements.
func (r *reader) returned(x eval.Expr, service resolve.Type, depth int) []gift {
	text := x.In.File.Slice(x.Body)
	isBlock := strings.HasPrefix(text, "{")
	var values []eval.Expr
	for _, s := range r.byFile[x.In.File] {
		if !x.Body.Contains(s.At) || s.Expr == x.Expr {
			continue
		}
		if !isBlock || isReturned(text, int(start(s)-x.Body.Start)) {
			s.Env = x.Env
			values = append(values, s)
			if !isBlock {
				break // nested sites follow it
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

// start returns the start of an expression, which for a call chain is that of its first
// call.
func start(x eval.Expr) uint32 {
	e := x.Expr
	for e.Recv != nil {
		e = e.Recv
	}
	return e.At
}

// isReturned reports whether the text before a position returns the expression that
// begins there.
func isReturned(text string, at int) bool {
	before := strings.TrimRight(text[:max(at, 0)], " \r\n\t(")
	before = strings.TrimRight(strings.TrimSuffix(before, "new"), " \r\n\t(")
	return strings.HasSuffix(before, "return")
}
