package fastapi

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// dependers are the functions that declare a dependency, by full name.
var dependers = map[string]bool{"fastapi.Depends": true, "fastapi.Security": true,
	"fastapi.params.Depends": true, "fastapi.params.Security": true}

// depend records a Depends under its target: the function of whose parameter it is the
// default or annotation, the class of a field, or the alias of an annotated type.
func (r *reader) depend(x eval.Expr) {
	if !dependers[r.ExternalName(x)] {
		return
	}
	of := x.Def
	if d := r.Table.Def(of); !d.Kind.IsCallable() && d.Outer != resolve.None &&
		r.Table.Def(d.Outer).Kind.IsType() {
		of = d.Outer
	}
	r.depends[of] = append(r.depends[of], x)
}

// saidOf returns the authorization attributes of a handler's routes, from its
// dependencies, including those of the enclosing class and of aliases used by its
// parameters.
func (r *reader) saidOf(handler resolve.DefID) routes.Attributes {
	said := r.checked(handler)
	if outer := r.Table.Def(handler).Outer; outer != resolve.None && r.Table.Def(outer).Kind.IsType() {
		for _, c := range r.Ancestry(r.Table.Canon[outer]) {
			said = said.And(r.checked(c))
		}
	}
	return said
}

// checked returns the attributes declared by the dependencies of a definition, and of
// the aliases that it mentions.
func (r *reader) checked(d resolve.DefID) routes.Attributes {
	var said routes.Attributes
	for _, x := range r.dependencies(d) {
		said = said.And(r.check(x))
	}
	return said
}

// dependencies lists the dependencies of the parameters of a function, or of the fields
// of a class.
func (r *reader) dependencies(d resolve.DefID) []eval.Expr {
	out := slices.Clone(r.depends[d])
	for _, alias := range r.aliases[d] {
		out = append(out, r.depends[alias]...)
	}
	return out
}

// mentions indexes the aliases of annotated types that functions mention.
func (r *reader) mentions() {
	if len(r.depends) == 0 {
		return
	}
	for _, b := range r.Files {
		if b.File.Language != "python" {
			continue
		}
		for _, x := range b.Bindings {
			if x.Kind == graph.References && len(r.depends[x.To]) > 0 && x.From > resolve.None &&
				r.Table.Def(x.From).Kind.IsCallable() && !r.Table.Def(x.To).Kind.IsCallable() {
				r.aliases[x.From] = append(r.aliases[x.From], x.To)
			}
		}
	}
}

// check returns the attributes of a Depends whose dependency is a security scheme of
// the framework, or depends on one; for Security they include the scopes.
//
//	user: User = Security(current_user, scopes=["orders"])    # current_user takes Depends(oauth2)
func (r *reader) check(x eval.Expr) routes.Attributes {
	arg := x.Arg(0, "dependency")
	if arg == nil || !r.secures(x.Sub(arg), map[resolve.DefID]bool{}) {
		return ""
	}
	said := routes.Attr(graph.AttrAuthorize, arg.Text)
	if scopes := x.Arg(-1, "scopes"); scopes != nil {
		if texts, ok := r.Texts(x.Sub(scopes)); ok {
			said = said.And(routes.Attr(graph.AttrAuthorize, "scopes:"+strings.Join(texts, ",")))
		}
	}
	return said
}

// secures reports whether a dependency is a security scheme, or depends on one; seen
// holds the dependencies being visited.
func (r *reader) secures(x eval.Expr, seen map[resolve.DefID]bool) bool {
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprCall && r.isScheme(v) {
			return true
		}
	}
	d := x.Referent().Def
	if d <= resolve.None || seen[d] {
		return false
	}
	seen[d] = true
	for _, dep := range r.dependencies(d) {
		if arg := dep.Arg(0, "dependency"); arg != nil && r.secures(dep.Sub(arg), seen) {
			return true
		}
	}
	return false
}

// isScheme reports whether a call makes a security scheme: of a framework class, or of
// a class in the tree that derives from one.
func (r *reader) isScheme(x eval.Expr) bool {
	if strings.HasPrefix(r.ExternalName(x), "fastapi.security.") {
		return true
	}
	d := x.Referent().Def
	if d <= resolve.None {
		return false
	}
	if r.Table.Def(d).Kind == graph.KindConstructor {
		d = r.Table.Def(d).Outer
	}
	if !r.Table.Def(d).Kind.IsType() {
		return false
	}
	for _, base := range r.ExternalBases(r.Table.Canon[d]) {
		if strings.HasPrefix(base, "fastapi.security.") {
			return true
		}
	}
	return false
}

// listed returns the attributes declared by the argument dependencies of a call.
func (r *reader) listed(x eval.Expr) routes.Attributes {
	var said routes.Attributes
	list := x.Arg(-1, "dependencies")
	if list == nil || list.Kind != parse.ExprList {
		return ""
	}
	for i := range list.Args {
		if e := x.Sub(&list.Args[i].Value); dependers[r.ExternalName(e)] {
			said = said.And(r.check(e))
		}
	}
	return said
}
