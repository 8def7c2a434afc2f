package graph_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

// TestNodeKinds checks the properties of each kind of node, in the order of the
// table.
func TestNodeKinds(t *testing.T) {
	is := func(test func(graph.NodeKind) bool) string {
		var out []string
		for _, k := range graph.NodeKinds() {
			if test(k) {
				out = append(out, string(k))
			}
		}
		return strings.Join(out, ", ")
	}
	for _, c := range []struct{ what, have, want string }{
		{"types", is(graph.NodeKind.IsType),
			"class, struct, interface, enum, record, delegate, type alias, component, template"},
		{"outside", is(graph.NodeKind.IsExternal), "external, package"},
		{"batches", is(graph.NodeKind.IsBatch), "BATCH, DEPLOY"},
		{"callables", is(graph.NodeKind.IsCallable),
			"function, method, constructor, property, event, operator, PROC, FUNC, TRIGGER, " +
				"BATCH, DEPLOY"},
		{"of a database", is(func(k graph.NodeKind) bool { return k.Domain() == graph.Database }),
			"TABLE, VIEW, PROC, FUNC, TRIGGER, TYPE, SEQUENCE, SYNONYM, COLUMN, BATCH, DEPLOY, UNKNOWN"},
	} {
		if c.have != c.want {
			t.Errorf("%s: %s; want %s", c.what, c.have, c.want)
		}
	}
}

// TestEdgeKinds checks which kinds are dependencies, propagate from an entry point,
// keep all lines, and are distinguished by the kinds of their ends.
func TestEdgeKinds(t *testing.T) {
	is := func(test func(graph.EdgeKind) bool) string {
		var out []string
		for _, row := range graph.EdgeKinds() {
			if test(row.Kind) {
				out = append(out, row.Kind.String())
			}
		}
		return strings.Join(out, " ")
	}
	not := func(test func(graph.EdgeKind) bool) string {
		return is(func(k graph.EdgeKind) bool { return !test(k) })
	}
	for _, c := range []struct{ what, have, want string }{
		{"no dependencies", not(graph.EdgeKind.IsDependency),
			"Contains Imports CoChanges Revises Follows"},
		{"with sites", is(graph.EdgeKind.KeepsLines), "Calls Creates References ReadsFrom WritesTo Executes SchemaChange DataChange Requests Passes"},
		{"with ends", is(graph.EdgeKind.KeepsEnds),
			"Routes MapsTo SchemaChange DataChange Renders Binds Handles Follows Requests"},
		{"lead nowhere", not(graph.EdgeKind.Propagates),
			"Contains Imports Inherits Implements Overrides Tests ForeignKey On SchemaChange " +
				"DataChange Configures CoChanges Revises Follows"},
		{"of weight 1", is(func(k graph.EdgeKind) bool { return k.Weight() == 1 }),
			"Calls Creates"},
	} {
		if c.have != c.want {
			t.Errorf("%s: %s; want %s", c.what, c.have, c.want)
		}
	}
	for _, row := range graph.EdgeKinds() {
		if w := row.Kind.Weight(); w <= 0 || w > 1 {
			t.Errorf("%s has the weight %v", row.Name, w)
		}
	}
	if none := graph.EdgeKind(200); none.String() != "invalid" || none.Weight() != 0 {
		t.Errorf("no kind is called %s and weighs %v", none, none.Weight())
	}
}

// TestTiers checks that the confidence decreases from the first tier to the last, and
// that candidates of one call share its confidence.
func TestTiers(t *testing.T) {
	tiers := graph.Tiers()
	if tiers[0] != graph.Compiler || len(tiers) != 6 {
		t.Fatalf("tiers %v", tiers)
	}
	for i, tier := range tiers {
		if back, ok := graph.ParseTier(tier.String()); !ok || back != tier {
			t.Errorf("%s is read as %s", tier, back)
		}
		if i > 0 && tier.Confidence() >= tiers[i-1].Confidence() {
			t.Errorf("%s is as sure as %s", tier, tiers[i-1])
		}
	}
	alone := graph.Edge{Tier: graph.Hierarchy, Share: 1}
	among := graph.Edge{Tier: graph.Hierarchy, Share: 4}
	if alone.Confidence() != 4*among.Confidence() || alone.Confidence() == 0 {
		t.Errorf("alone %v, among four %v", alone.Confidence(), among.Confidence())
	}
}

// TestWords checks that the operations and sources of data edges, and the operations of
// migrations, have words.
func TestWords(t *testing.T) {
	if got := (graph.Insert | graph.Delete | graph.Bulk).Names(); !slices.Equal(got,
		[]string{"insert", "delete", "bulk"}) {
		t.Errorf("operations %v", got)
	}
	if got := graph.Ops(0).Names(); len(got) != 0 {
		t.Errorf("a read has the operations %v", got)
	}
	for _, c := range []struct{ have, want string }{
		{graph.ViaNone.String(), ""}, {graph.ViaORM.String(), "orm"},
		{graph.ViaTransient.String(), "transient"}, {graph.Via(99).String(), "invalid"},
		{graph.CreatesObject.String(), "creates"}, {graph.DropsForeignKey.String(),
			"drops foreign key"}, {graph.SchemaOp(99).String(), "invalid"},
	} {
		if c.have != c.want {
			t.Errorf("%q, want %q", c.have, c.want)
		}
	}
}

// TestNodes checks that the tokens of a node are the sum of those of its parts, that a
// span contains its first and last line, and that several flags are set if each of them
// is.
func TestNodes(t *testing.T) {
	n := graph.Node{Kind: graph.KindTable, Parts: []graph.Part{{Tokens: 3}, {Tokens: 4}}}
	if n.Tokens() != 7 || n.Domain() != graph.Database {
		t.Errorf("%d tokens in the domain %s", n.Tokens(), n.Domain())
	}
	span := graph.Span{StartLine: 3, EndLine: 5}
	for line, want := range map[uint32]bool{2: false, 3: true, 5: true, 6: false} {
		if span.Contains(line) != want {
			t.Errorf("line %d in lines 3 to 5: %v", line, !want)
		}
	}
	if (graph.Span{}).Contains(0) {
		t.Error("what has no place contains a line")
	}
	f := graph.Test | graph.Exported
	if !f.Has(graph.Test|graph.Exported) || f.Has(graph.Test|graph.External) {
		t.Error("flags are had one by one")
	}
}
