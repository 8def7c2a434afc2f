package eval

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
		frames = c.expand(frames, loop{f.Call.Sub(f.Call.Recv), []part{{f.Args[0].Name, 0}}})
	}
	for _, l := range c.loopsAround(x) {
		frames = c.expand(frames, l)
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

// loopsAround lists the loops before an expression that set names in it: each once, with all of
// these names.
func (t *Tree) loopsAround(x Term) []loop {
	var out []loop
	for _, name := range t.loopNames(x) {
		for _, list := range t.each[name] {
			if list.At < x.At {
				out = over(out, list, name.Name)
			}
		}
	}
	return out
}

// expand makes a frame of each element of the list that a loop goes over; where the list is not
// known it leaves the frame as it is.
func (c *Callers) expand(frames []Frame, l loop) []Frame {
	var out []Frame
	for _, f := range frames {
		l.list.Env = f.Env
		elements := c.Elements(l.list)
		if elements == nil {
			out = append(out, f)
		}
		for _, e := range elements {
			if len(out) >= maxFrames {
				return out
			}
			out = append(out, Frame{l.enter(f.Env, e), f.Tier})
		}
	}
	return out
}

// Elements lists the elements of a list, those of lists that are spread in it too; nil where
// it is not known. Of a comprehension there is one for each element that it goes over.
func (t *Tree) Elements(list Term) []Term {
	t.left = maxReduced
	return t.elements(list, 0)
}

func (t *Tree) elements(list Term, depth int) []Term {
	var out []Term
	for _, v := range t.reduce(list, depth) {
		if v.Kind != parse.ExprList || depth > maxBases {
			return nil
		}
		for i := range v.Args {
			e := v.Sub(&v.Args[i].Value)
			switch v.Args[i].Name {
			case "...", "*":
				out = append(out, t.elements(e, depth+1)...)
			case "for":
				out = append(out, t.made(e, depth+1)...)
			default:
				out = append(out, e)
			}
		}
	}
	return out[:min(len(out), maxValues)]
}

// made lists what a comprehension makes of the elements of the lists that it goes over.
func (t *Tree) made(x Term, depth int) []Term {
	envs := []Env{x.Env}
	for _, l := range t.loopsOf(x) {
		var next []Env
		for _, env := range envs {
			l.list.Env = env
			for _, e := range t.elements(l.list, depth) {
				next = append(next, l.enter(env, e))
			}
		}
		envs = next[:min(len(next), maxValues)]
	}
	out := make([]Term, len(envs))
	for i, env := range envs {
		x.Env = env
		out[i] = x
	}
	return out
}

// A loop is a list, and the names that get its elements or parts of them.
type loop struct {
	list  Term
	names []part
}

// A part is a name and which part of an element it gets, from 1; 0: all of it.
type part struct {
	name string
	of   uint8
}

// over adds a name to the loop over a list, which it adds if it is not there.
func over(loops []loop, list Term, name string) []loop {
	p := part{name, list.Part}
	i := slices.IndexFunc(loops, func(l loop) bool {
		return l.list.At == list.At && l.list.In == list.In && list.Part > 0
	})
	if i < 0 {
		return append(loops, loop{list, []part{p}})
	}
	loops[i].names = append(loops[i].names, p)
	return loops
}

// enter is the environment in which the names of a loop have the parts of an element. What an
// unknown element gives a name stays unknown.
func (l loop) enter(env Env, element Term) Env {
	for _, p := range l.names {
		if v, ok := element.part(p.of); ok {
			env = env.with(p.name, v)
		}
	}
	return env
}

// part is a part of x, from 1, or x for 0; ok is false if it is not known.
func (x Term) part(n uint8) (part Term, ok bool) {
	if n == 0 {
		return x, true
	}
	if x.Kind != parse.ExprList || int(n) > len(x.Args) || x.Args[n-1].Name != "" {
		return Term{}, false
	}
	return x.Sub(&x.Args[n-1].Value), true
}

// loopsOf lists the loops of a comprehension for the names in what it makes, which is x: the lists
// are written behind that.
func (t *Tree) loopsOf(x Term) []loop {
	var out []loop
	for _, name := range t.loopNames(x) {
		lists := t.each[name]
		if i := slices.IndexFunc(lists, func(list Term) bool { return list.At > x.At }); i >= 0 {
			out = over(out, lists[i], name.Name)
		}
	}
	return out
}
