package aspnet

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
	"seedgraph/web"
)

// A pattern is a route that leads to actions by their names.
type pattern struct {
	template string
	area     string // of the controllers that it leads to; empty for all
	project  string // that maps it
	tier     graph.Tier
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
func (r *reader) groupsOf(f *resolve.File) []web.Prefix {
	if groups := r.groups[r.Project(f)]; groups != nil {
		return groups
	}
	return root
}

// mapControllers enters a call that maps controllers, and the group that it is made on.
func (r *reader) mapControllers(call web.Term, method string) {
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
		if ok {
			r.add(a, s, template, p.tier)
		}
	}
}

// fill is the pattern with the names of an action put in; ok is false if it does not
// lead there.
func (p pattern) fill(a action) (template string, ok bool) {
	if p.area != "" && p.area != a.area {
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
	if a.area != "" && p.area == "" && !used["area"] {
		return "", false // what has an area is reached by patterns with one only
	}
	return "/" + strings.Join(out, "/"), used["controller"] && used["action"]
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
func (r *reader) convention(call web.Term, method string) {
	p := pattern{tier: graph.Exact, project: r.Project(call.In.File)}
	at := 1
	switch method {
	case "MapDefaultControllerRoute":
		p.template = "{controller=Home}/{action=Index}/{id?}"
		r.patterns = append(r.patterns, p)
		return
	case "MapAreaControllerRoute":
		at = 2
		if area := call.Arg(1, "areaName"); area != nil {
			p.area, _ = r.Text(call.Sub(area))
		}
	case "MapControllerRoute":
	default:
		return
	}
	arg := call.Arg(at, "pattern")
	if arg == nil {
		return
	}
	text, ok := r.Text(call.Sub(arg))
	if ok {
		p.template = text
		r.patterns = append(r.patterns, p)
	}
}
