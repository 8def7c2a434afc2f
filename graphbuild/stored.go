package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// stored appends the edges of data storage: from classes and sets to tables, between
// tables, and from readers, writers and migrations. It also returns the migrations.
func (c *collector) stored(r *resolve.Resolution, inputs []Input, m *data.Model,
	external func(*resolve.ExternalName) uint32,
	edges []graph.Edge) ([]graph.Edge, []graph.Migration) {
	s := storing{Resolution: r, external: external, nodes: c}
	if len(m.Attributes) > 0 {
		s.inputs = inputsOf(r.Table, inputs)
		edges = s.attributes(m.Attributes, edges)
	}
	for _, x := range m.Mappings {
		edges = append(edges, s.edge(x.Class, graph.MapsTo, x.Table, x.Tier))
		if x.Set != resolve.None {
			edges = append(edges, s.edge(x.Set, graph.MapsTo, x.Table, x.Tier))
		}
		s.listOpen(&x)
	}
	for _, k := range m.Keys {
		from, sure := s.table(k.From)
		to, known := s.table(k.To)
		edges = append(edges, graph.Edge{From: from, To: to, Kind: graph.ForeignKey,
			Tier: resolve.WeakerTier(k.Tier, resolve.WeakerTier(sure, known)), Via: k.Via})
	}
	for _, u := range m.Uses {
		kind := graph.ReadsFrom
		if u.Ops != 0 {
			kind = graph.WritesTo
		}
		e := s.use(u, kind, graph.ViaORM)
		e.Recv = s.nodes.where(s.Table, u.Where)
		edges = append(edges, e)
	}
	for _, u := range m.Fields {
		to := nodeOf(u.Field)
		if u.Name != "" {
			to = s.fields[attributeKey{u.Field, u.Name}]
		}
		if u.By != u.Field || u.Name != "" {
			edges = append(edges, graph.Edge{From: c.fromPlace(r.Table, u.By, eval.Place{File: u.File, At: u.At}),
				To: to, Kind: graph.References, Tier: u.Tier, Line: u.File.Line(u.At)})
		}
	}
	for _, x := range m.Calls {
		edges = append(edges, graph.Edge{To: nodeOf(x.Method),
			From: c.fromPlace(r.Table, x.By, eval.Place{File: x.File, At: x.At}), Kind: graph.Calls, Tier: x.Tier, Line: x.File.Line(x.At)})
	}
	for _, x := range m.Migrations {
		edges = s.migration(&x, edges)
	}
	return edges, s.migrations
}

// listOpen lists the table of a class with a partly unknown name among the unresolved
// references.
func (s *storing) listOpen(x *data.Mapping) {
	if !strings.Contains(x.Table.String(), resolve.Hole) {
		return
	}
	d := s.Table.Def(x.Class)
	i := slices.IndexFunc(s.Files, func(b *resolve.Binder) bool { return b.File == d.File })
	s.Files[i].Reports = append(s.Files[i].Reports, resolve.Unresolved{From: x.Class,
		Name: x.Table.String(), At: d.NameAt, Why: resolve.OpenName})
}

// migration appends the edges of the changes by a migration.
func (s *storing) migration(x *data.Migration, edges []graph.Edge) []graph.Edge {
	m := graph.Migration{Node: nodeOf(x.Class), Order: x.Order}
	for _, c := range x.Changes {
		kind := graph.SchemaChange
		if c.Ops != 0 {
			kind = graph.DataChange
		}
		c.By = x.Class
		e := s.change(&c, kind)
		edges = s.changed(e, &graph.Change{Op: c.Op, Part: c.Part, To: c.To}, append(edges, e))
		if !c.Undo {
			m.Changes = append(m.Changes, graph.Change{Object: e.To, Op: c.Op, Rows: c.Ops != 0,
				Part: c.Part, To: c.To})
		}
	}
	if x.After != resolve.None {
		edges = append(edges, graph.Edge{From: m.Node, To: nodeOf(x.After), Kind: graph.Follows,
			Tier: graph.Exact})
	}
	s.migrations = append(s.migrations, m)
	return edges
}

// change returns the edge to an object that a migration changes.
func (s *storing) change(c *data.Change, kind graph.EdgeKind) graph.Edge {
	if c.SQL == nil {
		return s.use(c.Use, kind, graph.ViaMigration)
	}
	e := graph.Edge{From: nodeOf(c.By), Kind: kind, Ops: c.Ops, Tier: c.Tier,
		Line: c.File.Line(c.At), Via: graph.ViaMigration}
	if c.SQL.Object == resolve.None {
		e.To = s.external(c.SQL.External)
	} else {
		e.To = nodeOf(c.SQL.Object)
	}
	return e
}

// A storing holds the nodes of tables.
type storing struct {
	*resolve.Resolution
	external   func(*resolve.ExternalName) uint32
	migrations []graph.Migration
	nodes      *collector
	inputs     map[*resolve.File]*Input // only if there are attributes
	fields     map[attributeKey]uint32
}

// table returns the node of a table: that of the scripts, if they define it.
func (s *storing) table(t data.Table) (uint32, graph.Tier) {
	kind := graph.KindTable
	if t.View {
		kind = graph.KindView
	}
	id, ext, tier := s.Relation(t.Schema, t.Name, kind)
	if id == resolve.None {
		return s.external(ext), tier
	}
	return nodeOf(id), tier
}

// edge returns the edge from a declaration to a table.
func (s *storing) edge(from resolve.DefID, kind graph.EdgeKind, t data.Table,
	tier graph.Tier) graph.Edge {
	d := s.Table.Def(from)
	to, sure := s.table(t)
	return graph.Edge{From: nodeOf(from), To: to, Kind: kind, Tier: resolve.WeakerTier(tier, sure),
		Line: d.File.Line(d.NameAt), Via: graph.ViaORM}
}

// use returns the edge from a place in the code to a table that it uses.
func (s *storing) use(u data.Use, kind graph.EdgeKind, via graph.Via) graph.Edge {
	to, sure := s.table(u.Table)
	from := s.nodes.fromPlace(s.Table, u.By, eval.Place{File: u.File, At: u.At})
	return graph.Edge{From: from, To: to, Kind: kind, Ops: u.Ops,
		Tier: resolve.WeakerTier(u.Tier, sure), Line: u.File.Line(u.At), Via: via}
}
