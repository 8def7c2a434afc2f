package graphbuild

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// structure adds the edges of declarations: containment, base types, overridden
// members, imports. Time is linear in the definitions and their bases, of which
// resolvers visit a bounded number.
func structure(ix *resolve.Table, namespaces namespaces, foreign *externals,
	receivers *graph.Receivers) []graph.Edge {
	out := make([]graph.Edge, 0, 2*len(ix.Defs))
	for _, f := range ix.Files {
		out = append(out, containment(ix, f, namespaces)...)
		f.Guard(func() {
			b := resolve.NewBinder(ix, f)
			out = append(out, imports(b, namespaces)...)
			out = append(out, hierarchy(ix, b, receivers)...)
			foreign.take(b)
		})
	}
	return out
}

// hierarchy adds the edges between the types of a file, or their members, and their
// supertypes.
func hierarchy(ix *resolve.Table, b *resolve.Binder, receivers *graph.Receivers) []graph.Edge {
	var out []graph.Edge
	f := b.File
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		if d.Kind.IsType() {
			out = append(out, bases(receivers, b, d)...)
			if l, ok := f.Rules.(resolve.MemberLinker); ok {
				for _, x := range l.LinkMembers(b, d) {
					out = append(out, link(ix, x))
				}
			} else {
				out = append(out, inherited(b, d)...)
			}
		} else if r, ok := f.Rules.(resolve.Overrider); ok {
			out = append(out, overrides(b, r, d)...)
		}
	}
	return out
}

// link makes the edge of a link, on the line of the referring name.
func link(ix *resolve.Table, x resolve.Link) graph.Edge {
	from := ix.Def(x.From)
	return graph.Edge{From: nodeOf(x.From), To: nodeOf(x.To), Kind: x.Kind, Tier: graph.Exact,
		Line: from.File.Line(from.NameAt)}
}

func containment(ix *resolve.Table, f *resolve.File,
	namespaces namespaces) []graph.Edge {
	var out []graph.Edge
	for i := 1; i < len(f.Definitions); i++ {
		d := ix.Def(f.ID(int32(i)))
		line := f.Line(d.NameAt)
		out = append(out, graph.Edge{From: nodeOf(d.Outer), To: nodeOf(d.ID), Kind: graph.Contains,
			Tier: graph.Exact, Line: line})
		if ix.Defs[d.Outer].Outer != resolve.None && d.Receiver().IsZero() {
			continue
		}
		if t := ix.EnclosingType(d.ID); t != resolve.None && t != ix.Canon[d.ID] {
			out = append(out, graph.Edge{From: nodeOf(t), To: nodeOf(d.ID), Kind: graph.Contains,
				Tier: graph.Exact, Line: line})
		} else if ix.Defs[d.Outer].Outer != resolve.None {
			continue
		} else if n, ok := namespaces.node[resolve.ModuleKey{Family: f.Family, Name: d.ModuleName}]; ok {
			out = append(out, graph.Edge{From: n, To: nodeOf(d.ID), Kind: graph.Contains,
				Tier: graph.Exact})
		}
	}
	return out
}

func imports(b *resolve.Binder, namespaces namespaces) []graph.Edge {
	var out []graph.Edge
	self := nodeOf(b.File.First)
	for i := range b.File.Imports {
		im := &b.File.Imports[i]
		t := b.File.Rules.Imported(b, i)
		edge := graph.Edge{From: self, Kind: graph.Imports, Tier: resolve.WeakerTier(t.Tier, graph.Exact),
			Line: b.File.Line(im.At)}
		if t.External {
			b.UseForeign(b.File.First, resolve.ForeignName{Package: t.Package}, graph.Imports,
				graph.Exact, im.At)
		}
		for _, f := range t.Files {
			edge.To = nodeOf(f.First)
			out = append(out, edge)
		}
		for _, m := range t.Modules {
			if n, ok := namespaces.node[resolve.ModuleKey{Family: b.File.Family, Name: m}]; ok {
				edge.To = n
				out = append(out, edge)
			}
		}
	}
	return out
}

// bases connects a type to its base types.
func bases(receivers *graph.Receivers, b *resolve.Binder, d *resolve.Def) []graph.Edge {
	var out []graph.Edge
	for i, ref := range d.Bases {
		for _, t := range b.BaseTypes(d, ref) {
			if t.Def <= resolve.None {
				foreignBase(b, d, i, t)
				continue
			}
			if t.Def == b.Table.Canon[d.ID] {
				continue
			}
			kind := graph.Inherits
			saysInterface := i < len(d.RareFields().BaseKind) && d.RareFields().BaseKind[i]
			if d.Kind != graph.KindInterface &&
				(saysInterface || b.Table.Def(t.Def).Kind == graph.KindInterface) {
				kind = graph.Implements
			}
			out = append(out, graph.Edge{
				From: nodeOf(d.ID), To: nodeOf(t.Def), Kind: kind,
				Tier: resolve.WeakerTier(t.Tier, graph.Exact), Line: b.File.Line(max(ref.At, d.NameAt)),
				Recv: baseReceiver(receivers, b, d.ID, t),
			})
		}
	}
	return out
}

// foreignBase records base i of a type, which is external.
func foreignBase(b *resolve.Binder, d *resolve.Def, i int, t resolve.Type) {
	rules, ok := b.File.Rules.(resolve.ForeignNamer)
	if !ok || !b.KeepsForeign() {
		return
	}
	name, isInterface, ok := rules.ForeignType(b, d.Bases[i], d.Outer, d.NameAt, t)
	if !ok {
		return
	}
	kind := graph.Inherits
	saysInterface := i < len(d.RareFields().BaseKind) && d.RareFields().BaseKind[i]
	if d.Kind != graph.KindInterface && (saysInterface || isInterface) {
		kind = graph.Implements
	}
	b.UseForeign(d.ID, name, kind, t.Tier, max(d.Bases[i].At, d.NameAt))
}

// overrides connects a member to the members of base types that it overrides or
// implements.
func overrides(b *resolve.Binder, r resolve.Overrider, d *resolve.Def) []graph.Edge {
	if b.Table.EnclosingType(d.ID) == resolve.None {
		return nil
	}
	var out []graph.Edge
	for _, o := range r.Overridden(b, d) {
		out = append(out, graph.Edge{From: nodeOf(d.ID), To: nodeOf(o), Kind: graph.Overrides,
			Tier: graph.Exact, Line: b.File.Line(d.NameAt)})
	}
	return out
}

// inherited connects abstract members of one base of a type to the members inherited
// from another base that implement them, in languages where members are identified by
// name only.
//
//	class B extends A implements Runner { }    // Runner.run may run A.run
func inherited(b *resolve.Binder, d *resolve.Def) []graph.Edge {
	ix := b.Table
	if d.Kind == graph.KindInterface || len(ix.Bases[d.ID]) < 2 {
		return nil
	}
	line := []resolve.DefID{d.ID}
	for i := 0; i < len(line) && len(line) < resolve.MaxLineage; i++ {
		for _, t := range ix.Bases[line[i]] {
			if t.Def > resolve.None && !slices.Contains(line, t.Def) {
				line = append(line, t.Def)
			}
		}
	}
	var out []graph.Edge
	for _, base := range line[1:] {
		for _, m := range abstractMembers(ix, base) {
			for _, t := range line {
				o := overridden(b, m, t)
				if t == base || o == resolve.None || isAbstract(ix, ix.Def(o)) {
					continue
				}
				if t != d.ID { // declared members have their own edges
					out = append(out, graph.Edge{From: nodeOf(m.ID), To: nodeOf(o),
						Kind: graph.Dispatches})
				}
				break
			}
		}
	}
	return out
}

// abstractMembers lists the members of a type that subtypes must implement.
func abstractMembers(ix *resolve.Table, t resolve.DefID) []*resolve.Def {
	d := ix.Def(t)
	var out []*resolve.Def
	for id := t + 1; int(id) < len(ix.Defs); id++ {
		m := ix.Def(id)
		if m.File != d.File || m.Range.Start >= d.Range.End {
			break
		}
		if m.Outer == t && m.Kind.IsCallable() && isAbstract(ix, m) {
			out = append(out, m)
		}
	}
	return out
}

// overridden returns the member of base that d overrides by its name, or None if there
// is no such member or it is ambiguous.
func overridden(b *resolve.Binder, d *resolve.Def, base resolve.DefID) resolve.DefID {
	same := b.Table.Filter(b.Table.Own(base, d.Name), func(o *resolve.Def) bool {
		return isStatic(o) == isStatic(d) &&
			(o.Kind == d.Kind || isMember(o.Kind) && isMember(d.Kind))
	})
	if same = b.Declarations(same); len(same) != 1 {
		return resolve.None
	}
	return same[0]
}

// isMember reports whether a member of kind k may override or implement another such
// member, in languages where members are identified by name only.
func isMember(k graph.NodeKind) bool {
	return k == graph.KindMethod || k == graph.KindProperty || k == graph.KindField
}

// isStatic reports whether a member is static.
func isStatic(d *resolve.Def) bool { return slices.Contains(d.Modifiers, "static") }

// statement lists the nodes that an edge in a string depends on, under one number.
func statement(e graph.Edge, witnesses []resolve.DefID, number int) []EdgeProvenance {
	out := []EdgeProvenance{{From: e.From, To: e.To, Kind: e.Kind, By: e.From, Line: e.Line,
		Statement: number}}
	for _, by := range witnesses {
		out = append(out, EdgeProvenance{From: e.From, To: e.To, Kind: e.Kind, By: nodeOf(by),
			Line: e.Line, Statement: number})
	}
	return out
}

// referenced appends the edges of the bindings of a file, including test edges, and
// collects those that the file states for a node of another file in said.
func (c *collector) referenced(out []graph.Edge, said *[]EdgeProvenance, ix *resolve.Table, b *resolve.Binder,
	external func(*resolve.ExternalName) uint32) []graph.Edge {
	for i, x := range b.Bindings {
		from := ix.Def(x.From)
		e := graph.Edge{From: c.fromPlace(ix, x.From, eval.Place{File: b.File, At: x.At}), Kind: x.Kind, Tier: x.Tier, Share: x.Share,
			Line: b.File.Line(x.At), Ops: x.Ops}
		if x.To == resolve.None {
			e.To = external(x.Ext)
		} else {
			e.To = nodeOf(x.To)
		}
		if x.Kind == graph.Contains && from.File != b.File {
			e.Line = 0 // an index, in a different script than its table
		}
		if x.Kind == graph.Passes || x.Kind == graph.Calls || x.Via == graph.ViaImplicit {
			e.Via = x.Via
		}
		if graph.ReadsFrom <= x.Kind && x.Kind <= graph.SynonymFor {
			e.Via = max(x.Via, graph.ViaSQL)
		}
		e.Recv = c.received(b, x.Recv)
		if x.Via == graph.ViaInline || len(b.Witnesses[i]) > 0 {
			*said = append(*said, statement(e, b.Witnesses[i], len(*said)+1)...)
		}
		if by, ok := b.StatedBy[i]; ok {
			*said = append(*said, EdgeProvenance{From: e.From, To: e.To, Kind: e.Kind,
				By: nodeOf(by), Line: e.Line})
			e.Line = 0
		}
		if x.Kind == graph.Passes && c.registered[registration{b.File, e.Line, x.To}] {
			continue // requests run it, not the code that registers it
		}
		// A function may be recursive, and rows of a table may refer to rows of the
		// same table.
		if e.From == e.To && x.Kind != graph.Calls && x.Kind != graph.ForeignKey {
			continue
		}
		out = append(out, e)
		if c.namesType(ix, &x, e.From) {
			e.From = nodeOf(x.From)
			out = append(out, e)
			continue
		}
		if x.To != resolve.None && from.Test && (x.Kind == graph.Calls || x.Kind == graph.Creates) {
			if to := ix.Def(x.To); !to.Test && !to.File.Test {
				e.Kind = graph.Tests
				out = append(out, e)
			}
		}
	}
	return out
}

// namesType reports whether a binding refers to a type of the tree in a literal that
// has a node. The definition around the literal gets a reference to the type too,
// because its text contains the name. Calls in the literal are not attributed to the
// definition.
func (c *collector) namesType(ix *resolve.Table, x *resolve.Binding, literal uint32) bool {
	return x.Kind == graph.References && literal != nodeOf(x.From) &&
		x.To != resolve.None && x.To != x.From && ix.Def(x.To).Kind.IsType()
}
