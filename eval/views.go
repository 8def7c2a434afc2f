package eval

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// Member returns the method of that name in a class or its base classes in the tree, or
// else the class itself.
func (t *Tree) Member(class resolve.DefID, name string) resolve.DefID {
	for _, c := range t.Lineage(class) {
		for _, d := range t.Table.Own(c, name) {
			if t.Table.Def(d).Kind.IsCallable() {
				return d
			}
		}
	}
	return class
}

// Nearest returns the member of that name with a value in a class, or in the nearest
// base class in the tree that has one; None if there is no such member.
func (t *Tree) Nearest(class resolve.DefID, name string) resolve.DefID {
	for _, c := range t.Lineage(class) {
		for _, d := range t.Table.Own(c, name) {
			if len(t.Values(d)) > 0 {
				return d
			}
		}
	}
	return resolve.None
}

// ExternalBases lists the full names of the external base classes of a class and its
// base classes, the nearest first.
func (t *Tree) ExternalBases(class resolve.DefID) []string {
	if class <= resolve.None {
		return nil // of a function outside of classes
	}
	var out []string
	for _, c := range t.Lineage(class) {
		def := t.Table.Def(c)
		for _, base := range def.Bases {
			first, rest, _ := strings.Cut(base.Name, ".")
			for i := range def.File.Imports {
				im := &def.File.Imports[i]
				if im.Alias == first || im.Alias == "" && im.Name == first {
					out = append(out, strings.Trim(im.Path+"."+im.Name+"."+rest, "."))
				}
			}
		}
	}
	return out
}

// Called returns the expression that names the target of a call; for a variable, the
// first expression that names the class it holds.
//
//	Router = router_class(Route)    # returns a class that it declares
//	router = Router()
func (t *Tree) Called(x Expr) Expr {
	name := *x.Expr
	name.Kind, name.Args = parse.ExprName, nil
	if name.Recv != nil {
		name.Kind = parse.ExprMember
	}
	called := x.Sub(&name)
	if d := x.Referent().Def; d == resolve.None || t.Table.Def(d).Kind.IsType() ||
		t.Table.Def(d).Kind.IsCallable() {
		return called
	}
	for _, v := range t.Evaluate(called) {
		if d := v.Referent().Def; t.ExternalName(v) != "" || d != resolve.None && t.Table.Def(d).Kind.IsType() {
			return v
		}
	}
	return called
}
