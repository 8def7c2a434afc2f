package scoped

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// lookup finds the members of a name in a type, or in the first of its bases that has any.
func (e *eval) lookup(t resolve.Type, name string) ([]resolve.DefID, resolve.Type) {
	if t.Def <= resolve.None || name == "" {
		return nil, resolve.Unknown
	}
	line, _ := e.w.lineage(t)
	if t.Form == superForm {
		line = line[1:]
	}
	for _, s := range line {
		s.Static, s.Pointer = t.Static, t.Pointer
		ids := e.ownOf(s, name)
		if t.Static && s.Def != t.Def && resolve.HasModifier(e.ix.Def(s.Def), "module") {
			// Ruby: the methods of a module itself are not mixed in.
			ids = e.ix.Filter(ids, func(d *resolve.Def) bool { return !d.Kind.IsCallable() })
		}
		if len(ids) > 0 {
			return ids, s
		}
	}
	return nil, resolve.Unknown
}

// ownOf finds the members of a name in a type itself, including mixed-in ones.
func (e *eval) ownOf(s resolve.Type, name string) []resolve.DefID {
	if e.d.before != nil {
		if ids := e.d.before(e, s, name); len(ids) > 0 {
			return ids
		}
	}
	ids := e.w.whole(e.w.own(s.Def, name))
	if e.d.pick != nil && len(ids) > 0 {
		ids = e.d.pick(e, s, ids)
	}
	if len(ids) == 0 && e.d.after != nil {
		ids = e.d.after(e, s, name)
	}
	return ids
}

// superForm marks the receiver as an object of its base class.
const superForm = parse.FormInferred

// isOpen reports whether a type derives from an external one, which may have any
// member.
func (e *eval) isOpen(t resolve.Type) bool {
	if t.Def <= resolve.None {
		return true
	}
	_, open := e.w.lineage(t)
	return open
}

// concrete resolves aliases, and external wrappers to the wrapped type.
func (e *eval) concrete(t resolve.Type) resolve.Type {
	for range resolve.MaxAliases {
		if t.Def > resolve.None {
			d := e.ix.Def(t.Def)
			if d.Kind != graph.KindTypeAlias || d.Type.IsZero() {
				return t
			}
			a := e.aliased(t.Def)
			a.Static, a.Pointer = t.Static, t.Pointer
			t = resolve.Substitute(a, t.Def, t.Args)
			continue
		}
		if t.Owner != resolve.None {
			return e.boundOf(t)
		}
		if len(t.Args) > 0 && e.wrappers[resolve.LastName(t.Name)] {
			t = t.Args[0]
			continue
		}
		return t
	}
	return t
}

// boundOf returns the declared bound of a type parameter, if any.
func (e *eval) boundOf(t resolve.Type) resolve.Type {
	d := e.ix.Def(t.Owner)
	for _, l := range e.in(d.File).b.LocalsAt(t.Name, d.NameAt) {
		if l.Kind == parse.LocalTypeParam && !l.Type.IsZero() {
			return e.in(d.File).written(l.Type, d.Outer, d.NameAt)
		}
	}
	return t
}

// extended finds the extensions of a name that are visible in the file and extend a
// type.
func (e *eval) extended(t resolve.Type, name string, from resolve.DefID, at uint32) ([]resolve.DefID, graph.Tier) {
	var out, maybe []resolve.DefID
	for _, id := range e.w.extensions[name] {
		d := e.ix.Def(id)
		if !e.seesExtension(d, name, from, at) {
			continue
		}
		r := e.b.In(d.File).TypeOf(d.Receiver(), d.ID, d.NameAt)
		if e.converts(t, r) {
			out = append(out, id)
		} else if t.Def <= resolve.None && r.Def <= resolve.None && r.External && !e.w.literals[t.Name] {
			maybe = append(maybe, id) // a base of an external type
		}
	}
	if len(out) > 1 {
		out = e.mostSpecific(out, t)
	}
	if len(out) == 0 {
		return maybe, graph.Unique
	}
	return out, graph.Typed
}

// mostSpecific keeps the extensions of the nearest type among those of a type and its bases.
func (e *eval) mostSpecific(ids []resolve.DefID, t resolve.Type) []resolve.DefID {
	if t.Def <= resolve.None {
		return ids
	}
	line, _ := e.w.lineage(t)
	for _, s := range line {
		if out := e.ix.Filter(ids, func(d *resolve.Def) bool {
			return e.b.In(d.File).TypeOf(d.Receiver(), d.ID, d.NameAt).Def == s.Def
		}); len(out) > 0 {
			return out
		}
	}
	return ids
}

// seesExtension reports whether an extension is in the file's namespace or imported
// by the file.
func (e *eval) seesExtension(d *resolve.Def, name string, from resolve.DefID, at uint32) bool {
	if e.ix.Def(d.Outer).Outer != resolve.None { // of a class: visible within it, its derived classes, and by import
		return e.isWithin(from, d.Outer) || e.importsMember(d, name, from, at)
	}
	space := e.w.space(d.Outer)
	if space == e.w.space(from) {
		return true
	}
	for i := range e.b.File.Imports {
		im := &e.b.File.Imports[i]
		if im.Path == space && (im.All || im.Alias == name || im.Name == name) && e.holds(im, from, at) {
			return true
		}
	}
	return false
}

// isWithin reports whether a definition is in a class or in one derived from it.
func (e *eval) isWithin(from, class resolve.DefID) bool {
	for o := from; o != resolve.None; o = e.ix.Def(o).Outer {
		if o == class {
			return true
		}
		if e.ix.Def(o).Kind.IsType() {
			line, _ := e.w.lineage(resolve.Type{Def: e.w.typeOf(o), Owner: resolve.None})
			if hasType(line, e.w.typeOf(class)) {
				return true
			}
		}
	}
	return false
}

// importsMember reports whether the file imports a member of an object by its name.
func (e *eval) importsMember(d *resolve.Def, name string, from resolve.DefID, at uint32) bool {
	for _, i := range e.imports[name] {
		if im := &e.b.File.Imports[i]; im.Name == d.Name && e.holds(im, from, at) && im.Path == e.w.full(d.Outer) {
			return true
		}
	}
	return false
}

// converts reports whether a value of a type may be the receiver of an extension.
func (e *eval) converts(t, to resolve.Type) bool {
	switch {
	case to.Owner != resolve.None:
		return true
	case to.Def > resolve.None:
		if t.Def <= resolve.None {
			return false
		}
		line, _ := e.w.lineage(t)
		return hasType(line, to.Def)
	case t.Def > resolve.None:
		return to.Name == "Any" || to.External && e.derives(t, to)
	}
	return to.Name != "" && (resolve.LastName(to.Name) == resolve.LastName(t.Name) || to.Name == "Any" && t.Name != "")
}

// derives reports whether a type of the tree has an external base of the name of another one.
func (e *eval) derives(t, to resolve.Type) bool {
	line, _ := e.w.lineage(t)
	for _, s := range line {
		for _, b := range e.w.bases(s.Def) {
			if b.Def <= resolve.None && b.Name != "" && resolve.LastName(b.Name) == resolve.LastName(to.Name) {
				return true
			}
		}
	}
	return false
}

// element returns the element type of a value.
func (e *eval) element(t resolve.Type) resolve.Type {
	if len(t.Args) == 0 {
		return resolve.Unknown
	}
	if t.Form == parse.FormList || t.Def <= resolve.None {
		x := t.Args[0]
		if len(t.Args) == 2 && strings.Contains(t.Name, "Map") {
			x = t.Args[1]
		}
		return x.WithTier(graph.Typed)
	}
	return resolve.Unknown
}
