package names

import (
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/lazyregexp"
)

// byRoute resolves a name as a route in the notation of any framework: with or without
// the verb, the prefix where the application is mounted, and the names of parameters.
//
//	POST /api/orders/:id/close
//	/orders/<int:id>/close
func (r *Resolver) byRoute(name string) (artifacts.Match, error) {
	verb, path, ok := strings.Cut(name, " ")
	if !ok {
		verb, path = "", name
	}
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, " \t") {
		return artifacts.Match{}, nil
	}
	wanted := segments(path)
	last := lastSegment(wanted)
	if last == "" {
		return artifacts.Match{}, nil
	}
	var byFit [3][]uint32
	err := r.routesOn(wanted[len(wanted)-1], func(n uint32, node *graph.Node) {
		itsVerb, itsPath, _ := strings.Cut(node.Name, " ")
		if verb != "" && !strings.EqualFold(verb, itsVerb) {
			return
		}
		if f := fit(segments(itsPath), wanted); f > 0 {
			byFit[f-1] = append(byFit[f-1], n)
		}
	})
	if err != nil {
		return artifacts.Match{}, err
	}
	for i := len(byFit) - 1; i >= 0; i-- {
		if len(byFit[i]) > 0 {
			return artifacts.Match{Nodes: byFit[i]}, nil
		}
	}
	return artifacts.Match{}, nil
}

// routesOn calls f for the routes whose path may end with a segment.
func (r *Resolver) routesOn(segment string, f func(n uint32, node *graph.Node)) error {
	key := strings.ToLower(segment[strings.LastIndexAny(segment, "./#:")+1:])
	var found []uint32
	err := r.Index.Symbols(key, func(name string, nodes []uint32) bool {
		if name == key {
			found = nodes
		}
		return name == key
	})
	if err != nil {
		return err
	}
	for _, n := range found {
		node, err := r.Index.Node(n)
		if err != nil {
			return err
		}
		if node.Kind == graph.KindRoute {
			f(n, node)
		}
	}
	return nil
}

// parameter matches a path segment that is a parameter: :id, :id(\d+), {id}, {id:int},
// <id>, <int:id>, [id], $id, * and **.
var parameter = lazyregexp.New(`^(:[\w-]+(\(.*\))?[?*+]?|\{[^{}]*\}|<[^<>]*>|\[+[^\[\]]*\]+|\$\w+|\*+\w*)$`)

// segments splits a path, ignoring leading and trailing slashes; each parameter becomes
// {}.
func segments(path string) []string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, p := range parts {
		if parameter.MatchString(p) {
			parts[i] = "{}"
		}
	}
	return parts
}

// lastSegment returns the last segment that is not a parameter, or "".
func lastSegment(parts []string) string {
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] != "{}" {
			return parts[i]
		}
	}
	return ""
}

// fit grades how the path of a route matches a wanted one: 3 completely, 2 with a prefix
// that the wanted path lacks, 1 without a prefix unknown to the tree, 0 not at all.
func fit(route, wanted []string) int {
	n := min(len(route), len(wanted))
	a, b := route[len(route)-n:], wanted[len(wanted)-n:]
	for i := range a {
		if !strings.EqualFold(a[i], b[i]) {
			return 0
		}
	}
	switch {
	case len(route) == len(wanted):
		return 3
	case len(route) > len(wanted):
		return 2
	case lastSegment(route) != "":
		return 1
	}
	return 0
}
