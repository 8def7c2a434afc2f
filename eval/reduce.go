package eval

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxValues bounds the values of one expression.
const maxValues = 100

// maxReduced bounds the steps of evaluating one expression: variables that are assigned
// from one another in many places would be followed without end.
const maxReduced = 5000

// Evaluate lists the possible values of x as expressions: it follows names to their
// assigned values, members to the objects and object literals that have them, and calls
// to the return values of callables of the tree. Expressions that cannot be followed
// are listed unchanged.
func (t *Tree) Evaluate(x Expr) []Expr {
	t.left = maxReduced
	return t.reduce(x, 0)
}

// EvaluateWithin is Reduce with a budget of steps in left, which it decrements.
func (t *Tree) EvaluateWithin(x Expr, left *int) []Expr {
	t.left = *left
	out := t.reduce(x, 0)
	*left = t.left
	return out
}

func (t *Tree) reduce(x Expr, depth int) []Expr {
	t.stopIfDone()
	if t.left--; depth > maxTextDepth || t.left < 0 {
		return []Expr{x}
	}
	var next []Expr
	switch x.Kind {
	case parse.ExprName:
		next = t.namedValues(x)
	case parse.ExprMember:
		next = t.memberValues(x, depth)
	case parse.ExprCall:
		next = t.returned(x, depth)
	case parse.ExprConditional:
		for i := range x.Args {
			next = append(next, x.Sub(&x.Args[i].Value))
		}
	}
	if next == nil {
		return []Expr{x}
	}
	var out []Expr
	for _, v := range next {
		if out = append(out, t.reduce(v, depth+1)...); len(out) >= maxValues {
			return out[:maxValues] // the other values do not count, and may be many
		}
	}
	return out
}

// namedValues lists the assigned values of a name; nil if they are unknown.
func (t *Tree) namedValues(x Expr) []Expr {
	if x.Expr.Text == Self {
		if this, ok := x.Env.Get(Self); ok {
			return []Expr{this}
		}
		return nil
	}
	if d := x.Referent().Def; d != resolve.None {
		return t.FieldValues(d, x.Env)
	}
	if given, ok := x.Env.Get(x.Expr.Text); ok {
		if again, ok := t.setAgain(x); ok {
			return []Expr{again}
		}
		return []Expr{given}
	}
	return t.ReachingValues(x)
}

// setAgain returns the last value assigned to a parameter before x on every path. The
// assignment that contains x itself does not count, as it has not taken effect yet.
//
//	def add(self, *urls):
//	    urls = [scoped(url) for url in urls]
func (t *Tree) setAgain(x Expr) (value Expr, ok bool) {
	for _, v := range t.assigned[Variable{Def: x.Def, Name: x.Expr.Text}] {
		if v.Branch || v.Adds || v.At >= x.At || t.contains(v, x) {
			continue
		}
		value, ok = v, true
	}
	value.Env = x.Env
	return value, ok
}

// contains reports whether the name y occurs in x, or in a list that a comprehension in
// x iterates over.
func (t *Tree) contains(x, y Expr) bool {
	found := false
	x.Walk(func(e *parse.Expr) {
		found = found || e.At == y.At
		if e.Kind != parse.ExprList || len(e.Args) == 0 || e.Args[0].Name != "for" {
			return
		}
		for _, over := range t.loopsOf(x.Sub(&e.Args[0].Value)) {
			over.list.Walk(func(e *parse.Expr) { found = found || e.At == y.At })
		}
	})
	return found
}

// FieldValues lists the values of a variable or field, and the return values of a property, of the
// object of env.
func (t *Tree) FieldValues(d resolve.DefID, env Env) []Expr {
	def := t.Table.Def(d)
	if def.Kind.IsType() || def.Kind.IsCallable() && !t.IsGetter(def) {
		return nil
	}
	values := t.values[d]
	if def.Kind.IsCallable() {
		values = slices.DeleteFunc(slices.Clone(values), func(v Expr) bool { return v.Def != d })
	}
	return WithEnv(values, Env{}.inherit(env))
}

// MemberValues lists the values of a member of an object or of an object literal.
func (t *Tree) MemberValues(x Expr) []Expr { return t.memberValues(x, 0) }

func (t *Tree) memberValues(x Expr, depth int) []Expr {
	env, d := x.Env, x.Referent().Def
	var out []Expr
	for _, of := range t.reduce(x.Sub(x.Recv), depth+1) {
		if of.Kind == parse.ExprMap {
			if v := of.Arg(-1, x.Expr.Text); v != nil {
				out = append(out, of.Sub(v))
			}
		} else if v, ok := t.InOrder(of, d); ok {
			out = append(out, v)
		} else if class := t.Class(of); class != resolve.None {
			env = Env{}.With(Self, t.Instance(class))
			if own := t.ownMember(class, x.Expr.Text); own != resolve.None {
				d = own
			}
		}
	}
	if out != nil || d == resolve.None {
		return out
	}
	if t.IsGetter(t.Table.Def(d)) {
		return WithEnv(t.values[d], env)
	}
	return t.FieldValues(d, env)
}

// InOrder returns the value of a field in a literal of Go that has the fields in order,
// without their names; ok is false for other expressions.
//
//	type route struct{ path string; h handler }    route{"/orders", list}.h
func (t *Tree) InOrder(of Expr, field resolve.DefID) (v Expr, ok bool) {
	if of.Kind != parse.ExprList || field <= resolve.None || of.In.File.Family != "go" {
		return Expr{}, false
	}
	d := t.Table.Def(field)
	at, fields := -1, 0
	for i := range d.File.Definitions {
		if f := t.Table.Def(d.File.ID(int32(i))); f.Kind == graph.KindField && f.Outer == d.Outer {
			if f.ID == field {
				at = fields
			}
			fields++
		}
	}
	if at < 0 || len(of.Args) != fields { // all of them are written, or none
		return Expr{}, false
	}
	return of.Sub(&of.Args[at].Value), true
}

// ReturnValues lists the values that a callable of the tree returns to a call.
func (t *Tree) ReturnValues(x Expr) []Expr { return t.returned(x, 0) }

func (t *Tree) returned(x Expr, depth int) []Expr {
	d := x.Callee()
	if d == resolve.None || !t.Table.Def(d).Kind.IsCallable() {
		return t.evaluated(x, depth)
	}
	env := t.BindCall(d, x).inherit(x.Env)
	if x.Recv != nil {
		for _, of := range t.reduce(x.Sub(x.Recv), depth+1) {
			if class := t.Class(of); class != resolve.None {
				env = env.With(Self, t.Instance(class))
				own := t.ownMember(class, x.Expr.Text)
				if own == resolve.None || own == d {
					continue
				}
				if !t.Table.Def(own).Kind.IsCallable() { // a field that holds a function
					return t.evaluated(x, depth)
				}
				d, env = own, t.BindCall(own, x).With(Self, t.Instance(class))
			}
		}
	}
	return WithEnv(t.values[d], env)
}

// ownMember returns the member of that name of the instances of a class: its own, or
// else that of the nearest base class; None if the tree declares none.
func (t *Tree) ownMember(class resolve.DefID, name string) resolve.DefID {
	for _, c := range t.Ancestry(class) {
		if own := t.Table.Own(c, name); len(own) > 0 {
			return own[0]
		}
	}
	return resolve.None
}

// evaluated lists the strings that a call of function literals yields, for example from
// the members of an object literal.
func (t *Tree) evaluated(x Expr, depth int) []Expr {
	if x.Recv == nil || x.Expr.Text == "" {
		return nil
	}
	member := x.Sub(&parse.Expr{Kind: parse.ExprMember, At: x.At, Text: x.Expr.Text, Recv: x.Recv})
	var out []Expr
	for _, f := range t.reduce(member, depth+1) {
		if f.Kind != parse.ExprLambda || f.Recv == nil {
			return nil
		}
		f.Env = Env{}
		for i, p := range f.Args[:min(len(f.Args), len(x.Args))] {
			f.Env = f.Env.With(p.Name, x.Sub(&x.Args[i].Value))
		}
		out = append(out, f.Sub(f.Recv))
	}
	return out
}

// ReachingValues lists the values assigned to a local variable, in source order. The variable is
// found by the declaration that the name refers to, or else by its name in the
// definition around it or an enclosing one. Where the scope is known, values assigned
// to another local of that name are excluded.
func (t *Tree) ReachingValues(x Expr) []Expr {
	l := x.Local()
	if l != nil && x.In.File.Family != "python" { // where the order of assignments counts
		if values := t.LocalValues(x, l); len(values) > 0 && !l.Set {
			return t.summed(x, append(values, t.partsOf(x, l)...))
		}
	}
	var before []Expr
	for of := x; of.Def != resolve.None; of.Def = t.Table.Def(of.Def).Outer {
		name := Variable{Def: of.Def, Name: x.Expr.Text}
		if t.assigned[name] == nil && t.each[name] == nil {
			continue
		}
		keep := func(v Expr) {
			// An assignment after x in the same definition does not count.
			if (l == nil || mayHold(x, l, v)) && (v.At < x.At || of.Def != x.Def) {
				v.Env = x.Env
				before = append(before, v)
			}
		}
		for _, v := range t.assigned[name] {
			keep(v)
		}
		for _, list := range t.each[name] { // evaluating the list could recurse into x
			for _, e := range written(list) {
				if v, ok := e.part(list.Part); ok {
					keep(v)
				}
			}
		}
		break
	}
	return t.summed(x, before)
}

// mayHold reports whether the local l that x names may be assigned the value v. In
// JavaScript its scope is the block that declares it, so the value has to be inside it.
// In Go the scope begins after the declaration: a value in a declaration belongs to the
// declared local, and an assignment to the innermost local in scope. In other languages
// no two locals of one name are visible at one point.
func mayHold(x Expr, l *parse.Local, v Expr) bool {
	switch x.In.File.Family {
	case "typescript":
		return l.Scope.Contains(v.At)
	case "go":
		return v.In.LocalAt(l.Name, max(v.At, v.Scope)) == l
	}
	return true
}

// WithEnv returns copies of the values in another environment.
func WithEnv(values []Expr, env Env) []Expr {
	out := slices.Clone(values)
	for i := range out {
		out[i].Env = env
	}
	return out
}

// IsGetter reports whether accessing a member calls it.
func (t *Tree) IsGetter(d *resolve.Def) bool {
	return d.Kind == graph.KindProperty || resolve.HasModifier(d, "get")
}
