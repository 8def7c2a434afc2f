package graphbuild

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// structure adds the edges that declarations themselves make: containment,
// base types, overridden members, imports. The slice has room for more edges.
func structure(ix *index, namespaces map[moduleKey]uint32, more int) []graph.Edge {
	out := make([]graph.Edge, 0, 2*len(ix.defs)+more+more/4)
	for _, f := range ix.files {
		b := newBinder(ix, f)
		out = append(out, containment(ix, f, namespaces)...)
		out = append(out, imports(b, namespaces)...)
		for i := range f.Definitions {
			d := ix.def(f.def(int32(i)))
			if d.Kind.IsType() {
				out = append(out, bases(b, d)...)
				if l, ok := f.rules.(memberLinker); ok {
					out = append(out, l.linkMembers(b, d)...)
				}
			} else if d.parent != none && f.rules.overridable(d) {
				out = append(out, overrides(b, d)...)
			}
		}
	}
	return out
}

func containment(ix *index, f *file, namespaces map[moduleKey]uint32) []graph.Edge {
	var out []graph.Edge
	for i := 1; i < len(f.Definitions); i++ {
		d := ix.def(f.def(int32(i)))
		line := f.line(d.NameAt)
		out = append(out, graph.Edge{From: ix.defs[d.parent].node, To: d.node, Kind: graph.Contains, Tier: graph.Exact, Line: line})
		if ix.defs[d.parent].parent != none {
			continue
		}
		if t := ix.enclosingType(d.id); t != none && t != ix.canon[d.id] {
			out = append(out, graph.Edge{From: ix.defs[t].node, To: d.node, Kind: graph.Contains, Tier: graph.Exact, Line: line})
		} else if n, ok := namespaces[moduleKey{f.family, d.module}]; ok {
			out = append(out, graph.Edge{From: n, To: d.node, Kind: graph.Contains, Tier: graph.Exact})
		}
	}
	return out
}

func imports(b *binder, namespaces map[moduleKey]uint32) []graph.Edge {
	var out []graph.Edge
	self := b.ix.defs[b.f.base].node
	for i := range b.f.Imports {
		im := &b.f.Imports[i]
		t := b.f.rules.imported(b, im)
		edge := graph.Edge{From: self, Kind: graph.Imports, Tier: graph.Exact, Line: b.f.line(im.At)}
		for _, f := range t.files {
			edge.To = b.ix.defs[f.base].node
			out = append(out, edge)
		}
		for _, m := range t.modules {
			if n, ok := namespaces[moduleKey{b.f.family, m}]; ok {
				edge.To = n
				out = append(out, edge)
			}
		}
	}
	return out
}

// bases joins a type to its base types.
func bases(b *binder, d *defn) []graph.Edge {
	var out []graph.Edge
	for i, ref := range d.Bases {
		t := b.typeOf(ref, d.parent, d.NameAt)
		if t.def == none || t.def == b.ix.canon[d.id] {
			continue
		}
		kind := graph.Inherits
		saysInterface := i < len(d.BaseKind) && d.BaseKind[i]
		if d.Kind != graph.KindInterface && (saysInterface || b.ix.def(t.def).Kind == graph.KindInterface) {
			kind = graph.Implements
		}
		out = append(out, graph.Edge{
			From: d.node, To: b.ix.def(t.def).node, Kind: kind, Tier: worse(t.tier, graph.Exact), Line: b.f.line(max(ref.At, d.NameAt)),
		})
	}
	return out
}

// overrides joins a member to the members of base types that it overrides or
// implements: in each line of bases the nearest.
func overrides(b *binder, d *defn) []graph.Edge {
	owner := b.ix.enclosingType(d.id)
	if owner == none {
		return nil
	}
	var out []graph.Edge
	add := func(o defID) {
		out = append(out, graph.Edge{From: d.node, To: b.ix.def(o).node, Kind: graph.Overrides, Tier: graph.Exact, Line: b.f.line(d.NameAt)})
	}
	if r, ok := b.f.rules.(overrider); ok {
		for _, o := range r.overridden(b, d) {
			add(o)
		}
		return out
	}
	seen := map[defID]bool{owner: true}
	queue := slices.Clone(b.ix.bases[owner])
	for len(queue) > 0 {
		base := queue[0].def
		queue = queue[1:]
		if base == none || seen[base] {
			continue
		}
		seen[base] = true
		if o := overridden(b, d, base); o != none {
			add(o)
			continue
		}
		queue = append(queue, b.ix.bases[base]...)
	}
	return out
}

// overridden finds the member of base that d overrides by its name, none if it
// does not or if nothing decides among several.
func overridden(b *binder, d *defn, base defID) defID {
	same := b.ix.filter(b.ix.own(base, d.Name), func(o *defn) bool {
		return o.Kind == d.Kind || isInstanceMember(o.Kind) && isInstanceMember(d.Kind)
	})
	if same = b.declarations(same); len(same) != 1 {
		return none
	}
	return same[0]
}

// isInstanceMember reports whether a member of kind k may override one of
// another such kind, where names alone tell members apart.
func isInstanceMember(k graph.NodeKind) bool {
	return k == graph.KindMethod || k == graph.KindProperty || k == graph.KindField
}

// referenced appends the edges that the bindings of a file make, test edges
// included, and to said those that it states for a node of another file.
func referenced(out []graph.Edge, said *[]Elsewhere, ix *index, b *binder, external func(*externalName) uint32) []graph.Edge {
	for i, x := range b.bindings {
		from := ix.def(x.from)
		e := graph.Edge{From: from.node, Kind: x.kind, Tier: x.tier, Share: x.share, Line: b.f.line(x.at), Ops: x.ops}
		if x.to == none {
			e.To = external(x.ext)
		} else {
			e.To = ix.def(x.to).node
		}
		if x.kind >= graph.ReadsFrom {
			e.Via = max(x.via, graph.ViaSQL)
		}
		if by, ok := b.elsewhere[i]; ok {
			*said = append(*said, Elsewhere{From: e.From, To: e.To, Kind: e.Kind, By: ix.def(by).node, Line: e.Line})
			e.Line = 0
		}
		if e.From == e.To && x.kind != graph.Calls {
			continue
		}
		out = append(out, e)
		if x.to != none && from.Test && (x.kind == graph.Calls || x.kind == graph.Creates) {
			if to := ix.def(x.to); !to.Test && !to.file.Test {
				e.Kind = graph.Tests
				out = append(out, e)
			}
		}
	}
	return out
}

// merge sorts edges by (From, Kind, To) and joins those that say the same: the
// surest tier and the first line are kept, operations add up.
func merge(edges []graph.Edge) []graph.Edge {
	slices.SortFunc(edges, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.Share, b.Share), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Ops, b.Ops))
	})
	out := edges[:0]
	for _, e := range edges {
		if n := len(out); n > 0 && out[n-1].From == e.From && out[n-1].Kind == e.Kind && out[n-1].To == e.To {
			out[n-1].Ops |= e.Ops
			if last := &out[n-1]; last.Line == 0 || e.Line > 0 && e.Line < last.Line {
				last.Line = e.Line // 0 is no line
			}
			continue
		}
		out = append(out, e)
	}
	return out
}
