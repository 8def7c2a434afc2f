package spring

import (
	"cmp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const security = "org.springframework.security.access."

// sayings are the annotations that declare authorization, by full name.
var sayings = routes.AttributeReaders{
	security + "prepost.PreAuthorize":  routes.TextAttribute(graph.AttrAuthorize, "", "value"),
	security + "prepost.PostAuthorize": routes.TextAttribute(graph.AttrAuthorize, "", "value"),
	security + "annotation.Secured":    routes.TextAttribute(graph.AttrAuthorize, "roles:", "value"),

	"jakarta.annotation.security.RolesAllowed": routes.TextAttribute(graph.AttrAuthorize, "roles:", "value"),
	"javax.annotation.security.RolesAllowed":   routes.TextAttribute(graph.AttrAuthorize, "roles:", "value"),
	"jakarta.annotation.security.PermitAll":    routes.ConstantAttribute(graph.AttrAnonymous, ""),
	"javax.annotation.security.PermitAll":      routes.ConstantAttribute(graph.AttrAnonymous, ""),
	"jakarta.annotation.security.DenyAll":      routes.ConstantAttribute(graph.AttrAuthorize, "nobody"),
	"javax.annotation.security.DenyAll":        routes.ConstantAttribute(graph.AttrAuthorize, "nobody"),
}

// authorized returns the authorization of a method, from its nearest declaration that
// has any, or else from the nearest such class.
func (r *reader) authorized(m eval.Method, class resolve.DefID) routes.Attributes {
	for _, list := range [][]resolve.DefID{m.Declared, r.Lineage(class)} {
		for _, d := range list {
			if said := r.marks(d, 0); said != "" {
				return said
			}
		}
	}
	return ""
}

// marks returns the attributes declared by the annotations of a definition, including
// meta-annotations of annotations declared in the tree.
//
//	@PreAuthorize("hasRole('ADMIN')") @interface Admin {}    // equivalent: @Admin
func (r *reader) marks(d resolve.DefID, depth int) routes.Attributes {
	said := routes.DeclaredAttributes(r.Tree, sayings, d)
	if said != "" || depth >= maxMeta {
		return said
	}
	for _, x := range r.Attributes(d) {
		if m := x.Referent().Def; m != resolve.None {
			said = said.And(r.marks(m, depth+1))
		}
	}
	return said
}

// mappingArgs holds the arguments of a mapping other than its paths and verbs.
type mappingArgs struct {
	name, version      string
	consumes, produces routes.Attributes
}

// toldBy reads the arguments of a mapping.
func (r *reader) toldBy(x eval.Expr) mappingArgs {
	text := func(name string) string {
		if arg := x.Arg(-1, name); arg != nil {
			text, _ := r.Text(x.Sub(arg))
			return text
		}
		return ""
	}
	return mappingArgs{text("name"), text("version"), r.media(x, graph.AttrConsumes),
		r.media(x, graph.AttrProduces)}
}

// under combines a method's mapping with that of its class: names are concatenated,
// other attributes override those of the class.
func (t mappingArgs) under(class mappingArgs) routes.Attributes {
	said := cmp.Or(t.consumes, class.consumes).And(cmp.Or(t.produces, class.produces))
	name := cmp.Or(t.name, class.name)
	if t.name != "" && class.name != "" {
		name = class.name + "#" + t.name
	}
	if name != "" {
		said = said.And(routes.Attr(graph.AttrName, name))
	}
	if version := cmp.Or(t.version, class.version); version != "" {
		said = said.And(routes.Attr(graph.AttrVersion, version))
	}
	return said
}

const mediaType = "org.springframework.http.MediaType."

// media reads media types: strings, and constants of the framework, which are named
// after them.
func (r *reader) media(x eval.Expr, key string) routes.Attributes {
	arg := x.Arg(-1, key)
	if arg == nil {
		return ""
	}
	list := []parse.ExprArg{{Value: *arg}}
	if arg.Kind == parse.ExprList {
		list = arg.Args
	}
	var said routes.Attributes
	for i := range list {
		e := x.Sub(&list[i].Value)
		text, ok := r.Text(e)
		if constant, is := strings.CutPrefix(r.ExternalName(e), mediaType); is {
			text, ok = mediaOf(constant), true
		}
		if ok {
			said = said.And(routes.Attr(key, text))
		}
	}
	return said
}

// mediaOf returns the media type of a constant: TEXT_EVENT_STREAM_VALUE is
// text/event-stream.
func mediaOf(constant string) string {
	kind, rest, _ := strings.Cut(strings.TrimSuffix(constant, "_VALUE"), "_")
	if rest == "FORM_URLENCODED" {
		rest = "X_WWW_FORM_URLENCODED"
	}
	return strings.ToLower(kind + "/" + strings.ReplaceAll(rest, "_", "-"))
}
