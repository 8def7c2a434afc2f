package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const auth = "django.contrib.auth."

// sayings are the decorators that declare authorization, by full name.
var sayings = routes.AttributeReaders{
	auth + "decorators.login_required":      routes.ConstantAttribute(graph.AttrAuthorize, ""),
	auth + "decorators.permission_required": routes.TextAttribute(graph.AttrAuthorize, "permissions:", "perm"),
	auth + "decorators.user_passes_test":    passes,
	auth + "decorators.login_not_required":  routes.ConstantAttribute(graph.AttrAnonymous, ""),

	"django.contrib.admin.views.decorators.staff_member_required": routes.ConstantAttribute(graph.AttrAuthorize,
		"staff"),
	"rest_framework.decorators.permission_classes": classes,
}

// mixins are the base classes that require authorization, with the default attributes.
var mixins = map[string]routes.Attributes{
	auth + "mixins.LoginRequiredMixin":      routes.Attr(graph.AttrAuthorize, ""),
	auth + "mixins.PermissionRequiredMixin": routes.Attr(graph.AttrAuthorize, ""),
	auth + "mixins.UserPassesTestMixin":     routes.Attr(graph.AttrAuthorize, "test_func"),
}

// passes reads user_passes_test(check).
func passes(_ *eval.Tree, x eval.Expr) routes.Attributes {
	if arg := x.Arg(0, "test_func"); arg != nil && arg.Kind != parse.ExprLambda {
		return routes.Attr(graph.AttrAuthorize, arg.Text)
	}
	return routes.Attr(graph.AttrAuthorize, "")
}

// classes reads a list of permission classes, the first argument of a decorator.
func classes(_ *eval.Tree, x eval.Expr) routes.Attributes {
	if arg := x.Arg(0, "permission_classes"); arg != nil {
		return permissions(x.Sub(arg))
	}
	return ""
}

// permissions reads a list of permission classes: AllowAny means anonymous access,
// others are represented by their names.
func permissions(list eval.Expr) routes.Attributes {
	var said routes.Attributes
	for i := range list.Args {
		switch name := list.Args[i].Value.Text; name {
		case "":
		case "AllowAny":
			said = said.And(routes.Attr(graph.AttrAnonymous, ""))
		default:
			said = said.And(routes.Attr(graph.AttrAuthorize, name))
		}
	}
	return said
}

// saidOf returns the attributes declared by the decorators of a view.
func (r *reader) saidOf(view resolve.DefID) routes.Attributes {
	return routes.DeclaredAttributes(r.Tree, sayings, view).And(r.methodDecorators(view))
}

// methodDecorators reads @method_decorator(login_required, name="dispatch").
func (r *reader) methodDecorators(d resolve.DefID) routes.Attributes {
	var said routes.Attributes
	for _, x := range r.Attributes(d) {
		if r.ExternalName(x) == "django.utils.decorators.method_decorator" {
			said = said.And(r.wrapped(x))
		}
	}
	return said
}

// wrapped returns the attributes declared by a decorator that is called, or by an
// argument of one: those of login_required(view), permission_required("a.b")(view) and
// method_decorator(login_required).
func (r *reader) wrapped(x eval.Expr) routes.Attributes {
	var said routes.Attributes
	for _, e := range []*parse.Expr{x.Expr, x.Recv} {
		if e != nil {
			said = said.And(r.sayingOf(x.Sub(e)))
		}
	}
	if said != "" {
		return said
	}
	for i := range x.Args {
		list := []parse.ExprArg{x.Args[i]}
		if x.Args[i].Value.Kind == parse.ExprList {
			list = x.Args[i].Value.Args
		}
		for j := range list {
			said = said.And(r.sayingOf(x.Sub(&list[j].Value)))
		}
	}
	return said
}

func (r *reader) sayingOf(x eval.Expr) routes.Attributes {
	if say := sayings[r.ExternalName(x)]; say != nil {
		return say(r.Tree, x)
	}
	return ""
}

// saidOfClass returns the attributes of a class-based view: those of its mixins and
// decorators, and of the nearest permission lists.
func (r *reader) saidOfClass(class resolve.DefID) routes.Attributes {
	var said routes.Attributes
	for _, c := range r.Lineage(class) {
		said = said.And(routes.DeclaredAttributes(r.Tree, sayings, c)).And(r.methodDecorators(c))
	}
	for _, base := range r.ExternalBases(class) {
		said = said.And(mixins[base])
	}
	for _, name := range []string{"permission_classes", "permission_required"} {
		for _, v := range r.Values(r.Nearest(class, name)) {
			if name == "permission_classes" {
				said = said.And(permissions(v))
			} else if texts, ok := r.Texts(v); ok {
				said = said.Without(graph.AttrAuthorize).
					And(routes.Attr(graph.AttrAuthorize, "permissions:"+strings.Join(texts, ",")))
			}
		}
	}
	return said
}
