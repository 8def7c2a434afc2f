package golang

import (
	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// foreign records the use of an external name: a declaration of a package, or a
// member of the type owner. Predeclared names other than error have no package.
func (e *eval) foreign(r *parse.Reference, from resolve.DefID, owner resolve.Type) {
	tier := resolve.WeakerTier(owner.Tier, graph.Exact)
	if owner.IsModule { // a name of a package
		im, ok := e.gf.imports[owner.Module]
		if !ok {
			im = e.gf.guessed[owner.Module]
		}
		e.b.Foreign(r, from, e.g.packageMember(im.path, r.Name, r.Kind), tier)
		return
	}
	if name, ok := foreignType(owner); ok || isError(owner) {
		if !ok {
			name.Package = "builtin" // as go doc names the package
		}
		name.Member = r.Name
		e.b.Foreign(r, from, name, tier)
	}
}

// isError reports whether t is the predeclared interface: a method of the tree may run where
// its method is called.
func isError(t resolve.Type) bool {
	return t.External && t.Def == resolve.None && t.Module == "" && t.Name == "error"
}

// packageMember returns the external symbol for a name declared in a package. It is
// known to be a type if it is in the standard library, or used where a type is
// required.
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

// foreignType returns the external symbol for a type of an external package.
// Predeclared types have no package, and unknown types no name.
func foreignType(t resolve.Type) (resolve.ForeignName, bool) {
	name := resolve.ForeignName{Package: t.Module, Type: t.Name}
	return name, t.External && t.Def == resolve.None && t.Module != "" && t.Name != unseen
}

// ForeignType returns the external symbol of an embedded type. Its kind distinguishes
// an embedding that promotes methods from one of an interface, which only requires
// them.
func (r *rules) ForeignType(_ *resolve.Binder, _ parse.TypeRef, _ resolve.DefID, _ uint32,
	t resolve.Type) (name resolve.ForeignName, isInterface, ok bool) {
	name, ok = foreignType(t)
	decl := r.tree.std(t)
	return name, decl != nil && decl.Kind == external.Interface, ok
}
