package golang

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

var predeclared = resolve.WordSet("bool byte rune string error any comparable uintptr int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 complex64 complex128")

// resolve finds the type that is written in the definition ctx of a file.
func (g *tree) resolve(gf *file, ctx resolve.DefID, ref parse.TypeRef) resolve.Type {
	if ref.IsZero() || gf == nil {
		return resolve.Unknown
	}
	var args []resolve.Type
	if len(ref.Args) > 0 {
		args = make([]resolve.Type, len(ref.Args))
		for i, a := range ref.Args {
			args[i] = g.resolve(gf, ctx, a)
		}
	}
	switch ref.Name {
	case "[]", "map", "chan", "func", "()", "{}":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, Args: args}
	}
	if ref.Name[0] == '.' || ref.Name[0] == '&' {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, Args: args} // a field of a struct without a name
	}
	pkg, name, qualified := strings.Cut(ref.Name, ".")
	if !qualified {
		return g.typeNamed(gf, ctx, pkg, args)
	}
	im, ok := gf.imports[pkg]
	if !ok || im.pkg == nil {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: ref.Name, Args: args}
	}
	return g.aliased(g.typeIn(gf, im.pkg, name), ref.Name, args)
}

// typeNamed finds the type that a plain name means in the definition ctx.
func (g *tree) typeNamed(gf *file, ctx resolve.DefID, name string, args []resolve.Type) resolve.Type {
	if t, ok := g.typeParam(gf, ctx, name); ok {
		return t
	}
	for d := ctx; d != resolve.None && g.table.Defs[d].Outer != resolve.None; d = g.table.Defs[d].Outer {
		if g.table.Defs[d].Kind.IsCallable() {
			for _, id := range g.table.Own(d, name) {
				if g.table.Def(id).Kind.IsType() {
					return g.aliased(id, name, args)
				}
			}
		}
	}
	id := g.typeIn(gf, gf.pkg, name)
	for _, p := range gf.dots {
		if id == resolve.None {
			id = g.typeIn(gf, p, name)
		}
	}
	return g.aliased(id, name, args)
}

// typeParam finds the type parameter of a name: of a function or type around
// ctx, or one that the receiver of a method lists.
func (g *tree) typeParam(gf *file, ctx resolve.DefID, name string) (resolve.Type, bool) {
	for d := ctx; d != resolve.None; d = g.table.Defs[d].Outer {
		x := g.table.Def(d)
		for i, p := range x.TypeParams {
			if p == name {
				return resolve.Type{Def: resolve.None, Owner: d, Param: i, Form: name}, true
			}
		}
		for i, a := range x.Receiver.Args {
			if a.Name == name {
				if t := g.typeIn(gf, gf.pkg, x.Receiver.Name); t != resolve.None {
					return resolve.Type{Def: resolve.None, Owner: t, Param: i, Form: name}, true
				}
			}
		}
	}
	return resolve.Unknown, false
}

// typeIn finds a type that a package declares.
func (g *tree) typeIn(gf *file, p *pkg, name string) resolve.DefID {
	ids := p.scope[name]
	if len(ids) == 1 && g.table.Def(ids[0]).Kind.IsType() {
		return ids[0]
	}
	return g.pick(gf, g.table.Filter(ids, resolve.IsType))
}

// aliased is the type with the definition id, or what it is an alias of.
func (g *tree) aliased(id resolve.DefID, name string, args []resolve.Type) resolve.Type {
	if id == resolve.None {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: name, Args: args}
	}
	d := g.table.Def(id)
	for range resolve.MaxDepth {
		if !isGoAlias(d) {
			break
		}
		t := g.target(id)
		if t.Def == resolve.None || len(d.TypeParams) > 0 {
			return resolve.Substitute(t, id, args)
		}
		id, args = t.Def, t.Args
		d = g.table.Def(id)
	}
	return resolve.Type{Def: id, Owner: resolve.None, Args: args}
}

// target is the type that an alias stands for. One that stands for itself, by
// whatever way, is unknown. All targets are known before files are bound.
func (g *tree) target(alias resolve.DefID) resolve.Type {
	if t, ok := g.aliases[alias]; ok {
		return t
	}
	g.aliases[alias] = resolve.Unknown
	d := g.table.Def(alias)
	t := g.resolve(g.files[d.File], alias, d.Type)
	g.aliases[alias] = t
	return t
}

// isGoAlias reports whether d is a true alias: type A = B.
func isGoAlias(d *resolve.Def) bool {
	return d.Kind == graph.KindTypeAlias && strings.Contains(d.Signature, " = ")
}
