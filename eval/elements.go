package eval

import (
	"cmp"
	"slices"
	"strconv"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// FramesAt lists the frames of an expression: those of the callable around it, once per
// element of each list that an enclosing loop iterates over, where the list is known.
func (c *Callers) FramesAt(x Expr) []CallFrame {
	frames := c.Frames(x.Def)
	for _, f := range c.around(x) {
		frames = c.expand(frames, loop{f.Call.Sub(f.Call.Recv), []part{{f.Args[0].Name, 0}}})
	}
	for _, l := range c.loopsAround(x) {
		frames = c.expand(frames, l)
	}
	if c.steps += len(frames); c.steps > maxSteps && len(frames) > 1 {
		return []CallFrame{{Tier: graph.Heuristic}}
	}
	return frames
}

// around lists the function literals around an expression that may be arguments of list
// methods, with a parameter for the element, outermost first.
func (c *Callers) around(x Expr) []Lambda {
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

// loopNames lists the names in an expression that are loop variables of the definition
// around it.
func (t *Tree) loopNames(x Expr) []Variable {
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

// loopsAround lists the loops around an expression that bind names in it, outermost first,
// each once, with all of these names.
func (t *Tree) loopsAround(x Expr) []loop {
	var out []loop
	for _, name := range t.loopNames(x) {
		if list, ok := t.loopOf(x, name); ok {
			out = over(out, list, name.Name)
		}
	}
	slices.SortStableFunc(out, func(a, b loop) int { return cmp.Compare(a.list.At, b.list.At) })
	return out
}

// loopOf returns the list of the loop that binds a name in x: of several loops of one
// definition, the last one before x whose variable it is.
//
//	for _, p := range first { get(p) }
//	for _, p := range second { post(p) }    // p is an element of second
func (t *Tree) loopOf(x Expr, name Variable) (list Expr, ok bool) {
	local := x.In.LocalAt(name.Name, x.At)
	if local != nil && local.Kind == parse.LocalParam {
		return Expr{}, false
	}
	for _, of := range slices.Backward(t.each[name]) {
		if of.At < x.At && (local == nil || x.In.File.Family != "typescript" || mayHold(x, local, of)) {
			return of, true
		}
	}
	return Expr{}, false
}

// expand makes a frame for each element of the list that a loop iterates over. If the
// list is unknown it keeps the frame as it is.
func (c *Callers) expand(frames []CallFrame, l loop) []CallFrame {
	var out []CallFrame
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
			out = append(out, CallFrame{l.enter(f.Env, e), f.Tier})
		}
	}
	return out
}

// Elements lists the elements of a list, including those of spread lists; nil if they
// are unknown. A comprehension has one element for each combination of values it
// iterates over.
func (t *Tree) Elements(list Expr) []Expr {
	t.left = maxReduced
	return t.elements(list, 0)
}

func (t *Tree) elements(list Expr, depth int) []Expr {
	var out []Expr
	for _, v := range t.reduce(list, depth) {
		if v.In.File.Family == "go" && (list.Part > 0 || v.Kind == parse.ExprMap) {
			out = append(out, keyed(v, list.Part)...)
			continue
		}
		if v.Kind == parse.ExprMap && list.Part > 0 {
			out = append(out, pairs(v)...)
			continue
		}
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

// keyed lists the elements of a literal of Go for a loop: the values, or, for a loop with two
// names, pairs with the key. An index, and a key that is no string literal, is unknown.
//
//	for path, h := range map[string]http.HandlerFunc{"/orders": list} { … }
func keyed(of Expr, part uint8) []Expr {
	if of.Kind != parse.ExprList && of.Kind != parse.ExprMap {
		return nil
	}
	var out []Expr
	for i := range of.Args {
		a := &of.Args[i]
		if part == 0 {
			out = append(out, of.Sub(&a.Value))
			continue
		}
		key := parse.Expr{At: a.Value.At}
		if text, err := strconv.Unquote(a.Name); err == nil {
			key.SetText(parse.TextParts{}.Literal(text))
		}
		out = append(out, of.Sub(&parse.Expr{Kind: parse.ExprList, At: a.Value.At,
			Args: []parse.ExprArg{{Value: key}, {Value: a.Value}}}))
	}
	return out
}

// pairs lists the keys of a map with their values, which a loop with two names iterates over.
func pairs(of Expr) []Expr {
	var out []Expr
	for i := range of.Args {
		a := &of.Args[i]
		key := parse.Expr{At: a.Value.At}
		key.SetText(parse.TextParts{}.Literal(a.Name))
		out = append(out, of.Sub(&parse.Expr{Kind: parse.ExprList, At: a.Value.At,
			Args: []parse.ExprArg{{Value: key}, {Value: a.Value}}}))
	}
	return out
}

// made lists the elements that a comprehension yields.
func (t *Tree) made(x Expr, depth int) []Expr {
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
	out := make([]Expr, len(envs))
	for i, env := range envs {
		x.Env = env
		out[i] = x
	}
	return out
}

// A loop is a list and its loop variables, which are bound to the elements or to parts
// of them.
type loop struct {
	list  Expr
	names []part
}

// A part is a name and the part of an element bound to it, counted from 1; 0 is the
// whole element.
type part struct {
	name string
	of   uint8
}

// over adds a name to the loop over a list, appending the loop if it is missing.
func over(loops []loop, list Expr, name string) []loop {
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

// enter returns the environment in which the loop variables are bound to the parts of
// an element. Parts of an unknown element stay unknown.
func (l loop) enter(env Env, element Expr) Env {
	for _, p := range l.names {
		if v, ok := element.part(p.of); ok {
			env = env.With(p.name, v)
		}
	}
	return env
}

// part returns the n-th part of x, counted from 1, or x for 0; ok is false if it is
// unknown.
func (x Expr) part(n uint8) (part Expr, ok bool) {
	if n == 0 {
		return x, true
	}
	if x.Kind != parse.ExprList || int(n) > len(x.Args) || x.Args[n-1].Name != "" {
		return Expr{}, false
	}
	return x.Sub(&x.Args[n-1].Value), true
}

// loopsOf lists the loops of a comprehension for the names in its result x. The lists
// follow x in the source.
func (t *Tree) loopsOf(x Expr) []loop {
	var out []loop
	for _, name := range t.loopNames(x) {
		lists := t.each[name]
		if i := slices.IndexFunc(lists, func(list Expr) bool { return list.At > x.At }); i >= 0 {
			out = over(out, lists[i], name.Name)
		}
	}
	return out
}
