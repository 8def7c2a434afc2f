package csharp

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// runnersByName collects the names of the callables that may run a parameter of
// theirs as a procedure, or hand it to one that may. Calls of other names need
// not be looked at.
func (t *tree) runnersByName() map[string]bool {
	names := map[string]bool{}
	handers := map[string][]string{} // by what is called: the callables that hand a parameter to it
	for _, f := range t.table.Files {
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
func takersOf(f *resolve.File, e *parse.Embedded) []string {
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
func (c *binder) bindStrings() {
	args := map[argument]int32{}
	for i := range c.File.Embedded {
		e := &c.File.Embedded[i]
		if e.Callee != 0 && c.t.executors[e.Sink] {
			args[argument{e.Callee, e.Arg}] = int32(i)
		}
		if e.For != 0 {
			if d := c.holder(e); d != resolve.None {
				c.Strings.Held = append(c.Strings.Held, resolve.HeldText{Def: d, Segments: c.segments(e, 0)})
			}
		}
		if e.Use != parse.UseText || e.Parts != nil && e.Callee == 0 {
			c.Strings.Texts = append(c.Strings.Texts, resolve.BoundText{Use: e.Use, From: c.File.ID(e.Def), At: e.Range.Start, Segments: c.segments(e, 0)})
		}
	}
	if len(c.t.executors) == 0 {
		return
	}
	for i := range c.File.References {
		r := &c.File.References[i]
		if (r.Kind == parse.RefCall || r.Kind == parse.RefCreate) && c.t.executors[r.Name] {
			c.passedCall(r, c.resolveAt(i), args)
		}
	}
}

// A argument is a place among the arguments of the call at a position.
type argument struct {
	callee uint32
	arg    int16
}

// holder finds the definition that has a string as its value; none for locals,
// and for what may get another value later.
func (c *binder) holder(e *parse.Embedded) resolve.DefID {
	if d := c.File.ID(e.Def); c.Table.Def(d).NameAt == e.For {
		return d
	}
	for i := c.firstAt(e.For); i < len(c.File.References) && c.File.References[i].At == e.For; i++ {
		x := c.resolveAt(i)
		if x.why != resolve.Resolved || len(x.ids) != 1 || x.ids[0] < resolve.None {
			continue
		}
		if d := c.t.def(x.ids[0]); d.Kind == graph.KindField && slices.Contains(d.Modifiers, "readonly") {
			return d.ID
		}
	}
	return resolve.None
}

// segments resolves the parts of a string.
func (c *binder) segments(e *parse.Embedded, depth int) []resolve.Segment {
	if e.Parts == nil {
		return []resolve.Segment{resolve.LiteralSegment(e.Text)}
	}
	var out []resolve.Segment
	for _, p := range e.Parts {
		switch {
		case p.At != 0:
			out = c.namedSegments(out, p.Text, p.At, depth)
		case p.Text != "":
			out = append(out, resolve.LiteralSegment(p.Text))
		default:
			out = append(out, resolve.HoleSegment)
		}
	}
	return out
}

// namedSegments appends what a name at a position stands for.
func (c *binder) namedSegments(out []resolve.Segment, name string, at uint32, depth int) []resolve.Segment {
	if depth > resolve.MaxHeldDepth {
		return append(out, resolve.HoleSegment)
	}
	if i := c.refAt(&parse.Step{Name: name, At: at}); i >= 0 {
		if x := c.resolveAt(i); x.why == resolve.Resolved && len(x.ids) == 1 && x.ids[0] > resolve.None && isValue(c.t.def(x.ids[0])) {
			return append(out, resolve.Segment{Def: x.ids[0], Param: -1})
		}
		return append(out, resolve.HoleSegment)
	}
	i := c.localAt(name, at)
	if i < 0 || c.File.Locals[i].Set {
		return append(out, resolve.HoleSegment)
	}
	l := &c.File.Locals[i]
	if l.Kind == parse.LocalParam {
		return append(out, c.paramSegment(l))
	}
	if e := c.valueOfLocal(l); e != nil {
		return append(out, c.segments(e, depth+1)...)
	}
	if n := len(l.Init); n > 0 && !l.Iter && (l.Init[n-1].Kind == parse.StepName || l.Init[n-1].Kind == parse.StepMember) && l.Init[n-1].At != 0 {
		return c.namedSegments(out, l.Init[n-1].Name, l.Init[n-1].At, depth+1)
	}
	return append(out, resolve.HoleSegment)
}

// paramSegment is the parameter that a local is; a hole for one of a lambda.
func (c *binder) paramSegment(l *parse.Local) resolve.Segment {
	d := c.Table.Def(c.File.ID(l.Def))
	for i, p := range d.Params {
		if p.Name == l.Name && d.Kind != graph.KindProperty {
			return resolve.Segment{Def: d.ID, Param: i}
		}
	}
	return resolve.HoleSegment
}

// valueOfLocal finds the string that a local is declared with.
func (c *binder) valueOfLocal(l *parse.Local) *parse.Embedded {
	list := c.File.Embedded
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

// resolve.PassedCall notes a call of what may run a procedure that it is given.
func (c *binder) passedCall(r *parse.Reference, x *ref, args map[argument]int32) {
	if x.why != resolve.Resolved || len(x.ids) != 1 || x.ids[0] < resolve.None {
		return
	}
	to := c.t.def(x.ids[0])
	call := resolve.PassedCall{From: c.File.ID(r.Def), Callee: to.ID}
	shift := 0
	if x.ext && c.t.isClassicExtension(to) {
		shift = 1
	}
	for i := range int(max(r.Args, 0)) {
		param := i + shift
		if r.Extra != nil && i < len(r.Extra.ArgNames) && r.Extra.ArgNames[i] != "" {
			name := r.Extra.ArgNames[i]
			param = slices.IndexFunc(to.Params, func(p parse.Param) bool { return p.Name == name })
		}
		a := c.passedArg(r, i, args)
		if a.Segments == nil || param < 0 || param >= len(to.Params) {
			continue
		}
		if call.Args == nil {
			call.Args = make([]resolve.PassedArg, len(to.Params))
		}
		call.Args[param] = a
	}
	if call.Args != nil {
		c.Strings.Calls = append(c.Strings.Calls, call)
	}
}

// resolve.PassedArg resolves the argument at i of a call if it is a string or a name.
func (c *binder) passedArg(r *parse.Reference, i int, args map[argument]int32) resolve.PassedArg {
	if n, ok := args[argument{r.At, int16(i)}]; ok {
		e := &c.File.Embedded[n]
		return resolve.PassedArg{Segments: c.segments(e, 0), At: e.Range.Start}
	}
	steps := r.ArgSteps()
	if i >= len(steps) || len(steps[i]) == 0 {
		return resolve.PassedArg{}
	}
	last := &steps[i][len(steps[i])-1]
	if last.At == 0 || last.Kind != parse.StepName && last.Kind != parse.StepMember {
		return resolve.PassedArg{}
	}
	return resolve.PassedArg{Segments: c.namedSegments(nil, last.Name, last.At, 0), At: last.At}
}
