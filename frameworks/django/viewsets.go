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

// standard lists the actions that a router maps, with their verbs; actions on one
// object have its parameter after the prefix.
var standard = []struct {
	name, verb string
	detail     bool
}{{"list", "GET", false}, {"create", "POST", false}, {"retrieve", "GET", true},
	{"update", "PUT", true}, {"partial_update", "PATCH", true}, {"destroy", "DELETE", true}}

// brought maps framework classes to the actions that they provide, by full name.
var brought = map[string][]string{
	"rest_framework.viewsets.ModelViewSet": {"list", "create", "retrieve", "update",
		"partial_update", "destroy"},
	"rest_framework.viewsets.ReadOnlyModelViewSet": {"list", "retrieve"},
	"rest_framework.mixins.ListModelMixin":         {"list"},
	"rest_framework.mixins.CreateModelMixin":       {"create"},
	"rest_framework.mixins.RetrieveModelMixin":     {"retrieve"},
	"rest_framework.mixins.UpdateModelMixin":       {"update", "partial_update"},
	"rest_framework.mixins.DestroyModelMixin":      {"destroy"},
}

// viewset adds the endpoints that a router generates for a viewset.
func (r *reader) viewset(reg registration, at place) {
	var names []string
	at.said = at.said.And(r.saidOfClass(reg.class))
	for _, base := range r.ExternalBases(reg.class) {
		names = append(names, brought[base]...)
	}
	allowed := r.allowed(reg.class)
	object := at.under("/{"+r.lookup(reg.class)+"}", graph.Exact)
	for _, a := range standard {
		to := r.Member(reg.class, a.name)
		if to == reg.class && !slices.Contains(names, a.name) || !allowed(a.verb) {
			continue
		}
		if a.detail {
			r.serve([]string{a.verb}, reg.class, a.name, reg.at, object)
		} else {
			r.serve([]string{a.verb}, reg.class, a.name, reg.at, at)
		}
	}
	r.actions(reg, at, object, allowed)
}

// lookup returns the name of the parameter for one object.
func (r *reader) lookup(class resolve.DefID) string {
	for _, name := range []string{"lookup_url_kwarg", "lookup_field"} {
		for _, v := range r.Values(r.Nearest(class, name)) {
			if text, ok := r.Text(v); ok {
				return text
			}
		}
	}
	return "pk"
}

// actions adds the endpoints of the methods with @action, and of methods mapped to
// further verbs of these.
func (r *reader) actions(reg registration, at, object place, allowed func(string) bool) {
	seen, first := map[string]bool{}, len(r.found)
	defer func() { routes.SetClass(reg.class, r.found[first:]) }()
	for _, c := range r.Lineage(reg.class) {
		f := r.Table.Def(c).File
		for i := range f.Definitions {
			m := r.Table.Def(f.ID(int32(i)))
			if m.Outer != c || !m.Kind.IsCallable() || seen[m.Name] {
				continue
			}
			seen[m.Name] = true
			for _, x := range r.Attributes(m.ID) {
				from, further := r.mapped(x, c)
				if from == nil {
					from = m
				}
				a, ok := r.action(from)
				if !ok {
					continue
				}
				if further != "" {
					a.verbs = []string{further}
				} else if from != m || !isAction(r.ExternalName(x)) {
					continue
				}
				to := at
				if a.detail {
					to = object
				}
				if arg := x.Arg(-1, "permission_classes"); arg != nil {
					to.said = permissions(x.Sub(arg))
				}
				a.verbs = slices.DeleteFunc(a.verbs, func(v string) bool { return !allowed(v) })
				r.add(a.verbs, m.ID, x, to.under("/"+a.path, graph.Exact))
			}
		}
	}
}

// An action is the configuration of a method by @action.
type action struct {
	verbs  []string
	detail bool
	path   string
}

// isAction reports whether a decorator is @action, or one of its predecessors.
func isAction(name string) bool {
	return name == decorators+"action" || name == decorators+"list_route" ||
		name == decorators+"detail_route"
}

const decorators = "rest_framework.decorators."

// action reads the decorator of a method; ok is false if it has none.
func (r *reader) action(m *resolve.Def) (a action, ok bool) {
	for _, x := range r.Attributes(m.ID) {
		name := r.ExternalName(x)
		if !isAction(name) {
			continue
		}
		a = action{verbs: []string{"GET"}, path: m.Name, detail: name == decorators+"detail_route"}
		if arg := x.Arg(-1, "detail"); arg != nil {
			a.detail = strings.EqualFold(arg.Text, "true")
		}
		if arg := x.Arg(0, "methods"); arg != nil {
			if list, ok := r.Texts(x.Sub(arg)); ok {
				a.verbs = upper(list)
			}
		}
		if arg := x.Arg(-1, "url_path"); arg != nil {
			text, _ := r.Text(x.Sub(arg))
			a.path, _ = fromRegex(text)
		}
		return a, true
	}
	return a, false
}

// mapped reads @name.mapping.delete and returns the method of the action, and the verb.
func (r *reader) mapped(x eval.Expr, class resolve.DefID) (from *resolve.Def, verb string) {
	if x.Kind != parse.ExprMember || x.Recv == nil || x.Recv.Text != "mapping" ||
		x.Recv.Recv == nil {
		return nil, ""
	}
	for _, d := range r.Table.Own(class, x.Recv.Recv.Text) {
		return r.Table.Def(d), strings.ToUpper(x.Expr.Text)
	}
	return nil, ""
}
