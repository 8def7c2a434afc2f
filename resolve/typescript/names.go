package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A space is one of the name spaces of TypeScript.
type space uint8

const (
	values space = iota
	types
)

// holds reports whether a definition of this kind has a name in the space. Classes, enums
// and namespaces have one in both (2.3).
func (space space) holds(d *resolve.Def) bool {
	switch d.Kind {
	case graph.KindInterface, graph.KindTypeAlias:
		return space == types
	case graph.KindClass, graph.KindEnum, graph.KindNamespace, graph.KindComponent:
		return true
	case graph.KindFunction, graph.KindConstant, graph.KindVariable, graph.KindMethod:
		// A method here is one of an object literal: those of classes are accessible only
		// through `this`.
		return space == values
	}
	return false
}

// name looks up a plain name from inside definition from.
//
// Locals and type parameters come first, then declarations in the enclosing definitions,
// innermost first, then those of the file, its imports, and globals (2.4).
func (s *scope) name(f *resolve.File, name string, at uint32, from resolve.DefID,
	space space) (resolve.LookupResult, *parse.Local) {
	b := s.b.In(f)
	if m := markup(f, at); m != nil {
		if l := local(b, name, at, from, space); l != nil {
			return resolve.LookupResult{}, l
		}
		return s.inTemplate(f, m, name, at), nil
	}
	for d := from; d != resolve.None; d = s.b.Table.Defs[d].Outer {
		if l := local(b, name, at, d, space); l != nil {
			return resolve.LookupResult{}, l
		}
		e := s.b.Table.Def(d)
		if e.Outer == resolve.None {
			// The file: its declarations and imports come next.
			break
		}
		if ids := s.inside(e, name, from, space); len(ids) > 0 {
			found := s.apart(resolve.LookupResult{Defs: ids}, at)
			if s.b.Table.Def(ids[0]).File != f { // in a namespace of another script
				found.Tier = resolve.WeakerTier(found.Tier, graph.Unique)
			}
			return found, nil
		}
	}
	out := s.tree.outer(f, name, at)
	// a type does not hide a value of the platform with the same name, nor the other way
	// round
	if len(out.Defs) > 0 {
		out.Defs = s.inSpace(out.Defs, space)
		if len(out.Defs) == 0 && !out.IsModule {
			return s.tree.globalName(f, name), nil
		}
	}
	return s.apart(out, at), nil
}

// apart keeps, of declarations that cannot be in one scope, the last one before a
// position, otherwise the first: a guess. Declarations in the blocks and anonymous
// functions of a definition all belong to that definition.
//
//	it('a', () => { const pick = () => 1; pick(); });
//	it('b', () => { const pick = () => 2; pick(); });    // the second pick
func (s *scope) apart(out resolve.LookupResult, at uint32) resolve.LookupResult {
	best, several := resolve.None, false
	for i, id := range out.Defs {
		d, first := s.b.Table.Def(id), s.b.Table.Def(out.Defs[0])
		bodied := d.Kind == graph.KindFunction && !d.Body.IsEmpty()
		if !bodied && d.Kind != graph.KindConstant && d.Kind != graph.KindClass ||
			d.Outer != first.Outer || d.Kind != first.Kind {
			return out // overloads, merged declarations
		}
		several = several || id != out.Defs[0]
		if i == 0 || d.NameAt <= at {
			best = id
		}
	}
	if !several {
		return out
	}
	return resolve.LookupResult{Defs: []resolve.DefID{best}, Tier: graph.Unique}
}

// inside lists the declarations that an enclosing definition makes visible inside itself.
//
//	enum Level { Low, Both = Low | 2 }    // Low without its enum
func (s *scope) inside(e *resolve.Def, name string, from resolve.DefID,
	space space) []resolve.DefID {
	switch {
	case e.Kind == graph.KindComponent:
		return s.ofComponent(e, name, from, space)
	case e.Kind == graph.KindNamespace:
		var out []resolve.DefID
		for _, part := range s.namespaceParts(e) {
			out = append(out, s.inSpace(s.b.Table.Own(part, name), space)...)
		}
		if len(out) == 0 {
			out = s.inSpace(s.otherParts(e, name), space)
		}
		if len(out) == 0 {
			out = s.inSpace(s.around(e, name), space)
		}
		return out
	case e.Kind.IsType():
		// The name of a class expression is visible inside it. Members need `this`.
		if e.Name == name && space.holds(e) {
			return s.inSpace(s.mergedWith(e), space)
		}
		return nil
	case e.Kind == graph.KindFunction || e.Kind == graph.KindMethod ||
		e.Kind == graph.KindConstructor || e.Kind == graph.KindProperty ||
		e.Kind == graph.KindConstant || e.Kind == graph.KindVariable:
		return s.b.Table.Filter(s.b.Table.Own(e.ID, name), func(d *resolve.Def) bool {
			return space.holds(d) && d.Kind != graph.KindMethod
			// Functions inside functions; the methods of an object literal need its name
			// before them.
		})
	}
	return nil
}

// namespaceParts lists the declarations of a namespace in its file, or in all files if it
// is global.
func (s *scope) namespaceParts(e *resolve.Def) []resolve.DefID {
	if e.Outer == resolve.None {
		return []resolve.DefID{e.ID}
	}
	same := s.b.Table.Own(e.Outer, e.Name)
	if e.ModuleName == global {
		same = s.b.Table.Named("typescript", e.Name)
	}
	return s.b.Table.Filter(same, func(d *resolve.Def) bool {
		return d.Kind == graph.KindNamespace && d.Symbol == e.Symbol && d.ModuleName == e.ModuleName
	})
}

// mergedWith lists the declarations that merge with that of a type, including it: an
// interface and a namespace with one name are one entity (Declaration merging).
func (s *scope) mergedWith(e *resolve.Def) []resolve.DefID {
	all := s.b.Table.Filter(s.b.Table.Own(e.Outer, e.Name), func(d *resolve.Def) bool {
		return d.Symbol == e.Symbol && d.ModuleName == e.ModuleName
	})
	if !slices.Contains(all, e.ID) {
		return []resolve.DefID{e.ID}
	}
	return all
}

// inSpace keeps the definitions with a name in the space.
func (s *scope) inSpace(ids []resolve.DefID, space space) []resolve.DefID {
	return s.b.Table.Filter(ids, space.holds)
}

// local returns the innermost local of definition d in scope, or nil.
func local(b *resolve.Binder, name string, at uint32, d resolve.DefID, space space) *parse.Local {
	for _, l := range b.LocalsAt(name, at) {
		// Type parameters are the only locals that are types.
		if (l.Kind == parse.LocalTypeParam) == (space == types) && b.File.ID(l.Def) == d {
			return l
		}
	}
	return nil
}

// valueNamed returns the type of the value that a plain name refers to.
//
//	order.ship()    // the type of the variable order, as narrowed there
func (s *scope) valueNamed(f *resolve.File, name string, at uint32,
	from resolve.DefID) resolve.Type {
	out, l := s.name(f, name, at, from, values)
	switch {
	case l != nil:
		return s.localType(f, l)
	case len(out.Defs) > 0:
		if m := markup(f, at); m != nil {
			return s.ofTemplate(f, m, name, out.Defs)
		}
		return s.valueOfAny(out.Defs).WithTier(out.Tier)
	case out.IsModule:
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Module: out.Module,
			IsModule: true, Tier: out.Tier}
	case out.Name != "":
		// A full external name: a library that was read, or a module of Node.js.
		return s.outsideValue(out.Name)
	case out.External && out.Module == global:
		return s.globalValue(name)
	case out.External:
		// From a module without a declaration: only its origin is known.
		return externalType(name)
	}
	return resolve.Unknown
}

// valueOfAny returns the type of a value declared by one of ids: a class or function may
// share its name with a namespace.
func (s *scope) valueOfAny(ids []resolve.DefID) resolve.Type {
	best := ids[0]
	for _, id := range ids {
		// A value takes precedence over a namespace or interface that merges with it.
		if s.b.Table.Def(best).Kind == graph.KindNamespace ||
			s.b.Table.Def(best).Kind == graph.KindInterface {
			best = id
		}
	}
	return s.valueType(best, resolve.Unknown)
}

// this returns the type of `this` in a definition: an instance of the enclosing class,
// the class itself in static members, or the object literal. An arrow function inherits
// it.
func (s *scope) this(from resolve.DefID) resolve.Type {
	static, arrow := false, false
	for d := from; d != resolve.None; d = s.b.Table.Defs[d].Outer {
		e := s.b.Table.Def(d)
		switch {
		case e.Kind == graph.KindClass || e.Kind == graph.KindInterface ||
			e.Kind == graph.KindTypeAlias:
			if static {
				return resolve.Type{Def: s.b.Table.Canon[d], Owner: resolve.None, Static: true}
			}
			return s.self(s.b.Table.Canon[d])
		case e.Kind == graph.KindMethod || e.Kind == graph.KindProperty ||
			e.Kind == graph.KindField:
			static = static || resolve.HasModifier(e, "static")
			arrow = arrow || strings.HasSuffix(e.Signature, "=>")
			if p := s.b.Table.Def(e.Outer); !arrow && !static && s.isConstructorFunction(p) {
				return s.self(p.ID)
			} else if !arrow && !p.Kind.IsType() && p.Outer != resolve.None {
				// A method of an object literal: `this` is the literal (noImplicitThis).
				// A file is not a literal.
				return s.valueType(p.ID, resolve.Unknown)
			}
		case e.Kind == graph.KindFunction && s.isConstructorFunction(e):
			return s.self(e.ID)
		case e.Kind == graph.KindFunction:
			return resolve.Unknown // its callers determine it
		}
	}
	return resolve.Unknown
}

// self returns a class or interface with its own type parameters as arguments.
func (s *scope) self(def resolve.DefID) resolve.Type {
	t := resolve.Type{Def: def, Owner: resolve.None}
	for i, p := range s.b.Table.Def(def).TypeParams {
		t.Args = append(t.Args, resolve.Type{Def: resolve.None, Owner: def, Param: i, Name: p})
	}
	return t
}

// super returns the base class of the class that contains a definition: the class itself
// in static members.
//
//	class B extends A { static make() { return super.make(); } }    // A.make
func (s *scope) super(from resolve.DefID) resolve.Type {
	t := s.this(from)
	if t.Def == resolve.None {
		return resolve.Unknown
	}
	for _, base := range s.basesOf(t) {
		if base.Def == resolve.None || s.b.Table.Def(base.Def).Kind == graph.KindClass {
			// A class extends at most one class; interfaces are added to the list by
			// merging.
			base.Static = t.Static
			return base
		}
	}
	return resolve.Unknown
}

// typeDefs returns the types that a dotted name refers to. A name without a type in the
// tree is external; it belongs to the platform if its module is global.
//
//	Shop.Order        // a namespace, or an import of a whole module
//	Intl.NumberFormat // of the platform
func (s *scope) typeDefs(f *resolve.File, name string, from resolve.DefID,
	at uint32) (out resolve.LookupResult, isLocal bool) {
	parts := strings.Split(name, ".")
	out, l := s.name(f, parts[0], at, from, types)
	if l != nil {
		return resolve.LookupResult{}, true
	}
	for _, p := range parts[1:] {
		switch {
		case out.IsModule:
			out = s.tree.inModule(out.Module, p)
		case len(out.Defs) > 0:
			var next []resolve.DefID
			for _, d := range out.Defs {
				next = append(next, s.b.Table.Own(d, p)...)
			}
			for _, d := range out.Defs {
				if len(next) == 0 {
					next = s.otherParts(s.b.Table.Def(d), p)
				}
			}
			out = resolve.LookupResult{Defs: next, Tier: out.Tier}
		case out.Name != "":
			// A namespace of a library: ts.SyntaxKind.
			out = s.tree.outsideMember(out.Name, p)
		}
	}
	// A member of an enum is a type by its full name: Kind.Order.
	enums := out.Defs
	if out.Defs = s.b.Table.Filter(out.Defs, resolve.IsType); len(out.Defs) == 0 && len(parts) > 1 {
		out.Defs = s.b.Table.Filter(enums, func(d *resolve.Def) bool {
			return d.Outer != resolve.None && s.b.Table.Def(d.Outer).Kind == graph.KindEnum
		})
	}
	return out, false
}
