package fleet

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A served is a route of HTTP that a member answers.
type served struct {
	node   uint32
	verb   string
	path   []string
	member *member
}

// requestsOf joins requests to the routes of other members.
type requestsOf struct {
	*linker
	byLast map[string][]served  // by the last segment of the path, {} for a parameter
	hosts  map[string][]*member // by the name under which others find them
	asks   map[*member][]*member
}

// joinRequests joins the requests that no route of their own repository surely answers.
//
// Time grows with the requests, and for each with the routes that end alike.
func (l *linker) joinRequests() {
	r := &requestsOf{linker: l, byLast: map[string][]served{}, hosts: map[string][]*member{},
		asks: map[*member][]*member{}}
	for i := range l.g.Nodes {
		r.serve(uint32(i))
	}
	for _, m := range l.members {
		r.name(m)
	}
	for _, m := range l.members {
		r.addresses(m)
	}
	for _, m := range l.members {
		for _, e := range m.Endpoints {
			if n, ok := l.numberOf(m, e.NodeID); ok && e.Type == graph.EndpointRequest && !m.Uneven {
				r.join(m, n, e)
			}
		}
	}
}

// serve notes a route. One that answers whatever is asked tells nothing of who is meant.
func (r *requestsOf) serve(n uint32) {
	node := &r.g.Nodes[n]
	if node.Kind != graph.KindRoute || node.Language != "http" || node.Flags.Has(graph.Test) || !r.leads(n, graph.Routes) {
		return
	}
	verb, template, ok := strings.Cut(node.Name, " ")
	segments := split(template)
	if !ok || !slices.ContainsFunc(segments, isKnown) {
		return
	}
	s := served{n, verb, segments, r.memberOf(n)}
	last := segments[len(segments)-1]
	if !isKnown(last) {
		last = "{}"
	}
	r.byLast[last] = append(r.byLast[last], s)
}

// split lists the segments of a path, in lower case.
func split(p string) []string {
	p = strings.Trim(strings.ToLower(p), "/")
	if p == "" {
		return nil
	}
	return strings.Split(p, "/")
}

// isKnown reports whether nothing of a segment is a parameter.
func isKnown(segment string) bool { return !strings.ContainsAny(segment, "{}*") }

// name notes the names by which others find a member: its own, those of its projects, and those
// that its settings give it.
func (r *requestsOf) name(m *member) {
	names := []string{path.Base(m.Name)}
	for _, p := range m.Packages {
		if !p.Requires {
			names = append(names, p.Name[strings.LastIndexAny(p.Name, "/:")+1:])
		}
	}
	for _, e := range m.Endpoints {
		if e.Type == graph.EndpointService {
			names = append(names, e.Host)
		}
	}
	for _, name := range names {
		if key := hostKey(name); key != "" && !slices.Contains(r.hosts[key], m) {
			r.hosts[key] = append(r.hosts[key], m)
		}
	}
}

// hostKey returns the normalized form of a host name: ordering-api, Ordering.API.
func hostKey(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "", " ", "").Replace(name))
}

// found lists the members that a host names; the first label of a name in a cluster is that of the
// service: catalog.shop.svc.cluster.local.
func (r *requestsOf) found(host string) []*member {
	if list := r.hosts[hostKey(host)]; len(list) > 0 && !strings.Contains(host, ".") {
		return list
	}
	first, rest, _ := strings.Cut(host, ".")
	if rest == "" || strings.HasSuffix(rest, "svc.cluster.local") || strings.HasSuffix(rest, ".svc") ||
		strings.HasSuffix(rest, "internal") || strings.HasSuffix(rest, "local") {
		return r.hosts[hostKey(first)]
	}
	return nil
}

// addresses notes which members the settings of a member name.
func (r *requestsOf) addresses(m *member) {
	for _, e := range m.Endpoints {
		if e.Type != graph.EndpointAddress {
			continue
		}
		for _, to := range r.found(e.Host) {
			if to != m && !slices.Contains(r.asks[m], to) {
				r.asks[m] = append(r.asks[m], to)
			}
		}
	}
}

// join joins a request. A host that is named decides which member answers; else the path does,
// first among the members that the settings name.
func (r *requestsOf) join(m *member, n uint32, e artifacts.EndpointRow) {
	wanted := split(e.Route)
	host := strings.Trim(e.Host, "{}")
	named := r.found(host)
	if host != "" && len(named) == 0 && strings.Contains(host, ".") && !isNumeric(host) {
		return // a server of the internet
	}
	if slices.Contains(named, m) {
		return // its own
	}
	j := join{Edge: graph.Edge{From: n, Kind: graph.Requests, Tier: graph.Unique, Line: e.Line}, by: byRoute}
	asked := e.Verb + " " + e.Route
	if len(named) > 0 {
		targets := r.answering(e.Verb, wanted, true, func(s served) bool { return slices.Contains(named, s.member) })
		j.evidence = fmt.Sprintf("%s of the host %s, which is %s", asked, host, named[0].Name)
		r.addAll(j, targets)
		if len(targets) > 0 && !slices.ContainsFunc(targets, func(to uint32) bool { return r.hides(n, to) }) {
			r.replaceOwn(n, e.Line)
		}
		return
	}
	if len(wanted) < 2 && !(len(wanted) == 1 && len(wanted[0]) > 3) {
		return // a path that anything may have
	}
	j.Tier = graph.Heuristic
	others := func(s served) bool { return s.member != m }
	targets := r.answering(e.Verb, wanted, false, others)
	if len(targets) == 0 {
		targets = r.answering(e.Verb, wanted, true, func(s served) bool { return slices.Contains(r.asks[m], s.member) })
	}
	if known := slices.DeleteFunc(slices.Clone(targets), func(t uint32) bool {
		return !slices.Contains(r.asks[m], r.memberOf(t))
	}); len(known) > 0 {
		targets = known
	}
	j.evidence = asked + " has the path of the route; the host is not known"
	if len(targets) > 0 && slices.Contains(r.asks[m], r.memberOf(targets[0])) {
		j.evidence = asked + " has the path of the route, and settings here name " + r.memberOf(targets[0]).Name
	}
	if r.answeredAtHome(n, e.Line) {
		return // that the own repository answers is no worse a guess
	}
	r.addAll(j, targets)
}

// isNumeric reports whether a host is an address of numbers, which says nothing of who has it.
func isNumeric(host string) bool { return strings.Trim(host, "0123456789.") == "" }

// answeredAtHome reports whether a route of the own repository is taken as the answer to a request
// at a line.
func (r *requestsOf) answeredAtHome(n uint32, line uint32) bool {
	return slices.ContainsFunc(r.edgesOut(n), func(e graph.Edge) bool {
		return e.Kind == graph.Requests && e.Line == line
	})
}

// replaceOwn drops the answers at a line that were found before the host was known to be another
// repository.
func (r *requestsOf) replaceOwn(n uint32, line uint32) {
	for _, e := range r.edgesOut(n) {
		if e.Kind == graph.Requests && e.Line == line && r.g.Nodes[e.To].Language == "http" {
			r.replace[keyOf(e)] = true
		}
	}
}

// answering lists the routes that answer a request: those with its path, else, if a server before
// them may add to the path, those whose path ends it or that it ends.
func (r *requestsOf) answering(verb string, wanted []string, prefixed bool, of func(served) bool) []uint32 {
	var best []served
	bestFit := 0
	consider := func(s served) {
		if !of(s) || !answersVerb(s.verb, verb) {
			return
		}
		fit := fitOf(s.path, wanted)
		if !prefixed && len(s.path) != len(wanted) {
			return
		}
		if fit > bestFit {
			best, bestFit = nil, fit
		}
		if fit > 0 && fit == bestFit {
			best = append(best, s)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	last := wanted[len(wanted)-1]
	if !isKnown(last) {
		for _, list := range r.sortedRoutes() {
			consider(list)
		}
	} else {
		for _, s := range r.byLast[last] {
			consider(s)
		}
		for _, s := range r.byLast["{}"] {
			consider(s)
		}
	}
	var out []uint32
	for _, s := range best {
		out = append(out, s.node)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sortedRoutes lists all routes, by number.
func (r *requestsOf) sortedRoutes() []served {
	var out []served
	for _, list := range r.byLast {
		out = append(out, list...)
	}
	slices.SortFunc(out, func(a, b served) int { return int(a.node) - int(b.node) })
	return out
}

// answersVerb reports whether a route of a verb answers requests of another one.
func answersVerb(route, asked string) bool { return route == asked || route == "ANY" || asked == "ANY" }

// fitOf says how well a route fits a path: 0 not at all, more for the same length, and for more
// segments that are equal texts. Segments are compared from the last one, as servers add to the
// front.
func fitOf(route, wanted []string) int {
	fit, known := 1, 0
	for i := 1; i <= min(len(route), len(wanted)); i++ {
		a, b := route[len(route)-i], wanted[len(wanted)-i]
		switch {
		case isKnown(a) && a == b:
			fit += 4
			known++
		case isKnown(a) && isKnown(b):
			return 0
		case !isKnown(a) && !isKnown(b):
			fit += 2
		case isKnown(a):
			return 0 // that what is not known is just this text would be a guess
		default:
			fit++
		}
	}
	switch {
	case known == 0:
		return 0
	case len(route) == len(wanted):
		return fit + 1000
	case len(route) > len(wanted):
		return 0 // a server before it would have to take away from the path
	}
	return fit
}
