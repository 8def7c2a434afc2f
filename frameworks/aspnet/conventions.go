package aspnet

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A pattern is a conventional route. It selects actions by names in the path, or by
// fixed names.
type pattern struct {
	template   string
	fixed      map[string]string // default names, for parameters missing from the template
	area       string            // area of its controllers; empty for all
	verbs      []string          // nil for any verb
	generation generation
	project    string // project that maps it
	tier       graph.Tier
}

// patternsFor lists the patterns for controllers in a file: those that its project
// maps. Controllers in a library are reached from any project.
func (r *reader) patternsFor(f *resolve.File) []pattern {
	project := r.Project(f)
	if !r.maps[project] {
		out := slices.Clone(r.patterns)
		for i := range out {
			out[i].tier = graph.Heuristic
		}
		return out
	}
	var out []pattern
	for _, p := range r.patterns {
		if p.project == project {
			out = append(out, p)
		}
	}
	return out
}

// groupsOf lists the prefixes of the groups that the controllers in a file are mapped
// on.
func (r *reader) groupsOf(f *resolve.File) []routes.Prefix {
	if groups := r.groups[r.Project(f)]; groups != nil {
		return groups
	}
	return root
}

// mapControllers records a call that maps controllers, and the group that is its
// receiver.
func (r *reader) mapControllers(call eval.Expr, method string) {
	project := r.Project(call.In.File)
	r.maps[project] = true
	for _, p := range r.prefixes(call) {
		p.Attributes = p.Attributes.And(r.saidBehind(call))
		if !slices.Contains(r.groups[project], p) {
			r.groups[project] = append(r.groups[project], p)
		}
	}
	r.convention(call, method)
}

// byConvention adds the endpoints of an action without attribute routes: one for each
// pattern.
func (r *reader) byConvention(a action, s selector) {
	for _, p := range r.patternsFor(a.controller.File) {
		template, ok := p.fill(a)
		if !ok {
			continue
		}
		only := s
		if only.verbs, ok = common(s.verbs, p.verbs); ok {
			r.add(a, only, template, p.tier)
		}
	}
}

// common returns the intersection of two verb lists, where nil is any verb; ok is false
// if it is empty.
func common(a, b []string) (out []string, ok bool) {
	switch {
	case a == nil:
		return b, true
	case b == nil:
		return a, true
	}
	for _, verb := range a {
		if slices.Contains(b, verb) {
			out = append(out, verb)
		}
	}
	return out, out != nil
}

// fill returns the template of a pattern for an action; ok is false if the pattern does
// not select it.
func (p pattern) fill(a action) (template string, ok bool) {
	if p.area != "" && p.area != a.area || p.generation != a.generation {
		return "", false
	}
	values := map[string]string{"controller": a.replace("[controller]"), "action": a.name}
	if a.area != "" {
		values["area"] = a.area
	}
	used := map[string]bool{}
	var out []string
	for _, s := range strings.Split(strings.Trim(p.template, "/"), "/") {
		name := parameter(s)
		value, known := values[name]
		switch {
		case name == "area" && !known:
			return "", false
		case known:
			used[name] = true
			s = value
		}
		out = append(out, s)
	}
	for name, value := range p.fixed {
		if used[name] {
			continue
		}
		if !strings.EqualFold(values[name], value) {
			return "", false
		}
		used[name] = true
	}
	if a.area != "" && p.area == "" && !used["area"] {
		return "", false // an action in an area needs a pattern with an area
	}
	return "/" + strings.Join(p.given(out, a), "/"),
		used["controller"] && (used["action"] || p.generation == webAPI)
}

// parameter returns the parameter name of a segment that is one parameter; empty for
// others.
func parameter(segment string) string {
	inner, ok := strings.CutPrefix(segment, "{")
	inner, closed := strings.CutSuffix(inner, "}")
	if !ok || !closed {
		return ""
	}
	if i := strings.IndexAny(inner, ":=?"); i >= 0 {
		inner = inner[:i]
	}
	return strings.TrimLeft(inner, "*")
}

const controllerBuilder = "Microsoft.AspNetCore.Builder.ControllerEndpointRouteBuilderExtensions."

// convention records the pattern that a call maps.
func (r *reader) convention(call eval.Expr, method string) {
	p := pattern{project: r.Project(call.In.File), tier: graph.Exact}
	switch method {
	case "MapDefaultControllerRoute":
		p.template = "{controller=Home}/{action=Index}/{id?}"
		r.patterns = append(r.patterns, p)
	case "MapAreaControllerRoute":
		if area := call.Arg(1, "areaName"); area != nil {
			p.area, _ = r.Text(call.Sub(area))
		}
		r.pattern(call, p, call.Arg(2, "pattern"), call.Arg(3, "defaults"))
	case "MapControllerRoute":
		r.pattern(call, p, call.Arg(1, "pattern"), call.Arg(2, "defaults"))
	}
}

// pattern records a pattern with a template and defaults, for all callers of the method
// around the call. A pattern with unknown names selects no known action.
//
//	MapControllerRoute("blog", "blog/{*slug}", new { controller = "Blog", action = "Article" })
func (r *reader) pattern(call eval.Expr, p pattern, template, defaults *parse.Expr) {
	if template == nil || r.named(call, p, template, defaults) {
		return
	}
	for _, f := range r.FramesAt(call) {
		call.Env = f.Env
		p.tier = resolve.WeakerTier(p.tier, f.Tier)
		if !r.named(call, p, template, defaults) {
			routes.AddUnresolved(r.Tree, call.Sub(template), routes.Any)
		}
	}
}

// named records a pattern unless its template or one of its names is unknown.
func (r *reader) named(call eval.Expr, p pattern, template, defaults *parse.Expr) (ok bool) {
	if p.template, ok = r.Text(call.Sub(template)); !ok {
		return false
	}
	if defaults != nil {
		if p.fixed, ok = r.defaults(call.Sub(defaults)); !ok {
			return false
		}
	}
	r.patterns = append(r.patterns, p)
	return true
}

// defaults reads the values of controller, action and area from an object; ok is false
// if one of them is unknown.
func (r *reader) defaults(x eval.Expr) (fixed map[string]string, ok bool) {
	fixed = map[string]string{}
	for _, v := range r.Evaluate(x) {
		for i := range v.Args {
			name := strings.ToLower(v.Args[i].Name)
			if name != "controller" && name != "action" && name != "area" {
				continue
			}
			if fixed[name], ok = r.Text(v.Sub(&v.Args[i].Value)); !ok {
				return nil, false
			}
		}
	}
	return fixed, true
}
