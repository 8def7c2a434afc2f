package artifacts_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// TestResolveUnderstandsWhatPeopleType resolves names of nodes of the sample. Expected
// nodes are written as ids without handle, with /n for a part.
func TestResolveUnderstandsWhatPeopleType(t *testing.T) {
	r := open(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	const place = "csharp:Shop#OrderService.Place(int)"
	handle := graph.ChunkID("csharp", "Shop", "OrderService.Place(int)", "").Handle()
	for _, test := range []struct{ typed, want string }{
		// ids, parts, handles
		{place + "@" + handle, place},
		{place + "@" + handle + "/2", place + "/2"},
		{place + "@" + handle + "/1", place + "/1"},
		{place + "@" + handle + "/3", ""},
		{place + "@aaaaaaaaaa", ""},
		{handle, place},
		{"@" + handle, place},
		{" " + handle + "\n", place},
		{"dbo.Order|TABLE", "dbo.Order|TABLE"},
		{graph.NodeID("dbo.Order|TABLE").Handle(), "dbo.Order|TABLE"},
		{"aaaaaaaaaa", ""},

		// locations
		{"src/OrderService.cs:12", place},
		{"./src/OrderService.cs:12", place},
		{`src\OrderService.cs:12`, place},
		{"src/OrderService.cs:25", "csharp:Shop#OrderService"},
		{"src/OrderService.cs:1", "csharp:src/OrderService.cs#<module>"},
		{"src/OrderService.cs:999", ""},
		{"src/OrderService.cs:0", ""},
		{"OrderService.cs:12", ""},
		{"src/OrderService.cs", "csharp:src/OrderService.cs#<module>"},

		// symbols
		{"Check", "csharp:Shop#OrderService.Check(int)"},
		{"OrderService.Check", "csharp:Shop#OrderService.Check(int)"},
		{"Shop.OrderService.Check", "csharp:Shop#OrderService.Check(int)"},
		{"Shop#OrderService.Check", "csharp:Shop#OrderService.Check(int)"},
		{"orderservice.check", "csharp:Shop#OrderService.Check(int)"},
		{"OrderService.Check(int)", "csharp:Shop#OrderService.Check(int)"},
		{"OrderService.Check(string)", ""},
		{"csharp:Shop.OrderService.Check", "csharp:Shop#OrderService.Check(int)"},
		{"Service.Check", ""}, // no boundary before it
		{"OrderService.Place", place + " csharp:Shop#OrderService.Place(string)"},
		{"Place(string)", "csharp:Shop#OrderService.Place(string)"},
		{"csharp:Shop.OrderService.Place|METHOD",
			place + " csharp:Shop#OrderService.Place(string)"},
		{"OrderService", "csharp:Shop#OrderService"},
		{"OrderService.cs", "csharp:src/OrderService.cs#<module>"},
		{"load", "python:tools/load#load"},
		{"tools/load.load", "python:tools/load#load"},
		{"Order", "dbo.Order|TABLE"},
		{"dbo.order", "dbo.Order|TABLE"},
		{"Order|TABLE", "dbo.Order|TABLE"},
		{"Order|VIEW", ""},
		{"Legacy.Audit", "csharp:#Legacy.Audit"},
		{"", ""},
		{".", ""},
		{"#", ""},
		{"nobody", ""},
	} {
		m, err := r.Resolve(test.typed)
		if err != nil {
			t.Fatalf("%q: %v", test.typed, err)
		}
		if got := nameMatch(t, r, m); got != test.want {
			t.Errorf("%q means %q, want %q", test.typed, got, test.want)
		}
	}
}

// nameMatch formats the nodes of m, without their handles.
func nameMatch(t *testing.T, r *artifacts.Reader, m artifacts.Match) string {
	t.Helper()
	var names []string
	for _, n := range m.Nodes {
		id, err := r.ID(n)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(string(id), "@")
		if m.Part > 0 {
			name = graph.NodeID(name).Part(m.Part)
			if m.Part == 1 {
				name += "/1"
			}
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// TestInnermostOnOneLine covers definitions that share their lines, such as a record and
// its properties.
func TestInnermostOnOneLine(t *testing.T) {
	var b artifactstest.Builder
	node := func(symbol string, start, end, firstLine, lastLine uint32) graph.NodeID {
		return b.Node(graph.Node{ID: graph.ChunkID("csharp", "N", symbol, ""),
			Kind: graph.KindProperty, Language: "csharp", Name: "N." + symbol,
			Short: symbol[strings.LastIndexByte(symbol, '.')+1:], Path: "a.cs",
			Span: graph.Span{Start: start, End: end, StartLine: firstLine, EndLine: lastLine}})
	}
	node("R", 0, 40, 1, 1)
	want := node("R.P", 10, 15, 1, 1)
	node("Wide", 100, 900, 1, 20)
	r := open(t, write(t, artifacts.Index{Graph: b.Graph(),
		Source: artifacts.Source{Repository: "r"}}, artifacts.Options{}))
	n, ok, err := r.At("a.cs", 1)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if id, _ := r.ID(n); id != want {
		t.Errorf("line 1 is in %s, want %s", id, want)
	}
}

// TestKeysOfSettingsAreNotInnermost: the line of a key is where something sets or reads
// it, which is a line of a definition in code, but the key's own line in a configuration
// file.
func TestKeysOfSettingsAreNotInnermost(t *testing.T) {
	var b artifactstest.Builder
	node := func(kind graph.NodeKind, path, name string, end, firstLine, lastLine uint32) {
		b.Node(graph.Node{ID: graph.ChunkID("csharp", path, name, ""), Kind: kind,
			Language: "csharp", Name: name, Short: name, Path: path,
			Span: graph.Span{End: end, StartLine: firstLine, EndLine: lastLine}})
	}
	node(graph.KindFile, "a.cs", "a.cs", 900, 1, 20)
	node(graph.KindClass, "a.cs", "Options", 400, 2, 9)
	node(graph.KindProperty, "a.cs", "Port", 30, 3, 3)
	node(graph.KindConfigKey, "a.cs", "Smtp:Port", 0, 3, 3)
	node(graph.KindConfigKey, "a.cs", "Smtp:Host", 0, 5, 5)
	node(graph.KindConfigKey, "a.cs", "Smtp:First", 0, 12, 12)
	node(graph.KindConfigKey, "a.cs", "Smtp:Second", 0, 12, 12)
	node(graph.KindConfigFile, "a.json", "a.json", 90, 1, 4)
	node(graph.KindConfigKey, "a.json", "Smtp:User", 0, 2, 2)
	node(graph.KindConfigKey, "b.json", "Smtp:Level", 0, 2, 2)
	r := open(t, write(t, artifacts.Index{Graph: b.Graph(),
		Source: artifacts.Source{Repository: "r"}}, artifacts.Options{}))
	for _, c := range []struct {
		path string
		line uint32
		want string
	}{
		{"a.cs", 3, "Port"}, {"a.cs", 5, "Options"}, {"a.cs", 12, "Smtp:First"},
		{"a.cs", 13, "a.cs"}, {"a.json", 2, "Smtp:User"}, {"a.json", 3, "a.json"},
		{"b.json", 2, "Smtp:Level"}, {"b.json", 3, ""},
	} {
		n, ok, err := r.At(c.path, c.line)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if ok {
			node, err := r.Node(n)
			if err != nil {
				t.Fatal(err)
			}
			got = node.Name
		}
		if got != c.want {
			t.Errorf("%s:%d is in %q, want %q", c.path, c.line, got, c.want)
		}
	}
}

func TestSymbolsAndPathsAreListedByPrefix(t *testing.T) {
	r := open(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	var names, paths, terms []string
	if err := r.Symbols("OR", func(name string,
		_ []uint32) bool {
		names = append(names, name)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"order", "orderservice", "orderservice.cs"}; !slices.Equal(names, want) {
		t.Errorf("names are %q, want %q", names, want)
	}
	if err := r.Paths("", func(p string) bool {
		paths = append(paths,
			p)
		return len(paths) < 2
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"db/schema.sql", "src/OrderService.cs"}; !slices.Equal(paths, want) {
		t.Errorf("paths are %q, want %q", paths, want)
	}
	if err := r.Terms("=order", func(term string,
		n int) bool {
		terms = append(terms, term)
		return n > 0
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(terms, "=orderservice") {
		t.Errorf("terms are %q", terms)
	}
}
