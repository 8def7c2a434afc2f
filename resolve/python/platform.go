package python

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/resolve"
)

// maxExports bounds the number of modules through which a name of the standard
// library is followed.
const maxExports = 4

// An entity is a declaration of the standard library or a described library by its
// full name: a type, the overloads of a function or method, or a value.
type entity struct {
	name    string         // its declared name: posixpath.join for os.path.join
	typ     *external.Type // nil for members
	owner   *external.Type // the declaring type of a member
	members []external.Member
}

// entity finds a declaration by an accessible name: threading.Thread, os.path.join,
// dict.fromkeys; nil for an unknown name.
func (p *evaluator) entity(name string) *entity {
	e, ok := p.entities[name]
	if !ok {
		if !strings.Contains(name, "()") {
			e = p.findEntity(name, 0)
		}
		p.entities[name] = e
	}
	return e
}

// findEntity is entity without memoization. For a.b.c, the longest part that is a
// module is taken first; the rest are nested classes and members.
func (p *evaluator) findEntity(name string, hops int) *entity {
	i := lastDot(name)
	if i < 0 || hops > maxExports {
		return nil
	}
	if n := p.platform.Namespace(name[:i]); n != nil {
		last := name[i+1:]
		if t := n.Type(last); t != nil {
			return &entity{name: t.Name, typ: t}
		}
		if e := p.exported(n, last, hops); e != nil {
			return e
		}
		if m := n.Member(last); len(m) > 0 {
			return &entity{name: name, members: m}
		}
		return nil
	}
	// No module has that name: it may be a member of a class.
	outer := p.findEntity(name[:i], hops+1)
	if outer == nil || outer.typ == nil {
		return nil
	}
	if t := p.platform.Type(outer.name + name[i:]); t != nil {
		return &entity{name: t.Name, typ: t}
	}
	if t, m := p.outsideMember(outer.name, name[i+1:]); t != nil {
		return &entity{name: t.Name + name[i:], owner: t, members: m}
	}
	return nil
}

// exported finds a name that a module re-exports.
//
//	from os import path    # os.path is an alias of the module posixpath
func (p *evaluator) exported(n *external.Namespace, name string, hops int) *entity {
	for _, e := range n.Exports() {
		target := e.Target
		switch e.Name {
		case name:
		case "*": // from x import *: x is only consulted if it has the name
			m := p.platform.Namespace(target)
			if m == nil || !m.Has(name) {
				continue
			}
			target += "." + name
		default:
			continue
		}
		if found := p.findEntity(target, hops+1); found != nil {
			return found
		}
	}
	return nil
}

// standardType finds a class by an accessible name, nil for an unknown one.
func (p *evaluator) standardType(name string) *external.Type {
	if e := p.entity(name); e != nil {
		return e.typ
	}
	return nil
}

// outsideOrder returns the method resolution order of an external class: that of the
// standard library, or only the open class if it is unknown. It is the C3
// linearization, as for classes of the tree: "The Python 2.3 Method Resolution
// Order".
func (p *evaluator) outsideOrder(name string) []classID {
	if order, ok := p.outsideOrders[name]; ok {
		return order
	}
	t := p.standardType(name)
	if t == nil {
		return []classID{{def: resolve.None, outside: name, open: true}}
	}
	class := classID{def: resolve.None, outside: t.Name}
	p.outsideOrders[name] = []classID{class} // for a class that derives from itself
	var lines [][]classID
	var bases []classID
	for _, b := range t.Bases {
		line := slices.Clone(p.outsideOrder(b.Name))
		lines, bases = append(lines, line), append(bases, line[0])
	}
	order := append([]classID{class}, linearize(append(lines, bases))...)
	p.outsideOrders[name] = order
	return order
}

// outsideMember finds the first class in the order of an external class that has a
// member, with its overloads. Overloads are not merged across classes: a nearer
// declaration hides all of a farther one.
func (p *evaluator) outsideMember(class, name string) (*external.Type, []external.Member) {
	for _, c := range p.outsideOrder(class) {
		if t := p.platform.Type(c.outside); t != nil {
			if m := t.Member(name); len(m) > 0 {
				return t, m
			}
		}
	}
	return nil, nil
}

// mayHave reports whether an external class has a member, and whether that is
// certain. Only public names of the standard library are known.
//
// A class of an unknown library may have any member; one of the standard library has
// the declared ones, and private ones that its stubs omit.
func (p *evaluator) mayHave(c classID, name string) (has, sure bool) {
	if c.open {
		return true, false
	}
	t := p.platform.Type(c.outside)
	if t == nil {
		return true, false
	}
	if len(t.Member(name)) > 0 {
		return true, true
	}
	if t.Flags&external.Partial != 0 {
		return true, false
	}
	return strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "__"), false
}

// memberRef returns the member of an external class, accessed through self. It stays
// a name until its value is evaluated: most members are only called.
func memberRef(class, name string, self val) ref {
	return ref{def: resolve.None, kind: refOutside, vals: set{{
		kind: kindMethod, name: class + "." + name, def: resolve.None, self: &self}}}
}

// unfolded returns the value of an external name: that of a property, an attribute or
// a variable with a known type.
//
//	sys.stdout.write("x")    # sys.stdout is a TextIO
//
// A property accessed through the class is the property object, not its value.
func (p *evaluator) unfolded(v val) set {
	if v.kind != kindMethod && v.kind != kindExternal {
		return set{v}
	}
	e := p.entity(v.name)
	if e == nil || len(e.members) == 0 {
		return set{v}
	}
	m := &e.members[0]
	switch m.Kind {
	case external.Property:
		if v.kind == kindExternal { // accessed through the class
			return set{v}
		}
	case external.Field, external.Value, external.Constant:
	default:
		return set{v}
	}
	s := p.declared(&m.Type, p.environment(e.owner, v.self))
	if len(s) == 0 {
		return set{{kind: kindExternal, name: v.name, def: resolve.None}}
	}
	return p.substitute(s, nil)
}

// environment returns the type arguments of an external class in an object; owner is
// nil for functions and values of modules.
func (p *evaluator) environment(owner *external.Type, self *val) *environment {
	if self != nil && self.kind == kindClass { // a class method creates objects of it
		self = &val{kind: kindInstance, def: self.def, args: self.args, tier: self.tier}
	}
	env := &environment{self: self}
	if owner == nil || self == nil || len(owner.TypeParams) == 0 {
		return env
	}
	// The parameters are those of the class that declares the member, as seen from
	// the object.
	env.params = owner.TypeParams
	env.args = p.argsAs(*self, owner.Name)
	return env
}

// An environment maps the type parameters and Self of a declaration to their values.
type environment struct {
	params []external.TypeParam
	args   []set
	self   *val
}

// variable returns the value of a type parameter by name.
func (e *environment) variable(name string) (set, bool) {
	for i := range e.params {
		if e.params[i].Name == name {
			if i < len(e.args) {
				return e.args[i], true
			}
			return nil, true
		}
	}
	return nil, false
}

// callExternal returns the result of calling an external name.
//
//	datetime.now()    # a datetime
//	vendor.make()     # known only by the name of its factory
func (p *evaluator) callExternal(v val, args *arguments) set {
	e := p.entity(v.name)
	switch {
	case e == nil:
	case e.typ != nil && e.typ.Kind != external.Alias:
		return p.created(e.typ, args)
	case len(e.members) > 0 && isFunction(&e.members[0]):
		self := v.self
		if self == nil && e.owner != nil { // a class method
			self = &val{kind: kindObject, name: e.owner.Name, def: resolve.None}
		}
		if s := p.callOutside(e.members, p.environment(e.owner, self), args); len(s) > 0 {
			return s
		}
	}
	return set{externalCall(v.name)}
}

func isFunction(m *external.Member) bool {
	return m.Kind == external.Function || m.Kind == external.Method
}

// externalCall returns an object of which only the function that created it is known.
func externalCall(name string) val {
	return val{kind: kindExternal, name: name + "()", def: resolve.None}
}

// created returns a new object of an external class. Its type arguments are inferred
// from the arguments of the constructor: __new__ comes first, since its return value
// is the object (typing specification, "Constructors").
//
//	deque(orders)    # deque[Order]
func (p *evaluator) created(t *external.Type, args *arguments) set {
	if t.Name == "builtins.type" {
		return p.classOf(args)
	}
	object := p.openObject(t)
	if len(t.TypeParams) == 0 {
		return set{object}
	}
	for _, name := range []string{"__new__", "__init__"} {
		owner, members := p.outsideMember(t.Name, name)
		if owner == nil {
			continue
		}
		env := p.environment(owner, &object)
		if s := p.constructed(members, env, args); len(s) > 0 {
			return s
		}
	}
	object.args = nil
	return set{object}
}

// openObject returns an object of an external class whose type arguments are to be
// inferred.
func (p *evaluator) openObject(t *external.Type) val {
	object := val{kind: kindObject, name: t.Name, def: resolve.None, tier: typed}
	for i := range t.TypeParams {
		object.args = append(object.args, set{{kind: kindTypeVar, def: resolve.None,
			name: t.TypeParams[i].Name}})
	}
	return object
}

// constructed returns the object that the fitting overload of a constructor creates.
// Stubs declare its type in one of two ways: as the return type of __new__, or as the
// type of self, which distinguishes overloads of __init__.
//
//	class dict(Generic[K, V]):
//	    @overload
//	    def __init__(self: dict[str, V], **kwargs: V) -> None: ...
func (p *evaluator) constructed(members []external.Member, env *environment, args *arguments) set {
	var u union
	chosen := p.choose(p.signatures(members, env), args)
	for _, c := range chosen {
		m := &members[c.index]
		result := set{*env.self}
		if m.Name == "__new__" && m.Type.Form != external.Self && !m.Type.IsZero() {
			result = p.declared(&m.Type, env)
		} else if len(m.Params) > 0 && m.Params[0].Mode == external.This {
			result = p.declared(&m.Params[0].Type, env)
		}
		u.add(p.substitute(result, p.infer(&c, args)))
	}
	return p.agreed(u.done(), chosen, args)
}

// classOf returns the result of type(x).
//
//	type(order)(1)    # a new Order
func (p *evaluator) classOf(args *arguments) set {
	if args.count != 1 {
		return nil
	}
	return p.each(args.value(0), func(v val) set {
		switch v.kind {
		case kindInstance:
			v.kind = kindClass
			return set{v}
		case kindObject:
			return set{{kind: kindExternal, name: v.name, def: resolve.None}}
		}
		return nil
	})
}

// callOutside returns the result of an external function: that of the overload that
// fits the arguments, or the union of those that may fit.
func (p *evaluator) callOutside(
	members []external.Member, env *environment, args *arguments,
) set {
	var u union
	chosen := p.choose(p.signatures(members, env), args)
	for _, c := range chosen {
		m := &members[c.index]
		s := p.declared(&m.Type, env)
		if hasTypeVar(s) {
			s = p.substitute(s, p.infer(&c, args)).withTier(typed)
		}
		if m.Flags&external.Async != 0 {
			s = coroutine(s)
		}
		u.add(s)
	}
	return p.agreed(u.done(), chosen, args)
}
