package sqlalchemy

import (
	"slices"
	"sort"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A class may leave the model of its methods open: a member holds it, which is set by a
// subclass, a type argument or a constructor argument. The uses of the methods are then
// attributed to callers whose receiver has a known model.
//
//	class Repository(Generic[M]):
//	    model: type[M]
//	    def all(self): return self.session.scalars(select(self.model))
//
//	class Orders(Repository[Order]):
//	    model = Order
//
//	Orders(session).all()    # reads the table of Order

// A slotUse is an operation of a method on the rows of the model that a member holds.
type slotUse struct {
	slot string
	ops  graph.Ops
}

// An openUse is a use of a table by a method whose model may be any that is passed to
// its class.
type openUse struct {
	at     eval.Expr
	tables []data.TableMapping
	ops    graph.Ops
	tier   graph.Tier
}

// A memberOf identifies a method of the instances of a class by name.
type memberOf struct {
	class resolve.DefID
	name  string
}

// A reach is the set of uses of a method, including those of methods that it calls on
// self.
type reach struct {
	uses    []slotUse
	methods []resolve.DefID
}

// findSlots finds the names of the members that hold a model, by their types or by the
// classes assigned to them.
func (r *reader) findSlots() {
	for _, f := range r.Table.Files {
		if f.Family != family || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			class := d.Outer
			if class == resolve.None || d.Kind.IsCallable() || !r.Table.Def(class).Kind.IsType() ||
				r.models[r.Table.Canon[class]] != nil {
				continue
			}
			if isClassType(d.Type) || slices.ContainsFunc(r.Values(d.ID), r.isModel) {
				r.slots[d.Name] = &model{def: resolve.None, slot: d.Name}
			}
		}
	}
}

// isClassType reports whether a declared type is a class type: type[M].
func isClassType(t parse.TypeRef) bool {
	last := resolve.LastName(t.Name)
	return (last == "type" || last == "Type") && len(t.Args) == 1
}

// isModel reports whether a value is a model, or a parameter to which a class is
// passed.
func (r *reader) isModel(v eval.Expr) bool {
	if v.Kind != parse.ExprName {
		return false
	}
	if d := v.Referent().Def; d != resolve.None {
		return r.models[r.Table.Canon[d]] != nil
	}
	return slices.ContainsFunc(r.Table.Def(r.callableOf(v)).Params,
		func(p parse.Param) bool { return p.Name == v.Expr.Text && isClassType(p.Type) })
}

// callableOf returns the method around an expression, or the file. The value that a
// method assigns to a field is within the field's definition, which belongs to the
// class.
//
//	self.found = self.session.query(self.model)
func (r *reader) callableOf(x eval.Expr) resolve.DefID {
	f := x.In.File
	i := sort.Search(len(f.Definitions), func(i int) bool { return f.Definitions[i].Range.Start > x.At })
	for i--; i > 0; i-- {
		d := &f.Definitions[i]
		if (d.Kind == graph.KindMethod || d.Kind == graph.KindConstructor) && d.Range.Contains(x.At) {
			return f.ID(int32(i))
		}
	}
	return f.First
}

// slotValues returns the values of a member of self that holds a model not set by its
// class: the slot, and the classes passed to the constructor.
func (r *reader) slotValues(x eval.Expr) []data.Value {
	slot := r.slots[x.Expr.Text]
	if slot == nil || x.Recv == nil || !r.IsSelf(x.Sub(x.Recv)) {
		return nil
	}
	class := r.Table.EnclosingType(x.Def)
	if class == resolve.None || r.models[class] != nil ||
		r.modelIn(x, resolve.Type{Def: class, Owner: resolve.None}, slot.slot) != nil {
		return nil
	}
	out := one(data.ClassValue, slot, graph.Typed)
	for _, v := range r.Values(x.Referent().Def) {
		out = append(out, r.values.Of(v)...)
	}
	return out
}

// createdOf returns an object of the model that a member holds: self.model(…).
func (r *reader) createdOf(x eval.Expr) []data.Value {
	member := *x.Expr
	member.Kind, member.Args = parse.ExprMember, nil
	var out []data.Value
	for _, v := range r.values.Of(x.Sub(&member)) {
		if v.Kind == data.ClassValue {
			v.Kind = data.ObjectValue
			out = append(out, v)
		}
	}
	return out
}

// modelIn returns the model that a member of a value of a type holds, or nil if it is
// unknown.
func (r *reader) modelIn(x eval.Expr, of resolve.Type, name string) *model {
	rules, ok := x.In.File.Rules.(resolve.MemberTyper)
	if !ok {
		return nil
	}
	t := rules.MemberType(x.In, of, name)
	if t.Def <= resolve.None || !t.Static {
		return nil
	}
	return r.models[r.Table.Canon[t.Def]]
}

// givenModel returns the model that is passed to the constructor of a class for a
// member, at the creation of the object: Repository(session, Order).
func (r *reader) givenModel(object eval.Expr, class resolve.DefID, name string) *model {
	init, holder := r.Tree.Member(class, "__init__"), r.Nearest(class, name)
	if init == class || holder == resolve.None {
		return nil
	}
	for _, made := range r.Evaluate(object) {
		if made.Kind != parse.ExprCall || r.Table.EnclosingType(made.Callee()) != class {
			continue
		}
		for _, set := range r.Values(holder) {
			arg, ok := eval.Given(r.Table.Def(init), made, set.Expr.Text)
			if set.Kind != parse.ExprName || !ok {
				continue
			}
			for _, v := range r.values.Of(arg) {
				if m := r.model(v); m != nil && v.Kind == data.ClassValue {
					return m
				}
			}
		}
	}
	return nil
}

// use records a use. A use of a slot is kept for callers of the method; a use of any
// possible model is kept until it is known whether all callers determine the model.
func (r *reader) use(x eval.Expr, m *model, tables []data.TableMapping, ops graph.Ops, tier graph.Tier) {
	switch method := r.callableOf(x); {
	case m.slot != "":
		u := slotUse{m.slot, ops}
		if !slices.Contains(r.generic[method], u) {
			r.generic[method] = append(r.generic[method], u)
		}
	case tier >= graph.Hierarchy:
		r.open[method] = append(r.open[method], openUse{x, tables, ops, tier})
	default:
		r.out.Use(x, tables, ops, tier)
	}
}

// readBound records the uses by calls of generic methods, with the model of the
// receiver. Time is linear in the number of calls, and in the methods that each method
// calls on self.
func (r *reader) readBound() {
	if len(r.generic) > 0 {
		r.EachCall(family, r.onObject)
	}
	for _, f := range r.Table.Files {
		for i := range f.Definitions {
			method := f.ID(int32(i))
			if len(r.generic[method]) > 0 && r.bound[method] && !r.unbound[method] {
				continue
			}
			for _, u := range r.open[method] {
				r.out.Use(u.at, u.tables, u.ops, u.tier)
			}
		}
	}
}

// onObject reads a call on an object of a class.
func (r *reader) onObject(x eval.Expr) {
	if x.Recv == nil {
		return
	}
	recv := x.Sub(x.Recv)
	self := r.IsSelf(recv)
	of := recv.In.ValueType(recv.At)
	if self {
		of = resolve.Type{Def: r.Table.EnclosingType(x.Def), Owner: resolve.None}
	}
	if of.Def <= resolve.None {
		return
	}
	found := r.reach(memberOf{of.Def, x.Expr.Text})
	for _, u := range found.uses {
		m := r.modelIn(x, of, u.slot)
		if m == nil {
			m = r.givenModel(recv, of.Def, u.slot)
		}
		if m != nil {
			r.out.Use(x, m.tables, u.ops, resolve.WeakerTier(graph.Typed, of.Tier))
		}
		for _, method := range found.methods {
			if m != nil {
				r.bound[method] = true
			} else if !self {
				r.unbound[method] = true
			}
		}
	}
}

// reach returns the uses of a method of the instances of a class.
func (r *reader) reach(m memberOf) reach {
	if found, ok := r.reached[m]; ok {
		return found
	}
	r.reached[m] = reach{} // recursion adds nothing
	var out reach
	seen := map[resolve.DefID]bool{}
	lineage := r.Lineage(m.class)
	var visit func(name string, from int)
	visit = func(name string, from int) {
		for i := from; i < len(lineage); i++ {
			own := r.Table.Own(lineage[i], name)
			for _, d := range own {
				if seen[d] || !r.Table.Def(d).Kind.IsCallable() {
					continue
				}
				seen[d] = true
				out.methods = append(out.methods, d)
				for _, u := range r.generic[d] {
					if !slices.Contains(out.uses, u) {
						out.uses = append(out.uses, u)
					}
				}
				for _, call := range r.SelfCalls(d) {
					next := 0
					if call.Recv.Kind == parse.ExprCall { // super()
						next = i + 1
					}
					visit(call.Expr.Text, next)
				}
			}
			if len(own) > 0 {
				return
			}
		}
	}
	visit(m.name, 0)
	r.reached[m] = out
	return out
}
