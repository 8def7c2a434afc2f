package aspnet

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A selector is one route to an action.
type selector struct {
	verbs    []string // nil for any verb
	hasRoute bool
	template string
	name     string
	at       eval.Place
	tier     graph.Tier
}

// An action is a method that a controller serves, possibly declared in a base class.
type action struct {
	controller *resolve.Def
	method     *resolve.Def
	area, name string
	generation generation
	said       routes.Attributes
}

// actions adds the endpoints of a controller.
func (r *reader) actions(class *resolve.Def) {
	a := action{controller: class, generation: r.generationOf(class.ID)}
	serve, around := r.serve, r.classRoutes(class.ID)
	if a.generation == core {
		a.area = r.stringOf(class.ID, mvc+"AreaAttribute")
	} else {
		serve, a.area = r.serveClassic, r.classicArea(class)
	}
	for _, a.method = range r.methods(class.ID) {
		a.name = r.actionName(a.method)
		a.said = r.saidOfAction(a)
		for _, s := range r.selectors(a.method) {
			serve(a, s, around)
		}
	}
}

// classRoutes lists the routes of a controller: those of the nearest class that has
// any.
func (r *reader) classRoutes(class resolve.DefID) []selector {
	for _, c := range r.Ancestry(class) {
		var out []selector
		for _, x := range r.Attributes(c) {
			if p, ok := r.provider(x); ok && p.hasRoute {
				out = append(out, selector{hasRoute: true, template: p.template, tier: p.tier,
					at: eval.Place{File: x.In.File, At: x.At}})
			}
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// methods lists the action methods of a controller, inherited ones included.
func (r *reader) methods(class resolve.DefID) []*resolve.Def {
	var out []*resolve.Def
	hidden := map[resolve.DefID]bool{}
	for _, c := range r.Ancestry(class) {
		for _, m := range r.declared(c) {
			for _, o := range r.overridden(m) {
				hidden[o] = true
			}
			if !hidden[m.ID] && r.isAction(m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// declared lists the methods that a class declares, in all its partial declarations, by
// (path, position).
func (r *reader) declared(class resolve.DefID) []*resolve.Def {
	files := []*resolve.File{r.Table.Def(class).File}
	if r.Table.Def(class).Partial {
		files = r.Table.Files
	}
	var out []*resolve.Def
	for _, f := range files {
		for i := range f.Definitions {
			m := r.Table.Def(f.ID(int32(i)))
			if m.Kind == graph.KindMethod && r.Table.Canon[m.Outer] == class {
				out = append(out, m)
			}
		}
	}
	return out
}

// overridden lists the base class methods that a method overrides.
func (r *reader) overridden(m *resolve.Def) []resolve.DefID {
	if !resolve.HasModifier(m, "override") {
		return nil
	}
	if x, ok := m.File.Rules.(resolve.Implementer); ok {
		return x.ImplementedBy(m.ID)
	}
	return nil
}

// isAction reports whether a method is served: it is public, non-static, not generic,
// without [NonAction], and neither a method of object nor Dispose().
func (r *reader) isAction(m *resolve.Def) bool {
	if !resolve.HasModifier(m, "public") || resolve.HasModifier(m, "static") ||
		resolve.HasModifier(m, "abstract") || len(m.TypeParams) > 0 {
		return false
	}
	switch m.Name {
	case "Dispose", "ToString", "GetHashCode":
		if len(m.Params) == 0 {
			return false
		}
	case "Equals":
		if len(m.Params) == 1 && resolve.HasModifier(m, "override") {
			return false
		}
	}
	for _, id := range r.chain(m) {
		if r.hasAttribute(id, mvc+"NonActionAttribute") || r.hasAttribute(id, mvc+"ChildActionOnlyAttribute") {
			return false
		}
	}
	return true
}

// chain lists a method and the methods that it overrides, the nearest first.
func (r *reader) chain(m *resolve.Def) []resolve.DefID {
	out := []resolve.DefID{m.ID}
	for i := 0; i < len(out) && len(out) < maxBases; i++ {
		for _, o := range r.overridden(r.Table.Def(out[i])) {
			if !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// actionName returns the name of an action: without the suffix Async, unless
// [ActionName] specifies it or the framework keeps the suffix.
func (r *reader) actionName(m *resolve.Def) string {
	for _, id := range r.chain(m) {
		if name := r.stringOf(id, mvc+"ActionNameAttribute"); name != "" {
			return name
		}
	}
	if isClassic(m.File) {
		return m.Name
	}
	return strings.TrimSuffix(m.Name, "Async")
}

// stringOf returns the first argument of an attribute of the framework, or "".
func (r *reader) stringOf(d resolve.DefID, attribute string) string {
	for _, x := range r.Attributes(d) {
		if arg := x.Arg(0, ""); arg != nil && nameOf(x) == attribute {
			text, _ := r.Text(x.Sub(arg))
			return text
		}
	}
	return ""
}

// selectors lists the routes to an action, from the attributes of the first method in
// its chain that has any routing attributes
// (DefaultApplicationModelProvider.CreateSelectors).
func (r *reader) selectors(m *resolve.Def) []selector {
	for _, id := range r.chain(m) {
		var all []selector
		var isVerb []bool
		for _, x := range r.Attributes(id) {
			if p, ok := r.provider(x); ok {
				all = append(all, selector{verbs: p.verbs, hasRoute: p.hasRoute,
					template: p.template, name: p.name, tier: p.tier, at: eval.Place{File: x.In.File, At: x.At}})
				isVerb = append(isVerb, p.hasVerbs)
			}
		}
		if all != nil {
			return combine(all, isVerb)
		}
	}
	return []selector{{at: eval.Place{File: m.File, At: m.NameAt}, tier: graph.Exact}}
}

// combine makes selectors of the routing attributes of one method. Each attribute with
// a template is a selector. Attributes with only verbs add them to the templates
// without verbs; if there are no such templates, they form a separate selector.
func combine(all []selector, isVerb []bool) []selector {
	var out []selector
	silent := selector{tier: graph.Exact}
	hasSilent, hasPlain := false, false
	for i, s := range all {
		if !s.hasRoute {
			hasSilent = true
			if silent.at.File == nil {
				silent.at = s.at
			}
			silent.verbs = append(silent.verbs, s.verbs...)
			silent.name = cmp.Or(silent.name, s.name)
			silent.tier = resolve.WeakerTier(silent.tier, s.tier)
		} else if !isVerb[i] {
			hasPlain = true
		}
	}
	for i, s := range all {
		if !s.hasRoute {
			continue
		}
		if !isVerb[i] {
			s.verbs, s.tier = silent.verbs, resolve.WeakerTier(s.tier, silent.tier)
		}
		out = append(out, s)
	}
	if hasSilent && !hasPlain {
		out = append(out, silent)
	}
	return out
}

// serve adds the endpoints of one selector of an action.
func (r *reader) serve(a action, s selector, around []selector) {
	switch {
	case s.hasRoute && isAbsolute(s.template):
		r.add(a, s, routes.Join("", strings.TrimPrefix(s.template, "~")), s.tier)
	case len(around) > 0:
		for _, c := range around {
			prefix := strings.TrimPrefix(c.template, "~")
			r.add(a, s, routes.Join(prefix, s.template), resolve.WeakerTier(c.tier, s.tier))
		}
	case s.hasRoute:
		r.add(a, s, routes.Join("", s.template), s.tier)
	default:
		r.byConvention(a, s)
	}
}

// isAbsolute reports whether a template discards its prefix.
func isAbsolute(template string) bool {
	return strings.HasPrefix(template, "/") || strings.HasPrefix(template, "~/")
}

// add adds an endpoint for each verb of a selector.
func (r *reader) add(a action, s selector, template string, tier graph.Tier) {
	verbs := s.verbs
	if verbs == nil {
		verbs = []string{routes.Any}
	}
	if r.hasConventions {
		tier = graph.Heuristic // a convention that runs at startup may change the route
	}
	for _, p := range r.groupsOf(a.controller.File) {
		e := routes.Endpoint{Template: routes.Join(p.Text, a.replace(template)), Handler: a.method.ID,
			Class: a.controller.ID, At: s.at, Tier: resolve.WeakerTier(tier, p.Tier), Attributes: p.Attributes.And(a.said)}
		if s.name != "" {
			e.Attributes = e.Attributes.And(routes.Attr(graph.AttrName, a.replace(s.name)))
		}
		for _, e.Verb = range verbs {
			r.found = append(r.found, e)
		}
	}
}

// replace substitutes the tokens of a template.
func (a action) replace(template string) string {
	controller := a.controller.Name
	if n := len(controller) - len("controller"); n >= 0 &&
		strings.EqualFold(controller[n:], "controller") {
		controller = controller[:n]
	}
	return replaceTokens(template, map[string]string{"controller": controller, "action": a.name,
		"area": a.area})
}

// replaceTokens substitutes [tokens], ignoring case; [[ and ]] are escaped brackets.
func replaceTokens(template string, values map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		c := template[i]
		if (c == '[' || c == ']') && i+1 < len(template) && template[i+1] == c {
			b.WriteByte(c)
			i++
			continue
		}
		if end := strings.IndexByte(template[i:], ']'); c == '[' && end > 0 {
			if v, ok := values[strings.ToLower(template[i+1:i+end])]; ok {
				b.WriteString(v)
				i += end
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
