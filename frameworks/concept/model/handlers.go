package model

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// TypeArg returns the class that an argument denotes: of a type argument or the type of an object,
// where the argument names no class; None if it is not a class of the tree.
func (m *Matcher) TypeArg(a Arg, x Match) resolve.DefID {
	alts, _ := a.parse()
	for _, alt := range alts {
		if alt.receiver && alt.typeArg >= 0 {
			if args := x.Object.Args; alt.typeArg < len(args) && args[alt.typeArg].Def > resolve.None {
				return m.Table.Canon[args[alt.typeArg].Def]
			}
			continue
		}
		if alt.receiver && x.Object.Class > resolve.None {
			return x.Object.Class
		}
		for _, e := range alt.of(m.Tree, x.Expr) {
			if d := m.ClassOf(e); d > resolve.None {
				return d
			}
		}
	}
	return resolve.None
}

// ClassOf returns the class that an expression names, or the class of the object that it is.
func (m *Matcher) ClassOf(x eval.Expr) resolve.DefID {
	if d := x.Referent().Def; d > resolve.None && m.Table.Def(d).Kind.IsType() && x.Kind != parse.ExprNew {
		return m.Table.Canon[d]
	}
	if t := m.WrittenType(x); t.Def > resolve.None && m.Table.Def(t.Def).Kind.IsType() {
		return m.Table.Canon[t.Def]
	}
	for _, v := range m.Evaluate(x) {
		if c := m.Class(v); c > resolve.None {
			return c
		}
		if d := v.Referent().Def; d > resolve.None && m.Table.Def(d).Kind.IsType() {
			return m.Table.Canon[d]
		}
	}
	for _, t := range []resolve.Type{x.In.ValueType(x.At), m.declaredType(x)} {
		if t.Def > resolve.None && m.Table.Def(t.Def).Kind.IsType() {
			return m.Table.Canon[t.Def]
		}
	}
	return resolve.None
}

// declaredType returns the declared type of a local, a parameter, a variable or a field.
func (m *Matcher) declaredType(x eval.Expr) resolve.Type {
	if d := x.Referent().Def; d > resolve.None {
		def := m.Table.Def(d)
		return m.Binder(def.File).TypeOf(valueRef(def.Type), d, def.NameAt)
	}
	if l := x.Local(); l != nil && !l.Type.IsZero() {
		return x.In.TypeOf(valueRef(l.Type), x.Def, x.At)
	}
	for _, p := range m.Table.Def(x.Def).Params {
		if p.Name == x.Expr.Text && x.Recv == nil {
			return x.In.TypeOf(valueRef(p.Type), x.Def, x.At)
		}
	}
	return resolve.Unknown
}

// valueRef returns a written type without the mark of a pointer.
func valueRef(ref parse.TypeRef) parse.TypeRef {
	for ref.Name == "*" && len(ref.Args) > 0 {
		ref = ref.Args[0]
	}
	ref.Name = strings.TrimLeft(ref.Name, "*")
	return ref
}

const (
	// maxWrapped bounds the calls and names around a handler.
	maxWrapped = 10

	// maxHandlers bounds the expressions that are searched for one handler.
	maxHandlers = 500
)

// Handler returns the function that an argument is, by name, as a literal, bound, last in a list, or
// passed to a wrapper; ok is false for other arguments.
func (m *Matcher) Handler(call, x eval.Expr) (h eval.Handler, ok bool) {
	left := maxHandlers
	if h, ok = m.handler(x, 0, &left); ok {
		h = m.Registered(call, h)
	}
	return h, ok
}

func (m *Matcher) handler(x eval.Expr, depth int, left *int) (h eval.Handler, ok bool) {
	if *left--; depth > maxWrapped || *left < 0 {
		return h, false
	}
	switch x.Kind {
	case parse.ExprLambda:
		return m.HandlerOf(x), true
	case parse.ExprName, parse.ExprMember:
		if d := x.Referent().Def; d > resolve.None && m.Table.Def(d).Kind.IsCallable() {
			return eval.Handler{Def: d}, true
		}
		for _, v := range m.Evaluate(x) {
			if v.Expr != x.Expr {
				if h, ok = m.handler(v, depth+1, left); ok {
					return h, true
				}
			}
		}
	case parse.ExprList:
		if n := len(x.Args); n > 0 {
			return m.handler(x.Sub(&x.Args[n-1].Value), depth+1, left)
		}
	case parse.ExprCall:
		if x.Expr.Text == "bind" && x.Recv != nil {
			return m.handler(x.Sub(x.Recv), depth+1, left)
		}
		for i := range x.Args {
			if h, ok = m.handler(x.Sub(&x.Args[i].Value), depth+1, left); ok {
				return h, true
			}
		}
	}
	return h, false
}

// MethodOf returns the method of that name of the class of an object or of a written type.
func (m *Matcher) MethodOf(x eval.Expr, name string) (resolve.DefID, bool) {
	class := m.ClassOf(x)
	if class <= resolve.None {
		return resolve.None, false
	}
	if d := m.Member(class, name); d != class {
		return d, true
	}
	if m.Language != "go" {
		return resolve.None, false
	}
	owner := m.Table.Def(class)
	for _, f := range m.Table.Files {
		if f.Family != m.Language || !strings.Contains(f.Text, name) {
			continue
		}
		for i := range f.Definitions {
			d := m.Table.Def(f.ID(int32(i)))
			if d.Kind == graph.KindMethod && d.Name == name && d.ModuleName == owner.ModuleName &&
				strings.HasPrefix(d.Symbol, owner.Symbol+".") {
				return d.ID, true
			}
		}
	}
	return resolve.None, false
}
