package web

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// FramesAt lists the frames of an expression: those of the callable around it, once for each
// element of the lists that the loops around it go over, where these are known.
func (c *Callers) FramesAt(x Term) []Frame {
	frames := c.Frames(x.Def)
	for _, f := range c.around(x) {
		frames = c.expand(frames, f.Args[0].Name, f.Call.Sub(f.Call.Recv))
	}
	for _, name := range c.loopNames(x) {
		for _, list := range c.each[name] {
			if list.At < x.At {
				frames = c.expand(frames, name.Name, list)
			}
		}
	}
	if c.steps += len(frames); c.steps > maxSteps && len(frames) > 1 {
		return []Frame{{Tier: graph.Heuristic}}
	}
	return frames
}

// around lists the function literals around an expression that a method of a list may be
// given, with a parameter for its elements; the outer ones first.
func (c *Callers) around(x Term) []Lambda {
	var out []Lambda
	for _, f := range c.lambdas[x.In.File] {
		if f.Body.Contains(x.At) && len(f.Args) > 0 && f.Args[0].Name != "" && f.At == 0 &&
			f.Call.Recv != nil && f.Call.Callee() == resolve.None {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b Lambda) int { return int(a.Body.Start) - int(b.Body.Start) })
	return out
}

// loopNames lists the names in an expression that a loop of the definition around it sets.
func (c *Callers) loopNames(x Term) []Variable {
	var out []Variable
	add := func(name string) {
		v := Variable{Def: x.Def, Name: name}
		if c.each[v] != nil && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	x.Walk(func(e *parse.Expr) {
		if e.Kind == parse.ExprName {
			add(e.Text)
		}
		for _, p := range e.Parts {
			if p.At != 0 {
				add(p.Text)
			}
		}
	})
	return out
}

// expand makes a frame of each element of a list; where the list is not known it leaves the
// frame as it is.
func (c *Callers) expand(frames []Frame, name string, list Term) []Frame {
	var out []Frame
	for _, f := range frames {
		list.Env = f.Env
		elements := c.elements(list, 0)
		if elements == nil {
			out = append(out, f)
		}
		for _, e := range elements {
			if len(out) >= maxFrames {
				return out
			}
			env := Env{name: e}
			for k, v := range f.Env {
				if k != name {
					env[k] = v
				}
			}
			out = append(out, Frame{env, f.Tier})
		}
	}
	return out
}

// elements lists the elements of a list, those of lists that are spread in it too; nil where
// it is not known.
func (c *Callers) elements(list Term, depth int) []Term {
	var out []Term
	for _, v := range c.Reduce(list) {
		if v.Kind != parse.ExprList || depth > maxBases {
			return nil
		}
		for i := range v.Args {
			e := v.Sub(&v.Args[i].Value)
			if name := v.Args[i].Name; name == "..." || name == "*" {
				out = append(out, c.elements(e, depth+1)...)
			} else {
				out = append(out, e)
			}
		}
	}
	return out
}
