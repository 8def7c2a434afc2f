package routes

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
)

// A Choice describes how a router chooses among its routes. The zero Choice is that of a
// router which takes the most specific route, and to which a slash at the end of a path
// makes no difference.
type Choice struct {
	// InOrder is set if, of several routes that match a path, the one registered first
	// handles it, rather than the one with the most literals.
	InOrder bool
	// Replaces is set if a route that is registered again replaces the earlier one.
	Replaces bool
	// Strict is set if a slash at the end of a path makes a difference.
	Strict bool
	// Appended is set if a strict router accepts a slash that the route lacks.
	Appended bool
	// Redirects are the requests that a strict router redirects if they match nothing
	// else.
	Redirects Redirects
	// Refuses is set if a router does not redirect a request whose path a route of another verb
	// matches.
	Refuses bool
	// Eager is set if a router redirects a request to a route although one with less
	// literals matches its path as it is.
	Eager bool
	// Stuck is set if a router does not go back from a parameter of a longer route at which
	// the path of a request ends, nor from one at the end of a shorter route.
	Stuck bool
	// Head is set if a route for GET also answers HEAD.
	Head bool
	// Rest is the least that a parameter for the rest of a path matches.
	Rest Rest
	// Tail is set if a parameter at the end of the route matches the rest of the path.
	Tail bool
	// Empty is set if a parameter matches an empty text, too.
	Empty bool
	// Weighted is set for the order of Werkzeug: of the constraints, only those of numbers
	// give precedence, and a parameter for several segments in the middle of a path precedes
	// those for one.
	Weighted bool
}

// Redirects are requests whose path differs from a route in a slash at the end.
type Redirects uint8

const (
	NoRedirects  Redirects = iota // a path must be as registered
	RedirectsAdd                  // a missing slash is added
	RedirectsAll                  // it is added or removed
)

// Rest is the least that a parameter for the rest of a path matches.
type Rest uint8

const (
	RestNothing  Rest = iota // /files/{*} matches /files
	RestPlain                // ... unless a parameter with a constraint precedes it
	RestRedirect             // ... matches /files/, to which /files is redirected
	RestSlash                // ... matches /files/, but not /files
	RestSome                 // ... matches /files/a, but not /files/
)

// Slash tells whether a path ends with a slash.
type Slash uint8

const (
	UnknownSlash Slash = iota // not known, as the end of the path is computed or joined
	NoSlash                   // does not end with a slash
	WithSlash                 // ends with a slash
)

// SlashOf tells whether a path, as it is registered, ends with a slash. That of / alone is
// unknown, as routers differ in how they append it to a prefix.
func SlashOf(path string) Slash {
	switch {
	case path == "" || path == "/":
		return UnknownSlash
	case strings.HasSuffix(path, "/"):
		return WithSlash
	}
	return NoSlash
}

// OnVariable identifies a variable that registrations are made on.
func OnVariable(v eval.Variable) string { return fmt.Sprint(v.Def, v.Name, v.Class) }

// On identifies the variable that a registration is made on, within the definition that
// makes it; it is empty for other expressions.
func On(x, router eval.Expr) string {
	if router.Expr == nil || router.Kind != parse.ExprName {
		return ""
	}
	at := uint32(0)
	if l := router.Local(); l != nil {
		at = l.Scope.Start
	}
	return fmt.Sprintf("%d %s %d", x.Def, router.Expr.Text, at)
}

// A routeID identifies a route, as a request sees it.
type routeID struct{ project, verb, path string }

// distinguish sets the variants of endpoints whose routes have the same name.
//
//	/users/<int:id>, /users/<name>    /users/{int}, /users/{}
func distinguish(list []Endpoint) []Endpoint {
	paths := map[routeID][]string{}
	for i := range list {
		e := &list[i]
		id := routeID{e.Project, e.Verb, Name(e.Template)}
		if p := e.constrained(); !slices.Contains(paths[id], p) && len(paths[id]) < 2 {
			paths[id] = append(paths[id], p)
		}
	}
	for i := range list {
		e := &list[i]
		if len(paths[routeID{e.Project, e.Verb, Name(e.Template)}]) > 1 {
			e.Variant = e.constrained()
		}
	}
	return list
}

// constrained returns the template with only the constraints of its parameters in
// braces, a mark behind those of optional ones, and the slash at its end if the router
// distinguishes it.
func (e *Endpoint) constrained() string {
	path := replaceParameters(e.Template, func(parameter string) string {
		mark := ""
		if isOptional(parameter) {
			mark = "?"
		}
		return "{" + ruleOf(parameter) + mark + "}"
	})
	if e.Choice.Strict && e.Slash == WithSlash && e.Template != "/" {
		path += "/"
	}
	return path
}

// isOptional reports whether a parameter may be absent, given the text in its braces.
//
//	{id?}    {id:int?}
func isOptional(parameter string) bool {
	return !IsRest(parameter) && strings.HasSuffix(parameter, "?")
}

// ruleOf returns the constraint in the braces of a parameter; "*" for the rest of the
// path.
func ruleOf(parameter string) string {
	if IsRest(parameter) {
		return "*"
	}
	_, rule, _ := strings.Cut(parameter, ":")
	switch rule = strings.TrimRight(rule, "?"); rule {
	case "str", "string", "default", "[^/]+":
		return ""
	}
	return rule
}

// reachable removes the endpoints that a router never reaches, because another endpoint
// of the same route on the same object always answers before them, or replaces them.
//
//	app.get("/users/:id", show); app.get("/users/:name", other)    // other is never called
func reachable(list []Endpoint) []Endpoint {
	type place struct {
		routeID
		file int
		on   string
	}
	answers := map[place]int{}
	at := func(e *Endpoint) place {
		return place{routeID{e.Project, e.Verb, e.Path()}, int(e.At.File.First), e.On}
	}
	for i := range list {
		e := &list[i]
		if e.On == "" || e.Passes || e.Tier == graph.Heuristic {
			continue
		}
		if _, ok := answers[at(e)]; !ok || e.Choice.Replaces {
			answers[at(e)] = i
		}
	}
	n := 0
	for i := range list {
		e := &list[i]
		w, ok := answers[at(e)]
		if ok && e.On != "" && list[w].At != e.At && (e.Choice.Replaces && i < w || !e.Choice.Replaces && i > w) {
			continue
		}
		list[n] = *e
		n++
	}
	return list[:n]
}
