// Package jaxrs finds the endpoints of Java classes with annotations of JAX-RS, now
// Jakarta REST, or of Micronaut.
package jaxrs

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of both.
func Framework() routes.Framework { return framework{&head} }

type framework struct{ *interest.Head }

// head requests the annotations of the files that name one of the libraries, and of
// those whose types may inherit annotations from such files.
var head = interest.Head{Languages: []string{"java"},
	Words: []string{"ws.rs", "io.micronaut.http"}, Scope: parse.AttributeSites}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t, prefixes: map[string]string{}}
	var classes []*resolve.Def
	for _, f := range t.Table.Files {
		if f.Language != "java" || f.Test || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			d := t.Table.Def(f.ID(int32(i)))
			if d.Kind == graph.KindClass || d.Kind == graph.KindRecord {
				r.application(d)
				classes = append(classes, d)
			}
		}
	}
	for _, d := range classes {
		if !resolve.HasModifier(d, "abstract") {
			r.rest(d)
			r.micronaut(d)
		}
	}
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Tree
	found    []routes.Endpoint
	prefixes map[string]string // application prefixes, by project
}

// outside returns the full name of an annotation, with the platform's current package
// name.
func (r *reader) outside(x eval.Expr) string {
	name := r.ExternalNameOf(x, isOwn)
	if rest, ok := strings.CutPrefix(name, "javax.ws.rs."); ok {
		return rs + rest
	}
	return name
}

// isOwn reports whether a full name is of a package of the annotations.
func isOwn(full string) bool {
	return strings.HasPrefix(full, rs) || strings.HasPrefix(full, "javax.ws.rs.") || strings.HasPrefix(full, http)
}

const (
	rs   = "jakarta.ws.rs."
	http = "io.micronaut.http.annotation."
)

// annotation finds the first annotation of a name on definitions.
func (r *reader) annotation(defs []resolve.DefID, name string) (x eval.Expr, ok bool) {
	for _, d := range defs {
		for _, x := range r.Attributes(d) {
			if r.outside(x) == name {
				return x, true
			}
		}
	}
	return x, false
}

// text returns the string value of an annotation, or of another argument with the same
// meaning; ok is false if it is unknown.
func (r *reader) text(x eval.Expr, names ...string) (text string, ok bool) {
	arg := x.Arg(0, "value")
	for _, name := range names {
		if arg == nil {
			arg = x.Arg(-1, name)
		}
	}
	if arg == nil {
		return "", true
	}
	return r.Text(x.Sub(arg))
}

// application records the prefix of all resources of a project: @ApplicationPath.
func (r *reader) application(d *resolve.Def) {
	if x, ok := r.annotation([]resolve.DefID{d.ID}, rs+"ApplicationPath"); ok {
		r.prefixes[r.Project(d.File)], _ = r.text(x)
	}
}

// maxDepth bounds chains of subresources.
const maxDepth = 5

// rest adds the endpoints of a resource class: one that has a path, directly or by an
// interface or base class.
func (r *reader) rest(class *resolve.Def) {
	x, ok := r.annotation(r.Lineage(class.ID), rs+"Path")
	if !ok {
		return
	}
	if path, ok := r.text(x); ok {
		r.resource(class.ID, routes.Join(r.prefixes[r.Project(class.File)], path), graph.Exact, 0)
	}
}

// resource adds the endpoints of the methods of a resource. A method with a path but no
// verb is a locator of the subresource that it returns.
func (r *reader) resource(class resolve.DefID, prefix string, tier graph.Tier, depth int) {
	for _, m := range r.Methods(class) {
		for _, d := range m.Declared {
			verbs, at := r.verbs(d)
			path, hasPath := r.annotation([]resolve.DefID{d}, rs+"Path")
			if verbs == nil && !hasPath {
				continue
			}
			text, ok := "", true
			if hasPath {
				text, ok = r.text(path)
			}
			template := routes.Join(prefix, text)
			if ok && verbs == nil && depth < maxDepth {
				r.located(path, template, depth)
			}
			for _, verb := range verbs {
				if ok {
					r.found = append(r.found, routes.Endpoint{Verb: verb, Template: template, Tier: tier,
						Attributes: r.saidOf(d, class),
						Handler:    m.Handler, Class: class, At: eval.Place{File: at.In.File, At: at.At}})
				}
			}
			break // annotations of overridden methods do not count
		}
	}
}

// located adds the endpoints of the resource that an annotated locator method returns.
func (r *reader) located(x eval.Expr, prefix string, depth int) {
	def := r.Table.Def(x.Def)
	if t := x.In.TypeOf(def.Type, x.Def, def.NameAt); t.Def > resolve.None {
		r.resource(r.Table.Canon[t.Def], prefix, graph.Typed, depth+1)
	}
}

// verbs lists the verbs of a method, and the annotation that declares them. An
// annotation declared in the tree may define a verb.
func (r *reader) verbs(d resolve.DefID) (verbs []string, at eval.Expr) {
	for _, x := range r.Attributes(d) {
		switch name := strings.TrimPrefix(r.outside(x), rs); name {
		case "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS":
			verbs, at = append(verbs, name), x
		}
		m := x.Referent().Def
		if m == resolve.None {
			continue
		}
		if meta, ok := r.annotation([]resolve.DefID{m}, rs+"HttpMethod"); ok {
			if verb, ok := r.text(meta); ok {
				verbs, at = append(verbs, verb), x
			}
		}
	}
	return verbs, at
}
