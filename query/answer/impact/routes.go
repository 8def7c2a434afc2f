package impact

import (
	"seedgraph/graph"
	"seedgraph/query/answer/dispatch"
)

// registers reports whether the user of a step only registers the used node as a route
// handler: it refers to the handler, and the route is registered within it. Requests to
// the route run the handler, not the code that registers it. The lines of the reference
// and of the registration may differ, because a statement may have several lines.
func (f *finder) registers(s dispatch.Step) (bool, error) {
	if s.Kind != graph.References && s.Kind != graph.Passes && !s.ByCaller() || s.Line == 0 {
		return false, nil
	}
	places, err := f.routePlaces(s.To)
	if err != nil || len(places) == 0 {
		return false, err
	}
	user, err := f.x.Node(s.User)
	if err != nil {
		return false, err
	}
	for p := range places {
		if p.path == user.Path && (p.line == s.Line || user.Span.StartLine <= p.line && p.line <= user.Span.EndLine) {
			return true, nil
		}
	}
	return false, nil
}

// A place is a line of a file.
type place struct {
	path string
	line uint32
}

// routePlaces returns the locations where the routes handled by a node are registered.
func (f *finder) routePlaces(n uint32) (map[place]bool, error) {
	if places, ok := f.routes[n]; ok {
		return places, nil
	}
	var places map[place]bool
	in, err := f.x.In(n)
	for _, e := range in {
		if e.Kind != graph.Routes {
			continue
		}
		var route *graph.Node
		if route, err = f.x.Node(e.From); err != nil {
			break
		}
		if places == nil {
			places = map[place]bool{}
		}
		places[place{route.Path, route.Span.StartLine}] = true
	}
	f.routes[n] = places
	return places, err
}

// isLink reports whether an edge is a link or form of a page to a route. It returns false
// for a node that cannot be read, as isDocument does.
func (f *finder) isLink(node *graph.Node, e graph.Edge) bool {
	if e.Kind != graph.Requests || node.Kind != graph.KindRoute {
		return false
	}
	from, err := f.x.Node(e.From)
	return err == nil && from.Domain() == graph.FrontEnd
}
