package graphbuild

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// runnersByName collects the names of the callables that may run a parameter of
// theirs as a procedure, or hand it to one that may. Calls of other names need
// not be looked at.
func (t *csTree) runnersByName() map[string]bool {
	names := map[string]bool{}
	handers := map[string][]string{} // by what is called: the callables that hand a parameter to it
	for _, f := range t.ix.files {
		if t.files[f] == nil {
			continue
		}
		for i := range f.Embedded {
			e := &f.Embedded[i]
			if e.Parts == nil || e.Use != parse.UseProcedure && e.Callee == 0 {
				continue
			}
			for _, by := range takersOf(f, e) {
				if e.Use == parse.UseProcedure {
					names[by] = true
				} else {
					handers[e.Sink] = append(handers[e.Sink], by)
				}
			}
		}
	}
	var queue []string
	for name := range names {
		queue = append(queue, name)
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, by := range handers[name] {
			if !names[by] {
				names[by] = true
				queue = append(queue, by)
			}
		}
	}
	return names
}

// takersOf lists the names by which the callables around a string are called
// that have a parameter in it, or a local variable that may hold one.
func takersOf(f *file, e *parse.Embedded) []string {
	var out []string
	for d := e.Def; d > 0; d = f.Definitions[d].Parent {
		x := &f.Definitions[d]
		for _, p := range x.Params {
			if slices.ContainsFunc(e.Parts, func(part parse.TextPart) bool { return part.At != 0 && part.Text == p.Name }) {
				out = append(out, x.Name)
				if x.Kind == graph.KindConstructor {
					out = append(out, "base", "this")
				}
				break
			}
		}
	}
	return out
}

// bindStrings resolves the names in the strings of the file that matter.
func (c *csBinder) bindStrings() {
	args := map[csArgument]int32{}
	for i := range c.f.Embedded {
		e := &c.f.Embedded[i]
		if e.Callee != 0 && c.t.runners[e.Sink] {
			args[csArgument{e.Callee, e.Arg}] = int32(i)
		}
		if e.For != 0 {
			if d := c.holder(e); d != none {
				c.strings.held = append(c.strings.held, heldText{d, c.segments(e, 0)})
			}
		}
		if e.Use != parse.UseText || e.Parts != nil && e.Callee == 0 {
			c.strings.texts = append(c.strings.texts, boundText{e.Use, c.f.def(e.Def), e.Range.Start, c.segments(e, 0)})
		}
	}
	if len(c.t.runners) == 0 {
		return
	}
	for i := range c.f.References {
		r := &c.f.References[i]
		if (r.Kind == parse.RefCall || r.Kind == parse.RefCreate) && c.t.runners[r.Name] {
			c.handedCall(r, c.resolveAt(i), args)
		}
	}
}

// A csArgument is a place among the arguments of the call at a position.
type csArgument struct {
	callee uint32
	arg    int16
}

// holder finds the definition that has a string as its value; none for locals,
// and for what may get another value later.
func (c *csBinder) holder(e *parse.Embedded) defID {
	if d := c.f.def(e.Def); c.ix.def(d).NameAt == e.For {
		return d
	}
	for i := c.firstAt(e.For); i < len(c.f.References) && c.f.References[i].At == e.For; i++ {
		x := c.resolveAt(i)
		if x.why != resolved || len(x.ids) != 1 {
			continue
		}
		if d := c.ix.def(x.ids[0]); d.Kind == graph.KindField && slices.Contains(d.Modifiers, "readonly") {
			return d.id
		}
	}
	return none
}

// segments resolves the parts of a string.
func (c *csBinder) segments(e *parse.Embedded, depth int) []segment {
	if e.Parts == nil {
		return []segment{literalSegment(e.Text)}
	}
	var out []segment
	for _, p := range e.Parts {
		switch {
		case p.At != 0:
			out = c.namedSegments(out, p.Text, p.At, depth)
		case p.Text != "":
			out = append(out, literalSegment(p.Text))
		default:
			out = append(out, holeSegment)
		}
	}
	return out
}

// namedSegments appends what a name at a position stands for.
func (c *csBinder) namedSegments(out []segment, name string, at uint32, depth int) []segment {
	if depth > maxHeldDepth {
		return append(out, holeSegment)
	}
	if i := c.refAt(&parse.Step{Name: name, At: at}); i >= 0 {
		if x := c.resolveAt(i); x.why == resolved && len(x.ids) == 1 && isValue(c.ix.def(x.ids[0])) {
			return append(out, segment{def: x.ids[0], param: -1})
		}
		return append(out, holeSegment)
	}
	i := c.localAt(name, at)
	if i < 0 || c.f.Locals[i].Set {
		return append(out, holeSegment)
	}
	l := &c.f.Locals[i]
	if l.Kind == parse.LocalParam {
		return append(out, c.paramSegment(l))
	}
	if e := c.valueOfLocal(l); e != nil {
		return append(out, c.segments(e, depth+1)...)
	}
	if n := len(l.Init); n > 0 && !l.Iter && (l.Init[n-1].Kind == parse.StepName || l.Init[n-1].Kind == parse.StepMember) && l.Init[n-1].At != 0 {
		return c.namedSegments(out, l.Init[n-1].Name, l.Init[n-1].At, depth+1)
	}
	return append(out, holeSegment)
}

// paramSegment is the parameter that a local is; a hole for one of a lambda.
func (c *csBinder) paramSegment(l *parse.Local) segment {
	d := c.ix.def(c.f.def(l.Def))
	for i, p := range d.Params {
		if p.Name == l.Name && d.Kind != graph.KindProperty {
			return segment{def: d.id, param: i}
		}
	}
	return holeSegment
}

// valueOfLocal finds the string that a local is declared with.
func (c *csBinder) valueOfLocal(l *parse.Local) *parse.Embedded {
	list := c.f.Embedded
	i, _ := slices.BinarySearchFunc(list, l.Scope.Start, func(e parse.Embedded, at uint32) int {
		if e.Range.Start <= at {
			return -1
		}
		return 1
	})
	if i < len(list) && list[i].For == l.Scope.Start {
		return &list[i]
	}
	return nil
}

// handedCall notes a call of what may run a procedure that it is given.
func (c *csBinder) handedCall(r *parse.Reference, x *csRef, args map[csArgument]int32) {
	if x.why != resolved || len(x.ids) != 1 {
		return
	}
	to := c.ix.def(x.ids[0])
	call := handedCall{from: c.f.def(r.Def), callee: to.id}
	shift := 0
	if x.ext && isClassicExtension(to) {
		shift = 1
	}
	for i := range int(max(r.Args, 0)) {
		param := i + shift
		if r.Extra != nil && i < len(r.Extra.ArgNames) && r.Extra.ArgNames[i] != "" {
			name := r.Extra.ArgNames[i]
			param = slices.IndexFunc(to.Params, func(p parse.Param) bool { return p.Name == name })
		}
		a := c.handedArg(r, i, args)
		if a.segments == nil || param < 0 || param >= len(to.Params) {
			continue
		}
		if call.args == nil {
			call.args = make([]handedArg, len(to.Params))
		}
		call.args[param] = a
	}
	if call.args != nil {
		c.strings.calls = append(c.strings.calls, call)
	}
}

// handedArg resolves the argument at i of a call if it is a string or a name.
func (c *csBinder) handedArg(r *parse.Reference, i int, args map[csArgument]int32) handedArg {
	if n, ok := args[csArgument{r.At, int16(i)}]; ok {
		e := &c.f.Embedded[n]
		return handedArg{c.segments(e, 0), e.Range.Start}
	}
	steps := r.ArgSteps()
	if i >= len(steps) || len(steps[i]) == 0 {
		return handedArg{}
	}
	last := &steps[i][len(steps[i])-1]
	if last.At == 0 || last.Kind != parse.StepName && last.Kind != parse.StepMember {
		return handedArg{}
	}
	return handedArg{c.namedSegments(nil, last.Name, last.At, 0), last.At}
}
