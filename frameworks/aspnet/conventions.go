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

// A pattern is a route that leads to actions by their names: those in the path, or fixed ones.
type pattern struct {
	template   string
	fixed      map[string]string // defaults: the names where the template has none
	area       string            // of the controllers that it leads to; empty for all
	verbs      []string          // nil for any
	generation generation
	project    string // that maps it
	tier       graph.Tier
}

// patternsFor lists the patterns that lead to controllers in a file: those that its own
// project maps. The controllers of a library are reached by those of any project.
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

// mapControllers enters a call that maps controllers, and the group that it is made on.
func (r *reader) mapControllers(call eval.Term, method string) {
	project := r.Project(call.In.File)
	r.maps[project] = true
	for _, p := range r.prefixes(call) {
		p.Said = p.Said.And(r.saidBehind(call))
		if !slices.Contains(r.groups[project], p) {
			r.groups[project] = append(r.groups[project], p)
		}
	}
	r.convention(call, method)
}

// byConvention enters the endpoints of an action that has no route of its own: one for
// each pattern.
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

// common lists the verbs that are in both of two lists, where nil is any; ok is false if none is.
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

// fill is the pattern with the names of an action put in; ok is false if it does not
// lead there.
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
		return "", false // what has an area is reached by patterns with one only
	}
	return "/" + strings.Join(p.given(out, a), "/"),
		used["controller"] && (used["action"] || p.generation == webAPI)
}

// parameter is the name of a segment that is one parameter; empty for others.
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

// convention enters the pattern that a call maps.
func (r *reader) convention(call eval.Term, method string) {
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

// pattern enters a pattern of a template and defaults, for all that call the method around it.
// One whose names are not known leads to no action that could be told.
//
//	MapControllerRoute("blog", "blog/{*slug}", new { controller = "Blog", action = "Article" })
func (r *reader) pattern(call eval.Term, p pattern, template, defaults *parse.Expr) {
	if template == nil || r.named(call, p, template, defaults) {
		return
	}
	for _, f := range r.FramesAt(call) {
		call.Env = f.Env
		p.tier = resolve.Worse(p.tier, f.Tier)
		if !r.named(call, p, template, defaults) {
			routes.LeaveOpen(r.Tree, call.Sub(template), routes.Any)
		}
	}
}

// named enters a pattern unless its template or one of its names is not known.
func (r *reader) named(call eval.Term, p pattern, template, defaults *parse.Expr) (ok bool) {
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

// defaults reads the names that an object gives to controller, action and area; ok is false if one
// of them is not known.
func (r *reader) defaults(x eval.Term) (fixed map[string]string, ok bool) {
	fixed = map[string]string{}
	for _, v := range r.Reduce(x) {
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
