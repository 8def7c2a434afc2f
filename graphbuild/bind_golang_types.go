package graphbuild

import (
	"slices"
	"sort"

	"seedgraph/graph"
	"seedgraph/parse"
)

// under is the underlying type of t: of a defined type what it is defined as.
func (g *goTree) under(t typ) typ {
	for range maxDepth {
		if t.owner != none {
			b, ok := g.bounds[typeVar{t.owner, t.param}]
			if !ok {
				return t
			}
			t = b
			continue
		}
		if t.def == none {
			return t
		}
		d := g.ix.def(t.def)
		if d.Kind != graph.KindTypeAlias && d.Kind != graph.KindDelegate {
			return t
		}
		tier := t.tier
		t = substitute(g.declared[t.def], t.def, t.args)
		t.tier = worse(t.tier, tier)
	}
	return unknown
}

// A goFound is a field or method and the type that declares it, with its type
// arguments; of a field of a struct without a name its type alone.
type goFound struct {
	def   defID
	owner typ
}

// member finds a field or method of t: its own, else the one that embedding
// promotes from the least depth. outside reports that an embedded type outside
// the tree may have it.
func (g *goTree) member(from *goFile, t typ, name string) (m goFound, outside bool) {
	level := []typ{t}
	seen := map[defID]bool{}
	for depth := 0; len(level) > 0 && depth < maxDepth; depth++ {
		var next []typ
		found := goFound{def: none}
		count := 0
		for _, t := range level {
			if t.owner != none {
				t = g.under(t)
			}
			if t.form == "{}" {
				if f := structField(t, name); f.known() {
					return goFound{def: none, owner: f}, outside
				}
				next = append(next, structEmbeds(t)...)
				continue
			}
			if t.def == none {
				outside = outside || t.external
				continue
			}
			if seen[t.def] {
				continue
			}
			seen[t.def] = true
			if id := g.ownMember(from, t.def, name); id != none {
				found = goFound{id, t}
				count++
				continue
			}
			next = append(next, g.embedded(t)...)
			if u := g.under(t); u.def != none && u.def != t.def {
				// Of a type defined as another only the fields are its own.
				if id := g.ownMember(from, u.def, name); id != none && (g.ix.def(u.def).Kind == graph.KindInterface || g.ix.def(id).Kind == graph.KindField) {
					found = goFound{id, u}
					count++
					continue
				}
				next = append(next, g.embedded(u)...)
			} else if u.form == "{}" {
				next = append(next, u)
			} else if u.def == none && u.external && depth == 0 && !goPredeclared[u.form] {
				outside = true
			}
		}
		if count == 1 {
			return found, outside
		}
		if count > 1 {
			return goFound{def: none, owner: unknown}, outside
		}
		level = next
	}
	return goFound{def: none, owner: unknown}, outside
}

// structField is the type of a field of a struct without a name.
func structField(t typ, name string) typ {
	for _, f := range t.args {
		if len(f.args) == 1 && len(f.form) > 1 && f.form[1:] == name {
			return f.args[0]
		}
	}
	return unknown
}

// structEmbeds lists what such a struct embeds.
func structEmbeds(t typ) []typ {
	var out []typ
	for _, f := range t.args {
		if f.form[0] == '&' && len(f.args) == 1 {
			out = append(out, f.args[0])
		}
	}
	return out
}

// ownMember finds a field or method that the type itself declares.
func (g *goTree) ownMember(from *goFile, t defID, name string) defID {
	d := g.ix.def(t)
	if d.parent == d.file.base {
		gf := g.files[d.file]
		if ids := g.methods[goMethod{gf.pkg, d.Name, name}]; len(ids) > 0 {
			return g.pick(from, ids)
		}
	}
	for _, id := range g.ix.own(t, name) {
		if x := g.ix.def(id); x.parent == t && !x.Kind.IsType() {
			return id
		}
	}
	return none
}

// embedded lists the types that t embeds, its type arguments put in.
func (g *goTree) embedded(t typ) []typ {
	bases := g.ix.bases[t.def]
	if len(t.args) == 0 {
		return bases
	}
	out := make([]typ, len(bases))
	for i, b := range bases {
		out[i] = substitute(b, t.def, t.args)
	}
	return out
}

// valueOf is the type of a field, or of what a method gives.
func (g *goTree) valueOf(m goFound) typ {
	return substitute(g.declared[m.def], m.owner.def, m.owner.args)
}

// collectMethods enters the methods of a file's types and interfaces by name.
func (g *goTree) collectMethods(gf *goFile) {
	for i := range gf.Definitions {
		d := &gf.Definitions[i]
		if d.Kind != graph.KindMethod {
			continue
		}
		t := gf.def(d.Parent)
		if !d.Receiver.IsZero() {
			t = g.receiver(gf, d, gf.def(int32(i)))
		} else if g.ix.def(t).Kind == graph.KindInterface {
			g.ifaces[d.Name] = append(g.ifaces[d.Name], goMember{t, gf.def(int32(i))})
		}
		if t != none && !slices.Contains(g.byType[t], d.Name) {
			g.byType[t] = append(g.byType[t], d.Name)
		}
	}
}

// receiver is the type that a method belongs to. Where the receiver is written
// by an alias of it, the method is entered under its own name, too.
func (g *goTree) receiver(gf *goFile, d *parse.Definition, id defID) defID {
	t := g.typeIn(gf, gf.pkg, d.Receiver.Name)
	if t == none || !isGoAlias(g.ix.def(t)) {
		return t
	}
	if t = g.aliased(t, d.Receiver.Name, nil).def; t != none {
		x := g.ix.def(t)
		k := goMethod{g.files[x.file].pkg, x.Name, d.Name}
		g.methods[k] = append(g.methods[k], id)
	}
	return t
}

// implements joins type d to each interface of the tree all of whose methods it
// has, and these methods to those of the interface.
func (g *goTree) implements(b *binder, d *defn) []graph.Edge {
	if d.Kind == graph.KindInterface || d.parent != d.file.base || isGoAlias(d) {
		return nil
	}
	gf := g.files[d.file]
	self := typ{def: d.id, owner: none}
	for i, p := range d.TypeParams {
		self.args = append(self.args, typ{def: none, owner: d.id, param: i, form: p})
	}
	seen := map[defID]bool{}
	var out []graph.Edge
	for _, name := range g.methodNames(d) {
		for _, im := range g.ifaces[name] {
			if seen[im.typ] {
				continue
			}
			seen[im.typ] = true
			out = append(out, g.implementation(b, gf, d, self, im.typ)...)
		}
	}
	return out
}

// methodNames lists the names of d's methods, those that it embeds included.
func (g *goTree) methodNames(d *defn) []string {
	set := map[string]bool{}
	queue, seen := []typ{{def: d.id, owner: none}}, map[defID]bool{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t.def == none || seen[t.def] {
			continue
		}
		seen[t.def] = true
		for _, m := range g.byType[t.def] {
			set[m] = true
		}
		queue = append(queue, g.embedded(t)...)
	}
	out := make([]string, 0, len(set))
	for n := range set {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// implementation makes the edges of d's being an implementation of an
// interface; none if it is not.
func (g *goTree) implementation(b *binder, gf *goFile, d *defn, self typ, iface defID) []graph.Edge {
	i := g.ix.def(iface)
	if !exportedOrSame(i, d) || len(i.TypeParams) > 0 {
		return nil
	}
	methods, ok := g.interfaceMethods(typ{def: iface, owner: none}, map[defID]bool{})
	if !ok || len(methods) == 0 {
		return nil
	}
	line := b.f.line(d.NameAt)
	out := []graph.Edge{{From: d.node, To: i.node, Kind: graph.Implements, Tier: graph.Exact, Line: line}}
	for _, im := range methods {
		m, _ := g.member(gf, self, g.ix.def(im.def).Name)
		if m.def == none || g.ix.def(m.def).Kind != graph.KindMethod || !g.sameSignature(m, im) {
			return nil
		}
		if m.def != im.def {
			out = append(out, graph.Edge{From: g.ix.def(m.def).node, To: g.ix.def(im.def).node, Kind: graph.Overrides, Tier: graph.Exact, Line: g.files[g.ix.def(m.def).file].line(g.ix.def(m.def).NameAt)})
		}
	}
	return out
}

// exportedOrSame reports whether code of d can see the interface i.
func exportedOrSame(i, d *defn) bool { return i.Exported || i.module == d.module }

// interfaceMethods lists the methods of an interface, embedded ones included;
// not ok if some of them lie outside the tree.
func (g *goTree) interfaceMethods(t typ, seen map[defID]bool) ([]goFound, bool) {
	if seen[t.def] {
		return nil, true
	}
	seen[t.def] = true
	var out []goFound
	for _, name := range g.byType[t.def] {
		if id := g.ownMember(nil, t.def, name); id != none {
			out = append(out, goFound{id, t})
		}
	}
	for _, e := range g.embedded(t) {
		if e.def == none || g.ix.def(e.def).Kind != graph.KindInterface {
			return nil, false
		}
		more, ok := g.interfaceMethods(e, seen)
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// sameSignature reports whether method m has the parameters and results of im.
func (g *goTree) sameSignature(m, im goFound) bool {
	a, b := g.ix.def(m.def), g.ix.def(im.def)
	if len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		if a.Params[i].Variadic != b.Params[i].Variadic {
			return false
		}
		if !sameGoType(substitute(g.params[m.def][i], m.owner.def, m.owner.args), substitute(g.params[im.def][i], im.owner.def, im.owner.args)) {
			return false
		}
	}
	return sameGoType(g.valueOf(m), g.valueOf(im))
}

func sameGoType(a, b typ) bool {
	if a.def != b.def || a.owner != b.owner || a.owner != none && a.param != b.param || len(a.args) != len(b.args) {
		return false
	}
	if a.def == none && a.owner == none && goPlain(a.form) != goPlain(b.form) {
		return false
	}
	for i := range a.args {
		if !sameGoType(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

// goPlain gives both names of one predeclared type the same form.
func goPlain(s string) string {
	switch s {
	case "byte":
		return "uint8"
	case "rune":
		return "int32"
	case "any":
		return "{}"
	}
	return s
}
