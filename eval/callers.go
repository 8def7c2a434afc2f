package eval

import (
	"iter"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Callers finds the call sites of the callables of a tree, and so the arguments bound
// to their parameters.
type Callers struct {
	*Tree

	// Instances makes methods context-sensitive in the class of the receiver: field
	// values may differ from class to class.
	Instances bool

	// Tests includes calls between tests, so that the arguments of test functions are
	// known. Arguments that tests pass to other code are ignored either way.
	Tests bool

	// Hosted reports whether a host or a framework calls the callable; it may be nil.
	Hosted func(*resolve.Def) bool

	*callIndex
	derived   map[resolve.DefID][]resolve.DefID
	expanding map[resolve.DefID]bool // callables whose callers are being listed
	cuts      int                    // number of cycles cut at one of these
	steps     int                    // see maxSteps
	frames    map[resolve.DefID][]CallFrame
}

// A callIndex indexes the calls in the files of one language family, each list by
// (path, position). All Callers of the family share it.
type callIndex struct {
	callsTo map[resolve.DefID][]Expr // by call target
	given   map[resolve.DefID][]Expr // calls that take a callable as an argument
	applied map[Variable][]Expr      // calls of a local, by its name
	lambdas map[*resolve.File]*lambdas
}

// lambdas holds the function literals in a file that are arguments of calls.
type lambdas struct {
	list   []Lambda
	bodies parse.Nesting
}

// around yields the literals whose bodies contain a position, the innermost first.
func (l *lambdas) around(pos uint32) iter.Seq[Lambda] {
	return func(yield func(Lambda) bool) {
		if l == nil {
			return
		}
		for i := range l.bodies.Enclosing(pos) {
			if !yield(l.list[i]) {
				return
			}
		}
	}
}

// withBody finds the literal whose body starts at a position.
func (l *lambdas) withBody(start uint32) (Lambda, bool) {
	if l == nil {
		return Lambda{}, false
	}
	i := l.bodies.StartingAt(start)
	if i < 0 {
		return Lambda{}, false
	}
	return l.list[i], true
}

// A Lambda is a function literal that is an argument of a call.
type Lambda struct {
	*parse.Expr
	Call Expr
	At   int // its position among the arguments
}

// A CallFrame binds the parameters of a callable to the arguments of one of its callers.
type CallFrame struct {
	Env  Env
	Tier graph.Tier
}

// NewCallers returns the callers in the files of a language family. The call index is
// built once per tree and family.
func NewCallers(t *Tree, family string) *Callers {
	return &Callers{Tree: t, callIndex: t.callIndex(family),
		expanding: map[resolve.DefID]bool{}, frames: map[resolve.DefID][]CallFrame{}}
}

// callIndex returns the calls in the files of a family of languages.
func (t *Tree) callIndex(family string) *callIndex {
	if c := t.indexes[family]; c != nil {
		return c
	}
	c := &callIndex{callsTo: map[resolve.DefID][]Expr{}, given: map[resolve.DefID][]Expr{},
		applied: map[Variable][]Expr{}, lambdas: map[*resolve.File]*lambdas{}}
	for x := range t.Family(family) {
		x.Walk(func(e *parse.Expr) { c.enter(t.Table, x.Sub(e)) })
	}
	for _, l := range c.lambdas {
		bodies := make([]parse.Range, len(l.list))
		for i := range l.list {
			bodies[i] = l.list[i].Body
		}
		l.bodies = parse.NestingOf(bodies)
	}
	if t.indexes == nil {
		t.indexes = map[string]*callIndex{}
	}
	t.indexes[family] = c
	return c
}

// enter indexes a call by its target, and by its callable arguments.
func (c *callIndex) enter(table *resolve.Table, x Expr) {
	if x.Kind != parse.ExprCall && x.Kind != parse.ExprNew {
		return
	}
	if d := x.Callee(); d != resolve.None {
		d = implementation(table, d)
		c.callsTo[d] = append(c.callsTo[d], x)
	} else if x.Recv == nil && x.Expr.Text != "" {
		v := Variable{Def: x.Def, Name: x.Expr.Text}
		c.applied[v] = append(c.applied[v], x)
	}
	for i := range x.Args {
		switch arg := x.Sub(&x.Args[i].Value); arg.Kind {
		case parse.ExprLambda:
			l := c.lambdas[x.In.File]
			if l == nil {
				l = &lambdas{}
				c.lambdas[x.In.File] = l
			}
			l.list = append(l.list, Lambda{arg.Expr, x, i})
		case parse.ExprName, parse.ExprMember:
			if d := arg.Referent().Def; d != resolve.None && table.Def(d).Kind.IsCallable() {
				c.given[d] = append(c.given[d], x)
			}
		}
	}
}

// implementation returns the function that runs when an overload is called: a Python
// overload only declares parameter types, and a TypeScript one has no body. Other
// functions are returned unchanged.
func implementation(table *resolve.Table, d resolve.DefID) resolve.DefID {
	if !isOverload(table.Def(d)) {
		return d
	}
	of := table.Def(d)
	for _, m := range table.Own(of.Outer, of.Name) {
		if other := table.Def(m); other.File == of.File && other.Kind == of.Kind && !isOverload(other) {
			return m
		}
	}
	return d
}

func isOverload(d *resolve.Def) bool {
	switch {
	case !d.Kind.IsCallable():
		return false
	case d.File.Family == "python":
		return slices.ContainsFunc(d.Decorators, func(written string) bool {
			return resolve.LastName(written) == "overload"
		})
	}
	return d.File.Family == "typescript" && d.Body.IsEmpty()
}

// Lambda finds the innermost function literal that a name is a parameter of, and the
// position of that parameter.
func (c *Callers) Lambda(x Expr) (found Lambda, param int, ok bool) {
	for f := range c.lambdas[x.In.File].around(x.At) {
		i := slices.IndexFunc(f.Args, func(p parse.ExprArg) bool { return p.Name == x.Expr.Text })
		if i >= 0 {
			return f, i, true
		}
	}
	return Lambda{}, 0, false
}

// Applied lists the values passed for a parameter of a function literal by the callable
// of the tree that takes the literal as an argument.
func (c *Callers) Applied(f Lambda, param int, env Env) []Expr {
	d := f.Call.Callee()
	if d == resolve.None || !c.Table.Def(d).Kind.IsCallable() {
		return nil
	}
	f.Call.Env = env
	given := c.BindCall(d, f.Call)
	var out []Expr
	for _, p := range c.Table.Def(d).Params {
		if arg, ok := given.Get(p.Name); !ok || arg.Expr != f.Expr {
			continue
		}
		for _, call := range c.applied[Variable{Def: d, Name: p.Name}] {
			if param < len(call.Args) {
				call.Env = given
				out = append(out, call.Sub(&call.Args[param].Value))
			}
		}
	}
	return out
}

const (
	// maxFrames bounds the number of distinct call frames, over all levels of callers.
	maxFrames = 2000

	// maxSteps bounds the frames that are listed and tried in a tree. With mutually
	// recursive functions, the number of call paths is exponential in the number of
	// functions.
	maxSteps = 200_000
)

// Frames lists the frames of the callable around a definition. A callable with
// parameters that has no callers in the tree has one frame without bindings.
func (c *Callers) Frames(d resolve.DefID) []CallFrame {
	for d != resolve.None && !c.Table.Def(d).Kind.IsCallable() {
		d = c.Table.Def(d).Outer
	}
	if d == resolve.None || len(c.Table.Def(d).Params) == 0 && !c.hasInstance(d) {
		return []CallFrame{{Tier: graph.Exact}}
	}
	if frames, ok := c.frames[d]; ok {
		return frames
	}
	if c.expanding[d] {
		c.cuts++
		return nil
	}
	c.stopIfDone()
	if c.steps >= maxSteps {
		return []CallFrame{{Tier: graph.Heuristic}}
	}
	before := c.cuts
	c.expanding[d] = true
	out := c.framesOf(d)
	delete(c.expanding, d)
	c.steps++
	if c.cuts == before || len(c.expanding) == 0 {
		c.frames[d] = out // otherwise the cut of a recursion depends on where it began
	}
	return out
}

func (c *Callers) framesOf(d resolve.DefID) []CallFrame {
	out := c.called(d, c.callsOf(d), graph.Exact)
	if out == nil {
		for _, of := range c.overridden(d) {
			out = append(out, c.called(d, c.callsTo[of], graph.Hierarchy)...)
		}
	}
	out = append(out, c.handed(d)...)
	if out == nil {
		return c.uncalled(d)
	}
	return out[:min(len(out), maxFrames)]
}

// handed lists the frames of a callable that is passed to an external function: in
// r.Route("/x", d) its first parameter is the router that the call makes.
func (c *Callers) handed(d resolve.DefID) []CallFrame {
	params := c.Table.Def(d).Params
	if len(params) == 0 {
		return nil
	}
	var out []CallFrame
	for _, x := range c.given[d] {
		if x.In.File.Test || x.Callee() != resolve.None {
			continue
		}
		for _, f := range c.Frames(x.Def) {
			x.Env = f.Env
			out = append(out, CallFrame{Env{}.With(params[0].Name, x).inherit(f.Env), f.Tier})
		}
	}
	return out
}

// called lists the frames of d for the given calls.
func (c *Callers) called(d resolve.DefID, calls []Expr, tier graph.Tier) []CallFrame {
	var out []CallFrame
	inTests := c.inTests(d)
	for _, x := range calls {
		if x.In.File.Test && !inTests {
			continue
		}
		for _, f := range c.Frames(x.Def) {
			if c.steps++; len(out) >= maxFrames || c.steps > maxSteps {
				return out
			}
			x.Env = f.Env
			of := resolve.WeakerTier(f.Tier, tier)
			if x.Branch {
				of = resolve.WeakerTier(of, graph.Heuristic)
			}
			if !c.hasInstance(d) {
				if c.mayRun(d, x) {
					out = append(out, CallFrame{c.BindCall(d, x), of})
				}
				continue
			}
			for _, this := range c.objects(d, x) {
				out = append(out, CallFrame{c.BindCall(d, x).With(Self, this), of})
			}
		}
	}
	return out
}

// inTests reports whether calls and classes in tests count for d.
func (c *Callers) inTests(d resolve.DefID) bool {
	return c.Tests && c.Table.Def(d).File.Test
}

// overridden lists the methods that d implements or overrides: calls of them may run d.
func (c *Callers) overridden(d resolve.DefID) []resolve.DefID {
	def := c.Table.Def(d)
	if x, ok := def.File.Rules.(resolve.Implementer); ok {
		return x.ImplementedBy(d)
	}
	if !c.hasInstance(d) || isConstructor(def) {
		return nil
	}
	var out []resolve.DefID
	for _, t := range c.Lineage(c.Table.EnclosingType(d))[1:] {
		out = append(out, c.Table.Own(t, def.Name)...)
	}
	return out
}

// BindCall binds the parameters of d for a call: to its arguments, the receiver of an
// extension method, and type arguments.
func (t *Tree) BindCall(d resolve.DefID, x Expr) Env {
	def, shift := t.Table.Def(d), 0
	if isExtension(def) && !t.isStaticCall(x) {
		shift = 1
	}
	env, _ := Bind(def, x, shift)
	if shift == 1 && x.Recv != nil {
		env = env.With(def.Params[0].Name, x.Sub(x.Recv))
	}
	for i := range x.TypeArgs[:min(len(x.TypeArgs), len(def.TypeParams))] {
		env = env.With(def.TypeParams[i], x.Sub(&x.TypeArgs[i]))
	}
	return env
}

// mayRun reports whether a call may run d, possibly through an interface. If the
// receiver type is a type parameter, it has to be bound to the type of d.
func (c *Callers) mayRun(d resolve.DefID, x Expr) bool {
	if x.Recv == nil || x.Recv.Kind != parse.ExprName {
		return true
	}
	given, ok := x.Env.Get(x.Recv.Text)
	if !ok {
		return true
	}
	to := given.Referent().Def
	return to == resolve.None || !c.Table.Def(to).Kind.IsType() ||
		c.Table.Canon[to] == c.Table.EnclosingType(d)
}

// isExtension reports whether a method is called on its first parameter. A Go method
// has a receiver too, and is not static.
func isExtension(d *resolve.Def) bool {
	return !d.Receiver().IsZero() && len(d.Params) > 0 && d.File.Language != "go"
}

// isStaticCall reports whether a method is called on the type that declares it.
func (t *Tree) isStaticCall(x Expr) bool {
	if x.Recv == nil {
		return true
	}
	d := x.Sub(x.Recv).Referent().Def
	return d != resolve.None && t.Table.Def(d).Kind.IsType()
}
