package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// generic maps framework views to the verbs that they handle, by full name.
var generic = map[string]string{
	djangoViews + "TemplateView": "GET", djangoViews + "ListView": "GET",
	djangoViews + "DetailView": "GET", djangoViews + "ArchiveIndexView": "GET",
	djangoViews + "YearArchiveView": "GET", djangoViews + "MonthArchiveView": "GET",
	djangoViews + "DayArchiveView": "GET", djangoViews + "DateDetailView": "GET",
	djangoViews + "FormView": "GET POST PUT", djangoViews + "CreateView": "GET POST PUT",
	djangoViews + "UpdateView":   "GET POST PUT",
	djangoViews + "DeleteView":   "GET POST PUT DELETE",
	djangoViews + "RedirectView": "GET POST PUT PATCH DELETE",

	authViews + "LoginView": "GET POST PUT", authViews + "LogoutView": "POST",
	authViews + "PasswordChangeView": "GET POST PUT", authViews + "PasswordChangeDoneView": "GET",
	authViews + "PasswordResetView": "GET POST PUT", authViews + "PasswordResetDoneView": "GET",
	authViews + "PasswordResetConfirmView":  "GET POST PUT",
	authViews + "PasswordResetCompleteView": "GET",

	restGenerics + "CreateAPIView": "POST", restGenerics + "ListAPIView": "GET",
	restGenerics + "RetrieveAPIView": "GET", restGenerics + "DestroyAPIView": "DELETE",
	restGenerics + "UpdateAPIView": "PUT PATCH", restGenerics + "ListCreateAPIView": "GET POST",
	restGenerics + "RetrieveUpdateAPIView":        "GET PUT PATCH",
	restGenerics + "RetrieveDestroyAPIView":       "GET DELETE",
	restGenerics + "RetrieveUpdateDestroyAPIView": "GET PUT PATCH DELETE",
}

const (
	djangoViews  = "django.views.generic."
	restGenerics = "rest_framework.generics."
	authViews    = "django.contrib.auth.views."
)

// view adds the endpoints of the target of a pattern: a function, a class, or either of
// them passed to a decorator.
func (r *reader) view(from, x eval.Expr, at place) {
	switch x.Kind {
	case parse.ExprCall:
		if x.Expr.Text == "as_view" && x.Recv != nil {
			r.asView(from, x, at)
			return
		}
		at.said = at.said.And(r.wrapped(x))
		for i := range x.Args { // login_required(view)
			r.view(from, x.Sub(&x.Args[i].Value), at)
		}
	case parse.ExprName, parse.ExprMember:
		if d := x.Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsCallable() &&
			r.Table.Def(d).Kind != graph.KindProperty {
			r.add(r.functionVerbs(d), d, from, at)
			return
		}
		for _, v := range r.Evaluate(x) {
			if v.Expr != x.Expr && v.Kind == parse.ExprCall {
				r.view(from, v, at)
			}
		}
	}
}

// functionVerbs lists the verbs that a function handles: those that a decorator allows.
func (r *reader) functionVerbs(d resolve.DefID) []string {
	for _, x := range r.Attributes(d) {
		switch r.ExternalName(x) {
		case "django.views.decorators.http.require_GET":
			return []string{"GET"}
		case "django.views.decorators.http.require_POST":
			return []string{"POST"}
		case "django.views.decorators.http.require_safe":
			return []string{"GET", "HEAD"}
		case "django.views.decorators.http.require_http_methods",
			"rest_framework.decorators.api_view":
			if arg := x.Arg(0, "http_method_names"); arg != nil {
				if verbs, ok := r.Texts(x.Sub(arg)); ok {
					return upper(verbs)
				}
			} else if strings.HasPrefix(r.ExternalName(x), "rest_framework") {
				return []string{"GET"}
			}
		}
	}
	return []string{routes.Any}
}

func upper(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.ToUpper(s)
	}
	return out
}

// asView adds the endpoints of View.as_view(…).
func (r *reader) asView(from, x eval.Expr, at place) {
	class := x.Sub(x.Recv).Referent().Def
	if class == resolve.None {
		r.ownView(from, r.ExternalName(x.Sub(x.Recv)), at)
		return
	}
	if !r.Table.Def(class).Kind.IsType() {
		return
	}
	class = r.Table.Canon[class]
	first := len(r.found)
	defer func() { routes.SetClass(class, r.found[first:]) }()
	at.said = at.said.And(r.saidOfClass(class))
	if actions := x.Arg(0, "actions"); actions != nil && actions.Kind == parse.ExprMap {
		for i := range actions.Args {
			if name, ok := r.Text(x.Sub(&actions.Args[i].Value)); ok {
				r.serve([]string{strings.ToUpper(actions.Args[i].Name)}, class, name, from, at)
			}
		}
		return
	}
	allowed := r.allowed(class)
	known := false
	for _, m := range routes.VerbMethods(r.Tree, class) {
		known = true
		if allowed(m.Verb) {
			r.add([]string{m.Verb}, m.Def, from, at)
		}
	}
	view := r.genericView(class)
	for _, verb := range strings.Fields(generic[view]) {
		known = true
		if allowed(verb) && r.Member(class, strings.ToLower(verb)) == class {
			r.serveGeneric(verb, view, class, from, at)
		}
	}
	if !known {
		at.tier = resolve.WeakerTier(at.tier, graph.Heuristic)
		r.add([]string{routes.Any}, r.Member(class, "dispatch"), from, at)
	}
}

// ownView adds the endpoints of a view of Django that is used as it is: the list of
// patterns is all that the tree has of it.
//
//	path("about/", TemplateView.as_view(template_name="about.html"))
func (r *reader) ownView(from eval.Expr, full string, at place) {
	if verbs := generic[viewName(full)]; verbs != "" && from.Def > resolve.None {
		r.add(strings.Fields(verbs), from.Def, from, at)
	}
}

// viewName returns the name of a view without the module that declares it.
//
//	django.views.generic.list.ListView    // django.views.generic.ListView
func viewName(full string) string {
	for _, from := range []string{djangoViews, restGenerics, authViews} {
		if rest, ok := strings.CutPrefix(full, from); ok {
			return from + rest[strings.LastIndexByte(rest, '.')+1:]
		}
	}
	return ""
}

// genericView returns the full name of the nearest framework view among the base
// classes whose verbs are known, or "".
func (r *reader) genericView(class resolve.DefID) string {
	for _, base := range r.ExternalBases(class) {
		if name := viewName(base); generic[name] != "" {
			return name
		}
	}
	return ""
}

// allowed returns a predicate for the verbs that a class does not exclude by
// http_method_names.
func (r *reader) allowed(class resolve.DefID) func(verb string) bool {
	for _, v := range r.Values(r.Nearest(class, "http_method_names")) {
		if names, ok := r.Texts(v); ok {
			list := " " + strings.Join(upper(names), " ") + " "
			return func(verb string) bool { return strings.Contains(list, " "+verb+" ") }
		}
	}
	return func(string) bool { return true }
}
