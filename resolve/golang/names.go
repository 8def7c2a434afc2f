package golang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// predeclared are the types, and builtin the functions and values, of the universe
// block. Any of them may be hidden by a declaration: they are looked up last.
var predeclared = resolve.WordSet(`bool byte rune string error any comparable uintptr int int8
	int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 complex64 complex128`)

var builtin = resolve.WordSet(`append cap clear close complex copy delete imag len make max min
	new panic print println real recover true false nil iota`)

// formed returns a type composed of others.
func formed(form parse.TypeForm, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: form, Args: args}
}

// named returns a named part of a type: a field, a length.
func named(form parse.TypeForm, name string, args ...resolve.Type) resolve.Type {
	t := formed(form, args...)
	t.Name = name
	return t
}

// unseen is the name of an unknown external type. It is a type all the same: a method
// called on it is external, not unresolved.
const unseen = "?"

// externalType returns an external type without a package: predeclared, or unseen.
func externalType(name string, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Name: name,
		Args: args}
}

// outsideNamed returns a type of an external package. Its package and name identify
// it, whether or not its declaration is known.
func outsideNamed(pkg, name string, args []resolve.Type) resolve.Type {
	t := externalType(name, args...)
	t.Module = pkg
	return t
}

// isPredeclared reports whether t is a type that the language declares.
func isPredeclared(t resolve.Type) bool {
	return t.External && t.Module == "" && predeclared[t.Name]
}

// resolve resolves a type written in the definition ctx of a file. For a pointer it
// returns the base type with a mark: selectors dereference automatically (Selectors),
// so the difference matters only for method sets and type identity.
func (g *tree) resolve(gf *file, ctx resolve.DefID, ref parse.TypeRef) resolve.Type {
	if ref.IsZero() || gf == nil {
		return resolve.Unknown
	}
	name := strings.TrimLeft(ref.Name, "*")
	var args []resolve.Type
	if len(ref.Args) > 0 {
		args = make([]resolve.Type, len(ref.Args))
		for i, a := range ref.Args {
			args[i] = g.resolve(gf, ctx, a)
		}
	}
	var t resolve.Type
	if ref.Form != parse.FormNamed {
		t = named(ref.Form, name, args...)
	} else {
		t = g.resolveName(gf, ctx, name, ref.At, args)
	}
	t.Pointer = t.Pointer || len(name) < len(ref.Name)
	return t
}

// resolveName finds the type of a name at a position.
//
//	Order              // see typeNamed
//	model.Order        // of an imported package
func (g *tree) resolveName(gf *file, ctx resolve.DefID, name string, at uint32,
	args []resolve.Type) resolve.Type {
	if name == "" {
		return resolve.Unknown
	}
	pkg, last, qualified := strings.Cut(name, ".")
	if !qualified {
		return g.typeNamed(gf, ctx, pkg, at, args)
	}
	im, ok := gf.imports[pkg]
	if !ok {
		im = gf.guessed[pkg]
	}
	if im.pkg == nil {
		return outsideNamed(im.path, last, args)
	}
	if im.lost || !isExportedName(last) {
		return resolve.Unknown // other packages cannot name it
	}
	id := g.typeIn(gf, im.pkg, last)
	if id == resolve.None {
		return outsideNamed(im.pkg.dir, last, args)
	}
	return g.aliased(id, args).WithTier(im.tier)
}

// typeNamed finds the type that a plain name denotes in the definition ctx.
//
// The types of a function body come first, then type parameters, the package, dot
// imports, and the predeclared types.
func (g *tree) typeNamed(gf *file, ctx resolve.DefID, name string, at uint32,
	args []resolve.Type) resolve.Type {
	if l := gf.localType(name, at); l != nil {
		if id := gf.definitionOf(l); id != resolve.None {
			return g.aliased(id, args)
		}
	}
	if t, ok := g.typeParam(gf, ctx, name); ok {
		return t
	}
	if id := g.typeIn(gf, gf.pkg, name); id != resolve.None {
		return g.aliased(id, args)
	}
	for _, p := range gf.dots {
		if id := g.typeIn(gf, p, name); id != resolve.None && isExportedName(name) {
			return g.aliased(id, args)
		}
	}
	if !predeclared[name] {
		return outsideNamed(gf.pkg.dir, name, args) // in a file that is not in the tree
	}
	return externalType(name, args...)
}

// localType finds the type declared in a body that a name denotes at a position.
//
//	func f() { type pair struct { a, b Order }; var p pair }
func (gf *file) localType(name string, at uint32) *parse.Local {
	var best *parse.Local
	for _, l := range gf.types[name] {
		if l.Scope.Contains(at) && (best == nil || l.Scope.Start >= best.Scope.Start) {
			best = l
		}
	}
	return best
}

// definitionOf returns the definition of a type declared in a body. The local has the
// scope, the definition the fields; they share the position of the name.
func (gf *file) definitionOf(l *parse.Local) resolve.DefID {
	for i := int(l.Def) + 1; i < len(gf.Definitions); i++ {
		if gf.Definitions[i].NameAt == l.At {
			return gf.ID(int32(i))
		}
	}
	return resolve.None
}

// typeParam finds a type parameter by name: one of a function or type enclosing ctx,
// or one listed in the receiver of a method.
//
//	func (b *Box[E]) Get() E    // E denotes the T of type Box[T any]
func (g *tree) typeParam(gf *file, ctx resolve.DefID, name string) (resolve.Type, bool) {
	for d := ctx; d != resolve.None; d = g.table.Defs[d].Outer {
		x := g.table.Def(d)
		if i := slices.Index(x.TypeParams, name); i >= 0 {
			return resolve.Type{Def: resolve.None, Owner: d, Param: i, Name: name}, true
		}
		for i, a := range x.Receiver().Args {
			if a.Name == name {
				if t := g.typeIn(gf, gf.pkg, x.Receiver().Name); t != resolve.None {
					return resolve.Type{Def: resolve.None, Owner: t, Param: i, Name: name}, true
				}
			}
		}
	}
	return resolve.Unknown, false
}

// typeIn finds a type that a package declares; none if the choice among several is
// undecided.
func (g *tree) typeIn(gf *file, p *pkg, name string) resolve.DefID {
	ids := p.scope[name]
	if len(ids) == 0 {
		return resolve.None
	}
	id, _, _ := g.declarations(gf, ids)
	if id == resolve.None || !g.table.Def(id).Kind.IsType() {
		return resolve.None
	}
	return id
}

// aliased returns the type with the definition id, or the type that it is an alias
// of.
//
//	type Orders = model.Orders    // Orders always denotes model.Orders
func (g *tree) aliased(id resolve.DefID, args []resolve.Type) resolve.Type {
	t := resolve.Type{Def: id, Owner: resolve.None, Args: args}
	for range resolve.MaxAliases {
		if t.Def == resolve.None || !isGoAlias(g.table.Def(t.Def)) {
			break
		}
		target := resolve.Substitute(g.target(t.Def), t.Def, t.Args)
		target.Pointer = target.Pointer || t.Pointer
		t = target
	}
	return t
}

// target returns the type that an alias denotes. It is unknown for a cyclic alias.
// All targets are known before files are bound.
//
//	type A = B
//	type B = []A    // invalid despite the slice: aliases must not be cyclic
//
// The entry stored before the target is resolved ends the recursion for a cycle.
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

// isGoAlias reports whether d is an alias declaration, type A = B. A type definition,
// type A B, creates a new type, which has none of the methods of B.
func isGoAlias(d *resolve.Def) bool {
	return d.Kind == graph.KindTypeAlias && strings.Contains(d.Signature, " = ")
}

// isExportedName reports whether other packages can use a name: it begins with an upper
// case letter (Exported identifiers).
func isExportedName(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
