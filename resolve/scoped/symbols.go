package scoped

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/parse/tags"
	"seedgraph/resolve"
)

// A symbolTable holds the data about the whole tree that binding needs. It is immutable
// once built.
type symbolTable struct {
	ix    *resolve.Table
	rules *rules
	// definitions outside bodies by full name, the names of enclosing namespaces and
	// types joined by dots
	names   map[string][]resolve.DefID
	spaces  map[string]bool            // full names of namespaces, and of their parents
	filesOf map[string][]*resolve.File // by module
	parts   map[resolve.DefID][]resolve.DefID
	home    map[resolve.DefID]resolve.DefID // by part: its type
	// extensions by name: functions with a receiver
	extensions map[string][]resolve.DefID
	// members that are defined outside their type
	outside map[resolve.DefID][]resolve.DefID
	exports map[string][]export // by namespace
	family  string
	// the names of the types of literals, which no value of another type has
	literals map[string]bool
}

// An export is an import that is visible to others.
type export struct {
	file *resolve.File
	im   *parse.Import
}

// newWorld collects the declarations of the tree.
func newWorld(ix *resolve.Table, r *rules) *symbolTable {
	w := &symbolTable{ix: ix, rules: r, names: map[string][]resolve.DefID{}, spaces: map[string]bool{},
		filesOf: map[string][]*resolve.File{}, parts: map[resolve.DefID][]resolve.DefID{},
		home: map[resolve.DefID]resolve.DefID{}, extensions: map[string][]resolve.DefID{},
		exports: map[string][]export{}, family: r.row.Family, literals: map[string]bool{}}
	for _, n := range r.row.Nodes {
		if n.Op == tags.Typed && n.Is != "" {
			w.literals[n.Is] = true
		}
	}
	if w.family == "" {
		w.family = r.row.Name
	}
	r.world = w
	var parts, members []*resolve.Def
	for _, f := range ix.Files {
		if f.Family != w.family {
			continue
		}
		w.filesOf[f.Module] = append(w.filesOf[f.Module], f)
		if !r.row.Scoping.Paths {
			w.addSpace(f.Module)
		}
		for i := 1; i < len(f.Definitions); i++ {
			d := ix.Def(f.ID(int32(i)))
			switch {
			case d.Partial && !d.Receiver().IsZero():
				parts = append(parts, d)
			case w.isLocal(d):
			case !d.Receiver().IsZero() && r.row.Scoping.Outside:
				members = append(members, d)
			case !d.Receiver().IsZero():
				w.extensions[d.Name] = ix.Bounded(w.extensions[d.Name], d)
			default:
				w.add(d)
			}
		}
		for i := range f.Imports {
			if im := &f.Imports[i]; im.Export {
				space := w.space(f.ID(im.Def))
				w.exports[space] = append(w.exports[space], export{f, im})
			}
		}
	}
	if r.dialect.prepare != nil {
		r.dialect.prepare(w)
	}
	w.joinParts(parts)
	w.joinMembers(members)
	return w
}

// joinMembers finds the types of members that are defined outside them.
func (w *symbolTable) joinMembers(members []*resolve.Def) {
	if w.outside == nil {
		w.outside = map[resolve.DefID][]resolve.DefID{}
	}
	for _, m := range members {
		b := resolve.NewBinder(w.ix, m.File)
		e := newEval(w.rules, b)
		t := e.written(m.Receiver(), m.Outer, m.NameAt)
		if t.Def > resolve.None {
			w.outside[t.Def] = append(w.outside[t.Def], m.ID)
			w.ix.SetOwner(m.ID, t.Def)
			continue
		}
		// A function of a namespace: void net::dial() {}
		if x := e.path(entity{isSpace: true}, segments(m.Receiver().Name), 0); x.isSpace {
			full := joined(x.space, m.Name)
			w.names[full] = w.ix.Bounded(w.names[full], m)
		}
	}
}

// add adds a definition by its full name.
func (w *symbolTable) add(d *resolve.Def) {
	full := w.fold(w.full(d.ID))
	w.names[full] = w.ix.Bounded(w.names[full], d)
	if isSpace(d) {
		w.addSpace(full)
	} else if d.Module != "" {
		w.addSpace(d.Module)
	}
}

// fold returns the form of a name used in comparisons.
func (w *symbolTable) fold(name string) string {
	if w.rules.row.Scoping.Fold {
		return strings.ToLower(name)
	}
	return name
}

// addSpace adds a namespace and its parents.
func (w *symbolTable) addSpace(name string) {
	for name = w.fold(name); name != "" && !w.spaces[name]; name = parent(name) {
		w.spaces[name] = true
	}
}

// parent returns the name of a namespace without its last part.
func parent(name string) string { return name[:max(strings.LastIndexByte(name, '.'), 0)] }

// joined returns the full name of a name in a namespace.
func joined(space, name string) string {
	if space == "" {
		return name
	}
	return space + "." + name
}

// isSpace reports whether a definition is a namespace.
func isSpace(d *resolve.Def) bool { return d.Kind == namespaceKind }

// isLocal reports whether a definition is in the body of a callable or in a part of a
// type, so that it has no full name.
func (w *symbolTable) isLocal(d *resolve.Def) bool {
	for o := d.Outer; o != resolve.None; o = w.ix.Def(o).Outer {
		x := w.ix.Def(o)
		if x.Kind.IsCallable() || x.Partial && !x.Receiver().IsZero() {
			return true
		}
	}
	return false
}

// full returns the name of a definition, qualified by the enclosing namespaces and
// types.
func (w *symbolTable) full(id resolve.DefID) string {
	d := w.ix.Def(id)
	module := d.ModuleName
	if w.rules.row.Scoping.Paths {
		module = ""
	}
	if d.Outer == resolve.None {
		return module
	}
	if w.ix.Def(d.Outer).Outer == resolve.None {
		name := d.Name
		if strings.HasSuffix(d.Symbol, "."+name) { // class Admin::Desk
			name = d.Symbol
		}
		return joined(module, name)
	}
	return joined(w.full(d.Outer), d.Name)
}

// space returns the full name of the namespace that encloses a definition, or that it
// is.
func (w *symbolTable) space(id resolve.DefID) string {
	for ; ; id = w.ix.Def(id).Outer {
		d := w.ix.Def(id)
		if d.Outer == resolve.None || isSpace(d) {
			return w.full(id)
		}
		if d.Module != "" && w.ix.Def(d.Outer).Outer == resolve.None {
			return d.Module
		}
	}
}

// joinParts finds the types that parts of types belong to.
func (w *symbolTable) joinParts(parts []*resolve.Def) {
	for _, p := range parts {
		b := resolve.NewBinder(w.ix, p.File)
		e := newEval(w.rules, b)
		t := e.written(p.Receiver(), p.Outer, p.NameAt)
		if t.Def > resolve.None && t.Def != p.ID {
			w.home[p.ID] = t.Def
			w.parts[t.Def] = append(w.parts[t.Def], p.ID)
		}
	}
}

// typeOf returns the type that a definition is a part of.
func (w *symbolTable) typeOf(id resolve.DefID) resolve.DefID {
	if h, ok := w.home[id]; ok {
		return h
	}
	return w.ix.Canon[id]
}

// own lists the members of a name that a type itself declares: those in its own parts
// before those in parts that implement an interface. The latter are omitted if there
// are others and the dialect has no pick function.
func (w *symbolTable) own(t resolve.DefID, name string) []resolve.DefID {
	ids := w.member(t, name)
	var more []resolve.DefID
	for _, p := range w.parts[t] {
		found := w.member(p, name)
		if len(w.ix.Def(p).Bases) > 0 {
			more = append(more, found...)
		} else {
			ids = append(ids, found...)
		}
	}
	if len(ids) > 0 && w.rules.dialect.pick == nil {
		return ids
	}
	return append(ids, more...)
}

// member lists the definitions of a name directly in another one.
func (w *symbolTable) member(t resolve.DefID, name string) []resolve.DefID {
	ids := w.ix.Own(t, name)
	for _, m := range w.outside[t] {
		if w.ix.Def(m).Name == name {
			ids = append(ids[:len(ids):len(ids)], m)
		}
	}
	if len(ids) == 0 && w.rules.row.Scoping.Fold {
		return w.folded(t, name)
	}
	return ids
}

// folded returns the case-insensitive form of member.
func (w *symbolTable) folded(t resolve.DefID, name string) []resolve.DefID {
	return w.names[w.fold(joined(w.full(t), name))]
}

// bases lists the base types of a type and its parts, in the order in which they are searched.
func (w *symbolTable) bases(t resolve.DefID) []resolve.Type {
	out := w.ix.Bases[w.ix.Canon[t]]
	for _, p := range w.parts[t] {
		out = append(out[:len(out):len(out)], w.ix.Bases[p]...)
	}
	return out
}

// lineage lists a type and its supertypes, in member lookup order; open reports that
// one of them is external.
func (w *symbolTable) lineage(t resolve.Type) (line []resolve.Type, open bool) {
	line = []resolve.Type{t}
	for i := 0; i < len(line) && len(line) < resolve.MaxLineage; i++ {
		bases := w.bases(line[i].Def)
		for k := range bases {
			b := bases[k]
			if w.rules.row.Scoping.LastFirst {
				b = bases[len(bases)-1-k]
			}
			if b.Def <= resolve.None {
				open = true
				continue
			}
			b = resolve.Substitute(b, line[i].Def, line[i].Args)
			if !hasType(line, b.Def) {
				line = append(line, b)
			}
		}
	}
	return line, open
}

func hasType(line []resolve.Type, d resolve.DefID) bool {
	for _, t := range line {
		if t.Def == d {
			return true
		}
	}
	return false
}
