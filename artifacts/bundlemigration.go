package artifacts

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
)

// inside appends the texts of the nodes in a migration, because its own text has only
// their headers.
func (b *build) inside(text *strings.Builder, id graph.NodeID) {
	if b.within == nil {
		b.within = map[graph.NodeID][]uint32{}
		migrations := map[graph.NodeID]bool{}
		for _, m := range b.g.Migrations {
			migrations[b.g.Nodes[m.Node].ID] = true
		}
		for i := range b.g.Nodes {
			if parent := b.g.Nodes[i].Parent; migrations[parent] {
				b.within[parent] = append(b.within[parent], uint32(i))
			}
		}
	}
	nodes := b.within[id]
	slices.SortStableFunc(nodes, func(x, y uint32) int {
		return cmp.Compare(b.g.Nodes[x].Span.Start, b.g.Nodes[y].Span.Start)
	})
	for _, n := range nodes {
		for _, p := range b.g.Nodes[n].Parts {
			text.WriteString("\n")
			text.WriteString(p.Text)
		}
	}
}

// migrationFields adds the effects of migrations on the tables of a database, in the
// fields of RoslynIndexer, and their position, from 1, among the migrations that run with
// them.
func (b *build) migrationFields(l *jsonLine, nodes []uint32) {
	var x migrationSummary
	order := 0
	for _, m := range b.g.Migrations {
		if !slices.Contains(nodes, m.Node) {
			continue
		}
		if order == 0 {
			order = m.Order
		}
		for _, c := range m.Changes {
			if n := &b.g.Nodes[c.Object]; n.Kind == graph.KindTable {
				x.add(n.Name, &c)
			}
		}
	}
	l.optNum("order", order)
	l.list("createsTables", x.creates)
	l.list("dropsTables", x.drops)
	for _, f := range []struct {
		name string
		rows []textRow
	}{
		{"addsColumns", x.addsColumns}, {"dropsColumns", x.dropsColumns},
		{"renamesColumns", x.renamesColumns}, {"addsForeignKeys", x.addsKeys},
		{"dropsForeignKeys", x.dropsKeys},
	} {
		l.objects(f.name, f.rows)
	}
}

// A migrationSummary lists the operations of a migration, in source order.
type migrationSummary struct {
	creates, drops []string

	addsColumns, dropsColumns, renamesColumns, addsKeys, dropsKeys []textRow
}

// add adds one change to the table of a name.
func (x *migrationSummary) add(table string, c *graph.Change) {
	row := func(key string) textRow { return textRow{{"table", table}, {key, c.Part}} }
	switch {
	case c.Rows:
	case c.Op == graph.CreatesObject:
		x.creates = append(x.creates, table)
	case c.Op == graph.DropsObject:
		x.drops = append(x.drops, table)
	case c.Op == graph.AddsColumn:
		x.addsColumns = append(x.addsColumns, row("column"))
	case c.Op == graph.DropsColumn:
		x.dropsColumns = append(x.dropsColumns, row("column"))
	case c.Op == graph.RenamesColumn:
		x.renamesColumns = append(x.renamesColumns,
			append(row("from"), [2]string{"to", c.To}))
	case c.Op == graph.AddsForeignKey:
		x.addsKeys = append(x.addsKeys, row("foreignKey"))
	case c.Op == graph.DropsForeignKey:
		x.dropsKeys = append(x.dropsKeys, row("foreignKey"))
	}
}
