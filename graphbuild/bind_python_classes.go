package graphbuild

import "strings"

// mro lists the classes that members of class are looked for in, class first;
// none stands for a class outside the tree.
func (p *py) mro(class defID) []defID {
	if order, ok := p.orders[class]; ok {
		return order
	}
	p.orders[class] = []defID{class} // for a class that is its own base
	var lines [][]defID
	var bases []defID
	for _, b := range p.bases(class) {
		bases = append(bases, b)
		if b == none {
			lines = append(lines, []defID{none})
		} else {
			lines = append(lines, append([]defID(nil), p.mro(b)...))
		}
	}
	order := append([]defID{class}, linearize(append(lines, bases))...)
	p.orders[class] = order
	return order
}

// bases lists the base classes of a class, none for one outside the tree.
func (p *py) bases(class defID) []defID {
	d := p.ix.def(class)
	var out []defID
	for _, ref := range d.Bases {
		switch lastName(ref.Name) {
		case "Generic", "Protocol", "object", "ABC":
			continue
		}
		base := none
		for _, v := range p.typeRef(ref, d.NameAt, d.parent) {
			if v.kind == pyInstance {
				base = v.def
			}
		}
		if base != class {
			out = append(out, base)
		}
	}
	return out
}

// linearize merges the orders of bases as Python does. Where that has no
// answer, the first that is left comes next.
func linearize(lines [][]defID) []defID {
	var out []defID
	for {
		next, found := none, false
		rest := lines[:0]
		for _, l := range lines {
			if len(l) > 0 {
				rest = append(rest, l)
			}
		}
		if lines = rest; len(lines) == 0 {
			return out
		}
		for _, l := range lines {
			if !inTail(lines, l[0]) {
				next, found = l[0], true
				break
			}
		}
		if !found {
			next = lines[0][0]
		}
		out = append(out, next)
		for i, l := range lines {
			if l[0] == next {
				lines[i] = l[1:]
			} else if !found {
				lines[i] = without(l, next)
			}
		}
	}
}

func inTail(lines [][]defID, id defID) bool {
	for _, l := range lines {
		if id != none && containsID(l[1:], id) {
			return true
		}
	}
	return false
}

func without(ids []defID, id defID) []defID {
	var out []defID
	for _, x := range ids {
		if x != id {
			out = append(out, x)
		}
	}
	return out
}

// attr finds what a member of v means.
func (p *py) attr(v pyVal, name string) pyRef {
	var r pyRef
	switch v.kind {
	case pyModule:
		r = p.moduleMember(p.modules.at(v.name), name)
	case pyInstance, pyClass, pySuper:
		r = p.classAttr(v, name)
	case pyContainer:
		self := v
		r = pyRef{external: true, vals: pySet{{kind: pyMethod, name: name, def: none, self: &self}}}
	case pyExternal:
		r = pyRef{external: true, vals: pySet{{kind: pyExternal, name: v.name + "." + name, def: none}}}
	default:
		r = pyRef{external: true}
	}
	r.tier = worse(r.tier, v.tier)
	return r
}

// classAttr looks a member up along the bases of a class.
func (p *py) classAttr(v pyVal, name string) pyRef {
	if name == "__class__" && v.kind == pyInstance {
		return pyRef{external: true, vals: pySet{{kind: pyClass, def: v.def}}}
	}
	order := p.mro(v.def)
	self := v
	if v.kind == pySuper {
		order = order[1:]
		if v.self != nil {
			self = *v.self
			order = after(p.mro(self.def), v.def, order)
		}
	}
	outside := false
	var ids []defID
	for _, c := range order {
		if c == none {
			outside = true
			if len(ids) == 0 && v.kind == pySuper {
				break
			}
			continue
		}
		ids = append(ids, p.ix.own(c, name)...)
	}
	if len(ids) > 0 {
		return pyRef{defs: ids, self: &self}
	}
	if v.kind == pyInstance && !strings.HasPrefix(name, "__") {
		for _, c := range order {
			if c == none {
				continue
			}
			if g := p.ix.own(c, "__getattr__"); len(g) > 0 && p.ix.def(g[0]).Kind.IsCallable() {
				return pyRef{external: true, vals: p.result(g[0], &self)}
			}
		}
	}
	if v.kind == pyClass && name == "__init__" || outside || strings.HasPrefix(name, "__") {
		return pyRef{external: true, vals: pySet{{kind: pyExternal, name: "object." + name, def: none}}}
	}
	return pyRef{}
}

// after is what follows class in the order of the object's class; without it
// there, what follows it in its own.
func after(order []defID, class defID, own []defID) []defID {
	for i, c := range order {
		if c == class {
			return order[i+1:]
		}
	}
	return own
}
