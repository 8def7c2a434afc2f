package data

import (
	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A ValueKind classifies an expression for a mapper.
type ValueKind uint8

const (
	ClassValue   ValueKind = iota + 1 // a class
	ObjectValue                       // an instance of it
	RowsValue                         // a source of its objects: a query, a manager
	LibraryValue                      // a mapper-specific value, identified by its name
)

// An Excluder is a ValueReader that knows expressions without values: a session has
// neither rows nor a class, wherever it comes from. Their origins are not searched.
type Excluder interface {
	ValueReader

	// Excludes reports whether a name or member has no value.
	Excludes(x eval.Expr) bool
}

// A Class is a class of the tree, or an external one by its full name.
type Class struct {
	Def  resolve.DefID // canonical; None for an external one
	Name string
}

// ClassOf returns a class of the tree as a Class.
func ClassOf(d resolve.DefID) Class { return Class{Def: d} }

// A Value is an abstract value of an expression.
type Value struct {
	Kind ValueKind
	Of   Class
	Via  resolve.DefID // the attribute of another class that it was reached through, or None
	Tier graph.Tier

	// Where restricts it to objects of a generic class, whose type argument it is; nil if it is
	// of all.
	Where *Condition
}

// A ValueReader knows the members and calls of a library. Member and Call return nil
// where the library has no rule.
type ValueReader interface {
	// Member returns the values of a member of a value.
	Member(x eval.Expr, of Value) []Value

	// Call returns the values of a call; of is the value of the receiver, or the zero
	// Value for a plain name.
	Call(x eval.Expr, of Value) []Value

	// Name returns the values of a plain name.
	Name(x eval.Expr) []Value

	// Knows reports whether the mapper is interested in a class. The declared type of a
	// value is ignored if it is another class: an object declared with a base class may
	// be of any of its subclasses.
	Knows(c Class) bool
}

// Values evaluates expressions, for languages whose libraries generate classes that
// declarations do not show.
type Values struct {
	*eval.Tree
	Reader ValueReader

	// Given is set if classes are passed as arguments: parameters then have the values
	// of the arguments at call sites.
	Given bool

	calls map[resolve.DefID][]eval.Expr // by call target, if Given is set
	known map[*parse.Expr][]Value
	asked map[*parse.Expr]bool
	depth int
	cuts  int // number of cycles and bounds hit
	steps int // steps of the current outermost query; see maxValueSteps
}

// NewValues returns the values of a tree. Values are computed on demand, each in at
// most maxValueSteps steps.
func NewValues(t *eval.Tree, r ValueReader) *Values {
	return &Values{Tree: t, Reader: r, known: map[*parse.Expr][]Value{},
		asked: map[*parse.Expr]bool{}}
}

const (
	// maxValueDepth bounds chains of names.
	maxValueDepth = 40
	// maxValueCount bounds the values of one expression.
	maxValueCount = 64

	// maxValueSteps bounds the expressions visited for one query. With cyclic
	// references, the number of paths is exponential in the number of expressions.
	maxValueSteps = 2000
)

// Of lists the possible values of an expression; nil if they are unknown.
func (v *Values) Of(x eval.Expr) []Value {
	if out, ok := v.known[x.Expr]; ok {
		return out
	}
	if v.asked[x.Expr] || v.depth >= maxValueDepth || v.steps >= maxValueSteps {
		v.cuts++
		return nil
	}
	before := v.cuts
	v.asked[x.Expr] = true
	v.depth++
	v.steps++
	out := v.find(x)
	v.depth--
	delete(v.asked, x.Expr)
	if v.cuts == before || v.depth == 0 {
		v.known[x.Expr] = out // otherwise values of outer queries may be missing
	}
	if v.depth == 0 {
		v.steps = 0
	}
	return out
}

// add merges values into the list. The surest tier is kept.
func add(list []Value, more []Value, tier graph.Tier) []Value {
next:
	for _, m := range more {
		m.Tier = resolve.WeakerTier(m.Tier, tier)
		for i := range list {
			if list[i].Kind == m.Kind && list[i].Of == m.Of && list[i].Via == m.Via &&
				list[i].Where.equals(m.Where) {
				list[i].Tier = min(list[i].Tier, m.Tier)
				continue next
			}
		}
		if len(list) < maxValueCount {
			list = append(list, m)
		}
	}
	return list
}

func (v *Values) find(x eval.Expr) []Value {
	if v.excluded(x) {
		return nil
	}
	switch x.Kind {
	case parse.ExprName:
		if out := v.Reader.Name(x); out != nil {
			return out
		}
		return v.named(x)
	case parse.ExprMember:
		return v.member(x)
	case parse.ExprCall, parse.ExprNew:
		return v.called(x)
	case parse.ExprConditional:
		var out []Value
		for i := range x.Args {
			out = add(out, v.Of(x.Sub(&x.Args[i].Value)), graph.Typed)
		}
		return out
	case parse.ExprIndex:
		return Elements(v.Of(x.Sub(x.Recv)))
	}
	return nil
}

func (v *Values) excluded(x eval.Expr) bool {
	if x.Kind != parse.ExprName && x.Kind != parse.ExprMember {
		return false
	}
	e, ok := v.Reader.(Excluder)
	return ok && e.Excludes(x)
}

// Elements lists the elements of values.
func Elements(of []Value) []Value {
	var out []Value
	for _, o := range of {
		if o.Kind == RowsValue {
			out = add(out, []Value{{Kind: ObjectValue, Of: o.Of, Via: resolve.None, Where: o.Where}}, o.Tier)
		}
	}
	return out
}

// named returns the values of a plain name: a class, the assigned values of a local or
// a variable, or those of its type.
func (v *Values) named(x eval.Expr) []Value {
	if out := v.declared(x); out != nil {
		return out
	}
	var out []Value
	if d := x.Referent().Def; d != resolve.None {
		for _, value := range v.Tree.Values(d) {
			out = add(out, v.Of(value), graph.Typed)
		}
		return out
	}
	if v.Given && out == nil {
		out = v.given(x)
	}
	for _, list := range v.Loops(x) {
		out = add(out, Elements(v.Of(list)), graph.Typed)
	}
	for _, value := range v.ReachingValues(x) {
		out = add(out, v.Of(value), graph.Typed)
	}
	return out
}

// declared returns the values by the referent or the type of a name.
func (v *Values) declared(x eval.Expr) []Value {
	m := x.Referent()
	if m.Def != resolve.None && v.Table.Def(m.Def).Kind.IsType() {
		return []Value{{Kind: ClassValue, Of: ClassOf(v.Table.Canon[m.Def]), Via: resolve.None,
			Tier: m.Tier}}
	}
	return v.typed(x)
}

// typed returns the values by the type of an expression.
func (v *Values) typed(x eval.Expr) []Value {
	t := x.In.ValueType(x.At)
	if t.Def <= resolve.None {
		return nil
	}
	if !v.Reader.Knows(ClassOf(v.Table.Canon[t.Def])) {
		return nil
	}
	kind := ObjectValue
	if t.Static {
		kind = ClassValue
	}
	return []Value{{Kind: kind, Of: ClassOf(v.Table.Canon[t.Def]), Via: resolve.None,
		Tier: resolve.WeakerTier(t.Tier, graph.Typed)}}
}

// member returns the values of a member access.
func (v *Values) member(x eval.Expr) []Value {
	var out []Value
	for _, of := range v.Of(x.Sub(x.Recv)) {
		out = add(out, v.Reader.Member(x, of), of.Tier)
	}
	if out == nil {
		out = v.Reader.Member(x, Value{Via: resolve.None})
	}
	if out == nil {
		out = v.declared(x)
	}
	if out != nil {
		return out
	}
	if d := x.Referent().Def; d != resolve.None {
		for _, value := range v.Tree.Values(d) {
			out = add(out, v.Of(value), graph.Typed)
		}
		return out
	}
	if x.Recv.Kind == parse.ExprName && x.Recv.Text == "self" {
		for _, value := range v.setInMethods(x) {
			out = add(out, v.Of(value), graph.Typed)
		}
	}
	return out
}

// setInMethods lists the values that the methods of a class, or of its base classes,
// assign to a member of self.
func (v *Values) setInMethods(x eval.Expr) []eval.Expr {
	class := v.Table.EnclosingType(x.Def)
	if class == resolve.None {
		return nil
	}
	var out []eval.Expr
	for _, c := range v.Lineage(class) {
		def := v.Table.Def(c)
		for i := int(c-def.File.First) + 1; i < len(def.File.Definitions); i++ {
			m := v.Table.Def(def.File.ID(int32(i)))
			if m.Range.Start >= def.Range.End {
				break
			}
			if m.Outer == c && m.Kind.IsCallable() {
				at := x
				at.Def, at.In = m.ID, v.Binder(m.File)
				out = append(out, v.Assigned(at)...)
			}
		}
	}
	return out
}

// called returns the return values of a call.
func (v *Values) called(x eval.Expr) []Value {
	var out []Value
	if x.Recv != nil {
		for _, of := range v.Of(x.Sub(x.Recv)) {
			out = add(out, v.Reader.Call(x, of), of.Tier)
		}
	}
	if out == nil {
		out = v.Reader.Call(x, Value{Via: resolve.None})
	}
	if out != nil {
		return out
	}
	d := x.Callee()
	if d == resolve.None && x.Recv == nil {
		return v.created(x)
	}
	if d == resolve.None {
		return v.typed(x)
	}
	def := v.Table.Def(d)
	if def.Kind.IsType() || def.Kind == graph.KindConstructor {
		return []Value{{Kind: ObjectValue, Of: ClassOf(v.Table.EnclosingType(d)), Via: resolve.None,
			Tier: x.Referent().Tier}}
	}
	if out := v.typed(x); out != nil {
		return out
	}
	for _, value := range v.Tree.Values(d) {
		out = add(out, v.Of(value), graph.Typed)
	}
	return out
}

// created returns the values of a call of a local that holds a class.
func (v *Values) created(x eval.Expr) []Value {
	if out := v.typed(x); out != nil {
		return out
	}
	name := *x.Expr
	name.Kind = parse.ExprName
	var out []Value
	for _, of := range v.named(x.Sub(&name)) {
		if of.Kind == ClassValue {
			of.Kind = ObjectValue
			out = append(out, of)
		}
	}
	return out
}

// given lists the classes that call sites pass to a parameter.
//
//	class Repository:
//	    def __init__(self, model): self.model = model
//
//	Repository(Order)    # the model is Order
func (v *Values) given(x eval.Expr) []Value {
	d := v.callableAt(x)
	if d == resolve.None || !hasParam(v.Table.Def(d), x.Expr.Text) {
		return nil
	}
	if v.calls == nil {
		v.findCalls(x.In.File.Family)
	}
	var out []Value
	for _, call := range v.calls[d] {
		if arg, ok := eval.Given(v.Table.Def(d), call, x.Expr.Text); ok {
			for _, of := range v.Of(arg) {
				if of.Kind == ClassValue {
					out = add(out, []Value{of}, graph.Hierarchy)
				}
			}
		}
	}
	return out
}

func hasParam(d *resolve.Def, name string) bool {
	for _, p := range d.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// findCalls indexes the calls in the files of a family by call target; the target of a
// creation is the constructor of the class, which may be inherited.
func (v *Values) findCalls(family string) {
	v.calls = map[resolve.DefID][]eval.Expr{}
	for x := range v.Family(family) {
		x.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprCall && e.Kind != parse.ExprNew {
				return
			}
			call := x.Sub(e)
			d := call.Callee()
			if d != resolve.None && v.Table.Def(d).Kind.IsType() {
				d = v.constructor(d)
			}
			if d != resolve.None {
				v.calls[d] = append(v.calls[d], call)
			}
		})
	}
}

// constructor returns the constructor of a class, which may be inherited, or None.
func (v *Values) constructor(class resolve.DefID) resolve.DefID {
	for _, c := range v.Lineage(v.Table.Canon[class]) {
		for _, name := range []string{"__init__", "constructor"} {
			for _, d := range v.Table.Own(c, name) {
				return d
			}
		}
	}
	return resolve.None
}

// callableAt returns the innermost callable around an expression. A member that a
// method assigns is a definition of the class, though it is written in the method.
func (v *Values) callableAt(x eval.Expr) resolve.DefID {
	found := resolve.None
	f := x.In.File
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Range.Start > x.At {
			break
		}
		if d.Kind.IsCallable() && d.Range.Contains(x.At) {
			found = f.ID(int32(i))
		}
	}
	return found
}
