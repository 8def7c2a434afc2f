package spring

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A step is the effect of a method of a collection, a stream or a map on the elements.
type step uint8

const (
	sameElements step = iota + 1 // the elements of the receiver
	someElements                 // those that satisfy a predicate
	theirKeys
	theirValues
	theirEntries
	mapped  // the results of a function on each
	flatted // the elements of the results of a function on each
)

// steps are those of the JDK by method name. The receiver is known to be a collection.
var steps = map[string]step{
	"stream": sameElements, "parallelStream": sameElements, "orderedStream": sameElements,
	"iterator": sameElements, "toList": sameElements, "sorted": sameElements,
	"distinct": sameElements, "peek": sameElements, "collect": sameElements,
	"collectList": sameElements, "sequential": sameElements, "unordered": sameElements,
	"filter": someElements, "limit": someElements, "skip": someElements,
	"keySet": theirKeys, "values": theirValues, "entrySet": theirEntries,
	"map": mapped, "flatMap": flatted, "concatMap": flatted,
}

// makers are functions that make a collection of their arguments, by full name.
var makers = map[string]bool{"java.util.List.of": true, "java.util.Set.of": true,
	"java.util.Arrays.asList": true, "java.util.stream.Stream.of": true,
	"reactor.core.publisher.Flux.just": true, "java.util.stream.Stream.concat": true}

// copies are functions and classes that copy another collection.
var copies = map[string]bool{"java.util.List.copyOf": true, "java.util.Set.copyOf": true,
	"java.util.Map.copyOf": true, "java.util.Arrays.stream": true,
	"java.util.stream.StreamSupport.stream": true, "java.util.Collections.unmodifiableList": true,
	"reactor.core.publisher.Flux.fromIterable": true}

// elements lists the elements of a collection, or the entries of a map; ok is false if
// they are unknown.
func (r *flow) elements(v value, depth int) (items []item, ok bool) {
	if r.steps++; depth > maxDepth || r.steps > maxSteps {
		return nil, false
	}
	depth++
	switch v.kind {
	case list:
		return v.items, true
	case library:
		switch v.at.Kind {
		case parse.ExprName, parse.ExprMember:
			return r.contents(v, depth)
		case parse.ExprList:
			return r.arguments(v), true
		case parse.ExprNew:
			return r.copied(v, depth)
		case parse.ExprCall:
			return r.derived(v, depth)
		}
	}
	return nil, false
}

// arguments lists the elements of a list literal, or of a call with the elements as
// arguments.
func (r *flow) arguments(v value) []item {
	var out []item
	for _, v := range r.args(v.at, v.in, 0) {
		out = append(out, item{value: v})
	}
	return out
}

// copied lists the elements of a copied collection.
func (r *flow) copied(v value, depth int) (items []item, ok bool) {
	if !strings.HasPrefix(r.ExternalName(v.at), "java.util.") &&
		!strings.HasPrefix(r.ExternalName(v.at), "org.springframework.util.") {
		return nil, false
	}
	if len(v.at.Args) == 1 {
		if of := r.eval(v.at.Sub(&v.at.Args[0].Value), v.in, depth); of.kind != literal {
			items, _ = r.elements(of, depth)
		}
	}
	return items, true
}

// contents lists the elements of the collection that a variable holds: those of its
// assigned values, and those that statements add.
func (r *flow) contents(v value, depth int) (items []item, ok bool) {
	d := v.at.Referent().Def
	var values []eval.Expr
	if d > resolve.None {
		values = r.Values(d)
	} else {
		values = r.ReachingValues(v.at)
	}
	for _, x := range values {
		of := r.eval(x, v.in, depth)
		if of.kind == library && of.at.Expr == v.at.Expr {
			continue
		}
		more, known := r.elements(of, depth)
		items, ok = append(items, more...), ok || known
	}
	if !ok {
		return nil, false
	}
	if d <= resolve.None {
		for _, x := range r.statements[eval.Variable{Def: v.at.Def, Name: v.at.Expr.Text}] {
			items = append(items, r.putIn(x, r.expand(x, v.in, depth), depth)...)
		}
		return items, true
	}
	for _, x := range r.puts[d] {
		for _, s := range r.frames(x.Def, v.in.object(), depth) {
			items = append(items, r.putIn(x, r.expand(x, s, depth), depth)...)
		}
	}
	return items, true
}

// putIn lists the elements that a statement adds to a collection, in each of the scopes
// in which it runs.
func (r *flow) putIn(x eval.Expr, in []*scope, depth int) []item {
	var out []item
	for _, s := range in {
		often := r.runs(x, s, depth)
		if often == never {
			continue
		}
		for _, it := range r.put(x, s, depth) {
			it.tier = resolve.WeakerTier(it.tier, s.worst())
			if often == perhaps {
				it.tier = resolve.WeakerTier(it.tier, graph.Heuristic)
			}
			out = append(out, it)
		}
	}
	return out
}

// put lists the elements that one call adds to a collection.
//
//	list.add(x)    map.put(k, x)    map.computeIfAbsent(k, …).add(x)
func (r *flow) put(x eval.Expr, s *scope, depth int) []item {
	args := r.args(x, s, depth)
	var items []item
	switch name := x.Expr.Text; {
	case (name == "add" || name == "addLast" || name == "addFirst") && len(args) == 1:
		items = []item{{value: args[0]}}
	case name == "addAll" && len(args) == 1 || name == "putAll" && len(args) == 1:
		items, _ = r.elements(args[0], depth)
	case (name == "put" || name == "putIfAbsent") && len(args) == 2:
		items = []item{{key: args[0], value: args[1]}}
	case name == "add" && len(args) == 2 && args[0].kind != literal: // of a MultiValueMap
		items = []item{{key: args[0], value: value{kind: list, items: []item{{value: args[1]}}}}}
	}
	of := x.Recv
	if of.Kind == parse.ExprCall && of.Text == "computeIfAbsent" && len(of.Args) == 2 {
		return []item{{key: r.eval(x.Sub(&of.Args[0].Value), s, depth),
			value: value{kind: list, items: items}}}
	}
	if of.Kind == parse.ExprCall {
		return nil // the return value of another method
	}
	return items
}

// derived lists the elements of a collection that a call derives from others.
func (r *flow) derived(v value, depth int) (items []item, ok bool) {
	x := v.at
	switch full := r.outside(x); {
	case makers[full]:
		return r.arguments(v), true
	case copies[full] && len(x.Args) > 0:
		return r.elements(r.eval(x.Sub(&x.Args[0].Value), v.in, depth), depth)
	case full == "java.util.Map.of":
		all := r.arguments(v)
		for i := 0; i+1 < len(all); i += 2 {
			items = append(items, item{key: all[i].value, value: all[i+1].value})
		}
		return items, true
	}
	how := steps[x.Expr.Text]
	if x.Recv == nil || how == 0 {
		return nil, false
	}
	if items, ok = r.elements(r.eval(x.Sub(x.Recv), v.in, depth), depth); !ok {
		return nil, false
	}
	if x.Expr.Text == "collect" && len(x.Args) == 1 {
		return r.collected(x.Sub(&x.Args[0].Value), items, v.in, depth), true
	}
	var f value
	if len(x.Args) > 0 {
		f = r.eval(x.Sub(&x.Args[0].Value), v.in, depth)
	}
	var out []item
	for _, it := range items {
		out = append(out, r.stepped(how, f, it, depth)...)
	}
	return out, true
}

// stepped lists the results of a step for one element.
func (r *flow) stepped(how step, f value, it item, depth int) []item {
	switch how {
	case someElements:
		it.tier = resolve.WeakerTier(it.tier, graph.Heuristic)
	case theirKeys:
		it.value, it.key = it.key, value{}
	case theirValues:
		it.key = value{}
	case theirEntries:
		it.value, it.key = value{kind: entry, items: []item{it}}, value{}
	case mapped:
		it.value = r.apply(f, []value{it.value}, depth)
	case flatted:
		inner, _ := r.elements(r.apply(f, []value{it.value}, depth), depth)
		for i := range inner {
			inner[i].tier = resolve.WeakerTier(inner[i].tier, it.tier)
		}
		return inner
	}
	return []item{it}
}

// collected lists the elements that a collector yields: a map keyed by a function, or
// the elements themselves.
func (r *flow) collected(by eval.Expr, items []item, s *scope, depth int) []item {
	name, ok := strings.CutPrefix(r.outside(by), "java.util.stream.Collectors.")
	if !ok || len(by.Args) == 0 {
		return items
	}
	key := r.eval(by.Sub(&by.Args[0].Value), s, depth)
	made := func(i int, v value) value {
		if i >= len(by.Args) {
			return v
		}
		return r.apply(r.eval(by.Sub(&by.Args[i].Value), s, depth), []value{v}, depth)
	}
	var out []item
	for _, it := range items {
		k := r.apply(key, []value{it.value}, depth)
		switch name {
		case "toMap", "toUnmodifiableMap", "toConcurrentMap":
			out = append(out, item{k, made(1, it.value), it.tier})
		case "groupingBy", "groupingByConcurrent":
			v := it.value
			if last := by.Sub(&by.Args[len(by.Args)-1].Value); last.Expr.Text == "mapping" &&
				len(last.Args) > 0 {
				v = r.apply(r.eval(last.Sub(&last.Args[0].Value), s, depth), []value{v}, depth)
			}
			out = append(out, item{k, value{kind: list, items: []item{{value: v}}}, it.tier})
		default:
			out = append(out, it)
		}
	}
	return out
}
