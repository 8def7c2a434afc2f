// Package routes finds the endpoints of an application, as declared to its frameworks by attributes
// and calls.
//
// An endpoint is a verb and the template of a path, and the definition that handles
// such requests. A template is written as the framework writes it, with parameters
// in braces: /api/orders/{id:int}. The package of a framework has its rules; this one has
// the code that they share.
package routes

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Framework finds the endpoints that an application registers with it.
type Framework interface {
	interest.SiteReader

	// Endpoints lists the endpoints of the tree, in any order. Time is linear in the
	// number of sites and endpoints: the values, bases, mounts and callers that are
	// followed from an endpoint are bounded.
	Endpoints(t *eval.Tree) []Endpoint
}

// An Endpoint handles the requests of one verb to the paths of one template.
type Endpoint struct {
	Verb       string // in upper case; Any for all verbs
	Template   string // begins with "/" and does not end with one, except for "/" itself
	Handler    resolve.DefID
	Class      resolve.DefID // receiver class, if the handler may be inherited; otherwise 0
	Literal    eval.Literal  // in Handler, if the handler is a function literal
	Name       string        // route name used by templates and code; may be empty
	Attributes Attributes    // other metadata
	At         eval.Place    // where it is registered
	Project    string        // folder of the project of that file; see Tree.Project
	Tier       graph.Tier
	Choice     Choice // how the router chooses among routes
	Slash      Slash  // whether the registered path ends with a slash
	// Passes is set if the handler may pass a request on to the next matching one.
	Passes bool
	// On identifies the object that it is registered on, as far as code does: of the same
	// route of two objects, neither hides the other. It may be empty.
	On string
	// Variant is the name of the route if another one differs only in the constraints of
	// its parameters, or in a slash at the end; see [Endpoint.Path].
	Variant string
}

// Path returns the template without the names of parameters, which identifies the route
// among those of its verb and project.
func (e *Endpoint) Path() string {
	if e.Variant != "" {
		return e.Variant
	}
	return Name(e.Template)
}

// Any is the verb of an endpoint that answers requests of every verb.
const Any = "ANY"

// A Set is a list of frameworks.
type Set []Framework

// Endpoints lists the endpoints of all frameworks, by place, verb and template. An
// endpoint whose template has an unknown part is left open. If a framework panics, its
// routes are lost, and the panic is recorded with the first file that has sites.
func (s Set) Endpoints(t *eval.Tree) []Endpoint {
	var out []Endpoint
	for _, f := range s {
		t.Guard(func() { out = append(out, f.Endpoints(t)...) })
	}
	out = slices.DeleteFunc(out, func(e Endpoint) bool { return leaveUnknown(t, e) })
	for i := range out {
		out[i].Project = t.Project(out[i].At.File)
	}
	slices.SortFunc(out, func(a, b Endpoint) int {
		return cmp.Or(cmp.Compare(a.At.File.First, b.At.File.First), cmp.Compare(a.At.At, b.At.At),
			strings.Compare(a.Verb, b.Verb), strings.Compare(a.Template, b.Template),
			cmp.Compare(a.Handler, b.Handler), cmp.Compare(a.Class, b.Class),
			strings.Compare(a.Name, b.Name),
			cmp.Compare(a.Literal.Range.Start, b.Literal.Range.Start), cmp.Compare(a.Tier, b.Tier),
			cmp.Compare(a.Attributes, b.Attributes))
	})
	out = slices.CompactFunc(out, func(a, b Endpoint) bool {
		a.Tier = b.Tier
		return a == b
	})
	return reachable(distinguish(out))
}

// SetClass sets the class of the objects that the handlers run on, which may inherit the
// handlers.
func SetClass(class resolve.DefID, found []Endpoint) {
	for i := range found {
		found[i].Class = class
	}
}

// Name returns the template with each parameter as {}, so that templates that differ
// only in parameter names are equal, and with {*} for a parameter that takes the rest
// of the path.
func Name(template string) string {
	return replaceParameters(template, func(parameter string) string {
		if IsRest(parameter) {
			return "{*}"
		}
		return "{}"
	})
}

// replaceParameters replaces each parameter of a template, given the text in its braces. One that
// is not closed becomes {}.
func replaceParameters(template string, by func(parameter string) string) string {
	var b strings.Builder
	depth, from := 0, 0
	for i, c := range template {
		switch {
		case c == '{':
			if depth == 0 {
				from = i + 1
			}
			depth++
		case c == '}' && depth > 0:
			if depth--; depth == 0 {
				b.WriteString(by(template[from:i]))
			}
		case depth == 0:
			b.WriteRune(c)
		}
	}
	if depth > 0 {
		b.WriteString("{}")
	}
	return b.String()
}

// IsRest reports whether a parameter takes the rest of the path, given the text in its
// braces.
//
//	{*path}    {**path}    {path:path}    {path:.*}
func IsRest(parameter string) bool {
	if strings.HasPrefix(parameter, "*") {
		return true
	}
	rules := strings.Split(parameter, ":")[1:]
	return slices.ContainsFunc(rules, func(rule string) bool {
		rule = strings.TrimRight(rule, "?")
		return rule == "path" || rule == ".*" || rule == ".+"
	})
}

// Join appends the template of a route to its prefix.
func Join(prefix, template string) string {
	prefix, template = strings.Trim(prefix, "/"), strings.Trim(template, "/")
	switch {
	case prefix == "":
		return "/" + template
	case template == "":
		return "/" + prefix
	}
	return "/" + prefix + "/" + template
}
