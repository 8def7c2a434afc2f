package golang

import (
	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// foreign notes the use of a name outside the tree: a declaration of a package, or a
// member of the type owner. What the language itself declares has no package.
func (e *eval) foreign(r *parse.Reference, from resolve.DefID, owner resolve.Type) {
	tier := resolve.Worse(owner.Tier, graph.Exact)
	if owner.IsModule { // a name of a package
		im, ok := e.gf.imports[owner.Module]
		if !ok {
			im = e.gf.guessed[owner.Module]
		}
		e.b.Foreign(r, from, e.g.packageMember(im.path, r.Name, r.Kind), tier)
		return
	}
	if name, ok := foreignType(owner); ok {
		name.Member = r.Name
		e.b.Foreign(r, from, name, tier)
	}
}

// packageMember names what a package declares under a name. That it is a type is known
// of the standard library, and of what is written where a type is.
func (g *tree) packageMember(path, name string, kind parse.RefKind) resolve.ForeignName {
	isType := kind == parse.RefType || kind == parse.RefCreate
	if n := g.platform.Namespace(path); n != nil {
		isType = n.Type(name) != nil
	}
	if isType {
		return resolve.ForeignName{Package: path, Type: name}
	}
	return resolve.ForeignName{Package: path, Member: name}
}

// foreignType names a type of a package outside the tree. Predeclared types have no
// package, and types of which nothing is known no name.
func foreignType(t resolve.Type) (resolve.ForeignName, bool) {
	name := resolve.ForeignName{Package: t.Module, Type: t.Name}
	return name, t.External && t.Def == resolve.None && t.Module != "" && t.Name != unseen
}

// ForeignType names an embedded type. Whether it is an interface tells an embedding that
// promotes methods from one that only asks for them.
func (r *rules) ForeignType(_ *resolve.Binder, _ parse.TypeRef, _ resolve.DefID, _ uint32,
	t resolve.Type) (name resolve.ForeignName, isInterface, ok bool) {
	name, ok = foreignType(t)
	decl := r.tree.std(t)
	return name, decl != nil && decl.Kind == external.Interface, ok
}
