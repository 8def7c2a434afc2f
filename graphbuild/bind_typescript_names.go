package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A tsSpace is one of the name spaces of TypeScript.
type tsSpace uint8

const (
	tsValues tsSpace = iota
	tsTypes
)

func (space tsSpace) holds(d *defn) bool {
	switch d.Kind {
	case graph.KindInterface, graph.KindTypeAlias:
		return space == tsTypes
	case graph.KindClass, graph.KindEnum, graph.KindNamespace:
		return true
	case graph.KindFunction, graph.KindConstant, graph.KindVariable, graph.KindMethod:
		return space == tsValues
	}
	return false
}

// name looks a plain name up from inside definition from.
func (s *tsScope) name(f *file, name string, at uint32, from defID, space tsSpace) (found, *parse.Local) {
	b := s.b.in(f)
	for d := from; d != none; d = s.b.ix.defs[d].parent {
		if l := tsLocal(b, name, at, d, space); l != nil {
			return found{}, l
		}
		e := s.b.ix.def(d)
		if e.parent == none {
			break
		}
		if ids := s.inside(e, name, space); len(ids) > 0 {
			return found{defs: ids}, nil
		}
	}
	out := s.tree.outer(f, name, at)
	if len(out.defs) > 0 {
		out.defs = s.inSpace(out.defs, space)
		if len(out.defs) == 0 && !out.isModule {
			return found{external: true}, nil
		}
	}
	return out, nil
}

// inside lists what an enclosing definition makes visible in itself.
func (s *tsScope) inside(e *defn, name string, space tsSpace) []defID {
	switch {
	case e.Kind == graph.KindNamespace:
		var out []defID
		for _, part := range s.namespaceParts(e) {
			out = append(out, s.inSpace(s.b.ix.own(part, name), space)...)
		}
		return out
	case e.Kind.IsType():
		if e.Name == name && space.holds(e) {
			return []defID{e.id}
		}
		return nil
	case e.Kind == graph.KindFunction || e.Kind == graph.KindMethod || e.Kind == graph.KindConstructor || e.Kind == graph.KindProperty || e.Kind == graph.KindConstant || e.Kind == graph.KindVariable:
		return s.b.ix.filter(s.b.ix.own(e.id, name), func(d *defn) bool {
			return space.holds(d) && d.Kind != graph.KindMethod
		})
	}
	return nil
}

// namespaceParts lists the declarations of a namespace in its file, or
// everywhere of a global one.
func (s *tsScope) namespaceParts(e *defn) []defID {
	if e.parent == none {
		return []defID{e.id}
	}
	same := s.b.ix.own(e.parent, e.Name)
	if e.module == tsGlobal {
		same = s.b.ix.byName[nameKey{"typescript", e.Name}]
	}
	return s.b.ix.filter(same, func(d *defn) bool {
		return d.Kind == graph.KindNamespace && d.Symbol == e.Symbol && d.module == e.module
	})
}

func (s *tsScope) inSpace(ids []defID, space tsSpace) []defID {
	return s.b.ix.filter(ids, space.holds)
}

// tsLocal finds the innermost local of definition d in scope.
func tsLocal(b *binder, name string, at uint32, d defID, space tsSpace) *parse.Local {
	var best *parse.Local
	for _, i := range b.locals[name] {
		l := &b.f.Locals[i]
		if (l.Kind == parse.LocalTypeParam) != (space == tsTypes) {
			continue
		}
		if b.f.def(l.Def) == d && l.Scope.Contains(at) && (best == nil || l.Scope.Start >= best.Scope.Start) {
			best = l
		}
	}
	return best
}

// valueNamed is the type of the value that a plain name stands for.
func (s *tsScope) valueNamed(f *file, name string, at uint32, from defID) typ {
	out, l := s.name(f, name, at, from, tsValues)
	switch {
	case l != nil:
		return s.localType(f, l)
	case len(out.defs) > 0:
		return s.valueOfAny(out.defs).withTier(out.tier)
	case out.isModule:
		return typ{def: none, owner: none, module: out.module, isModule: true, tier: out.tier}
	case out.external:
		return typ{def: none, owner: none, external: true, form: name}
	}
	return unknown
}

// valueOfAny is the type of a value declared by one of ids: a class or function
// may share its name with a namespace.
func (s *tsScope) valueOfAny(ids []defID) typ {
	best := ids[0]
	for _, id := range ids {
		if s.b.ix.def(best).Kind == graph.KindNamespace || s.b.ix.def(best).Kind == graph.KindInterface {
			best = id
		}
	}
	return s.valueType(best, unknown)
}

// this is the type around a definition: an instance of the class, the class
// itself in static members, or the object literal.
func (s *tsScope) this(from defID) typ {
	static := false
	for d := from; d != none; d = s.b.ix.defs[d].parent {
		e := s.b.ix.def(d)
		switch {
		case e.Kind == graph.KindClass || e.Kind == graph.KindInterface || e.Kind == graph.KindTypeAlias:
			if static {
				return typ{def: s.b.ix.canon[d], owner: none, static: true}
			}
			return s.self(s.b.ix.canon[d])
		case e.Kind == graph.KindMethod || e.Kind == graph.KindProperty || e.Kind == graph.KindField:
			static = static || hasModifier(e, "static")
			if p := s.b.ix.def(e.parent); !p.Kind.IsType() && p.parent != none {
				return s.valueType(p.id, unknown)
			}
		}
	}
	return unknown
}

// self is a class or interface with its own type parameters as arguments.
func (s *tsScope) self(def defID) typ {
	t := typ{def: def, owner: none}
	for i, p := range s.b.ix.def(def).TypeParams {
		t.args = append(t.args, typ{def: none, owner: def, param: i, form: p})
	}
	return t
}

// super is the base class of the class around a definition: the class itself
// in static members.
func (s *tsScope) super(from defID) typ {
	t := s.this(from)
	if t.def == none {
		return unknown
	}
	for _, base := range s.basesOf(t) {
		if base.def == none || s.b.ix.def(base.def).Kind == graph.KindClass {
			base.static = t.static
			return base
		}
	}
	return unknown
}

// typeDefs finds the types that a dotted name means.
func (s *tsScope) typeDefs(f *file, name string, from defID, at uint32) (ids []defID, external, isLocal bool) {
	parts := strings.Split(name, ".")
	out, l := s.name(f, parts[0], at, from, tsTypes)
	if l != nil {
		return nil, false, true
	}
	for _, p := range parts[1:] {
		switch {
		case out.isModule:
			out = s.tree.inModule(out.module, p)
		case len(out.defs) > 0:
			var next []defID
			for _, d := range out.defs {
				next = append(next, s.b.ix.own(d, p)...)
			}
			out = found{defs: next}
		}
	}
	ids = s.b.ix.filter(out.defs, isType)
	return ids, out.external || out.isModule, false
}
