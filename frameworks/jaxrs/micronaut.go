package jaxrs

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// controllerVerbs are Micronaut's method annotations.
var controllerVerbs = map[string]string{"Get": "GET", "Post": "POST", "Put": "PUT",
	"Delete": "DELETE", "Patch": "PATCH", "Head": "HEAD", "Options": "OPTIONS", "Trace": "TRACE"}

// micronaut adds the endpoints of a controller.
func (r *reader) micronaut(class *resolve.Def) {
	x, ok := r.annotation([]resolve.DefID{class.ID}, http+"Controller")
	if !ok {
		return
	}
	prefix, ok := r.text(x)
	if !ok || strings.Contains(prefix, "${") { // set in the configuration
		return
	}
	first := len(r.found)
	for _, m := range r.Methods(class.ID) {
		r.action(m, prefix)
	}
	routes.SetClass(class.ID, r.found[first:])
}

// action adds the endpoints of a method, from the annotations of the nearest
// declaration that has any.
func (r *reader) action(m eval.Method, prefix string) {
	found := false
	for _, d := range m.Declared {
		for _, x := range r.Attributes(d) {
			full := r.ExternalNameOf(x, isOwn)
			verb := controllerVerbs[strings.TrimPrefix(full, http)]
			if verb == "" || !strings.HasPrefix(full, http) {
				continue
			}
			found = true
			for _, path := range r.paths(x) {
				r.found = append(r.found, routes.Endpoint{Verb: verb, Handler: m.Handler,
					Template: routes.Join(prefix, withoutQuery(path)), Tier: graph.Exact,
					At: eval.Place{File: x.In.File, At: x.At}})
			}
		}
		if found {
			return
		}
	}
}

// paths lists the paths of an annotation: its value, uri or uris.
func (r *reader) paths(x eval.Expr) []string {
	if uris := x.Arg(-1, "uris"); uris != nil {
		if list, ok := r.Texts(x.Sub(uris)); ok {
			return list
		}
		return nil
	}
	text, ok := r.text(x, "uri")
	if !ok || strings.Contains(text, "${") {
		return nil
	}
	return []string{text}
}

// withoutQuery removes the parts of a URI template that expand to a query, and converts
// other operators to parameters: /{+path}{?max,offset} becomes /{path}.
func withoutQuery(template string) string {
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(template, "{")
		inner, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !open || !closed {
			return b.String()
		}
		template = after
		switch {
		case inner == "" || inner[0] == '?' || inner[0] == '&' || inner[0] == '#':
		case inner[0] == '/':
			b.WriteString("/{" + inner[1:] + "}")
		default:
			b.WriteString("{" + strings.TrimPrefix(inner, "+") + "}")
		}
	}
}
