package eval

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Self is the name in an [Env] of the object that a method is called on.
const Self = "this"

// instance is the expression of an object of which only the class is known.
var instance = &parse.Expr{Kind: parse.ExprOpaque}

// Instance returns an object of a class.
func (t *Tree) Instance(class resolve.DefID) Expr {
	return Expr{Expr: instance, Def: t.Table.Canon[class]}
}

// Class returns the class of the object that an expression evaluates to, if it is a
// known instance or an object creation, and None otherwise.
func (t *Tree) Class(x Expr) resolve.DefID {
	if x.Expr == instance {
		return x.Def
	}
	if x.Kind == parse.ExprNew {
		d := x.Referent().Def
		if d != resolve.None && (t.Table.Def(d).Kind.IsType() || isConstructor(t.Table.Def(d))) {
			return t.Table.EnclosingType(d)
		}
	}
	return resolve.None
}

// hasInstance reports whether the frames of a callable have a receiver.
func (c *Callers) hasInstance(d resolve.DefID) bool {
	if !c.Instances {
		return false
	}
	outer := c.Table.Def(d).Outer
	return outer != resolve.None && c.Table.Def(outer).Kind.IsType() &&
		!resolve.HasModifier(c.Table.Def(d), "static")
}

func isConstructor(d *resolve.Def) bool { return d.Kind == graph.KindConstructor }

// callsOf lists the calls that may run d. For a constructor these are creations of its
// class, and of subclasses without a constructor.
func (c *Callers) callsOf(d resolve.DefID) []Expr {
	if !c.hasInstance(d) || !isConstructor(c.Table.Def(d)) {
		return c.callsTo[d]
	}
	class := c.Table.EnclosingType(d)
	out := append(c.callsTo[d][:len(c.callsTo[d]):len(c.callsTo[d])], c.callsTo[class]...)
	for _, sub := range c.Descendants(class) {
		if c.constructor(sub) == d {
			out = append(out, c.callsTo[sub]...)
		}
	}
	return out
}

// constructor returns the constructor that runs first when a class is instantiated;
// None if no constructor is written.
func (c *Callers) constructor(class resolve.DefID) resolve.DefID {
	for _, t := range c.Ancestry(class) {
		for _, name := range []string{"constructor", c.Table.Def(t).Name} {
			for _, m := range c.Table.Own(t, name) {
				if isConstructor(c.Table.Def(m)) {
					return m
				}
			}
		}
	}
	return resolve.None
}

// Descendants lists the direct and indirect subclasses of a class in the tree.
func (c *Callers) Descendants(class resolve.DefID) []resolve.DefID {
	if c.derived == nil {
		c.derived = map[resolve.DefID][]resolve.DefID{}
		for id := range c.Table.Defs {
			for _, b := range c.Table.Bases[resolve.DefID(id)] {
				if b.Def > resolve.None {
					of := c.Table.Canon[b.Def]
					c.derived[of] = append(c.derived[of], resolve.DefID(id))
				}
			}
		}
	}
	var out []resolve.DefID
	seen := map[resolve.DefID]bool{class: true}
	for at := 0; ; at++ {
		for _, d := range c.derived[class] {
			if !seen[d] {
				seen[d] = true
				out = append(out, d)
			}
		}
		if at >= len(out) {
			return out
		}
		class = out[at]
	}
}

// objects lists the receivers with which a call runs d.
func (c *Callers) objects(d resolve.DefID, x Expr) []Expr {
	def := c.Table.Def(d)
	if isConstructor(def) {
		if x.Kind == parse.ExprNew && x.Expr.Text != "base" {
			return []Expr{c.Instance(c.Class(x))}
		}
		return c.thisOf(x) // super(…)
	}
	if x.Recv == nil || x.Recv.Kind == parse.ExprName &&
		(x.Recv.Text == Self || x.Recv.Text == "super") {
		var out []Expr
		for _, this := range c.thisOf(x) {
			if x.Recv != nil && x.Recv.Text == "super" || c.runs(c.Class(this), d) {
				out = append(out, this)
			}
		}
		return out
	}
	var out []Expr
	for _, v := range c.evaluateReceiver(x.Sub(x.Recv)) {
		if class := c.Class(v); class != resolve.None && c.runs(class, d) {
			out = append(out, v)
		}
	}
	if out != nil {
		return out
	}
	return c.concrete(d)
}

// stepsPerFrame is the number of steps of evaluation that count as one frame; see maxSteps.
const stepsPerFrame = 10

// evaluateReceiver is Evaluate for the receiver of a call in one frame. Its steps count: chains
// of calls on the results of one another take thousands, and there may be hundreds of thousands
// of frames.
func (c *Callers) evaluateReceiver(x Expr) []Expr {
	left := maxReduced
	out := c.EvaluateWithin(x, &left)
	c.steps += (maxReduced - max(left, 0)) / stepsPerFrame
	return out
}

// thisOf lists the receiver of the method around a call: the one in its Env, or else an
// instance of the class that declares the method.
func (c *Callers) thisOf(x Expr) []Expr {
	if this, ok := x.Env.Get(Self); ok {
		return []Expr{this}
	}
	if class := c.Table.EnclosingType(x.Def); class != resolve.None {
		return []Expr{c.Instance(class)}
	}
	return nil
}

// runs reports whether d is the member of its name that the instances of class have.
func (c *Callers) runs(class, d resolve.DefID) bool {
	if class == resolve.None {
		return true
	}
	name := c.Table.Def(d).Name
	for _, t := range c.Lineage(class) {
		own := c.Table.Own(t, name)
		for _, m := range own {
			if m == d {
				return true
			}
		}
		if len(own) > 0 && c.Table.Def(t).Kind != graph.KindInterface {
			return false
		}
	}
	return false
}

// concrete lists one object of each class whose instances run d.
func (c *Callers) concrete(d resolve.DefID) []Expr {
	class, inTests := c.Table.EnclosingType(d), c.inTests(d)
	var out []Expr
	for _, t := range append([]resolve.DefID{class}, c.Descendants(class)...) {
		def := c.Table.Def(t)
		if def.Kind != graph.KindInterface && !resolve.HasModifier(def, "abstract") &&
			(!def.File.Test || inTests) && c.runs(t, d) {
			out = append(out, c.Instance(t))
		}
	}
	return out
}

// uncalled lists the frames of a callable without callers in the tree: one, or one for
// each class whose instances have it.
func (c *Callers) uncalled(d resolve.DefID) []CallFrame {
	tier := graph.Heuristic
	if def := c.Table.Def(d); len(def.Params) == 0 || c.Hosted != nil && c.Hosted(def) {
		tier = graph.Exact
	}
	if !c.hasInstance(d) {
		return []CallFrame{{Tier: tier}}
	}
	var out []CallFrame
	for _, this := range c.concrete(d) {
		out = append(out, CallFrame{Env{}.With(Self, this), tier})
	}
	return out
}
