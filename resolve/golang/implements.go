package golang

import (
	"slices"
	"sort"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

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

// implements joins type d to each interface of the tree all of whose methods it,
// or a pointer to it, has, and these methods to those of the interface.
func (g *tree) implements(d *resolve.Def) []graph.Edge {
	if d.Kind == graph.KindInterface || d.Outer != d.File.First || isGoAlias(d) {
		return nil
	}
	self := resolve.Type{Def: d.ID, Owner: resolve.None}
	for i, p := range d.TypeParams {
		self.Args = append(self.Args, resolve.Type{Def: resolve.None, Owner: d.ID, Param: i, Form: p})
	}
	seen := map[resolve.DefID]bool{}
	var out []graph.Edge
	for _, name := range g.methodNames(self) {
		for _, im := range g.ifaces[name] {
			if !seen[im.typ] {
				seen[im.typ] = true
				out = append(out, g.implementation(d, self, im.typ)...)
			}
		}
	}
	return out
}

// methodNames lists the names of the methods that a type has or embeds.
func (g *tree) methodNames(self resolve.Type) []string {
	set := map[string]bool{}
	queue, seen := []resolve.Type{self}, map[resolve.DefID]bool{}
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
		if u := g.under(t); u.Def != t.Def {
			queue = append(queue, u)
		}
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
func (g *tree) implementation(d *resolve.Def, self resolve.Type, iface resolve.DefID) []graph.Edge {
	i := g.table.Def(iface)
	if len(i.TypeParams) > 0 {
		return nil
	}
	methods, whole := g.interfaceMethods(resolve.Type{Def: iface, Owner: resolve.None})
	if !whole || len(methods) == 0 {
		return nil
	}
	edge := func(from, to *resolve.Def, kind graph.EdgeKind) graph.Edge {
		return graph.Edge{From: from.Node, To: to.Node, Kind: kind, Tier: graph.Exact, Line: from.File.Line(from.NameAt)}
	}
	out := []graph.Edge{edge(d, i, graph.Implements)}
	for _, im := range methods {
		want := g.table.Def(im.def)
		m := g.member(g.files[d.File], self, want.Name)
		if m.def == resolve.None || g.table.Def(m.def).Kind != graph.KindMethod || !g.sameSignature(m, im) {
			return nil
		}
		has := g.table.Def(m.def)
		if !want.Exported && !isExportedName(want.Name) && g.files[has.File].pkg != g.files[want.File].pkg {
			return nil
		}
		if m.def != im.def {
			out = append(out, edge(has, want, graph.Overrides))
		}
	}
	return out
}

// sameSignature reports whether method m has the parameters and results of im.
func (g *tree) sameSignature(m, im found) bool {
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
	if a.Def != b.Def || a.Owner != b.Owner || a.Owner != resolve.None && a.Param != b.Param || a.Pointer != b.Pointer || len(a.Args) != len(b.Args) {
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
