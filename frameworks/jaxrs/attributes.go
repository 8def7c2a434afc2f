package jaxrs

import (
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

const (
	jsr250   = "jakarta.annotation.security."
	jsr250ee = "javax.annotation.security." // until Jakarta EE 8
)

// sayings are the annotations that declare authorization, by full name.
var sayings = routes.AttributeReaders{
	jsr250 + "RolesAllowed":   routes.TextAttribute(graph.AttrAuthorize, "roles:", "value"),
	jsr250ee + "RolesAllowed": routes.TextAttribute(graph.AttrAuthorize, "roles:", "value"),
	jsr250 + "PermitAll":      routes.ConstantAttribute(graph.AttrAnonymous, ""),
	jsr250ee + "PermitAll":    routes.ConstantAttribute(graph.AttrAnonymous, ""),
	jsr250 + "DenyAll":        routes.ConstantAttribute(graph.AttrAuthorize, "nobody"),
	jsr250ee + "DenyAll":      routes.ConstantAttribute(graph.AttrAuthorize, "nobody"),

	"io.quarkus.security.Authenticated":        routes.ConstantAttribute(graph.AttrAuthorize, ""),
	"io.micronaut.security.annotation.Secured": routes.TextAttribute(graph.AttrAuthorize, "roles:", "value"),
	"io.quarkus.security.PermissionsAllowed":   routes.TextAttribute(graph.AttrAuthorize, "permissions:", "value"),
}

// saidOf returns the attributes of the routes of a method: the nearest declaration of
// an attribute applies, the method's before its class's.
func (r *reader) saidOf(method, class resolve.DefID) routes.Attributes {
	said := routes.DeclaredAttributes(r.Tree, sayings, method)
	for _, c := range r.Lineage(class) {
		if said == "" {
			said = routes.DeclaredAttributes(r.Tree, sayings, c)
		}
	}
	return said.And(r.media(graph.AttrConsumes, "Consumes", method, class)).
		And(r.media(graph.AttrProduces, "Produces", method, class))
}

// media returns the media types of the first definition that has any. The values of
// library constants are unknown.
func (r *reader) media(key, name string, list ...resolve.DefID) routes.Attributes {
	x, ok := r.annotation(list, rs+name)
	if !ok || x.Arg(0, "value") == nil {
		return ""
	}
	var said routes.Attributes
	texts, _ := r.Texts(x.Sub(x.Arg(0, "value")))
	for _, text := range texts {
		said = said.And(routes.Attr(key, text))
	}
	return said
}
