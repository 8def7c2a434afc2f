package tags

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// A stepper selects a child of a node.
type stepper struct {
	field, kind, token string
	nth                int
}

// A route is a compiled path: alternatives, each a list of steps.
type route [][]stepper

// newRoute compiles a path.
func newRoute(path string) route {
	if path == "" {
		return nil
	}
	var out route
	for _, alt := range strings.Split(path, "|") {
		var steps []stepper
		for _, part := range strings.Split(alt, "/") {
			switch {
			case part[0] == ':':
				steps = append(steps, stepper{kind: part[1:]})
			case part[0] == '>':
				steps = append(steps, stepper{token: part[1:]})
			case part[0] == '#':
				nth, err := strconv.Atoi(part[1:])
				if err != nil {
					panic("tags: path " + path)
				}
				steps = append(steps, stepper{nth: nth})
			default:
				steps = append(steps, stepper{field: part})
			}
		}
		out = append(out, steps)
	}
	return out
}

// from returns the target of the route, or the zero node.
func (r route) from(n parse.Node) parse.Node {
	for _, steps := range r {
		at := n
		for _, s := range steps {
			at = s.from(at)
		}
		if !at.IsZero() {
			return at
		}
	}
	return parse.Node{}
}

// all calls visit for every target of an alternative: its last step may match
// several children.
func (r route) all(n parse.Node, visit func(parse.Node)) {
	for _, steps := range r {
		each(n, steps, visit)
	}
}

func each(n parse.Node, steps []stepper, visit func(parse.Node)) {
	if len(steps) == 0 {
		visit(n)
		return
	}
	s := steps[0]
	if s.field == "" && s.kind == "" || s.token != "" {
		if c := s.from(n); !c.IsZero() {
			each(c, steps[1:], visit)
		}
		return
	}
	for c := range n.Children {
		if s.field != "" && c.FieldName() == s.field && c.IsNamed() ||
			s.kind != "" && c.Kind() == s.kind {
			each(c, steps[1:], visit)
		}
	}
}

func (s stepper) from(n parse.Node) parse.Node {
	switch {
	case s.field != "":
		return n.Field(s.field)
	case s.kind != "":
		return n.Child(s.kind)
	case s.token != "":
		behind := false
		for c := range n.Children {
			if behind && c.IsNamed() {
				return c
			}
			behind = behind || !c.IsNamed() && c.Kind() == s.token
		}
		return parse.Node{}
	case s.nth < 0:
		var last parse.Node
		for c := range n.Named {
			last = c
		}
		return last
	}
	i := 0
	for c := range n.Named {
		if i == s.nth {
			return c
		}
		i++
	}
	return parse.Node{}
}
