package data

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxGivenChain bounds the chains of generic methods that pass their type parameters on.
const maxGivenChain = 5

// A GivenType is a type that a call gives to a type parameter of a generic method.
//
//	repo.All<Order>()
type GivenType struct {
	Call eval.Expr
	Type resolve.Type
}

// genericCalls is the key of the calls of generic callables, by callee.
type genericCalls string

// callsOf lists the calls of a generic callable.
func (g *Generics) callsOf(t *eval.Tree, d resolve.DefID) []eval.Expr {
	collect := func() any {
		out := map[resolve.DefID][]eval.Expr{}
		t.EachCall(g.language, func(x eval.Expr) {
			if d := x.Callee(); d > resolve.None && len(t.Table.Def(d).TypeParams) > 0 {
				out[d] = append(out[d], x)
			}
		})
		return out
	}
	return t.Memo(genericCalls(g.language), collect).(map[resolve.DefID][]eval.Expr)[d]
}

// GivenBy lists the types that calls give to a type parameter of a method, also by way of members
// that it implements or overrides and of generic methods that pass theirs on. all is set if there
// are such calls and the types of all of them are known.
func (g *Generics) GivenBy(t *eval.Tree, v resolve.TypeVar) (list []GivenType, all bool) {
	return g.givenBy(t, v, 0)
}

func (g *Generics) givenBy(t *eval.Tree, v resolve.TypeVar, depth int) (list []GivenType, all bool) {
	def := t.Table.Def(v.Owner)
	if depth > maxGivenChain || !def.Kind.IsCallable() || def.Outer <= resolve.None {
		return nil, false
	}
	all = true
	found := false
	for _, o := range standIns(t, def, g.language) {
		for _, call := range g.callsOf(t, o) {
			found = true
			switch of := givenType(call, t.Table.Def(o), v.Param); {
			case of.Def > resolve.None:
				list = append(list, GivenType{call, of})
			case of.Owner == v.Owner: // it calls itself
			case of.Owner != resolve.None:
				more, known := g.givenBy(t, resolve.TypeVar{Owner: of.Owner, Param: of.Param}, depth+1)
				list, all = append(list, more...), all && known
			default:
				all = false
			}
		}
	}
	return list, all && found
}

// standIns lists a method and the methods through which it may be called: those of base
// classes, and of interfaces that its class or a subclass implements.
func standIns(t *eval.Tree, def *resolve.Def, language string) []resolve.DefID {
	class := t.Table.Canon[def.Outer]
	var out []resolve.DefID
	for _, of := range append(t.CallersOf(language).Descendants(class), class) {
		for _, c := range t.Lineage(of) {
			for _, o := range t.Table.Own(c, def.Name) {
				if len(t.Table.Def(o).Params) == len(def.Params) && !slices.Contains(out, o) {
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// givenType returns the type that a call gives to a type parameter of its callee: by a written
// type argument, or by an argument for a parameter of that type.
func givenType(call eval.Expr, callee *resolve.Def, param int) resolve.Type {
	if n := len(call.TypeArgs); n > 0 {
		if n != len(callee.TypeParams) || param >= n {
			return resolve.Unknown
		}
		return call.In.TypeOf(TypeRefOf(&call.TypeArgs[param]), call.Def, call.At)
	}
	if param >= len(callee.TypeParams) {
		return resolve.Unknown
	}
	i := slices.IndexFunc(callee.Params, func(p parse.Param) bool { return p.Type.Name == callee.TypeParams[param] })
	if i < 0 || i >= len(call.Args) {
		return resolve.Unknown
	}
	return call.In.ValueType(call.Args[i].Value.At)
}
