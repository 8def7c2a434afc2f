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
	for f := range c.lambdas[x.In.File].around(x.At) {
		if len(f.Args) > 0 && f.Args[0].Name != "" && f.At == 0 &&
			f.Call.Recv != nil && f.Call.Callee() == resolve.None {
			out = append(out, f)
		}
	}
	slices.Reverse(out)
	return out
}

// loopNames lists the names in an expression that a loop of the definition around it sets.
func (t *Tree) loopNames(x Term) []Variable {
	var out []Variable
	add := func(name string) {
		v := Variable{Def: x.Def, Name: name}
		if t.each[v] != nil && !slices.Contains(out, v) {
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
			out = append(out, Frame{f.Env.with(name, e), f.Tier})
		}
	}
	return out
}

// Elements lists the elements of a list, those of lists that are spread in it too; nil where
// it is not known. Of a comprehension there is one for each element that it goes over.
func (c *Callers) Elements(list Term) []Term { return c.elements(list, 0) }

func (c *Callers) elements(list Term, depth int) []Term {
	var out []Term
	for _, v := range c.Reduce(list) {
		if v.Kind != parse.ExprList || depth > maxBases {
			return nil
		}
		for i := range v.Args {
			e := v.Sub(&v.Args[i].Value)
			switch v.Args[i].Name {
			case "...", "*":
				out = append(out, c.elements(e, depth+1)...)
			case "for":
				out = append(out, c.made(e, depth+1)...)
			default:
				out = append(out, e)
			}
		}
	}
	return out[:min(len(out), maxValues)]
}

// made lists what a comprehension makes of the elements of the lists that it goes over.
func (c *Callers) made(x Term, depth int) []Term {
	frames := []Frame{{Env: x.Env}}
	for _, over := range c.loopsOf(x) {
		var next []Frame
		for _, f := range frames {
			over.list.Env = f.Env
			for _, e := range c.elements(over.list, depth) {
				next = append(next, Frame{Env: f.Env.with(over.name, e)})
			}
		}
		frames = next[:min(len(next), maxValues)]
	}
	out := make([]Term, len(frames))
	for i, f := range frames {
		x.Env = f.Env
		out[i] = x
	}
	return out
}

// A loop is a name that a comprehension sets, and the list whose elements that are.
type loop struct {
	name string
	list Term
}

// loopsOf lists the loops of a comprehension for the names in what it makes, which is x: the lists
// are written behind that.
func (t *Tree) loopsOf(x Term) []loop {
	var out []loop
	for _, name := range t.loopNames(x) {
		lists := t.each[name]
		if i := slices.IndexFunc(lists, func(list Term) bool { return list.At > x.At }); i >= 0 {
			out = append(out, loop{name.Name, lists[i]})
		}
	}
	return out
}
