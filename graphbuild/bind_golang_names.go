package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

var goPredeclared = wordSet("bool byte rune string error any comparable uintptr int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 complex64 complex128")

// resolve finds the type that is written in the definition ctx of a file.
func (g *goTree) resolve(gf *goFile, ctx defID, ref parse.TypeRef) typ {
	if ref.IsZero() || gf == nil {
		return unknown
	}
	var args []typ
	if len(ref.Args) > 0 {
		args = make([]typ, len(ref.Args))
		for i, a := range ref.Args {
			args[i] = g.resolve(gf, ctx, a)
		}
	}
	switch ref.Name {
	case "[]", "map", "chan", "func", "()", "{}":
		return typ{def: none, owner: none, form: ref.Name, args: args}
	}
	if ref.Name[0] == '.' || ref.Name[0] == '&' {
		return typ{def: none, owner: none, form: ref.Name, args: args} // a field of a struct without a name
	}
	pkg, name, qualified := strings.Cut(ref.Name, ".")
	if !qualified {
		return g.typeNamed(gf, ctx, pkg, args)
	}
	im, ok := gf.imports[pkg]
	if !ok || im.pkg == nil {
		return typ{def: none, owner: none, external: true, form: ref.Name, args: args}
	}
	return g.aliased(g.typeIn(gf, im.pkg, name), ref.Name, args)
}

// typeNamed finds the type that a plain name means in the definition ctx.
func (g *goTree) typeNamed(gf *goFile, ctx defID, name string, args []typ) typ {
	if t, ok := g.typeParam(gf, ctx, name); ok {
		return t
	}
	for d := ctx; d != none && g.ix.defs[d].parent != none; d = g.ix.defs[d].parent {
		if g.ix.defs[d].Kind.IsCallable() {
			for _, id := range g.ix.own(d, name) {
				if g.ix.def(id).Kind.IsType() {
					return g.aliased(id, name, args)
				}
			}
		}
	}
	id := g.typeIn(gf, gf.pkg, name)
	for _, p := range gf.dots {
		if id == none {
			id = g.typeIn(gf, p, name)
		}
	}
	return g.aliased(id, name, args)
}

// typeParam finds the type parameter of a name: of a function or type around
// ctx, or one that the receiver of a method lists.
func (g *goTree) typeParam(gf *goFile, ctx defID, name string) (typ, bool) {
	for d := ctx; d != none; d = g.ix.defs[d].parent {
		x := g.ix.def(d)
		for i, p := range x.TypeParams {
			if p == name {
				return typ{def: none, owner: d, param: i, form: name}, true
			}
		}
		for i, a := range x.Receiver.Args {
			if a.Name == name {
				if t := g.typeIn(gf, gf.pkg, x.Receiver.Name); t != none {
					return typ{def: none, owner: t, param: i, form: name}, true
				}
			}
		}
	}
	return unknown, false
}

// typeIn finds a type that a package declares.
func (g *goTree) typeIn(gf *goFile, p *goPackage, name string) defID {
	ids := p.scope[name]
	if len(ids) == 1 && g.ix.def(ids[0]).Kind.IsType() {
		return ids[0]
	}
	return g.pick(gf, g.ix.filter(ids, isType))
}

// aliased is the type with the definition id, or what it is an alias of.
func (g *goTree) aliased(id defID, name string, args []typ) typ {
	if id == none {
		return typ{def: none, owner: none, external: true, form: name, args: args}
	}
	d := g.ix.def(id)
	for range maxDepth {
		if !isGoAlias(d) {
			break
		}
		t := g.target(id)
		if t.def == none || len(d.TypeParams) > 0 {
			return substitute(t, id, args)
		}
		id, args = t.def, t.args
		d = g.ix.def(id)
	}
	return typ{def: id, owner: none, args: args}
}

// target is the type that an alias stands for. One that stands for itself, by
// whatever way, is unknown. All targets are known before files are bound.
func (g *goTree) target(alias defID) typ {
	if t, ok := g.aliases[alias]; ok {
		return t
	}
	g.aliases[alias] = unknown
	d := g.ix.def(alias)
	t := g.resolve(g.files[d.file], alias, d.Type)
	g.aliases[alias] = t
	return t
}

// isGoAlias reports whether d is a true alias: type A = B.
func isGoAlias(d *defn) bool {
	return d.Kind == graph.KindTypeAlias && strings.Contains(d.Signature, " = ")
}
