package python

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A classID is a class in a method resolution order: one of the tree, or an external
// one by name.
type classID struct {
	def     resolve.DefID
	outside string
	open    bool // its members and bases are unknown
}

// mro returns the classes in which members of class are looked up, class first. The
// classes after an external class are not certain: that class may have the member
// too, and further bases. The order is cut off after MaxLineage classes: the cost of
// a class grows with the length of its order.
//
//	class A(B, C): ...
//
// A, then B and C with their bases, each class before its bases and bases in source
// order: the C3 order of `type.mro` (data model 3.3.3).
func (p *evaluator) mro(class resolve.DefID) []classID {
	if order, ok := p.orders[class]; ok {
		return order
	}
	p.orders[class] = []classID{{def: class}} // for a class that derives from itself
	var lines [][]classID
	var bases []classID
	for _, b := range p.bases(class) {
		bases = append(bases, b)
		if b.def == resolve.None {
			// An external alias denotes the class it refers to, which is the first of
			// its order.
			line := slices.Clone(p.outsideOrder(b.outside))
			lines, bases[len(bases)-1] = append(lines, line), line[0]
		} else {
			lines = append(lines, slices.Clone(p.mro(b.def))) // linearize modifies it
		}
	}
	var order []classID
	if len(lines) == 1 { // a single base: the most frequent case, in linear time
		order = append([]classID{{def: class}}, lines[0]...)
	} else {
		order = append([]classID{{def: class}}, linearize(append(lines, bases))...)
	}
	order = order[:min(len(order), resolve.MaxLineage)]
	p.orders[class] = order
	return order
}

// memberless are base classes that only classify a class: they add no members, and
// would make every member after them uncertain.
var memberless = map[string]bool{
	"typing.Generic": true, "typing.Protocol": true,
	"typing_extensions.Generic": true, "typing_extensions.Protocol": true,
}

// bases lists the base classes of a class.
//
//	class A(B, Generic[T], metaclass=M): ...    # B and Generic; a keyword is no base
func (p *evaluator) bases(class resolve.DefID) []classID {
	d := p.table.Def(class)
	var out []classID
	for _, ref := range d.Bases {
		// A base that may be one of several classes stays open, as does an unknown
		// one.
		base := classID{def: resolve.None, outside: ref.Name}
		s := p.typeRef(ref, d.NameAt, d.ID)
		for _, v := range s {
			switch {
			case len(s) > 1: // one of several
			case v.kind == kindInstance:
				base.def = v.def
			case v.kind == kindObject:
				base.outside = v.name
			case v.kind == kindTuple:
				base.outside = "builtins.tuple"
			}
		}
		if len(s) == 0 && ref.Name == "object" {
			// Every class derives from it, and it comes last in any case.
			continue
		}
		if base.def == resolve.None && memberless[base.outside] || base.def == class {
			continue
		}
		out = append(out, base)
	}
	return out
}

// linearize merges the orders of bases as Python does. If they are inconsistent, the
// first remaining class comes next.
//
// C3 takes the first class that is in no other order except at its beginning. If
// there is no such class, Python raises TypeError; here the lookup must continue all
// the same.
func linearize(lines [][]classID) []classID {
	var out []classID
	for {
		lines = slices.DeleteFunc(lines, func(l []classID) bool { return len(l) == 0 })
		if len(lines) == 0 {
			return out
		}
		// The default if no head is free: the order is inconsistent.
		next := lines[0][0]
		for _, l := range lines {
			if !slices.ContainsFunc(lines,
				func(o []classID) bool { return slices.Contains(o[1:], l[0]) }) {
				next = l[0]
				break
			}
		}
		out = append(out, next)
		for i, l := range lines {
			lines[i] = slices.DeleteFunc(l, func(c classID) bool { return c == next })
		}
	}
}

// attr lists the possible meanings of a member of v.
//
//	module.name     # a binding of the module
//	Class.name      # along its method resolution order, then that of the metaclass
//	object.name     # the attributes of objects, then along the classes
func (p *evaluator) attr(v val, name string) []ref {
	var refs []ref
	switch v.kind {
	case kindModule:
		refs = p.moduleMember(p.modules.at(v.name), name)
		refs = append(refs, p.memberWrites(v, name)...)
	case kindInstance, kindClass, kindSuper:
		refs = p.classAttr(v, name)
	case kindObject, kindTuple:
		if v.name == "builtins.type" && len(v.args) > 0 && hasTypeVar(v.args[0]) {
			for _, c := range p.classes(p.bounded(v.args[0])) {
				refs = append(refs, p.attr(c, name)...)
			}
			if len(refs) > 0 {
				break
			}
		}
		refs = []ref{p.objectAttr(v, name)}
	case kindMethod, kindExternal:
		// The name is extended: whether such a member exists is checked when it is
		// used.
		refs = []ref{outsideRef(v.name + "." + name)}
	case kindTypeVar:
		for _, b := range p.boundOf(v) {
			refs = append(refs, p.attr(b, name)...)
		}
		if len(refs) == 0 {
			refs = []ref{{def: resolve.None, kind: refUnsure}}
		}
	case kindNothing:
	case kindUnknown:
		refs = []ref{{def: resolve.None, kind: refUnsure}}
	default:
		refs = []ref{{def: resolve.None, kind: refOutside}}
	}
	for i := range refs {
		refs[i].tier = resolve.WeakerTier(refs[i].tier, v.tier)
	}
	return refs
}

// objectAttr returns a member of an object of an external class.
//
//	text.strip()    # str.strip, of the platform
func (p *evaluator) objectAttr(v val, name string) ref {
	for _, c := range p.orderOf(v) {
		has, sure := p.mayHave(c, name)
		if sure {
			return memberRef(c.outside, name, v)
		}
		if has {
			// The class is only partially known: a member declared by a later base
			// may not be the right one.
			break
		}
	}
	// __getattr__ is called for members that are not found otherwise (data model
	// 3.3.2).
	if t, _ := p.outsideMember(v.name, "__getattr__"); t != nil {
		get := memberRef(t.Name, "__getattr__", v)
		get.vals = p.call(get.vals[0], given(builtinTypes["str"]))
		return get
	}
	return outsideRef(v.name + "." + name)
}

// metaclass returns the class of a class, if it or a base declares one, or nil.
//
//	class Enum(metaclass=EnumMeta): ...    # Enum.members() is a method of EnumMeta
func (p *evaluator) metaclass(order []classID) set {
	for _, c := range order {
		if c.def == resolve.None {
			continue
		}
		if d := p.table.Def(c.def); !d.Type.IsZero() {
			return p.typeRef(d.Type, d.NameAt, d.Outer)
		}
	}
	return nil
}

// metaAttr lists the meanings of a member of the metaclass.
//
//	class Meta(type):
//	    def make(cls): ...
//	class Shop(metaclass=Meta): ...
//	Shop.make()    # Meta.make, unless Shop itself has a make
func (p *evaluator) metaAttr(v val, name string, order []classID) []ref {
	for _, m := range p.metaclass(order) {
		if m.kind == kindInstance {
			refs, _ := p.alongBases(p.mro(m.def), name, v)
			return refs
		}
	}
	return nil
}

// classAttr looks a member up along the bases of a class, for an object, the class
// itself, or super(): for that, from the class after the enclosing one, in the order
// of the object's class (data model 3.3.3). For a class, members of its metaclass
// come last; for an object, __getattr__.
func (p *evaluator) classAttr(v val, name string) []ref {
	if name == "__class__" && v.kind == kindInstance {
		return []ref{{def: resolve.None, kind: refOutside,
			vals: set{{kind: kindClass, def: v.def}}}}
	}
	self, order := v, p.mro(v.def)
	if v.kind == kindSuper {
		order = order[1:]
		if v.self != nil {
			self = *v.self
			order = after(p.mro(self.def), v.def, order)
		}
	}
	refs, outside := p.alongBases(order, name, self)
	if v.kind != kindSuper {
		refs = append(refs, p.memberWrites(v, name)...)
	}
	if len(refs) > 0 {
		return refs
	}
	if v.kind == kindClass {
		if refs = p.metaAttr(v, name, order); len(refs) > 0 {
			return refs
		}
	}
	// Special methods are looked up in the class, bypassing __getattr__ (data model
	// 3.3.12).
	if v.kind == kindInstance && !strings.HasPrefix(name, "__") {
		g, _ := p.alongBases(order, "__getattr__", self)
		if len(g) > 0 && g[0].def != resolve.None && p.table.Def(g[0].def).Kind.IsCallable() {
			return []ref{{def: resolve.None, kind: refOutside,
				vals: p.result(g[0].def, &self, &arguments{})}}
		}
	}
	if outside || strings.HasPrefix(name, "__") {
		return []ref{outsideRef("builtins.object." + name)}
	}
	return nil
}

// alongBases lists the meanings of a member in the first class in order that has one.
// The second result reports that an external class has it, or may have it. A member
// found after a class that may have it is unique, not exact.
//
//	class Shop(vendor.Base, Till): ...
//	Shop().close()    # Till.close, unless vendor.Base has a close
func (p *evaluator) alongBases(order []classID, name string, self val) ([]ref, bool) {
	outside := false
	var found []ref
	complete := false
	for _, c := range order {
		if c.def == resolve.None {
			has, sure := p.mayHave(c, name)
			outside = outside || has
			if sure && !complete {
				// The lookup certainly ends here.
				return append(found, memberRef(c.outside, name, self)), true
			}
			continue
		}
		if complete { // only for a field without type information the lookup continues
			found[0].bases = append(found[0].bases, p.table.Own(c.def, name)...)
			continue
		}
		refs, outwards := p.memberOf(c.def, name)
		for i := range refs {
			refs[i].self = &self
			if outside {
				refs[i].tier = resolve.WeakerTier(refs[i].tier, graph.Unique)
			}
		}
		found = append(found, refs...)
		complete = len(found) > 0 && !outwards
	}
	return found, outside
}

// memberOf lists the meanings of a member in the class itself. The second result
// reports that the class may not define it.
//
// A class defines the members that its body binds, and those that its methods set on
// self.
func (p *evaluator) memberOf(class resolve.DefID, name string) ([]ref, bool) {
	if x := p.modules.flow(class, name); x != nil {
		// It is bound several times: the state at the end of the class body counts.
		refs, outwards := p.flowAt(x, anywhere, false, 0)
		late := p.outerBindings(x)
		return append(refs, late...), outwards && len(late) == 0
	}
	if ids := p.table.Own(class, name); len(ids) > 0 {
		return []ref{{def: ids[0], bases: ids[1:]}}, false
	}
	d := p.table.Def(class)
	if im := p.modules.importOf(d.File, class, name); im != nil {
		return p.importedName(d.File, im, 0), false
	}
	return nil, true
}

// memberWrites lists the values that statements elsewhere assign to a member of v: x.name
// = value, where x is v's module or class, or an object of it. Tests are ignored.
//
//	import settings
//	settings.debug = True    # another value of settings.debug
func (p *evaluator) memberWrites(v val, name string) []ref {
	var out []ref
	for _, x := range p.modules.writes[name] {
		for _, t := range p.target(x) {
			// One match suffices, whatever other values its target may have.
			sameModule := t.kind == kindModule && v.kind == kindModule && t.name == v.name
			if sameModule || t.def != resolve.None && p.isSubclass(v, t.def) {
				out = append(out, p.writtenBy(x, v, name)...)
				break
			}
		}
	}
	return out
}

// writtenBy lists the values that a flow assigns to a member of v. If the class
// defines the member, that definition remains the target.
func (p *evaluator) writtenBy(x *flow, v val, name string) []ref {
	var out []ref
	for i := range x.Bindings {
		if b := &x.Bindings[i]; b.Kind == parse.FlowValue {
			r := ref{def: resolve.None, file: x.file, flow: x, value: b}
			if v.def != resolve.None {
				if ids := p.table.Own(v.def, name); len(ids) > 0 {
					r.def = ids[0]
				}
			}
			out = append(out, r)
		}
	}
	return out
}

// target returns the object whose member a flow assigns: x of x.name = value. It is
// empty while being computed, since it may depend on the member itself.
func (p *evaluator) target(x *flow) set {
	if s, ok := p.modules.targets[x]; ok {
		return s
	}
	if s, ok := p.targets[x]; ok {
		return s
	}
	p.targets[x] = nil
	// The last assignment: the object has the same name in all of them.
	at := x.Points[len(x.Points)-1].At
	s := p.dotted(x.Name[:strings.LastIndexByte(x.Name, '.')], at, x.file.ID(x.Def))
	p.targets[x] = s
	return s
}

// isSubclass reports whether v is, or is an object of, class or a subclass of it.
//
//	class Special(Order): ...    # a Special is an Order; a class with an unknown base may be
func (p *evaluator) isSubclass(v val, class resolve.DefID) bool {
	return (v.kind == kindInstance || v.kind == kindClass) &&
		slices.Contains(p.mro(v.def), classID{def: class})
}

// after returns the classes that follow class in the order of the object's class; if
// it is missing there, those in its own order.
//
//	class B(A):
//	    def go(self): super().go()    # in an object of C(B, X): after B in the order of C
func after(order []classID, class resolve.DefID, own []classID) []classID {
	if i := slices.Index(order, classID{def: class}); i >= 0 {
		return order[i+1:]
	}
	return own
}
