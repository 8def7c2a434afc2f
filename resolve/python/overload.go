package python

import (
	"slices"

	"seedgraph/external"
	"seedgraph/resolve"
)

// A fit is a three-valued answer to whether a value is of a type.
type fit uint8

const (
	no fit = iota
	maybe
	yes
)

// choose lists the possible overloads of a call: the first that certainly fits, and
// those before it that may. If the arguments rule all out, the information on them is
// wrong, and the list is empty.
//
//	max(1, key)              # two values
//	max(orders, key=price)   # an iterable: the first argument rules the other overloads out
func (p *evaluator) choose(all []signature, args *arguments) []signature {
	if len(all) == 1 {
		// A single declaration is used whatever the arguments are: the program runs.
		return all
	}
	var out []signature
	for i := range all {
		switch p.fitsCall(&all[i], args) {
		case yes:
			return append(out, all[i])
		case maybe:
			out = append(out, all[i])
		}
	}
	return out
}

// agreed returns the result of the chosen overloads of a call. If an argument of
// unknown type leaves several, they must agree on one type, otherwise the result is
// unknown (typing specification, "Overload call evaluation"); an argument that is one
// of several types yields the union of their overloads.
func (p *evaluator) agreed(result set, chosen []signature, args *arguments) set {
	if len(chosen) < 2 || len(result) < 2 {
		return result
	}
	for i := range args.count {
		if args.isSpread(i) || p.isUndecided(args.value(i)) {
			return nil
		}
	}
	return result
}

// isUndecided reports whether a value, or one of several, is of unknown type.
func (p *evaluator) isUndecided(s set) bool {
	return s.isPartial() || slices.ContainsFunc(s, func(v val) bool {
		return v.kind == kindExternal && p.entity(v.name) == nil || v.kind >= kindResult
	})
}

// fitsCall reports whether a signature fits the arguments of a call.
//
//	def get(self: "Store[int]", key) -> int: ...    # the object counts as an argument
func (p *evaluator) fitsCall(s *signature, args *arguments) fit {
	to, ok := s.match(args)
	if !ok {
		return no
	}
	out := yes
	// If a method declares the type of self, the receiver takes part in the choice.
	if s.self != nil {
		out = p.fits(s.self, s.object)
	}
	for i, f := range to {
		if f < 0 || args.isSpread(i) {
			out = min(out, maybe)
			continue
		}
		if out = min(out, p.fitsFormal(&s.formals[f], args.value(i))); out == no {
			return no
		}
	}
	return out
}

// fitsFormal reports whether a parameter fits an argument. A set does not record
// None, so the declaration is consulted.
//
//	def get(key: int | None = None)    # None fits
func (p *evaluator) fitsFormal(f *formal, arg set) fit {
	if !arg.is(kindNothing) {
		return p.fits(f.typ(), arg)
	}
	switch {
	case f.declared == nil:
		return maybe
	case p.takesNone(f.declared, 0):
		return yes
	}
	return no
}

// takesNone reports whether None is of a type declared by the platform.
func (p *evaluator) takesNone(t *external.TypeRef, depth int) bool {
	switch t.Form {
	case external.Unknown, external.TypeVar:
		return true
	case external.Union:
		return slices.ContainsFunc(t.Args, func(a external.TypeRef) bool {
			return p.takesNone(&a, depth)
		})
	case external.Named:
		switch t.Name {
		case "None", "typing.Any", "builtins.object":
			return true
		}
		class := p.standardType(t.Name)
		return class != nil && class.Kind == external.Alias && depth < maxDeclared &&
			p.takesNone(&class.Target, depth+1)
	}
	return false
}

// fits reports whether the values of arg are of a type.
//
// A union of values fits if each alternative does. If some do, the call refers to the
// overloads of all alternatives (typing specification, "Argument type expansion").
func (p *evaluator) fits(typ, arg set) fit {
	switch {
	case len(typ) == 0:
		// Not declared, or Any: it accepts any value.
		return yes
	case len(arg) == 0:
		if slices.ContainsFunc(typ, func(t val) bool { return t.kind == kindTypeVar }) {
			return yes
		}
		return maybe
	}
	worst, best := yes, no
	for _, a := range p.bounded(arg) {
		one := no
		for _, t := range typ {
			one = max(one, p.fitsOne(t, a))
		}
		worst, best = min(worst, one), max(best, one)
	}
	if worst == no && best > no {
		return maybe // another overload accepts the other alternatives
	}
	return worst
}

// fitsOne reports whether a value is of one type.
//
// int is accepted for float, and bool for int (typing specification, special cases
// for float and complex).
func (p *evaluator) fitsOne(t, a val) fit {
	switch {
	case t.kind == kindTypeVar:
		return yes
	case a.kind == kindUnknown, a.kind == kindExternal && p.entity(a.name) == nil,
		a.kind >= kindResult:
		return maybe
	case t.kind == kindNothing || a.kind == kindNothing:
		if t.kind == a.kind {
			return yes
		}
		return no
	}
	switch t.kind {
	case kindObject:
		return p.fitsObject(t, a)
	case kindTuple:
		if a.kind != kindTuple {
			return no
		}
		if len(a.args) != len(t.args) {
			// Tuples of different lengths: tuple[int, ...] is an object of
			// builtins.tuple, and not this one.
			return no
		}
		return p.fitsAll(t.args, a.args)
	case kindCallable:
		return p.fitsCallable(a)
	case kindInstance:
		if a.kind != kindInstance {
			return no
		}
		return p.fitsInstance(t, a)
	case kindClass:
		if a.kind == kindClass && p.isSubclass(a, t.def) {
			return yes
		}
		return no
	}
	return maybe
}

// fitsAll compares type arguments as if all were covariant. Those of list and dict
// are not, but a type checker has accepted the call: the overload that fits by its
// elements is the right one.
func (p *evaluator) fitsAll(types, args []set) fit {
	out := yes
	for i := range types {
		if i >= len(args) {
			return min(out, maybe)
		}
		out = min(out, p.fits(types[i], args[i]))
	}
	return out
}

// fitsInstance reports whether an object is of a class of the tree.
func (p *evaluator) fitsInstance(t, a val) fit {
	if p.isSubclass(a, t.def) {
		return yes
	}
	switch {
	case p.isOpen(p.mro(a.def)):
		// An unknown base may derive from the class.
		return maybe
	case isInterface(p.table.Def(t.def)):
		return p.fitsTreeProtocol(t.def, a)
	}
	return no
}

// fitsTreeProtocol is fitsProtocol for a protocol of the tree.
//
//	class Closing(Protocol):
//	    def close(self): ...
//
// fits any class with a method close, whether it names the protocol or not.
func (p *evaluator) fitsTreeProtocol(protocol resolve.DefID, a val) fit {
	for _, c := range p.mro(protocol) {
		if c.def == resolve.None {
			return maybe
		}
		for _, id := range p.bodyOf(c.def) {
			if !p.hasMember(a, p.table.Def(id).Name) {
				return no
			}
		}
	}
	return yes
}

// isOpen reports whether a class has an unknown base.
//
//	class Shop(vendor.Base): ...    # may be anything that Base is
func (p *evaluator) isOpen(order []classID) bool {
	return slices.ContainsFunc(order, func(c classID) bool { return c.open })
}

// promoted are the types that the type system accepts for others: PEP 484, "The
// numeric tower", and bytes-like objects.
var promoted = map[[2]string]bool{
	{"builtins.int", "builtins.float"}: true, {"builtins.int", "builtins.complex"}: true,
	{"builtins.float", "builtins.complex"}: true, {"builtins.bool", "builtins.float"}: true,
}

// fitsObject reports whether a value is of an external class: by its classes, by the
// promotions of the type system, or by the members that a protocol requires.
func (p *evaluator) fitsObject(t, a val) fit {
	class := p.standardType(t.name)
	switch a.kind {
	case kindObject, kindInstance, kindTuple:
		order := p.orderOf(a)
		if slices.ContainsFunc(order, func(c classID) bool { return c.outside == t.name }) {
			if args := p.argsAs(a, t.name); args != nil && len(t.args) > 0 {
				return p.fitsAll(t.args, args)
			}
			return yes
		}
		switch {
		case promoted[[2]string{a.name, t.name}]:
			return yes
		case p.isOpen(order) || class == nil:
			return maybe
		case class.Kind == external.Protocol:
			return p.fitsProtocol(class, a)
		}
		return no
	case kindClass, kindExternal:
		if t.name == "builtins.type" {
			return yes
		}
	case kindFunction, kindMethod, kindCallable, kindWrapped:
	}
	if class == nil || class.Kind == external.Protocol {
		return maybe
	}
	return no
}

// orderOf returns the method resolution order of the class of an object.
func (p *evaluator) orderOf(v val) []classID {
	switch v.kind {
	case kindInstance:
		return p.mro(v.def)
	case kindTuple:
		return p.outsideOrder("builtins.tuple")
	}
	return p.outsideOrder(v.name)
}

// fitsProtocol reports whether an object has the members that a protocol requires.
//
//	def sorted(items: Iterable[T])    # fits any object with __iter__
func (p *evaluator) fitsProtocol(t *external.Type, a val) fit {
	for _, c := range p.outsideOrder(t.Name) {
		class := p.platform.Type(c.outside)
		if class == nil || class.Kind != external.Protocol {
			continue
		}
		for i := range class.Members {
			if !p.hasMember(a, class.Members[i].Name) {
				return no
			}
		}
	}
	return yes
}

// hasMember reports whether an object's class declares a member.
func (p *evaluator) hasMember(a val, name string) bool {
	for _, c := range p.orderOf(a) {
		if c.def != resolve.None {
			if len(p.table.Own(c.def, name)) > 0 {
				return true
			}
		} else if has, _ := p.mayHave(c, name); has {
			return true
		}
	}
	return false
}

// fitsCallable reports whether a value is callable. Its parameters are not compared:
// those of a lambda are only known from the overload to choose.
func (p *evaluator) fitsCallable(a val) fit {
	switch a.kind {
	case kindFunction, kindClass, kindCallable, kindMethod, kindWrapped, kindExternal:
		return yes
	case kindInstance, kindObject:
		if p.hasMember(a, "__call__") {
			return yes
		}
	}
	return no
}
