package flask

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// sayings are the library decorators that declare authorization, by full name.
var sayings = routes.AttributeReaders{
	"flask_login.login_required":                  routes.ConstantAttribute(graph.AttrAuthorize, ""),
	"flask_login.utils.login_required":            routes.ConstantAttribute(graph.AttrAuthorize, ""),
	"flask_login.fresh_login_required":            routes.ConstantAttribute(graph.AttrAuthorize, "fresh"),
	"flask_jwt_extended.jwt_required":             routes.ConstantAttribute(graph.AttrAuthorize, "jwt"),
	"flask_security.login_required":               routes.ConstantAttribute(graph.AttrAuthorize, ""),
	"flask_security.auth_required":                routes.TextAttribute(graph.AttrAuthorize, "schemes:", "auth_methods"),
	"flask_security.auth_token_required":          routes.ConstantAttribute(graph.AttrAuthorize, "schemes:token"),
	"flask_security.roles_required":               eachText("roles:"),
	"flask_security.roles_accepted":               eachText("roles:"),
	"flask_security.permissions_required":         eachText("permissions:"),
	"flask_security.permissions_accepted":         eachText("permissions:"),
	"flask_principal.Permission.require":          routes.ConstantAttribute(graph.AttrAuthorize, ""),
	"flask_httpauth.HTTPBasicAuth.login_required": routes.ConstantAttribute(graph.AttrAuthorize, "schemes:basic"),
	"flask_httpauth.HTTPDigestAuth.login_required": routes.ConstantAttribute(graph.AttrAuthorize,
		"schemes:digest"),
	"flask_httpauth.HTTPTokenAuth.login_required": routes.ConstantAttribute(graph.AttrAuthorize, "schemes:token"),
	"flask_httpauth.MultiAuth.login_required":     routes.ConstantAttribute(graph.AttrAuthorize, ""),
}

// eachText returns a function that declares that one of the arguments is required.
func eachText(word string) func(*eval.Tree, eval.Expr) routes.Attributes {
	return func(t *eval.Tree, x eval.Expr) routes.Attributes {
		var texts []string
		for i := range x.Args {
			if text, ok := t.Text(x.Sub(&x.Args[i].Value)); ok {
				texts = append(texts, text)
			}
		}
		return routes.Attr(graph.AttrAuthorize, word+strings.Join(texts, ","))
	}
}

// saidOf returns the attributes declared by the decorators of a view, including those
// that a class lists for its methods.
func (r *reader) saidOf(view resolve.DefID) routes.Attributes {
	said := routes.Attributes("")
	for _, x := range r.Attributes(view) {
		said = said.And(r.decorator(x))
	}
	outer := r.Table.Def(view).Outer
	if outer == resolve.None || !r.Table.Def(outer).Kind.IsType() {
		return said
	}
	for _, c := range r.Lineage(r.Table.Canon[outer]) {
		for _, d := range r.Table.Own(c, "decorators") {
			for _, list := range r.Values(d) {
				for i := range list.Args {
					said = said.And(r.decorator(list.Sub(&list.Args[i].Value)))
				}
			}
		}
	}
	return said
}

// decorator reads a decorator: a name or a call of one, or a method of a library
// object.
//
//	auth = HTTPTokenAuth()
//	@auth.login_required
func (r *reader) decorator(x eval.Expr) routes.Attributes {
	if say := sayings[r.ExternalName(x)]; say != nil {
		return say(r.Tree, x)
	}
	if x.Recv == nil {
		return ""
	}
	for _, of := range r.Evaluate(x.Sub(x.Recv)) {
		if of.Kind != parse.ExprCall {
			continue
		}
		if say := sayings[r.ExternalName(of)+"."+x.Expr.Text]; say != nil {
			return say(r.Tree, x)
		}
	}
	return ""
}
