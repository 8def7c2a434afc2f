package aspnet

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const authorization = "Microsoft.AspNetCore.Authorization."

// fullNames are the attributes that declare route metadata, by their written names, for
// use when the declaring library is unknown. Versions come from Asp.Versioning, and
// from its predecessor.
var fullNames = map[string]string{
	"Authorize": authorization + "Authorize", "AllowAnonymous": authorization + "AllowAnonymous",
	"Consumes": mvc + "Consumes", "Produces": mvc + "Produces",
	"ApiVersion": versioning + "ApiVersion", "MapToApiVersion": versioning + "MapToApiVersion",
}

const versioning = "Asp.Versioning."

// saidOf returns the route attributes declared by the attributes of definitions.
func (r *reader) saidOf(list ...resolve.DefID) routes.Attributes {
	var said routes.Attributes
	for _, d := range list {
		for _, x := range r.Attributes(d) {
			said = said.And(r.fromAttribute(x))
		}
	}
	return said
}

// fromAttribute reads an attribute.
func (r *reader) fromAttribute(x eval.Expr) routes.Attributes {
	m := x.Referent()
	if m.Def != resolve.None {
		return r.ownAuthorize(m.Def, x)
	}
	full := strings.TrimSuffix(m.External, "Attribute")
	if full == "" {
		full = fullNames[strings.TrimSuffix(x.Expr.Text, "Attribute")]
	}
	switch full {
	case authorization + "Authorize":
		return r.authorize(x)
	case authorization + "AllowAnonymous":
		return routes.Attr(graph.AttrAnonymous, "")
	case mvc + "Consumes":
		return r.texts(graph.AttrConsumes, x)
	case mvc + "Produces":
		return r.texts(graph.AttrProduces, x)
	case versioning + "ApiVersion", mvc + "ApiVersion", versioning + "MapToApiVersion",
		mvc + "MapToApiVersion":
		return r.version(x)
	}
	return ""
}

// requirements are the named arguments of Authorize; its constructor takes a policy.
var requirements = []struct {
	at             int
	name, property string
}{{0, "policy", "Policy"}, {-1, "roles", "Roles"}, {-1, "schemes", "AuthenticationSchemes"}}

// authorize reads [Authorize(…)]. If its arguments are unknown, the result is a plain
// authorization.
func (r *reader) authorize(x eval.Expr) routes.Attributes {
	var said routes.Attributes
	for _, q := range requirements {
		arg := x.Arg(-1, q.property)
		if arg == nil {
			arg = x.Arg(q.at, q.name)
		}
		if arg == nil {
			continue
		}
		if text, ok := r.Text(x.Sub(arg)); ok {
			said = said.And(routes.Attr(graph.AttrAuthorize, q.name+":"+text))
		}
	}
	if said == "" {
		return routes.Attr(graph.AttrAuthorize, "")
	}
	return said
}

// ownAuthorize reads an attribute of the tree that derives from Authorize: the argument
// that its constructor passes to the base class, or else its name.
//
//	class StaffAttribute() : AuthorizeAttribute("Staff");    // [Staff] is policy:Staff
func (r *reader) ownAuthorize(class resolve.DefID, x eval.Expr) routes.Attributes {
	if !r.Table.Def(class).Kind.IsType() || !r.isA(class, authorization+"AuthorizeAttribute") {
		return ""
	}
	class = r.Table.Canon[class]
	ctor, env := r.constructor(class, x)
	if said := r.authorize(r.baseArguments(class, ctor, env, x)); strings.Contains(string(said), "=") {
		return said
	}
	return routes.Attr(graph.AttrAuthorize, strings.TrimSuffix(r.Table.Def(class).Name, "Attribute"))
}

// texts reads the positional string arguments.
func (r *reader) texts(key string, x eval.Expr) routes.Attributes {
	var said routes.Attributes
	for i := range x.Args {
		if text, ok := r.Text(x.Sub(&x.Args[i].Value)); ok && x.Args[i].Name == "" {
			said = said.And(routes.Attr(key, text))
		}
	}
	return said
}

// version reads a version given as a string, a number, or two numbers: "2.0", 2.0, (2,
// 0).
func (r *reader) version(x eval.Expr) routes.Attributes {
	var parts []string
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind == parse.ExprNew {
			return r.version(arg)
		}
		if x.Args[i].Name == "" {
			text, ok := r.Text(arg)
			if !ok {
				return ""
			}
			parts = append(parts, strings.TrimSuffix(text, "d"))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return routes.Attr(graph.AttrVersion, strings.Join(parts, "."))
}

// saidOfAction returns the attributes of an action's routes: those of its controller
// with base classes, and of the method with overridden methods. Versions are not
// inherited, and those of a method replace those of its class.
func (r *reader) saidOfAction(a action) routes.Attributes {
	classes, methods := r.Ancestry(a.controller.ID), r.chain(a.method)
	said := r.saidOf(classes[1:]...).Without(graph.AttrVersion)
	return narrowed(said.And(r.saidOf(classes[0])), r.saidOf(methods...))
}

// narrowed merges the attributes of an endpoint into those of its group or controller.
// The endpoint's versions replace the others.
func narrowed(around, own routes.Attributes) routes.Attributes {
	if own.Without(graph.AttrVersion) != own {
		around = around.Without(graph.AttrVersion)
	}
	return around.And(own)
}

// saidBehind returns the attributes set by the calls chained onto a call.
//
//	app.MapGet("/orders", List).RequireAuthorization("Clerk").WithName("orders");
func (r *reader) saidBehind(call eval.Expr) routes.Attributes {
	var said routes.Attributes
	for next, ok := r.behind[call.Expr]; ok; next, ok = r.behind[next.Expr] {
		said = said.And(r.fromCall(next))
	}
	return said
}

// fromCall reads a call on a route or on a route group.
func (r *reader) fromCall(x eval.Expr) routes.Attributes {
	if x.Callee() != resolve.None {
		return ""
	}
	switch x.Expr.Text {
	case "AllowAnonymous":
		return routes.Attr(graph.AttrAnonymous, "")
	case "RequireAuthorization":
		return r.required(x)
	case "WithName":
		return r.texts(graph.AttrName, x)
	case "HasApiVersion", "MapToApiVersion":
		return r.version(x)
	case "Accepts":
		return r.texts(graph.AttrConsumes, x)
	}
	return ""
}

// required reads RequireAuthorization: policy names, an Authorize, or a policy builder.
func (r *reader) required(x eval.Expr) routes.Attributes {
	var said routes.Attributes
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if text, ok := r.Text(arg); ok {
			said = said.And(routes.Attr(graph.AttrAuthorize, "policy:"+text))
		} else if arg.Kind == parse.ExprNew {
			said = said.And(r.authorize(arg))
		}
	}
	if said == "" {
		return routes.Attr(graph.AttrAuthorize, "")
	}
	return said
}
