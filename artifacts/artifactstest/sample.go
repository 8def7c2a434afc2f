package artifactstest

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// Sample builds a small handmade index that covers all features: code of several
// languages, a definition in two parts, database objects with and without a script, data
// edges, access rules, an external name, diagnostics.
func Sample() artifacts.Index { return sample(func(*Builder, graph.NodeID, graph.NodeID) {}) }

// WithExternalSymbols is like Sample, with external symbols: the file imports a package, and a
// method calls a member of one of its types on two lines.
func WithExternalSymbols() artifacts.Index {
	return sample(func(b *Builder, file, method graph.NodeID) {
		var ids []graph.NodeID
		for i, name := range []string{"System", "System.Console", "System.Console.WriteLine"} {
			symbol := []string{"<package>", "Console", "Console.WriteLine"}[i]
			n := graph.Node{ID: graph.ExternalID("csharp", "System", symbol, ""),
				Kind: graph.KindExternal, Language: "csharp", Module: "System", Name: name,
				Short: name[strings.LastIndexByte(name, '.')+1:], Flags: graph.External}
			if i == 0 {
				n.Kind = graph.KindPackage
			} else {
				n.Parent = ids[i-1]
			}
			ids = append(ids, b.Node(n))
			if i > 0 {
				b.ExternalEdge(ids[i-1], n.ID, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
			}
		}
		b.ExternalEdge(file, ids[0], graph.Edge{Kind: graph.Imports, Tier: graph.Exact, Line: 1})
		b.ExternalEdge(method, ids[2], graph.Edge{Kind: graph.Calls, Tier: graph.Typed, Line: 31})
		b.Site(method, ids[2], graph.Calls, 33)
	})
}

// sample builds the index; more extends it, given its file and a method.
func sample(more func(b *Builder, file, method graph.NodeID)) artifacts.Index {
	var b Builder
	file := b.Node(graph.Node{ID: graph.ChunkID("csharp", "src/OrderService.cs", "<module>", ""),
		Kind: graph.KindFile, Language: "csharp",
		Name: "src/OrderService.cs", Short: "OrderService.cs", Module: "src/OrderService.cs",
		Path: "src/OrderService.cs",
		Span: graph.Span{End: 900, StartLine: 1, EndLine: 40}, Rank: 0.15625})
	iface := b.Node(graph.Node{ID: graph.ChunkID("csharp", "Shop", "IOrders", ""),
		Kind: graph.KindInterface, Language: "csharp",
		Name: "Shop.IOrders", Short: "IOrders", Module: "Shop", Path: "src/OrderService.cs",
		Parent: file, NameLine: 3,
		Span:      graph.Span{Start: 20, End: 60, StartLine: 3, EndLine: 4},
		Signature: "public interface IOrders",
		Modifiers: []string{"public"}, Flags: graph.Exported, Rank: 0.125,
		Parts: []graph.Part{Part("public interface IOrders\n{ }\n", 3, 4)}})
	members := make([]graph.NodeID, 0, 3)
	for _, symbol := range []string{"Place(int)", "Place(string)", "Check(int)"} {
		members = append(members, graph.ChunkID("csharp", "Shop", "OrderService."+symbol, ""))
	}
	class := b.Node(graph.Node{ID: graph.ChunkID("csharp", "Shop", "OrderService", ""),
		Kind: graph.KindClass, Language: "csharp",
		Name: "Shop.OrderService", Short: "OrderService", Module: "Shop",
		Path: "src/OrderService.cs", Parent: file, NameLine: 7,
		Span:      graph.Span{Start: 70, End: 890, StartLine: 6, EndLine: 39},
		Signature: "public class OrderService : IOrders",
		Doc:       "Keeps orders — \"all\" of them.", Modifiers: []string{"public"},
		Bases: []string{"IOrders"}, Flags: graph.Exported, Rank: 0.0625,
		Parts: []graph.Part{Part("/// Keeps orders — \"all\" of them.\npublic class OrderService : IOrders\n{ … }\n", 6, 39)},
		Layout: []graph.Segment{{Own: 74, Skip: 3, Child: members[0]},
			{Gap: "\n", Child: members[1]},
			{Gap: "\n", Child: members[2]}, {Own: 3}}})
	place := method(&b, class, "Place(int)", "Place", 10, 20,
		Part("public void Place(int id)\n{\n    Check(id);\n    // first half\n", 10, 14),
		Part("    db.Execute(\"INSERT INTO dbo.Order VALUES (1)\");\n}\n", 15, 20))
	placeText := method(&b, class, "Place(string)", "Place", 22, 24,
		Part("public void Place(string id) => Place(int.Parse(id));\n", 22, 24))
	check := method(&b, class, "Check(int)", "Check", 30, 33,
		Part("void Check(int id)\n{\n\tLegacy.Audit(id);\n}\n", 30, 33))
	script := b.Node(graph.Node{ID: graph.ChunkID("python", "tools/load", "load", ""),
		Kind: graph.KindFunction, Language: "python",
		Name: "tools/load.load", Short: "load", Module: "tools/load", Path: "tools/load.py",
		NameLine: 1, Complexity: 2,
		Span: graph.Span{Start: 0, End: 80, StartLine: 1, EndLine: 3}, Signature: "def load(path)",
		Rank:  0.0625,
		Parts: []graph.Part{Part("def load(path):\n    return run(\"SELECT * FROM dbo.[Order]\")  # naïve 🙂\n", 1, 3)}})
	audit := b.Node(graph.Node{ID: graph.ChunkID("csharp", "", "Legacy.Audit", "external"),
		Kind: graph.KindExternal, Language: "csharp",
		Name: "Legacy.Audit", Short: "Audit", Flags: graph.External, Rank: 0.0625})
	table := object(&b, "Order", graph.KindTable, 1,
		Part("CREATE TABLE dbo.[Order] (Id int PRIMARY KEY);\n", 1, 1))
	proc := object(&b, "CloseOrder", graph.KindProc, 3,
		Part("CREATE PROCEDURE dbo.CloseOrder @id int AS\nDELETE FROM dbo.[Order] WHERE Id = @id;\nINSERT INTO log.Entry DEFAULT VALUES;\n", 3, 5))
	secret := object(&b, "Salary", graph.KindTable, 7,
		Part("CREATE TABLE dbo.Salary (Amount money);\n", 7, 7))
	b.nodes[len(b.nodes)-1].Access = graph.Access{Allow: []string{"finance", "hr"},
		Labels: []string{"secret"}, Level: 20, Owner: "payroll"}
	log := b.Node(graph.Node{ID: graph.SQLKey("log", "Entry", graph.KindTable, ""),
		Kind: graph.KindTable, Language: "sql",
		Name: "log.Entry", Short: "Entry", Schema: "log", Flags: graph.External, Rank: 0.0625})

	for _, child := range []graph.NodeID{iface, class} {
		b.Edge(file, child, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
	}
	for _, child := range []graph.NodeID{place, placeText, check} {
		b.Edge(class, child, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
	}
	b.Edge(class, iface, graph.Edge{Kind: graph.Implements, Tier: graph.Exact, Line: 7})
	b.Edge(place, check, graph.Edge{Kind: graph.Calls, Tier: graph.Exact, Line: 12})
	b.Site(place, check, graph.Calls, 14)
	b.Site(place, check, graph.Calls, 19)
	b.Edge(placeText, place, graph.Edge{Kind: graph.Calls, Tier: graph.Typed, Line: 23})
	b.Edge(check, audit, graph.Edge{Kind: graph.Calls, Tier: graph.Exact, Line: 32})
	b.Edge(check, iface, graph.Edge{Kind: graph.References, Tier: graph.Hierarchy, Share: 3,
		Line: 31})
	b.Edge(place, table, graph.Edge{Kind: graph.WritesTo, Tier: graph.Exact, Line: 15,
		Ops: graph.Insert, Via: graph.ViaInline})
	b.Edge(script, table, graph.Edge{Kind: graph.ReadsFrom, Tier: graph.Exact, Line: 2,
		Via: graph.ViaInline})
	b.Edge(proc, table, graph.Edge{Kind: graph.WritesTo, Tier: graph.Exact, Line: 4,
		Ops: graph.Delete | graph.Update, Via: graph.ViaSQL})
	b.Edge(proc, log, graph.Edge{Kind: graph.WritesTo, Tier: graph.Exact, Line: 5,
		Ops: graph.Insert, Via: graph.ViaSQL})
	b.Edge(secret, table, graph.Edge{Kind: graph.ForeignKey, Tier: graph.Exact, Line: 7,
		Via: graph.ViaSQL})

	more(&b, file, check)
	g := b.Graph()
	receive(g, place, check, graph.Receiver{Form: graph.ReceiverOwn})
	receive(g, placeText, place, graph.Receiver{Form: graph.ReceiverExact, Class: number(g, class),
		Args: []graph.TypeArg{0, graph.ClassArg(number(g, iface)), graph.ParamArg(0)}})
	return described(g)
}

// receive adds the object on which a member is called.
func receive(g *graph.Graph, from, to graph.NodeID, r graph.Receiver) {
	i := slices.IndexFunc(g.Edges, func(e graph.Edge) bool {
		return e.Kind == graph.Calls && g.Nodes[e.From].ID == from && g.Nodes[e.To].ID == to
	})
	g.Edges[i].Recv = g.Receivers.Add([]graph.Receiver{r})
}

// number returns the number of a node.
func number(g *graph.Graph, id graph.NodeID) uint32 {
	return uint32(slices.IndexFunc(g.Nodes, func(n graph.Node) bool { return n.ID == id }))
}

// described returns an index with metadata for a graph: sources, settings, diagnostics.
func described(g *graph.Graph) artifacts.Index {
	return artifacts.Index{
		Graph: g, Tokens: "words", Tool: "test",
		Source: artifacts.Source{Repository: "Shop", Branch: "main",
			Commit: "0123456789abcdef0123456789abcdef01234567", Tag: "v1.2"},
		Files: []artifacts.SourceFile{
			{Path: "tools/load.py", Bytes: 70, SHA256: strings.Repeat("0b", 32)},
			{Path: "src/OrderService.cs", Bytes: 320, SHA256: strings.Repeat("a1", 32),
				Project: "Shop.Core", ProjectFile: "src/Shop.Core.csproj"},
		},
		Settings: map[string]string{"max_file_bytes": "1048576"},
		Diagnostics: []artifacts.Diagnostic{
			{Type: artifacts.SkippedFile, Path: "assets/logo.cs", Language: "csharp",
				Reason: "binary"},
			{Type: artifacts.ParseErrors, Path: "src/Broken.cs", Language: "csharp",
				Reason: "syntax", Line: 17, Bytes: 40},
			{Type: artifacts.Unresolved, Path: "src/OrderService.cs", Language: "csharp",
				Reason: "ambiguous", Count: 2},
		},
		References: []artifacts.ReferenceCount{
			{Language: "csharp", Kind: "call", Outcome: artifacts.OutcomeResolved, Tier: "exact",
				Count: 2},
			{Language: "csharp", Kind: "call", Outcome: artifacts.OutcomeResolved, Tier: "typed",
				Count: 1},
			{Language: "csharp", Kind: "call", Outcome: artifacts.OutcomeExternal, Count: 1},
			{Language: "csharp", Kind: "call", Outcome: "ambiguous", Count: 2},
		},
	}
}

// method adds a method of Shop.OrderService.
func method(b *Builder, class graph.NodeID, symbol, short string, start, end uint32,
	parts ...graph.Part) graph.NodeID {
	return b.Node(graph.Node{ID: graph.ChunkID("csharp", "Shop", "OrderService."+symbol, ""),
		Kind: graph.KindMethod, Language: "csharp",
		Name: "Shop.OrderService." + short, Short: short, Module: "Shop",
		Path: "src/OrderService.cs", Parent: class, NameLine: start,
		Span:      graph.Span{Start: start * 20, End: end*20 + 10, StartLine: start, EndLine: end},
		Signature: "void " + symbol,
		Class:     "OrderService", Complexity: 1, Parts: parts, Rank: 0.0625})
}

// object adds an object of db/schema.sql.
func object(b *Builder, name string, kind graph.NodeKind, start uint32,
	part graph.Part) graph.NodeID {
	return b.Node(graph.Node{ID: graph.SQLKey("dbo", name, kind, ""), Kind: kind, Language: "sql",
		Name: "dbo." + name, Short: name,
		Schema: "dbo", Module: "dbo", Path: "db/schema.sql", NameLine: start, Rank: 0.09375,
		Span: graph.Span{Start: start * 50, End: part.EndLine*50 + 40, StartLine: start,
			EndLine: part.EndLine},
		Parts: []graph.Part{part}})
}
