package aspnet

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const mvc = "Microsoft.AspNetCore.Mvc."

// verbsOf maps attributes to the verb that they allow.
var verbsOf = map[string]string{
	mvc + "HttpGetAttribute": "GET", mvc + "HttpPostAttribute": "POST",
	mvc + "HttpPutAttribute": "PUT", mvc + "HttpDeleteAttribute": "DELETE",
	mvc + "HttpPatchAttribute": "PATCH", mvc + "HttpHeadAttribute": "HEAD",
	mvc + "HttpOptionsAttribute": "OPTIONS",
}

// A provider is the routing information of one attribute of an action or controller.
type provider struct {
	hasVerbs bool // the attribute is an IActionHttpMethodProvider
	verbs    []string
	hasRoute bool   // the attribute has a template
	template string // as written, including tokens
	name     string
	tier     graph.Tier
}

// maxBases bounds the base classes of an attribute class that are followed.
const maxBases = 20

// provider reads an attribute; ok is false if it has no routing information, or none
// that is known.
func (r *reader) provider(x eval.Expr) (p provider, ok bool) {
	m := x.Referent()
	switch {
	case m.Def != resolve.None:
		return r.derived(m.Def, x, 0)
	case m.External != "":
		return r.framework(m.External, x)
	}
	// An unknown library is assumed not to declare another attribute of that name.
	name := mvc + strings.TrimSuffix(x.Expr.Text, "Attribute") + "Attribute"
	p, ok = r.framework(name, x)
	p.tier = graph.Unique
	return p, ok
}

// framework reads an attribute of the framework.
func (r *reader) framework(full string, x eval.Expr) (p provider, ok bool) {
	p.tier = graph.Exact
	switch full {
	case mvc + "RouteAttribute":
		return r.withTemplate(p, x, x.Arg(0, "template"))
	case mvc + "AcceptVerbsAttribute":
		p.hasVerbs = true
		for i := range x.Args {
			if x.Args[i].Name != "" {
				continue
			}
			verbs, ok := r.Texts(x.Sub(&x.Args[i].Value))
			if !ok {
				return p, false
			}
			p.verbs = append(p.verbs, upper(verbs)...)
		}
		return r.withTemplate(p, x, x.Arg(-1, "Route"))
	case mvc + "Routing.HttpMethodAttribute":
		p.hasVerbs = true
		verbs := x.Arg(0, "httpMethods")
		if verbs == nil {
			return p, false
		}
		list, ok := r.Texts(x.Sub(verbs))
		if !ok {
			return p, false
		}
		p.verbs = upper(list)
		return r.withTemplate(p, x, x.Arg(1, "template"))
	}
	if verb, is := verbsOf[full]; is {
		p.hasVerbs, p.verbs = true, []string{verb}
		return r.withTemplate(p, x, x.Arg(0, "template"))
	}
	return p, false
}

func upper(verbs []string) []string {
	out := make([]string, len(verbs))
	for i, v := range verbs {
		out[i] = strings.ToUpper(v)
	}
	return out
}

// withTemplate sets the template to the argument arg. An attribute without arg has no
// template.
func (r *reader) withTemplate(p provider, x eval.Expr, arg *parse.Expr) (provider, bool) {
	if name := x.Arg(-1, "Name"); name != nil {
		p.name, _ = r.Text(x.Sub(name))
	}
	if arg == nil || arg.Kind == parse.ExprLiteral && arg.Text == "null" {
		return p, true
	}
	text, ok := r.Text(x.Sub(arg))
	p.hasRoute, p.template = true, text
	return p, ok
}

// derived reads an attribute whose class the tree declares, by the arguments that its
// constructor passes to a base class, or by the properties of the framework's
// interfaces.
func (r *reader) derived(class resolve.DefID, x eval.Expr, depth int) (p provider, ok bool) {
	class = r.Table.Canon[class]
	ctor, env := r.constructor(class, x)
	if depth > maxBases {
		return p, false
	}
	for _, base := range r.Table.Bases[class] {
		args := r.baseArguments(class, ctor, env, x)
		switch {
		case base.Def > resolve.None && r.Table.Def(base.Def).Kind == graph.KindClass:
			p, ok = r.derived(base.Def, args, depth+1)
		case base.Def < resolve.None:
			p, ok = r.framework(r.Table.Def(class).File.ExternalName(base.Def), args)
		}
		if ok {
			p.tier = resolve.WeakerTier(p.tier, graph.Heuristic)
			return p, true
		}
	}
	return r.byProperties(class, env)
}

// constructor finds the constructor that accepts the arguments of x, and binds its
// parameters. A primary constructor is represented by the class.
func (r *reader) constructor(class resolve.DefID, x eval.Expr) (resolve.DefID, eval.Env) {
	d := r.Table.Def(class)
	ctors := []resolve.DefID{class}
	for _, id := range r.Table.Own(class, d.Name) {
		if r.Table.Def(id).Kind == graph.KindConstructor {
			ctors = append(ctors, id)
		}
	}
	for i := len(ctors) - 1; i >= 0; i-- {
		if env, fits := eval.Bind(r.Table.Def(ctors[i]), x, 0); fits {
			return ctors[i], env
		}
	}
	return class, eval.Env{}
}

// baseArguments returns the base class constructor call of a constructor of class.
func (r *reader) baseArguments(class, ctor resolve.DefID, env eval.Env, x eval.Expr) eval.Expr {
	for _, c := range r.Calls() {
		if c.Def == ctor && c.Kind == parse.ExprNew && c.Recv == nil && c.Expr.Text == "base" {
			c.Env = env
			return c
		}
	}
	x.Env, x.Expr = env, &parse.Expr{Kind: parse.ExprNew, Text: "base"}
	return x
}

// byProperties reads a class that is itself a provider, by its properties.
func (r *reader) byProperties(class resolve.DefID, env eval.Env) (p provider, ok bool) {
	if !r.isA(class, mvc+"Routing.IRouteTemplateProvider") &&
		!r.isA(class, mvc+"Routing.IActionHttpMethodProvider") {
		return p, false
	}
	p.tier = graph.Heuristic
	if x, has := r.property(class, "HttpMethods", env); has {
		if p.verbs, ok = r.Texts(x); !ok {
			return p, false
		}
		p.verbs, p.hasVerbs = upper(p.verbs), true
	}
	if x, has := r.property(class, "Template", env); has {
		if p.template, ok = r.Text(x); !ok {
			return p, false
		}
		p.hasRoute = true
	}
	return p, p.hasVerbs || p.hasRoute
}

// property returns the value of a property of a class, if it has exactly one.
func (r *reader) property(class resolve.DefID, name string, env eval.Env) (x eval.Expr, ok bool) {
	for _, id := range r.Table.Own(class, name) {
		if values := r.Values(id); len(values) == 1 {
			x = values[0]
			x.Env = env
			return x, true
		}
	}
	return x, false
}
