package artifactstest

import (
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/tokens"
)

// A shop builds a small handmade index: a service that places orders through a
// repository, the tables that it uses, a test, an example, and an external symbol.
type shop struct {
	Builder
	count *tokens.Counter
	line  map[string]uint32 // last line of each file
}

// Shop returns the index of a shop, for the tests of answers.
func Shop() artifacts.Index {
	count, err := tokens.ByName(tokens.O200k)
	if err != nil {
		panic(err)
	}
	b := &shop{count: count, line: map[string]uint32{}}
	b.build()
	return artifacts.Index{
		Graph: b.Graph(), Tokens: count.Name(), Tool: "test",
		Source: artifacts.Source{Repository: "shop", Branch: "main",
			Commit: strings.Repeat("1", 40)},
	}
}

// GuardedShop returns the shop with access rules: src/data is visible to two groups, and
// a procedure is secret.
func GuardedShop() artifacts.Index {
	in := Shop()
	for i := range in.Graph.Nodes {
		switch n := &in.Graph.Nodes[i]; {
		case strings.HasPrefix(n.Path, "src/data/"):
			n.Access.Allow = []string{"data", "ops"}
		case n.Short == "BillOrder":
			n.Access = graph.Access{Labels: []string{"secret"}, Level: 20, Owner: "ann",
				SourceSystemID: "erp"}
		}
	}
	return in
}

func (b *shop) build() {
	svc := "src/OrderService.cs"
	service := b.code(graph.KindClass, svc, "Shop", "OrderService", "", "public class OrderService",
		"Takes orders and bills them.",
		"public class OrderService\n{\n    private readonly OrderRepository repository;\n}\n")
	place := b.code(graph.KindMethod, svc, "Shop", "OrderService.Place(Order)", "OrderService",
		"public void Place(Order order)",
		"Places an order and bills the customer. Retries when the connection is lost.",
		"public void Place(Order order)\n{\n    Validate(order);\n    repository.Save(order);\n    Console.WriteLine(\"placed\");\n}\n")
	b.code(graph.KindMethod, svc, "Shop", "OrderService.Place(Order,int)", "OrderService",
		"public void Place(Order order, int priority)", "",
		"public void Place(Order order, int priority) => Place(order);\n")
	validate := b.code(graph.KindMethod, svc, "Shop", "OrderService.Validate(Order)",
		"OrderService", "private void Validate(Order order)", "",
		"private void Validate(Order order)\n{\n    if (order.Lines.Count == 0) throw new ArgumentException();\n}\n")
	constructor := b.code(graph.KindConstructor, svc, "Shop", "OrderService.OrderService()",
		"OrderService", "public OrderService()", "",
		"public OrderService() { repository = new OrderRepository(); }\n")

	repo := "src/data/OrderRepository.cs"
	repository := b.code(graph.KindClass, repo, "Shop.Data", "OrderRepository", "",
		"public class OrderRepository : IRepository", "",
		"public class OrderRepository : IRepository\n{\n}\n")
	save := b.code(graph.KindMethod, repo, "Shop.Data", "OrderRepository.Save(Order)",
		"OrderRepository", "public void Save(Order order)", "Stores an order.",
		"public void Save(Order order)\n{\n    db.Execute(\"INSERT INTO dbo.[Order] (Id) VALUES (@id)\");\n}\n")
	load := b.code(graph.KindMethod, repo, "Shop.Data", "OrderRepository.GetById(int)",
		"OrderRepository", "public Order GetById(int id)", "Loads an order.",
		"public Order GetById(int id)\n{\n    return db.Query<Order>(\"SELECT * FROM dbo.[Order] WHERE Id = @id\");\n}\n",
		"// the second part of a long method\nreturn cache[id];\n")
	b.code(graph.KindMethod, repo, "Shop.Data", "OrderRepository.Export(string)", "OrderRepository",
		"public void Export(string path)", "Exports everything as text.",
		"public void Export(string path)\n{\n"+
			strings.Repeat("    writer.WriteLine(row.Id + \";\" + row.Customer + \";\" + row.Total);\n", 12)+"}\n")
	getbyid := b.code(graph.KindMethod, "src/web/legacy.ts", "src/web/legacy", "getById", "",
		"function getById(id: number)", "",
		"function getById(id: number) { return fetch('/orders/' + id) }\n")

	test := b.code(graph.KindMethod, "tests/OrderServiceTests.cs", "Shop.Tests",
		"OrderServiceTests.PlaceSavesTheOrder()", "OrderServiceTests",
		"public void PlaceSavesTheOrder()", "",
		"public void PlaceSavesTheOrder()\n{\n    new OrderService().Place(order);\n}\n")
	b.code(graph.KindFunction, "examples/place_order.py", "examples/place_order", "place_order", "",
		"def place_order(service)", "Places an order.",
		"def place_order(service):\n    service.place(order)\n")

	table := b.sql(graph.KindTable, "Order",
		"CREATE TABLE dbo.[Order] (Id int PRIMARY KEY, CustomerId int)\n")
	lines := b.sql(graph.KindTable, "OrderLine",
		"CREATE TABLE dbo.OrderLine (OrderId int REFERENCES dbo.[Order] (Id))\n")
	bill := b.sql(graph.KindProc, "BillOrder",
		"CREATE PROCEDURE dbo.BillOrder @id int AS\nUPDATE dbo.[Order] SET Billed = 1 WHERE Id = @id\n")
	console := b.Node(graph.Node{ID: graph.ChunkID("csharp", "System", "Console.WriteLine", ""),
		Kind: graph.KindExternal, Language: "csharp",
		Name: "System.Console.WriteLine", Short: "WriteLine", Module: "System", Class: "Console",
		Flags: graph.External})

	call := func(from, to graph.NodeID, kind graph.EdgeKind, line uint32) {
		b.Edge(from, to, graph.Edge{Kind: kind, Tier: graph.Exact, Line: line})
	}
	for _, m := range []graph.NodeID{place, validate, constructor} {
		call(service, m, graph.Contains, 0)
	}
	call(repository, save, graph.Contains, 0)
	call(repository, load, graph.Contains, 0)
	call(place, validate, graph.Calls, 9)
	call(place, save, graph.Calls, 10)
	call(place, console, graph.Calls, 11)
	call(constructor, repository, graph.Creates, 20)
	call(test, place, graph.Tests, 3)
	call(test, place, graph.Calls, 3)
	call(service, repository, graph.References, 3)
	b.Edge(getbyid, load, graph.Edge{Kind: graph.Calls, Tier: graph.Heuristic, Line: 1})
	b.Edge(save, table, graph.Edge{Kind: graph.WritesTo, Tier: graph.Exact, Line: 4,
		Ops: graph.Insert, Via: graph.ViaInline})
	b.Edge(load, table, graph.Edge{Kind: graph.ReadsFrom, Tier: graph.Exact, Line: 8,
		Via: graph.ViaInline})
	b.Edge(bill, table, graph.Edge{Kind: graph.WritesTo, Tier: graph.Exact, Line: 2,
		Ops: graph.Update, Via: graph.ViaSQL})
	b.Edge(lines, table, graph.Edge{Kind: graph.ForeignKey, Tier: graph.Exact, Line: 1,
		Via: graph.ViaSQL})
}

// code adds a definition at the end of a file.
func (b *shop) code(kind graph.NodeKind, path, module, symbol, class, signature, doc string,
	texts ...string) graph.NodeID {
	language := map[string]string{"cs": "csharp", "ts": "typescript",
		"py": "python"}[path[strings.LastIndexByte(path, '.')+1:]]
	name, _, _ := strings.Cut(symbol, "(")
	n := graph.Node{
		ID: graph.ChunkID(language, module, symbol, ""), Kind: kind, Language: language,
		Module: module, Path: path, Class: class,
		Name:  strings.ReplaceAll(module, "/", ".") + "." + name,
		Short: name[strings.LastIndexByte(name, '.')+1:], Signature: signature, Doc: doc,
	}
	if strings.HasPrefix(path, "tests/") {
		n.Flags |= graph.Test
	}
	return b.add(n, texts)
}

func (b *shop) sql(kind graph.NodeKind, name, text string) graph.NodeID {
	return b.add(graph.Node{
		ID: graph.SQLKey("dbo", name, kind, ""), Kind: kind, Language: "sql", Schema: "dbo",
		Path: "sql/schema.sql", Name: "dbo." + name, Short: name,
		Signature: strings.TrimSpace(text[:strings.IndexAny(text, "(\n")]),
	}, []string{text})
}

// add places a node below the last one of its file and sets its texts.
func (b *shop) add(n graph.Node, texts []string) graph.NodeID {
	begin := b.line[n.Path] + 1
	n.Span.StartLine, n.NameLine, n.Complexity = begin, begin, 1
	for _, text := range texts {
		p := Part(text, begin, begin+uint32(strings.Count(text, "\n"))-1)
		p.Tokens = b.count.Count(text)
		n.Parts = append(n.Parts, p)
		begin = p.EndLine + 1
	}
	n.Span.EndLine = begin - 1
	n.Span.Start, n.Span.End = 100*n.Span.StartLine, 100*begin
	b.line[n.Path] = begin
	return b.Node(n)
}
