package python

import (
	"math"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// attributes emits the calls of methods by accesses to attributes (data model 3.3.2): those of
// the object's class, and those of a descriptor in the body of the class.
//
//	order.total       # Order.__getattribute__, or __getattr__ if there is no total;
//	                  # Total.__get__, if the class body has total = Total()
//	order.total = 1   # __setattr__ or __set__
type attributes struct {
	p      *evaluator
	b      *resolve.Binder
	writes map[uint32]bool // positions of names that are not read
	// by position of a name that is set or deleted: the decorator of the accessor of a property
	accessors map[uint32]string
	known     map[string]bool // whether the tree declares a special method
}

// The special methods of accesses, of the object and of a descriptor.
var (
	readMethods   = [2]string{"__getattribute__", "__get__"}
	writeMethods  = [2]string{"__setattr__", "__set__"}
	deleteMethods = [2]string{"__delattr__", "__delete__"}
)

func (p *evaluator) newAttributes(b *resolve.Binder) *attributes {
	a := &attributes{p: p, b: b, writes: map[uint32]bool{}, accessors: map[uint32]string{},
		known: map[string]bool{}}
	for _, names := range [][]string{readMethods[:], writeMethods[:], deleteMethods[:], {"__getattr__"}} {
		for _, name := range names {
			a.known[name] = len(p.table.Named("python", name)) > 0
		}
	}
	return a
}

// bindWrite emits the calls of an assignment to an attribute, or of its deletion.
func (a *attributes) bindWrite(x *parse.Implicit) {
	methods := writeMethods
	switch x.Op {
	case ".=":
		a.writes[x.At], a.accessors[x.At] = true, "setter"
	case "del .":
		a.writes[x.At], methods, a.accessors[x.At] = true, deleteMethods, "deleter"
	case ".+=":
		a.accessors[x.At] = "setter"
	default:
		return
	}
	if !a.known[methods[0]] && !a.known[methods[1]] {
		return
	}
	from := a.b.File.ID(x.Def)
	for _, v := range a.valuesOf(x.Value, x.At, from) {
		if v.kind == kindInstance && !a.runs(v, methods[0], from, x.At) {
			a.describes(v, x.Arg[0].Name, methods[1], from, x.At)
		}
	}
}

// bindAccessors leads the names of properties that are set or deleted to the function that does
// it.
//
//	@total.setter
//	def total(self, value): …
func (a *attributes) bindAccessors() {
	for i := range a.b.Bindings {
		x := &a.b.Bindings[i]
		role, ok := a.accessors[x.At]
		if !ok || x.To <= resolve.None || x.Kind != graph.References {
			continue
		}
		d := a.b.Table.Def(x.To)
		if d.Kind != graph.KindProperty || d.Outer <= resolve.None {
			continue
		}
		for _, id := range a.b.Table.Own(d.Outer, d.Name) {
			if id == x.To || !slices.Contains(a.b.Table.Def(id).Decorators, d.Name+"."+role) {
				continue
			}
			if a.writes[x.At] {
				x.To = id
			} else { // += reads it, too
				y := *x
				y.To = id
				a.b.Bindings = append(a.b.Bindings, y)
			}
			break
		}
	}
}

// bindReads emits the calls of the references that read an attribute.
func (a *attributes) bindReads() {
	if !a.known["__getattr__"] && !a.known["__getattribute__"] && !a.known["__get__"] {
		return
	}
	for i := range a.b.File.References {
		r := &a.b.File.References[i]
		if len(r.Recv) == 0 || a.writes[r.At] || r.Kind != parse.RefCall && r.Kind != parse.RefMember ||
			!parse.HasMembers(r.Recv) && r.Recv[0].Kind != parse.StepType {
			continue
		}
		from := a.b.File.ID(r.Def)
		a.p.budget.Next(r.At)
		for _, v := range a.p.receiverOf(r, from) {
			a.read(v, r, from)
		}
	}
}

func (a *attributes) valuesOf(steps []parse.Step, at uint32, from resolve.DefID) set {
	a.p.budget.Next(at)
	return a.p.eval(steps, at, from)
}

// read emits the calls of reading an attribute of one object, class or module.
func (a *attributes) read(v val, r *parse.Reference, from resolve.DefID) {
	p := a.p
	switch v.kind {
	case kindInstance:
		a.runs(v, "__getattribute__", from, r.At)
		if a.describes(v, r.Name, "__get__", from, r.At) || strings.HasPrefix(r.Name, "__") {
			return
		}
		if refs, outside := p.alongBases(p.mro(v.def), r.Name, v); len(refs) == 0 && !outside &&
			len(p.memberWrites(v, r.Name)) == 0 {
			a.runs(v, "__getattr__", from, r.At)
		}
	case kindClass:
		a.describes(v, r.Name, "__get__", from, r.At)
	case kindModule:
		m := p.modules.at(v.name)
		if m == nil || m.file == nil || len(p.moduleMember(m, r.Name)) > 0 || len(p.memberWrites(v, r.Name)) > 0 {
			return
		}
		for _, id := range p.table.Own(m.file.First, "__getattr__") { // PEP 562
			a.b.Implied(from, id, v.tier, 0, r.At)
		}
	}
}

// runs emits the call of a method of the tree that the class of an object has, and reports
// whether there is one.
func (a *attributes) runs(v val, name string, from resolve.DefID, at uint32) bool {
	return a.known[name] && a.p.run(a.b, from, at, set{v}, []string{name})
}

// describes emits the call of a method of the descriptor that the class of an object has for a
// name, and reports whether there is one. An attribute set on self is no descriptor.
func (a *attributes) describes(v val, name, method string, from resolve.DefID, at uint32) bool {
	if !a.known[method] {
		return false
	}
	p, found := a.p, false
	refs, _ := p.alongBases(p.mro(v.def), name, v)
	for _, r := range refs {
		if r.def == resolve.None && len(r.bases) > 0 {
			r.def = r.bases[0]
		}
		if r.def == resolve.None {
			continue
		}
		d := p.table.Def(r.def)
		if !isValue(d) || !p.isMember(d) || p.isInstanceField(d) {
			continue
		}
		object := slices.DeleteFunc(slices.Clone(p.variable(d, &v)), func(o val) bool { return o.kind != kindInstance })
		found = a.p.run(a.b, from, at, object, []string{method}) || found
	}
	return found
}

// bindClasses emits the calls that class statements imply (data model 3.3.3): of
// __init_subclass__ of the nearest base that has it, of __set_name__ of descriptors, and those
// that create the members of an enumeration.
func (p *evaluator) bindClasses(b *resolve.Binder) {
	for i := range b.File.Definitions {
		d := p.table.Def(b.File.ID(int32(i)))
		if !d.Kind.IsType() || d.Kind == graph.KindTypeAlias {
			continue
		}
		order := p.mro(d.ID)
		if len(order) > 1 {
			p.impliedMethod(b, d.ID, order[1:], "__init_subclass__", graph.Exact, d.NameAt)
		}
		if p.isEnumeration(d.ID) && slices.ContainsFunc(p.bodyOf(d.ID), func(id resolve.DefID) bool {
			m := p.table.Def(id)
			return isValue(m) && !p.isInstanceField(m)
		}) {
			p.impliedMethod(b, d.ID, order, "__new__", graph.Exact, d.NameAt)
			p.impliedMethod(b, d.ID, order, "__init__", graph.Exact, d.NameAt)
		}
		if len(p.table.Named("python", "__set_name__")) > 0 {
			p.bindSetName(b, d.ID)
		}
	}
}

// isEnumeration reports whether a class or a base of it derives from Enum.
func (p *evaluator) isEnumeration(class resolve.DefID) bool {
	return slices.ContainsFunc(p.mro(class), func(c classID) bool {
		return c.def != resolve.None && p.table.Def(c.def).Kind == graph.KindEnum
	})
}

// bindSetName emits the calls of __set_name__ of the objects in the body of a class.
func (p *evaluator) bindSetName(b *resolve.Binder, class resolve.DefID) {
	for _, id := range p.bodyOf(class) {
		d := p.table.Def(id)
		if !isValue(d) || p.isInstanceField(d) {
			continue
		}
		p.pending = math.MaxInt
		p.budget.Next(d.NameAt)
		p.run(b, class, d.NameAt, p.assigned(d), []string{"__set_name__"})
	}
}

// impliedMethod emits the call of the method that the first class in order has. An external
// class before it may have the method itself.
func (p *evaluator) impliedMethod(
	b *resolve.Binder, from resolve.DefID, order []classID, name string, tier graph.Tier, at uint32,
) {
	for _, c := range order {
		if c.def == resolve.None {
			if has, _ := p.mayHave(c, name); has {
				return
			}
			continue
		}
		if ids := p.table.Own(c.def, name); len(ids) > 0 {
			b.Implied(from, ids[0], tier, 0, at)
			return
		}
	}
}

// allocates emits the calls that creating an object implies besides __init__: of __call__ of the
// metaclass and of __new__. A call of an enumeration creates nothing: it looks a member up.
//
//	class Shop:
//	    def __new__(cls): …
//	Shop()                 # Shop.__new__, before Shop.__init__
func (p *evaluator) allocates(b *resolve.Binder, r *parse.Reference, from, class resolve.DefID, tier graph.Tier) {
	order := p.mro(class)
	p.impliedMethod(b, from, p.metaMethod(class), "__call__", tier, r.At)
	name := "__new__"
	if p.isEnumeration(class) {
		name = "_missing_"
	}
	for _, c := range order {
		if c.def == resolve.None {
			return // the external class may have one
		}
		if ids := p.table.Own(c.def, name); len(ids) > 0 {
			b.Implied(from, ids[0], tier, 0, r.At)
			return
		}
	}
}
