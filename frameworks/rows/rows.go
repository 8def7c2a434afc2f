// Package rows reads the libraries that rows of package model describe: their routes, requests,
// topics, settings, tables, services and entry points, in all languages with sites.
//
//	rows.go      verbs and languages
//	routes.go    routes, by calls, decorators and annotations
//	requests.go  requests of clients, and of interfaces that a library implements
//	topics.go    topics, queues and events
//	settings.go  keys of the configuration
//	tables.go    tables that calls name, and classes that are mapped to tables
//	inject.go    registrations in containers
//	entries.go   code that a library runs
package rows

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/model"
	"seedgraph/parse"
)

// reader is the part of the readers of all concepts.
type reader struct {
	model.SiteReader
	use func(*model.Effect) bool
}

// newReader returns the reader of the libraries with an effect that use accepts.
func newReader(libs []*model.Library, use func(*model.Effect) bool) reader {
	r := reader{use: use}
	for _, language := range model.Languages {
		r.Libraries = append(r.Libraries, model.Of(libs, language, use)...)
	}
	return r
}

// each calls f with the matcher of each language whose files name a library.
func (r reader) each(t *eval.Tree, f func(m *model.Matcher)) {
	for _, language := range model.Languages {
		if len(model.Of(r.Libraries, language, r.use)) == 0 {
			continue
		}
		if m := model.NewMatcher(t, r.Libraries, language, r.use); m != nil {
			f(m)
		}
	}
}

// verbsOf lists the verbs of a route or request of x: those of an argument, or else the stated one.
// unknown is the verb of an argument that is not known.
func verbsOf(m *model.Matcher, x eval.Expr, verb string, arg model.Arg, unknown string) []string {
	var out []string
	for _, e := range arg.Of(m.Tree, x) {
		for _, v := range m.Evaluate(e) {
			list := []eval.Expr{v}
			if v.Kind == parse.ExprList {
				list = m.Elements(v)
			}
			for _, v := range list {
				text := verbText(m, v)
				if text == "" {
					text = unknown
				}
				if text != "" && !slices.Contains(out, text) {
					out = append(out, text)
				}
			}
		}
	}
	switch {
	case out != nil:
		return out
	case verb == "name":
		return []string{model.VerbOf(x.Expr.Text)}
	case verb != "":
		return []string{verb}
	}
	return []string{model.Any}
}

// verbText returns the verb that an expression names: a string, or a constant such as
// http.MethodPost and HttpMethod.POST; empty if it is not known.
func verbText(m *model.Matcher, v eval.Expr) string {
	if text, ok := m.Text(v); ok {
		return cmp.Or(strings.ToUpper(text), "GET") // the default of clients
	}
	if v.Kind != parse.ExprName && v.Kind != parse.ExprMember {
		return ""
	}
	name := strings.TrimPrefix(strings.ToUpper(v.Expr.Text), "METHOD")
	if model.VerbOf(name) == name {
		return name
	}
	return ""
}

// listCalls are the functions of java.util that return a list of their arguments.
var listCalls = map[string]bool{"java.util.Arrays.asList": true, "java.util.List.of": true, "java.util.Set.of": true,
	"java.util.Collections.singletonList": true, "java.util.Collections.singleton": true}

// elementsOf lists the elements of a list, or the expression itself.
func elementsOf(m *model.Matcher, x eval.Expr) []eval.Expr {
	values := m.Evaluate(x)
	if len(values) != 1 {
		return []eval.Expr{x}
	}
	switch v := values[0]; {
	case v.Kind == parse.ExprList:
		return m.Elements(v)
	case v.Kind == parse.ExprCall && listCalls[m.ExternalName(v)]:
		var out []eval.Expr
		for i := range v.Args {
			out = append(out, v.Sub(&v.Args[i].Value))
		}
		return out
	}
	return []eval.Expr{x}
}
