package artifactstest

import (
	"seedgraph/artifacts"
	"seedgraph/graph"
)

// Awkward returns an index with ambiguous names, and with texts, names and signatures
// that formats have to escape.
func Awkward() artifacts.Index {
	var b Builder
	file := b.Node(graph.Node{ID: graph.ChunkID("typescript", "src/a b", "<module>", ""), Kind: graph.KindFile,
		Language: "typescript", Name: "src/a b.ts", Short: "a b.ts", Path: "src/a b.ts",
		Span: graph.Span{End: 90, StartLine: 1, EndLine: 9}, Rank: 0.25})
	var twins []graph.NodeID
	for i, salt := range []string{"", "2"} {
		line := uint32(2 + 3*i)
		twins = append(twins, b.Node(graph.Node{
			ID:   graph.ChunkID("typescript", "src/a b", `say("a,b")`, salt),
			Kind: graph.KindFunction, Language: "typescript", Name: `src/a b.say("a, b")`,
			Short: `say("a, b")`, Path: "src/a b.ts", Parent: file, NameLine: line,
			Span:      graph.Span{Start: line, End: line + 1, StartLine: line, EndLine: line + 2},
			Signature: `function say(a = "x, y", b = '<&>', c = ` + "`\\`)",
			Rank:      0.25,
			Parts: []graph.Part{
				Part("const s = \"a, \\\"b\\\"\";\r\n\treturn ']]>' + '\\';\x00\x1b\n", line, line+1),
				Part("// \u2028 \U0001F600 ends without a line break", line+2, line+2)}}))
		b.Edge(file, twins[i], graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
	}
	table := b.Node(graph.Node{ID: graph.SQLKey("dbo", "Or;der's", graph.KindTable, ""), Kind: graph.KindTable,
		Language: "sql", Name: "dbo.Or;der's", Short: "Or;der's", Schema: "dbo", Rank: 0.25})
	b.Edge(twins[0], twins[1], graph.Edge{Kind: graph.Calls, Tier: graph.Hierarchy, Share: 3, Line: 2})
	b.Edge(twins[1], twins[0], graph.Edge{Kind: graph.Calls, Tier: graph.Exact, Line: 6})
	b.Edge(twins[0], twins[0], graph.Edge{Kind: graph.Calls, Tier: graph.Exact, Line: 3})
	b.Edge(twins[0], twins[1], graph.Edge{Kind: graph.References, Tier: graph.Exact, Line: 3})
	b.Edge(twins[1], table, graph.Edge{Kind: graph.WritesTo, Tier: graph.Heuristic, Line: 7,
		Ops: graph.Insert | graph.Update})
	in := Sample()
	in.Graph = b.Graph()
	in.Diagnostics, in.References = nil, nil
	return in
}
