package rust

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Axum returns the rules of axum.
func Axum() routes.Framework { return axum{&axumHead} }

type axum struct{ *interest.Head }

// axumHead requests the sites of the files that make routers.
var axumHead = interest.Head{Languages: []string{family},
	Words: []string{"axum", "Router", ".route(", ".nest("}, Names: []string{"axum"}}

// Endpoints lists the endpoints of the tree.
func (axum) Endpoints(t *eval.Tree) []routes.Endpoint {
	return newReader(t, axumCalls{}).endpoints()
}

// axumVerbs are the functions and methods that add a handler to the method router of a path.
var axumVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "head": "HEAD", "options": "OPTIONS", "trace": "TRACE",
	"connect": "CONNECT", "any": routes.Any}

type axumCalls struct{}

func (axumCalls) configures() bool { return false }

// call implements [library].
func (axumCalls) call(r *reader, x eval.Expr, of router) {
	switch x.Text {
	case "route":
		if x.Recv != nil && len(x.Args) == 2 {
			r.axumRoute(x, of)
		}
	case "nest", "nest_service":
		if x.Recv != nil && len(x.Args) == 2 {
			r.mount(r.router(x.Sub(&x.Args[1].Value)), of,
				axumPath(r.TextWithHoles(x.Sub(&x.Args[0].Value))))
		}
	case "merge":
		if x.Recv != nil && len(x.Args) == 1 {
			r.mount(r.router(x.Sub(&x.Args[0].Value)), of, "")
		}
	case "serve":
		if len(x.Args) == 2 {
			r.mount(r.router(x.Sub(&x.Args[1].Value)), router{}, "")
		}
	case "into_make_service", "into_make_service_with_connect_info":
		r.mount(of, router{}, "")
	}
}

// axumRoute adds the routes of a path.
//
//	.route("/orders/{id}", get(show).post(save))
func (r *reader) axumRoute(x eval.Expr, of router) {
	template := r.TextWithHoles(x.Sub(&x.Args[0].Value))
	for _, v := range r.Evaluate(x.Sub(&x.Args[1].Value)) {
		calls := chain(v)
		if len(calls) == 0 || !addsHandler(calls[len(calls)-1]) {
			continue
		}
		for _, c := range calls {
			for _, verb := range axumMethods(c) {
				r.add(of, r.handled(c, c.Sub(&c.Args[len(c.Args)-1].Value),
					routes.Endpoint{Verb: verb, Template: axumPath(template),
						Slash:  routes.SlashOf(template),
						Choice: routes.Choice{Strict: true, Head: true, Rest: routes.RestSome}}))
			}
		}
	}
}

// addsHandler reports whether a call is one of the functions that make a method router.
func addsHandler(x eval.Expr) bool {
	return x.Callee() <= resolve.None && len(axumMethods(x)) > 0
}

// axumMethods lists the verbs that a call adds a handler for.
//
//	get(show)    on(MethodFilter::GET.or(MethodFilter::PUT), show)
func axumMethods(x eval.Expr) []string {
	if verb := axumVerbs[x.Text]; verb != "" && len(x.Args) == 1 {
		return []string{verb}
	}
	var out []string
	if x.Text == "on" && len(x.Args) == 2 {
		x.Args[0].Value.Walk(func(e *parse.Expr) {
			if verb := axumVerbs[strings.ToLower(e.Text)]; verb == e.Text && verb != "" {
				out = append(out, verb)
			}
		})
	}
	return out
}

// axumPath rewrites the parameters of axum 0.7: /:id becomes /{id}, and /*rest becomes /{*rest}.
func axumPath(template string) string {
	segments := strings.Split(template, "/")
	for i, s := range segments {
		if name, ok := strings.CutPrefix(s, ":"); ok {
			segments[i] = "{" + name + "}"
		} else if strings.HasPrefix(s, "*") {
			segments[i] = "{" + s + "}"
		}
	}
	return strings.Join(segments, "/")
}
