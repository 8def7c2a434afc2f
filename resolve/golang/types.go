package golang

import (
	"slices"
	"sort"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// under is the underlying type of t: of a defined type what it is defined as.
func (g *tree) under(t resolve.Type) resolve.Type {
	for range resolve.MaxDepth {
		if t.Owner != resolve.None {
			b, ok := g.bounds[resolve.TypeVar{Owner: t.Owner, Param: t.Param}]
			if !ok {
				return t
			}
			t = b
			continue
		}
		if t.Def == resolve.None {
			return t
		}
		d := g.table.Def(t.Def)
		if d.Kind != graph.KindTypeAlias && d.Kind != graph.KindDelegate {
			return t
		}
		tier := t.Tier
		t = resolve.Substitute(g.declared[t.Def], t.Def, t.Args)
		t.Tier = resolve.Worse(t.Tier, tier)
	}
	return resolve.Unknown
}

// A goFound is a field or method and the type that declares it, with its type
// arguments; of a field of a struct without a name its type alone.
type goFound struct {
	def   resolve.DefID
	owner resolve.Type
}

// member finds a field or method of t: its own, else the one that embedding
// promotes from the least depth. outside reports that an embedded type outside
// the tree may have it.
func (g *tree) member(from *file, t resolve.Type, name string) (m goFound, outside bool) {
	level := []resolve.Type{t}
	seen := map[resolve.DefID]bool{}
	for depth := 0; len(level) > 0 && depth < resolve.MaxDepth; depth++ {
		var next []resolve.Type
		found := goFound{def: resolve.None}
		count := 0
		for _, t := range level {
			if t.Owner != resolve.None {
				t = g.under(t)
			}
			if t.Form == "{}" {
				if f := structField(t, name); f.Known() {
					return goFound{def: resolve.None, owner: f}, outside
				}
				next = append(next, structEmbeds(t)...)
				continue
			}
			if t.Def == resolve.None {
				outside = outside || t.External
				continue
			}
			if seen[t.Def] {
				continue
			}
			seen[t.Def] = true
			if id := g.ownMember(from, t.Def, name); id != resolve.None {
				found = goFound{id, t}
				count++
				continue
			}
			next = append(next, g.embedded(t)...)
			if u := g.under(t); u.Def != resolve.None && u.Def != t.Def {
				// Of a type defined as another only the fields are its own.
				if id := g.ownMember(from, u.Def, name); id != resolve.None && (g.table.Def(u.Def).Kind == graph.KindInterface || g.table.Def(id).Kind == graph.KindField) {
					found = goFound{id, u}
					count++
					continue
				}
				next = append(next, g.embedded(u)...)
			} else if u.Form == "{}" {
				next = append(next, u)
			} else if u.Def == resolve.None && u.External && depth == 0 && !predeclared[u.Form] {
				outside = true
			}
		}
		if count == 1 {
			return found, outside
		}
		if count > 1 {
			return goFound{def: resolve.None, owner: resolve.Unknown}, outside
		}
		level = next
	}
	return goFound{def: resolve.None, owner: resolve.Unknown}, outside
}

// structField is the type of a field of a struct without a name.
func structField(t resolve.Type, name string) resolve.Type {
	for _, f := range t.Args {
		if len(f.Args) == 1 && len(f.Form) > 1 && f.Form[1:] == name {
			return f.Args[0]
		}
	}
	return resolve.Unknown
}

// structEmbeds lists what such a struct embeds.
func structEmbeds(t resolve.Type) []resolve.Type {
	var out []resolve.Type
	for _, f := range t.Args {
		if f.Form[0] == '&' && len(f.Args) == 1 {
			out = append(out, f.Args[0])
		}
	}
	return out
}

// ownMember finds a field or method that the type itself declares.
func (g *tree) ownMember(from *file, t resolve.DefID, name string) resolve.DefID {
	d := g.table.Def(t)
	if d.Outer == d.File.First {
		gf := g.files[d.File]
		if ids := g.methods[method{gf.pkg, d.Name, name}]; len(ids) > 0 {
			return g.pick(from, ids)
		}
	}
	for _, id := range g.table.Own(t, name) {
		if x := g.table.Def(id); x.Outer == t && !x.Kind.IsType() {
			return id
		}
	}
	return resolve.None
}

// embedded lists the types that t embeds, its type arguments put in.
func (g *tree) embedded(t resolve.Type) []resolve.Type {
	bases := g.table.Bases[t.Def]
	if len(t.Args) == 0 {
		return bases
	}
	out := make([]resolve.Type, len(bases))
	for i, b := range bases {
		out[i] = resolve.Substitute(b, t.Def, t.Args)
	}
	return out
}

// valueOf is the type of a field, or of what a method gives.
func (g *tree) valueOf(m goFound) resolve.Type {
	return resolve.Substitute(g.declared[m.def], m.owner.Def, m.owner.Args)
}

// collectMethods enters the methods of a file's types and interfaces by name.
func (g *tree) collectMethods(gf *file) {
	for i := range gf.Definitions {
		d := &gf.Definitions[i]
		if d.Kind != graph.KindMethod {
			continue
		}
		t := gf.ID(d.Parent)
		if !d.Receiver.IsZero() {
			t = g.receiver(gf, d, gf.ID(int32(i)))
		} else if g.table.Def(t).Kind == graph.KindInterface {
			g.ifaces[d.Name] = append(g.ifaces[d.Name], member{t, gf.ID(int32(i))})
		}
		if t != resolve.None && !slices.Contains(g.byType[t], d.Name) {
			g.byType[t] = append(g.byType[t], d.Name)
		}
	}
}

// receiver is the type that a method belongs to. Where the receiver is written
// by an alias of it, the method is entered under its own name, too.
func (g *tree) receiver(gf *file, d *parse.Definition, id resolve.DefID) resolve.DefID {
	t := g.typeIn(gf, gf.pkg, d.Receiver.Name)
	if t == resolve.None || !isGoAlias(g.table.Def(t)) {
		return t
	}
	if t = g.aliased(t, d.Receiver.Name, nil).Def; t != resolve.None {
		x := g.table.Def(t)
		k := method{g.files[x.File].pkg, x.Name, d.Name}
		g.methods[k] = append(g.methods[k], id)
	}
	return t
}

// implements joins type d to each interface of the tree all of whose methods it
// has, and these methods to those of the interface.
func (g *tree) implements(b *resolve.Binder, d *resolve.Def) []graph.Edge {
	if d.Kind == graph.KindInterface || d.Outer != d.File.First || isGoAlias(d) {
		return nil
	}
	gf := g.files[d.File]
	self := resolve.Type{Def: d.ID, Owner: resolve.None}
	for i, p := range d.TypeParams {
		self.Args = append(self.Args, resolve.Type{Def: resolve.None, Owner: d.ID, Param: i, Form: p})
	}
	seen := map[resolve.DefID]bool{}
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
func (g *tree) methodNames(d *resolve.Def) []string {
	set := map[string]bool{}
	queue, seen := []resolve.Type{{Def: d.ID, Owner: resolve.None}}, map[resolve.DefID]bool{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t.Def == resolve.None || seen[t.Def] {
			continue
		}
		seen[t.Def] = true
		for _, m := range g.byType[t.Def] {
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
func (g *tree) implementation(b *resolve.Binder, gf *file, d *resolve.Def, self resolve.Type, iface resolve.DefID) []graph.Edge {
	i := g.table.Def(iface)
	if !exportedOrSame(i, d) || len(i.TypeParams) > 0 {
		return nil
	}
	methods, ok := g.interfaceMethods(resolve.Type{Def: iface, Owner: resolve.None}, map[resolve.DefID]bool{})
	if !ok || len(methods) == 0 {
		return nil
	}
	line := b.File.Line(d.NameAt)
	out := []graph.Edge{{From: d.Node, To: i.Node, Kind: graph.Implements, Tier: graph.Exact, Line: line}}
	for _, im := range methods {
		m, _ := g.member(gf, self, g.table.Def(im.def).Name)
		if m.def == resolve.None || g.table.Def(m.def).Kind != graph.KindMethod || !g.sameSignature(m, im) {
			return nil
		}
		if m.def != im.def {
			out = append(out, graph.Edge{From: g.table.Def(m.def).Node, To: g.table.Def(im.def).Node, Kind: graph.Overrides, Tier: graph.Exact, Line: g.files[g.table.Def(m.def).File].Line(g.table.Def(m.def).NameAt)})
		}
	}
	return out
}

// exportedOrSame reports whether code of d can see the interface i.
func exportedOrSame(i, d *resolve.Def) bool { return i.Exported || i.ModuleName == d.ModuleName }

// interfaceMethods lists the methods of an interface, embedded ones included;
// not ok if some of them lie outside the tree.
func (g *tree) interfaceMethods(t resolve.Type, seen map[resolve.DefID]bool) ([]goFound, bool) {
	if seen[t.Def] {
		return nil, true
	}
	seen[t.Def] = true
	var out []goFound
	for _, name := range g.byType[t.Def] {
		if id := g.ownMember(nil, t.Def, name); id != resolve.None {
			out = append(out, goFound{id, t})
		}
	}
	for _, e := range g.embedded(t) {
		if e.Def == resolve.None || g.table.Def(e.Def).Kind != graph.KindInterface {
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
func (g *tree) sameSignature(m, im goFound) bool {
	a, b := g.table.Def(m.def), g.table.Def(im.def)
	if len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		if a.Params[i].Variadic != b.Params[i].Variadic {
			return false
		}
		if !sameGoType(resolve.Substitute(g.params[m.def][i], m.owner.Def, m.owner.Args), resolve.Substitute(g.params[im.def][i], im.owner.Def, im.owner.Args)) {
			return false
		}
	}
	return sameGoType(g.valueOf(m), g.valueOf(im))
}

func sameGoType(a, b resolve.Type) bool {
	if a.Def != b.Def || a.Owner != b.Owner || a.Owner != resolve.None && a.Param != b.Param || len(a.Args) != len(b.Args) {
		return false
	}
	if a.Def == resolve.None && a.Owner == resolve.None && plain(a.Form) != plain(b.Form) {
		return false
	}
	for i := range a.Args {
		if !sameGoType(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// plain gives both names of one predeclared type the same form.
func plain(s string) string {
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
