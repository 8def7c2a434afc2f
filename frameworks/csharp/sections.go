package csharp

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A section is the path of a section, empty for the root, with its confidence.
type section struct {
	path string
	tier graph.Tier
}

// key returns a key in the section, or the section itself if name is empty.
func (s section) key(name string) config.Key {
	switch {
	case name == "":
		name = s.path
	case s.path != "":
		name = s.path + ":" + name
	}
	return config.Key{Space: keyfile.DotNet, Name: name}
}

// configMaxDepth bounds chains of names.
const configMaxDepth = 15

// sections lists the possible sections of an expression; nil if they are unknown.
//
//	configuration                         the root
//	configuration.GetSection("A")         A
//	section.GetSection("B")["C"]          the value of section, then B
func (r *configReader) sections(x eval.Expr, depth int) []section {
	if depth > configMaxDepth {
		return nil
	}
	switch x.Kind {
	case parse.ExprCall:
		return r.sectionsOfCall(x, depth)
	case parse.ExprName, parse.ExprMember:
		return r.sectionsOfName(x, depth)
	case parse.ExprConditional:
		var out []section
		for i := range x.Args {
			out = append(out, r.sections(x.Sub(&x.Args[i].Value), depth+1)...)
		}
		return out
	}
	return nil
}

func (r *configReader) sectionsOfCall(x eval.Expr, depth int) []section {
	if d := x.Callee(); d != resolve.None {
		return r.sectionsOfValues(r.Values(d), r.BindCall(d, x), depth)
	}
	if x.Expr.Text == "GetSection" || x.Expr.Text == "GetRequiredSection" {
		key := x.Arg(0, "key")
		if key == nil || x.Recv == nil {
			return nil
		}
		var out []section
		for _, of := range r.sections(x.Sub(x.Recv), depth+1) {
			for _, name := range r.names(x.Sub(key)) {
				out = append(out, section{of.key(name.path).Name, resolve.WeakerTier(of.tier, name.tier)})
			}
		}
		return out
	}
	return r.rootOf(x)
}

// sectionsOfName lists the sections of a name: the caller's argument for a parameter,
// the value of a local or a field, or else the root, if its type is not a section.
func (r *configReader) sectionsOfName(x eval.Expr, depth int) []section {
	if given, ok := x.Env.Get(x.Expr.Text); ok && x.Kind == parse.ExprName && x.Referent().Def == resolve.None {
		if out := r.sections(given, depth+1); out != nil {
			return out
		}
	}
	values := r.Values(x.Referent().Def)
	if l := x.Local(); l != nil {
		values = r.LocalValues(x, l)
	}
	if d := x.Referent().Def; d != resolve.None && r.Table.Def(d).Kind != graph.KindProperty &&
		r.Table.Def(d).Kind != graph.KindField {
		values = nil
	}
	if out := r.sectionsOfValues(values, x.Env, depth); out != nil {
		return out
	}
	return r.rootOf(x)
}

// sectionsOfValues lists the sections of assigned values. A constructor parameter
// assigned to a field is resolved by the container and is not a section.
func (r *configReader) sectionsOfValues(values []eval.Expr, env eval.Env, depth int) []section {
	var out []section
	for _, v := range values {
		v.Env = env
		out = append(out, r.sections(v, depth+1)...)
	}
	return out
}

// rootOf returns the root, if the type of an expression is a configuration.
func (r *configReader) rootOf(x eval.Expr) []section {
	if kind := r.kindOf(x); kind == "" || configurations[kind] {
		return nil
	}
	if r.isOfHost(x) {
		return []section{{tier: graph.Unique}}
	}
	return []section{{tier: graph.Exact}}
}

// names lists the possible strings of a key. A value known only at run time yields
// none.
//
// Values passed for a parameter have the tier typed, as not all calls may be visible.
func (r *configReader) names(x eval.Expr) []section {
	if r.variesIn(x) {
		return nil
	}
	alone := x
	alone.Env = eval.Env{}
	if text, ok := r.Text(alone); ok {
		return []section{{text, graph.Exact}}
	}
	if text, ok := r.Text(x); ok {
		return []section{{text, graph.Typed}}
	}
	if x.Kind != parse.ExprMember || x.Recv == nil {
		return nil
	}
	if x.Expr.Text == "Name" && x.Recv.Kind == parse.ExprType {
		if name := r.nameOf(x.Sub(x.Recv)); name != "" {
			return []section{{name, graph.Exact}}
		}
		return nil
	}
	// T.Section, with the type bound to the type parameter
	class := r.WrittenType(x.Sub(x.Recv))
	if class.Def <= resolve.None {
		return nil
	}
	for _, d := range r.Table.Own(class.Def, x.Expr.Text) {
		for _, v := range r.Values(d) {
			if text, ok := r.Text(v); ok {
				return []section{{text, graph.Exact}}
			}
		}
	}
	return nil
}

// variesIn reports whether a publicly settable property is part of a string, so that
// its initializer does not determine the value.
func (r *configReader) variesIn(x eval.Expr) bool {
	varies := func(at uint32) bool {
		d := x.In.Referent(at).Def
		return d > resolve.None && r.Table.Def(d).Kind == graph.KindProperty &&
			isSettable(r.Table.Def(d))
	}
	for _, p := range x.Parts {
		if p.At != 0 && varies(p.At) {
			return true
		}
	}
	return (x.Kind == parse.ExprMember || x.Kind == parse.ExprName) && varies(x.At)
}

// nameOf returns the name of typeof(T), "" for an unbound type parameter.
func (r *configReader) nameOf(x eval.Expr) string {
	switch t := r.WrittenType(x); {
	case t.Def > resolve.None:
		return r.Table.Def(t.Def).Name
	case t.Owner != resolve.None:
		return ""
	}
	return x.Expr.Text
}
