package graph_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
)

func TestIDsHaveTheFormOfTheGrammar(t *testing.T) {
	for _, c := range []struct {
		id   graph.NodeID
		want string
	}{
		{graph.ChunkID("csharp", "Shop.Services", "OrderService.Place(Order,int)", ""),
			"csharp:Shop.Services#OrderService.Place(Order,int)@"},
		{graph.ChunkID("python", "shop/my orders", "<module>", ""),
			"python:shop/my%20orders#<module>@"},
		{graph.ChunkID("cpp", "a::b", "c#d|e@f%", ""), "cpp:a%3A%3Ab#c%23d%7Ce%40f%25@"},
		{graph.SQLKey("sales", "Order Details", graph.KindTable, ""),
			"sales.Order%20Details|TABLE"},
	} {
		if !strings.HasPrefix(string(c.id), c.want) {
			t.Errorf("got %s, want %s…", c.id, c.want)
		}
		if h := c.id.Handle(); !graph.IsHandle(h) {
			t.Errorf("%s: handle %q", c.id, h)
		}
	}
}

func TestHandleOfAChunkIDIsItsEnd(t *testing.T) {
	id := graph.ChunkID("go", "graph", "ChunkID", "")
	if !strings.HasSuffix(string(id), "@"+id.Handle()) {
		t.Errorf("%s does not end with its handle %s", id, id.Handle())
	}
}

func TestTwinsHaveIDsOfTheirOwn(t *testing.T) {
	seen := map[string]string{}
	for _, salt := range []string{"", graph.RedeclarationSalt("a.cs", 0), graph.RedeclarationSalt("a.cs", 1),
		graph.RedeclarationSalt("b.cs", 0)} {
		for _, id := range []graph.NodeID{graph.ChunkID("csharp", "N", "T", salt),
			graph.SQLKey("dbo", "T", graph.KindTable, salt)} {
			if other, ok := seen[string(id)]; ok {
				t.Errorf("salts %q and %q give one id %s", salt, other, id)
			}
			if other, ok := seen[id.Handle()]; ok {
				t.Errorf("salts %q and %q give one handle %s", salt, other, id.Handle())
			}
			seen[string(id)], seen[id.Handle()] = salt, salt
			if id.IsRedeclaration() != (salt != "") {
				t.Errorf("salt %q: %s is a twin: %v", salt, id, id.IsRedeclaration())
			}
		}
	}
}

// TestForeignIDs checks that an external symbol has the name of its namesake in the
// tree but another handle, and that one whose handle is taken has a third.
func TestForeignIDs(t *testing.T) {
	own := graph.ChunkID("go", "fmt", "Println", "")
	out := graph.ExternalID("go", "fmt", "Println", "")
	other := graph.ExternalID("go", "fmt", "Println", "1")
	for _, id := range []graph.NodeID{own, out, other} {
		if !strings.HasPrefix(string(id), "go:fmt#Println@") {
			t.Errorf("%s is not called fmt#Println", id)
		}
	}
	if own == out || out == other || own == other {
		t.Errorf("%s, %s and %s are not three", own, out, other)
	}
}

func TestPartsComeApartAgain(t *testing.T) {
	for _, id := range []graph.NodeID{graph.ChunkID("ts", "src/a/2", "f", ""),
		graph.SQLKey("dbo", "P/3", graph.KindProc, "")} {
		if got, part := graph.SplitChunk(id.Part(2)); got != id || part != 2 {
			t.Errorf("%s part 2 comes apart as %s, %d", id, got, part)
		}
		if got, part := graph.SplitChunk(id.Part(1)); got != id || part != 0 {
			t.Errorf("%s comes apart as %s, %d", id, got, part)
		}
	}
}

func TestEdgeKindsAreFoundByAnyName(t *testing.T) {
	for name, want := range map[string]graph.EdgeKind{
		"Calls": graph.Calls, "calls": graph.Calls, "cs_dep": graph.Calls, "FK": graph.ForeignKey,
		" sql_ReadsFrom ": graph.ReadsFrom,
	} {
		if got, ok := graph.ParseEdgeKind(name); !ok || got != want {
			t.Errorf("%q is %v", name, got)
		}
	}
	if k, ok := graph.ParseEdgeKind("sql_cs_calls"); ok {
		t.Errorf("two prefixes are %v", k)
	}
}

// TestTablesAreWhole checks the invariants of every row of the tables.
func TestTablesAreWhole(t *testing.T) {
	names := map[string]bool{}
	for i, row := range graph.EdgeKinds() {
		if int(row.Kind) != i+1 || row.Name == "" || row.Meaning == "" || row.Weight <= 0 ||
			row.Weight > 1 {
			t.Errorf("edge kind %d: incomplete row %+v", i+1, row)
		}
		for _, n := range append([]string{row.Name}, row.Aliases...) {
			if n = strings.ToLower(n); names[n] {
				t.Errorf("edge kind %s: name %s is taken", row.Name, n)
			} else {
				names[n] = true
			}
		}
	}
	for _, k := range graph.NodeKinds() {
		if k.Domain() == "" || (k.Domain() == graph.Database) != (strings.ToUpper(string(k)) == string(k)) {
			t.Errorf("node kind %s: domain %s", k, k.Domain())
		}
	}
	for i, tier := range graph.Tiers() {
		if tier != graph.Tier(i+1) || i > 0 &&
			tier.Confidence() >= graph.Tiers()[i-1].Confidence() {
			t.Errorf("tier %s is not in the order of confidence", tier)
		}
		if got, ok := graph.ParseTier(tier.String()); !ok || got != tier ||
			tier.Confidence() <= 0 || tier.Confidence() > 1 {
			t.Errorf("tier %s", tier)
		}
	}
}

// FuzzIDs checks the guarantees of the design for ids of arbitrary names.
func FuzzIDs(f *testing.F) {
	f.Add("a::b", "c d\n", "\xff\u2028", "salt")
	f.Add("x:", ":y", "|#@%", "")
	f.Fuzz(func(t *testing.T, module, symbol, schema, salt string) {
		chunk, key := graph.ChunkID("go", module, symbol, salt), graph.SQLKey(schema, symbol,
			graph.KindTable, salt)
		for _, id := range []graph.NodeID{chunk, key} {
			s := string(id)
			if strings.Contains(s, "::") || !utf8.ValidString(s) ||
				strings.IndexFunc(s, func(r rune) bool {
					return unicode.IsSpace(r) ||
						unicode.IsControl(r)
				}) >= 0 {
				t.Errorf("id %q", s)
			}
			if !graph.IsHandle(id.Handle()) {
				t.Errorf("handle %q of %s", id.Handle(), s)
			}
		}
		if chunk.IsKey() || !key.IsKey() {
			t.Errorf("%s and %s cannot be told apart", chunk, key)
		}
	})
}
