package spring

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A kind is a kind of value.
type kind uint8

const (
	unknown   kind = iota
	text           // a string
	literal        // a number, true or false
	null           // null
	class          // a class, named or as X.class
	object         // an object of a class of the tree
	marking        // an annotation of a class that code looks up
	function       // a function literal or a method reference
	list           // the elements of a collection, or the entries of a map
	entry          // an entry of a map
	container      // an object from which beans are obtained
	library        // a library object: an unevaluated expression
)

// A value is the value of an expression.
type value struct {
	kind  kind
	text  string        // of a string, with hole for unknown parts, or of a literal
	class resolve.DefID // of a class, an object or an annotation
	items []item        // of a list or an entry
	args  []value       // constructor arguments of an object

	// The creation of an object, without an expression if a container creates it; the
	// expression of an annotation, a function or a library object.
	at eval.Expr
	in *scope // around at
}

// An item is an element of a list, or an entry of a map.
type item struct {
	key, value value
	tier       graph.Tier
}

// A scope maps names to values.
type scope struct {
	names map[string]value
	this  value
	outer *scope      // around a function literal, or nil
	body  parse.Range // body of its function literal, or range of its loop
	tier  graph.Tier  // tier of everything found in it
}

// hole marks unknown parts of a string.
const hole = "\x00"

// lookup returns the value of a name.
func (s *scope) lookup(name string) (value, bool) {
	for ; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

// object returns the object that the code runs on.
func (s *scope) object() value {
	for ; s != nil; s = s.outer {
		if s.this.kind != unknown {
			return s.this
		}
	}
	return value{}
}

// worst returns the worst tier of a scope and its outer scopes.
func (s *scope) worst() graph.Tier {
	tier := graph.Exact
	for ; s != nil; s = s.outer {
		tier = resolve.WeakerTier(tier, s.tier)
	}
	return tier
}

// within reports whether a scope belongs to a function literal with this body.
func (s *scope) within(body parse.Range) bool {
	for ; s != nil; s = s.outer {
		if s.body == body {
			return true
		}
	}
	return false
}

// with returns a scope nested in s in which name has the value v.
func (s *scope) with(name string, v value, tier graph.Tier) *scope {
	return &scope{names: map[string]value{name: v}, outer: s, tier: tier}
}

func textOf(s string) value { return value{kind: text, text: s} }

func literalOf(is bool) value {
	if is {
		return value{kind: literal, text: "true"}
	}
	return value{kind: literal, text: "false"}
}

// known reports whether a string has no unknown parts.
func (v value) known() bool { return v.kind == text && !strings.Contains(v.text, hole) }

const (
	// maxDepth bounds chains of expressions.
	maxDepth = 60

	// maxSteps bounds the expressions evaluated for the beans of a tree. With mutually
	// recursive methods, the number of call paths is exponential in the number of
	// methods.
	maxSteps = 500_000
)

// eval returns the value of an expression, as far as declarations and constants
// determine it.
func (r *flow) eval(x eval.Expr, s *scope, depth int) value {
	if r.steps++; depth > maxDepth || r.steps > maxSteps {
		return value{}
	}
	depth++
	switch x.Kind {
	case parse.ExprString:
		return r.concat(x, s, depth)
	case parse.ExprLiteral:
		if x.Expr.Text == "null" {
			return value{kind: null}
		}
		return value{kind: literal, text: x.Expr.Text}
	case parse.ExprName:
		return r.named(x, s, depth)
	case parse.ExprMember:
		return r.member(x, s, depth)
	case parse.ExprCall:
		return r.call(x, s, depth)
	case parse.ExprNew:
		if c := r.created(x); c != resolve.None {
			return value{kind: object, class: c, at: x, args: r.args(x, s, depth)}
		}
	case parse.ExprLambda:
		return value{kind: function, at: x, in: s}
	case parse.ExprType:
		if d := x.Referent().Def; d > resolve.None {
			return value{kind: class, class: r.Table.Canon[d]}
		}
	case parse.ExprIndex:
		return r.indexed(x, s, depth)
	case parse.ExprConditional:
		return r.choice(x, s, depth)
	case parse.ExprTest:
		if is, ok := r.holds(x, s, depth); ok {
			return literalOf(is)
		}
		return value{}
	}
	return value{kind: library, at: x, in: s}
}

// created returns the class of the tree that a creation instantiates: an anonymous one,
// if it has a body.
func (r *flow) created(x eval.Expr) resolve.DefID {
	f := x.In.File
	if d := f.DefinitionAt(x.At); d > 0 && f.Definitions[d].NameAt == x.At {
		return r.Table.Canon[f.ID(d)]
	}
	return r.Class(x)
}

// concat returns a string, or a concatenation of several values.
func (r *flow) concat(x eval.Expr, s *scope, depth int) value {
	if x.Parts == nil && len(x.Args) == 0 {
		return textOf(x.Expr.Text)
	}
	var b strings.Builder
	for i := range x.Args {
		b.WriteString(r.spelled(r.eval(x.Sub(&x.Args[i].Value), s, depth), depth))
	}
	return textOf(b.String())
}

// spelled returns the text of a value within a string.
func (r *flow) spelled(v value, depth int) string {
	switch v.kind {
	case text, literal:
		return v.text
	case null:
		return "null"
	case object:
		if of := r.invoke(v, "toString", nil, depth); of.kind == text {
			return of.text
		}
	}
	return hole
}

// named returns the value of a name.
func (r *flow) named(x eval.Expr, s *scope, depth int) value {
	if x.Expr.Text == "this" {
		return s.object()
	}
	m := x.Referent()
	if m.Def > resolve.None {
		return r.variable(x, m.Def, s.object(), s, depth)
	}
	if v, ok := s.lookup(x.Expr.Text); ok {
		return v
	}
	if m.External != "" {
		return value{kind: library, at: x, in: s}
	}
	values := r.ReachingValues(x)
	if len(values) == 1 && r.runs(values[0], s, depth) == always {
		return r.held(r.eval(values[0], s, depth), x, s)
	}
	if len(values) == 0 {
		return r.parameter(x, s)
	}
	return value{kind: library, at: x, in: s}
}

// held returns the value that a variable holds. A library object may be changed by
// statements on the variable, so the variable is kept unevaluated.
func (r *flow) held(v value, x eval.Expr, s *scope) value {
	if v.kind == library && v.at.Kind != parse.ExprName && v.at.Kind != parse.ExprMember {
		return value{kind: library, at: x, in: s}
	}
	return v
}

// member returns the value of a member of an object, a class or a library object.
func (r *flow) member(x eval.Expr, s *scope, depth int) value {
	d := x.Referent().Def
	if d > resolve.None && isMethod(r.Table.Def(d)) { // a method reference
		return value{kind: function, class: d, at: x, in: s}
	}
	of := r.eval(x.Sub(x.Recv), s, depth)
	if of.kind == list && x.Expr.Text == "length" {
		return value{kind: literal, text: itoa(len(of.items))}
	}
	if d > resolve.None {
		return r.variable(x, d, of, s, depth)
	}
	if of.kind == object {
		if own := r.own(of.class, x.Expr.Text, -1); own != resolve.None {
			if isMethod(r.Table.Def(own)) { // a reference to an overloaded method
				return value{kind: function, class: own, at: x, in: s}
			}
			return r.variable(x, own, of, s, depth)
		}
	}
	return value{kind: library, at: x, in: s}
}

// variable returns the value of a definition of the tree: a class, a constant, or a
// field of an object.
func (r *flow) variable(x eval.Expr, d resolve.DefID, of value, s *scope, depth int) value {
	def := r.Table.Def(d)
	if def.Kind.IsType() {
		return value{kind: class, class: r.Table.Canon[d]}
	}
	if t, ok := r.Constant(d); ok && !strings.Contains(t, resolve.Hole) {
		return textOf(t)
	}
	return r.field(x, d, of, s, depth)
}

// field returns the value of a field of an object, from its initializer or the
// constructor.
func (r *flow) field(x eval.Expr, d resolve.DefID, of value, s *scope, depth int) value {
	def := r.Table.Def(d)
	if outer := r.Table.Def(def.Outer); outer.Kind == graph.KindRecord && of.args != nil {
		return component(def.Name, outer, of)
	}
	values := r.Values(d)
	if len(values) == 0 {
		if def.Kind == graph.KindConstant { // of an enum
			return value{kind: library, at: x, in: s}
		}
		return r.injected(def.Type, def)
	}
	if len(values) > 1 || r.runs(values[0], nil, depth) != always {
		return value{kind: library, at: x, in: s}
	}
	v := values[0]
	around := &scope{this: of}
	if by := r.Table.Def(v.Def); by.Kind == graph.KindConstructor {
		around.names = r.constructed(of, by, depth)
	} else if isMethod(by) {
		return value{kind: library, at: x, in: s} // assigned later
	}
	return r.held(r.eval(v, around, depth), x, &scope{this: of, outer: s})
}

// constructed binds the parameters of a constructor for the creation of an object, of
// its class or of a subclass.
func (r *flow) constructed(of value, by *resolve.Def, depth int) map[string]value {
	line := r.Ancestry(of.class)
	i := slices.Index(line, r.Table.EnclosingType(by.ID))
	switch {
	case depth > maxDepth || of.kind != object || i < 0 || i == 0 && of.at.Expr == nil:
		return nil // injected by the container
	case i == 0:
		return bound(by, of.args)
	}
	for _, x := range r.supers[line[i-1]] {
		if x.Def <= resolve.None || len(x.Args) != len(by.Params) {
			continue
		}
		s := &scope{names: r.constructed(of, r.Table.Def(x.Def), depth+1), this: of}
		return r.given(by, x, s, depth)
	}
	return nil
}

// given binds the parameters of a callable for a call.
func (r *flow) given(d *resolve.Def, call eval.Expr, s *scope, depth int) map[string]value {
	return bound(d, r.args(call, s, depth))
}

// args evaluates the arguments of a call.
func (r *flow) args(x eval.Expr, s *scope, depth int) []value {
	var out []value
	for i := range x.Args {
		out = append(out, r.eval(x.Sub(&x.Args[i].Value), s, depth))
	}
	return out
}

// bound maps the parameters of a callable to its arguments.
func bound(d *resolve.Def, args []value) map[string]value {
	names := map[string]value{}
	for i, p := range d.Params {
		if i < len(args) && !p.Variadic {
			names[p.Name] = args[i]
		} else {
			names[p.Name] = value{}
		}
	}
	return names
}

// indexed returns an element of a list.
func (r *flow) indexed(x eval.Expr, s *scope, depth int) value {
	items, ok := r.elements(r.eval(x.Sub(x.Recv), s, depth), depth)
	at := r.eval(x.Sub(&x.Args[0].Value), s, depth)
	for i := range items {
		if ok && at.kind == literal && at.text == itoa(i) {
			return items[i].value
		}
	}
	return value{}
}

// choice returns the value of a conditional expression whose condition is known.
func (r *flow) choice(x eval.Expr, s *scope, depth int) value {
	if x.Recv == nil {
		return value{kind: library, at: x, in: s}
	}
	of := r.eval(x.Sub(x.Recv), s, depth)
	name := of.text
	switch {
	case of.kind == text && of.known():
		name = `"` + name + `"`
	case of.kind != literal:
		return value{kind: library, at: x, in: s}
	}
	var other *parse.Expr
	for i := range x.Args {
		if slices.Contains(strings.Split(x.Args[i].Name, ", "), name) {
			return r.eval(x.Sub(&x.Args[i].Value), s, depth)
		} else if x.Args[i].Name == "" {
			other = &x.Args[i].Value
		}
	}
	if other == nil {
		return value{}
	}
	return r.eval(x.Sub(other), s, depth)
}
