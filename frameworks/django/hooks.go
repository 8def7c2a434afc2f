package django

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A calls maps a library method to the members of a view that it uses, by name. A
// method that the tree declares runs, and an attribute that the tree sets is read. For
// a method that the tree does not declare, or that calls super(), the members that the
// library method uses follow. A name with an attribute before it is a method of the
// class that the attribute names; it only counts if no method of the tree selects that
// class.
type calls map[string]string

// restCalls are those of the mixins and generic views of REST framework.
var restCalls = calls{
	"list": "filter_queryset get_queryset paginate_queryset get_serializer get_paginated_response " +
		"serializer_class.to_representation",
	"create": "get_serializer perform_create get_success_headers " + deserializes +
		" serializer_class.create",
	"retrieve": "get_object get_serializer serializer_class.to_representation",
	"update": "get_object get_serializer perform_update " + deserializes +
		" serializer_class.update",
	"partial_update":       "update",
	"destroy":              "get_object perform_destroy",
	"get_object":           "filter_queryset get_queryset",
	"get_queryset":         "queryset",
	"get_serializer":       "get_serializer_class get_serializer_context",
	"get_serializer_class": "serializer_class",
}

// deserializes lists the serializer methods that validate input and produce the
// response.
const deserializes = "serializer_class.to_internal_value serializer_class.validate " +
	"serializer_class.to_representation"

// viewCalls are those of the generic views of Django. A key with a view name and a verb
// lists the methods used to handle that verb.
var viewCalls = calls{
	"TemplateView GET": "get_context_data get_template_names",
	"ListView GET":     "get_queryset get_allow_empty get_context_data get_template_names",
	"DetailView GET":   "get_object get_context_data get_template_names",
	"RedirectView":     "get_redirect_url",
	"FormView GET":     "get_form get_context_data get_template_names",
	"FormView":         "get_form form_class.clean form_valid form_invalid",
	"CreateView GET":   "get_form get_context_data get_template_names",
	"CreateView":       "get_form form_class.clean form_valid form_class.save form_invalid",
	"UpdateView GET":   "get_object get_form get_context_data get_template_names",
	"UpdateView":       "get_object get_form form_class.clean form_valid form_class.save form_invalid",
	"DeleteView GET":   "get_object get_form get_context_data get_template_names",
	"DeleteView":       "get_object delete form_valid",
	"get_object":       "get_queryset",
	"get_queryset":     "queryset",
	"get_form":         "get_form_class get_form_kwargs",
	"get_form_class":   "form_class",
	"get_form_kwargs":  "get_initial",
	"form_valid":       "get_success_url",
	"form_invalid":     "get_context_data",
	"delete":           "get_success_url",
}

// actionOf maps verbs to the viewset methods with which the generic views of REST
// framework respond. GET is list or retrieve.
var actionOf = map[string]string{"POST": "create", "PUT": "update", "PATCH": "partial_update",
	"DELETE": "destroy"}

// serve adds the endpoints that a method of a class handles. If the method comes from a
// library, the handler is the class, together with the members that the library uses; a
// method that calls super() also uses these.
func (r *reader) serve(verbs []string, class resolve.DefID, method string, from eval.Expr, at place) {
	to, first := r.Member(class, method), len(r.found)
	defer func() { routes.SetClass(class, r.found[first:]) }()
	r.add(verbs, to, from, at)
	if to == class || r.super[to] {
		r.serveHooks(verbs, class, restCalls[method], restCalls, from, at)
	}
}

// serveHooks adds endpoints for the methods that a library calls to respond.
func (r *reader) serveHooks(verbs []string, class resolve.DefID, called string, in calls,
	from eval.Expr, at place) {
	at.tier = resolve.WeakerTier(at.tier, graph.Typed)
	for _, d := range r.hooks(class, called, in) {
		r.add(verbs, d, from, at)
	}
}

// hooks lists the members of the tree that a library uses, the nearest first.
func (r *reader) hooks(class resolve.DefID, called string, in calls) []resolve.DefID {
	var out []resolve.DefID
	names := strings.Fields(called)
	for i := 0; i < len(names); i++ { // names grows during the loop
		if slices.Contains(names[:i], names[i]) {
			continue
		}
		if attribute, method, ok := strings.Cut(names[i], "."); ok {
			out = append(out, r.ofAttribute(class, attribute, method)...)
			continue
		}
		d := r.Member(class, names[i])
		if d == class {
			d = r.Nearest(class, names[i])
		}
		if d != resolve.None {
			out = append(out, d)
		}
		if d == resolve.None || r.super[d] {
			names = append(names, strings.Fields(in[names[i]])...)
		}
	}
	return out
}

// ofAttribute lists the methods of that name in the class that an attribute of a view
// names: a serializer or a form. It is empty if a method of the tree selects the class.
func (r *reader) ofAttribute(class resolve.DefID, attribute, method string) []resolve.DefID {
	set := r.Nearest(class, attribute)
	if set == resolve.None || r.Member(class, "get_"+attribute) != class {
		return nil
	}
	var out []resolve.DefID
	for _, v := range r.Values(set) {
		of := v.Referent().Def
		if of == resolve.None || !r.Table.Def(of).Kind.IsType() {
			continue
		}
		of = r.Table.Canon[of]
		if d := r.Member(of, method); d != of {
			out = append(out, d)
		}
	}
	return out
}

// callsSuper returns the set of methods that call super().
func (r *reader) callsSuper() map[resolve.DefID]bool {
	out := map[resolve.DefID]bool{}
	for x := range r.Family(family) {
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall && e.Recv == nil && e.Text == "super" {
				out[x.Def] = true
			}
		})
	}
	return out
}

// serveGeneric adds the endpoint of a verb that a library's generic view handles.
func (r *reader) serveGeneric(verb, view string, class resolve.DefID, from eval.Expr, at place) {
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
