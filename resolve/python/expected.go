package python

import (
	"seedgraph/resolve"
)

// expected returns the type that a call of v expects of an argument: that of the
// parameter, with the type variables inferred from the other arguments.
//
//	sorted(orders, key=lambda o: o.price())    # Callable[[Order], …]
//	map(lambda o: o.price(), orders)
func (p *evaluator) expected(v val, args *arguments, arg int) set {
	if !p.enter() {
		return nil
	}
	defer p.budget.Leave()
	var u union
	for _, s := range p.choose(p.signaturesOf(v), args) {
		to, _ := s.match(args)
		if arg >= len(to) || to[arg] < 0 {
			continue
		}
		typ := s.formals[to[arg]].typ()
		if hasTypeVar(typ) {
			typ = p.substitute(typ, p.infer(&s, args))
		}
		for _, t := range typ {
			if t.kind == kindCallable {
				u.add(set{t}.withTier(typed))
			}
		}
	}
	return u.done()
}

// signaturesOf lists the signatures of v, empty if they are unknown.
func (p *evaluator) signaturesOf(v val) []signature {
	switch v.kind {
	case kindFunction:
		d := p.table.Def(v.def)
		return []signature{p.treeSignature(d, p.takesSelf(d, v.self))}
	case kindClass:
		if c := p.constructorOf(v.def); c != v.def {
			return []signature{p.treeSignature(p.table.Def(c), false)}
		}
	case kindMethod, kindExternal:
		return p.outsideSignatures(v)
	}
	return nil
}

// outsideSignatures lists the signatures of an external function, method or class.
// The type parameters of a class stay variables, since its constructor determines
// them.
func (p *evaluator) outsideSignatures(v val) []signature {
	e := p.entity(v.name)
	switch {
	case e == nil:
		return nil
	case e.typ == nil:
		self := v.self
		if self == nil && e.owner != nil {
			self = &val{kind: kindObject, name: e.owner.Name, def: resolve.None}
		}
		return p.signatures(e.members, p.environment(e.owner, self))
	}
	object := p.openObject(e.typ)
	for _, name := range []string{"__new__", "__init__"} {
		if owner, members := p.outsideMember(e.typ.Name, name); owner != nil && owner.Name == e.typ.Name {
			return p.signatures(members, p.environment(owner, &object))
		}
	}
	return nil
}

// paramOf returns the type of parameter i of a callable.
func paramOf(v val, i int) set {
	if v.kind != kindCallable || i+1 >= len(v.args) {
		return nil
	}
	return v.args[i+1].withTier(typed)
}
