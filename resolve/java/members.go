package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A member is a member as seen from a type: owner is the type that declares
// it, with the type arguments that it has there.
type member struct {
	def   resolve.DefID
	owner resolve.Type
}

// supers visits t and its base types, the nearest first and superclasses before
// interfaces, until visit returns false. outside reports that a type of the
// hierarchy lies outside the tree.
func (j *tree) supers(t resolve.Type, visit func(resolve.Type) bool) (outside bool) {
	queue, seen := []resolve.Type{t}, map[resolve.DefID]bool{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t.Def == resolve.None {
			outside = outside || t.External && t.Form != "Object"
			continue
		}
		if seen[t.Def] {
			continue
		}
		seen[t.Def] = true
		if !visit(t) {
			return outside
		}
		queue = append(queue, j.baseTypes(t)...)
	}
	return outside
}

// field finds the field, constant or record component of a type. What is
// private to a base type is not inherited.
func (j *tree) field(t resolve.Type, name string) (m member, outside bool) {
	m.def = resolve.None
	outside = j.supers(t, func(s resolve.Type) bool {
		for _, id := range j.table.Own(s.Def, name) {
			if d := j.table.Def(id); isJavaValue(d) && (s.Def == t.Def || !resolve.HasModifier(d, "private")) {
				m = member{id, s}
				return false
			}
		}
		return true
	})
	return m, outside
}

func isJavaValue(d *resolve.Def) bool {
	return d.Kind == graph.KindField || d.Kind == graph.KindConstant || d.Kind == graph.KindProperty
}

// methods lists the methods of a type and its bases under a name, those that
// another of them overrides left out.
func (j *tree) methods(t resolve.Type, name string) (out []member, outside bool) {
	outside = j.supers(t, func(s resolve.Type) bool {
	next:
		for _, id := range j.table.Own(s.Def, name) {
			d := j.table.Def(id)
			if d.Kind != graph.KindMethod && !(d.Kind == graph.KindProperty && len(j.table.Own(s.Def, name)) == 1) {
				continue
			}
			if s.Def != t.Def && resolve.HasModifier(d, "private") {
				continue
			}
			for _, o := range out {
				if o.owner.Def != s.Def && j.table.Def(o.def).Kind == graph.KindMethod && j.sameParams(o.def, o.owner, id, s) {
					continue next
				}
			}
			out = append(out, member{id, s})
		}
		return true
	})
	return out, outside
}

// constructors lists those of a type.
func (j *tree) constructors(t resolve.Type) []member {
	d := j.table.Def(t.Def)
	var out []member
	for _, id := range j.table.Own(t.Def, d.Name) {
		if j.table.Def(id).Kind == graph.KindConstructor {
			out = append(out, member{id, t})
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
func (e *eval) choose(cands []member, r *parse.Reference) (m member, ok, sure bool) {
	if r.Args < 0 {
		if len(cands) == 1 {
			return cands[0], true, true
		}
		return member{}, false, false
	}
	var fixed, variable []member
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
		return member{}, false, false
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
	return member{}, false, false
}

func (e *eval) isVarargs(d resolve.DefID) bool {
	ps := e.j.table.Def(d).Params
	return len(ps) > 0 && ps[len(ps)-1].Variadic
}

// noneFits reports whether no candidate of fixed arity takes the arguments.
func (e *eval) noneFits(cands []member, args []resolve.Type) bool {
	for _, c := range cands {
		if e.cost(c, args, false) != fitsNot {
			return false
		}
	}
	return true
}

// best picks the candidate of least cost; none when two cost the same.
func (e *eval) best(cands []member, args []resolve.Type, varargs bool) (member, bool) {
	least, tied := -1, false
	var out member
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
func (e *eval) mostSpecific(cands []member, args []resolve.Type, varargs bool, least int) (member, bool) {
	for _, a := range args {
		if !a.Known() {
			return member{}, false
		}
	}
	var same []member
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
	return member{}, false
}

// paramTypes are the types of the parameters that n arguments meet.
func (e *eval) paramTypes(c member, n int, varargs bool) []resolve.Type {
	ps := e.j.params[c.def]
	out := make([]resolve.Type, n)
	for i := range out {
		k := min(i, len(ps)-1)
		if k < 0 {
			out[i] = resolve.Unknown
			continue
		}
		t := resolve.Substitute(ps[k], c.owner.Def, c.owner.Args)
		if k == len(ps)-1 && e.isVarargs(c.def) && !varargs {
			t = resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "[]", Args: []resolve.Type{t}}
		}
		out[i] = t
	}
	return out
}

// cost adds up how well the arguments fit; fitsNot if one does not.
func (e *eval) cost(c member, args []resolve.Type, varargs bool) int {
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
func (e *eval) fit(a, p resolve.Type) int {
	switch {
	case !a.Known() || !p.Known() || a.External && a.Form == "?":
		return fitsUnknown
	case a.Form == "null" && a.External:
		return e.fitNull(p)
	case a.Form == "func" || a.Form == "methodref":
		return e.fitFunction(a, p)
	case p.Owner != resolve.None:
		return e.fitVariable(a, p)
	case isPrimitive(p):
		return fitPrimitive(a, p)
	case isPrimitive(a):
		return e.fitBoxed(a, p)
	case p.Form == "[]":
		return e.fitArray(a, p)
	case a.Form == "[]":
		if p.Def == resolve.None && (p.Form == "Object" || p.Form == "Cloneable" || p.Form == "Serializable") {
			return 20
		}
		return fitsNot
	case a.Owner != resolve.None:
		if bound, ok := e.j.bounds[resolve.TypeVar{Owner: a.Owner, Param: a.Param}]; ok {
			return e.fit(bound, p)
		}
		return e.fit(outsideType("Object"), p)
	case a.Form == "|":
		return e.fitUnion(a, p)
	}
	return e.fitClass(a, p)
}

func (e *eval) fitNull(p resolve.Type) int {
	switch {
	case isPrimitive(p):
		return fitsNot
	case p.Def == resolve.None && p.External && p.Form == "Object":
		return 3
	case p.Owner != resolve.None:
		return 2
	}
	return 1
}

func (e *eval) fitUnion(a, p resolve.Type) int {
	sum := 0
	for _, x := range a.Args {
		f := e.fit(x, p)
		if f == fitsNot {
			return fitsNot
		}
		sum = max(sum, f)
	}
	return sum
}

// fitVariable: a type variable takes what its bound does.
func (e *eval) fitVariable(a, p resolve.Type) int {
	if a.Owner == p.Owner && a.Param == p.Param {
		return fitsSame
	}
	extra := 0
	if isPrimitive(a) {
		extra, a = fitsBoxed, boxed(a)
	}
	if bound, ok := e.j.bounds[resolve.TypeVar{Owner: p.Owner, Param: p.Param}]; ok && bound.Owner == resolve.None {
		bound.Args = nil
		f := e.fit(a, bound)
		if f == fitsNot {
			return fitsNot
		}
		return f + extra + 1
	}
	return 18 + extra
}

func (e *eval) fitArray(a, p resolve.Type) int {
	switch {
	case a.Form == "[]" && len(a.Args) == 1 && len(p.Args) == 1:
		x, y := a.Args[0], p.Args[0]
		if isPrimitive(x) || isPrimitive(y) {
			if x.Form == y.Form && isPrimitive(x) == isPrimitive(y) {
				return fitsSame
			}
			if !x.Known() || !y.Known() {
				return fitsUnknown
			}
			return fitsNot
		}
		return e.fit(x, y)
	case a.Owner != resolve.None:
		return fitsNot
	case a.External && a.Form != "[]" && a.Def == resolve.None && !javaKnown(a.Form):
		return fitsUnknown
	}
	return fitsNot
}

// fitClass compares classes and interfaces.
func (e *eval) fitClass(a, p resolve.Type) int {
	if p.Def == resolve.None && p.Form == "Object" {
		return 20
	}
	if a.Def != resolve.None {
		return e.fitDeclared(a, p)
	}
	if p.Def != resolve.None {
		return e.fitVague(a, p)
	}
	if a.Form == p.Form {
		return fitsSame
	}
	if n := distance(a.Form, p.Form); n > 0 {
		return n * fitsWider
	}
	if javaKnown(a.Form) && javaKnown(p.Form) {
		return fitsNot
	}
	return fitsUnknown
}

// fitDeclared compares a type of the tree with p, through its base types.
func (e *eval) fitDeclared(a, p resolve.Type) int {
	if a.Def == p.Def {
		return fitsSame
	}
	level, best, vague := map[resolve.DefID]int{a.Def: 0}, fitsNot, false
	e.j.supers(a, func(s resolve.Type) bool {
		n := level[s.Def]
		for _, b := range e.j.basesOf(s.Def) {
			switch {
			case b.Def != resolve.None:
				if _, ok := level[b.Def]; !ok {
					level[b.Def] = n + 1
				}
				if b.Def == p.Def && best == fitsNot {
					best = n + 1
				}
			case b.External && p.Def == resolve.None:
				if b.Form == p.Form {
					best = n + 1
				} else if k := distance(b.Form, p.Form); k > 0 && best == fitsNot {
					best = n + 1 + k
				}
			}
			vague = vague || b.External && b.Def == resolve.None && !javaKnown(b.Form)
		}
		return true
	})
	switch d := e.j.table.Def(a.Def); {
	case best != fitsNot:
		return best
	case d.Kind == graph.KindEnum && (p.Form == "Enum" || p.Form == "Comparable" || p.Form == "Serializable") && p.Def == resolve.None:
		return 2
	case d.Kind == graph.KindRecord && p.Form == "Record" && p.Def == resolve.None:
		return 2
	case vague && p.Def == resolve.None:
		return fitsUnknown
	case vague:
		return e.fitVague(outsideType("?"), p)
	}
	return fitsNot
}

// fitVague fits a type outside the tree, such as a generated one, to a type of
// the tree.
func (e *eval) fitVague(a, p resolve.Type) int {
	d := e.j.table.Def(p.Def)
	switch {
	case javaKnown(a.Form) || resolve.HasModifier(d, "final") || d.Kind == graph.KindEnum || d.Kind == graph.KindRecord:
		return fitsNot
	case d.Kind == graph.KindInterface:
		return fitsUnknown + 5
	}
	return fitsUnknown + 10
}

var widths = map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}

var boxes = map[string]string{
	"boolean": "Boolean", "byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long", "float": "Float", "double": "Double",
}

var unboxed = func() map[string]string {
	m := map[string]string{}
	for p, b := range boxes {
		m[b] = p
	}
	return m
}()

func boxed(t resolve.Type) resolve.Type {
	if b, ok := boxes[t.Form]; ok && isPrimitive(t) {
		return outsideType(b)
	}
	return t
}

// fitPrimitive fits a value to a primitive parameter: the same type, a wider
// one, or one out of its box.
func fitPrimitive(a, p resolve.Type) int {
	extra := 0
	if !isPrimitive(a) {
		u, ok := unboxed[a.Form]
		if !ok || a.Def != resolve.None {
			if a.Owner != resolve.None || a.Def != resolve.None || javaKnown(a.Form) {
				return fitsNot
			}
			return fitsUnknown + fitsBoxed
		}
		a.Form, extra = u, fitsBoxed
	}
	if a.Form == p.Form {
		return extra
	}
	x, y := widths[a.Form], widths[p.Form]
	if x == 0 || y == 0 || x >= y || p.Form == "char" || a.Form == "char" && p.Form == "short" {
		return fitsNot
	}
	return extra + y - x
}

func (e *eval) fitBoxed(a, p resolve.Type) int {
	f := fitsNot
	if p.Form != "[]" {
		f = e.fit(boxed(a), p)
	}
	if f == fitsNot {
		return fitsNot
	}
	return f + fitsBoxed
}

// fitFunction fits a lambda or method reference to a functional interface.
func (e *eval) fitFunction(a, p resolve.Type) int {
	if p.Owner != resolve.None || isPrimitive(p) || p.Form == "[]" {
		return fitsNot
	}
	fn, known := e.j.function(p)
	switch {
	case !known && p.Def == resolve.None && !javaKnown(p.Form):
		return fitsUnknown
	case !known, a.Form == "func" && len(fn.params) != len(a.Args):
		return fitsNot
	case a.Form == "methodref" && a.Param != 0 && a.Param&(1<<min(len(fn.params), 30)) == 0:
		return fitsNot
	}
	return 1
}
