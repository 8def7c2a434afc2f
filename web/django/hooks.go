package django

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
	"seedgraph/web"
)

// A calls says which methods of a view those of the libraries call on it, by name: such a method
// runs if the tree declares it, and those that it calls run otherwise.
type calls map[string]string

// restCalls are those of the mixins and generic views of REST framework.
var restCalls = calls{
	"list":           "filter_queryset get_queryset paginate_queryset get_serializer get_paginated_response",
	"create":         "get_serializer perform_create get_success_headers",
	"retrieve":       "get_object get_serializer",
	"update":         "get_object get_serializer perform_update",
	"partial_update": "update",
	"destroy":        "get_object perform_destroy",
	"get_object":     "filter_queryset get_queryset",
	"get_serializer": "get_serializer_class get_serializer_context",
}

// viewCalls are those of the generic views of Django. What the name of a view and a verb stand
// for is what the view does to answer.
var viewCalls = calls{
	"TemplateView GET": "get_context_data get_template_names",
	"ListView GET":     "get_queryset get_allow_empty get_context_data get_template_names",
	"DetailView GET":   "get_object get_context_data get_template_names",
	"RedirectView":     "get_redirect_url",
	"FormView GET":     "get_form get_context_data get_template_names",
	"FormView":         "get_form form_valid form_invalid",
	"CreateView GET":   "get_form get_context_data get_template_names",
	"CreateView":       "get_form form_valid form_invalid",
	"UpdateView GET":   "get_object get_form get_context_data get_template_names",
	"UpdateView":       "get_object get_form form_valid form_invalid",
	"DeleteView GET":   "get_object get_form get_context_data get_template_names",
	"DeleteView":       "get_object delete form_valid",
	"get_object":       "get_queryset",
	"get_form":         "get_form_class get_form_kwargs",
	"get_form_kwargs":  "get_initial",
	"form_valid":       "get_success_url",
	"form_invalid":     "get_context_data",
	"delete":           "get_success_url",
}

// actionOf are the methods of a viewset that the generic views of REST framework answer with.
// GET is list or retrieve.
var actionOf = map[string]string{"POST": "create", "PUT": "update", "PATCH": "partial_update",
	"DELETE": "destroy"}

// serve enters the endpoints that a method of a class answers. One that a library brings is
// answered by the class, and by what the tree declares of that which the library calls.
func (r *reader) serve(verbs []string, class resolve.DefID, method string, from web.Term, at place) {
	to := r.Member(class, method)
	r.add(verbs, to, from, at)
	if to == class {
		r.serveHooks(verbs, class, restCalls[method], restCalls, from, at)
	}
}

// serveHooks enters endpoints for the methods that a library calls to answer.
func (r *reader) serveHooks(verbs []string, class resolve.DefID, called string, in calls,
	from web.Term, at place) {
	at.tier = resolve.Worse(at.tier, graph.Typed)
	for _, d := range r.hooks(class, called, in) {
		r.add(verbs, d, from, at)
	}
}

// hooks lists the methods of the tree that calls of a library lead to, the nearest first.
func (r *reader) hooks(class resolve.DefID, called string, in calls) []resolve.DefID {
	var out []resolve.DefID
	names := strings.Fields(called)
	for i := 0; i < len(names); i++ { // names grows
		if slices.Contains(names[:i], names[i]) {
			continue
		}
		if d := r.Member(class, names[i]); d != class {
			out = append(out, d)
		} else {
			names = append(names, strings.Fields(in[names[i]])...)
		}
	}
	return out
}

// serveGeneric enters the endpoint of a verb that a generic view of a library answers.
func (r *reader) serveGeneric(verb, view string, class resolve.DefID, from web.Term, at place) {
	r.add([]string{verb}, class, from, at)
	called, in := "", viewCalls
	if name, ok := strings.CutPrefix(view, restGenerics); ok {
		called, in = actionOf[verb], restCalls
		if called == "" {
			called = "retrieve"
			if strings.HasPrefix(name, "List") {
				called = "list"
			}
		}
	} else {
		name = strings.TrimPrefix(view, djangoViews)
		if called = viewCalls[name+" "+verb]; called == "" {
			called = viewCalls[name]
		}
	}
	r.serveHooks([]string{verb}, class, called, in, from, at)
}
