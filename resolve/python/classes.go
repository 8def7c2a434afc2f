package python

import (
	"strings"

	"seedgraph/resolve"
)

// mro lists the classes that members of class are looked for in, class first;
// none stands for a class outside the tree.
func (p *evaluator) mro(class resolve.DefID) []resolve.DefID {
	if order, ok := p.orders[class]; ok {
		return order
	}
	p.orders[class] = []resolve.DefID{class} // for a class that is its own base
	var lines [][]resolve.DefID
	var bases []resolve.DefID
	for _, b := range p.bases(class) {
		bases = append(bases, b)
		if b == resolve.None {
			lines = append(lines, []resolve.DefID{resolve.None})
		} else {
			lines = append(lines, append([]resolve.DefID(nil), p.mro(b)...))
		}
	}
	order := append([]resolve.DefID{class}, linearize(append(lines, bases))...)
	p.orders[class] = order
	return order
}

// bases lists the base classes of a class, none for one outside the tree.
func (p *evaluator) bases(class resolve.DefID) []resolve.DefID {
	d := p.table.Def(class)
	var out []resolve.DefID
	for _, ref := range d.Bases {
		switch resolve.LastName(ref.Name) {
		case "Generic", "Protocol", "object", "ABC":
			continue
		}
		base := resolve.None
		for _, v := range p.typeRef(ref, d.NameAt, d.Outer) {
			if v.kind == instance {
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
func linearize(lines [][]resolve.DefID) []resolve.DefID {
	var out []resolve.DefID
	for {
		next, found := resolve.None, false
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

func inTail(lines [][]resolve.DefID, id resolve.DefID) bool {
	for _, l := range lines {
		if id != resolve.None && containsID(l[1:], id) {
			return true
		}
	}
	return false
}

func without(ids []resolve.DefID, id resolve.DefID) []resolve.DefID {
	var out []resolve.DefID
	for _, x := range ids {
		if x != id {
			out = append(out, x)
		}
	}
	return out
}

// attr finds what a member of v means.
func (p *evaluator) attr(v val, name string) ref {
	var r ref
	switch v.kind {
	case module:
		r = p.moduleMember(p.modules.at(v.name), name)
	case instance, pyClass, super:
		r = p.classAttr(v, name)
	case pyContainer:
		self := v
		r = ref{external: true, vals: set{{kind: method, name: name, def: resolve.None, self: &self}}}
	case external:
		r = ref{external: true, vals: set{{kind: external, name: v.name + "." + name, def: resolve.None}}}
	default:
		r = ref{external: true}
	}
	r.tier = resolve.Worse(r.tier, v.tier)
	return r
}

// classAttr looks a member up along the bases of a class.
func (p *evaluator) classAttr(v val, name string) ref {
	if name == "__class__" && v.kind == instance {
		return ref{external: true, vals: set{{kind: pyClass, def: v.def}}}
	}
	order := p.mro(v.def)
	self := v
	if v.kind == super {
		order = order[1:]
		if v.self != nil {
			self = *v.self
			order = after(p.mro(self.def), v.def, order)
		}
	}
	outside := false
	var ids []resolve.DefID
	for _, c := range order {
		if c == resolve.None {
			outside = true
			if len(ids) == 0 && v.kind == super {
				break
			}
			continue
		}
		ids = append(ids, p.table.Own(c, name)...)
	}
	if len(ids) > 0 {
		return ref{defs: ids, self: &self}
	}
	if v.kind == instance && !strings.HasPrefix(name, "__") {
		for _, c := range order {
			if c == resolve.None {
				continue
			}
			if g := p.table.Own(c, "__getattr__"); len(g) > 0 && p.table.Def(g[0]).Kind.IsCallable() {
				return ref{external: true, vals: p.result(g[0], &self)}
			}
		}
	}
	if v.kind == pyClass && name == "__init__" || outside || strings.HasPrefix(name, "__") {
		return ref{external: true, vals: set{{kind: external, name: "object." + name, def: resolve.None}}}
	}
	return ref{}
}

// after is what follows class in the order of the object's class; without it
// there, what follows it in its own.
func after(order []resolve.DefID, class resolve.DefID, own []resolve.DefID) []resolve.DefID {
	for i, c := range order {
		if c == class {
			return order[i+1:]
		}
	}
	return own
}
