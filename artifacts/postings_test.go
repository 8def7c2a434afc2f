package artifacts

import (
	"maps"
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/tokens"
)

type frequencies = [tokens.NumFields]uint32

// countTerms counts the terms of a node one by one.
func countTerms(n *graph.Node) (byKey map[string]frequencies, length frequencies) {
	byKey = map[string]frequencies{}
	fieldTexts(n, func(f tokens.Field, text string) {
		for _, t := range tokens.Terms(nil, text) {
			if t.Kind&tokens.Stop != 0 && f > tokens.FieldQualified {
				continue
			}
			freq := byKey[t.Key()]
			freq[f]++
			byKey[t.Key()] = freq
			length[f]++
		}
	})
	return byKey, length
}

// TestAnalyzerCountsEachTerm checks that cached identifiers depend neither on the field
// in which they were first read, because stop words count only in some fields, nor on the
// previous batch.
func TestAnalyzerCountsEachTerm(t *testing.T) {
	body := func(texts ...string) (parts []graph.Part) {
		for _, s := range texts {
			parts = append(parts, graph.Part{Text: s})
		}
		return parts
	}
	nodes := []graph.Node{
		{Kind: graph.KindFunction, Short: "If", Class: "Users", Name: "shop.Users.If",
			Path: "shop/users.go", Signature: "func (u Users) If(user_id int)",
			Doc:   "If is the function that is run if the user is known.",
			Parts: body("if user_id > 0 { return getUsers(user_id) }", "if x { größe(größe, Größe1) }")},
		{Kind: graph.KindFunction, Short: "the", Parts: body("if the If the_user getUsers")},
		{Kind: graph.KindFunction, Parts: body("the", "größe")},
		{},
	}
	a := newAnalyzer(nodes, folding{})
	for _, first := range []int{0, 1, 0} {
		batch := nodes[first:]
		b := a.batch(first, len(nodes))
		d := decoder{b: b.stream}
		used := map[string]bool{}
		for i := range batch {
			want, length := countTerms(&batch[i])
			got := map[string]frequencies{}
			for n := d.uint(); n > 0; n-- {
				var freq frequencies
				key := b.terms[d.uint()]
				d.frequencies(&freq)
				got[key], used[key] = freq, true
			}
			if !maps.Equal(got, want) || b.lengths[i] != length {
				t.Errorf("node %d of %d has %v and lengths %v, want %v and %v", i, len(batch), got,
					b.lengths[i], want, length)
			}
		}
		if len(used) != len(b.terms) {
			t.Errorf("%d of %d terms are in a node", len(used), len(b.terms))
		}
	}
}

func TestAnalyzerKeepsNothingOfWhatIsOutside(t *testing.T) {
	a := newAnalyzer([]graph.Node{{Kind: graph.KindExternal, Short: "Getenv"}}, folding{})
	b := a.batch(0, 1)
	if len(b.terms) != 0 || b.lengths[0] != (frequencies{}) {
		t.Errorf("terms %q of lengths %v", b.terms, b.lengths)
	}
}

// TestAnalyzerFoldsIndexes checks that search finds the index of a table through the
// table, whose body includes its text. If its access differs, the table's readers must
// not find its words.
func TestAnalyzerFoldsIndexes(t *testing.T) {
	index := func(text string, groups ...string) graph.Node {
		return graph.Node{Kind: graph.KindBatch, Short: "byNumber",
			Access: graph.Access{Allow: groups}, Parts: []graph.Part{{Text: text}}}
	}
	g := &graph.Graph{
		Nodes: []graph.Node{{Kind: graph.KindTable, Short: "orders"}, index("number"),
			index("secret", "hr"), {Kind: graph.KindFile, Short: "schema.sql"}, index("batch")},
		Edges: []graph.Edge{{From: 0, To: 1, Kind: graph.Contains},
			{From: 0, To: 2, Kind: graph.Contains}, {From: 3, To: 1, Kind: graph.Contains},
			{From: 3, To: 4, Kind: graph.Contains}},
	}
	b := newAnalyzer(g.Nodes, foldingOf(g)).batch(0, len(g.Nodes))
	var bodies []uint32
	for _, l := range b.lengths {
		bodies = append(bodies, l[tokens.FieldBody])
	}
	if want := []uint32{1, 0, 1, 0, 1}; !slices.Equal(bodies, want) {
		t.Errorf("bodies of %d terms, want %d", bodies, want)
	}
	if b.lengths[1] != (frequencies{}) {
		t.Errorf("the index of a table has terms of lengths %v", b.lengths[1])
	}
}
