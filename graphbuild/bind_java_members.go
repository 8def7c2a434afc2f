package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// A javaMember is a member as seen from a type: owner is the type that declares
// it, with the type arguments that it has there.
type javaMember struct {
	def   defID
	owner typ
}

// supers visits t and its base types, the nearest first and superclasses before
// interfaces, until visit returns false. outside reports that a type of the
// hierarchy lies outside the tree.
func (j *java) supers(t typ, visit func(typ) bool) (outside bool) {
	queue, seen := []typ{t}, map[defID]bool{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t.def == none {
			outside = outside || t.external && t.form != "Object"
			continue
		}
		if seen[t.def] {
			continue
		}
		seen[t.def] = true
		if !visit(t) {
			return outside
		}
		queue = append(queue, j.baseTypes(t)...)
	}
	return outside
}

// field finds the field, constant or record component of a type. What is
// private to a base type is not inherited.
func (j *java) field(t typ, name string) (m javaMember, outside bool) {
	m.def = none
	outside = j.supers(t, func(s typ) bool {
		for _, id := range j.ix.own(s.def, name) {
			if d := j.ix.def(id); isJavaValue(d) && (s.def == t.def || !hasModifier(d, "private")) {
				m = javaMember{id, s}
				return false
			}
		}
		return true
	})
	return m, outside
}

func isJavaValue(d *defn) bool {
	return d.Kind == graph.KindField || d.Kind == graph.KindConstant || d.Kind == graph.KindProperty
}

// methods lists the methods of a type and its bases under a name, those that
// another of them overrides left out.
func (j *java) methods(t typ, name string) (out []javaMember, outside bool) {
	outside = j.supers(t, func(s typ) bool {
	next:
		for _, id := range j.ix.own(s.def, name) {
			d := j.ix.def(id)
			if d.Kind != graph.KindMethod && !(d.Kind == graph.KindProperty && len(j.ix.own(s.def, name)) == 1) {
				continue
			}
			if s.def != t.def && hasModifier(d, "private") {
				continue
			}
			for _, o := range out {
				if o.owner.def != s.def && j.ix.def(o.def).Kind == graph.KindMethod && j.sameParams(o.def, o.owner, id, s) {
					continue next
				}
			}
			out = append(out, javaMember{id, s})
		}
		return true
	})
	return out, outside
}

// constructors lists those of a type.
func (j *java) constructors(t typ) []javaMember {
	d := j.ix.def(t.def)
	var out []javaMember
	for _, id := range j.ix.own(t.def, d.Name) {
		if j.ix.def(id).Kind == graph.KindConstructor {
			out = append(out, javaMember{id, t})
		}
	}
	return out
}

// How well an argument fits a parameter, the best first.
const (
	fitsSame    = 0
	fitsWider   = 1  // a step to a base type or a wider number
	fitsUnknown = 30 // nothing is known against it
	fitsBoxed   = 100
	fitsVarargs = 1000
	fitsNot     = -1
)

// choose picks the candidate that the arguments of r fit best. sure reports
// that the arguments, or their number, leave no other.
func (e *javaEval) choose(cands []javaMember, r *parse.Reference) (m javaMember, ok, sure bool) {
	if r.Args < 0 {
		if len(cands) == 1 {
			return cands[0], true, true
		}
		return javaMember{}, false, false
	}
	var fixed, variable []javaMember
	for _, c := range cands {
		switch n := len(e.j.params[c.def]); {
		case n == int(r.Args):
			fixed = append(fixed, c)
		case e.isVarargs(c.def) && int(r.Args) >= n-1:
			variable = append(variable, c)
		}
	}
	switch all := len(fixed) + len(variable); {
	case all == 0:
		return javaMember{}, false, false
	case all == 1 && len(fixed) == 1:
		return fixed[0], true, true
	case all == 1:
		return variable[0], true, true
	}
	args := e.arguments(r)
	if m, ok = e.best(fixed, args, false); ok {
		return m, true, true
	}
	for _, c := range fixed {
		if e.isVarargs(c.def) {
			variable = append(variable, c)
		}
	}
	if e.noneFits(fixed, args) {
		if m, ok = e.best(variable, args, true); ok {
			return m, true, true
		}
	}
	return javaMember{}, false, false
}

func (e *javaEval) isVarargs(d defID) bool {
	ps := e.j.ix.def(d).Params
	return len(ps) > 0 && ps[len(ps)-1].Variadic
}

// noneFits reports whether no candidate of fixed arity takes the arguments.
func (e *javaEval) noneFits(cands []javaMember, args []typ) bool {
	for _, c := range cands {
		if e.cost(c, args, false) != fitsNot {
			return false
		}
	}
	return true
}

// best picks the candidate of least cost; none when two cost the same.
func (e *javaEval) best(cands []javaMember, args []typ, varargs bool) (javaMember, bool) {
	least, tied := -1, false
	var out javaMember
	for _, c := range cands {
		n := e.cost(c, args, varargs)
		switch {
		case n == fitsNot:
		case least < 0 || n < least:
			out, least, tied = c, n, false
		case n == least:
			tied = true
		}
	}
	if tied {
		return e.mostSpecific(cands, args, varargs, least)
	}
	return out, least >= 0
}

// mostSpecific picks, among candidates of the same cost, the one whose
// parameters all fit those of every other.
func (e *javaEval) mostSpecific(cands []javaMember, args []typ, varargs bool, least int) (javaMember, bool) {
	for _, a := range args {
		if !a.known() {
			return javaMember{}, false
		}
	}
	var same []javaMember
	for _, c := range cands {
		if e.cost(c, args, varargs) == least {
			same = append(same, c)
		}
	}
	for _, c := range same {
		ps := e.paramTypes(c, len(args), varargs)
		wins := true
		for _, o := range same {
			if o.def == c.def {
				continue
			}
			for i, q := range e.paramTypes(o, len(args), varargs) {
				if f := e.fit(ps[i], q); f == fitsNot || f >= fitsUnknown {
					wins = false
				}
			}
		}
		if wins {
			return c, true
		}
	}
	return javaMember{}, false
}

// paramTypes are the types of the parameters that n arguments meet.
func (e *javaEval) paramTypes(c javaMember, n int, varargs bool) []typ {
	ps := e.j.params[c.def]
	out := make([]typ, n)
	for i := range out {
		k := min(i, len(ps)-1)
		if k < 0 {
			out[i] = unknown
			continue
		}
		t := substitute(ps[k], c.owner.def, c.owner.args)
		if k == len(ps)-1 && e.isVarargs(c.def) && !varargs {
			t = typ{def: none, owner: none, form: "[]", args: []typ{t}}
		}
		out[i] = t
	}
	return out
}

// cost adds up how well the arguments fit; fitsNot if one does not.
func (e *javaEval) cost(c javaMember, args []typ, varargs bool) int {
	sum := 0
	for i, p := range e.paramTypes(c, len(args), varargs) {
		f := e.fit(args[i], p)
		if f == fitsNot {
			return fitsNot
		}
		sum += f
	}
	return sum
}

// fit says how well a value of type a fits a parameter of type p.
func (e *javaEval) fit(a, p typ) int {
	switch {
	case !a.known() || !p.known() || a.external && a.form == "?":
		return fitsUnknown
	case a.form == "null" && a.external:
		return e.fitNull(p)
	case a.form == "func" || a.form == "methodref":
		return e.fitFunction(a, p)
	case p.owner != none:
		return e.fitVariable(a, p)
	case isPrimitive(p):
		return fitPrimitive(a, p)
	case isPrimitive(a):
		return e.fitBoxed(a, p)
	case p.form == "[]":
		return e.fitArray(a, p)
	case a.form == "[]":
		if p.def == none && (p.form == "Object" || p.form == "Cloneable" || p.form == "Serializable") {
			return 20
		}
		return fitsNot
	case a.owner != none:
		if bound, ok := e.j.bounds[typeVar{a.owner, a.param}]; ok {
			return e.fit(bound, p)
		}
		return e.fit(outsideType("Object"), p)
	case a.form == "|":
		return e.fitUnion(a, p)
	}
	return e.fitClass(a, p)
}

func (e *javaEval) fitNull(p typ) int {
	switch {
	case isPrimitive(p):
		return fitsNot
	case p.def == none && p.external && p.form == "Object":
		return 3
	case p.owner != none:
		return 2
	}
	return 1
}

func (e *javaEval) fitUnion(a, p typ) int {
	sum := 0
	for _, x := range a.args {
		f := e.fit(x, p)
		if f == fitsNot {
			return fitsNot
		}
		sum = max(sum, f)
	}
	return sum
}

// fitVariable: a type variable takes what its bound does.
func (e *javaEval) fitVariable(a, p typ) int {
	if a.owner == p.owner && a.param == p.param {
		return fitsSame
	}
	extra := 0
	if isPrimitive(a) {
		extra, a = fitsBoxed, boxed(a)
	}
	if bound, ok := e.j.bounds[typeVar{p.owner, p.param}]; ok && bound.owner == none {
		bound.args = nil
		f := e.fit(a, bound)
		if f == fitsNot {
			return fitsNot
		}
		return f + extra + 1
	}
	return 18 + extra
}

func (e *javaEval) fitArray(a, p typ) int {
	switch {
	case a.form == "[]" && len(a.args) == 1 && len(p.args) == 1:
		x, y := a.args[0], p.args[0]
		if isPrimitive(x) || isPrimitive(y) {
			if x.form == y.form && isPrimitive(x) == isPrimitive(y) {
				return fitsSame
			}
			if !x.known() || !y.known() {
				return fitsUnknown
			}
			return fitsNot
		}
		return e.fit(x, y)
	case a.owner != none:
		return fitsNot
	case a.external && a.form != "[]" && a.def == none && !javaKnown(a.form):
		return fitsUnknown
	}
	return fitsNot
}

// fitClass compares classes and interfaces.
func (e *javaEval) fitClass(a, p typ) int {
	if p.def == none && p.form == "Object" {
		return 20
	}
	if a.def != none {
		return e.fitDeclared(a, p)
	}
	if p.def != none {
		return e.fitVague(a, p)
	}
	if a.form == p.form {
		return fitsSame
	}
	if n := javaDistance(a.form, p.form); n > 0 {
		return n * fitsWider
	}
	if javaKnown(a.form) && javaKnown(p.form) {
		return fitsNot
	}
	return fitsUnknown
}

// fitDeclared compares a type of the tree with p, through its base types.
func (e *javaEval) fitDeclared(a, p typ) int {
	if a.def == p.def {
		return fitsSame
	}
	level, best, vague := map[defID]int{a.def: 0}, fitsNot, false
	e.j.supers(a, func(s typ) bool {
		n := level[s.def]
		for _, b := range e.j.basesOf(s.def) {
			switch {
			case b.def != none:
				if _, ok := level[b.def]; !ok {
					level[b.def] = n + 1
				}
				if b.def == p.def && best == fitsNot {
					best = n + 1
				}
			case b.external && p.def == none:
				if b.form == p.form {
					best = n + 1
				} else if k := javaDistance(b.form, p.form); k > 0 && best == fitsNot {
					best = n + 1 + k
				}
			}
			vague = vague || b.external && b.def == none && !javaKnown(b.form)
		}
		return true
	})
	switch d := e.j.ix.def(a.def); {
	case best != fitsNot:
		return best
	case d.Kind == graph.KindEnum && (p.form == "Enum" || p.form == "Comparable" || p.form == "Serializable") && p.def == none:
		return 2
	case d.Kind == graph.KindRecord && p.form == "Record" && p.def == none:
		return 2
	case vague && p.def == none:
		return fitsUnknown
	case vague:
		return e.fitVague(outsideType("?"), p)
	}
	return fitsNot
}

// fitVague fits a type outside the tree, such as a generated one, to a type of
// the tree.
func (e *javaEval) fitVague(a, p typ) int {
	d := e.j.ix.def(p.def)
	switch {
	case javaKnown(a.form) || hasModifier(d, "final") || d.Kind == graph.KindEnum || d.Kind == graph.KindRecord:
		return fitsNot
	case d.Kind == graph.KindInterface:
		return fitsUnknown + 5
	}
	return fitsUnknown + 10
}

var javaWidths = map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}

var javaBoxes = map[string]string{
	"boolean": "Boolean", "byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long", "float": "Float", "double": "Double",
}

var javaUnboxed = func() map[string]string {
	m := map[string]string{}
	for p, b := range javaBoxes {
		m[b] = p
	}
	return m
}()

func boxed(t typ) typ {
	if b, ok := javaBoxes[t.form]; ok && isPrimitive(t) {
		return outsideType(b)
	}
	return t
}

// fitPrimitive fits a value to a primitive parameter: the same type, a wider
// one, or one out of its box.
func fitPrimitive(a, p typ) int {
	extra := 0
	if !isPrimitive(a) {
		u, ok := javaUnboxed[a.form]
		if !ok || a.def != none {
			if a.owner != none || a.def != none || javaKnown(a.form) {
				return fitsNot
			}
			return fitsUnknown + fitsBoxed
		}
		a.form, extra = u, fitsBoxed
	}
	if a.form == p.form {
		return extra
	}
	x, y := javaWidths[a.form], javaWidths[p.form]
	if x == 0 || y == 0 || x >= y || p.form == "char" || a.form == "char" && p.form == "short" {
		return fitsNot
	}
	return extra + y - x
}

func (e *javaEval) fitBoxed(a, p typ) int {
	f := fitsNot
	if p.form != "[]" {
		f = e.fit(boxed(a), p)
	}
	if f == fitsNot {
		return fitsNot
	}
	return f + fitsBoxed
}

// fitFunction fits a lambda or method reference to a functional interface.
func (e *javaEval) fitFunction(a, p typ) int {
	if p.owner != none || isPrimitive(p) || p.form == "[]" {
		return fitsNot
	}
	fn, known := e.j.function(p)
	switch {
	case !known && p.def == none && !javaKnown(p.form):
		return fitsUnknown
	case !known, a.form == "func" && len(fn.params) != len(a.args):
		return fitsNot
	case a.form == "methodref" && a.param != 0 && a.param&(1<<min(len(fn.params), 30)) == 0:
		return fitsNot
	}
	return 1
}
